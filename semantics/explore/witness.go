package explore

import (
	"context"
	"math"

	"wobbly/internal/poll"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// witness returns the execution along a path that ends in a race or a deadlock.
func (p problem) witness(t *driver.Path) *witness.Witness {
	deadlock := machine.Deadlock(t.Machine.At[0], t.Machine.At[1])
	var at machine.Address
	if !deadlock {
		at = p.meet(t)
	}
	core, pair, in := p.g.Core(), p.g.Pair(), p.init(t)
	moves, choices := p.moves(t)
	w := &witness.Witness{
		Schema:  witness.Schema,
		Program: witness.Digest(core.Source.Text),
		Units:   [2]string{pair.Left.Name, pair.Right.Name},
		Init:    execution.InitOf(in),
		Steps:   execution.StepsOf(core.Source, moves),
	}
	access := func(i int) witness.Access {
		a := p.access(i, t.Machine.At[i].Site)
		return witness.Access{
			At: core.Source.At(a.At), Kind: a.Kind.String(),
			Choices: execution.ChoicesOf(core.Source, choices[i]),
		}
	}
	if deadlock {
		a, b := access(0), access(1)
		w.Deadlock = witness.Deadlock{
			A: witness.Waiting{At: a.At, Choices: a.Choices},
			B: witness.Waiting{At: b.At, Choices: b.Choices},
		}
		return w
	}
	object, field := t.Machine.ObjectOf(at)
	cell := semantics.Addr{Loc: t.Loc(t.Names[object-1]), Field: core.Fields[field]}
	w.Race = witness.Race{Cell: execution.CellOf(in, cell), A: access(0), B: access(1)}
	return w
}

// meet picks values for which the accesses of the last state meet, and returns their address.
func (p problem) meet(t *driver.Path) machine.Address {
	m := t.Machine
	never := poll.Every(math.MaxInt, context.Background())
	tries := &driver.Tries{Poll: &never, Max: math.MaxUint64}
	picks, meet := []machine.Pick(nil), false
	for known := 0; known <= p.o.known() && !meet; known++ { // with as few aliases as possible
		picks, meet = m.Meet(picks[:0], known, tries)
	}
	if p.o.known() == 0 {
		picks, meet = m.Meet(nil, machine.AnyKnown, tries)
	}
	if !machine.Conflict(m.At[0], m.At[1]) || !meet {
		panic("explore: a state that raced does not race")
	}
	for _, k := range picks {
		if k.Object > m.Objects() {
			m.Discover()
		}
		m.Define(k.At, k.Object)
		t.Pick(k)
	}
	at, _ := m.Target(0)
	return at
}

// moves returns the steps of a path, and the choices of each thread after its last one.
func (p problem) moves(t *driver.Path) (moves []semantics.Move, choices [2][]semantics.Choice) {
	for i, start := range t.Starts {
		choices[i] = p.g.Choices(p.g.Controls(i)[0], start)
	}
	for _, s := range t.Steps {
		command := p.g.Command(s.From)
		event := semantics.Event{
			Choices: choices[s.Thread], Command: command, Rule: semantics.RuleOf(command),
		}
		moves = append(moves, semantics.Move{Thread: semantics.Tid(s.Thread), Event: event})
		choices[s.Thread] = p.g.Choices(s.From, s.To)
	}
	return moves, choices
}

// init returns the initial state of a path. A given state has only the formals in its stacks.
func (p problem) init(t *driver.Path) semantics.Init {
	if t.Given == nil {
		return t.Init(p.g, p.g.Pair())
	}
	in := *t.Given
	for i := range in.Stacks {
		in.Stacks[i] = map[string]string{}
		for _, x := range p.g.Unit(i).Formals {
			in.Stacks[i][x] = t.Given.Stacks[i][x]
		}
	}
	return in
}
