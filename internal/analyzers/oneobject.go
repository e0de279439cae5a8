package analyzers

import (
	"context"
	"fmt"
	"sync"

	"wobbly/abstract/oneobject"
	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/witness"
	"wobbly/witness/reconstruct"
)

// fromOneObject returns the analyzers that execute each method alone from the state with one
// object: the minimum that every analysis should find.
func fromOneObject() []*Analyzer {
	const claim = "Every report is a race by Definition 3.6, with a witness from the " +
		"state with one object"
	const more = "the same executions, and more"
	return []*Analyzer{
		oneObject(oneobject.NoNew, Analyzer{
			Name: "newfree", Title: "One object, no new()",
			Doc: "The trivial analysis: if all variables and cells held the same object, any two " +
				"accesses of a field would meet. It reports two accesses that both methods reach " +
				"without new(), if one writes and one can be reached without the lock. An " +
				"analysis is worth what it finds beyond this.",
			Claim:  claim + "; of units without new(), no race is missing (Theorem N).",
			Within: []Inclusion{within("alone", 8, more)},
		}),
		oneObject(oneobject.Private, Analyzer{
			Name: "alone", Title: "One object, nothing published",
			Doc: "Executes each method by itself from the state with one object, and knows its " +
				"new objects exactly until one is stored where the other thread could find it. " +
				"It reports two accesses of the one object if one writes and one is reached " +
				"without the lock.",
			Claim: claim +
				"; no race is missing that some execution shows without such a store (Theorem X).",
			Within: []Inclusion{within("collapse", 8, more)},
		}),
		oneObject(oneobject.Published, Analyzer{
			Name: "collapse", Title: "One object",
			Doc: "Executes each method by itself from the state with one object. A new object " +
				"may be stored in it. The field is then no longer known to hold the one object, " +
				"which is harmless as long as the other thread does not follow it. It reports " +
				"two accesses of the one object if one writes and one is reached " +
				"without the lock.",
			Claim: claim + ".",
			Within: []Inclusion{
				// With several locks the threads may have to take turns more often.
				withinOneLock("bounded", 8, "Theorem 2k (b): the state with one object is one of "+
					"Definition 11, with a loop and all formals as names"),
				within("oracle", 9, "an execution was found"),
			},
		}),
	}
}

// Collapse returns a function that looks for a witness of two accesses that conflict, like the
// analyzer collapse but within smaller limits. Callers must check the witness; nil means none.
func Collapse(core *il.Core) func(context.Context, il.Pair, il.Sites) *witness.Witness {
	const (
		maximum  = 1 << 12 // states and accesses of a unit
		maxSteps = 1 << 12 // of a witness
	)
	analyze := sync.OnceValue(func() *oneobject.Result { // nil if it refuses the program
		o := oneobject.Options{Form: oneobject.Published, MaxStates: maximum, MaxFound: maximum}
		result, _ := oneobject.Analyze(core, o)
		return result
	})
	builders := buildersOf(core)
	return func(ctx context.Context, p il.Pair, s il.Sites) *witness.Witness {
		result := analyze()
		if result == nil {
			return nil
		}
		race := result.Race(ctx, p, s)
		if race == nil {
			return nil
		}
		w, _ := builders.build(func(b *reconstruct.Builder) (*witness.Witness, error) {
			return b.OneObject(*race, maxSteps)
		})
		return w
	}
}

func oneObject(form oneobject.Form, a Analyzer) *Analyzer {
	a.Kind, a.NamedLocks, a.Proves = Static, true, true
	a.Cite = "Theorems N and X (docs/theory.md), this project's own"
	a.Parameters = []*Parameter{maxSteps}
	a.Start = func(core *il.Core, o Options) (Run, error) {
		result, err := oneobject.Analyze(core, oneobject.Options{Form: form})
		if err != nil {
			return nil, err
		}
		builders := buildersOf(core)
		return func(ctx context.Context, p il.Pair) (Answer, error) {
			list, cuts := result.Reports(ctx, p)
			return cutAnswer(list, cuts, o.Limit, func(r oneobject.Report) Report {
				return oneObjectReport(builders, r, o.StepsOf(maxFlowSteps))
			}), nil
		}, nil
	}
	return &a
}

func oneObjectReport(by *builders, r oneobject.Report, steps int) Report {
	note := "the locks order the threads"
	if r.First != oneobject.Merged {
		note = threads[r.First] + " runs first"
	}
	return Report{
		Sites:   r.Sites(),
		Note:    note,
		Length:  2,
		Explain: func() Explanation { return explainOneObject(by.core, r) },
		Prove: func() (*witness.Witness, error) {
			return by.build(func(b *reconstruct.Builder) (*witness.Witness, error) {
				return b.OneObject(r, steps)
			})
		},
	}
}

func explainOneObject(core *il.Core, r oneobject.Report) Explanation {
	levels := [2]il.Level{r.Ends[0].Lock, r.Ends[1].Lock}
	x := Explanation{Ends: &[2]End{}, Tests: []Test{
		lockTest(core, levels, [2][]il.History{}),
		{"meet", true,
			"if all variables and cells hold one object at first, both access a cell of it."},
	}}
	for i, a := range r.Ends {
		at, _ := core.AccessAt(a.Site)
		x.Ends[i] = endOf(core, a.Calls(), at.(il.Command), a.Lock)
	}
	const start = "Start with a single object, which all parameters and cells hold. "
	steps := func(thread int) string { return text.Count(r.Ends[thread].Step, "step") }
	if r.First == oneobject.Merged {
		x.Sentences = []string{fmt.Sprintf(start+
			"A reaches its access in %s and B in %s, in an order that the locks allow.",
			steps(0), steps(1))}
		return x
	}
	sentence := start +
		"%s runs to its access in %s; then %s, which takes none of the locks held there, runs to " +
		"its own in %s."
	if !levels[r.First].Held() {
		sentence = start +
			"%s runs to its access in %s, holding no lock there; then %s runs to its own in %s."
	}
	x.Sentences = []string{fmt.Sprintf(sentence,
		threads[r.First], steps(r.First), threads[1-r.First], steps(1-r.First))}
	return x
}
