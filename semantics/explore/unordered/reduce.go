package unordered

import "wobbly/semantics/explore"

// alone is a thread of which the steps suffice from the present state on, or -1:
// see the reduction in doc.go.
func (x *mover) alone(f first) int {
	for i := range 2 {
		if x.apart(i, f) {
			return i
		}
	}
	return -1
}

// apart tells whether the next command of thread i commutes with everything that
// the other thread may do before it.
func (x *mover) apart(i int, f first) bool {
	p, q := x.at[i], x.at[1-i]
	others := q.all
	if p.level > 0 || f.closed && i == f.thread { // the other thread does not lock before the command, or not at all
		others = q.toLock
	}
	switch p.op {
	case end:
		return false
	case local, release:
		return true
	case acquire:
		return p.level > 0 || q.level == 0 && !others.Locks
	}
	return !x.depend(p.does, others, f) || x.private(i)
}

// depend tells whether a command may read what others write, write what they
// read, or write what they write and somebody reads.
func (x *mover) depend(does, others explore.Ahead, f first) bool {
	return does.Writes&others.Reads != 0 || does.Reads&others.Writes != 0 ||
		does.Writes&others.Writes&x.reads(f) != 0
}

// private tells whether every object whose cells the next command of thread i
// reads or writes is one that the other thread cannot reach.
func (x *mover) private(i int) bool {
	k, other := &x.codec, x.at[1-i]
	k.begin(x.m)
	defer k.end()
	for _, r := range other.live {
		k.look(x.m.At(r))
	}
	for o := int32(1); x.lazy() && o <= x.m.Objects(); o++ { // it may yet be given any initial object
		if x.m.Made(o) == 0 {
			k.look(o)
		}
	}
	x.follow(x.fieldsOf(other.all.Reads), 0)
	var known bool
	x.met, known = x.m.Touched(i, x.met[:0])
	for _, o := range x.met {
		known = known && k.num[o] == 0
	}
	return known
}
