package check

import (
	"wobbly/il"
	"wobbly/witness"
)

// This file is about compressed witnesses that leave the object of the racing cell undetermined.
// The checker guards the part of the backbones that calls have evaluated on the way to the
// accesses, and checks at the race whether both threads continue from one object along the same
// fields. They do so in one heap, so they reach the same cell.
//
// The length of the guarded part (c in Theorem 2) need not be trusted: with another length, the
// checker would accept other witnesses, all of them true.

// open chooses the guarded cells. Two backbones are guarded up to the object where they meet. One
// backbone is guarded where calls may have evaluated it, which is all except the last own
// fields (see Checker.own), and at least up to each object that a formal holds at first, because a
// thread may continue from there.
func (q *quotient) open(own int, stacks *[2]stack) {
	if q.meets() {
		q.loose = backbone + value(q.length()-1)
		return
	}
	c := max(0, q.length()-own)
	for i := range stacks {
		stacks[i].change(func(_ string, v value) value { c = max(c, int(v-backbone)); return v })
	}
	q.guard(c, stacks)
}

// own returns the smaller number of fields that the paths of the two claimed accesses have in the
// text. Calls have evaluated the other fields of the backbone.
func (c *Checker) own(claim *witness.Race) int {
	return min(c.ownOf(&claim.A), c.ownOf(&claim.B))
}

// ownOf returns the number of fields of one access, or 1 if there is no such access.
func (c *Checker) ownOf(a *witness.Access) int {
	if c.owns == nil {
		c.owns = map[il.Site]int{}
		for _, u := range c.core.Units {
			il.Walk(u.Body, func(s il.Stmt) {
				if site, ok := il.SiteOf(s); ok {
					c.owns[site] = len(pathOf(s).Fields)
				}
			})
		}
	}
	kind := il.Read
	if a.Kind == il.Write.String() {
		kind = il.Write
	}
	if n, ok := c.owns[il.Site{At: c.position(a.At), Kind: kind}]; ok {
		return n
	}
	return 1
}

// openPath returns the rest of a path from the last object on it that the quotient distinguishes.
func (r *replay) openPath(vars *stack, path il.Expr) (chain, *Refusal) {
	v, no := vars.variable(path.Root)
	to := chain{v, path.Fields}
	for no == nil && len(to.fields) > 1 {
		next := r.quotient.load(to.from, to.fields[0])
		if next == sink {
			break
		}
		to = chain{next, to.fields[1:]}
	}
	return to, no
}
