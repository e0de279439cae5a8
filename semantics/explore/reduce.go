package explore

import "wobbly/semantics/explore/machine"

// persistent is a thread of which the steps suffice from the present state on, or
// -1: see the reduction in doc.go.
func (x *expander) persistent() int {
	if !x.o.Reduce {
		return -1
	}
	for i := range 2 {
		if x.independent(i) {
			return i
		}
	}
	return -1
}

// independent tells whether the next command of thread i commutes with everything
// that the other thread may do before it, and races with none of that.
func (x *expander) independent(i int) bool {
	c, d := x.m.At[i], x.m.At[1-i]
	if c.MayStick() {
		return false
	}
	switch c.Op {
	case machine.OpEnd:
		return false
	case machine.OpCopy, machine.OpNew, machine.OpPop, machine.OpUnlock:
		return true
	case machine.OpLock:
		return c.Level > 0 || d.Level == 0 && !d.Future.Locks
	}
	others := d.Future
	if c.Level > 0 { // the other thread stops before it locks
		others = d.UntilLock
	}
	return !c.Effects.Conflicts(others) || x.private(i)
}

// private tells whether every object whose cells the next command of thread i
// reads or writes is one that the other thread cannot reach.
func (x *expander) private(i int) bool {
	known := false
	if x.touched, known = x.m.Touched(i, x.touched[:0]); !known {
		return false
	}
	x.reached.Reach(x.m, 1-i)
	private := true
	for _, o := range x.touched {
		private = private && x.reached.Of(o) == 0
	}
	x.reached.End()
	return private
}
