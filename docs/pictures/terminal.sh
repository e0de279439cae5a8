#!/usr/bin/env bash
# The picture of the terminal: Step at the race of the first example, taken from the
# running program. Needs tmux, aha and chromium. Its argument is the PNG to write.
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'tmux -L wobbly-picture kill-server 2>/dev/null; rm -rf "$work"' EXIT
go build -o "$work/wobbly" ./cmd/wobbly
mkdir "$work/examples"
cp examples/burble.il "$work/examples"

COLORTERM=truecolor TERM=xterm-256color tmux -L wobbly-picture -f /dev/null new-session -d -x 110 -y 32 \
  "cd $work && TERM=tmux-256color ./wobbly step examples/burble.il --race R1"
screen() { tmux -L wobbly-picture capture-pane -p "$@"; }
for _ in $(seq 100); do
  if screen | grep -q 'Race on\|!!'; then break; fi
  sleep 0.1
done
screen | grep -q '!!' # the race is on the screen

screen -e | aha --black --title wobbly --style 'pre{font:15px/19px "DejaVu Sans Mono",monospace;margin:14px;color:#ddd}' > "$work/screen.html"
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --hide-scrollbars \
  --user-data-dir="$work/profile" --window-size=890,510 --screenshot="$out" "file://$work/screen.html" 2>/dev/null
