package unordered

import (
	"wobbly/semantics/explore/machine"
)

// first is the first access of a pair, once it has been made: which one it was,
// and what is known of the order since. The zero first says that none was made
// yet.
type first struct {
	made   bool
	thread int   // that made it
	site   int32 // of that thread
	object int32 // whose cell it was
	field  int32
	closed bool // the thread held the lock then, or has taken it since: the other one's next lock() comes behind an unlock() that comes behind the access
}

// after is what is known after the command of p, a step of thread i. (The other
// thread's next lock() after closed needs no notice: no candidate pair comes
// from it before that, so that no state there is kept.)
func (f first) after(i int, p *point) first {
	if f.made && i == f.thread && p.op == acquire {
		f.closed = true
	}
	return f
}

// future is what a thread at p, not that of the first access, may do before it is
// ordered behind that.
func (f first) future(p *point) machine.Effects {
	if f.closed {
		return p.untilLock
	}
	return p.future
}

// reads are the fields whose cells count in the present state: those that
// commands to come may read.
func (x *mover) reads(f first) uint64 {
	if !f.made {
		return x.at[0].future.Reads | x.at[1].future.Reads
	}
	return x.at[f.thread].future.Reads | f.future(x.at[1-f.thread]).Reads
}

// useless tells whether nothing that the thread of the first access may still do
// matters to what the other one does before it is ordered.
func (x *mover) useless(f first) bool {
	return x.at[f.thread].future.Writes&f.future(x.at[1-f.thread]).Reads == 0
}
