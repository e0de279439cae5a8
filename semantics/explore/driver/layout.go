package driver

// A Layout is a form in which states are kept, with the states that a search has met and the
// frontier: those that it has not visited yet. States lie in parts, such as the shards of a hash
// table. A Search calls the methods in rounds, in their order here, and Look and Fill from several
// goroutines at once, from each for another part and as another worker.
type Layout interface {
	// Start adds initial states and returns how many. A layout may leave some to the first rounds.
	Start() int

	// Round chooses states of the frontier to visit and returns in how many parts they lie. The
	// search may meet room more states; room is at least 1.
	Round(room int) (parts int)

	// Look finds the races of the chosen states of a part for which the goal still looks.
	Look(worker, part int)

	// Hits returns the races that Look has found, in an order that does not depend on the workers.
	Hits() []Hit

	// Plan returns in how many parts the steps from the chosen states lead.
	Plan() (parts int)

	// Waiting returns how many steps lead to a part, at most; or 0 if the layout checks the number
	// of states between rounds only.
	Waiting(part int) int

	// Fill adds to a part the states that are new to it, at most room, and returns how many. It is
	// not ok if more would have been added, the context is done, or the layout has failed.
	Fill(worker, part, room int) (added int, ok bool)

	// Advance takes the chosen states off the frontier and reports whether any state is left there.
	Advance() (more bool)

	// Failed reports whether the layout cannot keep the states that were met: there is no result.
	Failed() bool

	// Counts returns what was counted so far.
	Counts() Counts
}

// Counts are what a layout counts in a search.
type Counts struct {
	Looked uint64 // states that were visited
	// Transitions are the steps from them, also those that were not made since they lead to no
	// other states or races.
	Transitions uint64
	Depth       int    // steps of the longest path to a state that was visited
	Ends        uint64 // states in which both threads have ended
	StuckEnds   uint64 // states with no step in which a thread has no rule
	Deadlocks   uint64 // states with no step in which a thread waits forever
	Memory      uint64 // bytes that the states take
	MaxMemory   uint64 // the most bytes that they have taken
	// Missed bounds the probability that two states were treated as one, with fingerprints.
	Missed float64
	Cuts   Cuts // what was left out from the states that were visited
}

func (c *Counts) Add(d Counts) {
	c.Transitions += d.Transitions
	c.Ends += d.Ends
	c.StuckEnds += d.StuckEnds
	c.Deadlocks += d.Deadlocks
	c.Cuts |= d.Cuts
}
