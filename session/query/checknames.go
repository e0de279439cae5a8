package query

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// positions checks that a thread can stand where a comparison says.
func (c *checker) positions(n *comparison) {
	m, ok := n.l.(*measure)
	at, literal := n.r.(*positionTerm)
	if ok && literal && m.what == threadAt {
		c.stands(at, m.of)
	}
}

func (c *checker) stands(at *positionTerm, i semantics.Tid) {
	if _, ok := c.s.positions[i][at.at]; ok {
		return
	}
	fix := ""
	if near, ok := c.s.near(i, at.at); ok {
		fix = "did you mean " + near.String() + "?"
	}
	c.report(noSuchPosition, at.span, fmt.Sprintf("%s never stands at %s", i, at.at), "no step begins here", fix)
}

// near is where thread i may stand closest to a position: on its line if
// anywhere there.
func (s *Scope) near(i semantics.Tid, at il.Position) (il.Position, bool) {
	const lineWeight = 1 << 20
	apart := func(p il.Position) int {
		return lineWeight*distanceOf(p.Line, at.Line) + min(lineWeight-1, distanceOf(p.Col, at.Col))
	}
	if len(s.stops[i]) == 0 {
		return il.Position{}, false
	}
	return slices.MinFunc(s.stops[i], func(p, q il.Position) int { return apart(p) - apart(q) }), true
}

func distanceOf(a, b int) int { return max(a-b, b-a) }

// path checks the names of a path whose variable, without a thread, is that of
// the thread in focus.
func (c *checker) path(n *path) bool {
	if n.root == rootFocus && c.use == Goal {
		c.report(NoFocus, n.span, "a goal has no thread in focus", "whose "+n.name+"?",
			fmt.Sprintf("write A.%s or B.%[1]s", c.s.print(n)))
		return false
	}
	return c.names(n, n.owners(semantics.Tids[:]...))
}

// owners are the threads of one of which the path's variable has to be, where
// without a thread it is one of the given.
func (n *path) owners(without ...semantics.Tid) []semantics.Tid {
	switch n.root {
	case rootThread:
		return []semantics.Tid{n.of}
	case rootFocus:
		return without
	default:
		return nil
	}
}

// cell checks the path of a cell that the given threads are asked about.
func (c *checker) cell(n *path, threads ...semantics.Tid) bool {
	return c.names(n, n.owners(threads...))
}

// names checks that the program has the variable and the fields of a path.
func (c *checker) names(n *path, owners []semantics.Tid) bool {
	known := len(owners) == 0 || slices.ContainsFunc(owners, func(i semantics.Tid) bool { return c.s.hasVar(i, n.name) })
	switch {
	case !known:
		c.unknownVariable(n, owners)
		return false
	case n.root == rootObject && n.object == semantics.Nil:
		c.report(unknownName, n.span, "no object is ever called "+n.name, "", "")
		return false
	}
	for _, f := range n.fields {
		if !c.s.fields[f] {
			c.report(unknownName, n.span, "no object has a field "+f, "", didYouMean(f, slices.Values(c.s.core.Fields), ""))
			return false
		}
	}
	return true
}

// unknownVariable reports a variable that none of the given threads has.
func (c *checker) unknownVariable(n *path, owners []semantics.Tid) {
	message := "neither A nor B has a variable " + n.name
	if len(owners) == 1 {
		message = owners[0].String() + " has no variable " + n.name
	}
	var candidates []string
	for _, i := range owners {
		candidates = append(candidates, c.s.vars[i]...)
	}
	fix := ""
	switch {
	case n.root == rootThread:
		if s := similar(n.name, slices.Values(append(candidates, attributes...))); s != "" {
			fix = "did you mean " + n.of.String() + "." + s + "?"
		} else if j := n.of.Other(); c.s.hasVar(j, n.name) {
			fix = "did you mean " + j.String() + "." + n.name + "?"
		}
	case slices.Contains(nulls, n.name):
		message, fix = "there is no "+n.name, "a variable that has no value yet makes comparisons false, == and != alike"
	case n.name[0] == 'o' && strings.Trim(n.name[1:], "0123456789") == "":
		fix = "objects are called o1, o2, and so on"
	case len(n.fields) == 0:
		fix = didYouMean(n.name, slices.Values(append(candidates, reserved...)), "")
	default:
		fix = didYouMean(n.name, slices.Values(append(candidates, "A", "B", "lock")), "")
	}
	c.report(unknownName, n.span, message, "", fix)
}

// nulls are what other languages call a value that is no object.
var nulls = []string{"nil", "null", "none", "None"}

func (c *checker) race(n *race) {
	if n.cell != nil {
		c.cell(n.cell, semantics.Tids[:]...)
	}
	if n.at == nil {
		return
	}
	a, b := n.at[0], n.at[1]
	switch p, q := a.at, b.at; {
	case c.s.accesses(semantics.A, p) && c.s.accesses(semantics.B, q), c.s.accesses(semantics.B, p) && c.s.accesses(semantics.A, q):
	case !c.s.accesses(semantics.A, p) && !c.s.accesses(semantics.B, p):
		c.noAccess(a)
	case !c.s.accesses(semantics.A, q) && !c.s.accesses(semantics.B, q):
		c.noAccess(b)
	default:
		c.report(noSuchPosition, a.span.to(b.span), "both loads and stores are of one thread", "expected one of A and one of B", "")
	}
}

// accesses tells whether a load or store of thread i stands at a position.
func (s *Scope) accesses(i semantics.Tid, at il.Position) bool { return s.positions[i][at] }

func (c *checker) noAccess(n *positionTerm) {
	c.report(noSuchPosition, n.span, "no load or store of a path stands at "+n.at.String(), "", "")
}
