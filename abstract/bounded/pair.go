package bounded

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// A pairing is the search for races of one program C1 || C2.
type pairing struct {
	*search
	pair      il.Pair
	summaries [2]*summary
	// open has the pairs of sites that may race but have not been found to.
	open map[il.Sites]bool
	// remaining has the numbers of states left: first for the searches with at most one switch, then
	// for those with more.
	remaining [2]int
	hits      []hit
	// noted are the cuts of this search. If something is open at the end, they and those of the
	// summaries are added to cuts.
	noted, cuts []string
}

// A hit is a race: one thread waits at a candidate, and the other one reaches its access last.
type hit struct {
	il.Sites
	roles
	candidate candidate
	// stops are the earlier stop points of the waiting thread and of the last one; nil if there are
	// none.
	stops    [2]*stopPoint
	switches int

	// The last thread, at its access.
	start *start
	last  il.Site
	lock  il.Level
}

// roles says which thread waits: 0 is the left unit's thread, 1 the right unit's.
type roles struct {
	pair    il.Pair
	waiting int
}

func (r roles) unit(thread int) *il.Unit { return [2]*il.Unit{r.pair.Left, r.pair.Right}[thread] }

// sites returns the pair of a site of the waiting thread and one of the last thread.
func (r roles) sites(waiting, last il.Site) il.Sites {
	if r.waiting != 0 {
		waiting, last = last, waiting
	}
	return r.pair.Sites(waiting, last)
}

// fork returns a copy that can be continued independently.
func (w *pairing) fork() *pairing {
	f := *w
	f.open, f.hits, f.noted = maps.Clone(w.open), slices.Clone(w.hits), slices.Clip(w.noted)
	return &f
}

// A method looks for races of open pairs. The threads begin with the prefixes of a startPair.
type method func(w *pairing, first int, from startPair)

// startPair has the prefixes of the first and of the other thread.
type startPair struct{ first, other []*prefixes }

var (
	zeroSwitches  method = func(w *pairing, first int, from startPair) { w.oneSwitch(first, from, 0) }
	oneSwitch     method = func(w *pairing, first int, from startPair) { w.oneSwitch(first, from, 1) }
	twoSwitches   method = (*pairing).twoSwitches
	threeSwitches method = (*pairing).threeSwitches
)

// stages are the searches of a program that can be continued for more switches; nil if not started.
type stages struct{ zero, one, two *pairing }

// races looks for races within a number of switches, fewer switches first, and each time by single
// names before several.
func (s *stages) races(x *search, p il.Pair, switches int) *pairing {
	if s.zero == nil {
		budget := x.options.MaxStates
		open, more := x.conflicts(p, x.options.MaxPairs)
		s.zero = &pairing{
			search: x, pair: p, summaries: [2]*summary{x.summary(p.Left), x.summary(p.Right)},
			open: open, remaining: [2]int{budget, budget},
		}
		if more {
			s.zero.cuts = []string{
				fmt.Sprintf("more than %d pairs of accesses of the same field", x.options.MaxPairs),
			}
		}
		s.zero.find(0, zeroSwitches)
	}
	if switches == 0 {
		w := s.zero.fork()
		w.findSeveral(0, zeroSwitches)
		return w.finish()
	}
	if s.one == nil {
		s.one = s.zero.fork()
		s.one.find(0, oneSwitch)
		s.one.findSeveral(0, zeroSwitches, oneSwitch)
	}
	if switches == 1 {
		return s.one.fork().finish()
	}
	if s.two == nil {
		s.two = s.one.fork()
		s.two.find(1, twoSwitches)
	}
	w := s.two.fork()
	if switches == 2 {
		w.findSeveral(1, twoSwitches)
		return w.finish()
	}
	w.find(1, threeSwitches)
	w.findSeveral(1, twoSwitches, threeSwitches)
	return w.finish()
}

// finish sorts the hits and decides which cuts matter.
func (w *pairing) finish() *pairing {
	for _, why := range slices.Concat(w.summaries[0].cuts, w.summaries[1].cuts, w.noted) {
		if len(w.open) > 0 && !slices.Contains(w.cuts, why) {
			w.cuts = append(w.cuts, why)
		}
	}
	slice.Sort(w.hits, func(a, b hit) int { return a.Sites.Compare(b.Sites) })
	return w
}

// ample reports whether nothing was cut and no budget is half spent, so that the result does not
// depend on earlier searches.
func (w *pairing) ample() bool {
	half := w.options.MaxStates / 2
	ample := len(w.cuts) == 0 && min(w.remaining[0], w.remaining[1]) > half
	for _, s := range w.summaries {
		ample = ample && min(s.remaining[0], s.remaining[1]) > half
	}
	return ample
}

// find applies methods where each thread begins by one name, within the budget of that index.
func (w *pairing) find(budget int, methods ...method) {
	w.apply(budget, methods, func(a, b *summary) []startPair {
		return []startPair{{[]*prefixes{a.single}, []*prefixes{b.single}}}
	})
}

// findSeveral is like find, but one thread or both begin by several names.
func (w *pairing) findSeveral(budget int, methods ...method) {
	if w.options.without(ClauseTogether) {
		return
	}
	w.apply(budget, methods, func(a, b *summary) []startPair {
		c, d := w.several(a), w.several(b)
		return []startPair{
			{[]*prefixes{a.single, c}, []*prefixes{d}},
			{[]*prefixes{c}, []*prefixes{b.single}},
		}
	})
}

// apply runs each method on the start pairs of both thread orders while pairs of accesses are open,
// all within one budget, and then notes which limits cut the searches.
func (w *pairing) apply(budget int, methods []method,
	pairs func(first, other *summary) []startPair) {
	threads := 2
	if w.pair.Left == w.pair.Right {
		threads = 1 // by symmetry
	}
	for _, find := range methods {
		for first := range threads {
			for _, from := range pairs(w.summaries[first], w.summaries[1-first]) {
				if len(w.open) > 0 {
					w.withBudget(&w.remaining[budget], func() { find(w, first, from) })
				}
			}
		}
	}
	w.noted = append(w.noted, w.takeCuts()...)
}

func startsOf(all []*prefixes) (starts []*start) {
	for _, p := range all {
		starts = append(starts, p.starts...)
	}
	return starts
}

// oneSwitch looks for races within one switch: first one thread reaches a candidate, an immediate
// one if switches is 0, and then the other one its access. The hits are noted by detect; where the
// budget ends the search, a cut is.
func (w *pairing) oneSwitch(first int, from startPair, switches int) {
	r := roles{w.pair, first}
	other := w.summaries[1-first].unit
	wanted := w.mayRace(r, other)
	starts := startsOf(from.other)
	var candidates []candidate
	for _, p := range from.first {
		if switches == 0 {
			candidates = append(candidates, p.candidates[:p.immediate]...)
		} else {
			candidates = append(candidates, p.candidates...)
		}
	}
	indexCandidates(candidates, wanted, func(index *candidateIndex) {
		all := w.initialCases(1, index.graphs)
		for i, s := range starts {
			seg := w.segment(other, s, 4*(len(starts)-i))
			w.detect(seg, index, hit{roles: r, switches: switches})
			seg.begin(other, all)
		}
	})
}

// twoSwitches looks for races with two switches: the first thread reaches a stop point, the other
// one a candidate, and the first one, resumed, its access.
func (w *pairing) twoSwitches(first int, from startPair) {
	r := roles{w.pair, 1 - first}
	unit, other := w.summaries[first].unit, w.summaries[1-first].unit
	wanted := w.mayRace(r, unit)
	stops := w.stopPoints(w.summaries[first], from.first)
	replies := w.candidatesAfter(stops, other, startsOf(from.other), wanted)
	for i, stop := range stops {
		indexCandidates(replies[stop.handover], wanted, func(index *candidateIndex) {
			seg := w.segment(unit, stop.start, 2*(len(stops)-i))
			w.detect(seg, index, hit{roles: r, stops: [2]*stopPoint{1: stop}, switches: 2})
			seg.resume(stop, index.graphs, nil)
		})
	}
}

// threeSwitches looks for races with three switches: both threads reach a stop point, then the
// first one a candidate, and the other one its access.
func (w *pairing) threeSwitches(first int, from startPair) {
	r := roles{w.pair, first}
	unit, other := w.summaries[first].unit, w.summaries[1-first].unit
	wanted := w.mayRace(r, other)
	stops := w.stopPoints(w.summaries[first], from.first)
	replies := w.stopsAfter(stops, other, startsOf(from.other))
	for i, stop := range stops {
		for _, taken := range lockSets(replies[stop.handover]) {
			next, graphs := holding(replies[stop.handover], taken)
			candidates := map[handover][]candidate{}
			seg := w.segment(unit, stop.start, 2*(len(stops)-i))
			seg.taken = taken
			seg.visit = seg.gather(wanted, map[candidate]bool{}, candidates)
			seg.resume(stop, graphs, nil)
			for j, reply := range next {
				if w.budget <= 0 {
					w.cutStates()
					return
				}
				indexCandidates(candidates[reply.handover], wanted, func(index *candidateIndex) {
					seg := w.segment(other, reply.start, 2*(len(stops)-i)*(len(next)-j))
					w.detect(seg, index,
						hit{roles: r, stops: [2]*stopPoint{stop, reply}, switches: 3})
					seg.resume(reply, index.graphs, nil)
				})
			}
		}
	}
}

// mayRace returns a function that reports whether a site of the waiting thread is in an open pair
// with a site of last, the unit of the other thread.
func (w *pairing) mayRace(r roles, last *unit) func(waiting il.Site) bool {
	return func(waiting il.Site) bool {
		isOpen := func(a il.Access) bool { return w.open[r.sites(waiting, a.Site)] }
		return slices.ContainsFunc(last.sites, isOpen)
	}
}

// holding returns the stop points at which the thread holds exactly these locks, and their graphs,
// sorted.
func holding(stops []*stopPoint, locks il.Level) (some []*stopPoint, graphs []int32) {
	for _, stop := range stops {
		if stop.locks == locks {
			some = append(some, stop)
			graphs = append(graphs, stop.graph)
		}
	}
	slice.Sort(graphs, cmp.Compare[int32])
	return some, slices.Compact(graphs)
}

// stopsAfter returns the stop points of the other thread after each handover at the stop points of
// the first thread.
func (w *pairing) stopsAfter(stops []*stopPoint, other *unit,
	starts []*start) map[handover][]*stopPoint {
	all := map[handover][]*stopPoint{}
	for i, stop := range stops {
		if all[stop.handover] != nil {
			continue
		}
		all[stop.handover] = []*stopPoint{}
		for j, s := range starts {
			if w.budget <= 0 {
				w.cutStates()
				return all
			}
			segments := 4 * (len(stops) - i) * (len(starts) - j)
			all[stop.handover] = append(all[stop.handover],
				w.stopsFrom(other, s, []int32{stop.graph}, stop.locks, segments)...)
		}
	}
	return all
}

// candidatesAfter returns the candidates of the other thread after each handover at the stop points
// of the first thread.
func (w *pairing) candidatesAfter(
	stops []*stopPoint, other *unit, starts []*start, wanted func(il.Site) bool,
) map[handover][]candidate {
	all := map[handover][]candidate{}
	for _, taken := range lockSets(stops) {
		_, graphs := holding(stops, taken)
		seen, cases := map[candidate]bool{}, w.initialCases(1, graphs)
		for i, s := range starts {
			seg := w.segment(other, s, 4*(len(starts)-i))
			seg.taken = taken
			seg.visit = seg.gather(wanted, seen, all)
			seg.begin(other, cases)
		}
	}
	return all
}

// gather returns a visitor that adds the candidates at wanted sites to all, each once, by the
// handover with which the thread began.
func (seg *segment) gather(
	wanted func(il.Site) bool, seen map[candidate]bool, all map[handover][]candidate,
) func(*access) {
	return func(a *access) {
		if !wanted(a.node.site) {
			return
		}
		for _, c := range seg.candidates(a) {
			if k := c.key(); !seen[k] {
				seen[k] = true
				from := handover{c.from, seg.taken}
				all[from] = append(all[from], c)
			}
		}
	}
}

// lockSets lists the different sets of locks that are held at some candidates or stop points.
func lockSets[T interface{ holds() il.Level }](list []T) []il.Level {
	var sets []il.Level
	for _, x := range list {
		if l := x.holds(); !slices.Contains(sets, l) {
			sets = append(sets, l)
		}
	}
	slice.Sort(sets, il.Level.Compare)
	return sets
}

// A candidateIndex has candidates whose threads hold the same locks.
type candidateIndex struct {
	locks   il.Level
	byField map[uint16][]graphCandidates // sorted by graph
	graphs  []int32                      // those that the candidates hand over, sorted
}

// graphCandidates are candidates that hand over the same graph.
type graphCandidates struct {
	graph int32
	all   []candidate
}

// indexCandidates calls visit with the candidates at wanted sites, for each set of locks that is
// held at one. What is wanted may change in between.
func indexCandidates(
	candidates []candidate, wanted func(il.Site) bool, visit func(*candidateIndex),
) {
	for _, locks := range lockSets(candidates) {
		x := candidateIndex{locks: locks, byField: map[uint16][]graphCandidates{}}
		sites := map[il.Site]bool{}
		for _, c := range candidates {
			if c.holds() != locks {
				continue
			}
			if _, known := sites[c.Site]; !known {
				sites[c.Site] = wanted(c.Site)
			}
			if sites[c.Site] {
				x.add(c)
			}
		}
		if len(x.graphs) > 0 {
			slice.Sort(x.graphs, cmp.Compare[int32])
			x.graphs = slices.Compact(x.graphs)
			visit(&x)
		}
	}
}

func (x *candidateIndex) add(c candidate) {
	x.graphs = append(x.graphs, c.graph)
	list := x.byField[c.field()]
	i, found := slices.BinarySearchFunc(list, c.graph,
		func(g graphCandidates, graph int32) int { return cmp.Compare(g.graph, graph) })
	if !found {
		list = slice.Insert(list, i, graphCandidates{graph: c.graph})
		x.byField[c.field()] = list
	}
	list[i].all = append(list[i].all, c)
}

// detect lets a segment, in which the other thread waits at one of some candidates, add a hit for
// each open pair of an access and a candidate of the same cell. The hits are copies of partial, to
// which their last thread and candidate are added.
func (w *pairing) detect(seg *segment, index *candidateIndex, partial hit) {
	type query struct {
		set   int
		field uint16
	}
	type caseCandidates struct {
		heapCase
		all []candidate
	}
	answers := map[query][]caseCandidates{}
	seg.taken = index.locks
	seg.visit = func(a *access) {
		cases := a.state.cases
		q := query{cases.id, a.field()}
		list, ok := answers[q]
		if !ok {
			for _, g := range index.byField[q.field] {
				for _, c := range cases.withGraph(g.graph) {
					list = append(list, caseCandidates{c, g.all})
				}
			}
			answers[q] = list
		}
		for _, c := range list {
			for _, waiting := range c.all {
				s := partial.sites(waiting.Site, a.node.site)
				if w.open[s] && seg.meets(waiting, a.state, c.heapCase, a.base()) {
					delete(w.open, s)
					h := partial
					h.Sites = s
					h.candidate = waiting
					h.start = seg.start
					h.last = a.node.site
					h.lock = a.level()
					w.hits = append(w.hits, h)
				}
			}
		}
	}
}
