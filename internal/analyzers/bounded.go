package analyzers

import (
	"context"
	"fmt"

	"wobbly/abstract/bounded"
	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

var contextSwitches = parameter(Parameter{
	Name: "context-switches", Placeholder: "K",
	Help: fmt.Sprintf("For bounded: at most K context switches before the race, 0 to "+
		"%d. If omitted: 1.", bounded.MaxSwitches),
}, func(o *Options, n int) error {
	if n < 0 || n > bounded.MaxSwitches {
		return fmt.Errorf("--context-switches must be between 0 and %d", bounded.MaxSwitches)
	}
	o.Switches = n
	return nil
})

// contextBounded returns the analyzers that execute methods with few context switches: with K = 0,
// with the parameter's K, and with K = 2 and K = 3 for comparison.
func contextBounded() []*Analyzer {
	const witnessed = "Every report is a race by Definition 3.6, with a witness."
	const fewer = "what needs fewer context switches"
	return []*Analyzer{
		boundedBy(Analyzer{
			Name: "bounded-0", Title: "Context-bounded, K = 0",
			Doc: "Context-bounded without a context switch: one of the threads is about to make " +
				"its access from the beginning.",
			Claim: witnessed, Within: []Inclusion{within("bounded", 8, fewer)},
		}, func(Options) int { return 0 }),
		boundedBy(Analyzer{
			Name: "bounded", Title: "Context-bounded",
			Doc: "Executes both methods, from initial states in which the threads share a single " +
				"object. At a context switch it hands over the objects that the other thread can " +
				"reach, and the execution goes on from there. At most K switches come before the " +
				"race (--context-switches). Other initial states are not considered.",
			Claim: "Every report is a race by Definition 3.6, with a witness: an execution " +
				"of at most K context switches.",
			Within:     []Inclusion{within("bounded-2", 8, fewer)},
			Parameters: []*Parameter{contextSwitches},
		}, func(o Options) int { return o.Switches }),
		boundedBy(Analyzer{
			Name: "bounded-2", Title: "Context-bounded, K = 2",
			Doc: "Context-bounded with two context switches: one thread stops, the other goes up " +
				"to its access, and the first goes up to its own.",
			Claim: witnessed, Within: []Inclusion{within("bounded-3", 8, fewer)},
		}, func(Options) int { return 2 }),
		boundedBy(Analyzer{
			Name: "bounded-3", Title: "Context-bounded, K = 3",
			Doc: "Context-bounded with three context switches: each thread stops once, then one " +
				"goes up to its access, and the other to its own.",
			Claim: witnessed, Within: []Inclusion{within("oracle", 9, "an execution was found")},
		}, func(Options) int { return bounded.MaxSwitches }),
	}
}

// boundedBy completes an analyzer whose number of context switches is given by the options.
func boundedBy(a Analyzer, switches func(o Options) int) *Analyzer {
	a.Kind, a.NamedLocks, a.Proves, a.Ordered = Static, true, true, true
	a.Cite = "Theorem 2k (docs/theory.md), this project's own; context bounds are from Qadeer, " +
		"Rehof (TACAS 2005)"
	a.Parameters = append(a.Parameters, maxSteps)
	a.Start = func(core *il.Core, o Options) (Run, error) {
		result, err := bounded.Analyze(core, bounded.Options{Switches: switches(o)})
		if err != nil {
			return nil, err
		}
		builders := buildersOf(core)
		return func(ctx context.Context, p il.Pair) (Answer, error) {
			list, cuts := result.Reports(ctx, p)
			return cutAnswer(list, cuts, o.Limit, func(r bounded.Report) Report {
				return boundedReport(builders, r, o.StepsOf(maxFlowSteps))
			}), nil
		}, nil
	}
	a.Absent = func(core *il.Core, o Options) (Why, error) {
		return absentBounded(core, switches(o))
	}
	return &a
}

func boundedReport(by *builders, x bounded.Report, steps int) Report {
	return Report{
		Sites:   x.Sites,
		Note:    "within " + text.CountOf(x.Switches(), "context switch", "context switches"),
		Length:  2,
		Explain: func() Explanation { return explainBounded(by.core, x) },
		Prove: func() (*witness.Witness, error) {
			e, err := x.Execution()
			if err != nil {
				return nil, err
			}
			return by.build(func(b *reconstruct.Builder) (*witness.Witness, error) {
				return b.Bounded(e, steps)
			})
		},
	}
}

func explainBounded(core *il.Core, x bounded.Report) Explanation {
	e, err := x.Execution()
	if err != nil {
		return Explanation{}
	}
	r := Explanation{Ends: &[2]End{}, Sentences: e.Sentences(), Tests: []Test{
		lockTest(core, [2]il.Level{e.Sides[0].Lock, e.Sides[1].Lock}, [2][]il.History{}),
		{"meet", true,
			fmt.Sprintf("in an execution with %s, from a state with two threads apart, both are "+
				"about to access one cell.",
				text.CountOf(max(0, len(e.Turns)-1), "context switch", "context switches"))},
	}}
	for i, s := range e.Sides {
		at, ok := core.AccessAt(s.Site)
		if !ok {
			panic("analyzers: a report names no access")
		}
		r.Ends[i] = endOf(core, s.Calls, at.(il.Command), s.Lock)
	}
	return r
}
