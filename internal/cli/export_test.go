package cli

import (
	"wobbly/internal/cli/console"
)

// System and Run are for the scripts, which are tests from outside.
type System = console.System

// Run is wobbly as a function from its system to an exit code.
var Run = runWobbly

// Hive is wobbly-hive, which the tests from outside set: its package imports this one.
var Hive func() *Program
