package flat

import (
	"wobbly/il/flow"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// An answer says in which states of a bucket something is true.
type answer uint8

const (
	no answer = iota
	yes
	maybe // in some states
)

// independent says in which states of a pair of control states the steps of thread i suffice (see
// the reduction in package explore). The answer is maybe if that depends on the objects that the
// other thread can reach.
func (r *reacher) independent(f *Layout, at [2]*machine.Control, i int) answer {
	switch driver.Independence(at, i) {
	case driver.Dependent:
		return no
	case driver.Independent:
		return yes
	}
	switch {
	case !f.threads[i].effects[at[i].ID].own.conflicts(f.others(at, i)):
		return yes
	case r.clash(f, at, i, nil):
		return no
	default:
		return maybe
	}
}

// others returns what the other thread may touch before the next command of thread i.
func (l *Layout) others(at [2]*machine.Control, i int) *touched {
	e := &l.threads[1-i].effects[at[1-i].ID]
	return driver.Others(at, i, &e.future, &e.untilLock)
}

type reacher struct {
	seen flow.ObjectSet
	next []int32 // the objects of seen whose cells were not visited yet
}

// reach finds the objects that thread i may use from a state on: those in its registers, and those
// that it may load from cells of such objects into registers that matter. If state is nil, it finds
// the objects that the thread may use in every state.
func (r *reacher) reach(f *Layout, i int, c *machine.Control, state []uint64) {
	r.seen = flow.ObjectSet{}
	t := &f.threads[i]
	if f.initial > 0 { // the thread may still get any initial object
		for o := f.firstObject(); o <= f.initial; o++ {
			r.meet(o)
		}
	}
	meet := func(at operand) {
		if o, known := at.in(state); known {
			r.meet(o)
		}
	}
	for _, root := range t.roots[c.ID] {
		meet(root)
	}
	reads := t.effects[c.ID].future.counts
	for len(r.next) > 0 {
		o := r.next[len(r.next)-1]
		r.next = r.next[:len(r.next)-1]
		for at := o * f.width; at < (o+1)*f.width; at++ {
			if reads.has(f.cellOf(at)) {
				meet(f.cells[at])
			}
		}
	}
}

func (r *reacher) meet(o int32) {
	if !r.seen.Has(o) {
		r.seen.Add(o)
		r.next = append(r.next, o)
	}
}

// in returns the value in a state, or in every state if state is nil, if it is known.
func (o operand) in(state []uint64) (v int32, known bool) {
	if state == nil {
		return int32(o.known), o.mask == 0
	}
	return int32(o.get(state)), true
}

// clash reports whether the next command of thread i touches a cell that the other thread can reach
// and may touch before it, where at least one of the two writes. If state is nil, it reports
// whether this is true in every state.
func (r *reacher) clash(f *Layout, at [2]*machine.Control, i int, state []uint64) bool {
	others, reached := f.others(at, i), false
	for _, p := range f.threads[i].actions[at[i].ID].touches {
		now := p.root
		for k, field := range p.path {
			o, known := now.in(state)
			if !known {
				break
			}
			if state != nil && (o < f.firstObject() || f.symbol(uint8(o))) {
				return true // it may be any initial object
			}
			now = f.cells[o*f.width+field]
			cell := f.cellOf(o*f.width + field)
			writes := at[i].Op == machine.OpStore && k == len(p.path)-1
			if !others.writes.has(cell) && !(writes && others.reads.has(cell)) {
				continue
			}
			if !reached {
				reached = true
				r.reach(f, 1-i, at[1-i], state)
			}
			if r.seen.Has(o) {
				return true
			}
		}
	}
	return false
}

// commute reports whether the next commands of A and B commute according to the points-to analysis
// and neither enables or disables the other.
//
// If they do, both orders lead to the same states in the same number of steps, so A's command need
// not be executed after B's: A sleeps. No state is lost: by induction on the number of steps, the
// search reaches the state after A's command, and B moves from there. These are Godefroid's sleep
// sets (1990), with one command each. With the reduction, only one thread may move from the state
// before, so nothing sleeps.
func (l *Layout) commute(at [2]*machine.Control) bool {
	a, b := at[0], at[1]
	locks := func(c *machine.Control) bool {
		return c.Op == machine.OpLock || c.Op == machine.OpUnlock
	}
	return a.Op != machine.OpEnd && !(locks(a) && locks(b)) &&
		!l.threads[0].effects[a.ID].own.conflicts(&l.threads[1].effects[b.ID].own)
}
