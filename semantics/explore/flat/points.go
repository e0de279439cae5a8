package flat

import (
	"math/bits"

	"wobbly/semantics/explore/machine"
)

// Objects that a variable or a cell may hold: a points-to analysis in the manner
// of Andersen, from one initial state. Cells are told apart by object and field,
// variables by the call whose frame they stand in; the order of commands is not
// looked at. It decides what needs no position in a flat state, and which cells a
// command can touch.

// objectSet is a set of up to 256 objects.
type objectSet [4]uint64

func (s *objectSet) add(o int32)      { s[o>>6] |= 1 << (o & 63) }
func (s *objectSet) has(o int32) bool { return s[o>>6]>>(o&63)&1 != 0 }

// join adds the objects of t and tells whether any is new.
func (s *objectSet) join(t objectSet) (grown bool) {
	for i, w := range t {
		grown = grown || w&^s[i] != 0
		s[i] |= w
	}
	return grown
}

func (s *objectSet) size() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// each does something for each object of the set.
func (s *objectSet) each(do func(o int32)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			do(int32(i<<6 + bits.TrailingZeros64(w)))
		}
	}
}

// only is the object of a set that has no other, 0 for the empty set.
func (s *objectSet) only() int32 {
	for i, w := range s {
		if w != 0 {
			return int32(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return 0
}

// variable is a register in the frame of a call, known by the control state of
// the push, or noCall.
type variable struct {
	call     int32
	register machine.Address
}

const noCall = -1

// points is the result of the analysis.
type points struct {
	fields  int32
	vars    [2]map[variable]*objectSet
	cells   []objectSet // by object and field
	changed bool
}

// variableOf is the variable that register r is in control state c: one of its
// own frame or of a frame below it.
func variableOf(c *machine.Control, r machine.Address) variable {
	if push := c.Frame(r); push != nil {
		return variable{push.ID, r}
	}
	return variable{noCall, r}
}

// of is the set of a register of thread i in control state c.
func (p *points) of(i int, c *machine.Control, r int32) *objectSet { return p.at(i, variableOf(c, r)) }

func (p *points) at(i int, v variable) *objectSet {
	s := p.vars[i][v]
	if s == nil {
		s = &objectSet{}
		p.vars[i][v] = s
	}
	return s
}

// cell is the number of a cell.
func (p *points) cell(object, field int32) int32 { return object*p.fields + field }

// start puts in what the initial state m holds, whose objects count from 0 here,
// and the new objects behind them, whose cells hold themselves.
func (p *points) start(m *machine.Machine, objects int32) {
	g := m.Program()
	p.fields = g.Width()
	p.cells = make([]objectSet, objects*p.fields)
	for o := range objects {
		for f := range p.fields {
			v := o
			if o < m.Objects() {
				v = m.Value(m.Cell(o+1, f)) - 1
			}
			p.cells[p.cell(o, f)].add(v)
		}
	}
	for i := range p.vars {
		p.vars[i] = map[variable]*objectSet{}
		for k := range g.Unit(i).Formals {
			r := g.Formal(i, k)
			p.at(i, variable{noCall, r}).add(m.Value(r) - 1)
		}
	}
}

// solve adds what the commands of both threads do until nothing is new. news has
// the objects that the control states make.
func (p *points) solve(g *machine.Program, news [2][]int32) {
	for p.changed = true; p.changed; {
		p.changed = false
		for i := range p.vars {
			for _, c := range g.Controls(i) {
				p.command(i, c, news[i][c.ID])
			}
		}
	}
}

// command adds what the command of c does.
func (p *points) command(i int, c *machine.Control, made int32) {
	switch c.Op {
	case machine.OpCopy, machine.OpLoad:
		p.grow(p.of(i, c, c.Dst), p.value(i, c, c.Src, c.Path))
	case machine.OpStore:
		last := len(c.Path) - 1
		objects, v := p.value(i, c, c.Dst, c.Path[:last]), *p.of(i, c, c.Src)
		objects.each(func(o int32) { p.grow(&p.cells[p.cell(o, c.Path[last])], v) })
	case machine.OpNew:
		var v objectSet
		v.add(made)
		p.grow(p.of(i, c, c.Dst), v)
	case machine.OpPush:
		for _, a := range c.Args {
			p.grow(p.at(i, variable{c.ID, a.Dst}), p.value(i, c, a.Root, a.Path))
		}
	}
}

func (p *points) grow(s *objectSet, by objectSet) {
	if s.join(by) {
		p.changed = true
	}
}

// value is what a path may hold.
func (p *points) value(i int, c *machine.Control, root int32, path []int32) objectSet {
	s := *p.of(i, c, root)
	for _, f := range path {
		var next objectSet
		s.each(func(o int32) { next.join(p.cells[p.cell(o, f)]) })
		s = next
	}
	return s
}
