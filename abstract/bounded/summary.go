package bounded

import (
	"slices"

	"wobbly/il"
)

// summary is what a unit does in the first segment of an execution. It depends on
// nothing but the unit.
type summary struct {
	unit  *unit
	names []*half
	marks []mark  // accesses before which it can stand; those to which it comes without a step first
	begun int     // how many these are
	stops []*stop // states in which it can be left; nil until they are asked for
	cuts  []string
}

// mark is an access before which a thread stands, of a cell that the other thread may
// know.
type mark struct {
	il.Site
	lock  int
	from  int32  // the graph that the thread was left
	graph int32  // that it leaves
	node  uint16 // the first object on the way of the access that the other thread may know
	rest  string // the fields that are left to walk from there, packed
	moved bool   // it has made a step
	name  *half
}

// same is what makes marks the same for the other thread.
func (m mark) same() mark {
	m.name = nil
	return m
}

// field is the field that is accessed.
func (m mark) field() uint16 { return packedAt(m.rest, len(m.rest)/2-1) }

// packed is fields, two bytes each.
func packed(fields []uint16) string {
	b := make([]byte, 0, 2*len(fields))
	for _, f := range fields {
		b = append(b, byte(f), byte(f>>8))
	}
	return string(b)
}

// packedAt is the i-th of packed fields.
func packedAt(s string, i int) uint16 { return uint16(s[2*i]) | uint16(s[2*i+1])<<8 }

// marks are the accesses that a standing is, by the cases that it may be in: none
// where only the thread knows all objects on the way.
func (x *segment) marks(at *standing) (all []mark) {
	if at.hidden() {
		return nil
	}
	for _, c := range at.cases.list {
		e := x.export(at.state, c)
		for i, o := range at.prefixes {
			if n, ok := e.known(o); ok {
				all = append(all, mark{
					Site: at.node.site, lock: at.level(), from: c.of, graph: x.graphs.number(e.graph),
					node: n, rest: packed(at.node.path.fields[i:]), moved: at.moved(), name: x.half,
				})
				break
			}
		}
	}
	return all
}

// isOf tells whether the access of a mark is of an object that a thread knows in a
// state, in a case. It walks in the heap as it is then, not as it was when the other
// thread came to stand there.
func (x *segment) isOf(m mark, s *state, c kase, o object) bool {
	at, known := c.find(m.node)
	n := m.node // which at is, where both may know it, and where at is not known
	for i := range len(m.rest)/2 - 1 {
		f := packedAt(m.rest, i)
		to, written := s.heap.at(at, f)
		switch {
		case known && written:
			at = to
		case known && !at.isShared():
			at = x.own(at, f)
		default:
			n = x.graphs.all[c.of].cell(n, f)
			at, known = c.find(n)
			continue
		}
		if at.isShared() {
			n = c.node(at)
		}
	}
	return known && at == o
}

// summary is what a unit does in the first segment.
func (x *search) summary(u *il.Unit) *summary {
	if s := x.known[u.Index]; s != nil {
		return s
	}
	s := &summary{unit: x.units[u.Index]}
	x.known[u.Index] = s
	x.budget = x.options.MaxStates
	s.names = x.names(s.unit)
	x.budget = x.options.MaxStates
	seen := map[mark]bool{}
	var moved []mark
	left := x.left(1, initial())
	for i, q := range s.names {
		g := x.segment(s.unit, q, len(s.names)-i)
		g.visit = func(at *standing) {
			for _, m := range g.marks(at) {
				switch k := m.same(); {
				case seen[k]:
				case m.moved:
					seen[k], moved = true, append(moved, m)
				default:
					seen[k], s.marks = true, append(s.marks, m)
				}
			}
		}
		g.begin(s.unit, left)
	}
	s.begun = len(s.marks)
	s.marks = append(s.marks, moved...)
	s.cuts = x.taken()
	return s
}

// stopsOf lists the states in which a unit can be left, by all its names: behind a
// command that has looked at what both may know, or has changed it or released the
// lock. What it does between can as well be done later.
func (x *search) stopsOf(s *summary) []*stop {
	if s.stops != nil {
		return s.stops
	}
	s.stops = []*stop{}
	x.budget = x.options.MaxStates
	seen := map[string]bool{}
	for i, q := range s.names {
		for _, from := range initial() {
			g := x.segment(s.unit, q, len(initial())*(len(s.names)-i))
			g.single, g.stop = true, func(s *state) bool { return s.met }
			whole := g.begin(s.unit, x.left(1, []int32{from}))
			for i := range whole.found {
				l := g.leave(whole, i, from)
				if k := l.key(); !seen[k] {
					seen[k] = true
					s.stops = append(s.stops, l)
				}
			}
		}
	}
	s.cuts = append(s.cuts, x.taken()...)
	return s.stops
}

// may tells whether one of the accesses of a unit, and that of a site, are wanted.
func (u *unit) may(wanted func(s il.Site) bool) bool {
	return slices.ContainsFunc(u.sites, func(a il.Access) bool { return wanted(a.Site) })
}
