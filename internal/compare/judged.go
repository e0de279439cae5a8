package compare

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/exact"
	"wobbly/internal/findings"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/witness"
)

// prepared yields one(n, list[n]) for each n. It calls one now until ctx ends, and for the other
// elements when they are read.
func prepared[T any](ctx context.Context, list []int, one func(n, i int) T) iter.Seq[T] {
	ready := make([]T, 0, len(list))
	for n := 0; n < len(list) && ctx.Err() == nil; n++ {
		ready = append(ready, one(n, list[n]))
	}
	return func(yield func(T) bool) {
		for _, x := range ready {
			if !yield(x) {
				return
			}
		}
		for n := len(ready); n < len(list); n++ {
			if !yield(one(n, list[n])) {
				return
			}
		}
	}
}

// shortest returns the indices of the limit shortest of n elements, in increasing order.
func shortest(n, limit int, length func(i int) int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if n > limit {
		slice.SortStable(all, func(i, k int) int { return cmp.Compare(length(i), length(k)) })
		all = all[:limit]
		slices.Sort(all)
	}
	return all
}

// list completes the document with the lists, of at most limit elements each.
func (j *judge) list(ctx context.Context, limit int) {
	j.doc.TotalRaces = j.doc.TotalRaces.Plus(exact.Of(len(j.judgements)))
	races := shortest(len(j.judgements), limit,
		func(i int) int { return j.judgements[i].report.Length })
	j.doc.Races = prepared(ctx, races,
		func(n, i int) report.Race { return j.document(n, &j.judgements[i]) })
	rejected := shortest(len(j.filtered), limit, func(i int) int { return j.filtered[i].Length })
	j.doc.Filtered = prepared(ctx, rejected,
		func(n, i int) report.Filtered { return j.documentFiltered(n, &j.filtered[i]) })
	j.ended = ctx.Err() != nil
	j.doc.Verdicts = func() report.Verdicts { return j.verdicts }
}

func (j *judge) documentFiltered(n int, f *filtered) report.Filtered {
	ends := f.Ends()
	x := report.Filtered{
		ID: fmt.Sprintf("F%d", n+1), Reasons: f.Reasons, Owned: []string{},
		Wobbly: []report.Wobbly{}, Left: sideOf(j.core, f.pair.Left, f.Sites[0], ends[0]),
		Right: sideOf(j.core, f.pair.Right, f.Sites[1], ends[1]),
	}
	for i, side := range []string{"left", "right"} {
		if f.Owned[i] {
			x.Owned = append(x.Owned, side)
		}
	}
	return x
}

// document returns a report as the document has it.
func (j *judge) document(n int, v *judgement) report.Race {
	x := report.Race{ID: raceID(n), Note: v.report.Note, Verdict: v.verdict, Witness: j.witness(v)}
	if x.Witness != nil && j.core.Source.Name != report.StdinName {
		x.Witness.File = j.core.Source.Name
	}
	ends, why := j.ends(v)
	if x.Witness != nil && v.verdict == report.Confirmed {
		// For a compressed witness it is not known.
		x.Needs, _ = findings.NeedsOf(j.races(), x.Witness)
	}
	x.Why = why
	switch {
	case v.verdict == report.Refuted:
		x.Reason = v.reason
	case v.reason != "":
		x.Why = append(x.Why, "Not decided: "+v.reason+".")
	}
	sides := func(ends [2]analyzers.End) (left, right report.Side) {
		return sideOf(j.core, v.pair.Left, v.row.Sites[0], ends[0]),
			sideOf(j.core, v.pair.Right, v.row.Sites[1], ends[1])
	}
	x.Left, x.Right = sides(ends)
	if x.Witness != nil && v.verdict != report.Refuted {
		left, right := sides(j.where().Shown(x.Witness, v.row.Sites))
		if !slices.Equal(left.Calls, x.Left.Calls) || !slices.Equal(right.Calls, x.Right.Calls) {
			// The witness proves the pair of sites, by other calls than the report names.
			x.Left, x.Right = left, right
		}
	}
	return x
}

// witness returns the witness of a report or, without one, that of its pair of sites.
func (j *judge) witness(v *judgement) *witness.Witness {
	if v.witness != nil {
		return v.witness
	}
	if v.proof != nil {
		if v.report.Held == nil {
			return v.proof.witness
		}
		same := v.proof.byHeld[*v.report.Held]
		if same == nil || j.ended {
			return v.proof.witness
		}
		w, err := same.Prove()
		if err == nil {
			err = j.check(w)
		}
		if err != nil {
			j.doc.Defects = append(j.doc.Defects,
				fmt.Sprintf("%s is proved, and the witness of %s is refused: %s",
					sitesText(j.core, v.row.Sites), v.report.Note, err))
			return v.proof.witness
		}
		return w
	}
	for _, list := range v.row.Reports {
		if len(list) > 0 && list[0].Prove != nil && v.verdict == report.Confirmed {
			if w, err := list[0].Prove(); err == nil {
				return w
			}
		}
	}
	return nil
}

// ends returns how the threads reach the accesses of a report, according to the analyzer, the exact
// search or, if neither knows, the call graph.
func (j *judge) ends(v *judgement) (ends [2]analyzers.End, why []string) {
	for i, list := range v.row.Reports {
		if len(list) == 0 {
			continue
		}
		r := &list[0]
		if i == 0 {
			r = v.report
		}
		if r.Explain == nil {
			continue
		}
		e := r.Explain()
		if i == 0 {
			why = e.Sentences
		}
		if e.Ends != nil {
			return *e.Ends, why
		}
	}
	return j.where().Ends(v.pair, v.row.Sites), why
}

// sideOf returns an access of a unit as documents have it.
func sideOf(core *il.Core, u *il.Unit, s il.Site, e analyzers.End) report.Side {
	x := report.Side{
		Unit: u.Name, At: core.Source.At(s.At), Kind: s.Kind.String(), Path: e.Path,
		Lock: e.Lock.Depth(), Locks: core.HeldNames(e.Lock), Calls: []string{},
		LockTop: e.Top, Assumed: e.Assumed, Unreached: e.Unreached,
	}
	for _, at := range e.Calls {
		x.Calls = append(x.Calls, core.Source.At(at))
	}
	if e.Within != nil && e.Within != u {
		x.Within = e.Within.Name
	}
	return x
}
