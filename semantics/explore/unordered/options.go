package unordered

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
)

// Options configure a search. Start from Defaults: the zero Options enter no loop.
type Options struct {
	Init  explore.Init    // explore.All for all well-behaved initial states, or explore.Given
	Start *semantics.Init // the initial state if Init is Given; nil for the file's init block
	// Unroll is how often a loop is entered each time it is reached, or explore.Unbounded.
	Unroll int
	// MaxStates bounds the states that are met, up to a few more; 0 means no limit.
	MaxStates int
	// MaxObjects bounds the objects of a state without those of a given initial one; 0 is no limit.
	MaxObjects int
	Progress   func(explore.Progress) // called now and then; may be nil
}

// Defaults returns options for an exhaustive search: all initial states, no bound.
func Defaults() Options { return Options{Unroll: explore.Unbounded} }

// A Race is a pair of accesses, the left unit's and the right unit's, that some execution leaves
// unordered by happens-before, and such an execution.
type Race struct {
	Left, Right explore.Access
	Execution   *Execution // nil if it would have more than LongestExecution steps
}

// LongestExecution bounds the steps of an execution that is written down.
const LongestExecution = 100_000

// Sites returns the sites of the race, the left unit's first.
func (r *Race) Sites() il.Sites {
	return il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}
}

// An Execution is an execution of Figure 6 that makes both accesses of a pair, the second one by
// its last step. It need not be a shortest one.
type Execution struct {
	Init  semantics.Init
	Steps []execution.Turn
	First int // the index of the step that makes the first of the two accesses
}

// A Result is what a search has found.
type Result struct {
	Races       []Race      // sorted by positions, reads before writes
	Long        int         // how many of these have no Execution because it is too long
	Drawn       int         // how many of these were found in random executions before the search
	States      uint64      // how many states were met; 0 if nothing was left to search for
	Watching    uint64      // how many of these are after a first access
	Transitions uint64      // how many successors states have, with and without a first access
	Complete    bool        // whether there are no other races
	Cut         explore.Cut // the first reason why there may be; NotCut if and only if Complete
}
