package predict

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/effect"
)

// Step lists the questions about the next step of a thread, first the one about its effect. If the
// thread waits, the question is how often it holds the lock. There are no questions if the thread
// has to choose or has ended, or if every answer would be obvious.
func Step(v session.View, i semantics.Tid) []Question {
	s := &step{v: v, i: i, next: v.Next(i), before: v.Config()}
	switch s.next.Stop {
	case session.Went:
		s.after, _, _ = semantics.Next(s.before, i)
		s.did = effect.Of(s.before, s.after, i)
	case session.Waits:
	default:
		return nil
	}
	var all []Question
	for _, ask := range []func() (Question, bool){s.change, s.goOn, s.race} {
		if q, ok := ask(); ok {
			all = append(all, q)
		}
	}
	return all
}

// step is the step of a thread that questions are about.
type step struct {
	v    session.View
	i    semantics.Tid
	next session.Next
	// before and after are the states around the step. If the thread waits, after and did are zero.
	before, after semantics.Config
	did           effect.Effects
}

// asks returns the text of a question, preceded by the statement that it is about.
func (s *step) asks(what string) string { return Announced(s.next) + " " + what }

// Announced names the statement that a thread executes next, but not its effect.
func Announced(n session.Next) string {
	return fmt.Sprintf("%s's next step is %s, at %s.", n.Thread, n.Label, n.Where)
}

func (s *step) change() (Question, bool) {
	d := s.did
	switch {
	case s.next.Stop == session.Waits || d.Lock != nil:
		return s.lock()
	case d.Cell != nil:
		return s.cell()
	case d.Pushed != nil && len(d.Pushed.Unit.Formals) > 0:
		name := d.Pushed.Unit.Formals[0]
		return s.holds(name, "What does "+name+" of "+d.Pushed.Unit.Name+" hold then?",
			d.Pushed.Vars.At(name))
	case d.Pushed != nil || d.Popped != nil:
		return s.line()
	case d.Local == nil:
		return Question{}, false
	case !il.IsTemporary(d.Local.Name):
		return s.holds(d.Local.Name, "What does "+d.Local.Name+" hold then?", d.Local.New)
	case d.Access != nil:
		return s.holds(s.next.Label, "What does it read?", d.Local.New)
	}
	return Question{}, false
}

// holds asks for the object that a variable or a path refers to.
func (s *step) holds(name, text string, right semantics.Loc) (Question, bool) {
	var l list
	given := []semantics.Loc{right}
	if d := s.did.Local; d != nil && d.HadValue && d.Old != semantics.Nil {
		given = append(given, d.Old)
	}
	for _, o := range objects(s.before.H.Size(), given...) {
		text := name + " holds " + s.v.Name(o)
		if o == s.did.New {
			text += ", a new object"
		}
		l.add(name+"="+s.v.Name(o), text)
	}
	s.orWaits(&l)
	return l.question(s.asks(text), name+"="+s.v.Name(right))
}

// orWaits adds the answer that the thread waits, if the other one holds a lock: students
// may think that this prevents its step.
func (s *step) orWaits(l *list) {
	for _, lock := range s.v.Session().Core().LocksTaken() {
		if s.before.Threads[s.i.Other()].L.DepthOf(lock.Slot) > 0 {
			l.add("waits", s.waits(lock))
			return
		}
	}
}

func (s *step) waits(lock il.LockRef) string {
	return s.i.String() + " makes no step until " + s.i.Other().String() + " gives " +
		lock.Words() + " back"
}

// cell asks what a store writes, and into which cell.
func (s *step) cell() (Question, bool) {
	var l list
	c := s.did.Cell
	add := func(cell semantics.Addr, value semantics.Loc) {
		name := s.v.Session().Names().Cell(cell)
		l.add(name+"="+s.v.Name(value), s.v.Name(value)+" into "+name)
	}
	for _, o := range objects(s.before.H.Size(), c.Cell.Loc) {
		add(semantics.Addr{Loc: o, Field: c.Cell.Field}, c.New)
	}
	for _, o := range objects(min(s.before.H.Size(), 2), c.Old) {
		add(c.Cell, o)
	}
	s.orWaits(&l)
	right := s.v.Session().Names().Cell(c.Cell) + "=" + s.v.Name(c.New)
	return l.question(s.asks("What does it write?"), right)
}

// lock asks how often the thread holds the lock that it takes or releases.
func (s *step) lock() (Question, bool) {
	var l list
	slot := il.SlotOf(s.next.Command)
	core := s.v.Session().Core()
	lock := il.LockRef{Lock: core.LockName(slot), Slot: slot, Among: len(core.Locks) > 0}
	right := "waits"
	depth := s.before.Threads[s.i].L.DepthOf(slot)
	if s.did.Lock != nil {
		right = "lock=" + strconv.Itoa(s.did.Lock.New.DepthOf(slot))
	}
	for n := max(0, depth-1); n <= max(depth+1, 2); n++ {
		l.add("lock="+strconv.Itoa(n), s.i.String()+" "+held(n, lock.Words()))
	}
	l.add("waits", s.waits(lock))
	return l.question(s.asks("How many times does "+s.i.String()+" hold "+lock.Words()+" then?"), right)
}

func held(n int, lock string) string {
	switch n {
	case 0:
		return "does not hold " + lock
	case 1:
		return "holds " + lock + " once"
	case 2:
		return "holds " + lock + " twice"
	}
	return "holds " + lock + " " + strconv.Itoa(n) + " times"
}

// line asks for the line after a call or a return.
func (s *step) line() (Question, bool) {
	var l list
	src := s.v.Session().Core().Source
	at := func(p il.Pos) int { return src.Position(p).Line }
	right := at(s.after.Threads[s.i].Point.Pos())
	here := s.before.Threads[s.i].Point
	lines := []int{at(here.Unit().At), at(here.Pos()), right}
	if last := at(here.Unit().Body.End); at(here.Pos()) < last {
		lines = append(lines, at(here.Pos())+1)
	}
	slices.Sort(lines)
	for _, n := range lines {
		l.add("line="+strconv.Itoa(n),
			fmt.Sprintf("at line %d: %s", n, strings.TrimSpace(src.Line(n))))
	}
	return l.question(s.asks("At which line is "+s.i.String()+" then?"),
		"line="+strconv.Itoa(right))
}

// goOn asks which threads can take a step afterwards, if the step may change that.
func (s *step) goOn() (Question, bool) {
	if s.next.Stop != session.Went {
		return Question{}, false
	}
	right := goWord(s.after)
	if s.did.Lock == nil && goWord(s.before) == right {
		return Question{}, false
	}
	var l list
	l.add("go=both", "both")
	l.add("go=a", "A only")
	l.add("go=b", "B only")
	l.add("go=none", "neither")
	q, ok := l.question(s.asks("Which threads can take a step then?"), right)
	q.Because = func(v session.View) string {
		return v.Next(semantics.A).Text + " " + v.Next(semantics.B).Text
	}
	return q, ok
}

// goWord returns the word of the answer that says which threads can take a step in a state.
func goWord(k semantics.Config) string {
	can := func(i semantics.Tid) bool {
		stuck := semantics.Enabled(k, i)
		return stuck == nil || stuck.Reason == semantics.AtChoice
	}
	switch a, b := can(semantics.A), can(semantics.B); {
	case a && b:
		return "go=both"
	case a:
		return "go=a"
	case b:
		return "go=b"
	}
	return "go=none"
}

// race asks whether the threads race after the step, if both are then about to make accesses.
func (s *step) race() (Question, bool) {
	if s.next.Stop != session.Went {
		return Question{}, false
	}
	for _, i := range semantics.Tids {
		if _, ok := semantics.NextAccess(s.after, i); !ok {
			return Question{}, false
		}
	}
	_, races := semantics.Race(s.after)
	q := yesNo("race", s.asks("Do the threads race then?"), "yes, they race",
		"no, they do not race", races)
	q.Because = aboutRace
	return q, true
}

// aboutRace says why the threads race or do not race, although both are about to make accesses.
func aboutRace(v session.View) string {
	if r, ok := v.Race(); ok {
		return r.Text + " " + v.WhyLock()
	}
	var cells [2]string
	for i := range cells {
		a, _ := semantics.NextAccess(v.Config(), semantics.Tid(i))
		cells[i] = v.Session().Names().Cell(a.Cell)
	}
	if cells[0] == cells[1] {
		return "Both only read " + cells[0] + " next: no race."
	}
	return "A accesses " + cells[0] + " next, and B " + cells[1] + ": two cells, no race."
}
