package advice

import (
	"context"
	"fmt"

	"wobbly/il"
)

// Analysis has the functions of the analysis that screens need. They run in the background, one at
// a time.
type Analysis struct {
	// Lines analyzes a unit. If it is nil, there is no analysis.
	Lines func(ctx context.Context, core *il.Core, unit *il.Unit) (Unit, error)
	// About reports whether the analysis reports two accesses, of thread A and of thread B,
	// and why. It may be nil.
	About func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (Pair, error)
}

// Unit is the analysis of a unit, from the least abstract state at its entry.
type Unit struct {
	// Lines has an element for each statement, in the order of the text.
	Lines []Line
	End   State
}

// Line is the analysis of a statement of the core program.
type Line struct {
	Stmt il.Stmt
	At   il.Position
	// Text is the statement in core form, such as "x := b.f".
	Text string
	// Rule is the name of the rule of Figure 7, such as "load".
	Rule   string
	Before State
	// W has the expressions that the statement adds to W, such as "b.f".
	W []string
	// Lock is the lock context L after the statement, such as "1", or "m, n" if locks have names.
	Lock string
	// A has the accesses that the statement adds to A, such as "(b.f, R, 1)".
	A []string
}

// State is an abstract state ⟨W, L, A⟩.
type State struct {
	W []string
	// More counts the elements that are missing from W because it is large.
	More int
	Lock string
	// A is the number of elements of A.
	A int
}

// Pair is the verdict of the analysis on two accesses.
type Pair struct {
	// ID is the name of the report, such as "R1". It is empty if no list has the pair.
	ID string
	// Race means that the analysis reports the pair.
	Race    bool
	Verdict string
	Tests   []Test
	// Never says why the accesses never race, by a certificate of absence. It may be empty.
	Never string
}

// Test is a condition for reporting.
type Test struct {
	// Name is a word for the condition, such as "lock".
	Name    string
	Holds   bool
	Finding string
}

// Repairs has the functions for repairs that screens need. Both run in the background; a function
// that is nil is not available.
type Repairs struct {
	// Remove proposes changes that remove a race.
	Remove func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (Repair, error)
	// Shrink finds the statements that can leave lock regions.
	Shrink func(ctx context.Context, core *il.Core) (Repair, error)
}

// Repair is an answer of Repairs.
type Repair struct {
	// Title names what is repaired, as in "meps reads at 26:5, reps writes at 32:3".
	Title     string
	Text      []string
	Proposals []Proposal
}

// Step is a step of an execution: its position, and a sentence about its effect.
type Step struct{ At, Does string }

// Head returns the beginning of step n, from 1, in a list: the number and the position.
func (s Step) Head(n int) string { return fmt.Sprintf("%3d  %-5s  ", n, s.At) }

// Proposal is a changed program.
type Proposal struct {
	// Title describes the change, as in "put b.f := x at 32:3 in reps under the lock".
	Title string
	// Diff has the lines of the change as a unified diff.
	Diff []string
	// Table has the lines of a table of races and reports before and after the change.
	Table []string
	Notes []string
	// Steps is the execution that the last note is about, if it is about one.
	Steps []Step
	Core  *il.Core
}
