package flat

import "wobbly/semantics/explore/machine"

// need says what of a command counts, and which registers count before it.
type need struct {
	live    []machine.Address
	value   bool   // what the command gives to a variable or a cell
	address bool   // which cell an access is of
	args    []bool // of a push
}

// given is what counts in a search from a given initial state: what may be read
// before it is written.
func given(c *machine.Control) need {
	n := need{live: c.Live, value: !c.Idle, address: c.Access()}
	for range c.Args {
		n.args = append(n.args, true)
	}
	return n
}

// demand computes what counts in a search from all initial states: what the
// addresses of accesses depend on that may race as far as fields and locks tell. A
// value that is never dereferenced on the way to one has no influence on what
// races, so it needs no position, and where it is initial it is never picked.
type demand struct {
	g      *machine.Program
	fields []bool      // of which values count, in any cell
	before [2][]bitset // the registers that count, by control state
	kinds  [2][]kinds  // of accesses, by field
}

// kinds are the accesses that a thread has of a field.
type kinds struct{ load, store, freeLoad, freeStore bool }

// add adds the access of a control state.
func (k *kinds) add(c *machine.Control) {
	store, free := c.Op == machine.OpStore, c.Level == 0
	k.load, k.store = k.load || !store, k.store || store
	k.freeLoad, k.freeStore = k.freeLoad || !store && free, k.freeStore || store && free
}

// meets tells whether the access of c may race with one of these: not where both
// are made under the lock.
func (k *kinds) meets(c *machine.Control) bool {
	load, store := k.load, k.store
	if c.Level > 0 {
		load, store = k.freeLoad, k.freeStore
	}
	return store || load && c.Op == machine.OpStore
}

// newDemand solves the demand of a program, whose control states are ordered: each
// after those it leads to, where that can be.
func newDemand(g *machine.Program, order [2][]int32) *demand {
	d := &demand{g: g, fields: make([]bool, g.Width())}
	for i := range d.before {
		controls := g.Controls(i)
		d.kinds[i] = make([]kinds, g.Width())
		words := int(g.Registers()+63) / 64
		pool := make(bitset, words*len(controls))
		for id, c := range controls {
			d.before[i] = append(d.before[i], pool[id*words:(id+1)*words])
			if c.Access() {
				d.kinds[i][last(c.Path)].add(c)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range order {
			for _, id := range order[i] {
				changed = d.extend(i, g.Controls(i)[id]) || changed
			}
		}
	}
	return d
}

// last is the last field of a path.
func last(path []int32) int32 { return path[len(path)-1] }

// after is what counts behind the command of c.
func (d *demand) after(i int, c *machine.Control) bitset {
	out := make(bitset, len(d.before[i][c.ID]))
	for _, next := range c.Next {
		out.join(d.before[i][next.ID])
	}
	return out
}

// of is the need of c.
func (d *demand) of(i int, c *machine.Control) need {
	after := d.after(i, c)
	var n need
	switch c.Op {
	case machine.OpCopy, machine.OpNew:
		n.value = after.has(c.Dst)
	case machine.OpLoad:
		n.value = after.has(c.Dst)
		n.address = n.value || d.kinds[1-i][last(c.Path)].meets(c)
	case machine.OpStore:
		n.value = d.fields[last(c.Path)]
		n.address = n.value || d.kinds[1-i][last(c.Path)].meets(c)
	case machine.OpPush:
		for _, a := range c.Args {
			n.args = append(n.args, after.has(a.Dst))
		}
	}
	for r := range d.g.Registers() {
		if d.before[i][c.ID].has(r) {
			n.live = append(n.live, r)
		}
	}
	return n
}

// extend adds what counts before c, and tells whether any of that is new.
func (d *demand) extend(i int, c *machine.Control) (grown bool) {
	in, n := d.after(i, c), d.of(i, c)
	read := func(root machine.Address, path []int32) {
		in.add(root)
		for _, f := range path {
			grown = grown || !d.fields[f]
			d.fields[f] = true
		}
	}
	switch c.Op {
	case machine.OpCopy, machine.OpNew, machine.OpLoad:
		in.drop(c.Dst)
	}
	for _, a := range c.Args {
		in.drop(a.Dst)
	}
	switch {
	case c.Op == machine.OpCopy && n.value:
		read(c.Src, nil)
	case c.Op == machine.OpLoad && n.value:
		read(c.Src, c.Path)
	case c.Access() && n.address:
		read(c.Root(), c.Path[:len(c.Path)-1])
	}
	if c.Op == machine.OpStore && n.value {
		in.add(c.Src)
	}
	for k, a := range c.Args {
		if n.args[k] {
			read(a.Root, a.Path)
		}
	}
	return d.before[i][c.ID].join(in) || grown
}
