package compare

import (
	"cmp"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/exact"
	"wobbly/report"
	"wobbly/witness"
)

// list makes the document of what was judged: of all reports those with the shortest
// paths, as many as limit.
func (j *judge) list(limit int) {
	j.doc.TotalRaces = j.doc.TotalRaces.Plus(exact.Of(len(j.judgements)))
	var races []report.Race
	for n, i := range shortest(len(j.judgements), limit, func(i int) int { return j.judgements[i].report.Length }) {
		races = append(races, j.document(n, &j.judgements[i]))
	}
	var left []report.Filtered
	for n, i := range shortest(len(j.filtered), limit, func(i int) int { return j.filtered[i].Length }) {
		left = append(left, j.documentFiltered(n, &j.filtered[i]))
	}
	j.doc.Races, j.doc.Filtered = slices.Values(races), slices.Values(left)
}

// shortest chooses limit of n things, those with the least lengths, in order.
func shortest(n, limit int, length func(i int) int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if n > limit {
		slices.SortStableFunc(all, func(i, k int) int { return cmp.Compare(length(i), length(k)) })
		all = all[:limit]
		slices.Sort(all)
	}
	return all
}

// document is the neutral form of a report.
func (j *judge) document(n int, v *judgement) report.Race {
	x := report.Race{ID: fmt.Sprintf("R%d", n+1), Note: v.report.Note, Verdict: v.verdict, Witness: j.witness(v)}
	if x.Witness != nil && j.core.Source.Name != report.StdinName {
		x.Witness.File = j.core.Source.Name
	}
	ends, why := j.ends(v)
	x.Why = why
	switch {
	case v.verdict == report.Refuted:
		x.Reason = v.reason
	case v.reason != "":
		x.Why = append(x.Why, "Not decided: "+v.reason+".")
	}
	x.Left, x.Right = j.side(v.pair.Left, v.row.Sites[0], ends[0]), j.side(v.pair.Right, v.row.Sites[1], ends[1])
	return x
}

// witness is one of the report itself, if there is one, and else one of its pair of
// sites.
func (j *judge) witness(v *judgement) *witness.Witness {
	if v.witness != nil {
		return v.witness
	}
	if v.proof != nil {
		return j.proved(v)
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

// proved is the witness of a prover for the paths and lock levels of a report, if it
// reports these too, and else the one that it has for its pair of sites.
func (j *judge) proved(v *judgement) *witness.Witness {
	if v.report.Held == nil {
		return v.proof.witness
	}
	same := v.proof.same[*v.report.Held]
	if same == nil {
		return v.proof.witness
	}
	w, err := same.Prove()
	if err == nil {
		err = j.checker.Check(w)
	}
	if err != nil {
		j.doc.Defects = append(j.doc.Defects, fmt.Sprintf("%s is proved, and the witness of %s is refused: %s", j.sites(v.row.Sites), v.report.Note, err))
		return v.proof.witness
	}
	return w
}

// ends are how the threads come to the accesses of a report, as the analyzer says, or
// the exact search, or at least the call graph.
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
	return j.callPaths().Ends(v.pair, v.row.Sites), why
}

// side is the neutral form of an access.
func (j *judge) side(u *il.Unit, s il.Site, e analyzers.End) report.Side {
	x := report.Side{
		Unit: u.Name, At: j.core.Source.At(s.At), Kind: s.Kind.String(), Path: e.Path, Lock: e.Lock, Calls: []string{},
		LockTop: e.Top, Assumed: e.Assumed, Unreached: e.Unreached,
	}
	for _, at := range e.Calls {
		x.Calls = append(x.Calls, j.core.Source.At(at))
	}
	if e.Within != nil && e.Within != u {
		x.Within = e.Within.Name
	}
	return x
}

// documentFiltered is the neutral form of a candidate that is not reported.
func (j *judge) documentFiltered(n int, f *filtered) report.Filtered {
	ends := f.Ends()
	x := report.Filtered{
		ID: fmt.Sprintf("F%d", n+1), Reasons: f.Reasons, Owned: []string{}, Wobbly: []report.Wobbly{},
		Left: j.side(f.pair.Left, f.Sites[0], ends[0]), Right: j.side(f.pair.Right, f.Sites[1], ends[1]),
	}
	for i, side := range []string{"left", "right"} {
		if f.Owned[i] {
			x.Owned = append(x.Owned, side)
		}
	}
	return x
}
