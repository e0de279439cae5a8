package flat

import "wobbly/semantics/explore/machine"

// A relevance says which parts of a control state's command count, and which registers before it.
type relevance struct {
	live    []machine.Address
	value   bool   // whether the value that the command assigns counts
	address bool   // whether it counts which cell is accessed
	args    []bool // which arguments of a push count
}

// A relevanceAnalysis computes what counts in a search from all initial states: everything on which
// the address of an access depends, if fields and locks allow the access to race in a pair that is
// looked for. It distinguishes variables by control state and cells by field. A value that is never
// dereferenced on the way to such an access cannot influence a race, so it needs no position, and
// an initial value of this kind is never picked.
type relevanceAnalysis struct {
	g      *machine.Program
	fields []bool      // the fields whose cells count
	before [2][]bitset // the registers that count, by control state
	races  [2][]bool   // the accesses that may race, by control state
}

// newRelevance analyses a program. order lists the control states of each thread in postorder.
func newRelevance(g *machine.Program, order [2][]int32, known Known) *relevanceAnalysis {
	r := &relevanceAnalysis{g: g, fields: make([]bool, g.Width())}
	for i := range r.before {
		for range g.Controls(i) {
			r.before[i] = append(r.before[i], make(bitset, (g.Registers()+63)/64))
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

// findRaces finds the accesses that may race in a pair that is not known: same field, at least one
// store, not both under the lock.
func (r *relevanceAnalysis) findRaces(known Known) {
	for i := range r.races {
		r.races[i] = make([]bool, len(r.g.Controls(i)))
	}
	for _, a := range r.g.Controls(0) {
		if !a.Access() {
			continue
		}
		for _, b := range r.g.Controls(1) {
			ordered := a.Level.Excludes(b.Level)
			if !ordered && machine.Conflict(a, b) && !known[machine.Sites{a.Site, b.Site}] {
				r.races[0][a.ID], r.races[1][b.ID] = true, true
			}
		}
	}
}

// all returns the relevance of thread i's control states, and the number of relevant parts of all.
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

// of returns which parts of c's command are relevant if the registers in after are relevant then.
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

// extend adds what counts before c and reports whether anything was new.
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
