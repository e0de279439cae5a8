package explore

import (
	"math/bits"

	"wobbly/il"
	"wobbly/semantics/explore/driver"
	"wobbly/witness"
)

// A Cut is a reason why a search is not complete. Its text names the limit.
type Cut string

// The reasons. A result has the first one that applies.
const (
	NotCut       Cut = ""
	CutInterrupt Cut = "interrupted" // the context was cancelled
	CutTimeout   Cut = "timeout"     // the context's deadline passed
	CutMemory    Cut = "memory"      // the context's cause is ErrMemory
	CutStates    Cut = "states"      // Limits.MaxStates
	// A state has too many objects, bytes, successors, or ways for two accesses to meet.
	CutStateSize Cut = "state size"
	CutSwitches  Cut = "switches" // Limits.Switches
	CutUnroll    Cut = "unroll"   // Limits.Unroll
	CutAliases   Cut = "aliases"  // Limits.Aliases
	CutSampling  Cut = "random"   // random runs are a sample
)

func reason(c driver.Cuts) Cut {
	if c == 0 {
		return NotCut
	}
	return [...]Cut{ // in the order of package driver
		CutInterrupt, CutTimeout, CutMemory, CutStates, CutStateSize, CutSwitches, CutUnroll,
		CutAliases, CutSampling,
	}[bits.TrailingZeros16(uint16(c))]
}

// An Access is a side of a race: a load or store of the program.
type Access struct {
	Stmt il.Stmt // *il.Load or *il.Store, or *il.Lock
	At   il.Pos
	Kind il.AccessKind
}

// AccessOf returns the access of a load, a store or a lock().
func AccessOf(s il.Stmt) Access {
	at, _ := il.SiteOf(s)
	return Access{Stmt: s, At: s.Pos(), Kind: at.Kind}
}

// A Race is a pair of accesses that race (Definition 3.6), the left unit's and the right unit's,
// and an execution that shows it. A deadlock has the same form: its accesses are two lock()
// commands, each of a lock that the other thread holds.
type Race struct {
	Left, Right Access
	// Steps is the length of the witness, which is a shortest one with Breadth.
	Steps int
	// Witness builds the witness from the states of the search, which stay in memory as long as any
	// of its races. It must not be called concurrently.
	Witness func() *witness.Witness
}

// A Layout decides which configurations are one state; see the package comment.
type Layout string

// The layouts. Random runs keep no states and have no layout.
const (
	Canonical Layout = "canonical"
	Flat      Layout = "flat"
)

// A Result is what a search has found.
type Result struct {
	Races     []Race // sorted by positions, reads before writes; see Distinct for self pairs
	Deadlocks []Race // sorted in the same way
	Layout    Layout // in which the numbers were counted

	// States is the number of different states that were met, the initial ones included, and
	// Transitions the number of steps from them, also of steps to states met before.
	States, Transitions uint64
	Depth               int // the steps of the longest path; with Breadth, to the furthest state
	// Ends is the number of states in which both threads have ended; with Prune, of those that were
	// met. In the other states without a step a thread has no rule (StuckEnds) or waits forever
	// (DeadlockStates).
	Ends, StuckEnds, DeadlockStates uint64
	Memory                          uint64 // the most bytes that the states took at any time

	Complete bool // whether every state was visited, so that there are no other races
	Cut      Cut  // the first reason why not; NotCut if and only if Complete
	// Missed bounds the probability that a search with fingerprints treated two states as one, so
	// that Complete may be wrong. It is 0 for exact searches.
	Missed float64
}

func (r *Result) add(all ...found) {
	for _, f := range all {
		if il.Acquires(f.race.Left.Stmt) {
			r.Deadlocks = append(r.Deadlocks, f.race)
		} else {
			r.Races = append(r.Races, f.race)
		}
	}
	sortRaces(r.Races)
	sortRaces(r.Deadlocks)
}
