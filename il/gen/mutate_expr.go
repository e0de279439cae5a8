package gen

import (
	"slices"

	"wobbly/il"
)

// The mutations of this file change what one statement names.

// mutVariable changes one occurrence of a variable.
func (m *mutator) mutVariable() *il.Program {
	i, ok := m.someOf(func(s placed) bool { return variablesIn(s.stmt) > 0 })
	if !ok {
		return nil
	}
	u := m.stmts[i].unit
	pool := append(m.variables(u), m.freshLocal(u))
	to := pool[m.g.r.IntN(len(pool))]
	return m.change(i, withVariable(m.stmts[i].stmt, m.g.r.IntN(variablesIn(m.stmts[i].stmt)), to))
}

// variablesIn counts the occurrences of variables that s itself names.
func variablesIn(s il.Stmt) int {
	n := 0
	il.EachVar(s, func(string, il.Pos) { n++ })
	return n
}

// withVariable is a copy of s with another variable at occurrence k.
func withVariable(s il.Stmt, k int, to string) il.Stmt {
	c := copier{rewriting: rewriting{variable: func(_ int, x string) string {
		k--
		if k == -1 {
			return to
		}
		return x
	}}}
	return c.same(s)
}

// paths gives a copy of s and those of its expressions that have a field.
func paths(s il.Stmt) (il.Stmt, []*il.Expr) {
	s, all := exprs(s)
	return s, slices.DeleteFunc(all, func(e *il.Expr) bool { return e.IsVar() })
}

// exprs gives a copy of s and the expressions in it, none of them in a block
// inside.
func exprs(s il.Stmt) (il.Stmt, []*il.Expr) {
	s = copied(s)
	switch s := s.(type) {
	case *il.Load:
		return s, []*il.Expr{&s.Src}
	case *il.Store:
		return s, []*il.Expr{&s.Dst}
	case *il.NewAt:
		return s, []*il.Expr{&s.Dst}
	case *il.Move:
		return s, []*il.Expr{&s.Dst, &s.Src}
	case *il.Call:
		var list []*il.Expr
		for i := range s.Args {
			list = append(list, &s.Args[i])
		}
		return s, list
	default:
		return s, nil
	}
}

// path draws a statement with a path; s is a copy, and e the path in it.
func (m *mutator) path() (i int, s il.Stmt, e *il.Expr) {
	i, ok := m.someOf(func(s placed) bool { return hasPath(s.stmt) })
	if !ok {
		return i, nil, nil
	}
	s, list := paths(m.stmts[i].stmt)
	return i, s, list[m.g.r.IntN(len(list))]
}

func hasPath(s il.Stmt) bool {
	found := false
	il.EachField(s, func(string) { found = true })
	return found
}

func (m *mutator) someField() string { return m.g.fields[m.g.r.IntN(len(m.g.fields))] }

func (m *mutator) mutField() *il.Program {
	i, s, e := m.path()
	if e == nil {
		return nil
	}
	e.Fields = slices.Clone(e.Fields)
	e.Fields[m.g.r.IntN(len(e.Fields))] = m.someField()
	return m.change(i, s)
}

func (m *mutator) mutLength() *il.Program {
	i, s, e := m.path()
	if e == nil {
		return nil
	}
	at := m.g.r.IntN(len(e.Fields))
	if longer := len(e.Fields) < m.g.o.Path && m.g.r.Uint32()&1 == 0; longer {
		e.Fields = slices.Insert(slices.Clone(e.Fields), at, m.someField())
	} else {
		e.Fields = slices.Delete(slices.Clone(e.Fields), at, at+1)
	}
	return m.change(i, s)
}

// mutArgument draws an argument anew, as one that follows the others, or
// exchanges two.
func (m *mutator) mutArgument() *il.Program {
	i, ok := m.someOf(func(s placed) bool { c, ok := s.stmt.(*il.Call); return ok && len(c.Args) > 0 })
	if !ok {
		return nil
	}
	c := m.stmts[i].stmt.(*il.Call)
	args := slices.Clone(c.Args)
	k, l := m.g.r.IntN(len(args)), m.g.r.IntN(len(args))
	if k != l {
		args[k], args[l] = args[l], args[k]
	} else {
		e, ok := m.body(m.stmts[i].unit).arg(slices.Delete(slices.Clone(args), k, k+1))
		if !ok {
			return nil
		}
		args[k] = e
	}
	return m.change(i, &il.Call{Method: c.Method, Args: args})
}
