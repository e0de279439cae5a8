package flat

import (
	"wobbly/il/flow"
	"wobbly/semantics/explore/machine"
)

// points says which objects a variable or a cell may hold: objects count from 0, and in a search
// from all initial states object 0 is any initial one. Cells are distinguished by object and field,
// variables by the call whose frame they are in. It decides what needs no position in a state, and
// which cells a command can touch.
type points struct {
	*flow.PointsTo
	fields int32
	cells  int32 // in all
	vars   [2]map[variable]int32
}

// variable is a register in the frame of a call, which the control state of the push identifies, or
// noCall.
type variable struct {
	call     int32
	register machine.Address
}

const noCall = -1

// variableOf is the variable of register r in control state c: one of its own frame or of a frame
// below it.
func variableOf(c *machine.Control, r machine.Address) variable {
	if push := c.Frame(r); push != nil {
		return variable{push.ID, r}
	}
	return variable{noCall, r}
}

// newPoints analyses the program from the initial state m. made has the objects that the control
// states make, whose cells hold themselves.
func (f *Layout) newPoints(m *machine.Machine, made [2][]int32) *points {
	g, objects := f.g, f.objects
	p := &points{fields: g.Width(), cells: objects * g.Width()}
	p.PointsTo = flow.NewPointsTo(objects, p.fields)
	for o := range objects {
		for field := range p.fields {
			v := o
			if o < m.Objects() {
				v = m.Value(m.Cell(o+1, field)) - 1
			}
			p.HoldCell(o, field, v)
		}
	}
	for i := range p.vars {
		p.vars[i] = map[variable]int32{}
		for k := range g.Unit(i).Formals {
			r := g.Formal(i, k)
			p.Hold(p.at(i, variable{noCall, r}), max(0, m.Value(r)-1))
		}
		for _, c := range g.Controls(i) {
			p.command(i, c, &f.threads[i].relevant[c.ID], made[i][c.ID])
		}
	}
	p.Solve()
	return p
}

// at is the number of a variable of thread i.
func (p *points) at(i int, v variable) int32 {
	n, ok := p.vars[i][v]
	if !ok {
		n = p.Var()
		p.vars[i][v] = n
	}
	return n
}

// of is what a register of thread i may hold in control state c.
func (p *points) of(i int, c *machine.Control, r machine.Address) *flow.ObjectSet {
	return p.Of(p.at(i, variableOf(c, r)))
}

// cell is the number of a cell.
func (p *points) cell(object, field int32) int32 { return object*p.fields + field }

// command adds what the command of c does, as far as it counts.
func (p *points) command(i int, c *machine.Control, n *relevance, made int32) {
	v := func(r machine.Address) int32 { return p.at(i, variableOf(c, r)) }
	for k, a := range c.Args {
		if n.args[k] {
			p.Assign(p.at(i, variable{c.ID, a.Dst}), v(a.Root), a.Path...)
		}
	}
	if !n.value {
		return
	}
	switch c.Op {
	case machine.OpCopy, machine.OpLoad:
		p.Assign(v(c.Dst), v(c.Src), c.Path...)
	case machine.OpStore:
		p.Store(v(c.Dst), c.Path, v(c.Src))
	case machine.OpNew:
		p.Hold(v(c.Dst), made)
	}
}

// value is what a path may hold.
func (p *points) value(i int, c *machine.Control, root machine.Address, path []int32) flow.ObjectSet {
	return p.Value(p.at(i, variableOf(c, root)), path)
}

// only is the object of a set that has no other, 0 for the empty set.
func only(s *flow.ObjectSet) (object int32) {
	s.Each(func(o int32) { object = o })
	return object
}
