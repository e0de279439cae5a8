package bounded

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// pairing is the search in one program C1 || C2.
type pairing struct {
	*search
	pair  il.Pair
	units [2]*summary
	open  map[il.Sites]bool // what can race as far as the text tells, and was not found
	rest  [2]int            // states that may still be gone on from: where each thread goes once, and where one is left
	hits  []hit
	noted []string // what limits may have left out so far
	cuts  []string // what may be left out in the end: pairs that were not open from the first, and if something is open what else was noted, and for the units
}

// hit is a pair of accesses that race. One thread stands, and the last comes to its
// access.
type hit struct {
	il.Sites
	turns
	stands   mark
	left     [2]*stop // where the one that stands, and the last, were left before; nil where they were not
	name     *half    // of the last
	last     il.Site
	lock     il.Level // of the last
	switches int
}

// standing is the thread that stands.
func (h *hit) standing() int {
	if h.switches == 2 {
		return 1 - h.first
	}
	return h.first
}

// turns is who is who: first begins.
type turns struct {
	pair  il.Pair
	first int // 0 for the left unit
}

// unit is that of a thread, 0 for the left one.
func (t turns) unit(thread int) *il.Unit { return [2]*il.Unit{t.pair.Left, t.pair.Right}[thread] }

// sites is the pair of a site of the thread that begins and of one of the other.
func (t turns) sites(first, other il.Site) il.Sites {
	if t.first != 0 {
		first, other = other, first
	}
	return t.pair.Sites(first, other)
}

// match is by which names the thread that begins, and the other one, begin.
type match struct{ first, other []*standings }

// pairing is a search that has not begun.
func (x *search) pairing(p il.Pair) *pairing {
	most := x.options.MaxStates
	w := &pairing{search: x, pair: p, units: [2]*summary{x.summary(p.Left), x.summary(p.Right)}, rest: [2]int{most, most}}
	var more bool
	if w.open, more = x.conflicting(p, x.options.MaxPairs); more {
		w.cuts = []string{fmt.Sprintf("more than %d pairs of accesses of the same field", x.options.MaxPairs)}
	}
	return w
}

// fork is the same search, to go on with in another way.
func (w *pairing) fork() *pairing {
	f := *w
	f.open, f.hits, f.noted = maps.Clone(w.open), slices.Clone(w.hits), slices.Clip(w.noted)
	return &f
}

// finder looks for what is open in one way.
type finder func(w *pairing, t turns, by match)

// The ways: without a switch, and within one, two and three.
var (
	never  finder = func(w *pairing, t turns, by match) { w.once(t, by, 0) }
	once   finder = func(w *pairing, t turns, by match) { w.once(t, by, 1) }
	twice  finder = (*pairing).twice
	thrice finder = (*pairing).thrice
)

// stages is where searches of a program stand that go on for different numbers of
// switches; nil where none has come to.
type stages struct{ never, once, twice *pairing }

// races is what is found in a program, by sites.
func (x *search) races(p il.Pair) *pairing { return new(stages).races(x, p, x.options.Switches) }

// races is what is found in a program within so many switches: what is found within
// fewer, first, and each time by one name of each thread before by several.
func (s *stages) races(x *search, p il.Pair, switches int) *pairing {
	if s.never == nil {
		w := x.pairing(p)
		w.find(0, never)
		s.never = w
	}
	w := s.never.fork()
	if switches == 0 {
		w.findSeveral(0, never)
		return w.ended()
	}
	if s.once == nil {
		w.find(0, once)
		w.findSeveral(0, never, once)
		s.once = w
	}
	w = s.once.fork()
	if switches == 1 {
		return w.ended()
	}
	if s.twice == nil {
		w.find(1, twice)
		s.twice = w
	}
	w = s.twice.fork()
	if switches == 2 {
		w.findSeveral(1, twice)
		return w.ended()
	}
	w.find(1, thrice)
	w.findSeveral(1, twice, thrice)
	return w.ended()
}

// ended is the search at its end.
func (w *pairing) ended() *pairing {
	for _, why := range slices.Concat(w.units[0].cuts, w.units[1].cuts, w.noted) {
		if len(w.open) > 0 && !slices.Contains(w.cuts, why) {
			w.cuts = append(w.cuts, why)
		}
	}
	slice.Sort(w.hits, func(a, b hit) int { return a.Sites.Compare(b.Sites) })
	return w
}

// ample tells whether nothing was left out, and so little was spent that no limit on states
// was near. Then what is found does not depend on what was looked for before.
func (w *pairing) ample() bool {
	half := w.options.MaxStates / 2
	ample := len(w.cuts) == 0 && w.rest[0] > half && w.rest[1] > half
	for _, u := range w.units {
		ample = ample && u.left[0] > half && u.left[1] > half
	}
	return ample
}

// findSeveral is find where one thread begins by several names.
func (w *pairing) findSeveral(rest int, each ...finder) {
	if !w.options.without(ClauseTogether) {
		w.seek(each, &w.rest[rest], true)
	}
}

// find looks for what is open where each thread begins by one name, within what is left of
// the states.
func (w *pairing) find(rest int, each ...finder) { w.seek(each, &w.rest[rest], false) }

// seek looks for what is open, where each thread begins by one name, or where one
// begins by several.
func (w *pairing) seek(each []finder, left *int, several bool) {
	for _, finder := range each {
		for first := range w.orders() {
			for _, by := range w.matches(first, several) {
				if len(w.open) > 0 {
					w.spending(left, func() { finder(w, turns{w.pair, first}, by) })
				}
			}
		}
	}
	w.noted = append(w.noted, w.taken()...)
}

// orders is how many threads may begin: one where both are of one unit.
func (w *pairing) orders() int {
	if w.pair.Left == w.pair.Right {
		return 1
	}
	return 2
}

// matches are the names by which the threads begin.
func (w *pairing) matches(first int, several bool) []match {
	a, b := w.units[first], w.units[1-first]
	if !several {
		return []match{{[]*standings{a.one}, []*standings{b.one}}}
	}
	c, d := w.severalOf(a), w.severalOf(b)
	return []match{{[]*standings{a.one, c}, []*standings{d}}, {[]*standings{c}, []*standings{b.one}}}
}

// marks are the accesses before which a thread can stand.
func marksOf(all []*standings, begun bool) (marks []mark) {
	for _, s := range all {
		if begun {
			marks = append(marks, s.marks[:s.begun]...)
		} else {
			marks = append(marks, s.marks...)
		}
	}
	return marks
}

// halvesOf are those by which a thread can begin.
func halvesOf(all []*standings) (halves []*half) {
	for _, s := range all {
		halves = append(halves, s.halves...)
	}
	return halves
}

// once is one switch at most: the first thread comes to stand before its access, or
// without a switch stands there in the beginning, and the other one comes to its own.
func (w *pairing) once(t turns, by match, switches int) {
	other := w.units[1-t.first]
	marks, halves := marksOf(by.first, switches == 0), halvesOf(by.other)
	for _, blocked := range []bool{false, true} {
		at, left := w.lay(marks, blocked, func(m mark) bool { return other.unit.may(func(s il.Site) bool { return w.open[t.sites(m.Site, s)] }) })
		all := w.left(1, left)
		for i, q := range halves {
			if len(left) == 0 {
				break
			}
			g := w.segment(other.unit, q, 4*(len(halves)-i))
			g.blocked = blocked
			g.visit = w.meet(g, at, t.sites, func(h *hit) { h.turns, h.switches = t, switches })
			g.begin(other.unit, all)
		}
	}
}

// twice is two switches: the first thread goes on for a while, the other one comes to
// stand before its access, and the first one to its own.
func (w *pairing) twice(t turns, by match) {
	first, other := w.units[t.first], w.units[1-t.first]
	may := func(m mark) bool {
		return first.unit.may(func(s il.Site) bool { return w.open[t.sites(s, m.Site)] })
	}
	stops := w.stopsOf(first, by.first)
	behind := w.behind(stops, other, halvesOf(by.other), may)
	for i, l := range stops {
		for _, blocked := range []bool{false, true} {
			at, left := w.lay(behind[l.leaves()], blocked, may)
			if len(left) == 0 {
				continue
			}
			g := w.segment(first.unit, l.name, 2*(len(stops)-i))
			g.blocked = blocked
			g.visit = w.meet(g, at, func(stands, last il.Site) il.Sites { return t.sites(last, stands) }, func(h *hit) { h.turns, h.left[1], h.switches = t, l, 2 })
			g.resume(l, left, func(*again, *frame) {})
		}
	}
}

// thrice is three switches: both threads go on for a while, the first one comes to
// stand before its access, and the other one to its own.
func (w *pairing) thrice(t turns, by match) {
	first, other := w.units[t.first], w.units[1-t.first]
	may := func(m mark) bool {
		return other.unit.may(func(s il.Site) bool { return w.open[t.sites(m.Site, s)] })
	}
	stops := w.stopsOf(first, by.first)
	answers := w.answers(stops, other, halvesOf(by.other))
	for i, l := range stops {
		for _, blocked := range []bool{false, true} {
			var next []*stop
			var left []int32
			for _, a := range answers[l.leaves()] {
				if a.leaves().locked == blocked {
					next, left = append(next, a), append(left, a.graph)
				}
			}
			if len(next) == 0 {
				continue
			}
			slice.Sort(left, cmp.Compare[int32])
			behind := map[leaves][]mark{}
			g := w.segment(first.unit, l.name, 2*(len(stops)-i))
			g.blocked = blocked
			g.visit = g.gather(may, map[mark]bool{}, behind)
			g.resume(l, slices.Compact(left), func(*again, *frame) {})
			for j, a := range next {
				if w.budget <= 0 {
					w.cutStates()
					return
				}
				w.last(t, l, a, behind[a.leaves()], may, 2*(len(stops)-i)*(len(next)-j))
			}
		}
	}
}

// last lets the thread that was left second come to its access, while the first one
// stands.
func (w *pairing) last(t turns, l, a *stop, marks []mark, may func(m mark) bool, more int) {
	for _, blocked := range []bool{false, true} {
		at, left := w.lay(marks, blocked, may)
		if len(left) == 0 {
			continue
		}
		g := w.segment(w.units[1-t.first].unit, a.name, more)
		g.blocked = blocked
		g.visit = w.meet(g, at, t.sites, func(h *hit) { h.turns, h.left, h.switches = t, [2]*stop{l, a}, 3 })
		g.resume(a, left, func(*again, *frame) {})
	}
}

// answers are where the other thread can be left, by what it was left.
func (w *pairing) answers(stops []*stop, other *summary, halves []*half) map[leaves][]*stop {
	all := map[leaves][]*stop{}
	for i, l := range stops {
		to := l.leaves()
		if all[to] != nil {
			continue
		}
		all[to] = []*stop{}
		for j, q := range halves {
			if w.budget <= 0 {
				w.cutStates()
				return all
			}
			all[to] = append(all[to], w.stops(other.unit, q, []int32{to.graph}, to.locked, 4*(len(stops)-i)*(len(halves)-j))...)
		}
	}
	return all
}

// leaves is what a thread leaves to the other one.
type leaves struct {
	graph  int32
	locked bool // it holds the lock
}

// behind is before which accesses the other thread comes to stand, by what it was
// left.
func (w *pairing) behind(stops []*stop, other *summary, halves []*half, may func(m mark) bool) map[leaves][]mark {
	all := map[leaves][]mark{}
	for _, blocked := range []bool{false, true} {
		var left []int32
		for _, l := range stops {
			if l.leaves().locked == blocked {
				left = append(left, l.graph)
			}
		}
		slice.Sort(left, cmp.Compare[int32])
		left = slices.Compact(left)
		seen, cases := map[mark]bool{}, w.left(1, left)
		for i, q := range halves {
			if len(left) == 0 {
				break
			}
			g := w.segment(other.unit, q, 4*(len(halves)-i))
			g.blocked = blocked
			g.visit = g.gather(may, seen, all)
			g.begin(other.unit, cases)
		}
	}
	return all
}

// gather notes the accesses before which the thread comes to stand, by what it was left,
// each once.
func (x *segment) gather(may func(m mark) bool, seen map[mark]bool, all map[leaves][]mark) func(at *standing) {
	return func(at *standing) {
		if !may(mark{Site: at.node.site}) {
			return
		}
		for _, m := range x.marks(at) {
			if !seen[m.same()] {
				seen[m.same()] = true
				to := leaves{m.from, x.blocked}
				all[to] = append(all[to], m)
			}
		}
	}
}

// leaving is the marks of a field that leave one graph.
type leaving struct {
	graph int32
	marks []mark
}

// lay sets out the marks that are wanted, of threads that hold the lock or of those
// that do not, by their fields and the graphs that they leave, in order.
func (w *pairing) lay(marks []mark, locked bool, may func(m mark) bool) (at map[uint16][]leaving, left []int32) {
	at = map[uint16][]leaving{}
	seen := map[int32]bool{}
	wanted := map[il.Site]bool{}
	for _, m := range marks {
		if m.lock.Held() != locked {
			continue
		}
		if _, asked := wanted[m.Site]; !asked {
			wanted[m.Site] = may(m)
		}
		if !wanted[m.Site] {
			continue
		}
		if !seen[m.graph] {
			seen[m.graph] = true
			left = append(left, m.graph)
		}
		of := at[m.field()]
		i, found := slices.BinarySearchFunc(of, m.graph, func(l leaving, graph int32) int { return cmp.Compare(l.graph, graph) })
		if !found {
			of = slices.Insert(of, i, leaving{graph: m.graph})
			at[m.field()] = of
		}
		of[i].marks = append(of[i].marks, m)
	}
	slice.Sort(left, cmp.Compare[int32])
	return at, left
}

// laid is the marks of a field in a case.
type laid struct {
	kase
	marks []mark
}

// meet notes accesses of the cells of marks. What is known of a hit but for its sites
// is for of to say.
func (w *pairing) meet(g *segment, at map[uint16][]leaving, sites func(stands, last il.Site) il.Sites, of func(h *hit)) func(st *standing) {
	type asked struct {
		set   int
		field uint16
	}
	known := map[asked][]laid{}
	return func(st *standing) {
		q := asked{st.cases.id, st.field()}
		all, ok := known[q]
		if !ok {
			for _, l := range at[q.field] {
				for _, c := range st.cases.of(l.graph) {
					all = append(all, laid{c, l.marks})
				}
			}
			known[q] = all
		}
		for _, x := range all {
			for _, m := range x.marks {
				s := sites(m.Site, st.node.site)
				if w.open[s] && g.isOf(m, st.state, x.kase, st.base()) {
					delete(w.open, s)
					h := hit{Sites: s, stands: m, last: st.node.site, lock: st.level(), name: g.half}
					of(&h)
					w.hits = append(w.hits, h)
				}
			}
		}
	}
}
