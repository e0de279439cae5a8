package dpor

import (
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore/machine"
)

// The threads, as package explore numbers them.
const (
	a = 0 // C1, which goes first
	b = 1 // C2
)

// A point is the position of a thread after a sequence of its commands, with the next command
// chosen. Without loops it is one control state. With a bound on iterations several can follow the
// same commands, as in while * { while * { c } }; these also have the same future.
type point struct {
	id       int
	command  il.Command // nil at the end
	controls []*machine.Control
	expanded bool
	after    []*point
}

// points makes the points of a program, each once.
type points struct {
	g       *machine.Program
	scratch *machine.Machine
	index   map[pointKey]*point
}

type pointKey struct {
	thread   int
	controls string // see machine.SortedSet
}

// after lists the points that may follow the command of p, a point of thread i.
func (t *points) after(i int, p *point) []*point {
	if !p.expanded {
		p.expanded = true
		var next []*machine.Control
		for _, c := range p.controls {
			t.scratch.At[i] = c
			next = append(next, t.scratch.Next(i)...)
		}
		p.after = t.points(i, next)
	}
	return p.after
}

// points returns a point for each command of some control states of thread i, in their order.
func (t *points) points(i int, controls []*machine.Control) []*point {
	commands, by := t.g.ByCommand(controls)
	return slice.Map(commands, func(c il.Command) *point {
		set, key := machine.SortedSet(by[c])
		p := t.index[pointKey{i, key}]
		if p == nil {
			p = &point{id: len(t.index), command: c, controls: set}
			t.index[pointKey{i, key}] = p
		}
		return p
	})
}
