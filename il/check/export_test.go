package check

// Assumptions are all of them, for tests.
var Assumptions = assumptions
