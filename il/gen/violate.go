package gen

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
)

// Violate returns a random program near p, which must be legal, that violates one assumption, A2,
// A3 or A5, and is otherwise legal: one edit, each kind with equal chances. ShrinkWithin makes such
// programs smaller.
//
//   - A2: one half of a pair lock() ... unlock() is dropped, moved, or put into a branch; an
//     extra lock() or unlock(); the two exchanged; unlock(); ...; lock() around statements.
//   - A3: an assignment is dropped, moved, or put into a branch or a loop; a variable that is
//     never assigned is read.
//   - A5: a method is called by itself or by one of its callees, in an existing call or in a new
//     one, perhaps in a branch; or a method that only calls itself is added and called.
//
// The result is positioned like that of Program, without comments. An init block is kept if it
// still fits. Every program has such a neighbour: if no edit is found, an unlock(), a read of an
// unassigned local or a method that calls itself is added.
func Violate(r *rand.Rand, p *il.Program, what check.Assumption) *il.Program {
	m := newMutator(r, plainCopy(p), Default())
	like := legalLike(p, what)
	good := func(n *il.Program) bool {
		violated, _ := judge(n, what)
		return like(n) && violated == what
	}
	if n := m.draw(violations(what), good); n != nil {
		return n
	}
	return m.fallback(what, good)
}

func violations(what check.Assumption) []mutation {
	switch what {
	case check.A2:
		return unbalancing
	case check.A3:
		return unassigning
	case check.A5:
		return recursing
	default:
		panic("gen: one of A2, A3 and A5 is to be violated, not: " + what.String())
	}
}

// unbalancing are the edits that may violate A2.
var unbalancing = []mutation{
	{"drop half a pair", isHalf, drop},
	{"move half a pair", isHalf, (*mutator).moveWithin},
	{"half a pair in a branch", isHalf, toBranch},
	{"exchange a pair", isHalf, func(m *mutator, i int) *il.Program {
		return m.rewrite(rewriting{stmt: func(_, j int, s il.Stmt) ([]il.Stmt, bool) {
			switch {
			case j != i && j != m.stmts[i].partner:
				return nil, false
			case il.Acquires(s):
				return []il.Stmt{&il.Unlock{}}, true
			default:
				return []il.Stmt{&il.Lock{}}, true
			}
		}})
	}},
	{"a lock or unlock more", nil, func(m *mutator, _ int) *il.Program {
		p, at, _ := m.gap(anywhere)
		if m.g.r.Uint32()&1 == 0 {
			return m.insert(p, at, &il.Lock{})
		}
		return m.insert(p, at, &il.Unlock{})
	}},
	{"unlock and lock again", isAny, func(m *mutator, i int) *il.Program {
		p, r := m.runAt(i)
		by := slices.Concat([]il.Stmt{&il.Unlock{}}, p.block.Stmts[r.lo:r.hi],
			[]il.Stmt{&il.Lock{}})
		return m.splice(p, r, by...)
	}},
}

// unassigning are the edits that may violate A3.
var unassigning = []mutation{
	{"drop an assignment", assignsLocal, drop},
	{"move an assignment", assignsLocal, (*mutator).moveWithin},
	{"assign in a branch or loop", assignsLocal, toBranch},
	{"read another variable", readsVariable, func(m *mutator, i int) *il.Program {
		s := m.stmts[i]
		n := readsIn(s.stmt)
		k := variablesIn(s.stmt) - n + m.g.r.IntN(n)
		return m.change(i, withVariable(s.stmt, k, m.freshLocal(s.unit)))
	}},
	{"insert a read", nil, func(m *mutator, _ int) *il.Program {
		p, at, _ := m.gap(anywhere)
		b := m.body(p.unit)
		path := il.Path(m.freshLocal(p.unit), m.someField())
		if src, ok := b.variable(); ok && m.g.r.Uint32()&1 == 0 {
			return m.insert(p, at, &il.Store{Dst: path, Src: src})
		}
		return m.insert(p, at, &il.Load{Dst: b.local(), Src: path})
	}},
}

// recursing are the edits that may violate A5.
var recursing = []mutation{
	{"redirect a call", isCall, (*mutator).mutCallee},
	{"insert a call", nil, func(m *mutator, _ int) *il.Program {
		return m.callFrom(func(*il.Method, unit) bool { return true })
	}},
	{"a method calls itself", nil, func(m *mutator, _ int) *il.Program {
		return m.callFrom(func(callee *il.Method, u unit) bool { return callee == u.method })
	}},
	{"call a method that only calls itself", nil, func(m *mutator, _ int) *il.Program {
		r := divergent(m.freshMethod())
		p, at, _ := m.gap(anywhere)
		n := m.insert(p, at, &il.Call{Method: r.Name})
		n.Decls = append(n.Decls, r)
		return n
	}},
}

// isHalf reports whether the statement is a lock() or unlock() with a partner.
func isHalf(m *mutator, p placed) bool { return p.partner != m.number[p.stmt] }

func assignsLocal(m *mutator, p placed) bool {
	x, ok := il.Def(p.stmt)
	return ok && !m.units[p.unit].isFormal(x)
}

func readsVariable(_ *mutator, p placed) bool { return readsIn(p.stmt) > 0 }

// readsIn counts the occurrences of variables in s that it reads. That of a target is the first.
func readsIn(s il.Stmt) int {
	n := variablesIn(s)
	if _, assigns := il.Def(s); assigns {
		n--
	}
	return n
}

// drop drops statement i, but not its partner.
func drop(m *mutator, i int) *il.Program { return m.change(i) }

// toBranch puts statement i into a branch or a loop.
func toBranch(m *mutator, i int) *il.Program { return m.change(i, m.maybe(m.stmts[i].stmt)) }

// maybe puts a copy of a statement into a branch or a loop.
func (m *mutator) maybe(s il.Stmt) il.Stmt {
	b := &il.Block{Stmts: []il.Stmt{copied(s)}}
	switch m.g.r.IntN(3) {
	case 0:
		return &il.While{Body: b}
	case 1:
		return &il.If{Then: &il.Block{}, Else: b}
	default:
		return &il.If{Then: b, Else: &il.Block{}}
	}
}

// fallback makes the violation that is possible in every program.
func (m *mutator) fallback(what check.Assumption, good func(*il.Program) bool) *il.Program {
	n := m.rewrite(rewriting{})
	first := unitsOf(n)[0].block
	switch what {
	case check.A2:
		first.Stmts = slices.Concat([]il.Stmt{&il.Unlock{}}, first.Stmts)
	case check.A3:
		read := &il.Copy{Dst: m.freshLocal(0), Src: m.freshLocal(0)}
		first.Stmts = slices.Concat([]il.Stmt{read}, first.Stmts)
	case check.A5:
		n.Decls = append(n.Decls, divergent(m.freshMethod()))
	}
	if !good(n) {
		dropInit(n)
	}
	return il.Positioned(n)
}

// divergent returns the method r() { r(); }.
func divergent(name string) *il.Method {
	return &il.Method{
		Name: name, Private: true, Body: &il.Block{Stmts: []il.Stmt{&il.Call{Method: name}}},
	}
}

// callFrom inserts a call of some method into a method that may contain it.
func (m *mutator) callFrom(may func(*il.Method, unit) bool) *il.Program {
	if len(m.g.methods) == 0 {
		return nil
	}
	callee := m.g.methods[m.g.r.IntN(len(m.g.methods))]
	p, at, ok := m.gap(func(p blockOf) bool {
		return !m.units[p.unit].thread && may(callee, m.units[p.unit])
	})
	if !ok {
		return nil
	}
	call := m.body(p.unit).callOf(callee)
	if call == nil {
		return nil
	}
	if m.g.r.Uint32()&1 == 0 {
		call = m.maybe(call)
	}
	return m.insert(p, at, call)
}
