#!/usr/bin/env bash
# Makes the pictures of the window for docs/window.md and the README: a replay of the same battle
# at the same place, in both languages, in a window on a screen in memory. Needs what .ci/window
# installs.
#
#   docs/window.sh PROGRAM [LANGUAGE]...
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")/.."
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
export HOTGATES_HOME=$work/home RUST_LOG=error,hotgates=info NO_COLOR=1
unset WAYLAND_DISPLAY WAYLAND_SOCKET DISPLAY
mkdir -p docs/window "$HOTGATES_HOME"
Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp -noreset 3>"$work/display" >/dev/null 2>&1 &
pids+=($!)
until [ -s "$work/display" ]; do sleep 0.1; done
DISPLAY=:$(cat "$work/display")
export DISPLAY

# In this folder or in another one.
start() {
    : >"$work/log"
    (cd "${1:-.}" && exec "$program") >>"$work/log" 2>&1 &
    game=$!
    pids+=("$game")
    until grep -q "screen: Menu" "$work/log"; do sleep 0.2; done
    xdotool search --sync --onlyvisible --name Hotgates windowfocus --sync >/dev/null
    # Where it points at nothing that would say what it is.
    xdotool mousemove 1278 2
    sleep 2
}
stop() { kill -KILL "$game"; wait "$game" 2>/dev/null || true; }
key() { for key; do xdotool key "$key"; sleep 0.6; done; }
click() { xdotool mousemove "$1" "$2"; sleep 0.6; xdotool click 1; sleep 0.6; }
# 256 colours are enough, and a quarter of the size.
look() {
    sleep "${2:-3}"
    import -window root -dither None -colors 256 "PNG8:docs/window/$1_$language.png"
}

[ $# -gt 0 ] || set -- English Chinese
for language; do
    echo "(language: $language)" >"$HOTGATES_HOME/settings.ron"
    # What is over is watched when it is taken up again.
    rm -f "$HOTGATES_HOME/autosave.replay"
    "$program" battle maps/hot_gates.ron --record "$HOTGATES_HOME/autosave.replay" >/dev/null
    start
    key r
    until grep -q "screen: Replay" "$work/log"; do sleep 0.2; done
    sleep 1
    # Blue's first turn: it has just seen where the enemy comes from.
    click 61 641
    key a d 3
    look points 4
    key 3
    # The first turns of the fight for the gate.
    click 345 641
    key a a a a a a a a a a a a a
    look why 4
    for layer in 4:deployment 5:plan; do
        key "${layer%:*}"
        look "${layer#*:}" 4
        key "${layer%:*}"
    done
    # With a unit selected, closer.
    key n equal equal equal 1
    look cost 5
    key 1 2
    look threat 5
    key 2 h
    look hint
    key i
    until grep -q "what if: " "$work/log"; do sleep 1; done
    look what_if 2
    key i Escape F2
    look words
    stop
    rm -f "$HOTGATES_HOME/autosave.replay"
    start
    # Until the battle behind it has begun.
    look menu 9
    key p Tab Tab Return
    look puzzle 4
    key Escape Escape Escape n
    # Until the balance has been played out.
    look setup 12
    key Escape c Tab Return
    look campaign
    key Escape Escape t 1
    until grep -q "turn 1: Red: end turn" "$work/log"; do sleep 0.2; done
    key k n
    look first_battle
    stop
    # A program is named, and the walls around it are known.
    mkdir -p "$work/bots" && cp examples/bots/python/bot.py "$work/bots"
    start "$work/bots"
    key n
    sleep 2
    click 1058 125
    sleep 2
    xdotool type --delay 60 "python3 bot.py"
    look program 5
    stop
done
