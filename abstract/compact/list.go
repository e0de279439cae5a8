package compact

import (
	"cmp"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/exact"
)

// Size is the exact number of elements of W and of A of u's summary.
func (a *Analysis) Size(u *il.Unit) (wobbly, accesses exact.Nat) {
	for _, n := range a.rootsOf(u) {
		t := a.totals.of(n)
		wobbly, accesses = wobbly.Plus(t.wobbly), accesses.Plus(t.accesses)
	}
	return wobbly, accesses
}

// Wobbly lists at most limit elements of W of u, those with the shortest paths
// first chosen, in text order.
func (a *Analysis) Wobbly(u *il.Unit, limit int) []abstract.Expr {
	names := formalsByName(u)
	s := a.searchUnit(u, names, func(t *total) int32 { return t.toWobbly })
	all := []abstract.Expr{}
	for len(all) < limit {
		f, ok := s.next()
		if !ok {
			break
		}
		all = append(all, a.path(u.Formals[names[f.root]], f.fields))
	}
	slices.Sort(all)
	return all
}

// Accesses lists at most limit elements of A of u, those with the shortest
// paths first chosen, in the order of Access.Compare.
func (a *Analysis) Accesses(u *il.Unit, limit int) []abstract.Access {
	names := formalsByName(u)
	s := a.searchUnit(u, names, func(t *total) int32 { return t.toAccs })
	all := []abstract.Access{}
	for len(all) < limit {
		f, ok := s.next()
		if !ok {
			break
		}
		path := a.path(u.Formals[names[f.root]], f.fields)
		a.tries.levels(a.tries.nodes[f.state].accs, func(lock uint32, set setID) {
			a.tries.sets.each(set, func(s uint32) {
				all = append(all, abstract.Access{At: a.sites[s].at, Kind: a.sites[s].kind, Path: path, Lock: int(lock)})
			})
		})
	}
	all = all[:min(len(all), limit)]
	slices.SortFunc(all, abstract.Access.Compare)
	return all
}

// Set writes u's summary out as the sets of Figure 7. They can be
// exponentially larger than the shared form: look at Size first.
func (a *Analysis) Set(u *il.Unit) abstract.D {
	const all = int(^uint(0) >> 1)
	d := abstract.Bottom()
	for _, e := range a.Wobbly(u, all) {
		d.W[e] = true
	}
	for _, x := range a.Accesses(u, all) {
		d.A[x] = true
	}
	d.L = a.Lock(u)
	return d
}

// searchUnit searches the words of u's formals, formals by name.
func (a *Analysis) searchUnit(u *il.Unit, names []int, near func(*total) int32) *search[nodeID] {
	s := &search[nodeID]{
		near: func(n nodeID) int32 { return near(a.totals.of(n)) },
		below: func(n nodeID, visit func(int32, nodeID)) {
			for _, e := range a.tries.below(n) {
				visit(e.field, e.to)
			}
		},
	}
	for rank, formal := range names {
		s.add(int32(rank), nil, a.rootsOf(u)[formal])
	}
	return s
}

// formalsByName is the indices of u's formals in the order of their names.
func formalsByName(u *il.Unit) []int {
	order := make([]int, len(u.Formals))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(u.Formals[i], u.Formals[j]) })
	return order
}

// path is root.fields as text.
func (a *Analysis) path(root string, fields []int32) abstract.Expr {
	if len(fields) == 0 {
		return abstract.Expr(root)
	}
	var b strings.Builder
	b.WriteString(root)
	for _, f := range fields {
		b.WriteByte('.')
		b.WriteString(a.core.Fields[f])
	}
	return abstract.Expr(b.String())
}
