package flat

import "wobbly/semantics/explore/machine"

// A bitset is a set of cells or registers.
type bitset []uint64

func (s bitset) add(n int32)      { s[n>>6] |= 1 << (n & 63) }
func (s bitset) drop(n int32)     { s[n>>6] &^= 1 << (n & 63) }
func (s bitset) has(n int32) bool { return s[n>>6]>>(n&63)&1 != 0 }

func (s bitset) join(t bitset) (grown bool) {
	for i, w := range t {
		grown = grown || w&^s[i] != 0
		s[i] |= w
	}
	return grown
}

func (s bitset) meets(t bitset) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

// touched is an upper bound, by the points-to analysis, on the cells that commands touch.
type touched struct {
	reads  bitset // includes the cells on the way to an access
	writes bitset
	counts bitset // the reads that are not loaded into a dead variable
}

func (t *touched) join(b *touched) (grown bool) {
	r, w, c := t.reads.join(b.reads), t.writes.join(b.writes), t.counts.join(b.counts)
	return r || w || c
}

// conflicts reports whether one of a and b may write a cell that the other may read or write.
func (t *touched) conflicts(b *touched) bool {
	return t.writes.meets(b.reads) || t.writes.meets(b.writes) || b.writes.meets(t.reads)
}

// effects is what a thread may touch from a control state to its end.
type effects struct {
	own       touched // what the next command may touch
	future    touched // what all commands to the end may touch
	untilLock touched // what the commands before the next lock() may touch
}

// effects computes the effects of thread i, by control state.
func (p *points) effects(i int, controls []*machine.Control, t *thread) []effects {
	words := int(p.cells+63) / 64
	pool := make([]uint64, 9*words*len(controls))
	take := func() touched {
		empty := touched{
			reads: pool[:words], writes: pool[words : 2*words], counts: pool[2*words : 3*words],
		}
		pool = pool[3*words:]
		return empty
	}
	out := make([]effects, len(controls))
	for id, c := range controls {
		out[id] = effects{own: take(), future: take(), untilLock: take()}
		p.touches(i, c, &t.relevant[id], &out[id].own)
	}
	for changed := true; changed; {
		changed = false
		for _, id := range t.shape.order { // join the effects after each control state
			c, e := controls[id], &out[id]
			locks := c.Op == machine.OpLock
			changed = e.future.join(&e.own) || changed
			changed = !locks && e.untilLock.join(&e.own) || changed
			for _, next := range c.Next {
				changed = e.future.join(&out[next.ID].future) || changed
				changed = !locks && e.untilLock.join(&out[next.ID].untilLock) || changed
			}
		}
	}
	return out
}

// touches adds the relevant cells that c's command touches to t.
func (p *points) touches(i int, c *machine.Control, n *relevance, t *touched) {
	if c.Access() && n.address {
		path := c.Path[:len(c.Path)-1]
		p.along(i, c, c.Root(), path, t.reads, t.counts)
		objects := p.value(i, c, c.Root(), path)
		objects.Each(func(o int32) {
			cell := p.cell(o, last(c.Path))
			if c.Op == machine.OpStore {
				t.writes.add(cell)
				return
			}
			t.reads.add(cell)
			if n.value {
				t.counts.add(cell)
			}
		})
	}
	for k, a := range c.Args {
		if n.args[k] {
			p.along(i, c, a.Root, a.Path, t.reads, t.counts)
		}
	}
}

// along adds the cells that a path of c's command may lead through to some sets.
func (p *points) along(i int, c *machine.Control, root int32, path []int32, to ...bitset) {
	for k := range path {
		objects := p.value(i, c, root, path[:k])
		objects.Each(func(o int32) {
			for _, s := range to {
				s.add(p.cell(o, path[k]))
			}
		})
	}
}
