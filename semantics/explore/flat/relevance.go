package flat

import "wobbly/semantics/explore/machine"

// A relevance says what counts of the command of a control state, and which registers count before
// it.
type relevance struct {
	live    []machine.Address
	value   bool   // what the command gives to a variable or a cell
	address bool   // which cell an access is of
	args    []bool // of a push
}

// allRelevant is what counts in a search from a given initial state: what may be read before it is
// written.
func allRelevant(c *machine.Control) relevance {
	n := relevance{live: c.Live, value: !c.Idle, address: c.Access()}
	for range c.Args {
		n.args = append(n.args, true)
	}
	return n
}

// A relevanceAnalysis computes what counts in a search from all initial states: what the addresses
// depend on of accesses that may race, as far as fields and locks show, in a pair that is looked
// for. Variables are distinguished by control state, cells by field. A value that is never
// dereferenced on the way to such an access has no influence on what races, so it needs no
// position, and if it is initial it is never picked.
type relevanceAnalysis struct {
	g      *machine.Program
	fields []bool      // whose cells count
	before [2][]bitset // the registers that count, by control state
	races  [2][]bool   // the accesses that may race, by control state
}

// newRelevance analyses a program. order lists the control states of each thread, each after those
// to which it leads except in a cycle.
func newRelevance(g *machine.Program, order [2][]int32, known Known) *relevanceAnalysis {
	r := &relevanceAnalysis{g: g, fields: make([]bool, g.Width())}
	for i := range r.before {
		controls := g.Controls(i)
		words := int(g.Registers()+63) / 64
		pool := make(bitset, words*len(controls))
		for id := range controls {
			r.before[i] = append(r.before[i], pool[id*words:(id+1)*words])
		}
	}
	r.findRaces(known)
	for changed := true; changed; {
		changed = false
		for i := range order {
			for _, id := range order[i] {
				changed = r.extend(i, g.Controls(i)[id]) || changed
			}
		}
	}
	return r
}

// findRaces finds the accesses that may race in a pair that is not known: of the same field, one of
// them a store, and not both under the lock.
func (r *relevanceAnalysis) findRaces(known Known) {
	type access struct {
		site   int32
		locked bool
	}
	var controls [2]map[access]*machine.Control // one of each
	var races [2]map[access]bool
	for i := range controls {
		controls[i], races[i] = map[access]*machine.Control{}, map[access]bool{}
		for _, c := range r.g.Controls(i) {
			if c.Access() {
				controls[i][access{c.Site, c.Level > 0}] = c
			}
		}
	}
	for p, a := range controls[0] {
		for q, b := range controls[1] {
			locked := p.locked && q.locked
			if !locked && machine.Conflict(a, b) && !known[machine.Sites{p.site, q.site}] {
				races[0][p], races[1][q] = true, true
			}
		}
	}
	for i := range races {
		for _, c := range r.g.Controls(i) {
			r.races[i] = append(r.races[i], c.Access() && races[i][access{c.Site, c.Level > 0}])
		}
	}
}

// all returns the relevance of all control states of thread i, and how much is relevant.
func (r *relevanceAnalysis) all(i int) (all []relevance, size int) {
	for _, c := range r.g.Controls(i) {
		n := r.of(i, c, r.after(i, c))
		for reg := range r.g.Registers() {
			if r.before[i][c.ID].has(reg) {
				n.live = append(n.live, reg)
			}
		}
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

func last(path []int32) int32 { return path[len(path)-1] }

func (r *relevanceAnalysis) after(i int, c *machine.Control) bitset {
	out := make(bitset, len(r.before[i][c.ID]))
	for _, next := range c.Next {
		out.join(r.before[i][next.ID])
	}
	return out
}

// of returns what counts of the command of c, after which some registers count.
func (r *relevanceAnalysis) of(i int, c *machine.Control, after bitset) (n relevance) {
	switch c.Op {
	case machine.OpCopy, machine.OpNew:
		n.value = after.has(c.Dst)
	case machine.OpLoad:
		n.value = after.has(c.Dst)
		n.address = n.value || r.races[i][c.ID]
	case machine.OpStore:
		n.value = r.fields[last(c.Path)]
		n.address = n.value || r.races[i][c.ID]
	case machine.OpPush:
		for _, a := range c.Args {
			n.args = append(n.args, after.has(a.Dst))
		}
	}
	return n
}

// extend adds what counts before c, and reports whether any of it is new.
func (r *relevanceAnalysis) extend(i int, c *machine.Control) (grown bool) {
	in := r.after(i, c)
	n := r.of(i, c, in)
	read := func(root machine.Address, path []int32) {
		in.add(root)
		for _, f := range path {
			grown = grown || !r.fields[f]
			r.fields[f] = true
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
	return r.before[i][c.ID].join(in) || grown
}
