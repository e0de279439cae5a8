package explore

import (
	"math"
	"math/bits"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/witness"
)

// Init says from which initial states a search starts.
type Init uint8

const (
	// All stands for every well-behaved initial state.
	All Init = iota
	// Given is one initial state: Options.Start, or the file's init block.
	Given
)

// String is the word of the command line.
func (i Init) String() string {
	if i == Given {
		return "given"
	}
	return "all"
}

// Strategy is the order in which a search meets states.
type Strategy uint8

const (
	// Breadth visits states in the order of their distance, so that witnesses
	// are as short as can be.
	Breadth Strategy = iota
	// Depth goes on from the state found last.
	Depth
	// Random makes Options.Runs runs from initial states, each step drawn. It
	// never is complete.
	Random
)

// String is the word of the command line.
func (s Strategy) String() string { return [...]string{"breadth", "depth", "random"}[s] }

// Unbounded is for Options.Unroll and Options.Switches: no bound.
const Unbounded = -1

// Options are the knobs of a search. Begin with Defaults: the zero Options
// enter no loop and never change from one thread to the other.
type Options struct {
	Init        Init
	Start       *semantics.Init // with Given: the initial state; nil for the file's init block
	Unroll      int             // rounds of each loop each time it is reached; Unbounded for all
	Switches    int             // how often to go on with the other thread; Unbounded for always
	MaxStates   int             // states to meet, a few more may be met; 0 for no limit
	MaxObjects  int             // objects of a state, besides those of a given initial state; 0 for no limit
	Fingerprint bool            // remember hashes of states instead of states
	Reduce      bool            // leave out interleavings that lead to no other race
	Prune       bool            // leave out states ahead of which no race can lie that was not seen, unless Unroll cuts
	Strategy    Strategy
	Seed        uint64         // of Random
	Runs        int            // of Random
	Workers     int            // goroutines, of Breadth; the answer does not depend on it
	Progress    func(Progress) // called now and then by the goroutine of Search; may be nil; States falls once if a search is begun anew
}

// Defaults searches everything: all initial states, no bound, exactly.
func Defaults() Options {
	return Options{Unroll: Unbounded, Switches: Unbounded, Runs: 1000, Workers: 1}
}

// Progress is how far a search has come.
type Progress struct {
	States   uint64 // met so far
	Frontier uint64 // of these, met and not yet looked at
	Depth    int    // steps of the states being looked at
	Races    int    // found so far
	Memory   uint64 // bytes that the states take
}

// Cut says what kept a search from being complete.
type Cut string

// The reasons. Where there are several, a result has the first of this list.
const (
	NotCut       Cut = ""
	CutInterrupt Cut = "interrupted" // the context was cancelled
	CutTimeout   Cut = "timeout"     // the context's deadline passed
	CutStates    Cut = "states"      // Options.MaxStates
	CutStateSize Cut = "state size"  // a state has too many objects (Options.MaxObjects), bytes or successors
	CutSwitches  Cut = "switches"    // Options.Switches
	CutUnroll    Cut = "unroll"      // Options.Unroll
	CutSampling  Cut = "random"      // random runs are a sample
)

// cuts is a set of reasons: bit i stands for reason i of cutList.
type cuts uint8

const (
	cutInterrupt cuts = 1 << iota
	cutTimeout
	cutStates
	cutStateSize
	cutSwitches
	cutUnroll
	cutSampling
)

var cutList = [...]Cut{CutInterrupt, CutTimeout, CutStates, CutStateSize, CutSwitches, CutUnroll, CutSampling}

// reason is the first reason of the set.
func (c cuts) reason() Cut {
	if c == 0 {
		return NotCut
	}
	return cutList[bits.TrailingZeros8(uint8(c))]
}

// Access is a side of a race: a load or store of the program.
type Access struct {
	Stmt il.Stmt // *il.Load or *il.Store
	At   il.Pos
	Kind il.AccessKind
}

// Race is a pair of accesses that race (Definition 3.6), the left unit's and
// the right unit's, and an execution that shows it.
type Race struct {
	Left, Right Access
	Steps       int // of the witness; a shortest one with Breadth
	Witness     *witness.Witness
}

// Result is what a search has found.
type Result struct {
	Races       []Race // sorted by positions, reads before writes
	States      uint64 // different ones met, the initial ones included; what is one state, the package comment says
	Transitions uint64 // steps that were executed from them
	Depth       int    // steps of the longest way looked at; with Breadth, of the furthest state
	Ends        uint64 // states in which both threads have ended; with Prune, those that were met
	StuckEnds   uint64 // states with no way on in which a thread has no rule
	Deadlocks   uint64 // states in which a thread waits for ever
	Complete    bool   // every state was looked at: there are no other races
	Cut         Cut    // why not, the first reason; NotCut if and only if Complete
	// Missed bounds the probability that a search with fingerprints has taken
	// a state for another: then Complete is only as sure as this. It is 0 for
	// exact searches.
	Missed float64
	Memory uint64 // bytes that the states took when they took most
}

// maxOrdinal bounds the successors of a state.
const maxOrdinal = math.MaxUint32 >> 8
