package semantics_test

import _ "wobbly/internal/iltest" // collects garbage less often
