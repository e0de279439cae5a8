package cli

// System and Run are for the scripts, which are tests from outside.
type System = system

// Run is wobbly as a function from its system to an exit code.
var Run = runWobbly
