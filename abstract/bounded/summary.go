package bounded

import (
	"slices"

	"wobbly/il"
)

// A summary is the behaviour of a unit in the first segment of an execution. It depends on the unit
// alone.
type summary struct {
	unit    *unit
	single  *prefixes // from the starts with one name
	several *prefixes // from the starts with several names; nil until needed
	// remaining has the numbers of states left: first to look for candidates, then for stop points.
	remaining [2]int
	cuts      []string
}

// prefixes are the first segments of a unit by some starts.
type prefixes struct {
	starts []*start
	// candidates begin with the immediate ones, which are reached without a step.
	candidates []candidate
	immediate  int
	stops      []*stopPoint // nil until needed
}

// A candidate is an access before which a thread can wait, of a cell that the other thread may
// know.
type candidate struct {
	il.Site
	lock  il.Level
	from  int32 // the graph that the thread was handed
	graph int32 // the graph that it hands over
	// node is the first object on the path of the access that the other thread may know, and rest
	// has the fields to walk from there, packed. The last one is the field of the cell.
	node uint16
	rest string
	// moved is set if the thread has made a step.
	moved bool
	start *start
}

func (c candidate) holds() il.Level { return c.lock.Locks() }

// key returns the part of c that matters to the other thread.
func (c candidate) key() candidate {
	c.start = nil
	return c
}

func (c candidate) field() uint16 { return uint16At(c.rest, len(c.rest)/2-1) }

// candidates returns the candidates at an access, one for each case in which the other thread knows
// an object on the path.
func (seg *segment) candidates(a *access) (all []candidate) {
	if !slices.ContainsFunc(a.bases, object.isShared) && !a.state.heap.published() {
		return nil
	}
	for _, c := range a.state.cases.list {
		e := seg.export(a.state, c)
		for i, o := range a.bases {
			if n, ok := e.exported(o); ok {
				all = append(all, candidate{
					Site: a.node.site, lock: a.level(), from: c.graph,
					graph: seg.graphs.number(e.graph),
					node:  n, rest: packUint16s(a.node.path.fields[i:]), moved: seg.moved(a),
					start: seg.start,
				})
				break
			}
		}
	}
	return all
}

// meets reports whether the waiting thread's next access is to a cell of o, an object that the
// thread of the segment knows in a state and case. It walks the rest of the waiting thread's path in
// the heap of that state, because the path may have changed while the thread was waiting.
func (seg *segment) meets(waiting candidate, s *state, c heapCase, o object) bool {
	at, known := c.find(waiting.node)
	n := waiting.node // the node that at is, if it is shared or not known
	for i := range len(waiting.rest)/2 - 1 {
		f := uint16At(waiting.rest, i)
		to, written := s.heap.lookup(at, f)
		switch {
		case known && written:
			at = to
		case known && !at.isShared():
			at = seg.initialCell(at, f)
		default:
			n = seg.graphs.all[c.graph].cell(n, f)
			at, known = c.find(n)
			continue
		}
		if at.isShared() {
			n = c.node(at)
		}
	}
	return known && at == o
}

// summary returns the summary of a unit, which it computes once.
func (sr *search) summary(u *il.Unit) *summary {
	s := sr.summaries[u.Index]
	if s != nil {
		return s
	}
	budget := sr.options.MaxStates
	s = &summary{unit: sr.units[u.Index], single: &prefixes{}, remaining: [2]int{budget, budget}}
	sr.summaries[u.Index] = s
	sr.charge(s, &budget, func() {
		for _, n := range sr.names(s.unit) {
			s.single.starts = append(s.single.starts, newStart(u, n))
		}
	})
	sr.charge(s, &s.remaining[0], func() { sr.findCandidates(s.unit, s.single) })
	return s
}

// several returns the prefixes of a unit from the starts with several names, which it computes once.
// They share the budget of those with one name.
func (sr *search) several(s *summary) *prefixes {
	if s.several == nil {
		s.several = &prefixes{}
		var names []name
		for _, start := range s.single.starts {
			names = append(names, start.names...)
		}
		sr.charge(s, &s.remaining[0], func() {
			s.several.starts = sr.severalNames(s.unit, names)
			sr.findCandidates(s.unit, s.several)
		})
	}
	return s.several
}

// charge calls do with a budget of a summary and adds its cuts to the summary's.
func (sr *search) charge(s *summary, remaining *int, do func()) {
	before := sr.takeCuts()
	sr.withBudget(remaining, do)
	for _, why := range sr.takeCuts() {
		if !slices.Contains(s.cuts, why) {
			s.cuts = append(s.cuts, why)
		}
	}
	sr.cuts = before
}

// findCandidates fills in the candidates of p, those of a unit from the starts of p.
func (sr *search) findCandidates(u *unit, p *prefixes) {
	seen := map[candidate]bool{}
	var moved []candidate
	initial := sr.initialCases(1, initialGraphs)
	for i, start := range p.starts {
		seg := sr.segment(u, start, len(p.starts)-i)
		seg.visit = func(a *access) {
			for _, c := range seg.candidates(a) {
				switch k := c.key(); {
				case seen[k]:
				case c.moved:
					seen[k], moved = true, append(moved, c)
				default:
					seen[k], p.candidates = true, append(p.candidates, c)
				}
			}
		}
		seg.begin(u, initial)
	}
	p.immediate = len(p.candidates)
	p.candidates = append(p.candidates, moved...)
}

// stopPoints returns the stop points of a unit for a list of prefixes. It computes those of each
// prefixes once.
func (sr *search) stopPoints(s *summary, list []*prefixes) (all []*stopPoint) {
	for _, p := range list {
		if p.stops == nil {
			p.stops = []*stopPoint{}
			sr.charge(s, &s.remaining[1], func() {
				for i, start := range p.starts {
					stops := sr.stopsFrom(s.unit, start, initialGraphs, il.Level{}, len(p.starts)-i)
					p.stops = append(p.stops, stops...)
				}
			})
		}
		all = append(all, p.stops...)
	}
	return all
}

// stopsFrom returns the different stop points of a unit from one start, for each graph that the
// other thread, which holds the locks taken, may have handed over. The share of the budget is that
// of one of the given number of segments.
func (sr *search) stopsFrom(u *unit, start *start, graphs []int32, taken il.Level,
	segments int) (all []*stopPoint) {
	seen := map[string]bool{}
	for i, from := range graphs {
		seg := sr.segment(u, start, len(graphs)*segments-i)
		seg.single, seg.taken = true, taken
		seg.wantState = func(s *state) bool { return s.visible }
		whole := seg.begin(u, sr.initialCases(1, []int32{from}))
		for index := range whole.found {
			stop := seg.stopPoint(whole, index, from)
			if k := stop.key(); !seen[k] {
				seen[k] = true
				all = append(all, stop)
			}
		}
	}
	return all
}
