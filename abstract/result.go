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

// Reported is the reports of one or several programs. Its lists are read only.
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

type Sets struct {
	core *il.Core
	opts Options
	sums []D
}

func AnalyzeSets(core *il.Core, opts Options) (*Sets, error) {
	sums, err := Summaries(core, opts)
	if err != nil {
		return nil, err
	}
	return &Sets{core, opts, sums}, nil
}

func (s *Sets) Summary(u *il.Unit) D { return s.sums[u.Index] }

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
	return Shortest(withoutHistories(s.sums[u.Index].Accesses()), limit, func(a Access) int { return a.Path.Len() })
}

func (s *Sets) Reports(only *il.Pair) (Reported, error) {
	pairs := s.core.PairsOf(only)
	return s.relate(pairs, parallel.Workers(len(pairs), 4*stretchSize)), nil
}

// stretchSize is how many pairs of units a worker relates at a time.
const stretchSize = 64

// relate has workers relate pairs of units.
func (s *Sets) relate(pairs []il.Pair, workers int) (all setReports) {
	c, accesses := &s.opts.rules().conditions, s.accesses(pairs)
	parallel.InOrder(workers, (len(pairs)+stretchSize-1)/stretchSize, func(_, i int) (some setReports) {
		for _, p := range pairs[i*stretchSize : min((i+1)*stretchSize, len(pairs))] {
			c.reports(p, s.sums[p.Left.Index], s.sums[p.Right.Index], accesses[p.Left.Index], accesses[p.Right.Index], some.add)
		}
		return some
	}, func(i int, some setReports) {
		if i == 0 {
			all = some
			return
		}
		all.races, all.filtered = append(all.races, some.races...), append(all.filtered, some.filtered...)
	})
	return all
}

func (s *Sets) accesses(pairs []il.Pair) [][]Access {
	all := make([][]Access, len(s.sums))
	for _, p := range pairs {
		for _, u := range [2]*il.Unit{p.Left, p.Right} {
			if all[u.Index] == nil {
				all[u.Index] = s.sums[u.Index].Accesses()
			}
		}
	}
	return all
}

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

func reportLength(r Report) int { return r.Left.Path.Len() + r.Right.Path.Len() }

// Shortest keeps the limit first of all by length, in the order of all.
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
