#!/usr/bin/env bash
# Makes the fonts of the window anew, with the characters that the texts need. Run it when a locale file gets new characters.
# Needs fonttools and Debian's fonts-noto-cjk (or its files elsewhere: NOTO=FOLDER).
set -euo pipefail
cd "$(dirname "$0")"
noto=${NOTO:-/usr/share/fonts/opentype/noto}
for weight in Regular Bold; do
    cat ../locales/* characters.txt >"${TMPDIR:-/tmp}/hotgates-characters.txt"
    pyftsubset "$noto/NotoSansCJK-$weight.ttc" --font-number=2 \
        --text-file="${TMPDIR:-/tmp}/hotgates-characters.txt" --unicodes="U+0020-007E,U+00A0-017F" \
        --layout-features='kern,mark,mkmk,ccmp,locl,liga' --desubroutinize \
        --output-file="NotoSansSC-$weight-subset.otf"
done
