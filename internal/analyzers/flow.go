package analyzers

import (
	"context"
	"fmt"
	"sync"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// alongTraces returns RacerDX+ along single paths through a method, without and with reliance.
func alongTraces() []*Analyzer {
	return []*Analyzer{alongTrace(flow.Options{}, Analyzer{
		Name: "flow", Title: "RacerDX+, flow-sensitive",
		Cite: "Theorem 2f (docs/theory.md), this project's own",
		Doc: "RacerDX+ for paths that meet, but it follows the paths through each method in " +
			"order and remembers what the thread knows about objects that only it can reach. " +
			"Copies, loads and calls pass this knowledge on, stores update it, and what is " +
			"stored where the other thread can find it is forgotten. It reports two accesses if " +
			"both lead from the object in which two names meet through the same fields.",
		Claim: "Every report is a race by Definition 3.6, with a witness (Theorem 2f).",
		Within: []Inclusion{
			within("rely", 8,
				"Theorem 2g: what is known of private objects alone relies on nothing"),
			// With several locks, the executions (Lemma S) may need more switches.
			withinOneLock("bounded", 8, "Theorem 2f: its executions have one switch"),
			within("oracle", 9, "Theorem 2f, and Theorem 6.10")},
	}), alongTrace(flow.Options{Rely: true}, Analyzer{
		Name: "rely", Title: "RacerDX+, rely and guarantee",
		Cite: "Theorem 2g (docs/theory.md), this project's own",
		Doc: "Flow-sensitive RacerDX+ that also knows about shared objects: a cell keeps its " +
			"value if the other thread stores to such a field only in objects of its own. So it " +
			"knows what lies beyond the object in which two names meet, what a thread has made, " +
			"stored and published, and what a method returns in a box. It reports two accesses " +
			"if both lead to one object through the same fields, and neither thread stores to a " +
			"field that the other relies on.",
		Claim:  "Every report is a race by Definition 3.6, with a witness (Theorem 2g).",
		Within: []Inclusion{within("oracle", 9, "Theorem 2g, and Theorem 6.10")},
	})}
}

func alongTrace(options flow.Options, a Analyzer) *Analyzer {
	a.Kind, a.NamedLocks, a.Proves, a.Settles, a.Extracted = Static, true, true, true, true
	a.Parameters = []*Parameter{maxSteps}
	a.Start = func(core *il.Core, o Options) (Run, error) {
		builders := buildersOf(core)
		var once sync.Once
		var result *flow.Result
		var err error
		return func(ctx context.Context, p il.Pair) (Answer, error) {
			once.Do(func() { result, err = flow.AnalyzeContext(ctx, core, options) })
			if err != nil {
				return Answer{}, err
			}
			list, more := result.List(p, o.Limit)
			a := answer(list, func(x flow.Report) Report {
				return flowReport(builders, result, p, x, o.StepsOf(maxFlowSteps))
			})
			if more {
				a.Cut = fmt.Sprintf("more than %d reports", o.Limit)
			}
			for _, u := range []*il.Unit{p.Left, p.Right} {
				if cut := result.Cut(u); cut != "" {
					a.Cut = u.Name + " has " + cut
				}
			}
			return a, nil
		}, nil
	}
	a.Absent = func(core *il.Core, _ Options) (Why, error) { return absentFlow(core, options) }
	return &a
}

// maxFlowSteps is the largest number of steps of a witness, unless Options.Steps is given.
const maxFlowSteps = 100_000

func flowReport(by *builders, result *flow.Result, p il.Pair, x flow.Report, steps int) Report {
	if p.Sites(x.Left.Site, x.Right.Site)[0] != x.Left.Site {
		x.Left, x.Right = x.Right, x.Left
	}
	held := [2]Held{
		{Path: string(x.Left.Path()), Lock: x.Left.Lock},
		{Path: string(x.Right.Path()), Lock: x.Right.Lock},
	}
	return Report{
		Sites:  il.Sites{x.Left.Site, x.Right.Site},
		Note:   note(result.Core(), held),
		Held:   &held,
		Length: x.Left.Path().Len() + x.Right.Path().Len(),
		Explain: func() Explanation {
			e := Explanation{
				Ends: &[2]End{}, Sentences: x.Sentences(),
				Tests: flowTests(result, p, x.Left.Access, x.Right.Access),
			}
			for i, s := range []flow.Side{x.Left, x.Right} {
				e.Ends[i] = End{Held: held[i]}
				for _, c := range s.Calls() {
					e.Ends[i].Calls = append(e.Ends[i].Calls, c.At)
				}
			}
			return e
		},
		Prove: func() (*witness.Witness, error) {
			return by.build(func(b *reconstruct.Builder) (*witness.Witness, error) {
				return b.Flow(x, steps)
			})
		},
	}
}
