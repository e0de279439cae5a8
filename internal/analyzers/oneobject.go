package analyzers

import (
	"context"
	"fmt"
	"strings"
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
	const claim = "Every report is a race by Definition 3.6, with a witness from the state with one object"
	const more = "the same executions, and more"
	return []*Analyzer{
		oneObject(oneobject.NoNew, Analyzer{
			Name: "newfree", Title: "One object, no new()",
			Doc: "The trivial analysis: if all variables and cells held the same object, any two " +
				"accesses of a field would meet. It reports two accesses that both methods reach " +
				"without new(), if one writes and one can be reached without the lock. An analysis " +
				"is worth what it finds beyond this.",
			Claim:  claim + "; of units without new(), no race is missing (Theorem N).",
			Within: []Inclusion{within("alone", 8, more)},
		}),
		oneObject(oneobject.Private, Analyzer{
			Name: "alone", Title: "One object, nothing published",
			Doc: "Executes each method by itself from the state with one object, and knows its new " +
				"objects exactly until one is stored where the other thread could find it. It reports " +
				"two accesses of the one object if one writes and one is reached without the lock.",
			Claim:  claim + "; no race is missing that some execution shows without such a store (Theorem X).",
			Within: []Inclusion{within("collapse", 8, more)},
		}),
		oneObject(oneobject.Published, Analyzer{
			Name: "collapse", Title: "One object",
			Doc: "Executes each method by itself from the state with one object. A new object may be " +
				"stored in it. The field is then no longer known to hold the one object, which is " +
				"harmless as long as the other thread does not follow it. It reports two accesses of " +
				"the one object if one writes and one is reached without the lock.",
			Claim: claim + ".",
			Within: []Inclusion{
				// With several locks the threads may have to take turns more often.
				withinOneLock("bounded", 8, "Theorem 2k (b): the state with one object is one of Definition 11, with a loop and all formals as names"),
				within("oracle", 9, "an execution was found"),
			},
		}),
	}
}

// Collapse returns a function that looks for a witness of two accesses that conflict, like the
// analyzer collapse but within smaller limits. Callers must check the witness; nil means none.
func Collapse(core *il.Core) func(context.Context, il.Pair, il.Sites) *witness.Witness {
	const most, steps = 1 << 12, 1 << 12               // states and accesses of a unit; steps of a witness
	begun := sync.OnceValue(func() *oneobject.Result { // nil if it refuses the program
		o := oneobject.Options{Form: oneobject.Published, MaxStates: most, MaxFound: most}
		result, _ := oneobject.Analyze(core, o)
		return result
	})
	builders := buildersOf(core)
	return func(ctx context.Context, p il.Pair, s il.Sites) *witness.Witness {
		result := begun()
		if result == nil {
			return nil
		}
		race := result.Race(ctx, p, s)
		if race == nil {
			return nil
		}
		w, _ := builders.made(func(b *reconstruct.Builder) (*witness.Witness, error) {
			return b.OneObject(*race, steps)
		})
		return w
	}
}

func oneObject(form oneobject.Form, a Analyzer) *Analyzer {
	a.Kind, a.NamedLocks, a.Proves, a.Cite = Static, true, true, "Theorems N and X (docs/theory.md), this project's own"
	a.Parameters = []*Parameter{maxSteps}
	a.Start = func(core *il.Core, o Options) (Run, error) {
		result, err := oneobject.Analyze(core, oneobject.Options{Form: form})
		if err != nil {
			return nil, err
		}
		builders := buildersOf(core)
		return func(ctx context.Context, p il.Pair) (Answer, error) {
			list, cuts := result.Reports(ctx, p)
			if len(list) > o.Limit {
				list, cuts = list[:o.Limit], append(cuts, fmt.Sprintf("more than %d reports", o.Limit))
			}
			x := answer(list, func(r oneobject.Report) Report { return oneObjectReport(core, builders, r, o) })
			x.Cut = strings.Join(cuts, ", ")
			return x, nil
		}, nil
	}
	return &a
}

func oneObjectReport(core *il.Core, by *builders, r oneobject.Report, o Options) Report {
	note := "the locks order the threads"
	if r.First != oneobject.Merged {
		note = threads[r.First] + " runs first"
	}
	return Report{
		Sites:  r.Sites(),
		Note:   note,
		Length: 2,
		Explain: func() Explanation {
			levels := [2]il.Level{r.Ends[0].Lock, r.Ends[1].Lock}
			x := Explanation{Ends: &[2]End{}, Tests: []Test{
				lockTest(core, levels, [2][]il.History{}),
				{"meet", true, "if all variables and cells hold one object at first, both access a cell of it."},
			}}
			for i, a := range r.Ends {
				at, _ := core.AccessAt(a.Site)
				x.Ends[i] = endOf(core, a.Calls(), at.(il.Command), a.Lock)
			}
			start := "Start with a single object, which all parameters and cells hold."
			steps := func(thread int) string { return text.Count(r.Ends[thread].Step, "step") }
			switch first := r.First; {
			case first == oneobject.Merged:
				x.Sentences = []string{fmt.Sprintf("%s A reaches its access in %s and B in %s, in an order that the locks allow.", start, steps(0), steps(1))}
			case !levels[first].Held():
				x.Sentences = []string{fmt.Sprintf("%s %s runs to its access in %s, holding no lock there; then %s runs to its own in %s.",
					start, threads[first], steps(first), threads[1-first], steps(1-first))}
			default:
				x.Sentences = []string{fmt.Sprintf("%s %s runs to its access in %s; then %s, which takes none of the locks held there, runs to its own in %s.",
					start, threads[first], steps(first), threads[1-first], steps(1-first))}
			}
			return x
		},
		Prove: func() (*witness.Witness, error) {
			return by.made(func(b *reconstruct.Builder) (*witness.Witness, error) { return b.OneObject(r, o.StepsOf(maxFlowSteps)) })
		},
	}
}
