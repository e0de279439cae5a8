package gen

import (
	"slices"

	"wobbly/il"
)

// The edits of this file take formals and stored values out of a program.

// dropFormals drops a formal with its arguments. What the body says about it,
// it then says about another variable of the unit, or nothing has to be said.
func (v *view) dropFormals() []edit {
	var list []edit
	for u, m := range v.units {
		for k, f := range m.formals {
			list = append(list, v.dropFormal(u, k, f))
			for _, x := range v.variables(u) {
				if x != f {
					list = append(list, v.dropFormal(u, k, x))
				}
			}
		}
	}
	return list
}

// dropFormal drops formal k of the method that is unit u; the body names
// instead of it.
func (v *view) dropFormal(u, k int, instead string) edit {
	return func() *il.Program {
		w := v.withoutFormal(u, k)
		w.variable = renaming(u, v.units[u].formals[k], instead)
		return v.rewrite(w)
	}
}

// withoutFormal drops formal k of the method that is unit u, with its actuals.
func (v *view) withoutFormal(u, k int) rewriting {
	m := v.units[u].method
	return rewriting{
		formals: func(w int, n *il.Method) []il.Formal {
			if w != u {
				return n.Formals
			}
			return slices.Delete(slices.Clone(n.Formals), k, k+1)
		},
		stmt: func(_, _ int, s il.Stmt) ([]il.Stmt, bool) {
			c, ok := s.(*il.Call)
			if !ok || c.Method != m.Name || k >= len(c.Args) {
				return nil, false
			}
			args := slices.Delete(slices.Clone(c.Args), k, k+1)
			return []il.Stmt{&il.Call{At: c.At, Method: c.Method, Args: args}}, true
		},
	}
}

// dropValues lets stores of a variable store a new object instead, and drops
// what is not needed for it: the formal, or the allocations of a local.
func (v *view) dropValues() []edit {
	var list []edit
	for u, m := range v.units {
		for _, x := range v.variables(u) {
			k := slices.Index(m.formals, x)
			list = append(list, func() *il.Program { return v.dropValue(u, k, x) })
		}
	}
	return list
}

// dropValue is dropValues for variable x of unit u, which is formal k or, with
// k = -1, not declared.
func (v *view) dropValue(u, k int, x string) *il.Program {
	var w rewriting
	callers := func(int, int, il.Stmt) ([]il.Stmt, bool) { return nil, false }
	if k >= 0 {
		w = v.withoutFormal(u, k)
		callers = w.stmt
	}
	w.stmt = func(t, i int, s il.Stmt) ([]il.Stmt, bool) {
		switch s := s.(type) {
		case *il.Store:
			if t == u && s.Src == x {
				return []il.Stmt{&il.NewAt{Dst: s.Dst}}, true
			}
		case *il.New:
			if t == u && s.Dst == x {
				return nil, true
			}
		}
		return callers(t, i, s)
	}
	return v.rewrite(w)
}
