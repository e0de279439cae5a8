package bounded

import (
	"slices"

	"wobbly/il"
)

// summary is what a unit does in the first segment of an execution. It depends on
// nothing but the unit.
type summary struct {
	unit    *unit
	one     *standings // by one name
	several *standings // by several ones; nil until they are asked for
	left    [2]int     // states that may still be gone on from: to where it stands, and to where it is left
	cuts    []string
}

// standings is where a unit comes to by some halves of states.
type standings struct {
	halves []*half
	marks  []mark  // accesses before which it can stand; those to which it comes without a step first
	begun  int     // how many these are
	stops  []*stop // states in which it can be left; nil until they are asked for
}

// mark is an access before which a thread stands, of a cell that the other thread may
// know.
type mark struct {
	il.Site
	lock  il.Level
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

// summary is what a unit does in the first segment by one name.
func (x *search) summary(u *il.Unit) *summary {
	if s := x.known[u.Index]; s != nil {
		return s
	}
	most := x.options.MaxStates
	s := &summary{unit: x.units[u.Index], one: &standings{}, left: [2]int{most, most}}
	x.known[u.Index] = s
	x.charged(&most, &s.cuts, func() {
		for _, n := range x.names(s.unit) {
			s.one.halves = append(s.one.halves, newHalf(u, n))
		}
	})
	x.charged(&s.left[0], &s.cuts, func() { x.stand(s.unit, s.one) })
	return s
}

// severalOf is the same by several names, with what is left of the states.
func (x *search) severalOf(s *summary) *standings {
	if s.several == nil {
		s.several = &standings{}
		var names []name
		for _, q := range s.one.halves {
			names = append(names, q.names...)
		}
		x.charged(&s.left[0], &s.cuts, func() {
			s.several.halves = x.together(s.unit, names)
			x.stand(s.unit, s.several)
		})
	}
	return s.several
}

// stand finds the accesses before which a unit can stand.
func (x *search) stand(u *unit, by *standings) {
	seen := map[mark]bool{}
	var moved []mark
	left := x.left(1, initial())
	for i, q := range by.halves {
		g := x.segment(u, q, len(by.halves)-i)
		g.visit = func(at *standing) {
			for _, m := range g.marks(at) {
				switch k := m.same(); {
				case seen[k]:
				case m.moved:
					seen[k], moved = true, append(moved, m)
				default:
					seen[k], by.marks = true, append(by.marks, m)
				}
			}
		}
		g.begin(u, left)
	}
	by.begun = len(by.marks)
	by.marks = append(by.marks, moved...)
}

// stopsOf lists the states in which a unit can be left: behind a command that has
// looked at what both may know, or has changed it or released the lock. What it does
// between can as well be done later.
func (x *search) stopsOf(s *summary, by []*standings) (all []*stop) {
	for _, b := range by {
		if b.stops == nil {
			b.stops = []*stop{}
			x.charged(&s.left[1], &s.cuts, func() {
				for i, q := range b.halves {
					b.stops = append(b.stops, x.stops(s.unit, q, initial(), false, len(b.halves)-i)...)
				}
			})
		}
		all = append(all, b.stops...)
	}
	return all
}

// stops are those of a thread that has been left one of some graphs, by one that holds
// the lock or does not.
func (x *search) stops(u *unit, q *half, left []int32, blocked bool, more int) (all []*stop) {
	seen := map[string]bool{}
	for i, from := range left {
		g := x.segment(u, q, len(left)*more-i)
		g.single, g.blocked, g.stop = true, blocked, func(s *state) bool { return s.met }
		whole := g.begin(u, x.left(1, []int32{from}))
		for i := range whole.found {
			l := g.leave(whole, i, from)
			if k := l.key(); !seen[k] {
				seen[k] = true
				all = append(all, l)
			}
		}
	}
	return all
}

// may tells whether one of the accesses of a unit, and that of a site, are wanted.
func (u *unit) may(wanted func(s il.Site) bool) bool {
	return slices.ContainsFunc(u.sites, func(a il.Access) bool { return wanted(a.Site) })
}
