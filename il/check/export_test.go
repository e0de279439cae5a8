package check

import (
	"wobbly/il"
	"wobbly/il/diag"
)

// Assumptions are all of them, for tests.
var Assumptions = assumptions

// ProgramBy is Program by so many workers.
func ProgramBy(workers int, p *il.Program, o Options) (*il.Core, diag.List) {
	return program(p, o, func(int) int { return workers })
}
