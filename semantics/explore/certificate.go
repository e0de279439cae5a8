package explore

import (
	"strconv"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore/machine"
	"wobbly/witness"
)

// witness is the certificate of a trail that ends in a race.
func (p *problem) witness(t *trail) *witness.Witness {
	c := &certificate{g: p.g, t: t, pending: [2][]witness.Choice{}}
	x := newExpander(p)
	m := x.m
	x.codec.Decode(t.state, m)
	a, b := m.At[0], m.At[1]
	if !machine.Conflict(a, b) || !x.meeting() {
		panic("explore: a state that raced does not race")
	}
	for _, p := range x.picks {
		if p.object > m.Objects() {
			m.Discover()
		}
		m.Define(p.at, p.object)
	}
	names, last := t.define(m, t.name, x.picks)
	at, _ := m.Target(0)
	object, field := m.ObjectOf(at)

	w := &witness.Witness{
		Schema:  witness.Schema,
		Program: witness.Digest(p.g.Core().Source.Text),
		Units:   [2]string{p.g.Pair().Left.Name, p.g.Pair().Right.Name},
	}
	c.name(p.given)
	w.Init = c.init(p.given, last)
	w.Steps = c.steps()
	w.Race = witness.Race{
		Cell: [2]string{c.names[names[object-1]], p.g.Core().Fields[field]},
		A:    c.access(0, a),
		B:    c.access(1, b),
	}
	w.Seal = w.Sum()
	return w
}

// certificate is a witness in the making.
type certificate struct {
	g       *machine.Program
	t       *trail
	names   []string // of the objects of the trail
	pending [2][]witness.Choice
}

// name gives the objects their names: those of the given initial state, or o1 to
// ok, and then those that the witness format prescribes for objects made on the
// way.
func (c *certificate) name(given *semantics.Init) {
	c.names = make([]string, len(c.t.initial))
	taken := map[string]bool{}
	k := 0
	for o, initial := range c.t.initial {
		if !initial {
			continue
		}
		k++
		c.names[o] = "o" + strconv.Itoa(k)
		if given != nil {
			c.names[o] = given.Objects[o]
		}
		taken[c.names[o]] = true
	}
	for o, initial := range c.t.initial {
		if initial {
			continue
		}
		for k++; taken["o"+strconv.Itoa(k)]; k++ {
		}
		c.names[o] = "o" + strconv.Itoa(k)
	}
}

// init is the initial state: the given one, or the values that were picked on
// the way and last in the racing state. A cell of which nothing is known holds
// its own object, and a formal the first object.
func (c *certificate) init(given *semantics.Init, last []named) witness.Init {
	if given != nil {
		return witness.Init{Objects: given.Objects, Cells: given.Cells, A: c.formals(0, given.Stacks[0]), B: c.formals(1, given.Stacks[1])}
	}
	picks := last
	for _, s := range c.t.steps {
		picks = append(picks, s.picks...)
	}
	cells := map[[2]int]int{}
	registers := map[machine.Address]int{}
	for _, p := range picks {
		if p.object < 0 {
			registers[p.register] = p.value
		} else {
			cells[[2]int{p.object, int(p.field)}] = p.value
		}
	}
	in := witness.Init{Objects: []string{}, Cells: [][3]string{}}
	for o, initial := range c.t.initial {
		if !initial {
			continue
		}
		in.Objects = append(in.Objects, c.names[o])
		for f, field := range c.g.Core().Fields {
			v, ok := cells[[2]int{o, f}]
			if !ok {
				v = o
			}
			in.Cells = append(in.Cells, [3]string{c.names[o], field, c.names[v]})
		}
	}
	in.A, in.B = c.picked(0, registers, in.Objects[0]), c.picked(1, registers, in.Objects[0])
	return in
}

// formals are those of thread i among the variables that a given state sets.
func (c *certificate) formals(i int, stack map[string]string) map[string]string {
	out := map[string]string{}
	for _, x := range c.g.Unit(i).Formals {
		out[x] = stack[x]
	}
	return out
}

func (c *certificate) picked(i int, registers map[machine.Address]int, other string) map[string]string {
	out := map[string]string{}
	for k, x := range c.g.Unit(i).Formals {
		out[x] = other
		if v, ok := registers[c.g.Formal(i, k)]; ok {
			out[x] = c.names[v]
		}
	}
	return out
}

// steps are those of the trail, with the choices before them; the choices after
// the last steps stay pending.
func (c *certificate) steps() []witness.Step {
	for i := range c.t.starts {
		c.choose(i, c.g.Controls(i)[0], c.t.starts[i])
	}
	steps := []witness.Step{}
	for _, s := range c.t.steps {
		steps = append(steps, c.step(s))
	}
	return steps
}

func (c *certificate) step(s step) witness.Step {
	w := witness.Step{Thread: semantics.Tid(s.thread).String(), Choices: c.pending[s.thread]}
	command := c.g.Command(s.from)
	w.At = c.g.Core().Source.At(command.Pos())
	switch command := command.(type) {
	case il.Push:
		w.Do = witness.Push
		for _, e := range command.Call.Args {
			w.Args = append(w.Args, e.String())
		}
	case il.Pop:
		w.Do = witness.Pop
	default:
		w.Do = il.Text(command.(il.Stmt))
	}
	c.choose(s.thread, s.from, s.to)
	return w
}

// choose notes the choices between a command and the next one of a thread.
func (c *certificate) choose(i int, from, to *machine.Control) {
	c.pending[i] = nil
	for _, k := range c.g.Choices(from, to) {
		c.pending[i] = append(c.pending[i], witness.Choice{At: c.g.Core().Source.At(k.At.Pos()), Take: string(k.Take)})
	}
}

func (c *certificate) access(i int, at *machine.Control) witness.Access {
	a := accessOf(c.g.Sites(i)[at.Site])
	return witness.Access{At: c.g.Core().Source.At(a.At), Kind: a.Kind.String(), Choices: c.pending[i]}
}
