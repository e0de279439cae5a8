package explore

import (
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// witness is the certificate of a trail that ends in a race.
func (p *problem) witness(t *trail) *witness.Witness {
	x := newExpander(p)
	m := x.m
	x.codec.Decode(t.state, m)
	if !machine.Conflict(m.At[0], m.At[1]) || !x.meets() {
		panic("explore: a state that raced does not race")
	}
	for _, p := range x.picks {
		if p.object > m.Objects() {
			m.Discover()
		}
		m.Define(p.at, p.object)
	}
	names := t.define(m, x.picks)
	at, _ := m.Target(0)
	object, field := m.ObjectOf(at)
	core, pair := p.g.Core(), p.g.Pair()
	cell := semantics.Addr{Loc: t.Loc(names[object-1]), Field: core.Fields[field]}
	in := p.init(t)
	moves, choices := p.moves(t)
	access := func(i int) witness.Access {
		a := accessOf(p.g.Sites(i)[m.At[i].Site])
		return witness.Access{At: core.Source.At(a.At), Kind: a.Kind.String(), Choices: execution.ChoicesOf(core.Source, choices[i])}
	}
	w := &witness.Witness{
		Schema:  witness.Schema,
		Program: witness.Digest(core.Source.Text),
		Units:   [2]string{pair.Left.Name, pair.Right.Name},
		Init:    execution.InitOf(in),
		Steps:   execution.StepsOf(core.Source, moves),
		Race:    witness.Race{Cell: execution.CellOf(in, cell), A: access(0), B: access(1)},
	}
	return w
}

// moves are the steps of the trail, and the choices of each thread behind its last
// one.
func (p *problem) moves(t *trail) (moves []semantics.Move, choices [2][]semantics.Choice) {
	for i, start := range t.starts {
		choices[i] = p.g.Choices(p.g.Controls(i)[0], start)
	}
	for _, s := range t.steps {
		command := p.g.Command(s.from)
		moves = append(moves, semantics.Move{
			Thread: semantics.Tid(s.thread),
			Event:  semantics.Event{Choices: choices[s.thread], Command: command, Rule: semantics.RuleOf(command)},
		})
		choices[s.thread] = p.g.Choices(s.from, s.to)
	}
	return moves, choices
}

// init is the initial state of a trail. Of a given one, the formals count.
func (p *problem) init(t *trail) semantics.Init {
	if p.given == nil {
		return t.Init(p.g, p.g.Pair())
	}
	in := *p.given
	for i := range in.Stacks {
		in.Stacks[i] = map[string]string{}
		for _, x := range p.g.Unit(i).Formals {
			in.Stacks[i][x] = p.given.Stacks[i][x]
		}
	}
	return in
}
