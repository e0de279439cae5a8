package unordered

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
)

// Options are the knobs of a search. Begin with Defaults: the zero Options
// enter no loop.
type Options struct {
	Init       explore.Init    // All well-behaved initial states, or a Given one
	Start      *semantics.Init // with Given: the initial state; nil for the file's init block
	Unroll     int             // rounds of each loop each time it is reached; explore.Unbounded for all
	MaxStates  int             // states to meet, a few more may be met; 0 for no limit
	MaxObjects int             // objects of a state, besides those of a given initial state; 0 for no limit

	Progress func(explore.Progress) // called now and then; may be nil
}

// Defaults searches everything: all initial states, no bound.
func Defaults() Options { return Options{Unroll: explore.Unbounded} }

// Race is a pair of accesses, the left unit's and the right unit's, that some
// execution leaves unordered by happens-before, and such an execution.
type Race struct {
	Left, Right explore.Access
	Execution   *Execution // nil where it would have more than LongestExecution steps
}

// LongestExecution is how many steps an execution may have to be written down.
const LongestExecution = 100_000

// Sites is the pair of sites, the left unit's first.
func (r *Race) Sites() il.Sites {
	return il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}
}

// Execution is an execution of Figure 6 that makes both accesses of a pair, the
// second one by its last step. It need not be a shortest one.
type Execution struct {
	Init  semantics.Init
	Steps []execution.Turn
	First int // the step, from 0, that is the first of the two accesses
}

// Result is what a search has found.
type Result struct {
	Races       []Race      // sorted by positions, reads before writes
	Long        int         // how many of them have no Execution because it is too long
	Drawn       int         // how many of them drawn executions showed, before the search
	States      uint64      // different ones that the search met; 0 where nothing was left to search for
	Watching    uint64      // of these, states behind a first access
	Transitions uint64      // successors that they have, with and without a first access
	Complete    bool        // there are no other races
	Cut         explore.Cut // why there may be, the first reason; explore.NotCut if and only if Complete
}
