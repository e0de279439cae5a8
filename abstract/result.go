package abstract

import (
	"slices"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/parallel"
	"wobbly/internal/slice"
)

// Result is the result of an analysis: the summary of every method, and the reports that follow.
// The set form (Sets) and the shared form (package compact) implement it.
type Result interface {
	// Size is the exact number of elements of W and of A of u.
	Size(u *il.Unit) (wobbly, accesses exact.Nat)
	// Wobbly lists at most limit elements of W, the shortest chosen first, in text order.
	Wobbly(u *il.Unit, limit int) []Expr
	// Accesses lists at most limit elements of A, those with the shortest paths chosen first, in
	// the order of Access.Compare.
	Accesses(u *il.Unit, limit int) []Access
	// Written counts Wr of u and lists at most limit elements of it, as Wobbly does. Only the modes
	// Plus and CommonSuffix have any.
	Written(u *il.Unit, limit int) ([]Expr, exact.Nat)
	// Lock is L at the end of u.
	Lock(u *il.Unit) il.Level
	// Reports relates the units of every program of the file, or of one pair only. An error says
	// that a limit was reached.
	Reports(only *il.Pair) (Reported, error)
}

// Reported is the reports of one or several programs. Its lists must not be changed.
type Reported interface {
	// Races is the exact number of races.
	Races() exact.Nat
	// Filtered is the exact number of pairs left out as wobbly.
	Filtered() exact.Nat
	// ListRaces lists at most limit races, those with the shortest paths chosen first (by the sum
	// of both lengths), in the order of Report.Compare.
	ListRaces(limit int) []Report
	// ListFiltered does the same for the filtered pairs.
	ListFiltered(limit int) []Report
}

// Sets is the set form of a Result.
type Sets struct {
	core *il.Core
	opts Options
	sums []D // by Unit.Index
}

// AnalyzeSets returns the set form of an analysis. The error is that of Summaries.
func AnalyzeSets(core *il.Core, opts Options) (*Sets, error) {
	sums, err := Summaries(core, opts)
	if err != nil {
		return nil, err
	}
	return &Sets{core: core, opts: opts, sums: sums}, nil
}

// Summary returns the summary of u, which must not be changed.
func (s *Sets) Summary(u *il.Unit) D { return s.sums[u.Index] }

// Apply returns [[C]]# D for a block C with the formals of u: Figure 7 from any abstract state.
// Calls use the summaries of s. d is not changed.
func (s *Sets) Apply(u *il.Unit, b *il.Block, d D) D {
	t := transfer{rules: s.opts.rules(), core: s.core, unit: u, sums: s.sums}
	return t.block(b, t.prepare(d.Clone()))
}

func (s *Sets) Size(u *il.Unit) (wobbly, accesses exact.Nat) {
	return exact.Of(s.sums[u.Index].W.Len()), exact.Of(s.sums[u.Index].A.Len())
}

func (s *Sets) Lock(u *il.Unit) il.Level { return s.sums[u.Index].L }

func (s *Sets) Wobbly(u *il.Unit, limit int) []Expr {
	return Shortest(s.sums[u.Index].Wobbly(), limit, Expr.Len)
}

func (s *Sets) Written(u *il.Unit, limit int) ([]Expr, exact.Nat) {
	all := s.sums[u.Index].Written()
	return Shortest(all, limit, Expr.Len), exact.Of(len(all))
}

func (s *Sets) Accesses(u *il.Unit, limit int) []Access {
	return Shortest(withoutHistories(s.sums[u.Index].Accesses()), limit,
		func(a Access) int { return a.Path.Len() })
}

func (s *Sets) Reports(only *il.Pair) (Reported, error) {
	pairs := s.core.PairsOf(only)
	return s.relate(pairs, parallel.Workers(len(pairs), 4*pairsPerTask)), nil
}

// pairsPerTask is the number of pairs of units that a worker relates at a time.
const pairsPerTask = 64

// relate returns the reports of pairs of units, in order. The workers share the pairs.
func (s *Sets) relate(pairs []il.Pair, workers int) (all setReports) {
	accesses := make([][]Access, len(s.sums)) // by Unit.Index, sorted
	for _, p := range pairs {
		for _, u := range [2]*il.Unit{p.Left, p.Right} {
			if accesses[u.Index] == nil {
				accesses[u.Index] = s.sums[u.Index].Accesses()
			}
		}
	}
	c := &s.opts.rules().conditions
	tasks := (len(pairs) + pairsPerTask - 1) / pairsPerTask
	parallel.InOrder(workers, tasks, func(_, i int) (some setReports) {
		for _, p := range pairs[i*pairsPerTask : min((i+1)*pairsPerTask, len(pairs))] {
			l, r := p.Left.Index, p.Right.Index
			c.reports(p, s.sums[l], s.sums[r], accesses[l], accesses[r], some.add)
		}
		return some
	}, func(i int, some setReports) {
		if i == 0 {
			all = some
			return
		}
		all.races = append(all.races, some.races...)
		all.filtered = append(all.filtered, some.filtered...)
	})
	return all
}

// setReports are the reports of the set form, in the order of Report.Compare.
type setReports struct{ races, filtered []Report }

func (r *setReports) add(x Report) {
	to := &r.filtered
	if x.Race {
		to = &r.races
	}
	if *to == nil {
		const usual = 4
		*to = make([]Report, 0, usual)
	}
	*to = append(*to, x)
}

func (r setReports) Races() exact.Nat { return exact.Of(len(r.races)) }

func (r setReports) Filtered() exact.Nat { return exact.Of(len(r.filtered)) }

func (r setReports) ListRaces(limit int) []Report {
	return Shortest(r.races, limit, reportLength)
}

func (r setReports) ListFiltered(limit int) []Report {
	return Shortest(r.filtered, limit, reportLength)
}

// reportLength returns the number of fields in both paths.
func reportLength(r Report) int { return r.Left.Path.Len() + r.Right.Path.Len() }

// Shortest keeps the limit shortest elements, the first of equally long ones, in their order.
func Shortest[E any](all []E, limit int, length func(E) int) []E {
	limit = max(limit, 0)
	if len(all) <= limit {
		return slices.Clip(all)
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slice.SortStable(order, func(i, j int) int { return length(all[i]) - length(all[j]) })
	order = order[:limit]
	slices.Sort(order)
	kept := make([]E, limit)
	for i, j := range order {
		kept[i] = all[j]
	}
	return kept
}
