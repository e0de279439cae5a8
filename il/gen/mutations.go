package gen

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

var mutations = []mutation{
	{"insert a statement", nil, (*mutator).mutInsert},
	{"delete a statement", isAny, func(m *mutator, i int) *il.Program {
		return m.rewrite(m.dropping(func(j int) bool { return i == j }))
	}},
	{"duplicate a statement", isAny, func(m *mutator, i int) *il.Program {
		p, at, _ := m.gap(inUnit(m.stmts[i].unit))
		return m.insert(p, at, copied(m.stmts[i].stmt))
	}},
	{"move a statement", isAny, (*mutator).moveWithin},
	{"swap two statements", nil, (*mutator).mutSwap},
	{"change a variable", hasVariable, (*mutator).mutVariable},
	{"change a field", hasPath, (*mutator).mutField},
	{"change the length of a path", hasPath, (*mutator).mutLength},
	{"change an argument", hasArgument, (*mutator).mutArgument},
	{"change the kind of a command", isKnown, (*mutator).mutKind},
	{"wrap statements", isAny, (*mutator).mutWrap},
	{"unwrap a block", hasBlocks, func(m *mutator, i int) *il.Program {
		blocks := il.Blocks(m.stmts[i].stmt)
		return m.change(i, blocks[m.g.r.IntN(len(blocks))].List()...)
	}},
	{"inline a call", isCall,
		func(m *mutator, i int) *il.Program { return m.change(i, m.inline(i)...) }},
	{"outline statements", isAny, (*mutator).mutOutline},
	{"assign a formal", nil, (*mutator).mutReassign},
	{"swap the branches", isIf, func(m *mutator, i int) *il.Program {
		s := m.stmts[i].stmt.(*il.If)
		return m.change(i, &il.If{Then: &il.Block{Stmts: s.Else.List()}, Else: s.Then})
	}},
	{"change a callee", isCall, (*mutator).mutCallee},
}

// The statements to which mutations apply.

func isAny(*mutator, placed) bool           { return true }
func isCall(_ *mutator, p placed) bool      { _, ok := p.stmt.(*il.Call); return ok }
func isIf(_ *mutator, p placed) bool        { _, ok := p.stmt.(*il.If); return ok }
func hasBlocks(_ *mutator, p placed) bool   { return len(il.Blocks(p.stmt)) > 0 }
func hasVariable(_ *mutator, p placed) bool { return variablesIn(p.stmt) > 0 }
func hasPath(_ *mutator, p placed) bool     { return len(paths(p.stmt)) > 0 }

func hasArgument(_ *mutator, p placed) bool {
	c, ok := p.stmt.(*il.Call)
	return ok && len(c.Args) > 0
}

// isKnown reports whether the statement is a simple command with a variable.
func isKnown(m *mutator, p placed) bool { return hasVariable(m, p) && !isCall(m, p) }

func (m *mutator) mutInsert(int) *il.Program {
	const maxStmts = 3 // with those inside
	p, at, _ := m.gap(anywhere)
	stmts, _ := m.body(p.unit).stmt(nil, 1+m.g.r.IntN(maxStmts), min(1, m.g.o.Depth))
	return m.insert(p, at, stmts...)
}

func (m *mutator) mutSwap(int) *il.Program {
	b := m.blocks[m.g.r.IntN(len(m.blocks))].block
	n := len(b.Stmts)
	if n < 2 {
		return nil
	}
	list := slices.Clone(b.Stmts)
	i, j := m.g.r.IntN(n), m.g.r.IntN(n)
	list[i], list[j] = list[j], list[i]
	return m.rewrite(rewriting{list: map[*il.Block][]il.Stmt{b: list}})
}

func (m *mutator) mutVariable(i int) *il.Program {
	s := m.stmts[i]
	pool := append(m.variables(s.unit), m.freshLocal(s.unit))
	to := pool[m.g.r.IntN(len(pool))]
	return m.change(i, withVariable(s.stmt, m.g.r.IntN(variablesIn(s.stmt)), to))
}

// variablesIn counts the occurrences of variables that s itself names.
func variablesIn(s il.Stmt) int {
	n := 0
	il.EachVar(s, func(string, il.Pos) { n++ })
	return n
}

// withVariable returns a copy of s with another variable at occurrence k.
func withVariable(s il.Stmt, k int, to string) il.Stmt {
	return il.Rebuild(s, &copier{rewriting: rewriting{variable: func(_ int, x string) string {
		k--
		if k == -1 {
			return to
		}
		return x
	}}})
}

// paths lists the expressions of s with a field, without those of nested blocks.
func paths(s il.Stmt) (list []il.Expr) {
	il.EachExpr(s, func(e il.Expr) {
		if !e.IsVar() {
			list = append(list, e)
		}
	})
	return list
}

// withFields draws a path of statement i and gives it other fields.
func (m *mutator) withFields(i int, change func(fields []string) []string) *il.Program {
	s := m.stmts[i].stmt
	k := m.g.r.IntN(len(paths(s)))
	rewrite := func(_ int, e il.Expr) (il.Expr, bool) {
		if e.IsVar() {
			return e, false
		}
		k--
		if k == -1 {
			e.Fields = change(slices.Clone(e.Fields))
		}
		return e, true
	}
	return m.change(i, il.Rebuild(s, &copier{rewriting: rewriting{expr: rewrite}}))
}

func (m *mutator) someField() string { return m.g.fields[m.g.r.IntN(len(m.g.fields))] }

func (m *mutator) mutField(i int) *il.Program {
	return m.withFields(i, func(fields []string) []string {
		k := m.g.r.IntN(len(fields))
		fields[k] = m.someField()
		return fields
	})
}

// mutLength adds a field to a path or removes one.
func (m *mutator) mutLength(i int) *il.Program {
	return m.withFields(i, func(fields []string) []string {
		at := m.g.r.IntN(len(fields))
		if len(fields) < m.g.o.Path && m.g.r.Uint32()&1 == 0 {
			return slice.Insert(fields, at, m.someField())
		}
		return slice.Delete(fields, at)
	})
}

// mutArgument draws a new argument, draws one that is related to the others, or exchanges two.
func (m *mutator) mutArgument(i int) *il.Program {
	c := m.stmts[i].stmt.(*il.Call)
	args := slices.Clone(c.Args)
	k, l := m.g.r.IntN(len(args)), m.g.r.IntN(len(args))
	if k != l {
		args[k], args[l] = args[l], args[k]
	} else {
		e, ok := m.body(m.stmts[i].unit).arg(slice.Delete(slices.Clone(args), k))
		if !ok {
			return nil
		}
		args[k] = e
	}
	return m.change(i, &il.Call{Method: c.Method, Args: args})
}

// mutKind turns a simple command into another one with the same variable and path, if it has them.
func (m *mutator) mutKind(i int) *il.Program {
	s := m.stmts[i].stmt
	b := m.body(m.stmts[i].unit)
	x := b.target()
	if store, ok := s.(*il.Store); ok {
		x = store.Src
	} else if y, ok := il.Def(s); ok {
		x = y
	}
	path, ok := b.path()
	if own := paths(s); len(own) > 0 {
		path, ok = own[m.g.r.IntN(len(own))], true
	}
	if !ok {
		return nil
	}
	kinds := []il.Stmt{
		&il.Load{Dst: x, Src: path}, &il.Store{Dst: path, Src: x}, &il.New{Dst: x},
		&il.Copy{Dst: x, Src: path.Root},
	}
	if m.g.o.Sugar > 0 {
		kinds = append(kinds, &il.NewAt{Dst: path})
	}
	if m.g.o.Skip > 0 {
		kinds = append(kinds, &il.Skip{})
	}
	return m.change(i, kinds[m.g.r.IntN(len(kinds))])
}

// mutWrap puts a run of statements under the lock, into a branch or into a loop.
func (m *mutator) mutWrap(i int) *il.Program {
	p, r := m.runAt(i)
	inner := &il.Block{Stmts: p.block.Stmts[r.lo:r.hi]}
	var kinds [][]il.Stmt
	if m.g.o.Lock > 0 {
		kinds = append(kinds,
			slices.Concat([]il.Stmt{&il.Lock{}}, inner.Stmts, []il.Stmt{&il.Unlock{}}))
	}
	if m.g.o.Sync > 0 {
		kinds = append(kinds, []il.Stmt{&il.Synchronized{Body: inner}})
	}
	if m.g.o.If > 0 {
		kinds = append(kinds, []il.Stmt{&il.If{Then: inner, Else: &il.Block{}}})
	}
	if m.g.o.While > 0 {
		kinds = append(kinds, []il.Stmt{&il.While{Body: inner}})
	}
	if kinds == nil {
		return nil
	}
	return m.splice(p, r, kinds[m.g.r.IntN(len(kinds))]...)
}

// mutOutline turns a run of statements into a private method. Its formals are the variables of the
// run in text order, except locals that the run assigns before it uses them.
func (m *mutator) mutOutline(i int) *il.Program {
	p, r := m.runAt(i)
	if m.g.o.Call == 0 {
		return nil
	}
	body := &il.Block{Stmts: p.block.Stmts[r.lo:r.hi]}
	inputs, local := newOrdered(), map[string]bool{}
	il.Walk(body, func(s il.Stmt) {
		x, assigns := il.Def(s)
		k := 0
		il.EachVar(s, func(y string, _ il.Pos) {
			k++
			if (k > 1 || !assigns) && !local[y] {
				inputs.add(y)
			}
		})
		switch _, used := inputs.index[x]; {
		case !assigns || used:
		case il.IsFormalName(x): // cannot be a local of a method
			inputs.add(x)
		default:
			local[x] = true
		}
	})
	n := &il.Method{Name: m.freshMethod(), Private: true, Body: new(copier).Block(body)}
	call := &il.Call{Method: n.Name}
	for _, x := range inputs.names {
		n.Formals = append(n.Formals, il.Formal{Name: x})
		call.Args = append(call.Args, il.Var(x))
	}
	q := m.splice(p, r, call)
	q.Decls = append(q.Decls, n)
	return q
}

// mutReassign assigns a formal, in an existing assignment or in a new one.
func (m *mutator) mutReassign(int) *il.Program {
	p, at, _ := m.gap(anywhere)
	b := m.body(p.unit)
	if len(b.formals) == 0 || m.g.o.Reassign == 0 {
		return nil
	}
	a := b.formal()
	assigns := func(s placed) bool { _, ok := il.Def(s.stmt); return ok && s.unit == p.unit }
	if i, ok := m.someOf(assigns); ok && m.g.r.Uint32()&1 == 0 {
		return m.change(i, withVariable(m.stmts[i].stmt, 0, a))
	}
	src, ok := b.expr()
	if !ok || m.g.r.IntN(3) == 0 {
		return m.insert(p, at, &il.New{Dst: a})
	}
	return m.insert(p, at, assignment(a, src))
}

// mutCallee calls another method, with as many of the arguments as it takes; the others are drawn.
func (m *mutator) mutCallee(i int) *il.Program {
	c := m.stmts[i].stmt.(*il.Call)
	isOther := func(n *il.Method) bool { return n.Name != c.Method }
	others := slice.Filter(m.g.methods, isOther)
	if len(others) == 0 {
		return nil
	}
	callee := others[m.g.r.IntN(len(others))]
	by := m.body(m.stmts[i].unit).callOf(callee, c.Args[:min(len(c.Args), len(callee.Formals))]...)
	if by == nil {
		return nil
	}
	return m.change(i, by)
}
