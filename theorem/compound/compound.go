// Package compound computes properties of compound programs, the paper's C, and substitutes
// arguments for their parameters.
package compound

import (
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Size returns the number of statements in b, at any depth.
func Size(b *il.Block) int {
	n := 0
	il.Walk(b, func(il.Stmt) { n++ })
	return n
}

// Occurrences lists the parameters of u, followed by the variables in its body in text order, each
// as often as it occurs.
func Occurrences(u *il.Unit) []string {
	names := slices.Clone(u.Formals)
	il.Walk(u.Body, func(s il.Stmt) {
		il.EachVar(s, func(x string, _ il.Pos) { names = append(names, x) })
	})
	return names
}

// Variables lists the parameters of u, followed by its other variables in text order.
func Variables(u *il.Unit) []string {
	var names []string
	for _, x := range Occurrences(u) {
		if !slices.Contains(names, x) {
			names = append(names, x)
		}
	}
	return names
}

// Of returns a copy of u whose body is the compound program stmts.
func Of(u *il.Unit, stmts []il.Stmt) *il.Unit {
	c := *u
	c.Body = &il.Block{At: u.Body.At, End: u.Body.End, Stmts: stmts}
	return &c
}

// Methods lists the units of a program that can be called.
func Methods(core *il.Core) []*il.Unit {
	return slice.Filter(core.Units, func(u *il.Unit) bool { return !u.Thread })
}

// CallFree reports whether a block has no calls.
func CallFree(b *il.Block) bool {
	return !il.Any(b, func(s il.Stmt) bool { _, ok := s.(*il.Call); return ok })
}

// Formals returns the parameters of u as a set.
func Formals(u *il.Unit) map[string]bool { return slice.Set(u.Formals) }

// Actuals is the substitution [e1/arg1, ..., en/argn] of arguments for the parameters of a body, by
// name. It renames other variables to names that no source can contain.
type Actuals map[string]il.Expr

func (a Actuals) variable(x string) il.Expr {
	if e, ok := a[x]; ok {
		return e
	}
	return il.Var(x + "'")
}

func (a Actuals) expr(e il.Expr) il.Expr {
	to := a.variable(e.Root)
	return il.Expr{Root: to.Root, Fields: slices.Concat(to.Fields, e.Fields), At: e.At}
}

// Exprs applies the substitution to a list.
func (a Actuals) Exprs(list []il.Expr) []il.Expr { return slice.Map(list, a.expr) }

// Block returns b with the substitution applied: C[e/arg]. The result may contain sugar.
func (a Actuals) Block(b *il.Block) *il.Block {
	return il.Map(b, func(s il.Stmt) ([]il.Stmt, bool) { return []il.Stmt{a.stmt(s)}, true })
}

// stmt returns s with the substitution applied, except in the blocks of an if or while.
func (a Actuals) stmt(s il.Stmt) il.Stmt {
	switch s := s.(type) {
	case *il.Skip, *il.Lock, *il.Unlock, *il.If, *il.While:
		return s
	case *il.Copy:
		return assignment(s.At, a.variable(s.Dst), a.variable(s.Src))
	case *il.Load:
		return assignment(s.At, a.variable(s.Dst), a.expr(s.Src))
	case *il.Store:
		return assignment(s.At, a.expr(s.Dst), a.variable(s.Src))
	case *il.New:
		dst := a.variable(s.Dst)
		if dst.IsVar() {
			return &il.New{At: s.At, Dst: dst.Root}
		}
		return &il.NewAt{At: s.At, Dst: dst}
	case *il.Call:
		return &il.Call{At: s.At, Method: s.Method, Args: a.Exprs(s.Args)}
	default:
		panic(il.Unknown(s))
	}
}

// assignment returns dst := src, which is sugar if neither is a variable.
func assignment(at il.Pos, dst, src il.Expr) il.Stmt {
	switch {
	case dst.IsVar() && src.IsVar():
		return &il.Copy{At: at, Dst: dst.Root, Src: src.Root, SrcAt: src.At}
	case dst.IsVar():
		return &il.Load{At: at, Dst: dst.Root, Src: src}
	case src.IsVar():
		return &il.Store{At: at, Dst: dst, Src: src.Root, SrcAt: src.At}
	default:
		return &il.Move{At: at, Dst: dst, Src: src}
	}
}

// FormalList returns the parameters of u, separated by commas.
func FormalList(u *il.Unit) string { return strings.Join(u.Formals, ", ") }
