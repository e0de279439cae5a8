package dpor

import (
	"encoding/binary"
	"slices"

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
	ids     map[*machine.Control]int
	index   map[string]*point
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
		p.after = t.points(next)
	}
	return p.after
}

// points returns a point for each command of some control states, in their order.
func (t *points) points(controls []*machine.Control) []*point {
	var commands []il.Command
	by := map[il.Command][]*machine.Control{}
	for _, c := range controls {
		command := t.g.Command(c)
		if by[command] == nil {
			commands = append(commands, command)
		}
		by[command] = append(by[command], c)
	}
	return slice.Map(commands, func(c il.Command) *point { return t.point(c, by[c]) })
}

// point returns the point of some control states with the same command.
func (t *points) point(command il.Command, controls []*machine.Control) *point {
	number := func(c *machine.Control) int { // in the order in which they are met
		n, ok := t.ids[c]
		if !ok {
			n = len(t.ids)
			t.ids[c] = n
		}
		return n
	}
	slice.Sort(controls, func(c, d *machine.Control) int { return number(c) - number(d) })
	controls = slices.Compact(controls)
	var key []byte
	for _, c := range controls {
		key = binary.AppendUvarint(key, uint64(number(c)))
	}
	p := t.index[string(key)]
	if p == nil {
		p = &point{id: len(t.index), command: command, controls: controls}
		t.index[string(key)] = p
	}
	return p
}
