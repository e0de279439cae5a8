package unordered

import (
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// A mover executes steps in a machine and shows a visitor the states they lead to.
type mover struct {
	*code
	m       *machine.Machine
	at      [2]*point
	numbers canonical.Numbers
	touched []int32        // scratch
	picks   []machine.Pick // that the present step needed
	see     visitor
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

func (x *mover) move(i int, p *point) { x.at[i], x.m.At[i] = p, p.Control }

// after lists the points that may follow the next command of thread i, which is at p.
func (x *mover) after(i int, p *point) []*point {
	if !p.expanded {
		p.expanded = true
		for _, c := range x.m.Next(i) {
			p.next = append(p.next, x.point(i, c))
		}
	}
	return p.next
}

// starts visits the initial states, one for each way to resolve the choices before the first
// commands.
func (x *mover) starts() {
	for _, a := range x.g.Starts(0) {
		for _, b := range x.g.Starts(1) {
			x.move(0, x.point(0, a))
			x.move(1, x.point(1, b))
			x.see.state(x.at, first{})
		}
	}
}

// step visits the successors by thread i, if it is enabled.
func (x *mover) step(i int, f first) {
	if x.m.Enabled(i) {
		x.execute(i, f)
	}
}

// execute executes the command of thread i for each way to pick the initial values that it needs.
func (x *mover) execute(i int, f first) {
	p := x.at[i]
	var cell machine.Address // of an access
	if p.Access() {
		cell, _ = x.m.Target(i)
	}
	mark := x.m.Mark()
	switch need := x.m.Execute(i); need {
	case machine.Stuck:
		return
	case machine.Done:
	default:
		for o := range x.m.Values(need, 1) {
			if !x.see.more() {
				return
			}
			x.picks = append(x.picks, machine.Pick{At: need, Object: o})
			x.execute(i, f)
			x.picks = x.picks[:len(x.picks)-1]
		}
		return
	}
	if f.made && i != f.thread && p.Access() && cell == x.m.Cell(f.object, f.field) {
		x.see.pair(p.site, f)
	}
	after := f.after(i, p)
	for _, next := range x.after(i, p) {
		x.move(i, next)
		x.show(after)
		if !f.made && p.Access() {
			watched := first{made: true, thread: i, site: p.site, closed: p.holds}
			watched.object, watched.field = x.m.ObjectOf(cell)
			x.show(watched)
		}
		x.move(i, p)
	}
	x.m.Undo(mark)
}

// show visits the present state, in which the thread of the first access rests if it may: see
// doc.go.
func (x *mover) show(f first) {
	at := x.at
	if f.made && at[f.thread].Future.Writes&f.future(at[1-f.thread]).Reads == 0 {
		x.move(f.thread, x.threads[f.thread].ended)
	}
	x.see.state(at, f)
	x.move(f.thread, at[f.thread])
}

// A first is the first access of a pair and the order since then. The zero first means that there
// was no access yet.
type first struct {
	made   bool
	thread int   // that made it
	site   int32 // of that thread
	object int32 // whose cell it accessed
	field  int32
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

// future returns what the other thread, which is at p, may do before it is ordered after the first
// access.
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
func (x *mover) reads(f first) uint64 {
	if !f.made {
		return x.at[0].Future.Reads | x.at[1].Future.Reads
	}
	return x.at[f.thread].Future.Reads | f.future(x.at[1-f.thread]).Reads
}

// persistent returns a thread whose steps suffice in the present state, or -1; see the reduction in
// doc.go.
func (x *mover) persistent(f first) int {
	for i := range 2 {
		if x.independent(i, f) {
			return i
		}
	}
	return -1
}

// independent reports whether the next command of thread i commutes with everything that the other
// thread may do before it.
func (x *mover) independent(i int, f first) bool {
	p, q := x.at[i], x.at[1-i]
	others := q.Future
	if p.Level.Held() || f.closed != 0 && i == f.thread { // the other thread does not lock before, or at all
		others = q.beforeLock
	}
	does := &p.effects
	switch p.Op {
	case machine.OpEnd:
		return false
	case machine.OpLock:
		return !p.MayWait() || (q.holds|others.Locks)&p.Effects.Locks == 0
	case machine.OpLoad, machine.OpStore, machine.OpPush:
		return does.Writes&others.Reads == 0 && does.Reads&others.Writes == 0 &&
			does.Writes&others.Writes&x.reads(f) == 0 || x.private(i)
	default:
		return true
	}
}

// private reports whether the other thread can reach none of the objects whose cells the next
// command of thread i touches.
func (x *mover) private(i int) bool {
	k, other := &x.numbers, x.at[1-i]
	k.Begin(x.m)
	defer k.End()
	for _, r := range other.Live {
		k.Meet(x.m.Value(r))
	}
	for o := int32(1); x.m.Lazy() && o <= x.m.Objects(); o++ { // it may yet be given any initial object
		if x.m.Made(o) == 0 {
			k.Meet(o)
		}
	}
	x.follow(x.fieldsOf(other.Future.Reads), 0)
	var known bool
	x.touched, known = x.m.Touched(i, x.touched[:0])
	for _, o := range x.touched {
		known = known && k.Of(o) == 0
	}
	return known
}
