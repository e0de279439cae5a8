package positives

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/theorem/draw"
)

// separate is a state with two threads apart (Definition 11) that is being drawn.
type separate struct {
	semantics.Init
	fields []string
}

// object adds an object whose cells all hold one object: the given one, or itself for "".
func (s *separate) object(holds string) string {
	o := draw.Object(len(s.Objects))
	if holds == "" {
		holds = o
	}
	s.Objects = append(s.Objects, o)
	for _, f := range s.fields {
		s.Cells = append(s.Cells, [3]string{o, f, holds})
	}
	return o
}

// separateState draws a state with two threads apart and describes it. Each thread reaches the
// meeting object by one name of at most two fields, or by several parameters.
func separateState(r *rand.Rand, core *il.Core, p il.Pair) (in semantics.Init, what string) {
	s := &separate{fields: core.Fields}
	s.Stacks = [2]map[string]string{{}, {}}
	var z string
	if r.IntN(4) == 0 {
		z, what = s.object(""), ", with a loop"
	} else {
		z = s.object(s.object(""))
	}
	var names [2]string
	for t, u := range []*il.Unit{p.Left, p.Right} {
		all := drawNames(r, core, u)
		// Set the parameters of a thread, and the cells on its names, so that each name leads
		// to z. No two names have a parameter in common.
		elsewhere := s.object("")
		for _, x := range u.Formals {
			s.Stacks[t][x] = elsewhere
		}
		for _, n := range all {
			at := z
			if n.Len() > 0 {
				at = s.object(elsewhere)
			}
			s.Stacks[t][n.Root()] = at
			for i, f := range n.Fields() {
				next := z
				if i < n.Len()-1 {
					next = s.object(elsewhere)
				}
				cell := slices.IndexFunc(s.Cells, func(c [3]string) bool { return c[0] == at && c[1] == f })
				s.Cells[cell][2] = next
				at = next
			}
		}
		var words []string
		for _, n := range all {
			words = append(words, string(n))
		}
		names[t] = text.And(words)
	}
	return s.Init, fmt.Sprintf("from the state with two threads apart by %s and %s%s", names[0], names[1], what)
}

// drawNames draws the names of a unit: one, or several parameters.
func drawNames(r *rand.Rand, core *il.Core, u *il.Unit) (names []abstract.Expr) {
	if len(u.Formals) == 0 {
		return nil
	}
	for _, x := range u.Formals {
		if r.IntN(3) > 0 {
			names = append(names, abstract.Expr(x))
		}
	}
	if len(names) > 0 && r.IntN(2) == 0 {
		return names
	}
	n := abstract.Expr(u.Formals[r.IntN(len(u.Formals))])
	for range r.IntN(3) * r.IntN(2) * min(1, len(core.Fields)) {
		n += abstract.Expr("." + core.Fields[r.IntN(len(core.Fields))])
	}
	return []abstract.Expr{n}
}
