package compact

import (
	"cmp"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
)

// Size returns the exact sizes of W and A in u's summary.
func (a *Analysis) Size(u *il.Unit) (wobbly, accesses exact.Nat) {
	for _, n := range a.rootsOf(u) {
		t := a.totals.of(n)
		wobbly, accesses = wobbly.Plus(t.touched), accesses.Plus(t.accesses)
	}
	return wobbly, accesses
}

// Wobbly lists at most limit elements of W of u, those with the shortest paths, in text order.
func (a *Analysis) Wobbly(u *il.Unit, limit int) []abstract.Expr {
	return a.touched(u, a.totals, limit)
}

// Written counts Wr of u and lists at most limit elements of it, as Wobbly does. Only the modes
// Plus and CommonSuffix have any.
func (a *Analysis) Written(u *il.Unit, limit int) (list []abstract.Expr, n exact.Nat) {
	if a.form.kept&written == 0 {
		return []abstract.Expr{}, n
	}
	for _, root := range a.rootsOf(u) {
		n = n.Plus(a.writes.of(root).touched)
	}
	return a.touched(u, a.writes, limit), n
}

// touched lists at most limit elements of the set of u that ts counts.
func (a *Analysis) touched(u *il.Unit, ts *totals, limit int) []abstract.Expr {
	all := []abstract.Expr{}
	toTouched := func(n nodeID) int32 { return ts.of(n).toTouched }
	a.search(u, toTouched, func(_ nodeID, path abstract.Expr, _ int) bool {
		if len(all) >= limit {
			return false
		}
		all = append(all, path)
		return true
	})
	slices.Sort(all)
	return all
}

// Accesses lists at most limit elements of A of u, those with the shortest paths, in the order of
// Access.Compare.
func (a *Analysis) Accesses(u *il.Unit, limit int) []abstract.Access {
	all := []abstract.Access{}
	toAccesses := func(n nodeID) int32 { return a.totals.of(n).toAccesses }
	a.search(u, toAccesses, func(n nodeID, path abstract.Expr, fields int) bool {
		if len(all) >= limit {
			return false
		}
		a.tries.levels(a.tries.nodes[n].accs, func(lock uint32, set setID) {
			a.tries.sets.each(set, func(s uint32) {
				all = append(all, a.access(s, path, fields, lock))
			})
		})
		return true
	})
	all = all[:min(len(all), limit)]
	slice.Sort(all, abstract.Access.Compare)
	return all
}

// access returns the element of A for a site whose path has the given number of fields in terms of
// the current unit.
func (a *Analysis) access(
	site uint32, path abstract.Expr, fields int, lock uint32,
) abstract.Access {
	s := a.sites[site]
	x := abstract.Access{At: s.At, Kind: s.Kind, Path: path, Lock: unpacked(lock)}
	if a.own != nil {
		x.Captured = fields - int(a.own[site])
	}
	return x
}

// search calls visit with the wanted nodes of u and the paths to them, shortest first and in text
// order, until visit returns false. toWanted returns the number of fields from a node to the
// nearest wanted one.
func (a *Analysis) search(
	u *il.Unit, toWanted func(nodeID) int32,
	visit func(n nodeID, path abstract.Expr, fields int) bool,
) {
	byName := make([]int, len(u.Formals))
	for i := range byName {
		byName[i] = i
	}
	slice.Sort(byName, func(i, j int) int { return cmp.Compare(u.Formals[i], u.Formals[j]) })
	s := newSearch(toWanted, func(n nodeID, visit func(int32, nodeID)) {
		for _, e := range a.tries.below(n) {
			visit(e.field, e.to)
		}
	})
	for rank, formal := range byName {
		s.add(int32(rank), nil, a.rootsOf(u)[formal])
	}
	for f, ok := s.next(); ok; f, ok = s.next() {
		if !visit(f.state, a.path(u.Formals[byName[f.root]], f.fields), len(f.fields)) {
			return
		}
	}
}

// path returns the expression of a root and the ranks of fields.
func (a *Analysis) path(root string, fields []int32) abstract.Expr {
	var b strings.Builder
	b.WriteString(root)
	for _, f := range fields {
		b.WriteByte('.')
		b.WriteString(a.core.Fields[f])
	}
	return abstract.Expr(b.String())
}

// totals memoizes the total of each trie, where touched means in W or in Wr.
type totals struct {
	tries *tries
	set   touch // wobbly or written
	done  []bool
	all   []total
}

// total is the number of touched expressions and of accesses in a trie, and the number of fields to
// the nearest of each, far if there is none.
type total struct {
	touched, accesses     exact.Nat
	toTouched, toAccesses int32
}

// far is more fields than any path has.
const far = int32(1) << 30

// of returns the total of a trie. It is valid until tries are added.
func (ts *totals) of(n nodeID) *total {
	if missing := len(ts.tries.nodes) - len(ts.all); missing > 0 {
		ts.all = append(ts.all, make([]total, missing)...)
		ts.done = append(ts.done, make([]bool, missing)...)
	}
	if ts.done[n] {
		return &ts.all[n]
	}
	t := total{toTouched: far, toAccesses: far}
	for _, e := range ts.tries.below(n) {
		k := ts.of(e.to)
		t.touched = t.touched.Plus(k.touched)
		t.accesses = t.accesses.Plus(k.accesses)
		t.toTouched = min(t.toTouched, k.toTouched+1)
		t.toAccesses = min(t.toAccesses, k.toAccesses+1)
	}
	if ts.tries.nodes[n].touch&ts.set != 0 {
		t.touched = t.touched.Plus(exact.Of(1))
		t.toTouched = 0
	}
	ts.tries.levels(ts.tries.nodes[n].accs, func(_ uint32, set setID) {
		c := ts.tries.sets.count(set)
		t.accesses = t.accesses.Plus(exact.Of(uint64(c[0]) + uint64(c[1])))
		t.toAccesses = 0
	})
	ts.all[n], ts.done[n] = t, true
	return &ts.all[n]
}
