package bounded

import (
	"cmp"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// pairing is the search in one program C1 || C2.
type pairing struct {
	*search
	pair il.Pair
	open map[il.Sites]bool // what can race as far as the text tells, and was not found
	hits []hit
	cuts []string
}

// hit is a pair of accesses that race. One thread stands, and the last comes to its
// access.
type hit struct {
	il.Sites
	turns
	stands   mark
	begun    *stop // of the last, where it was left before; nil where it was not
	name     *half // of the last
	last     il.Site
	lock     int // of the last
	switches int
}

// turns is who is who: first begins.
type turns struct {
	pair  il.Pair
	first int // 0 for the left unit
}

// unit is that of the thread that begins, or of the other one.
func (t turns) unit(first bool) *il.Unit {
	if first == (t.first == 0) {
		return t.pair.Left
	}
	return t.pair.Right
}

// sites is the pair of a site of the thread that begins and of one of the other.
func (t turns) sites(first, other il.Site) il.Sites {
	if t.first != 0 {
		first, other = other, first
	}
	return t.pair.Sites(first, other)
}

// races is what is found in a program, by sites.
func (x *search) races(p il.Pair) *pairing {
	w := &pairing{search: x, pair: p, open: map[il.Sites]bool{}}
	for _, s := range x.conflicting(p) {
		w.open[s] = true
	}
	orders := []turns{{p, 0}, {p, 1}}
	if p.Left == p.Right {
		orders = orders[:1]
	}
	units := []*summary{x.summary(p.Left), x.summary(p.Right)}
	x.budget = x.options.MaxStates
	for k := range min(1, x.options.Switches) + 1 {
		for _, t := range orders {
			w.once(t, k)
		}
	}
	if x.options.Switches > 1 && len(w.open) > 0 {
		for i := range orders {
			x.stopsOf(units[i])
		}
		x.budget = x.options.MaxStates
		for _, t := range orders {
			w.twice(t)
		}
	}
	for _, why := range slices.Concat(units[0].cuts, units[1].cuts, x.taken()) {
		if len(w.open) > 0 && !slices.Contains(w.cuts, why) {
			w.cuts = append(w.cuts, why)
		}
	}
	slice.Sort(w.hits, func(a, b hit) int { return a.Sites.Compare(b.Sites) })
	return w
}

// once is one switch at most: the first thread comes to stand before its access, or
// without a switch stands there in the beginning, and the other one comes to its own.
func (w *pairing) once(t turns, switches int) {
	first, other := w.summary(t.unit(true)), w.summary(t.unit(false))
	marks := first.marks
	if switches == 0 {
		marks = marks[:first.begun]
	}
	for _, blocked := range []bool{false, true} {
		at, left := w.lay(marks, blocked, func(m mark) bool { return other.unit.may(func(s il.Site) bool { return w.open[t.sites(m.Site, s)] }) })
		all := w.left(1, left)
		for i, q := range other.names {
			if len(left) == 0 {
				break
			}
			g := w.segment(other.unit, q, 4*(len(other.names)-i))
			g.blocked = blocked
			g.visit = w.meet(g, at, t.sites, func(h *hit) { h.turns, h.switches = t, switches })
			g.begin(other.unit, all)
		}
	}
}

// twice is two switches: the first thread goes on for a while, the other one comes to
// stand before its access, and the first one to its own.
func (w *pairing) twice(t turns) {
	first, other := w.summary(t.unit(true)), w.summary(t.unit(false))
	may := func(m mark) bool {
		return first.unit.may(func(s il.Site) bool { return w.open[t.sites(s, m.Site)] })
	}
	behind := w.behind(first, other, may)
	for i, l := range first.stops {
		for _, blocked := range []bool{false, true} {
			at, left := w.lay(behind[l.leaves()], blocked, may)
			if len(left) == 0 {
				continue
			}
			g := w.segment(first.unit, l.name, 2*(len(first.stops)-i))
			g.blocked = blocked
			g.visit = w.meet(g, at, func(stands, last il.Site) il.Sites { return t.sites(last, stands) }, func(h *hit) { h.turns, h.begun, h.switches = t, l, 2 })
			g.resume(l, left, func(*again, *frame) {})
		}
	}
}

// leaves is what a thread leaves to the other one.
type leaves struct {
	graph  int32
	locked bool // it holds the lock
}

// behind is before which accesses the other thread comes to stand, by what it was
// left.
func (w *pairing) behind(first, other *summary, may func(m mark) bool) map[leaves][]mark {
	all := map[leaves][]mark{}
	for _, blocked := range []bool{false, true} {
		var left []int32
		for _, l := range first.stops {
			if l.leaves().locked == blocked {
				left = append(left, l.graph)
			}
		}
		slice.Sort(left, cmp.Compare[int32])
		left = slices.Compact(left)
		seen, cases := map[mark]bool{}, w.left(1, left)
		for i, q := range other.names {
			if len(left) == 0 {
				break
			}
			g := w.segment(other.unit, q, 4*(len(other.names)-i))
			g.blocked = blocked
			g.visit = func(at *standing) {
				if !may(mark{Site: at.node.site}) {
					return
				}
				for _, m := range g.marks(at) {
					if !seen[m.same()] {
						seen[m.same()] = true
						to := leaves{m.from, blocked}
						all[to] = append(all[to], m)
					}
				}
			}
			g.begin(other.unit, cases)
		}
	}
	return all
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
		if m.lock > 0 != locked {
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
