package flat

import (
	"slices"

	"wobbly/il/flow"
	"wobbly/semantics/explore/machine"
)

// may tells whether something holds of the states of a bucket.
type may uint8

const (
	no may = iota
	yes
	maybe // of some
)

// independent tells whether the next command of a thread commutes with everything
// that the other thread may do before it, and races with none of that: see the
// reduction in doc.go. Where that depends on which objects the other thread can
// reach, it is so in some states.
func (w *worker) independent(at [2]*machine.Control, i int) may {
	c, d := at[i], at[1-i]
	switch c.Op {
	case machine.OpEnd:
		return no
	case machine.OpCopy, machine.OpNew, machine.OpPop, machine.OpUnlock:
		return yes
	case machine.OpLock:
		if c.Level > 0 || d.Level == 0 && !d.Future.Locks {
			return yes
		}
		return no
	}
	switch {
	case !w.f.threads[i].effects[c.ID].own.conflicts(w.f.others(at, i)):
		return yes
	case w.reacher.clash(w.f, at, i, nil):
		return no
	default:
		return maybe
	}
}

// others is what the other thread may touch before the next command of thread i,
// while that waits.
func (f *Layout) others(at [2]*machine.Control, i int) *touched {
	e := &f.threads[1-i].effects[at[1-i].ID]
	if at[i].Level > 0 { // the other thread stops before it locks
		return &e.untilLock
	}
	return &e.future
}

// reduce notes in a bucket of which threads the steps suffice.
func (w *worker) reduce(b *bucket) {
	for i := range b.at {
		b.independent[i] = w.independent(b.at, i)
	}
	b.persistent = slices.Index(b.independent[:], yes)
}

// moving has a bit for each thread of which steps are made from a state of b.
func (w *worker) moving(b *bucket, state []uint64) uint8 {
	for i, a := range b.independent {
		if a == maybe && !w.reacher.clash(w.f, b.at, i, state) {
			return 1 << i
		}
	}
	return 1<<0 | 1<<1
}

// reacher computes which objects a thread can reach.
type reacher struct {
	seen flow.ObjectSet
	next []int32
}

// reach finds the objects that thread i can come to use from a state: those of
// its registers, and those of cells of such objects that it may read into
// registers that count. Without a state, it finds those of all states.
func (r *reacher) reach(f *Layout, i int, c *machine.Control, state []uint64) {
	r.seen = flow.ObjectSet{}
	t := &f.threads[i]
	for o := f.firstObject(); o <= f.initial && f.initial > 0; o++ { // it may yet be given
		r.meet(o)
	}
	for _, root := range t.roots[c.ID] {
		r.add(root, state)
	}
	reads := t.effects[c.ID].future.counts
	for len(r.next) > 0 {
		o := r.next[len(r.next)-1]
		r.next = r.next[:len(r.next)-1]
		for at := o * f.width; at < (o+1)*f.width; at++ {
			if reads.has(f.cellOf(at)) {
				r.add(f.cells[at], state)
			}
		}
	}
}

func (r *reacher) add(at operand, state []uint64) {
	if o, ok := at.in(state); ok {
		r.meet(o)
	}
}

func (r *reacher) meet(o int32) {
	if !r.seen.Has(o) {
		r.seen.Add(o)
		r.next = append(r.next, o)
	}
}

// in is the value in a state, if it is known; nil stands for any state.
func (p operand) in(state []uint64) (v int32, known bool) {
	if state == nil {
		return int32(p.known), p.mask == 0
	}
	return int32(p.get(state)), true
}

// clash tells whether the next command of thread i touches a cell of an object
// that the other thread can reach, and which it may touch before, one of the two
// to write. Without a state, it tells whether that is so in all states.
func (r *reacher) clash(f *Layout, at [2]*machine.Control, i int, state []uint64) bool {
	others, reached := f.others(at, i), false
	for _, p := range f.threads[i].actions[at[i].ID].touches {
		now := p.root
		for k, field := range p.path {
			o, known := now.in(state)
			if !known {
				break
			}
			if state != nil && (o < f.firstObject() || f.symbol(uint8(o))) { // it may be any initial object
				return true
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
