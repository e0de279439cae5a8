package explore

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
)

// Move is a step of a schedule: the thread that goes, and which of Machine.Next
// it comes to.
type Move struct {
	Thread int
	Branch int
}

// Replay executes a schedule from an initial state and gives the machine in the
// state that it leads to. starts are indices of Program.Starts, for A and B. The
// error names the first move, from 1, that cannot be made.
func Replay(core *il.Core, p il.Pair, in semantics.Init, starts [2]int, schedule []Move) (*Machine, error) {
	g, err := Compile(core, p, Unbounded)
	if err != nil {
		return nil, err
	}
	given, err := g.given(&Options{Init: Given, Start: &in})
	if err != nil {
		return nil, err
	}
	m := NewMachine(g, false)
	m.load(given)
	for i := range m.at {
		from := g.Starts(i)
		if starts[i] < 0 || starts[i] >= len(from) {
			return nil, fmt.Errorf("thread %s cannot begin in %d ways", semantics.Tid(i), starts[i]+1)
		}
		m.Go(i, from[starts[i]])
	}
	for n, move := range schedule {
		if err := m.move(move); err != nil {
			return nil, fmt.Errorf("move %d: %w", n+1, err)
		}
	}
	return m, nil
}

// move makes one move.
func (m *Machine) move(v Move) error {
	if v.Thread != 0 && v.Thread != 1 {
		return fmt.Errorf("there is no thread %d", v.Thread)
	}
	i := semantics.Tid(v.Thread)
	switch {
	case m.Ended(v.Thread):
		return fmt.Errorf("thread %s has ended", i)
	case !m.Enabled(v.Thread):
		return fmt.Errorf("thread %s waits for the lock", i)
	case m.Execute(v.Thread) != Done:
		return fmt.Errorf("thread %s is stuck", i)
	}
	next := m.Next(v.Thread)
	if v.Branch < 0 || v.Branch >= len(next) {
		return fmt.Errorf("thread %s has %d ways to go on, and no number %d", i, len(next), v.Branch)
	}
	m.Go(v.Thread, next[v.Branch])
	return nil
}
