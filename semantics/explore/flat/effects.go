package flat

import "wobbly/semantics/explore/machine"

// cellSet is a set of cells by number.
type cellSet []uint64

func (s cellSet) add(cell int32)      { s[cell>>6] |= 1 << (cell & 63) }
func (s cellSet) has(cell int32) bool { return s[cell>>6]>>(cell&63)&1 != 0 }

// join adds the cells of t and tells whether any is new.
func (s cellSet) join(t cellSet) (grown bool) {
	for i, w := range t {
		grown = grown || w&^s[i] != 0
		s[i] |= w
	}
	return grown
}

func (s cellSet) meets(t cellSet) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

// touched are cells that commands may touch, as far as the points-to analysis
// tells.
type touched struct {
	reads  cellSet // on the way to an access, too
	writes cellSet
	counts cellSet // those of reads whose value matters: all but what is loaded into a dead variable
}

func (a *touched) join(b *touched) (grown bool) {
	r, w, c := a.reads.join(b.reads), a.writes.join(b.writes), a.counts.join(b.counts)
	return r || w || c
}

// conflicts tells whether one of a and b may write a cell that the other may read
// or write.
func (a *touched) conflicts(b *touched) bool {
	return a.writes.meets(b.reads) || a.writes.meets(b.writes) || b.writes.meets(a.reads)
}

// effects is what a thread may touch from a control state on.
type effects struct {
	own       touched // by the next command
	future    touched // to its end
	untilLock touched // before it locks
}

// effects computes the effects of each control state of thread i.
func (p *points) effects(i int, controls []*machine.Control, order []int32) []effects {
	words := int(p.cells+63) / 64
	pool := make([]uint64, 9*words*len(controls))
	take := func() touched {
		t := touched{reads: pool[:words], writes: pool[words : 2*words], counts: pool[2*words : 3*words]}
		pool = pool[3*words:]
		return t
	}
	out := make([]effects, len(controls))
	for id, c := range controls {
		out[id] = effects{own: take(), future: take(), untilLock: take()}
		p.touches(i, c, &out[id].own)
	}
	for changed := true; changed; {
		changed = false
		for _, id := range order {
			changed = out[id].extend(controls[id], out) || changed
		}
	}
	return out
}

// extend adds what comes after c, whose effects e is.
func (e *effects) extend(c *machine.Control, of []effects) (grown bool) {
	grown = e.future.join(&e.own)
	if c.Op != machine.OpLock {
		grown = e.untilLock.join(&e.own) || grown
	}
	for _, next := range c.Next {
		grown = e.future.join(&of[next.ID].future) || grown
		if c.Op != machine.OpLock {
			grown = e.untilLock.join(&of[next.ID].untilLock) || grown
		}
	}
	return grown
}

// touches adds what the command of c touches.
func (p *points) touches(i int, c *machine.Control, t *touched) {
	switch c.Op {
	case machine.OpLoad:
		last := len(c.Path) - 1
		p.along(i, c, c.Src, c.Path[:last], t.reads, t.counts)
		p.along(i, c, c.Src, c.Path, t.reads)
		if !c.Idle {
			p.along(i, c, c.Src, c.Path, t.counts)
		}
	case machine.OpStore:
		last := len(c.Path) - 1
		p.along(i, c, c.Dst, c.Path[:last], t.reads, t.counts)
		objects := p.value(i, c, c.Dst, c.Path[:last])
		objects.Each(func(o int32) { t.writes.add(p.cell(o, c.Path[last])) })
	case machine.OpPush:
		for _, a := range c.Args {
			p.along(i, c, a.Root, a.Path, t.reads, t.counts)
		}
	}
}

// along adds the cells of a path to some sets.
func (p *points) along(i int, c *machine.Control, root int32, path []int32, to ...cellSet) {
	for k := range path {
		objects := p.value(i, c, root, path[:k])
		objects.Each(func(o int32) {
			for _, s := range to {
				s.add(p.cell(o, path[k]))
			}
		})
	}
}
