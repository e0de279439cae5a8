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
	return e.Thread.String() + " " + v.s.names.Did(e.Command, v.Effects()) + "."
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
	return fmt.Sprintf("%s will %s, at %s.", n.Thread, s.names.Will(k, n.Thread), n.Where)
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
