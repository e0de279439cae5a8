#!/bin/sh
# Gradescope runs this once, when it builds the image. The binary is static: nothing is installed.
dir=${AUTOGRADER:-/autograder}
chmod +x "$dir/source/wobbly" && "$dir/source/wobbly" version
