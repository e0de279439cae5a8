package session

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session/effect"
	"wobbly/session/schedule"
)

// View is a state of a session, as a value: it does not change when the session goes on.
// The zero View is of no session.
type View struct {
	s     *Session
	index Index
	now   *entry
	// before is nil in the initial state, and in states that a search has reached.
	before *entry
}

func (v View) Session() *Session { return v.s }

func (v View) Config() semantics.Config { return v.now.config }

// Index returns the place of the state in the history. A state that a search visits has the
// place where the search began.
func (v View) Index() Index { return v.index }

// At returns the number of moves that lead to the state.
func (v View) At() int { return v.index.At }

// Steps returns the number of steps that lead to the state; choices are not steps.
func (v View) Steps() int { return int(v.now.steps[semantics.A] + v.now.steps[semantics.B]) }

// StepsOf returns the number of thread i's steps. For a state that a search visits, it is
// that of the state where the search began.
func (v View) StepsOf(i semantics.Tid) int { return int(v.now.steps[i]) }

// LastStep returns the thread that made the last step, and reports whether there was one.
func (v View) LastStep() (semantics.Tid, bool) { return v.now.last, v.now.steps != [2]int32{} }

// Mover returns the thread that made the last move, a choice or a step, and reports whether
// there was one.
func (v View) Mover() (semantics.Tid, bool) { return v.now.move.Thread, v.before != nil }

// Before returns the state before the last move, and reports whether there is one.
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

// Switches returns the number of context switches so far: steps by another thread than the
// step before.
func (v View) Switches() int { return int(v.now.switches) }

func (v View) Name(l semantics.Loc) string { return v.s.names.Of(l) }

func (v View) Heap() semantics.Heap { return v.now.config.H }

// Level returns the lock level of thread i.
func (v View) Level(i semantics.Tid) il.Level { return v.now.config.Threads[i].L }

// Owner returns the thread that holds the lock, and reports whether one does.
func (v View) Owner() (semantics.Tid, bool) {
	for _, i := range semantics.Tids {
		if v.Level(i).Held() {
			return i, true
		}
	}
	return semantics.A, false
}

// Done reports whether both threads have ended.
func (v View) Done() bool { return v.now.config.Done() }

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

// maxHolderFrames limits the frames of a thread whose variables Holders lists.
const maxHolderFrames = 20

// Holders returns the names of the variables that refer to each object: "A.b", and "A/meps.b" if
// meps is not the innermost method. It omits variables that programs cannot name.
func (v View) Holders() map[semantics.Loc][]string {
	holders := map[semantics.Loc][]string{}
	for _, i := range semantics.Tids {
		for n, f := range v.Frames(i) {
			if n == maxHolderFrames {
				break
			}
			prefix := i.String() + "."
			if n > 0 {
				prefix = i.String() + "/" + f.Unit.Name + "."
			}
			for name, l := range f.Vars.Vars() {
				if l != semantics.Nil && !il.IsTemporary(name) {
					holders[l] = append(holders[l], prefix+name)
				}
			}
		}
	}
	return holders
}

// Reach reports, for each object l as Reach[l-1], whether thread i can reach it from the variables
// of its frames.
func (v View) Reach(i semantics.Tid) []bool { return reach(v.now.config, i) }

func reach(k semantics.Config, i semantics.Tid) []bool {
	seen := make([]bool, k.H.Size())
	var waiting []semantics.Loc
	visit := func(l semantics.Loc) {
		if k.H.Has(l) && !seen[l-1] {
			seen[l-1] = true
			waiting = append(waiting, l)
		}
	}
	for s := range k.Threads[i].S.Frames() {
		for _, l := range s.Vars() {
			visit(l)
		}
	}
	for len(waiting) > 0 {
		l := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, f := range k.H.Fields() {
			if to, ok := k.H.At(semantics.Addr{Loc: l, Field: f}); ok {
				visit(to)
			}
		}
	}
	return seen
}

// Event is a move as people read it.
type Event struct {
	schedule.Move
	// Step is the number of the step, from 1, or that of the last step before a choice.
	Step    int
	Command il.Command
	// Take is the way that a choice goes, and Choice its *il.If or *il.While.
	Take   semantics.Take
	Choice il.Stmt
	// Rule is the rule of Figure 5.
	Rule semantics.Rule
	At   il.Pos
	// Where is At in the form "24:3".
	Where string
	// Do is the move as in trace files: "lock()", "push(b)", "pop()", "if * then".
	Do string
	// Label is Do as people read it: "m12(b)" for a call, "end m12" for a return.
	Label string
}

// Last returns the move that led to the state, if it is not the initial one.
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

// labelOf returns a command as people read it: a call and a return with the unit's name.
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

// inSource returns a command in the words of the source, or text if it is not a statement.
func inSource(c il.Command, text string) string {
	if st, ok := c.(il.Stmt); ok {
		return il.SourceText(st)
	}
	return text
}

// Race is the race of a state (Definition 3.6).
type Race struct {
	Cell  semantics.Addr
	Sides semantics.Racing
	Text  string
}

// Races reports whether the threads race in the state.
func (v View) Races() bool { return v.now.race }

// Race returns the race of the state, and reports whether the threads race in it.
func (v View) Race() (Race, bool) {
	if !v.now.race {
		return Race{}, false
	}
	sides, _ := semantics.Race(v.now.config)
	side := func(i semantics.Tid) string {
		at := v.s.core.Source.At(sides[i].Command.Pos())
		return fmt.Sprintf("%s can %s it now (%s at %s)", i, sides[i].Kind, sides[i].Path, at)
	}
	cell := sides[0].Cell
	words := fmt.Sprintf("Race on %s: %s, and %s.", v.s.names.Cell(cell), side(semantics.A),
		side(semantics.B))
	return Race{Cell: cell, Sides: sides, Text: words}, true
}

// Package effect describes steps and names objects.
type (
	// Effects are what a step did to the state. A choice has none.
	Effects = effect.Effects
	// Frame is a unit that a thread is executing, with its variables.
	Frame = effect.Frame
	// Names gives objects their names, as in witnesses.
	Names = effect.Names
)

// Effects returns the effects of the move that led to the state.
func (v View) Effects() Effects {
	if v.before == nil {
		return Effects{}
	}
	return effect.Of(v.before.config, v.now.config, v.now.move.Thread)
}

// EffectText describes the effects of the move that led to the state, in a few words of the source.
func (v View) EffectText() string { return v.s.names.InSource(v.Effects()) }

// LockText says which thread holds which locks, and how often: "free", "A x1", or
// "A first; B second".
func (v View) LockText() string {
	var held []string
	for _, i := range semantics.Tids {
		if v.Level(i).Held() {
			held = append(held, i.String()+" "+v.s.core.LevelText(v.Level(i)))
		}
	}
	if held == nil {
		return "free"
	}
	return strings.Join(held, "; ")
}

// LocksText returns LockText with a label: "lock: A x1" or, if there are several locks,
// "locks: A m; B n".
func (v View) LocksText() string {
	word := "lock: "
	if len(v.Locks()) > 1 {
		word = "locks: "
	}
	return word + v.LockText()
}

// LevelText says in a title which locks thread i holds: "no lock", "holds lock x2", "holds m, l".
func (v View) LevelText(i semantics.Tid) string {
	switch text := v.s.core.LevelText(v.Level(i)); {
	case text == "":
		return "no lock"
	case len(v.s.core.Locks) == 0:
		return "holds lock " + text
	default:
		return "holds " + text
	}
}

// LockState is a lock in a state.
type LockState struct {
	il.LockRef
	Held bool
	// Holder is the thread that holds the lock, if Held, and Depth how often it does.
	Holder semantics.Tid
	Depth  int
	// Before is Depth before the last move, and Changed whether the two differ.
	Before  int
	Changed bool
	Waits   bool
}

// Locks returns the state of each lock that the program takes, the unnamed one first. A program
// without locks has the unnamed one, which is free.
func (v View) Locks() []LockState {
	var all []LockState
	x := v.Effects().Lock
	for _, ref := range v.s.locks {
		l := LockState{LockRef: ref}
		for _, i := range semantics.Tids {
			if n := v.Level(i).DepthOf(ref.Slot); n > 0 {
				l.Held, l.Holder, l.Depth = true, i, n
				next := v.Next(i.Other())
				l.Waits = next.Stop == Waits && next.Wants.Slot == ref.Slot
			}
		}
		l.Before = l.Depth
		if x != nil {
			l.Before = x.Old.DepthOf(ref.Slot)
			if old, now := l.Before, x.New.DepthOf(ref.Slot); old == now {
				l.Before = l.Depth
			}
		}
		l.Changed = l.Before != l.Depth
		all = append(all, l)
	}
	return all
}

// Deadlocked reports whether each thread waits for a lock that the other one holds.
func (v View) Deadlocked() bool {
	_, deadlock := semantics.Deadlock(v.now.config)
	return deadlock
}

// DeadlockText says which thread waits for which lock. It is empty if there is no deadlock.
func (v View) DeadlockText() string {
	pair, deadlock := semantics.Deadlock(v.now.config)
	if !deadlock {
		return ""
	}
	return fmt.Sprintf("Deadlock: A waits for %s, which B holds; B waits for %s, which A holds. "+
		"Neither can ever go on.", pair[0].Words(), pair[1].Words())
}

// Signature returns a unit with its formal parameters, "meps(b)", or says that it is a
// thread block.
func Signature(u *il.Unit) string {
	if u.Thread {
		return "thread block"
	}
	return u.Name + "(" + strings.Join(u.Formals, ", ") + ")"
}

// UnitText names a unit in a sentence: "meps(b)", "block left".
func UnitText(u *il.Unit) string {
	if u.Thread {
		return "block " + u.Name
	}
	return Signature(u)
}

// AccessLetter returns R for a read, W for a write.
func AccessLetter(k il.AccessKind) string {
	if k == il.Write {
		return "W"
	}
	return "R"
}

// SwitchesText returns a number of context switches in words: "1 switch", "2 switches".
func SwitchesText(n int) string { return text.CountOf(n, "switch", "switches") }

// PairNames names a pair of units in a sentence: "meps || reps".
func PairNames(p il.Pair) string { return p.Left.Name + " || " + p.Right.Name }
