package check

import (
	"wobbly/il"
	"wobbly/il/diag"
)

// Assumptions lists all assumptions.
var Assumptions = assumptions

// ProgramBy is Program by the given number of workers.
func ProgramBy(workers int, p *il.Program, o Options) (*il.Core, diag.List) {
	return program(p, o, func(int) int { return workers })
}
