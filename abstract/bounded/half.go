package bounded

import (
	"slices"

	"wobbly/il"
)

// name is a path from a formal of a unit.
type name struct {
	root   int // among the formals
	fields []uint16
}

// longer is the name with one field more.
func (n name) longer(field uint16) name { return name{n.root, append(slices.Clip(n.fields), field)} }

// half is what a thread knows in the beginning in a state with two threads apart: by
// its names it comes to z, of which none begins with another one; all else leads to
// an object of its own.
type half struct {
	names []name
	heads []object // by formal: what it holds
	edges [][]edge // by own object: its cells that are on the way of a name
	open  object   // what its one name leads to, where that is an object of its own; else 0
}

// edge is a cell on the way of a name, of an object that goes without saying.
type edge struct {
	field uint16
	to    object
}

// newHalf is that of a unit by some names; nil where one begins with another.
func newHalf(u *il.Unit, names ...name) *half {
	q := &half{heads: make([]object, len(u.Formals)), edges: make([][]edge, 1)}
	for _, n := range names {
		if !q.add(n, shared) {
			return nil
		}
	}
	return q
}

// opened is that of a unit by a name that leads to an object of its own.
func opened(u *il.Unit, n name) *half {
	q := newHalf(u)
	q.edges = append(q.edges, nil)
	q.open = 1
	q.add(n, q.open)
	return q
}

// add lets a name lead to an object; false if it begins with another one, or another
// one with it.
func (q *half) add(n name, to object) bool {
	q.names = append(q.names, n)
	at := &q.heads[n.root]
	for _, f := range n.fields {
		if *at == 0 {
			*at = object(len(q.edges))
			q.edges = append(q.edges, nil)
		}
		if at.isShared() {
			return false
		}
		of := &q.edges[*at]
		i := slices.IndexFunc(*of, func(w edge) bool { return w.field == f })
		if i < 0 {
			i = len(*of)
			*of = append(*of, edge{field: f})
		}
		at = &(*of)[i].to
	}
	if *at != 0 {
		return false
	}
	*at = to
	return true
}

// fixed is the number of the thread's own objects in the beginning.
func (q *half) fixed() int { return len(q.edges) }

// cell is what a cell of an own object holds in the beginning. What the thread makes
// has cells that hold itself.
func (q *half) cell(o object, field uint16) object {
	if int(o) >= len(q.edges) {
		return o
	}
	for _, w := range q.edges[o] {
		if w.field == field {
			return w.to
		}
	}
	return 0
}

// onward is the cells of an own object that are on the way of a name.
func (q *half) onward(o object) []edge {
	if int(o) < len(q.edges) {
		return q.edges[o]
	}
	return nil
}
