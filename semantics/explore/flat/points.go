package flat

import (
	"wobbly/il/flow"
	"wobbly/semantics/explore/machine"
)

// points is a points-to analysis: which objects may each variable and each cell hold? It decides
// which values need no position and which cells a command may touch. Objects are numbered from 0;
// in a search from all initial states object 0 stands for all initial ones. Cells are distinguished
// by object and field, variables by the call that owns their frame.
type points struct {
	*flow.PointsTo
	fields int32
	cells  int32                 // the number of cells of all objects together
	vars   [2]map[variable]int32 // the number of each variable, by thread
}

// A variable is a register in the frame of a call, identified by the control state of its push, or
// noCall.
type variable struct {
	call     int32
	register machine.Address
}

const noCall = -1

// newPoints analyses the program from the initial state m. made lists the objects that control
// states allocate; their cells hold the objects themselves.
func (l *Layout) newPoints(m *machine.Machine, made [2][]int32) *points {
	g, objects := l.g, l.objects
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
		for id, c := range g.Controls(i) { // the relevant effects of commands
			n := &l.threads[i].relevant[id]
			v := func(r machine.Address) int32 { return p.register(i, c, r) }
			for k, a := range c.Args {
				if n.args[k] {
					p.Assign(p.at(i, variable{c.ID, a.Dst}), v(a.Root), a.Path...)
				}
			}
			switch {
			case !n.value:
			case c.Op == machine.OpCopy, c.Op == machine.OpLoad:
				p.Assign(v(c.Dst), v(c.Src), c.Path...)
			case c.Op == machine.OpStore:
				p.Store(v(c.Dst), c.Path, v(c.Src))
			case c.Op == machine.OpNew:
				p.Hold(v(c.Dst), made[i][id])
			}
		}
	}
	p.Solve()
	return p
}

// at returns the number of a variable of thread i, to which it gives one the first time.
func (p *points) at(i int, v variable) int32 {
	n, ok := p.vars[i][v]
	if !ok {
		n = p.Var()
		p.vars[i][v] = n
	}
	return n
}

// register returns the number of the variable that register r of thread i is in c: in c's frame or
// one below it.
func (p *points) register(i int, c *machine.Control, r machine.Address) int32 {
	v := variable{noCall, r}
	if push := c.Frame(r); push != nil {
		v.call = push.ID
	}
	return p.at(i, v)
}

// of returns the objects that register r of thread i may hold in control state c.
func (p *points) of(i int, c *machine.Control, r machine.Address) *flow.ObjectSet {
	return p.Of(p.register(i, c, r))
}

func (p *points) cell(object, field int32) int32 { return object*p.fields + field }

// value returns the objects that a path may lead to.
func (p *points) value(i int, c *machine.Control, root machine.Address,
	path []int32) flow.ObjectSet {
	return p.Value(p.register(i, c, root), path)
}

// only returns the object of a singleton, or 0 for the empty set.
func only(s *flow.ObjectSet) (object int32) {
	s.Each(func(o int32) { object = o })
	return object
}
