package cli

import (
	"strings"
)

// unwrapped returns a text with single blanks between its words.
func unwrapped(s string) string { return strings.Join(strings.Fields(s), " ") }

// Unwrapped is unwrapped, for package cli_test.
var Unwrapped = unwrapped

// Run runs wobbly and returns its exit code, for package cli_test.
var Run = runWobbly

// Hive returns wobbly-hive. Package cli_test sets it, because the package of wobbly-hive imports
// this one.
var Hive func() *Program
