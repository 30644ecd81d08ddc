#!/usr/bin/env bash
# Makes docs/battle.svg from what the program really prints: the header, one map, the last turns and the end; and
# docs/battle.png, a battle that moves order by order.
set -euo pipefail
cd "$(dirname "$0")/.."
turn=${1:-12}
cargo build --quiet --release -p hotgates --no-default-features --bin hotgates --example terminal_picture
target=${CARGO_TARGET_DIR:-target}/release
"$target/hotgates" battle maps/hot_gates.ron --watch --color always |
    awk -v title="turn $turn, after Blue's half" '
        NR <= 3 { print; next }
        $0 == title { print "…"; print; shown = 1; next }
        /^turn [0-9]+, / { shown = 0; next }
        /^turn +[0-9]+ / { turns[++count] = $0; shown = 0; next }
        /^\033.* wins|^a draw/ {
            print "…"
            for (i = count - 3; i <= count; i++) print turns[i]
            print ""
            rest = 1
        }
        shown || rest { print }
    ' | "$target/examples/terminal_picture" > docs/battle.svg

replay=$(mktemp)
trap 'rm -f "$replay"' EXIT
"$target/hotgates" battle maps/two_bridges.ron --red strategist:captain --blue strategist:captain --seed 3 --record "$replay" --json >/dev/null
"$target/hotgates" replay "$replay" --animation docs/battle.png --hex 22
