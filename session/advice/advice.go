package advice

import (
	"context"
	"fmt"

	"wobbly/il"
)

// Analysis is the interface of screens to the analysis. Its functions run in the background, one at
// a time.
type Analysis struct {
	// Lines analyses a unit. If it is nil, there is no analysis.
	Lines func(ctx context.Context, core *il.Core, unit *il.Unit) (Unit, error)
	// About reports whether the analysis reports two accesses, of thread A and of thread B,
	// and why. It may be nil.
	About func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (Pair, error)
}

// Unit is the analysis of a unit, from the least abstract state at its entry.
type Unit struct {
	Lines []Line // one for each statement, in the order of the text
	End   State  // its summary
}

// Line is the analysis of a statement.
type Line struct {
	Stmt   il.Stmt // of the core program
	At     il.Position
	Text   string // the statement in core form: "x := b.f"
	Rule   string // of Figure 7: "load"
	Before State
	W      []string // expressions added to W: "x", "b.f"
	Lock   string   // the lock context L after the statement: "1", or "m, n" if locks have names
	A      []string // accesses added to A: "(b.f, R, 1)"
}

// State is an abstract state ⟨W, L, A⟩.
type State struct {
	W    []string
	More int // how many elements of W are left out, if W is large
	Lock string
	A    int // how many elements A has
}

// Pair is the verdict of the analysis on two accesses.
type Pair struct {
	ID      string // "R1"; empty if no list has the pair
	Race    bool   // the analysis reports it
	Verdict string // a sentence
	Tests   []Test
	Never   string // why the accesses never race, by a certificate of absence; may be empty
}

// Test is a condition for reporting.
type Test struct {
	Name    string // "lock"
	Holds   bool
	Finding string // a sentence
}

// Repairs is the interface of screens to repairs. Both functions run in the background; a function
// that is nil is not available.
type Repairs struct {
	// Remove proposes changes that remove a race.
	Remove func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (Repair, error)
	// Shrink finds the statements that can leave lock regions.
	Shrink func(ctx context.Context, core *il.Core) (Repair, error)
}

// Repair is an answer of Repairs.
type Repair struct {
	Title     string   // "meps reads at 26:5, reps writes at 32:3"
	Text      []string // remarks about all proposals
	Proposals []Proposal
}

// Step is a step of an execution: its position, and a sentence about its effect.
type Step struct{ At, Does string }

// Head returns the number and the position of step n in a list, where n counts from 1.
func (s Step) Head(n int) string { return fmt.Sprintf("%3d  %-5s  ", n, s.At) }

// Proposal is a changed program.
type Proposal struct {
	Title string   // "put b.f := x at 32:3 in reps under the lock"
	Diff  []string // in the format of patch
	Table []string // races and reports before and after the change
	Notes []string // sentences
	Steps []Step   // the execution that the last note is about, if it is about one
	Core  *il.Core // the changed program
}
