package picture

import (
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/session/effect"
)

// Story is an execution to be drawn: the states of a program from state 0, and the moves between
// them. It has at least state 0. New makes stories.
type Story struct {
	Core   *il.Core
	Pair   il.Pair
	Scenes []Scene

	names *effect.Names
}

// Scene is one state of a story.
type Scene struct {
	semantics.Config
	// Move is the step that led here. It is nil in state 0.
	Move *Move
	// Race has the accesses that race here. It is nil if none do.
	Race *semantics.Racing
	// Deadlock has the lock() of each thread if both wait for each other here, and is nil
	// otherwise.
	Deadlock *[2]*il.Lock
}

// Move is a step in words.
type Move struct {
	semantics.Move
	// At is the place of the command, or of the call for a push or a pop.
	At il.Position
	// Text is the command: "x := b.f", "inner(b)", "return from inner".
	Text string
	// Effect is what it did, with objects: "reads o1.f (b.f) into x: x = o2".
	Effect string

	effects effect.Effects
}

// New returns the story of an execution. In its states, each thread has made the choices before
// its next step.
func New(x *execution.Execution) *Story {
	s := &Story{
		Core: x.Core, Pair: x.Pair, Scenes: make([]Scene, len(x.Configs)),
		names: effect.NewNames(x.Init),
	}
	var next [2][]semantics.Choice
	for _, i := range semantics.Tids {
		next[i] = x.Last().Threads[i].Chosen
	}
	for n := len(x.Moves); n >= 0; n-- {
		if n < len(x.Moves) {
			next[x.Moves[n].Thread] = x.Moves[n].Choices
		}
		k := resolved(x.Configs[n], next)
		s.Scenes[n].Config = k
		if race, ok := semantics.Race(k); ok {
			s.Scenes[n].Race = &race
		}
		if pair, ok := semantics.Deadlock(k); ok {
			s.Scenes[n].Deadlock = &pair
		}
	}
	for n, m := range x.Moves {
		did := effect.Of(s.Scenes[n].Config, x.Configs[n+1], m.Thread)
		s.Scenes[n+1].Move = &Move{
			Move: m, At: s.Core.Source.Position(m.Command.Pos()), Text: commandText(m.Command),
			Effect: s.names.Did(m.Command, did), effects: did,
		}
	}
	return s
}

// resolved makes the choices before the next steps of both threads. A thread may have made the
// first of them already.
func resolved(k semantics.Config, next [2][]semantics.Choice) semantics.Config {
	for _, i := range semantics.Tids {
		for _, c := range next[i][min(len(next[i]), len(k.Threads[i].Chosen)):] {
			after, stuck := semantics.Choose(k, i, c.Take)
			if stuck != nil {
				panic("picture: a choice that was made cannot be made")
			}
			k = after
		}
	}
	return k
}

// Name returns the name of an object in the story: that of the initial state, or the next of o1,
// o2, and so on, or "nil".
func (s *Story) Name(l semantics.Loc) string { return s.names.Of(l) }

func (s *Story) line(p il.Pos) int { return s.Core.Source.Position(p).Line }

func (s *Story) unit(i semantics.Tid) *il.Unit {
	if i == semantics.A {
		return s.Pair.Left
	}
	return s.Pair.Right
}
