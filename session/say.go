package session

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
)

// Say is a sentence about what the move that led to the state did; of the
// initial state, that it is the start.
func (v View) Say() string {
	e, ok := v.Last()
	switch {
	case !ok:
		return "This is the start."
	case e.Command == nil:
		return sayChoice(e)
	}
	return v.sayStep(e)
}

func sayChoice(e Event) string {
	switch e.Take {
	case semantics.Loop:
		return fmt.Sprintf("%s goes round the loop at %s once more.", e.Thread, e.Where)
	case semantics.Exit:
		return fmt.Sprintf("%s leaves the loop at %s.", e.Thread, e.Where)
	default:
		return fmt.Sprintf("%s takes the %s-branch at %s.", e.Thread, e.Take, e.Where)
	}
}

// sayStep says what a step did.
func (v View) sayStep(e Event) string {
	x := v.Effects()
	name := v.s.names
	switch c := e.Command.(type) {
	case *il.Copy:
		return fmt.Sprintf("%s copies %s into %s: %s.", e.Thread, c.Src, c.Dst, v.sayLocal(x.Local))
	case *il.Load:
		return fmt.Sprintf("%s reads %s (%s) into %s: %s.", e.Thread, name.Cell(*x.Access), c.Src, c.Dst, v.sayLocal(x.Local))
	case *il.Store:
		return fmt.Sprintf("%s writes %s into %s (%s), which held %s.", e.Thread,
			name.Of(x.Cell.New), name.Cell(x.Cell.Cell), c.Dst, held(name, x.Cell))
	case *il.New:
		return fmt.Sprintf("%s makes the object %s: %s.", e.Thread, name.Of(x.New), v.sayLocal(x.Local))
	case *il.Lock:
		return sayLock(x.Lock)
	case *il.Unlock:
		return sayUnlock(x.Lock)
	case il.Push:
		return fmt.Sprintf("%s enters %s.", e.Thread, v.s.entered(x.Pushed))
	case il.Pop:
		return fmt.Sprintf("%s leaves %s and is back in %s.", e.Thread, c.Callee.Name, v.now.config.Threads[e.Thread].Point.Unit().Name)
	default:
		panic(il.Unknown(c))
	}
}

// held is what a cell held before it was written.
func held(n *Names, c *CellChange) string {
	if c.Old == c.New {
		return "it already"
	}
	return n.Of(c.Old)
}

// sayLocal gives "x = o2", and what it was before.
func (v View) sayLocal(c *LocalChange) string {
	text := c.Name + " = " + v.Name(c.New)
	switch {
	case !c.HadValue:
		return text
	case c.Old == c.New:
		return text + " as before"
	default:
		return text + ", no longer " + v.Name(c.Old)
	}
}

func sayLock(c *LockChange) string {
	if c.Old > 0 {
		return fmt.Sprintf("%s takes the lock again: depth %d -> %d.", c.Thread, c.Old, c.New)
	}
	return fmt.Sprintf("%s takes the lock: depth 0 -> 1.", c.Thread)
}

func sayUnlock(c *LockChange) string {
	if c.New > 0 {
		return fmt.Sprintf("%s unlocks once and keeps the lock: depth %d -> %d.", c.Thread, c.Old, c.New)
	}
	return fmt.Sprintf("%s gives the lock back: depth 1 -> 0.", c.Thread)
}

// entered gives "m(b = o1)".
func (s *Session) entered(f *Frame) string {
	var args []string
	for _, x := range f.Unit.Formals {
		args = append(args, x+" = "+s.names.Of(f.Vars.At(x)))
	}
	return f.Unit.Name + "(" + strings.Join(args, ", ") + ")"
}

// sayNext says what a thread will do.
func (s *Session) sayNext(k semantics.Config, n Next) string {
	switch n.Stop {
	case Ended:
		return fmt.Sprintf("%s has ended.", n.Thread)
	case AtChoice:
		return s.sayOptions(n.Thread, n.Options)
	case Waits:
		return sayWaits(k, n)
	case Faulty:
		return fmt.Sprintf("%s is stuck for good before %s at %s: %s.", n.Thread, n.Do, n.Where, n.Stuck)
	}
	return s.sayWill(k, n) + fmt.Sprintf(", at %s.", n.Where)
}

// sayOptions asks for a choice.
func (s *Session) sayOptions(i semantics.Tid, options []semantics.Choice) string {
	at := s.core.Source.At(options[0].At.Pos())
	if _, loop := options[0].At.(*il.While); loop {
		return fmt.Sprintf("%s chooses at %s: go round the loop, or leave it?", i, at)
	}
	return fmt.Sprintf("%s chooses at %s: then or else?", i, at)
}

func sayWaits(k semantics.Config, n Next) string {
	j := n.Thread.Other()
	if n.Forever {
		return fmt.Sprintf("%s waits for ever: %s holds the lock, depth %d, and never goes on.", n.Thread, j, k.Threads[j].L)
	}
	return fmt.Sprintf("%s waits before %s at %s until %s gives the lock back: %s holds it, depth %d.",
		n.Thread, n.Do, n.Where, j, j, k.Threads[j].L)
}

// sayWill says what a thread that can step will do.
func (s *Session) sayWill(k semantics.Config, n Next) string {
	frame := k.Threads[n.Thread].S.Top
	depth := k.Threads[n.Thread].L
	will := func(format string, args ...any) string {
		return n.Thread.String() + " will " + fmt.Sprintf(format, args...)
	}
	switch c := n.Command.(type) {
	case *il.Copy:
		return will("copy %s into %s", c.Src, c.Dst)
	case *il.Load:
		return will("read %s (%s) into %s", s.names.Cell(n.Access.Cell), c.Src, c.Dst)
	case *il.Store:
		return will("write %s into %s (%s)", s.names.Of(frame.At(c.Src)), s.names.Cell(n.Access.Cell), c.Dst)
	case *il.New:
		return will("make an object and put it into %s", c.Dst)
	case *il.Lock:
		if depth > 0 {
			return will("take the lock again")
		}
		return will("take the lock")
	case *il.Unlock:
		if depth > 1 {
			return will("unlock once and keep the lock")
		}
		return will("give the lock back")
	case il.Push:
		return will("enter %s", il.Text(c.Call))
	case il.Pop:
		return will("leave %s", c.Callee.Name)
	default:
		panic(il.Unknown(c))
	}
}

// sayRace says why a state is a racing one.
func (s *Session) sayRace(sides semantics.Racing) string {
	side := func(i semantics.Tid) string {
		verb := "read"
		if sides[i].Kind == il.Write {
			verb = "write"
		}
		return fmt.Sprintf("%s can %s it now (%s at %s)", i, verb, sides[i].Path, s.core.Source.At(sides[i].Command.Pos()))
	}
	return fmt.Sprintf("Race on %s: %s, and %s.", s.names.Cell(sides[0].Cell), side(semantics.A), side(semantics.B))
}

// clause is a sentence as a part of another one.
func clause(sentence string) string { return strings.TrimRight(sentence, ".?") }
