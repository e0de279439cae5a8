#!/usr/bin/env bash
# Runs `wobbly check` for action.yml, which sets FILES, FORMAT, SARIF_FILE, FAIL_ON and RELEASE.
# The exit is that of `wobbly check`, unless FAIL_ON says that it does not count.
set -uo pipefail

case $FORMAT in github | sarif) ;; *) echo "::error::format is github or sarif, not $FORMAT"; exit 2 ;; esac
case $FAIL_ON in race | inconclusive | never) ;; *) echo "::error::fail-on is race, inconclusive or never, not $FAIL_ON"; exit 2 ;; esac

if [ -n "$RELEASE" ]; then
  mkdir -p "$RUNNER_TEMP/wobbly-release" &&
    curl -fsSL "$RELEASE" | tar -xz --strip-components 1 -C "$RUNNER_TEMP/wobbly-release" || exit 2
  wobbly=$RUNNER_TEMP/wobbly-release/bin/wobbly
else
  wobbly=$RUNNER_TEMP/wobbly
  go build -C "$GITHUB_ACTION_PATH" -o "$wobbly" ./cmd/wobbly || exit 2
fi

# A pattern keeps its blanks if it is quoted. Patterns are the only thing that is expanded.
shopt -s globstar nullglob || { echo "::error::bash 4 is needed; on macOS: brew install bash"; exit 2; }
IFS= # patterns are not split again
files=()
declare -A seen # a file that two patterns match counts once
while read -r pattern; do
  for file in $pattern; do
    [ -n "${seen[$file]:-}" ] || files+=("$file")
    seen[$file]=1
  done
done < <(printf '%s\n' "$FILES" | xargs -n 1 printf '%s\n')
if [ ${#files[@]} = 0 ]; then
  echo "::error::no program matches $FILES"
  exit 2
fi

"$wobbly" check --format short -- "${files[@]}" > "$RUNNER_TEMP/wobbly.short" 2> "$RUNNER_TEMP/wobbly.errors"
code=$?
races=$(grep -c ': race: ' "$RUNNER_TEMP/wobbly.short")
deadlocks=$(grep -c ': deadlock: ' "$RUNNER_TEMP/wobbly.short")
if [ "$FORMAT" = sarif ]; then
  mkdir -p "$(dirname "$SARIF_FILE")" && : > "$SARIF_FILE" || exit 2
  "$wobbly" check --format sarif -- "${files[@]}" > "$SARIF_FILE"
  cat "$RUNNER_TEMP/wobbly.short" "$RUNNER_TEMP/wobbly.errors"
else
  "$wobbly" check --format github -- "${files[@]}"
fi

{
  echo "races=$races"
  [ "$FORMAT" != sarif ] || echo "sarif-file=$SARIF_FILE"
} >> "${GITHUB_OUTPUT:-/dev/null}"
{
  echo "### wobbly: races: $races, deadlocks: $deadlocks"
  echo
  echo '```'
  cat "$RUNNER_TEMP/wobbly.short" "$RUNNER_TEMP/wobbly.errors" > "$RUNNER_TEMP/wobbly.all"
  head -n 200 "$RUNNER_TEMP/wobbly.all"
  lines=$(wc -l < "$RUNNER_TEMP/wobbly.all")
  [ "$lines" -le 200 ] || echo "... and $((lines - 200)) more lines, in the log"
  echo '```'
} >> "${GITHUB_STEP_SUMMARY:-/dev/null}"

# If there is a race or a deadlock, and a limit was reached, wobbly's exit code names only the limit.
[ "$code" != 3 ] || [ "$((races + deadlocks))" = 0 ] || [ "$FAIL_ON" != race ] || exit 1
case $FAIL_ON:$code in
  race:1 | inconclusive:1 | inconclusive:3) exit "$code" ;;
  *:0 | *:1 | *:3) exit 0 ;;
  *) exit "$code" ;;
esac
