package unordered

import (
	"slices"

	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// A mover executes steps in a machine and shows a visitor the states they lead to.
type mover struct {
	*code
	machine *machine.Machine
	at      [2]*point
	numbers canonical.Numbers
	touched []int32        // memory that private reuses
	picks   []machine.Pick // the initial values that the present step needed
	visitor visitor
}

// A visitor sees the states that a mover reaches.
type visitor interface {
	// state is called for each successor, which is the present state of the mover. The threads are
	// at the given points, including one that rests.
	state(at [2]*point, f first)
	// pair is called when the other thread accesses the cell of the first access, at its site q,
	// and the two accesses are unordered.
	pair(q int32, f first)
	// more is called before another initial value is tried and reports whether to continue.
	more() bool
}

func (m *mover) move(i int, p *point) { m.at[i], m.machine.At[i] = p, p.Control }

// after lists the points that may follow the next command of thread i, which is at p.
func (m *mover) after(i int, p *point) []*point {
	if !p.expanded {
		p.expanded = true
		for _, c := range m.machine.Next(i) {
			p.next = append(p.next, m.point(i, c))
		}
	}
	return p.next
}

// starts visits the initial states, one for each way to resolve the choices before the commands.
func (m *mover) starts() {
	for _, a := range m.g.Starts(0) {
		for _, b := range m.g.Starts(1) {
			m.move(0, m.point(0, a))
			m.move(1, m.point(1, b))
			m.visitor.state(m.at, first{})
		}
	}
}

// step visits the successors by a step of thread i, if it is enabled.
func (m *mover) step(i int, f first) {
	if m.machine.Enabled(i) {
		m.execute(i, f)
	}
}

// execute executes the command of thread i for each way to pick the initial values that it needs.
func (m *mover) execute(i int, f first) {
	p := m.at[i]
	var cell machine.Address // the cell of an access
	if p.Access() {
		cell, _ = m.machine.Target(i)
	}
	mark := m.machine.Mark()
	switch need := m.machine.Execute(i); need {
	case machine.Stuck:
		return
	case machine.Done:
	default:
		for o := range m.machine.Values(need, 1) {
			if !m.visitor.more() {
				return
			}
			m.picks = append(m.picks, machine.Pick{At: need, Object: o})
			m.execute(i, f)
			m.picks = m.picks[:len(m.picks)-1]
		}
		return
	}
	if f.made && i != f.thread && p.Access() && cell == m.machine.Cell(f.object, f.field) {
		m.visitor.pair(p.site, f)
	}
	after := f.after(i, p)
	for _, next := range m.after(i, p) {
		m.move(i, next)
		m.show(after)
		if !f.made && p.Access() {
			watched := first{made: true, thread: i, site: p.site, closed: p.holds}
			watched.object, watched.field = m.machine.ObjectOf(cell)
			m.show(watched)
		}
		m.move(i, p)
	}
	m.machine.Undo(mark)
}

// show visits the present state, in which the first access's thread rests if it may: see doc.go.
func (m *mover) show(f first) {
	at := m.at
	if f.made && at[f.thread].Future.Writes&f.future(at[1-f.thread]).Reads == 0 {
		m.move(f.thread, m.threads[f.thread].ended)
	}
	m.visitor.state(at, f)
	m.move(f.thread, at[f.thread])
}

// A first is the first access of a pair and the order since then. The zero first means that there
// was no access yet.
type first struct {
	made          bool
	thread        int   // the thread that made it
	site          int32 // the index in the sites of that thread
	object, field int32
	// closed has a bit for the slot of each lock that the thread held at the access or has taken
	// since. The other thread's next lock() of it follows an unlock() that follows the access.
	closed uint16
}

// after returns f after thread i has executed the command of p. It ignores the other thread's next
// lock() of a closed lock: no candidate pair follows it, so no state there is kept.
func (f first) after(i int, p *point) first {
	if f.made && i == f.thread {
		f.closed |= p.Effects.Locks
	}
	return f
}

// future returns what the other thread, at p, may do before it is ordered after the first access.
func (f first) future(p *point) machine.Effects {
	switch {
	case f.closed&p.Effects.Locks != 0:
		return machine.Effects{}
	case f.closed != 0:
		return p.beforeLock
	}
	return p.Future
}

// reads returns the fields that later commands may read. Cells of all others do not count.
func (m *mover) reads(f first) uint64 {
	if !f.made {
		return m.at[0].Future.Reads | m.at[1].Future.Reads
	}
	return m.at[f.thread].Future.Reads | f.future(m.at[1-f.thread]).Reads
}

// persistent returns a thread whose steps suffice in the present state, or -1: see doc.go.
func (m *mover) persistent(f first) int {
	for i := range 2 {
		if m.independent(i, f) {
			return i
		}
	}
	return -1
}

// independent reports whether the next command of thread i commutes with everything that the other
// thread may do before it.
func (m *mover) independent(i int, f first) bool {
	p, q := m.at[i], m.at[1-i]
	others := q.Future
	if p.Level.Held() || f.closed != 0 && i == f.thread { // the other thread does not lock before
		others = q.beforeLock
	}
	own := &p.needed
	switch p.Op {
	case machine.OpEnd:
		return false
	case machine.OpLock:
		return !p.MayWait() || (q.holds|others.Locks)&p.Effects.Locks == 0
	case machine.OpLoad, machine.OpStore, machine.OpPush:
		return own.Writes&others.Reads == 0 && own.Reads&others.Writes == 0 &&
			own.Writes&others.Writes&m.reads(f) == 0 || m.private(i)
	default:
		return true
	}
}

// private reports whether the other thread can reach none of the objects whose cells the next
// command of thread i touches.
func (m *mover) private(i int) bool {
	k := &m.numbers
	k.BeginAt(m.machine, 1-i)
	defer k.End()
	m.follow(m.fieldsOf(m.at[1-i].Future.Reads), 0)
	var known bool
	m.touched, known = m.machine.Touched(i, m.touched[:0])
	return known && !slices.ContainsFunc(m.touched, func(o int32) bool { return k.Of(o) != 0 })
}
