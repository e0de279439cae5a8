package driver

// A Layout holds the states that a search has met, in some form, and the frontier, the states not
// yet visited. States are in parts, such as the shards of a hash table. A Search calls the methods
// in rounds, in the order below. It calls Look and Fill concurrently, each goroutine with a part
// and a worker of its own.
type Layout interface {
	// Start adds initial states and returns how many. A layout may leave some to the first rounds.
	Start() int

	// Round chooses states of the frontier to visit and returns the number of parts that they are
	// in. The search may meet room more states; room is at least 1.
	Round(room int) (parts int)

	// Look finds the races of the chosen states of a part that the goal still looks for.
	Look(worker, part int)

	// Hits returns the races that Look has found, in an order that does not depend on the workers.
	Hits() []Hit

	// Plan returns the number of parts to which steps from the chosen states lead.
	Plan() (parts int)

	// Waiting returns an upper bound on the steps that lead to a part, or 0 if the layout checks
	// the number of states between rounds only.
	Waiting(part int) int

	// Fill adds the states that are new to a part, at most room, and returns their number. ok is
	// false if there are more, the context is done, or the layout has failed.
	Fill(worker, part, room int) (added int, ok bool)

	// Advance removes the chosen states from the frontier and reports whether any state is left.
	Advance() (more bool)

	// Failed reports whether the layout cannot represent some state: then there is no result.
	Failed() bool

	Counts() Counts
}

// Counts are statistics of a search that the layout keeps.
type Counts struct {
	Looked uint64 // states that were visited
	// Transitions are the steps from them, including those that were not made because they lead to
	// no other states or races.
	Transitions uint64
	Depth       int    // the length of the longest path to a state that was visited
	Ends        uint64 // states in which both threads have ended
	StuckEnds   uint64 // states with no step in which a thread has no rule
	Deadlocks   uint64 // states with no step in which a thread waits forever
	Memory      uint64 // the bytes that the states take
	MaxMemory   uint64 // the most bytes that they have taken
	// Missed bounds the probability that two states were treated as one, with fingerprints.
	Missed float64
	Cuts   Cuts // reasons why successors of visited states were left out
}

// Add adds the counts of steps and the cuts of one worker.
func (c *Counts) Add(d Counts) {
	c.Transitions += d.Transitions
	c.Ends += d.Ends
	c.StuckEnds += d.StuckEnds
	c.Deadlocks += d.Deadlocks
	c.Cuts |= d.Cuts
}
