package gen

import (
	"slices"

	"wobbly/il"
)

// cost orders programs by size, lexicographically: statements, names, and how
// much there is to understand. Every accepted edit makes it smaller, so
// shrinking ends.
//
// Names are those of methods, threads, variables and fields. An assigned formal
// counts as another name at each assignment: the reader has to tell its values
// apart.
func cost(p *il.Program) []int {
	m := Measure(p)
	weight := 0
	for _, u := range unitsOf(p) {
		weight += len(u.formals)
		if u.method != nil && u.method.Private {
			weight++
		}
		il.Walk(u.block, func(s il.Stmt) { weight += weigh(s, u) })
	}
	for _, d := range p.Decls {
		if _, ok := d.(*il.Init); ok {
			weight++
		}
	}
	return []int{m.Statements, m.Methods + m.Threads + m.Fields + m.Variables + m.Reassigned, weight}
}

// weigh says how much there is to understand about s, inner blocks left out.
func weigh(s il.Stmt, u unit) int {
	switch s := s.(type) {
	case *il.Skip:
		return 0
	case *il.Store:
		n := 2 + len(s.Dst.Fields)
		if slices.Contains(u.formals, s.Src) { // sugar
			n++
		}
		return n
	case *il.NewAt:
		return 4 + len(s.Dst.Fields)
	case *il.Move:
		return 4 + len(s.Dst.Fields) + len(s.Src.Fields)
	case *il.If:
		if s.Else == nil {
			return 1
		}
		return 2
	case *il.While:
		return 3
	default:
		n := 1
		if x, ok := il.Def(s); ok {
			n += reassigned(u, x)
		}
		il.EachExpr(s, func(e il.Expr) { n += 1 + len(e.Fields) })
		return n
	}
}

// reassigned is what it weighs to assign a variable: 1 if it is a formal.
func reassigned(u unit, dst string) int {
	if u.isFormal(dst) {
		return 1
	}
	return 0
}
