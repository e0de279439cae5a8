package gen

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/il/check"
)

// Violate draws a program near p, which must be legal, that violates what, one
// of A2, A3 and A5, and is legal but for that: one edit, each kind with equal
// chances. ShrinkWithin makes such programs smaller.
//
//   - A2: half of a pair lock() ... unlock() is dropped, moved, or put into a
//     branch; a lock() or unlock() too many; the two exchanged; unlock(); ...;
//     lock() around statements.
//   - A3: an assignment is dropped, moved, or put into a branch or a loop; a
//     variable that nothing assigns is read.
//   - A5: a method is called by itself or by what it calls, in a call that there
//     is or in a new one, which a branch may stand around; or a method that only
//     calls itself is added and called.
//
// The result is placed like that of Program, without comments. An init block is
// kept where it still fits. Every program has such a neighbour: where no edit is
// found, an unlock(), a read of an unassigned local or a method that calls
// itself is added.
func Violate(r *rand.Rand, p *il.Program, what check.Assumption) *il.Program {
	m := newMutator(r, plainCopy(p), Default())
	like := legalLike(p, what)
	good := func(n *il.Program) bool {
		h, _ := violated(n)
		return like(n) && h == what
	}
	if n, _ := m.draw(violations(what), good); n != nil {
		return n
	}
	return m.fallback(what, good)
}

// violations are the edits that may violate an assumption.
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

var unbalancing = []mutation{
	{"drop half a pair", (*mutator).dropHalf},
	{"move half a pair", (*mutator).moveHalf},
	{"half a pair in a branch", (*mutator).branchHalf},
	{"exchange a pair", (*mutator).exchangePair},
	{"a lock or unlock more", (*mutator).strayHalf},
	{"unlock and lock again", (*mutator).dip},
}

var unassigning = []mutation{
	{"drop an assignment", (*mutator).dropAssignment},
	{"move an assignment", (*mutator).moveAssignment},
	{"assign in a branch or loop", (*mutator).maybeAssign},
	{"read another variable", (*mutator).readUnassigned},
	{"insert a read", (*mutator).insertUnassigned},
}

var recursing = []mutation{
	{"redirect a call", (*mutator).mutCallee},
	{"insert a call", (*mutator).insertCall},
	{"a method calls itself", (*mutator).insertSelfCall},
	{"call a method that only calls itself", (*mutator).insertDivergence},
}

// fallback makes the violation that has a place in every program.
func (m *mutator) fallback(what check.Assumption, good func(*il.Program) bool) *il.Program {
	n := m.rewrite(rewriting{})
	first := unitsOf(n)[0].block
	switch what {
	case check.A2:
		first.Stmts = slices.Insert(first.Stmts, 0, il.Stmt(&il.Unlock{}))
	case check.A3:
		first.Stmts = slices.Insert(first.Stmts, 0, il.Stmt(&il.Copy{Dst: m.freshLocal(0), Src: m.freshLocal(0)}))
	case check.A5:
		n.Decls = append(n.Decls, divergent(m.freshMethod()))
	}
	if !good(n) {
		dropInit(n)
	}
	return Positioned(n)
}

// half draws a lock() or unlock() that has a partner.
func (m *mutator) half() (int, bool) {
	return m.someOf(func(s placed) bool { return s.partner != m.number[s.stmt] })
}

func (m *mutator) dropHalf() *il.Program {
	i, ok := m.half()
	if !ok {
		return nil
	}
	return m.change(i)
}

func (m *mutator) moveHalf() *il.Program {
	i, ok := m.half()
	if !ok {
		return nil
	}
	p, at, _ := m.gap(inUnit(m.stmts[i].unit))
	return m.moved(i, p, at)
}

func (m *mutator) branchHalf() *il.Program {
	i, ok := m.half()
	if !ok {
		return nil
	}
	return m.change(i, m.maybe(m.stmts[i].stmt))
}

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

func (m *mutator) exchangePair() *il.Program {
	i, ok := m.half()
	if !ok {
		return nil
	}
	return m.rewrite(rewriting{stmt: func(_, j int, s il.Stmt) ([]il.Stmt, bool) {
		if j != i && j != m.stmts[i].partner {
			return nil, false
		}
		return []il.Stmt{other(s)}, true
	}})
}

// other is an unlock() for a lock(), and the other way round.
func other(s il.Stmt) il.Stmt {
	if _, ok := s.(*il.Lock); ok {
		return &il.Unlock{}
	}
	return &il.Lock{}
}

func (m *mutator) strayHalf() *il.Program {
	p, at, _ := m.gap(anywhere)
	if m.g.r.Uint32()&1 == 0 {
		return m.insert(p, at, &il.Lock{})
	}
	return m.insert(p, at, &il.Unlock{})
}

// dip releases the lock around a run of statements, held or not.
func (m *mutator) dip() *il.Program {
	p, r, ok := m.run()
	if !ok {
		return nil
	}
	return m.splice(p, r, slices.Concat([]il.Stmt{&il.Unlock{}}, p.block.Stmts[r.lo:r.hi], []il.Stmt{&il.Lock{}})...)
}

// assigning draws an assignment to a local.
func (m *mutator) assigning() (int, bool) {
	return m.someOf(func(s placed) bool {
		x, ok := il.Def(s.stmt)
		return ok && !m.units[s.unit].isFormal(x)
	})
}

func (m *mutator) dropAssignment() *il.Program {
	i, ok := m.assigning()
	if !ok {
		return nil
	}
	return m.change(i)
}

func (m *mutator) moveAssignment() *il.Program {
	i, ok := m.assigning()
	if !ok {
		return nil
	}
	p, at, _ := m.gap(inUnit(m.stmts[i].unit))
	return m.moved(i, p, at)
}

func (m *mutator) maybeAssign() *il.Program {
	i, ok := m.assigning()
	if !ok {
		return nil
	}
	return m.change(i, m.maybe(m.stmts[i].stmt))
}

// readUnassigned reads a new local instead of another variable.
func (m *mutator) readUnassigned() *il.Program {
	reads := func(s placed) int { // occurrences; that of a target is the first
		n := variablesIn(s.stmt)
		if _, assigns := il.Def(s.stmt); assigns {
			n--
		}
		return n
	}
	i, ok := m.someOf(func(s placed) bool { return reads(s) > 0 })
	if !ok {
		return nil
	}
	s, n := m.stmts[i], reads(m.stmts[i])
	k := variablesIn(s.stmt) - n + m.g.r.IntN(n)
	return m.change(i, withVariable(s.stmt, k, m.freshLocal(s.unit)))
}

// insertUnassigned inserts a statement that reads a new local.
func (m *mutator) insertUnassigned() *il.Program {
	p, at, _ := m.gap(anywhere)
	b := m.body(p.unit)
	x := m.freshLocal(p.unit)
	path := il.Path(x, m.someField())
	switch src, ok := b.variable(); {
	case ok && m.g.r.Uint32()&1 == 0:
		return m.insert(p, at, &il.Store{Dst: path, Src: src})
	default:
		return m.insert(p, at, &il.Load{Dst: b.local(), Src: path})
	}
}

// insertCall inserts a call of some method into some method.
func (m *mutator) insertCall() *il.Program {
	return m.callFrom(func(*il.Method, unit) bool { return true })
}

func (m *mutator) insertSelfCall() *il.Program {
	return m.callFrom(func(callee *il.Method, u unit) bool { return callee == u.method })
}

// insertDivergence calls a new method that calls itself.
func (m *mutator) insertDivergence() *il.Program {
	r := divergent(m.freshMethod())
	p, at, _ := m.gap(anywhere)
	n := m.insert(p, at, &il.Call{Method: r.Name})
	n.Decls = append(n.Decls, r)
	return n
}

// divergent is the method r() { r(); }.
func divergent(name string) *il.Method {
	return &il.Method{Name: name, Private: true, Body: &il.Block{Stmts: []il.Stmt{&il.Call{Method: name}}}}
}

// callFrom inserts a call of some method into a method that may hold it.
func (m *mutator) callFrom(may func(*il.Method, unit) bool) *il.Program {
	if len(m.g.methods) == 0 {
		return nil
	}
	callee := m.g.methods[m.g.r.IntN(len(m.g.methods))]
	p, at, ok := m.gap(func(p blockOf) bool { return !m.units[p.unit].thread && may(callee, m.units[p.unit]) })
	if !ok {
		return nil
	}
	call := m.call(p.unit, callee, nil)
	if call == nil {
		return nil
	}
	if m.g.r.Uint32()&1 == 0 {
		call = m.maybe(call)
	}
	return m.insert(p, at, call)
}
