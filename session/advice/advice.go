package advice

import (
	"context"
	"fmt"

	"wobbly/il"
)

// Analysis is what the caller gives the screens about the analysis. Its
// functions run beside the loop, one at a time.
type Analysis struct {
	// Lines is the analysis of a unit. nil: there is no analysis.
	Lines func(ctx context.Context, core *il.Core, unit *il.Unit) (Unit, error)
	// About is what the analysis says of two accesses, thread A's and thread B's.
	// It may be nil.
	About func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (Pair, error)
}

// Unit is what the analysis makes of a unit, statement by statement in
// the order of the text, from the least abstract state at its entry.
type Unit struct {
	Lines []Line
	End   State // its summary
}

// Line is what the analysis does at a statement.
type Line struct {
	Stmt   il.Stmt // of the core program
	At     il.Position
	Text   string // the statement in core form: "x := b.f"
	Rule   string // of Figure 7: "load"
	Before State
	W      []string // expressions added to W: "x", "b.f"
	Lock   int      // the lock context L behind the statement
	A      []string // accesses added to A: "(b.f, R, 1)"
}

// State is an abstract state ⟨W, L, A⟩. Long sets are cut.
type State struct {
	W    []string
	More int // elements of W that are left out
	Lock int
	A    int // how many elements A has
}

// Pair is what the analysis says of two accesses.
type Pair struct {
	ID      string // "R1"; empty where they are in no list
	Race    bool   // it reports them
	Verdict string // a sentence
	Tests   []Test
}

// Test is a condition for reporting.
type Test struct {
	Name    string // "lock"
	Holds   bool
	Finding string // a sentence
}

// Repairs are the questions how a program can be changed. Both run beside
// the loop.
type Repairs struct {
	// Remove proposes changes that remove a race. nil: nobody does.
	Remove func(ctx context.Context, core *il.Core, pair il.Pair, sites il.Sites) (Repair, error)
	// Shrink asks which statements can leave lock regions. nil: nobody does.
	Shrink func(ctx context.Context, core *il.Core) (Repair, error)
}

// Repair is the answer.
type Repair struct {
	Title     string   // "meps reads at 26:5, reps writes at 32:3"
	Text      []string // what is to be said beside the proposals
	Proposals []Proposal
}

// Step is a step of an execution: where, and what it does, in a sentence.
type Step struct{ At, Does string }

// Head is what stands before the sentence where steps are listed, n from 1 on.
func (s Step) Head(n int) string { return fmt.Sprintf("%3d  %-5s  ", n, s.At) }

// Proposal is a changed program.
type Proposal struct {
	Title string   // "put b.f := x at 32:3 in reps under the lock"
	Diff  []string // as patch reads it
	Table []string // what is known of the program before and after
	Notes []string // sentences
	Steps []Step   // of an execution that the last note tells of; none where it tells of none
	Core  *il.Core // the changed program
}
