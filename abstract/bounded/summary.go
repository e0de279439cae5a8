package bounded

import (
	"slices"

	"wobbly/il"
)

// A summary is what a unit does in the first segment of an execution. It depends on the unit alone.
type summary struct {
	unit    *unit
	single  *prefixes // by one name
	several *prefixes // by several; nil until asked for
	// remaining is the number of states left to look for candidates, and for stop points.
	remaining [2]int
	cuts      []string
}

// prefixes are the first segments of a unit by some starts.
type prefixes struct {
	starts []*start
	// candidates begin with the immediate ones, which are reached without a step.
	candidates []candidate
	immediate  int
	stops      []*stopPoint // nil until asked for
}

// A candidate is an access before which a thread can wait, of a cell that the other thread may
// know.
type candidate struct {
	il.Site
	lock  il.Level
	from  int32 // the graph that the thread was handed
	graph int32 // the graph that it hands over
	// node is the first object on the path of the access that the other thread may know, and rest
	// has the fields to walk from there, packed.
	node uint16
	rest string
	// moved is set if the thread has made a step.
	moved bool
	start *start
}

// holds returns the locks that the thread holds, without how often.
func (c candidate) holds() il.Level { return c.lock.Locks() }

// key returns what matters to the other thread.
func (c candidate) key() candidate {
	c.start = nil
	return c
}

func (c candidate) field() uint16 { return uint16At(c.rest, len(c.rest)/2-1) }

// candidates returns the candidates at an access, one for each case. There are none in a case in
// which the other thread knows no object on the path.
func (x *segment) candidates(a *access) (all []candidate) {
	if !slices.ContainsFunc(a.bases, object.isShared) && !a.state.heap.published() {
		return nil
	}
	for _, c := range a.state.cases.list {
		e := x.export(a.state, c)
		for i, o := range a.bases {
			if n, ok := e.exported(o); ok {
				all = append(all, candidate{
					Site: a.node.site, lock: a.level(), from: c.graph, graph: x.graphs.number(e.graph),
					node: n, rest: packUint16s(a.node.path.fields[i:]), moved: x.moved(a), start: x.start,
				})
				break
			}
		}
	}
	return all
}

// meets reports whether a candidate accesses the object o, which the thread of the segment knows in
// a state and case. The path of the candidate is walked in the heap as it is in that state: it may
// have changed since the other thread came there.
func (x *segment) meets(m candidate, s *state, c heapCase, o object) bool {
	at, known := c.find(m.node)
	n := m.node // the node that at is, if it is shared or not known
	for i := range len(m.rest)/2 - 1 {
		f := uint16At(m.rest, i)
		to, written := s.heap.lookup(at, f)
		switch {
		case known && written:
			at = to
		case known && !at.isShared():
			at = x.initialCell(at, f)
		default:
			n = x.graphs.all[c.graph].cell(n, f)
			at, known = c.find(n)
			continue
		}
		if at.isShared() {
			n = c.node(at)
		}
	}
	return known && at == o
}

func (x *search) summary(u *il.Unit) *summary {
	s := x.summaries[u.Index]
	if s != nil {
		return s
	}
	budget := x.options.MaxStates
	s = &summary{unit: x.units[u.Index], single: &prefixes{}, remaining: [2]int{budget, budget}}
	x.summaries[u.Index] = s
	x.charge(s, &budget, func() {
		for _, n := range x.names(s.unit) {
			s.single.starts = append(s.single.starts, newStart(u, n))
		}
	})
	x.charge(s, &s.remaining[0], func() { x.findCandidates(s.unit, s.single) })
	return s
}

// several returns the prefixes of a unit by several names. They share the budget of those by one
// name.
func (x *search) several(s *summary) *prefixes {
	if s.several == nil {
		s.several = &prefixes{}
		var names []name
		for _, start := range s.single.starts {
			names = append(names, start.names...)
		}
		x.charge(s, &s.remaining[0], func() {
			s.several.starts = x.severalNames(s.unit, names)
			x.findCandidates(s.unit, s.several)
		})
	}
	return s.several
}

// charge calls do with a budget of a summary, and adds its cuts to those of the summary.
func (x *search) charge(s *summary, remaining *int, do func()) {
	before := x.takeCuts()
	x.withBudget(remaining, do)
	for _, why := range x.takeCuts() {
		if !slices.Contains(s.cuts, why) {
			s.cuts = append(s.cuts, why)
		}
	}
	x.cuts = before
}

func (x *search) findCandidates(u *unit, p *prefixes) {
	seen := map[candidate]bool{}
	var moved []candidate
	initial := x.initialCases(1, initialGraphs)
	for i, start := range p.starts {
		g := x.segment(u, start, len(p.starts)-i)
		g.visit = func(a *access) {
			for _, c := range g.candidates(a) {
				switch k := c.key(); {
				case seen[k]:
				case c.moved:
					seen[k], moved = true, append(moved, c)
				default:
					seen[k], p.candidates = true, append(p.candidates, c)
				}
			}
		}
		g.begin(u, initial)
	}
	p.immediate = len(p.candidates)
	p.candidates = append(p.candidates, moved...)
}

func (x *search) stopPoints(s *summary, by []*prefixes) (all []*stopPoint) {
	for _, p := range by {
		if p.stops == nil {
			p.stops = []*stopPoint{}
			x.charge(s, &s.remaining[1], func() {
				for i, start := range p.starts {
					p.stops = append(p.stops, x.stopsFrom(s.unit, start, initialGraphs, il.Level{}, len(p.starts)-i)...)
				}
			})
		}
		all = append(all, p.stops...)
	}
	return all
}

// stopsFrom returns the different stop points of a unit by a start, for each graph that it may have
// been handed by a thread that holds the locks taken.
func (x *search) stopsFrom(u *unit, start *start, graphs []int32, taken il.Level, segments int) (all []*stopPoint) {
	seen := map[string]bool{}
	for i, from := range graphs {
		g := x.segment(u, start, len(graphs)*segments-i)
		g.single, g.taken = true, taken
		g.wantState = func(s *state) bool { return s.visible }
		whole := g.begin(u, x.initialCases(1, []int32{from}))
		for i := range whole.found {
			l := g.stopPoint(whole, i, from)
			if k := l.key(); !seen[k] {
				seen[k] = true
				all = append(all, l)
			}
		}
	}
	return all
}
