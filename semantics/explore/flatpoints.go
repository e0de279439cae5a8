package explore

import "math/bits"

// Objects that a variable or a cell may hold: a points-to analysis in the manner
// of Andersen, from one initial state. Cells are told apart by object and field,
// variables by the call whose frame they stand in; the order of commands is not
// looked at. It decides what needs no place in a flat state, and which cells a
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
// the push, or none.
type variable struct{ frame, register int32 }

// points is the result of the analysis.
type points struct {
	fields  int32
	vars    [2]map[variable]*objectSet
	cells   []objectSet // by object and field
	changed bool
}

// variableOf is the variable that register r is in control state c: one of its
// own frame or of a frame below it.
func variableOf(c *Control, r int32) variable {
	for c.parent != nil && r < c.base {
		c = c.parent
	}
	if c.parent == nil {
		return variable{none, r}
	}
	return variable{c.parent.id, r}
}

// of is the set of a register of thread i in control state c.
func (p *points) of(i int, c *Control, r int32) *objectSet { return p.at(i, variableOf(c, r)) }

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
func (p *points) start(m *Machine, objects int32) {
	p.fields = m.g.width
	p.cells = make([]objectSet, objects*p.fields)
	for o := range objects {
		for f := range p.fields {
			v := o
			if o < m.n {
				v = m.mem[m.cell(o+1, f)] - 1
			}
			p.cells[p.cell(o, f)].add(v)
		}
	}
	for i := range m.g.threads {
		t := &m.g.threads[i]
		p.vars[i] = map[variable]*objectSet{}
		for k := range t.unit.Formals {
			r := t.base + int32(k)
			p.at(i, variable{none, r}).add(m.mem[r] - 1)
		}
	}
}

// solve adds what the commands of both threads do until nothing is new. news has
// the objects that the control states make.
func (p *points) solve(g *Program, news [2][]int32) {
	for p.changed = true; p.changed; {
		p.changed = false
		for i := range g.threads {
			for _, c := range g.threads[i].controls {
				p.command(i, c, news[i][c.id])
			}
		}
	}
}

// command adds what the command of c does.
func (p *points) command(i int, c *Control, made int32) {
	switch c.op {
	case opCopy, opLoad:
		p.grow(p.of(i, c, c.dst), p.value(i, c, c.src, c.path))
	case opStore:
		last := len(c.path) - 1
		objects, v := p.value(i, c, c.dst, c.path[:last]), *p.of(i, c, c.src)
		objects.each(func(o int32) { p.grow(&p.cells[p.cell(o, c.path[last])], v) })
	case opNew:
		var v objectSet
		v.add(made)
		p.grow(p.of(i, c, c.dst), v)
	case opPush:
		for _, a := range c.args {
			p.grow(p.at(i, variable{c.id, a.dst}), p.value(i, c, a.root, a.path))
		}
	}
}

func (p *points) grow(s *objectSet, by objectSet) {
	if s.join(by) {
		p.changed = true
	}
}

// value is what a path may hold.
func (p *points) value(i int, c *Control, root int32, path []int32) objectSet {
	s := *p.of(i, c, root)
	for _, f := range path {
		var next objectSet
		s.each(func(o int32) { next.join(p.cells[p.cell(o, f)]) })
		s = next
	}
	return s
}
