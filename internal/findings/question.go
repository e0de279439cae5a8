package findings

import (
	"cmp"
	"context"
	"fmt"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/report"
)

// maxPairs bounds how many combinations of elements are explained.
const maxPairs = 1000

// answered is an answer about one access together with its elements.
type answered struct {
	report.AccessAnswer
	kept []element // those in units that programs are built from
}

// Access lists the summaries that contain the access at a position. There are two accesses if sugar
// is both a load and a store, and none if something else is there.
func (f *Findings) Access(p il.Position) []report.AccessAnswer {
	return slice.Map(f.accessesAt(p),
		func(x answered) report.AccessAnswer { return x.AccessAnswer })
}

// Pair says why the accesses at two positions are, or are not, reported.
func (f *Findings) Pair(_ context.Context, p, q il.Position) report.PairAnswer {
	var out report.PairAnswer
	ps := f.accessesAt(p)
	qs := ps
	if p != q {
		qs = f.accessesAt(q)
	}
	for _, x := range ps {
		out.Accesses = append(out.Accesses, x.AccessAnswer)
	}
	if p != q {
		for _, x := range qs {
			out.Accesses = append(out.Accesses, x.AccessAnswer)
		}
	}
	var pairs [][2]element
	pairs, out.Cut = f.combine(ps, qs)
	for _, x := range pairs {
		out.Pairs = append(out.Pairs, f.explain(x[0], x[1]))
	}
	nearestFirst(out.Pairs)
	return out
}

// nearestFirst sorts pairs by how many of their tests fail.
func nearestFirst(all []report.Pair) {
	failures := func(p report.Pair) int {
		return len(slice.Filter(p.Tests, func(t report.Test) bool { return !t.Holds }))
	}
	slice.SortStable(all,
		func(a, b report.Pair) int { return cmp.Compare(failures(a), failures(b)) })
}

// combine lists the combinations of elements in two methods of one program, each unordered pair
// once. cut reports whether it stopped at its bound.
func (f *Findings) combine(ps, qs []answered) (pairs [][2]element, cut bool) {
	seen := map[[2]abstract.Side]bool{}
	right := elementsOf(qs)
	for _, x := range elementsOf(ps) {
		for _, y := range right {
			l, r := x, y
			if l.Side.Compare(r.Side) > 0 {
				l, r = r, l
			}
			key := [2]abstract.Side{l.Side, r.Side}
			if !f.isPair(l.Unit, r.Unit) || seen[key] {
				continue
			}
			if len(pairs) == maxPairs {
				return pairs, true
			}
			seen[key] = true
			pairs = append(pairs, [2]element{l, r})
		}
	}
	return pairs, false
}

func elementsOf(list []answered) []element {
	var all []element
	for _, x := range list {
		all = append(all, x.kept...)
	}
	return all
}

// accessesAt answers for each access at a position, or says that there is none.
func (f *Findings) accessesAt(p il.Position) []answered {
	sites, described := AccessesAt(f.core, p)
	if len(sites) == 0 {
		return []answered{{AccessAnswer: report.AccessAnswer{Site: described[0]}}}
	}
	return slice.Map(sites, func(s il.Site) answered { return f.answer(siteAt(f.core, s)) })
}

// answer follows one access to the summaries that contain it.
func (f *Findings) answer(x *site) answered {
	a := answered{AccessAnswer: report.AccessAnswer{Site: describe(f.core, x)}}
	var elements []element
	elements, a.Cut = f.mapToCallers(x)
	for _, e := range elements {
		switch {
		case e.dropped:
			a.Dropped = append(a.Dropped, report.Dropped{
				Unit: e.Unit.Name, Path: string(e.Path), Calls: f.positions(e.calls),
			})
		case f.asked(e.Unit):
			a.kept = append(a.kept, e)
			a.Elements = append(a.Elements, f.derivation(e.Side, e.calls))
		}
	}
	if len(a.kept) == 0 && len(a.Dropped) == 0 {
		a.Site.Remarks = append(a.Site.Remarks, fmt.Sprintf(
			"It is in no summary that a pair is built from: nothing that was asked about calls %s.",
			x.unit.Name))
	}
	return a
}

// asked reports whether the questions include programs built from a method.
func (f *Findings) asked(u *il.Unit) bool {
	if f.par.Only != nil {
		return u == f.par.Only.Left || u == f.par.Only.Right
	}
	return f.core.IsUnitOfPairs(u)
}

// PairsAnswer returns the answer for two positions, for an analyzer without summaries. It sorts
// pairs.
func PairsAnswer(sites []report.Site, pairs []report.Pair) report.PairAnswer {
	nearestFirst(pairs)
	out := report.PairAnswer{Pairs: pairs}
	for _, s := range sites {
		out.Accesses = append(out.Accesses, report.AccessAnswer{Site: s})
	}
	return out
}
