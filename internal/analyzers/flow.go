package analyzers

import (
	"context"
	"fmt"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// longestProof is how many steps a witness may have that an analyzer makes.
const longestProof = 100_000

// flowSensitive is RacerDX+ along the ways through a unit.
func flowSensitive() *Analyzer {
	return &Analyzer{
		Name: "flow", Title: "RacerDX+, flow-sensitive", Kind: Static, Proves: true, Cite: "Theorem 2f (docs/plus.md), this project's own",
		Doc: "RacerDX+ for paths that meet, but variables have names that follow copies, loads and calls, and only what one way through the unit does " +
			"before the access counts: nothing may be stored into the part of the path that was walked before, nor may its objects be stored elsewhere.",
		Claim: "Every report is a race by Definition 3.6, with a witness (Theorem 2f).",
		Start: func(core *il.Core, _ Options) (Run, error) {
			result, err := flow.Analyze(core, flow.Options{})
			if err != nil {
				return nil, err
			}
			builder := reconstruct.New(core)
			return func(_ context.Context, p il.Pair) (Answer, error) {
				a := answer(p, result.Reports(p), func(x flow.Report) Report { return flowReport(builder, p, x) })
				for _, u := range []*il.Unit{p.Left, p.Right} {
					if cut := result.Cut(u); cut != "" {
						a.Cut = cut + " of " + u.Name
					}
				}
				return a, nil
			}, nil
		},
	}
}

// flowReport is a report of package flow, in the order of its sites.
func flowReport(builder *reconstruct.Builder, p il.Pair, x flow.Report) Report {
	if p.Sites(x.Left.Site, x.Right.Site)[0] != x.Left.Site {
		x.Left, x.Right = x.Right, x.Left
	}
	return Report{
		Sites:   il.Sites{x.Left.Site, x.Right.Site},
		Note:    fmt.Sprintf("%s under %d and %s under %d", x.Left.Path(), x.Left.Lock, x.Right.Path(), x.Right.Lock),
		Explain: func() Explanation { return explainFlow(x) },
		Prove:   func() (*witness.Witness, error) { return builder.Flow(x, longestProof) },
	}
}

// explainFlow says why two accesses are reported.
func explainFlow(x flow.Report) Explanation {
	e := Explanation{Ends: &[2]End{}, Sentences: x.Sentences()}
	for i, s := range []flow.Side{x.Left, x.Right} {
		e.Ends[i] = End{Path: string(s.Path()), Lock: s.Lock}
		for _, c := range s.Calls() {
			e.Ends[i].Calls = append(e.Ends[i].Calls, c.At)
		}
	}
	return e
}
