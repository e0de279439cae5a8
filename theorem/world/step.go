package world

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// reason says why no rule of Figure 5 applies to a command.
type reason uint8

const (
	atUnassigned reason = iota // a path through a local without a value
	atNull                     // a path through null
	atFreed                    // a path through a freed object
	atAbsent                   // a path over a field that no object has
	unlockAtZero               // unlock() without the lock
	lockAgain                  // lock() with the lock, if it is not reentrant
)

// halt says why a command cannot be executed. Either it needs the value of an open variable or
// cell, and can be executed after one was chosen; or the thread is stuck.
type halt struct {
	// open reports whether an initial value is needed, that of the variable or cell at.
	open bool
	at   address

	// reason says why the thread is stuck. For the first four reasons, expr is the prefix of the
	// path that is nil or freed, or the path to the absent field.
	reason reason
	expr   il.Expr
}

// read returns the value at a, or a halt if it is open.
func (s *state) read(a address) (loc, *halt) {
	l := s.list(a.in)[a.at]
	if l == unread {
		return l, &halt{open: true, at: a}
	}
	return l, nil
}

// address returns the address of a path whose root variable is at root (⌊e⌋ in the paper). It
// returns a halt if the path has none or if a value on it is open.
func (m *machine) address(s *state, e *path, root address) (address, *halt) {
	stuck := func(r reason, fields int) *halt {
		prefix := il.Expr{Root: e.expr.Root, Fields: e.expr.Fields[:fields], At: e.expr.At}
		return &halt{reason: r, expr: prefix}
	}
	at := root
	for n, f := range e.fields {
		l, h := s.read(at)
		switch {
		case h != nil:
			return at, h
		case l == unassigned:
			return at, stuck(atUnassigned, n)
		case l == null:
			return at, stuck(atNull, n)
		case l == freed:
			return at, stuck(atFreed, n)
		case f == m.absent:
			return at, stuck(atAbsent, n+1)
		}
		at = address{heap, int(l-object)*m.width + f}
	}
	return at, nil
}

// execute executes the command of thread i in s by the rules of Figure 5. It does not move the
// thread to its next command; the caller does. If it returns a halt, s is unchanged.
func (m *machine) execute(s *state, i semantics.Tid) *halt {
	c := s.at[i]
	switch stmt := c.stmt.(type) {
	case nil: // Fig5-pop
		s.stacks[i] = s.stacks[i][:len(s.stacks[i])-len(c.frame.code.vars)]
		m.rules.release(s, c.frame.depth, i)
		return nil
	case *il.Call:
		return m.push(s, i)
	case *il.Skip:
	case *il.Copy:
		if h := s.assign(i, s.variable(i, c.use)); h != nil {
			return h
		}
	case *il.Load:
		at, h := m.address(s, c.access, s.variable(i, c.access.root))
		if h == nil {
			h = s.assign(i, at)
		}
		if h != nil {
			return h
		}
	case *il.Store:
		at, h := m.address(s, c.access, s.variable(i, c.access.root))
		if h != nil {
			return h
		}
		l, h := s.read(s.variable(i, c.use))
		if h != nil {
			return h
		}
		s.set(at, l)
	case *il.New:
		o := object + loc(len(s.origins))
		m.addObject(s, m.rules.owner(c.frame.depth, i), m.rules.cells(o))
		s.set(s.variable(i, c.def), o)
	case *il.Lock:
		next, ok := m.rules.lock(s.levels[i], stmt)
		if !ok {
			return &halt{reason: lockAgain}
		}
		s.levels[i] = next
	case *il.Unlock:
		if s.levels[i].Lacks(stmt) {
			return &halt{reason: unlockAtZero}
		}
		s.levels[i] = s.levels[i].After(stmt)
	default:
		panic(il.Unknown(stmt))
	}
	s.forget(i)
	return nil
}

// assign copies the value at from to the variable that thread i assigns, as Fig5-copy and Fig5-load
// do. It skips a dead variable, so that no initial value has to be chosen for it.
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

// forget clears the variables of thread i that are dead after its command, so that states that
// differ only in them are equal.
func (s *state) forget(i semantics.Tid) {
	c := s.at[i]
	for x := range c.frame.code.vars {
		if !c.live.Has(int32(x)) {
			s.set(s.variable(i, x), unassigned)
		}
	}
}

// push executes a call, by rule Fig5-push, or returns why the thread is stuck. If the callee never
// returns, nor do the open calls, so their objects become objects that are never freed.
func (m *machine) push(s *state, i semantics.Tid) *halt {
	c := s.at[i]
	callee := slice.Repeat(unassigned, len(c.callee.vars))
	for k := range c.args {
		at, h := m.address(s, &c.args[k], s.variable(i, c.args[k].root))
		if h == nil && c.callee.live.Has(int32(k)) {
			callee[k], h = s.read(at)
		}
		if h != nil {
			return h
		}
	}
	s.forget(i)
	below := s.stacks[i]
	switch c.keep {
	case keepNone:
		for o, from := range s.origins {
			if from >= madeIn && (from-madeIn)%2 == origin(i) {
				s.origins[o] = made
			}
		}
		below = nil
	case keepLower:
		below = below[:len(below)-len(c.frame.code.vars)]
	}
	s.stacks[i] = append(below, callee...)
	return nil
}

// local reports whether the next command of thread i can be executed at once: it cannot fail, and
// it commutes with every step of the other thread.
func (m *machine) local(s *state, i semantics.Tid) bool {
	if !m.rules.ownFrames {
		return false
	}
	c := s.at[i]
	switch stmt := c.stmt.(type) {
	case nil:
		return c.frame.up != nil && m.rules.localPop
	case *il.Copy, *il.New:
		return true
	case *il.Unlock:
		return !s.levels[i].Lacks(stmt)
	case *il.Call:
		return !slices.ContainsFunc(c.args, func(e path) bool { return len(e.fields) > 0 })
	default:
		return false
	}
}

// parked reports whether thread i no longer needs to move, because none of its steps can lead to a
// race or let the other thread continue.
func (s *state) parked(i semantics.Tid) bool {
	f := s.at[i].future
	return f&accesses == 0 && (!s.levels[i].Held() || f&unlocks == 0)
}
