package dpor

import (
	"encoding/binary"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/machine"
)

// The threads, as package explore numbers them.
const (
	a = 0 // C1, which goes first
	b = 1 // C2
)

// point is where a thread stands after a sequence of its commands, with the
// next command chosen. Without loops it is one control state; under an unroll
// bound several can follow the same commands, as in while * { while * { c } },
// and then what they do next is the same as well.
type point struct {
	id       int
	command  il.Command // nil at the end
	controls []*machine.Control
	expanded bool
	after    []*point
}

// access tells whether the next command is a load or store.
func (p *point) access() (explore.Access, bool) {
	x, ok := il.AccessOf(p.command)
	if !ok {
		return explore.Access{}, false
	}
	return explore.Access{Stmt: il.StmtOf(p.command), At: x.At, Kind: x.Kind}, true
}

// points makes the points of a program, each once.
type points struct {
	g       *machine.Program
	scratch *machine.Machine
	ids     map[*machine.Control]int
	index   map[string]*point
}

func newPoints(g *machine.Program) *points {
	return &points{
		g: g, scratch: machine.New(g, false),
		ids: map[*machine.Control]int{}, index: map[string]*point{},
	}
}

// starts lists the points at which thread i may begin.
func (t *points) starts(i int) []*point { return t.points(t.g.Starts(i)) }

// after lists the points that thread i may come to by the command of p.
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

// points sorts control states by their commands: one point for each command,
// in the order in which they come.
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
	list := make([]*point, len(commands))
	for k, command := range commands {
		list[k] = t.point(command, by[command])
	}
	return list
}

// point is the point of a set of control states with the same command.
func (t *points) point(command il.Command, controls []*machine.Control) *point {
	slice.Sort(controls, func(c, d *machine.Control) int { return t.number(c) - t.number(d) })
	controls = slices.Compact(controls)
	var key []byte
	for _, c := range controls {
		key = binary.AppendUvarint(key, uint64(t.number(c)))
	}
	p := t.index[string(key)]
	if p == nil {
		p = &point{id: len(t.index), command: command, controls: controls}
		t.index[string(key)] = p
	}
	return p
}

// number numbers control states in the order in which they are met.
func (t *points) number(c *machine.Control) int {
	n, ok := t.ids[c]
	if !ok {
		n = len(t.ids)
		t.ids[c] = n
	}
	return n
}
