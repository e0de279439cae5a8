package driver

// Layout is a form in which states are kept, with the states that a search has met in it and the
// frontier: those of them that were not looked at yet. States lie in parts, such as the shards of a
// hash table. A Search calls the methods in rounds, in the order in which they stand here, and Look
// and Fill from several goroutines at once: from each for another part and as another worker.
type Layout interface {
	// Start adds initial states and returns how many. A layout may leave some to the first rounds.
	Start() int

	// Round chooses states of the frontier to be looked at and returns in how many parts they lie.
	// The search may meet room more states; room is at least 1.
	Round(room int) (parts int)

	// Look looks at the chosen states of a part: do sites race there that the goal has not?
	Look(worker, part int)

	// Hits are the races that Look has found, in an order that does not depend on the workers.
	Hits() []Hit

	// Plan returns in how many parts the steps from the chosen states lead.
	Plan() (parts int)

	// Waiting is how many steps lead to a part, at most; 0 where that does not matter since the
	// number of states is looked at between rounds only.
	Waiting(part int) int

	// Fill adds to a part the states that are new to it, at most room, and returns how many. It is
	// not ok where more would have been added, the context is done, or the layout has failed.
	Fill(worker, part, room int) (added int, ok bool)

	// Advance takes the chosen states off the frontier and reports whether any state is left there.
	Advance() (more bool)

	// Failed reports whether the layout cannot hold the states that were met: there is no result.
	Failed() bool

	// Counts are what was counted so far.
	Counts() Counts
}

// Counts are what a layout counts in a search.
type Counts struct {
	Looked uint64 // states that were looked at
	// Transitions are the steps from them, also those that were not made since they lead to no
	// other states or races.
	Transitions uint64
	Depth       int    // steps of the longest path to a state that was looked at
	Ends        uint64 // states in which both threads have ended
	StuckEnds   uint64 // states with no step in which a thread has no rule
	Deadlocks   uint64 // states with no step in which a thread waits for ever
	Memory      uint64 // bytes that the states take
	MaxMemory   uint64 // bytes that they took when they took most
	// Missed bounds the probability that a state was taken for another, with fingerprints.
	Missed float64
	Cuts   Cuts // what was left out from the states that were looked at
}

// Add adds what another worker has counted.
func (c *Counts) Add(d Counts) {
	c.Transitions += d.Transitions
	c.Ends += d.Ends
	c.StuckEnds += d.StuckEnds
	c.Deadlocks += d.Deadlocks
	c.Cuts |= d.Cuts
}
