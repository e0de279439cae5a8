package flat

import "wobbly/semantics/explore/machine"

// Where the next commands of A and B commute, both orders lead to the same states, by
// as many steps: after the one of B, that of A need not be executed. It is always A that
// need not move, so nothing is left out: by induction on the number of steps, the state
// after A is met, and from there B moves. These are the sleep sets of Godefroid (1990), of
// one command each.
//
// With the reduction, only one thread may move from the state before, so nothing is
// asleep there. A bucket pulls first what makes A sleep: a state that both threads come to in
// the same level is one from which A need not move.

// commute tells whether the next commands of A and B commute, as far as the points-to
// analysis tells, and neither enables or disables the other.
func (f *Layout) commute(at [2]*machine.Control) bool {
	a, b := at[0], at[1]
	return a.Op != machine.OpEnd && !(changesLock(a) && changesLock(b)) &&
		!f.threads[0].effects[a.ID].own.conflicts(&f.threads[1].effects[b.ID].own)
}

// changesLock tells whether the next command changes the level of the lock.
func changesLock(c *machine.Control) bool { return c.Op == machine.OpLock || c.Op == machine.OpUnlock }

// note is the one of the states that a pull brings.
func (p pull) note() uint8 {
	if p.sleep {
		return movesB
	}
	return usual
}

// sleepers is from how many states of the front thread i can move but need not.
func (f *front) sleepers(i int) uint64 {
	if i == 0 {
		return uint64(f.asleep)
	}
	return 0
}
