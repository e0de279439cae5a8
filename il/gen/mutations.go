package gen

import (
	"slices"

	"wobbly/il"
)

// mutations are the edits of Mutate.
var mutations = []mutation{
	{"insert a statement", (*mutator).mutInsert},
	{"delete a statement", (*mutator).mutDelete},
	{"duplicate a statement", (*mutator).mutDuplicate},
	{"move a statement", (*mutator).mutMove},
	{"swap two statements", (*mutator).mutSwap},
	{"change a variable", (*mutator).mutVariable},
	{"change a field", (*mutator).mutField},
	{"change the length of a path", (*mutator).mutLength},
	{"change an argument", (*mutator).mutArgument},
	{"change the kind of a command", (*mutator).mutKind},
	{"wrap statements", (*mutator).mutWrap},
	{"unwrap a block", (*mutator).mutUnwrap},
	{"inline a call", (*mutator).mutInline},
	{"outline statements", (*mutator).mutOutline},
	{"assign a formal", (*mutator).mutReassign},
	{"swap the branches", (*mutator).mutBranches},
	{"change a callee", (*mutator).mutCallee},
}

func (m *mutator) mutInsert() *il.Program {
	p, at, _ := m.gap(anywhere)
	const most = 3 // statements, with those inside
	stmts, _ := m.body(p.unit).stmt(nil, 1+m.g.r.IntN(most), min(1, m.g.o.Depth))
	return m.insert(p, at, stmts...)
}

func (m *mutator) mutDelete() *il.Program {
	i, ok := m.someStmt()
	if !ok {
		return nil
	}
	return m.rewrite(m.dropping(func(j int) bool { return i == j }))
}

func (m *mutator) mutDuplicate() *il.Program {
	i, ok := m.someStmt()
	if !ok {
		return nil
	}
	p, at, _ := m.gap(inUnit(m.stmts[i].unit))
	return m.insert(p, at, copied(m.stmts[i].stmt))
}

func (m *mutator) mutMove() *il.Program {
	i, ok := m.someStmt()
	if !ok {
		return nil
	}
	s := m.stmts[i]
	p, at, _ := m.gap(inUnit(s.unit))
	if inside(p.block, s.stmt) {
		return nil
	}
	return m.moved(i, p, at)
}

func (m *mutator) mutSwap() *il.Program {
	p := m.someBlock()
	n := len(p.block.Stmts)
	if n < 2 {
		return nil
	}
	list := slices.Clone(p.block.Stmts)
	i, j := m.g.r.IntN(n), m.g.r.IntN(n)
	list[i], list[j] = list[j], list[i]
	return m.rewrite(rewriting{list: map[*il.Block][]il.Stmt{p.block: list}})
}

// mutKind makes another command of a simple one, with its variable and its path
// where it has them.
func (m *mutator) mutKind() *il.Program {
	i, ok := m.someOf(func(s placed) bool { return variablesIn(s.stmt) > 0 && !isCall(s.stmt) })
	if !ok {
		return nil
	}
	b := m.body(m.stmts[i].unit)
	x := b.target()
	if y, ok := variableOf(m.stmts[i].stmt); ok {
		x = y
	}
	path, ok := b.path()
	if _, own := paths(m.stmts[i].stmt); len(own) > 0 {
		path, ok = *own[m.g.r.IntN(len(own))], true
	}
	if !ok {
		return nil
	}
	kinds := []il.Stmt{&il.Load{Dst: x, Src: path}, &il.Store{Dst: path, Src: x}, &il.New{Dst: x}, &il.Copy{Dst: x, Src: path.Root}}
	if m.g.o.Sugar > 0 {
		kinds = append(kinds, &il.NewAt{Dst: path})
	}
	if m.g.o.Skip > 0 {
		kinds = append(kinds, &il.Skip{})
	}
	return m.change(i, kinds[m.g.r.IntN(len(kinds))])
}

func isCall(s il.Stmt) bool { _, ok := s.(*il.Call); return ok }

// variableOf is the variable on the other side of a path in s, or the target.
func variableOf(s il.Stmt) (string, bool) {
	if s, ok := s.(*il.Store); ok {
		return s.Src, true
	}
	return il.Def(s)
}

// mutWrap puts a run of statements under the lock, into a branch or into a loop.
func (m *mutator) mutWrap() *il.Program {
	p, r, ok := m.run()
	if !ok {
		return nil
	}
	inner := &il.Block{Stmts: p.block.Stmts[r.lo:r.hi]}
	var kinds [][]il.Stmt
	if m.g.o.Lock > 0 {
		kinds = append(kinds, slices.Concat([]il.Stmt{&il.Lock{}}, inner.Stmts, []il.Stmt{&il.Unlock{}}))
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

func (m *mutator) mutUnwrap() *il.Program {
	i, ok := m.someOf(func(s placed) bool { return len(il.Blocks(s.stmt)) > 0 })
	if !ok {
		return nil
	}
	blocks := il.Blocks(m.stmts[i].stmt)
	return m.change(i, blocks[m.g.r.IntN(len(blocks))].List()...)
}

func (m *mutator) mutInline() *il.Program {
	i, ok := m.someOf(func(s placed) bool { return isCall(s.stmt) })
	if !ok {
		return nil
	}
	return m.change(i, m.inline(i)...)
}

// mutOutline makes a private method of a run of statements. Its formals are the
// variables that the run does not begin by assigning.
func (m *mutator) mutOutline() *il.Program {
	p, r, ok := m.run()
	if !ok || m.g.o.Call == 0 {
		return nil
	}
	body := &il.Block{Stmts: p.block.Stmts[r.lo:r.hi]}
	n := &il.Method{Name: m.freshMethod(), Private: true}
	call := &il.Call{Method: n.Name}
	for _, x := range inputs(body) {
		n.Formals = append(n.Formals, il.Formal{Name: x})
		call.Args = append(call.Args, il.Var(x))
	}
	n.Body = new(copier).block(body)
	q := m.splice(p, r, call)
	q.Decls = append(q.Decls, n)
	return q
}

// inputs is the variables of b but for the locals that are assigned before they
// are used, in text order.
func inputs(b *il.Block) []string {
	list, local := newOrdered(), map[string]bool{}
	il.Walk(b, func(s il.Stmt) {
		x, assigns := il.Def(s)
		k := 0
		il.EachVar(s, func(y string, _ il.Pos) {
			if k++; (k > 1 || !assigns) && !local[y] {
				list.add(y)
			}
		})
		switch _, used := list.index[x]; {
		case !assigns || used:
		case il.IsFormalName(x): // no local of a method
			list.add(x)
		default:
			local[x] = true
		}
	})
	return list.names
}

// mutReassign assigns a formal: in an assignment that there is, or in a new one.
func (m *mutator) mutReassign() *il.Program {
	p, at, _ := m.gap(anywhere)
	b := m.body(p.unit)
	if len(b.formals) == 0 || m.g.o.Reassign == 0 {
		return nil
	}
	a := b.formal()
	if i, ok := m.someOf(func(s placed) bool { _, ok := il.Def(s.stmt); return ok && s.unit == p.unit }); ok && m.g.r.Uint32()&1 == 0 {
		return m.change(i, withVariable(m.stmts[i].stmt, 0, a))
	}
	src, ok := b.expr()
	if !ok || m.g.r.IntN(3) == 0 {
		return m.insert(p, at, &il.New{Dst: a})
	}
	return m.insert(p, at, assignment(a, src))
}

func (m *mutator) mutBranches() *il.Program {
	i, ok := m.someOf(func(s placed) bool { _, ok := s.stmt.(*il.If); return ok })
	if !ok {
		return nil
	}
	s := m.stmts[i].stmt.(*il.If)
	then := s.Else
	if then == nil {
		then = &il.Block{}
	}
	return m.change(i, &il.If{Then: then, Else: s.Then})
}

// mutCallee calls another method, with as many of the arguments as it takes and
// others drawn.
func (m *mutator) mutCallee() *il.Program {
	i, ok := m.someOf(func(s placed) bool { return isCall(s.stmt) })
	if !ok {
		return nil
	}
	c := m.stmts[i].stmt.(*il.Call)
	others := slices.DeleteFunc(slices.Clone(m.g.methods), func(n *il.Method) bool { return n.Name == c.Method })
	if len(others) == 0 {
		return nil
	}
	by := m.call(m.stmts[i].unit, others[m.g.r.IntN(len(others))], c.Args)
	if by == nil {
		return nil
	}
	return m.change(i, by)
}

// call draws a call in unit u, with as many of the given arguments as the callee
// takes; nil if the others were not found.
func (m *mutator) call(u int, callee *il.Method, args []il.Expr) il.Stmt {
	args = slices.Clone(args[:min(len(args), len(callee.Formals))])
	b := m.body(u)
	for len(args) < len(callee.Formals) {
		e, ok := b.arg(args)
		if !ok {
			return nil
		}
		args = append(args, e)
	}
	return &il.Call{Method: callee.Name, Args: args}
}
