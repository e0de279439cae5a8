package driver

import "wobbly/semantics/explore/machine"

// A Verdict is the result of Independence for a command.
type Verdict uint8

const (
	Dependent   Verdict = iota // the command may not commute
	Independent                // the command commutes
	// ByCells means that the command commutes unless the other thread may touch one of its cells.
	ByCells
)

// Independence decides, without looking at cells, whether the next command of thread i commutes
// with everything that the other thread may do before it, and races with none of it. See the
// reduction in package explore.
func Independence(at [2]*machine.Control, i int) Verdict {
	c, d := at[i], at[1-i]
	switch c.Op {
	case machine.OpEnd:
		return Dependent
	case machine.OpUnlock:
		if c.MayStick() {
			return Dependent
		}
	case machine.OpLock:
		if c.MayWait() && (d.Level.Held() || d.Future.Locks != 0) {
			return Dependent
		}
	case machine.OpLoad, machine.OpStore, machine.OpPush:
		return ByCells
	}
	return Independent
}

// Others returns what the other thread may do before the next command of thread i. future is
// everything to the thread's end, untilLock what precedes its next lock().
func Others[E any](at [2]*machine.Control, i int, future, untilLock E) E {
	if at[i].Stops {
		return untilLock
	}
	return future
}
