package picture

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
)

// Story is an execution to be drawn: the states 0 to n of a program, and the
// moves between them. It has at least state 0. New and FromWitness make
// stories.
type Story struct {
	Core   *il.Core
	Pair   il.Pair
	Scenes []Scene // one for each state

	names *effect.Names // of the objects
}

// Scene is one state of a story.
type Scene struct {
	semantics.Config
	Move *Move             // the step that led here; nil in state 0
	Race *semantics.Racing // the accesses that race here; nil if none do
}

// Move is a step in words.
type Move struct {
	semantics.Move
	At     il.Position // of the command; a push and a pop stand at their call
	Text   string      // the command: "x := b.f", "inner(b)", "return from inner"
	Effect string      // what it did, with objects: "reads o1.f (b.f) into x: x = o2"

	effects effect.Effects
}

// Step is one step of a schedule: the thread that goes, and how it resolves
// the ifs and whiles before which it stands.
type Step struct {
	Thread semantics.Tid
	Takes  []semantics.Take
}

// New replays a schedule from an initial state. last says how the threads
// resolve the choices behind their last steps; it may stay empty. The error
// names the first step that the semantics refuses, with its reason.
func New(core *il.Core, p il.Pair, in semantics.Init, schedule []Step, last [2][]semantics.Take) (*Story, error) {
	r := replay{}
	for _, s := range schedule {
		r.order = append(r.order, s.Thread)
		r.aims[s.Thread] = append(r.aims[s.Thread], fixed(s.Takes))
	}
	for _, i := range semantics.Tids {
		r.aims[i] = append(r.aims[i], fixed(last[i]))
	}
	return r.run(core, p, in)
}

// An aim finds the choices that lead a thread from a point to its next step.
type aim func(semantics.Point) ([]semantics.Take, error)

func fixed(takes []semantics.Take) aim {
	return func(semantics.Point) ([]semantics.Take, error) { return takes, nil }
}

// replay is a schedule that is being executed. A thread has one aim for each of
// its steps, and one for what comes after the last.
type replay struct {
	order []semantics.Tid
	aims  [2][]aim
	story *Story
}

func (r *replay) run(core *il.Core, p il.Pair, in semantics.Init) (*Story, error) {
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		return nil, err
	}
	r.story = &Story{Core: core, Pair: p, names: effect.NewNames(in)}
	for _, i := range semantics.Tids {
		if k, err = r.approach(k, i); err != nil {
			return nil, fmt.Errorf("%s's first choices: %w", i, err)
		}
	}
	r.add(k, nil)
	for n, i := range r.order {
		if k, err = r.step(k, i); err != nil {
			return nil, fmt.Errorf("step %d, thread %s: %w", n+1, i, err)
		}
	}
	return r.story, nil
}

// approach resolves the choices between thread i and its next step.
func (r *replay) approach(k semantics.Config, i semantics.Tid) (semantics.Config, error) {
	find := r.aims[i][0]
	r.aims[i] = r.aims[i][1:]
	takes, err := find(k.Threads[i].Point)
	if err != nil {
		return k, err
	}
	for _, t := range takes {
		next, stuck := semantics.Choose(k, i, t)
		if stuck != nil {
			return k, fmt.Errorf("it does not stand before a choice with %q", string(t))
		}
		k = next
	}
	return k, nil
}

// step makes one step of thread i and adds the state it leads to.
func (r *replay) step(k semantics.Config, i semantics.Tid) (semantics.Config, error) {
	next, move, stuck := semantics.Next(k, i)
	if stuck != nil {
		return k, fmt.Errorf("%s", stuck)
	}
	m := r.story.describe(k, next, move)
	next, err := r.approach(next, i)
	if err != nil {
		return k, fmt.Errorf("the choices after it: %w", err)
	}
	r.add(next, &m)
	return next, nil
}

func (r *replay) add(k semantics.Config, m *Move) {
	s := Scene{Config: k, Move: m}
	if race, ok := semantics.Race(k); ok {
		s.Race = &race
	}
	r.story.Scenes = append(r.story.Scenes, s)
}

// Name is the name of an object in the story: that of the initial state, or
// the next of o1, o2, ...; "nil" for nil.
func (s *Story) Name(l semantics.Loc) string { return s.names.Of(l) }

// line is the source line of a position.
func (s *Story) line(p il.Pos) int { return s.Core.Source.Position(p).Line }

// unit is the unit that thread i begins with.
func (s *Story) unit(i semantics.Tid) *il.Unit {
	if i == semantics.A {
		return s.Pair.Left
	}
	return s.Pair.Right
}
