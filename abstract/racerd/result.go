package racerd

import (
	"cmp"
	"slices"
	"sync"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Result is what the analysis found: the summary of every unit, and the reports
// that follow from them. It is safe for concurrent use.
type Result struct {
	core  *il.Core
	opts  Options
	sums  []state
	known []unitClasses // by Unit.Index

	lately lately // what explains the snapshots of units
}

// unitClasses are the classes of a unit, when they are needed.
type unitClasses struct {
	once sync.Once
	all  classes
}

// Analyze runs the analysis. The error is that of Summaries.
func Analyze(core *il.Core, opts Options) (*Result, error) {
	sums, err := summarize(core, opts)
	if err != nil {
		return nil, err
	}
	return &Result{core: core, opts: opts, sums: sums, known: make([]unitClasses, len(sums))}, nil
}

// shortest keeps the limit first of all by length, in the order of compare, in
// which all is.
func shortest[E any](all []E, limit int, compare func(a, b E) int, length func(E) int) []E {
	all = slices.Clone(all)
	if len(all) > limit {
		slice.SortStable(all, func(a, b E) int { return cmp.Compare(length(a), length(b)) })
		all = all[:max(0, limit)]
		slice.Sort(all, compare)
	}
	return all
}

// sides are all snapshots of u in order.
func (r *Result) sides(u *il.Unit) []Side { return r.sums[u.Index].sides(u) }

// sides are the snapshots of a summary of u in order.
func (d state) sides(u *il.Unit) []Side {
	sides := make([]Side, 0, len(d.A))
	for _, a := range d.accesses() {
		sides = append(sides, Side{u, a, d.A[a]})
	}
	return sides
}

// classesOf are the classes of a unit.
func (r *Result) classesOf(u *il.Unit) classes {
	k := &r.known[u.Index]
	k.once.Do(func() { k.all = r.classes(u) })
	return k.all
}

// Reports relates the units of every program of the file, or of one pair only.
// The error is errTooMany, and only with Options.Dedup.
func (r *Result) Reports(only *il.Pair) (*Reported, error) {
	pairs := r.core.PairsOf(only)
	x := Reported{opts: r.opts}
	for _, p := range pairs {
		x.add(p, r.classesOf(p.Left), r.classesOf(p.Right))
	}
	slice.SortStable(x.products, func(a, b product) int { return cmp.Compare(a.length, b.length) })
	return x.deduplicated()
}
