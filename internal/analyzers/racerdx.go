package analyzers

import (
	"context"
	"slices"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// racerDX is Figure 7.
func racerDX() *Analyzer {
	return &Analyzer{
		Name: "racerdx", Title: "RacerDX", Kind: Static, Cite: "Figure 7 and Theorem 6.10 (POPL 2019)",
		Doc: "Summaries of wobbly paths, lock levels and accesses. It reports two accesses whose paths have the same fields and no wobbly prefix, " +
			"if one writes and one holds no lock.",
		Claim: "Every report is a race by Definition 3.6 (Theorem 6.10).",
		Start: startDX(abstract.Options{}),
	}
}

// racerDXSum is Figure 7 with the condition as it is printed.
func racerDXSum() *Analyzer {
	return &Analyzer{
		Name: "racerdx-sum", Title: "RacerDX, printed condition", Kind: Static, Cite: "Theorem 6.10 as printed (POPL 2019)",
		Doc:   "RacerDX with the lock condition L1 + L2 ≤ 1, which loses what is held twice on one side.",
		Claim: "Every report is a race by Definition 3.6 (Theorem 6.10).",
		Start: startDX(abstract.Options{Condition: abstract.Sum}),
	}
}

// noWB is Figure 7 without WB.
func noWB() *Analyzer {
	return &Analyzer{
		Name: "nowb", Title: "RacerDX without WB", Kind: Static, Cite: "Theorem 1 (docs/paper.md)",
		Doc:   "RacerDX, but an actual that is a prefix of another one does not become wobbly at the call. The theorem does not need that it does.",
		Claim: "Every report is a race by Definition 3.6 (Theorem 1).",
		Start: startDX(abstract.Options{Mode: abstract.NoWB}),
	}
}

// plus is RacerDX+.
func plus() *Analyzer {
	return &Analyzer{
		Name: "plus", Title: "RacerDX+", Kind: Static, Cite: "Theorem 2 (docs/plus.md), this project's own",
		Doc: "RacerDX, but only the part of a path that calls have evaluated must be stable, and the root must not be reassigned: the rest both threads " +
			"evaluate in the same heap.",
		Claim: "Every report is a race by Definition 3.6 (Theorem 2).",
		Start: startDX(abstract.Options{Mode: abstract.Plus}),
	}
}

// meet is RacerDX+ for paths that meet.
func meet() *Analyzer {
	return &Analyzer{
		Name: "meet", Title: "RacerDX+ for paths that meet", Kind: Static, Cite: "Theorem 2m (docs/plus.md), this project's own",
		Doc: "RacerDX+, but only the last fields of two paths must be equal: from the object that the parts before them lead to, which must be stable, both " +
			"threads evaluate the same fields in the same heap.",
		Claim: "Every report is a race by Definition 3.6 (Theorem 2m).",
		Start: startDX(abstract.Options{Mode: abstract.CommonSuffix}),
	}
}

// startDX starts the shared form of the analysis.
func startDX(opts abstract.Options) func(*il.Core, Options) (Run, error) {
	return func(core *il.Core, o Options) (Run, error) {
		result, err := compact.Run(core, opts)
		if err != nil {
			return nil, err
		}
		builder := reconstruct.New(core)
		return func(_ context.Context, p il.Pair) (Answer, error) {
			reported, err := result.Reports(&p)
			if err != nil {
				return Answer{}, err
			}
			a := answer(reported.ListRaces(o.Limit), func(r abstract.Report) Report { return dxReport(builder, p, r) })
			a.limit(reported.Races(), o.Limit)
			return a, nil
		}, nil
	}
}

// longestPlain is how many steps a witness of RacerDX has at most before calls in it
// are kept compressed.
const longestPlain = 10_000

// dxReport is a report of RacerDX, in the order of its sites.
func dxReport(builder *reconstruct.Builder, p il.Pair, r abstract.Report) Report {
	left, right := il.Site{At: r.Left.At, Kind: r.Left.Kind}, il.Site{At: r.Right.At, Kind: r.Right.Kind}
	held := [2]Held{{Path: string(r.Left.Path), Lock: r.Left.Lock}, {Path: string(r.Right.Path), Lock: r.Right.Lock}}
	sides := [2]abstract.Side{r.Left, r.Right}
	if p.Sites(left, right)[0] != left {
		held[0], held[1] = held[1], held[0]
		sides[0], sides[1] = sides[1], sides[0]
	}
	return Report{
		Sites: p.Sites(left, right), Note: note(held), Held: &held, Length: r.Left.Path.Len() + r.Right.Path.Len(),
		Explain: func() Explanation {
			var ends [2]End
			for i, s := range sides {
				ends[i].Held = held[i]
				for _, c := range builder.Calls(s) {
					ends[i].Calls = append(ends[i].Calls, c.At)
				}
			}
			return Explanation{Ends: &ends}
		},
		Prove: func() (*witness.Witness, error) { return builder.Witness(r, longestPlain) },
	}
}

// answer turns a list of reports into an answer, sorted by sites.
func answer[R any](list []R, of func(R) Report) Answer {
	a := Answer{Reports: make([]Report, 0, len(list))}
	for _, r := range list {
		a.Reports = append(a.Reports, of(r))
	}
	slices.SortStableFunc(a.Reports, func(x, y Report) int { return x.Compare(y.Sites) })
	return a
}

// bySites is the answer of an analyzer that reports pairs of sites: of several
// reports of one pair the first.
func bySites(all []Report) Answer {
	a := answer(all, func(r Report) Report { return r })
	a.Reports = slices.CompactFunc(a.Reports, func(x, y Report) bool { return x.Sites == y.Sites })
	return a
}

// limit says that a list holds at most limit of all reports.
func (a *Answer) limit(all exact.Nat, limit int) {
	if all.Exceeds(limit) {
		a.Cut, a.Unlisted = "limit", all.Minus(exact.Of(len(a.Reports)))
	}
}
