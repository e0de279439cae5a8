package check

import (
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// Assumption is a set of assumptions of Section 3.1 of the paper. A program that violates one of
// them can still be lowered, run and analysed.
type Assumption uint8

// The assumptions.
const (
	A2 Assumption = 1 << iota // WF-lock: locking is balanced in every block
	A3                        // WF-init: every variable is assigned before it is used
	A5                        // no method calls itself, directly or through others
)

// assumptions lists every assumption with its name and the codes of the errors that report its
// violation.
var assumptions = []struct {
	Assumption Assumption
	Name       string
	Codes      []diag.Code
}{
	{A2, "A2", []diag.Code{diag.UnmatchedUnlock, diag.LockHeldAtEnd}},
	{A3, "A3", []diag.Code{diag.UseBeforeAssigned}},
	{A5, "A5", []diag.Code{diag.Recursion}},
}

// String lists the names, separated by commas.
func (a Assumption) String() string {
	var names []string
	for _, x := range assumptions {
		if a&x.Assumption != 0 {
			names = append(names, x.Name)
		}
	}
	return strings.Join(names, ",")
}

// assumptionOf returns the assumption whose violation a code reports, 0 if there is none.
func assumptionOf(code diag.Code) Assumption {
	for _, x := range assumptions {
		if slices.Contains(x.Codes, code) {
			return x.Assumption
		}
	}
	return 0
}

// tolerate removes the errors about the assumptions in a.
func (a Assumption) tolerate(errs diag.List) diag.List {
	return slices.DeleteFunc(errs,
		func(d diag.Diagnostic) bool { return assumptionOf(d.Code)&a != 0 })
}

// Violated returns the assumptions that p violates, and the errors that cannot be tolerated. If there
// are none, Program makes a core of p if and only if all these assumptions are tolerated.
func Violated(p *il.Program) (Assumption, diag.List) {
	_, errs := Program(p, Options{})
	var all Assumption
	for _, e := range errs {
		all |= assumptionOf(e.Code)
	}
	return all, all.tolerate(errs)
}
