package chord

import (
	"cmp"
	"slices"

	"wobbly/abstract/lattice"
	"wobbly/il"
	"wobbly/internal/slice"
)

// side is the accesses that one thread reaches.
type side struct {
	all, free *callPaths // over all calls, and over those that hold no lock
	reached   []reach    // in the order of accesses
	byField   []int32    // indices in reached, sorted by field
}

// reach is an access in the contexts in which a thread reaches it. They are in two groups: some
// call path to it holds no lock (free), or all hold it (held). For each group only the union of the
// points-to sets of the base is needed.
type reach struct {
	access int32
	exists [2]bool // by group: whether there is such a context
	base   [2]lattice.Subset
	locks  il.Level // held in every context, if the program names locks
}

// The groups of contexts.
const (
	free = iota
	held
)

// side collects the accesses that are reached from roots. If Reachable keeps all pairs, the
// accesses of all other units are added, in a context in which they point to nothing and hold the
// lock.
func (r *Result) side(roots []int32, graph [][]int32) *side {
	s := &side{
		all:  r.points.pathsFrom(roots, graph, func(*callFact) bool { return true }),
		free: r.points.pathsFrom(roots, graph, func(c *callFact) bool { return !c.level.Held() }),
	}
	locks := r.entryLevels(roots)
	first := map[*facts]int{} // index of the first access of a unit in reached
	enter := func(u int) {
		for _, a := range r.ofUnit[u] {
			x := reach{access: a}
			if l, ok := locks[r.accesses[a].Unit]; ok {
				x.locks = l.Plus(r.accesses[a].Level).Locks()
			}
			s.reached = append(s.reached, x)
		}
	}
	for _, i := range s.all.order {
		in := r.points.instances[i]
		at, ok := first[in.facts]
		if !ok {
			at = len(s.reached)
			first[in.facts] = at
			enter(in.unit.Index)
		}
		for n := range in.accesses {
			a := &in.accesses[n]
			x, g := &s.reached[at+n], s.group(i, a)
			base := r.points.nodes[in.first+a.base].all
			if x.exists[g] {
				union := slices.Clone(x.base[g]) // which may be the set of a node
				union.AddAll(base)
				base = union
			}
			x.exists[g] = true
			x.base[g] = base
		}
	}
	for u, f := range r.units {
		if _, ok := first[f]; ok || !r.opts.Keep.Has(Reachable) {
			continue
		}
		from := len(s.reached)
		enter(u)
		for i := from; i < len(s.reached); i++ {
			s.reached[i].exists[held] = true
		}
	}
	slice.Sort(s.reached, func(x, y reach) int { return cmp.Compare(x.access, y.access) })
	s.byField = make([]int32, len(s.reached))
	for i := range s.byField {
		s.byField[i] = int32(i)
	}
	slice.SortStable(s.byField, func(i, j int32) int {
		return cmp.Compare(r.accesses[s.reached[i].access].field,
			r.accesses[s.reached[j].access].field)
	})
	return s
}

// entryLevels returns the lowest level at which each unit is entered from roots, if the program
// names locks; otherwise nil.
func (r *Result) entryLevels(roots []int32) map[*il.Unit]il.Level {
	if len(r.core.Locks) == 0 {
		return nil
	}
	lowest := map[*il.Unit]il.Level{}
	for _, i := range roots {
		for u, l := range r.core.EntryLevels(r.points.instances[i].unit) {
			if known, ok := lowest[u]; ok {
				l = l.Min(known)
			}
			lowest[u] = l
		}
	}
	return lowest
}

// locked reports whether a lock is held in all contexts of both groups of two accesses. If the
// program names locks, it must be the same one.
func (r *Result) locked(a, b *reach, g, h int) bool {
	if len(r.core.Locks) > 0 {
		return a.locks.Excludes(b.locks)
	}
	return g == held && h == held
}

// index returns the index in reached of an access, -1 if it is not reached.
func (s *side) index(access int32) int32 {
	i, ok := slices.BinarySearchFunc(s.reached, access, func(x reach, a int32) int {
		return cmp.Compare(x.access, a)
	})
	if !ok {
		return -1
	}
	return int32(i)
}

// field returns the indices in reached of the accesses of a field, in order.
func (s *side) field(a *Analysis, f int32) []int32 {
	from, _ := slices.BinarySearchFunc(s.byField, f, func(i, f int32) int {
		return cmp.Compare(a.accesses[s.reached[i].access].field, f)
	})
	to := from
	for to < len(s.byField) && a.accesses[s.reached[s.byField[to]].access].field == f {
		to++
	}
	return s.byField[from:to]
}

// group returns free if a call path without the lock leads to an access of instance i.
//
//	free(p, c) :- called(m, c) over calls of depth 0, p in m, depth(p) = 0.
func (s *side) group(i int32, a *Access) int {
	if !a.Level.Held() && s.free.has(i) {
		return free
	}
	return held
}
