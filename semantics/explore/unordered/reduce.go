package unordered

import "wobbly/semantics/explore/machine"

// persistent is a thread of which the steps suffice from the present state on, or -1:
// see the reduction in doc.go.
func (x *mover) persistent(f first) int {
	for i := range 2 {
		if x.independent(i, f) {
			return i
		}
	}
	return -1
}

// independent tells whether the next command of thread i commutes with everything that
// the other thread may do before it.
func (x *mover) independent(i int, f first) bool {
	p, q := x.at[i], x.at[1-i]
	others := q.future
	if p.level > 0 || f.closed && i == f.thread { // the other thread does not lock before the command, or not at all
		others = q.untilLock
	}
	switch p.op {
	case end:
		return false
	case local, release:
		return true
	case acquire:
		return p.level > 0 || q.level == 0 && !others.Locks
	}
	return !x.depend(p.effects, others, f) || x.private(i)
}

// depend tells whether a command may read what others write, write what they
// read, or write what they write and somebody reads.
func (x *mover) depend(does, others machine.Effects, f first) bool {
	return does.Writes&others.Reads != 0 || does.Reads&others.Writes != 0 ||
		does.Writes&others.Writes&x.reads(f) != 0
}

// private tells whether every object whose cells the next command of thread i
// reads or writes is one that the other thread cannot reach.
func (x *mover) private(i int) bool {
	k, other := &x.numbers, x.at[1-i]
	k.Begin(x.m)
	defer k.End()
	for _, r := range other.live {
		k.Meet(x.m.Value(r))
	}
	for o := int32(1); x.lazy() && o <= x.m.Objects(); o++ { // it may yet be given any initial object
		if x.m.Made(o) == 0 {
			k.Meet(o)
		}
	}
	x.follow(x.fieldsOf(other.future.Reads), 0)
	var known bool
	x.touched, known = x.m.Touched(i, x.touched[:0])
	for _, o := range x.touched {
		known = known && k.Of(o) == 0
	}
	return known
}
