#!/bin/sh
# PrairieLearn runs this. The student's files are in /grade/student, and it wants
# /grade/results/results.json of at most 1 MB. GRADE and AUTOGRADER are other directories, to try
# it out.
grade=${GRADE:-/grade}
dir=${AUTOGRADER:-/autograder}
wobbly=$dir/source/wobbly
[ -x "$wobbly" ] || wobbly=wobbly
mkdir -p "$grade/results" && : > "$grade/results/results.json"
"$wobbly" grade "$grade/student" --submission --master "$dir/source/masters.zip" \
  ${LESSONS:+--lessons "$LESSONS"} ${PAGE:+--page "$PAGE"} --format prairielearn -o "$grade/results/results.json"
[ -s "$grade/results/results.json" ] ||
  echo '{"gradable":false,"score":0,"message":"The grading did not begin.","format_errors":["The grading did not begin."]}' > "$grade/results/results.json"
