#!/usr/bin/env bash
# Pictures of every screen and every overlay of the window, for a reader who looks for faults: at three sizes and in both
# languages unless told otherwise. Only keys are pressed, so that sizes do not matter. Needs what .ci/window installs.
#
#   docs/window-tour.sh PROGRAM FOLDER [WIDTHxHEIGHT | LANGUAGE]...
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
shift 2
cd "$(dirname "$0")/.."
sizes=() languages=()
for wish; do
    case $wish in
        [0-9]*x[0-9]*) sizes+=("$wish") ;;
        *) languages+=("$wish") ;;
    esac
done
[ ${#sizes[@]} -gt 0 ] || sizes=(1280x720 1920x1080 3840x2160)
[ ${#languages[@]} -gt 0 ] || languages=(English Chinese)

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$work"' EXIT
export HOTGATES_HOME=$work/home RUST_LOG=error,hotgates=info NO_COLOR=1
unset WAYLAND_DISPLAY WAYLAND_SOCKET DISPLAY

start() {
    : >"$work/log"
    "$program" >>"$work/log" 2>&1 &
    game=$!
    pids+=("$game")
    saw "screen: Menu"
    xdotool search --sync --onlyvisible --name Hotgates windowsize --sync "${size%x*}" "${size#*x}" windowmove 0 0 windowfocus --sync \
        >/dev/null
    xdotool mousemove "$((${size%x*} - 2))" 2
    sleep 2
}
stop() { kill -KILL "$game"; wait "$game" 2>/dev/null || true; }
saw() {
    for _ in $(seq 300); do
        grep -q -E "$1" "$work/log" && return
        sleep 0.2
    done
    echo "error: not seen: $1" >&2
    exit 1
}
key() { for key; do xdotool key "$key"; sleep 0.6; done; }
look() {
    sleep "${2:-2}"
    import -window root "$out/$1_${size}_$language.png"
}

tour() {
    rm -rf "$HOTGATES_HOME"
    mkdir -p "$HOTGATES_HOME"
    echo "(language: $language)" >"$HOTGATES_HOME/settings.ron"
    start
    look menu 6
    key s && look settings && key Escape
    key p && look puzzles && key Tab Tab Return && look puzzle 4 && key Escape Escape Escape
    key c && look campaigns && key Tab Return && look campaign && key Escape Escape Escape
    key l && look files && key Escape
    key a && look academy_river && key g && look academy_river_search 4
    key F3 && look academy_board && key F4 && look academy_tower && key F5 x n n g && look academy_ways 4 && key F1 && look academy_keys && key Escape Escape
    key e && look editor 3 && key Escape Escape
    key n && look setup 12 && key Escape
    key t && look lessons && key 1
    saw "turn 1: Red: end turn"
    key k n && look lesson && key m && look plan_begun && key j && look plan 8 && key F1 && look battle_keys && key Escape F2 && look words
    stop
    # A battle that is over is watched when it is taken up again.
    rm -f "$HOTGATES_HOME/autosave.replay"
    "$program" battle maps/hot_gates.ron --record "$HOTGATES_HOME/autosave.replay" >/dev/null
    start
    key r
    saw "screen: Replay"
    key End && look replay_end 3 && key m && look analysis 20 && key m Home d d d d d d n
    for layer in 1:costs 2:threat 3:points 4:posts 5:plan_of_commander; do
        key "${layer%:*}" && look "${layer#*:}" 5 && key "${layer%:*}"
    done
    key r && look reasons 4 && key r h && look hint 5 && key i && look what_if 15
    for palette in 2 3 4; do key F3 && look "palette_$palette"; done
    stop
}

for size in "${sizes[@]}"; do
    rm -f "$work/display"
    Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp -noreset 3>"$work/display" >/dev/null 2>&1 &
    server=$!
    pids+=("$server")
    until [ -s "$work/display" ]; do sleep 0.1; done
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
    for language in "${languages[@]}"; do
        echo "$size, $language"
        tour
    done
    kill "$server"
done
