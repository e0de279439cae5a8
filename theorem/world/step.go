package world

import (
	"slices"

	"wobbly/il"
	"wobbly/semantics"
)

// reason is why a command has no successor.
type reason uint8

const (
	atUnassigned reason = iota // a path through a local without a value
	atNull                     // through null
	atFreed                    // through an object that is no more
	atAbsent                   // over a field that no object has
	unlockAtZero
	lockAgain // the lock is not reentrant
)

// halt is why a command cannot be executed as it is: an open variable or cell has to
// be given its initial value first, or no rule applies.
type halt struct {
	open   bool
	at     address
	reason reason
	expr   il.Expr // the prefix that is nil, or the path to a field that is not there
}

func isStuck(r reason, e il.Expr) *halt { return &halt{reason: r, expr: e} }

// read is what a variable or cell holds.
func (s *state) read(a address) (loc, *halt) {
	l := s.get(a)
	if l == unread {
		return l, &halt{open: true, at: a}
	}
	return l, nil
}

// address is ⌊e⌋ for an expression whose root is at the address given, if it is in
// dom(h).
func (m *machine) address(s *state, e *path, root address) (address, *halt) {
	at := root
	for n, f := range e.fields {
		l, h := s.read(at)
		if h != nil {
			return at, h
		}
		if r, ok := nilReason(l); ok {
			return at, isStuck(r, prefix(e.expr, n))
		}
		if f == m.absent {
			return at, isStuck(atAbsent, prefix(e.expr, n+1))
		}
		at = m.cell(l, f)
	}
	return at, nil
}

// addressIn is ⌊e⌋ in the current frame of thread i.
func (m *machine) addressIn(s *state, i semantics.Tid, e *path) (address, *halt) {
	return m.address(s, e, s.variable(i, e.root))
}

// prefix is e with its first n fields.
func prefix(e il.Expr, n int) il.Expr {
	return il.Expr{Root: e.Root, Fields: e.Fields[:n], At: e.At}
}

// nilReason tells whether l is nil, and of which kind.
func nilReason(l loc) (reason, bool) {
	switch l {
	case unassigned:
		return atUnassigned, true
	case null:
		return atNull, true
	case freed:
		return atFreed, true
	default:
		return 0, false
	}
}

// enabled is the condition of Figure 6, L_j = 0 or L_i = L_i' = 0. Since one of
// the levels is always 0, it concerns lock() only.
func (s *state) enabled(i semantics.Tid) bool {
	_, locks := s.at[i].stmt.(*il.Lock)
	return !locks || s.levels[i.Other()] == 0
}

// execute is Figure 5: it executes the command of thread i in s, but leaves its
// control where it is. If it halts, nothing has changed.
func (m *machine) execute(s *state, i semantics.Tid) *halt {
	h := m.command(s, i)
	if c := s.at[i]; h == nil && c.stmt != nil && c.callee == nil {
		s.forget(s.variable(i, 0), c)
	}
	return h
}

func (m *machine) command(s *state, i semantics.Tid) *halt {
	c := s.at[i]
	switch stmt := c.stmt.(type) {
	case nil:
		m.pop(s, i)
		return nil
	case *il.Skip:
		return nil
	case *il.Copy:
		return s.assign(i, s.variable(i, c.use))
	case *il.Load:
		at, h := m.addressIn(s, i, c.access)
		if h != nil {
			return h
		}
		return s.assign(i, at)
	case *il.Store:
		return m.store(s, i)
	case *il.New:
		m.allocate(s, i)
		return nil
	case *il.Lock:
		return m.lock(s, i)
	case *il.Unlock:
		return s.unlock(i)
	case *il.Call:
		return m.push(s, i)
	default:
		panic(il.Unknown(stmt))
	}
}

// assign is the common part of Fig5-copy and Fig5-load. A variable that does not
// count takes no value, so that none need be known.
func (s *state) assign(i semantics.Tid, from address) *halt {
	c := s.at[i]
	if !c.live.Has(int32(c.def)) {
		return nil
	}
	l, h := s.read(from)
	if h == nil {
		s.set(s.variable(i, c.def), l)
	}
	return h
}

// store is Fig5-store.
func (m *machine) store(s *state, i semantics.Tid) *halt {
	at, h := m.addressIn(s, i, s.at[i].access)
	if h != nil {
		return h
	}
	l, h := s.read(s.variable(i, s.at[i].use))
	if h == nil {
		s.set(at, l)
	}
	return h
}

// forget takes their values from the variables of a frame that do not count behind
// c: states that differ in them only are the same.
func (s *state) forget(frame address, c *control) {
	for x := range c.frame.code.vars {
		if !c.live.Has(int32(x)) {
			s.set(address{frame.in, frame.at + x}, unassigned)
		}
	}
}

// allocate is Fig5-new.
func (m *machine) allocate(s *state, i semantics.Tid) {
	c := s.at[i]
	o := object + loc(len(s.origins))
	m.add(s, m.rules.owner(c.frame.depth, i), m.rules.cells(o))
	s.set(s.variable(i, c.def), o)
}

// freedWith is the origin of objects that are freed when thread i returns from
// its dth open call.
func freedWith(d int, i semantics.Tid) origin { return madeIn + origin(2*d) + origin(i) }

// lock is Fig5-lock.
func (m *machine) lock(s *state, i semantics.Tid) *halt {
	next, ok := m.rules.lock(s.levels[i])
	if !ok {
		return isStuck(lockAgain, il.Expr{})
	}
	s.levels[i] = next
	return nil
}

// unlock is Fig5-unlock.
func (s *state) unlock(i semantics.Tid) *halt {
	if s.levels[i] == 0 {
		return isStuck(unlockAtZero, il.Expr{})
	}
	s.levels[i]--
	return nil
}

// push is Fig5-push.
func (m *machine) push(s *state, i semantics.Tid) *halt {
	c := s.at[i]
	callee := make([]loc, len(c.callee.vars))
	for x := range callee {
		callee[x] = unassigned
	}
	for k := range c.args {
		at, h := m.addressIn(s, i, &c.args[k])
		if h == nil && c.callee.live.Has(int32(k)) {
			callee[k], h = s.read(at)
		}
		if h != nil {
			return h
		}
	}
	s.forget(s.variable(i, 0), c)
	below := s.stacks[i]
	switch c.keep {
	case keepNone:
		m.disown(s, i)
		below = nil
	case keepLower:
		below = below[:len(below)-len(c.frame.code.vars)]
	}
	s.stacks[i] = append(below, callee...)
	return nil
}

// pop is Fig5-pop.
func (m *machine) pop(s *state, i semantics.Tid) {
	c := s.at[i]
	s.stacks[i] = s.stacks[i][:len(s.stacks[i])-len(c.frame.code.vars)]
	m.rules.release(s, c.frame.depth, i)
}

// disown keeps the objects of thread i for good: none of its open calls returns.
func (m *machine) disown(s *state, i semantics.Tid) {
	for o, from := range s.origins {
		if from >= madeIn && (from-madeIn)%2 == origin(i) {
			s.origins[o] = made
		}
	}
}

// local tells whether the next command of thread i can be executed at once:
// it cannot fail, and it commutes with all that the other thread can do.
func (m *machine) local(s *state, i semantics.Tid) bool {
	if !m.rules.ownFrames {
		return false
	}
	c := s.at[i]
	switch c.stmt.(type) {
	case nil:
		return c.open() && m.rules.localPop
	case *il.Copy, *il.New:
		return true
	case *il.Unlock:
		return s.levels[i] > 0
	case *il.Call:
		return !slices.ContainsFunc(c.args, func(e path) bool { return len(e.fields) > 0 })
	default:
		return false
	}
}

// parked tells whether thread i may stay where it is for ever: nothing that it
// may still do leads to a race or lets the other thread go on.
func (s *state) parked(i semantics.Tid) bool {
	f := s.at[i].future
	return f&accesses == 0 && (s.levels[i] == 0 || f&unlocks == 0)
}
