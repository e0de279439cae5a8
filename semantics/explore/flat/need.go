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
// addresses of accesses depend on that may race as far as fields and locks tell, in a pair
// that is sought. A value that is never dereferenced on the way to one has no influence on what
// races, so it needs no position, and where it is initial it is never picked.
type demand struct {
	g      *machine.Program
	fields []bool      // of which values count, in any cell
	before [2][]bitset // the registers that count, by control state
	races  [2][]bool   // the accesses that may race, by control state
}

// newDemand solves the demand of a program, whose control states are ordered: each
// after those it leads to, where that can be.
func newDemand(g *machine.Program, order [2][]int32, known Known) *demand {
	d := &demand{g: g, fields: make([]bool, g.Width())}
	for i := range d.before {
		controls := g.Controls(i)
		words := int(g.Registers()+63) / 64
		pool := make(bitset, words*len(controls))
		for id := range controls {
			d.before[i] = append(d.before[i], pool[id*words:(id+1)*words])
		}
	}
	d.sought(known)
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

// siteAt is a site, with the lock or without.
type siteAt struct {
	site   int32
	locked bool
}

// sought finds the accesses that may race in a pair which is not known: of the same field, one
// of them a store, and not both under the lock.
func (d *demand) sought(known Known) {
	var accesses [2]map[siteAt]*machine.Control // one of each
	for i := range accesses {
		accesses[i] = map[siteAt]*machine.Control{}
		for _, c := range d.g.Controls(i) {
			if c.Access() {
				accesses[i][siteAt{c.Site, c.Level > 0}] = c
			}
		}
	}
	var races [2]map[siteAt]bool
	for i := range races {
		races[i] = map[siteAt]bool{}
	}
	for p, a := range accesses[0] {
		for q, b := range accesses[1] {
			if !(p.locked && q.locked) && machine.Conflict(a, b) && !known[machine.Sites{p.site, q.site}] {
				races[0][p], races[1][q] = true, true
			}
		}
	}
	for i := range races {
		for _, c := range d.g.Controls(i) {
			d.races[i] = append(d.races[i], c.Access() && races[i][siteAt{c.Site, c.Level > 0}])
		}
	}
}

// needs are those of all control states of thread i, and how much they are.
func (d *demand) needs(i int) (all []need, size int) {
	for _, c := range d.g.Controls(i) {
		n := d.of(i, c)
		size += len(n.live)
		for _, counts := range append([]bool{n.value, n.address}, n.args...) {
			if counts {
				size++
			}
		}
		all = append(all, n)
	}
	return all, size
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
		n.address = n.value || d.races[i][c.ID]
	case machine.OpStore:
		n.value = d.fields[last(c.Path)]
		n.address = n.value || d.races[i][c.ID]
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
