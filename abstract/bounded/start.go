package bounded

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
)

// name is a path from a formal of a unit to z.
type name struct {
	root   int // among the formals
	fields []uint16
}

// A start is one thread's part of an initial state of Definition 11: its names lead to z, and
// everything else leads to own object 0. For the name p.f.g it looks like this, where all cells
// that are not drawn lead to object 0:
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

// An edge is a cell on the path of a name.
type edge struct {
	field uint16
	to    object
}

// newStart returns the start of a unit with some names. It returns nil if one name is a prefix of
// another, since both cannot lead to z.
func newStart(u *il.Unit, names ...name) *start {
	s := &start{heads: make([]object, len(u.Formals)), edges: make([][]edge, 1)}
	for _, n := range names {
		if !s.addName(n, shared) {
			return nil
		}
	}
	return s
}

// addName makes a name lead to an object, and reports whether that is possible: no other name may
// be a prefix of this one or the reverse.
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

// objects returns the number of own objects, object 0 included.
func (s *start) objects() int { return len(s.edges) }

// cell returns the initial value of a cell of an own object: where the path of a name leads, or
// else object 0. The cells of an object that the thread has made hold the object itself.
func (s *start) cell(o object, field uint16) object {
	for _, e := range s.edgesOf(o) {
		if e.field == field {
			return e.to
		}
	}
	if int(o) >= len(s.edges) {
		return o
	}
	return 0
}

// edgesOf returns the edges of an own object. One that the thread has made has none.
func (s *start) edgesOf(o object) []edge {
	if int(o) < len(s.edges) {
		return s.edges[o]
	}
	return nil
}

// namesToCome is the number of names, not yet known, for which names keeps a share of the budget.
const namesToCome = 16

// names lists the names of a unit, shortest first: its formals, and every path that it walks
// through objects of its own only. It stops when the budget is spent.
func (sr *search) names(u *unit) (all []name) {
	maxFields := maxObjects / 2
	if sr.core.HasLoop(u.Unit) {
		maxFields = sr.options.MaxFields
	}
	for i := range u.Formals {
		all = append(all, name{root: i})
	}
	for i := 0; i < len(all) && sr.budget > 0; i++ {
		// Let the name lead to an own object and collect the fields that the unit walks from there.
		// Until the first such walk nothing depends on the field.
		n := all[i]
		open := newStart(u.Unit)
		open.open, open.edges = 1, append(open.edges, nil)
		open.addName(n, open.open)
		seg := sr.segment(u, open, len(all)-i+namesToCome)
		seg.walked = map[uint16]bool{}
		seg.begin(u, sr.initialCases(1, initialGraphs[:1]))
		if len(seg.walked) == 0 {
			continue
		}
		if len(n.fields) >= maxFields {
			sr.cut(fmt.Sprintf("%s has names of more than %d fields", u.Name, maxFields))
			continue
		}
		for _, f := range slice.Sorted(maps.Keys(seg.walked), cmp.Compare) {
			if len(all) >= sr.options.MaxNames { // there may be more formals than that
				sr.cut(fmt.Sprintf("%s has more than %d names", u.Name, sr.options.MaxNames))
				return all
			}
			all = append(all, name{n.root, append(slices.Clip(n.fields), f)})
		}
	}
	return all
}

// severalNames returns the starts of a unit with several of its names: each set of at least two
// formals that it reads, small sets first, and each pair of a formal and a name with fields. It
// ends with a cut when there are more than MaxNames.
func (sr *search) severalNames(u *unit, names []name) (all []*start) {
	var formals []name
	for i := range u.Formals {
		if u.live[u.graph.Entry].Has(int32(i)) {
			formals = append(formals, name{root: i})
		}
	}
	full := false
	add := func(set ...name) {
		if len(all) >= sr.options.MaxNames {
			full = true
			sr.cut(fmt.Sprintf("%s has more than %d sets of names", u.Name, sr.options.MaxNames))
		} else if s := newStart(u.Unit, set...); s != nil {
			all = append(all, s)
		}
	}
	sets := slice.Map(formals, func(n name) []name { return []name{n} })
	for i := 0; i < len(sets) && !full; i++ { // each set, extended by each later formal
		for _, n := range formals {
			if n.root > sets[i][len(sets[i])-1].root {
				set := append(slices.Clip(sets[i]), n)
				sets = append(sets, set)
				add(set...)
			}
		}
	}
	for _, formal := range formals {
		for _, n := range names {
			if len(n.fields) > 0 {
				add(formal, n)
			}
		}
	}
	return all
}

// exprs returns the names of a start as paths.
func (sr *search) exprs(u *il.Unit, s *start) []abstract.Expr {
	return slice.Map(s.names, func(n name) abstract.Expr {
		path := u.Formals[n.root]
		for _, f := range n.fields {
			path += "." + sr.core.Fields[f]
		}
		return abstract.Expr(path)
	})
}
