package cli

import (
	"strings"

	"wobbly/internal/cli/console"
)

// unwrapped returns a text with single blanks between its words.
func unwrapped(s string) string { return strings.Join(strings.Fields(s), " ") }

// System and Run are for the scripts, which are tests of package cli_test.
type System = console.System

// Run runs wobbly and returns its exit code.
var Run = runWobbly

// Hive returns wobbly-hive. Package cli_test sets it, because the package of wobbly-hive imports
// this one.
var Hive func() *Program
