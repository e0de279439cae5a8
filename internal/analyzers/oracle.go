package analyzers

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/unordered"
	"wobbly/witness"
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
						Sites: p.Sites(il.Site{At: r.Left.At, Kind: r.Left.Kind}, il.Site{At: r.Right.At, Kind: r.Right.Kind}),
						Note:  fmt.Sprintf("after %d steps", r.Steps),
						Prove: func() (*witness.Witness, error) { return r.Witness, nil },
					}
				})
				a.Cut = string(r.Cut)
				return a, nil
			}, nil
		},
	}
}

// oracleUnordered is the exact search for accesses that happens-before leaves
// unordered in some execution.
func oracleUnordered() *Analyzer {
	return &Analyzer{
		Name: "oracle-hb", Title: "Exact search, happens-before", Kind: Exact, Truth: Unordered, Cite: "Lamport's happens-before, over all executions",
		Doc: "All interleavings from all well-behaved initial states in one search. Two accesses of one cell are reported if some execution makes both, " +
			"and program order and the lock do not order them.",
		Claim: "It reports exactly these, unless it says that a limit cut it. Each has an execution that is checked anew, if that is not too long to write down.",
		Start: func(core *il.Core, o Options) (Run, error) {
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				search := unordered.Defaults()
				search.Unroll, search.MaxStates = o.Search.Unroll, o.Search.MaxStates
				if findings.HasLoop(core, p) {
					search.MaxObjects = o.Search.MaxObjects
				}
				r, err := unordered.Search(ctx, core, p, search)
				if err != nil {
					return Answer{}, err
				}
				for _, x := range r.Races {
					s := x.Sites()
					if x.Execution == nil {
						continue // longer than unordered.LongestExecution
					}
					if err := unordered.Check(core, p, s[0], s[1], x.Execution); err != nil {
						return Answer{}, fmt.Errorf("an execution of the exact search is refused: %w", err)
					}
				}
				a := answer(p, r.Races, func(x unordered.Race) Report {
					s := x.Sites()
					note := fmt.Sprintf("after more than %d steps", unordered.LongestExecution)
					if x.Execution != nil {
						note = fmt.Sprintf("after %d steps", len(x.Execution.Steps))
					}
					return Report{Sites: p.Sites(s[0], s[1]), Note: note}
				})
				a.Cut = string(r.Cut)
				return a, nil
			}, nil
		},
	}
}
