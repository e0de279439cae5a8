package bounded

import (
	"slices"

	"wobbly/il"
)

// name is a path from a formal of a unit to z.
type name struct {
	root   int // among the formals
	fields []uint16
}

// A start is one thread's part of an initial state of Definition 11: its names lead to z, and
// everything else leads to own object 0. For the name p.f.g, where all cells not drawn lead to
// object 0:
//
//	p ──> 1 ──f──> 2 ──g──> z
type start struct {
	names []name
	// heads has, for each formal, the object that it holds.
	heads []object
	// edges has, for each own object, its cells on the paths of the names.
	edges [][]edge
	// open is the own object to which the only name leads instead of z; 0 if it leads to z.
	open object
}

type edge struct {
	field uint16
	to    object
}

// newStart returns the start of a unit by some names, nil if one name is a prefix of another: no
// state has both.
func newStart(u *il.Unit, names ...name) *start {
	s := &start{heads: make([]object, len(u.Formals)), edges: make([][]edge, 1)}
	for _, n := range names {
		if !s.addName(n, shared) {
			return nil
		}
	}
	return s
}

// addName makes a name lead to an object. It fails if one of the names is a prefix of another.
func (s *start) addName(n name, to object) bool {
	s.names = append(s.names, n)
	at := &s.heads[n.root]
	for _, f := range n.fields {
		if *at == 0 {
			*at = object(len(s.edges))
			s.edges = append(s.edges, nil)
		}
		if at.isShared() {
			return false
		}
		edges := &s.edges[*at]
		i := slices.IndexFunc(*edges, func(e edge) bool { return e.field == f })
		if i < 0 {
			i = len(*edges)
			*edges = append(*edges, edge{field: f})
		}
		at = &(*edges)[i].to
	}
	if *at != 0 {
		return false
	}
	*at = to
	return true
}

func (s *start) objects() int { return len(s.edges) }

// cell returns what a cell of an own object holds initially. In an object that the thread has made
// it is the object itself.
func (s *start) cell(o object, field uint16) object {
	if int(o) >= len(s.edges) {
		return o
	}
	for _, e := range s.edges[o] {
		if e.field == field {
			return e.to
		}
	}
	return 0
}

// edgesOf returns the cells of an own object that are on the path of a name.
func (s *start) edgesOf(o object) []edge {
	if int(o) < len(s.edges) {
		return s.edges[o]
	}
	return nil
}
