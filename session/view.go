package session

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
	"wobbly/session/schedule"
)

// View is a state of a session, as a value: it stays what it is when the
// session goes on. The zero View is of no session.
type View struct {
	s      *Session
	index  Index
	now    *entry
	before *entry // nil in the initial state and where a search has come to the state
}

// Session is the session that the state belongs to.
func (v View) Session() *Session { return v.s }

// Config is the state as the semantics has it.
func (v View) Config() semantics.Config { return v.now.config }

// Index is where in the history the state is; a state that a search looks at
// has the place where the search began.
func (v View) Index() Index { return v.index }

// At is how many moves lead to the state.
func (v View) At() int { return v.index.At }

// Steps is how many steps lead to the state; choices are no steps.
func (v View) Steps() int { return int(v.now.steps[semantics.A] + v.now.steps[semantics.B]) }

// StepsOf is how many of them are thread i's. Of a state that a search looks at,
// the counts are those of where the search began.
func (v View) StepsOf(i semantics.Tid) int { return int(v.now.steps[i]) }

// LastStep is who made the last step on the way, and whether there was one.
func (v View) LastStep() (semantics.Tid, bool) { return v.now.last, v.now.steps != [2]int32{} }

// Mover is the thread that made the last move, a choice or a step, and whether
// there was one.
func (v View) Mover() (semantics.Tid, bool) { return v.now.move.Thread, v.before != nil }

// Before is the state before the last move, and whether there is one.
func (v View) Before() (View, bool) {
	if v.before == nil {
		return View{}, false
	}
	p := Index{v.index.Branch, v.index.At - 1}
	for _, b := range v.s.branches {
		if b.number == p.Branch {
			p.Branch = b.holder(p.At).number
			break
		}
	}
	return View{s: v.s, index: p, now: v.before, before: v.before.before}, true
}

// Switches is how many context switches there are on the way: steps made by
// another thread than the step before.
func (v View) Switches() int { return int(v.now.switches) }

// Name is the name of an object.
func (v View) Name(l semantics.Loc) string { return v.s.names.Of(l) }

// Heap is the heap.
func (v View) Heap() semantics.Heap { return v.now.config.H }

// Depth returns how often thread i holds the lock.
func (v View) Depth(i semantics.Tid) int { return v.now.config.Threads[i].L.Depth() }

// Owner is the thread that holds the lock, and whether one does.
func (v View) Owner() (semantics.Tid, bool) {
	for _, i := range semantics.Tids {
		if v.Depth(i) > 0 {
			return i, true
		}
	}
	return semantics.A, false
}

// Done tells whether both threads have ended.
func (v View) Done() bool { return v.now.config.Done() }

// Value is what a variable or path holds for thread i, in its innermost call,
// and whether it has a value.
func (v View) Value(i semantics.Tid, e il.Expr) (semantics.Loc, bool) {
	s := v.now.config.Threads[i].S.Top
	if !s.Assigned(e.Root) {
		return semantics.Nil, false
	}
	return semantics.Value(e, s, v.now.config.H)
}

// Address is the cell of a path for thread i, and whether the heap has it.
func (v View) Address(i semantics.Tid, path il.Expr) (semantics.Addr, bool) {
	k := v.now.config
	a, ok := semantics.Address(path, k.Threads[i].S.Top, k.H)
	if ok {
		_, ok = k.H.At(a)
	}
	return a, ok
}

// Frames lists the frames of thread i, the innermost first.
func (v View) Frames(i semantics.Tid) []Frame {
	t := v.now.config.Threads[i]
	var all []Frame
	vars := t.S
	for a := range t.Point.Activations() {
		all = append(all, Frame{Unit: a.Unit, Call: a.Call, Vars: vars.Top})
		vars = vars.Rest
	}
	return all
}

// Event is a move as people read it.
type Event struct {
	schedule.Move
	Step    int            // its number among the steps, from 1; of a choice, that of the last step before it
	Command il.Command     // of a step
	Take    semantics.Take // of a choice
	Choice  il.Stmt        // of a choice: the *il.If or *il.While
	Rule    semantics.Rule // of Figure 5
	At      il.Pos
	Where   string // At as "24:3"
	Do      string // "lock()", "push(b)", "pop()", "if * then", as trace files have it
	Label   string // Do as people read it: "m12(b)" for a call, "end m12" for a return
}

// Last is the move that led to the state; none led to the initial one.
func (v View) Last() (Event, bool) {
	if v.before == nil {
		return Event{}, false
	}
	return v.s.event(v.before.config, v.now.move, v.Steps()), true
}

// event describes a move that can be made in k.
func (s *Session) event(k semantics.Config, m schedule.Move, step int) Event {
	p := k.Threads[m.Thread].Point
	e := Event{Move: m, Step: step}
	if c, ok := p.Command(); ok {
		e.Command, e.Rule, e.At, e.Do = c, semantics.RuleOf(c), c.Pos(), il.CommandText(c)
		e.Label = labelOf(c)
	} else if take, ok := m.Take(p.Stmt()); ok {
		c := semantics.Choice{At: p.Stmt(), Take: take}
		e.Take, e.Choice, e.Rule, e.At = take, c.At, c.Rule(), c.At.Pos()
		e.Do = il.Text(c.At) + " " + string(take)
		e.Label = e.Do
	}
	e.Where = s.core.Source.At(e.At)
	return e
}

// labelOf is a command as people read it: a call and a return with the
// unit's name.
func labelOf(c il.Command) string {
	switch c := c.(type) {
	case il.Push:
		return il.Text(c.Call)
	case il.Pop:
		return "end " + c.Callee.Name
	default:
		return inSource(c, "")
	}
}

// Race is the race of a state (Definition 3.6).
type Race struct {
	Cell  semantics.Addr
	Sides semantics.Racing // thread A's access and thread B's
	Text  string           // a sentence
}

// Races tells whether the threads race in the state.
func (v View) Races() bool { return v.now.race }

// Race is the race of the state, if the threads race in it.
func (v View) Race() (Race, bool) {
	if !v.now.race {
		return Race{}, false
	}
	sides, _ := semantics.Race(v.now.config)
	return Race{Cell: sides[0].Cell, Sides: sides, Text: v.s.sayRace(sides)}, true
}

// What a step did, and the names of objects, are in the words of package
// effect.
type (
	// Effects are what a step did to the state. A choice has none.
	Effects = effect.Effects
	// Frame is a unit that a thread is executing, with its variables.
	Frame = effect.Frame
	// Names gives objects their names, as witnesses do.
	Names = effect.Names
)

// Effects are those of the move that led to the state.
func (v View) Effects() Effects {
	if v.before == nil {
		return Effects{}
	}
	return effect.Of(v.before.config, v.now.config, v.now.move.Thread)
}
