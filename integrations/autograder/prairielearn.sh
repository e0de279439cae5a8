#!/bin/sh
# What PrairieLearn runs: the student's files are in /grade/student, and it wants
# /grade/results/results.json of at most 1 MB.
mkdir -p /grade/results
wobbly grade /grade/student --submission --master /usr/local/share/wobbly/masters.zip \
  ${LESSONS:+--lessons "$LESSONS"} --format prairielearn -o /grade/results/results.json
[ -s /grade/results/results.json ] ||
  echo '{"gradable":false,"score":0,"message":"The grading did not begin.","format_errors":["The grading did not begin."]}' > /grade/results/results.json
