package picture

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// mark is what a step wrote: a variable of the frame on top of the thread's
// stack, a cell, a new object, a frame, or the lock.
type mark struct {
	local  string
	cell   semantics.Addr
	object semantics.Loc
	frame  bool
	lock   bool
}

// describe puts a step into words, with what it wrote.
func (s *Story) describe(before, after semantics.Config, m semantics.Move) Move {
	d := Move{Move: m, At: s.Core.Source.Position(m.Command.Pos()), Text: commandText(m.Command)}
	d.Effect, d.wrote = s.effect(before.State(m.Thread), after.State(m.Thread), m.Command)
	return d
}

// commandText is a command as the trace names it.
func commandText(c il.Command) string {
	switch c := c.(type) {
	case il.Push:
		return il.Text(c.Call)
	case il.Pop:
		return "return from " + c.Callee.Name
	case il.Stmt:
		return il.Text(c)
	default:
		panic(il.Unknown(c))
	}
}

// effect is what a command did to the state of its thread.
func (s *Story) effect(before, after semantics.State, c il.Command) (string, mark) {
	old, now := before.S.Top, after.S.Top
	switch c := c.(type) {
	case *il.Copy:
		return fmt.Sprintf("copies %s, which is %s, to %s", c.Src, s.Name(old.At(c.Src)), c.Dst), mark{local: c.Dst}
	case *il.Load:
		a, _ := semantics.Address(c.Src, old, before.H)
		return fmt.Sprintf("reads %s, which holds %s, into %s", s.cell(a), s.Name(now.At(c.Dst)), c.Dst), mark{local: c.Dst}
	case *il.Store:
		a, _ := semantics.Address(c.Dst, old, before.H)
		return s.stored(a, before.H, after.H), mark{cell: a}
	case *il.New:
		o := now.At(c.Dst)
		return fmt.Sprintf("makes %s, which %s holds", s.Name(o), c.Dst), mark{local: c.Dst, object: o}
	case *il.Lock:
		return lockEffect("takes the lock", "takes the lock again", after.L), mark{lock: true}
	case *il.Unlock:
		return lockEffect("gives the lock back once", "gives the lock back once", after.L), mark{lock: true}
	case il.Push:
		return "enters " + c.Callee.Name + s.bindings(c, now), mark{frame: true}
	case il.Pop:
		return "returns from " + c.Callee.Name, mark{frame: true}
	default:
		panic(il.Unknown(c))
	}
}

// stored says what a store wrote.
func (s *Story) stored(a semantics.Addr, before, after semantics.Heap) string {
	was, _ := before.At(a)
	is, _ := after.At(a)
	if was == is {
		return fmt.Sprintf("writes %s to %s, which held it already", s.Name(is), s.cell(a))
	}
	return fmt.Sprintf("writes %s to %s, which held %s", s.Name(is), s.cell(a), s.Name(was))
}

// lockEffect says what became of the lock at a depth.
func lockEffect(first, other string, depth int) string {
	switch depth {
	case 0:
		return "gives the lock back"
	case 1:
		return first + ", depth 1"
	default:
		return fmt.Sprintf("%s, depth %d", other, depth)
	}
}

// bindings lists what the formals of a callee got.
func (s *Story) bindings(c il.Push, callee semantics.Frame) string {
	var list []string
	for _, x := range c.Callee.Formals {
		list = append(list, x+" = "+s.Name(callee.At(x)))
	}
	if len(list) == 0 {
		return ""
	}
	return " with " + strings.Join(list, ", ")
}

// sentence says how a state came about.
func (s *Story) sentence(n int) string {
	m := s.Scenes[n].Move
	if m == nil {
		return "The initial state: nothing has been executed."
	}
	return fmt.Sprintf("%s %s (line %d).", m.Thread, m.Effect, m.At.Line)
}

// outlook is what a thread does next.
type outlook struct {
	glyph string // "", "!!", "#" or "?"
	text  string // the command, or the choice
	note  string // what it will do, or why it cannot
}

// next says what thread i does next in state n.
func (s *Story) next(n int, i semantics.Tid) outlook {
	st := &s.Scenes[n]
	p := st.Threads[i].Point
	if p.Done() {
		return outlook{text: "(end)", note: "has ended"}
	}
	c, ok := p.Command()
	if !ok {
		return outlook{"?", il.Text(p.Stmt()), choiceNote(p)}
	}
	o := outlook{text: commandText(c)}
	stuck := semantics.Enabled(st.Config, i)
	a, access := semantics.NextAccess(st.Config, i)
	switch {
	case stuck != nil && stuck.Reason.Waits():
		o.glyph, o.note = "#", fmt.Sprintf("waits: %s holds the lock, depth %d", i.Other(), st.Threads[i.Other()].L)
	case stuck != nil:
		o.glyph, o.note = "#", "stuck: "+stuck.String()
	case access:
		o.note = verb(a.Kind) + " " + s.cell(a.Cell)
	default:
		o.note = intent(c, st.Threads[i].L)
	}
	if st.Race != nil {
		o.glyph = "!!"
	}
	return o
}

// choiceNote lists the ways to resolve the choice at p.
func choiceNote(p semantics.Point) string {
	var ways []string
	for _, c := range p.Choices() {
		ways = append(ways, string(c.Take))
	}
	return "a choice: " + strings.Join(ways, " or ")
}

// intent is what a command that accesses no cell will do to a thread that
// holds the lock at a depth.
func intent(c il.Command, depth int) string {
	switch c := c.(type) {
	case *il.Copy, *il.Load, *il.Store:
		return "changes a local variable"
	case *il.New:
		return "makes an object"
	case *il.Lock:
		return lockEffect("takes the lock", "takes the lock again", depth+1)
	case *il.Unlock:
		return lockEffect("gives the lock back once", "gives the lock back once", depth-1)
	case il.Push:
		return "enters " + c.Callee.Name
	case il.Pop:
		return "goes back to its caller"
	default:
		panic(il.Unknown(c))
	}
}

func verb(k il.AccessKind) string {
	if k == il.Write {
		return "writes"
	}
	return "reads"
}

// lockWords says who holds the lock in state n.
func (s *Story) lockWords(n int) string {
	for _, i := range semantics.Tids {
		if d := s.Scenes[n].Threads[i].L; d > 0 {
			return fmt.Sprintf("%s holds the lock, depth %d", i, d)
		}
	}
	return "the lock is free"
}

// raceWords says who does what to which cell, "" where nothing races.
func (s *Story) raceWords(n int) string {
	r := s.Scenes[n].Race
	if r == nil {
		return ""
	}
	return fmt.Sprintf("RACE on %s: A %s, B %s", s.cell(r[semantics.A].Cell), verb(r[semantics.A].Kind), verb(r[semantics.B].Kind))
}

// title names the program and the pair.
func (s *Story) title() string {
	file := s.Core.Source.Name
	if file == "-" {
		file = "standard input"
	}
	return fmt.Sprintf("%s: %s || %s", file, signature(s.Pair.Left), signature(s.Pair.Right))
}

// signature is a unit with its formals, "meps(b)"; a thread block is its name.
func signature(u *il.Unit) string {
	if u.Thread {
		return u.Name
	}
	return u.Name + "(" + strings.Join(u.Formals, ", ") + ")"
}

// alternative is a state in words, for those who do not see it.
func (s *Story) alternative(n int) string {
	st := &s.Scenes[n]
	parts := []string{s.sentence(n)}
	for _, i := range semantics.Tids {
		o := s.next(n, i)
		parts = append(parts, fmt.Sprintf("%s: next is %s at line %d (%s).", i, o.text, s.line(st.Threads[i].Point.Pos()), o.note))
		for x, l := range st.Threads[i].S.Top.Vars() {
			parts = append(parts, fmt.Sprintf("%s.%s is %s.", i, x, s.Name(l)))
		}
	}
	for a, l := range st.H.Cells() {
		parts = append(parts, fmt.Sprintf("%s is %s.", s.cell(a), s.Name(l)))
	}
	parts = append(parts, strings.ToUpper(s.lockWords(n)[:1])+s.lockWords(n)[1:]+".")
	if r := s.raceWords(n); r != "" {
		parts = append(parts, r+".")
	}
	return strings.Join(parts, " ")
}
