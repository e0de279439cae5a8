package analyzers

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/semantics/explore"
	"wobbly/witness/check"
)

// oracle is the exact search for Definition 3.6.
func oracle() *Analyzer {
	return &Analyzer{
		Name: "oracle", Title: "Exact search", Kind: Exact, Cite: "Definition 3.6 (POPL 2019)",
		Doc:   "All interleavings from all well-behaved initial states in one search. Two accesses are a race if some reachable configuration has both threads stand before them, at one cell.",
		Claim: "It reports the races of Definition 3.6, unless it says that a limit cut it. Each has a witness that the independent checker accepts.",
		Start: func(core *il.Core, o Options) (Run, error) {
			checker := check.New(core)
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				r, err := explore.Search(ctx, core, p, findings.Fitted(core, p, o.Search))
				if err != nil {
					return Answer{}, err
				}
				for _, x := range r.Races {
					if err := checker.Check(x.Witness); err != nil {
						return Answer{}, fmt.Errorf("the checker refuses a witness of the exact search: %w", err)
					}
				}
				a := answer(p, r.Races, func(r explore.Race) Report {
					return Report{
						p.Sites(il.Site{At: r.Left.At, Kind: r.Left.Kind}, il.Site{At: r.Right.At, Kind: r.Right.Kind}),
						fmt.Sprintf("after %d steps", r.Steps),
					}
				})
				a.Cut = string(r.Cut)
				return a, nil
			}, nil
		},
	}
}
