//go:build !js

package analyzers

import (
	"context"
	"fmt"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/dynamic/predict"
	"wobbly/il"
	"wobbly/witness"
)

// predictors returns the analyzers that predict races from the executions that the others watch.
// The page omits them to keep its first download small.
func predictors() []*Analyzer {
	shb := predict.Predictors([]string{"shb"}, predict.Variants[:1])[0]
	m2 := predict.Predictors([]string{"m2"}, predict.Variants[1:])[0]
	return []*Analyzer{
		predicting(shb, &Analyzer{
			Name: "shb-published", Title: "SHB as published",
			Doc: "Watches the same executions, and predicts which accesses could have been next " +
				"at the same time: happens-before, with each read after the write that it reads " +
				"from. On IL some of its reports cannot race, because another step redirects the " +
				"path of an access.",
		}),
		predicting(m2, &Analyzer{
			Name: "m2", Title: "M2, with the reads of prefixes", Proves: true,
			Doc: "Watches the same executions, and predicts which accesses are next at the same " +
				"time after some reordering in which each read, also on the path of an access, " +
				"reads from the same write.",
			Claim: "Every report is a race of Definition 3.6: the reordered execution is its " +
				"witness. All races that reorderings of these executions show are reported " +
				"(docs/theory.md).",
			Within: []Inclusion{within("oracle", 14, "the reordering can be made")},
		}),
	}
}

// predicting completes an analyzer that reports what a predictor finds in executions.
func predicting(p predict.Predictor, a *Analyzer) *Analyzer {
	a.Kind, a.NamedLocks, a.Truth, a.Cite = dynamicKind, true, Coenabled, p.Cite
	a.Parameters = []*Parameter{seed, runs}
	a.Start = func(core *il.Core, o Options) (Run, error) {
		return func(ctx context.Context, pair il.Pair) (Answer, error) {
			var all []Report
			cut := ""
			for run, x := range o.Cache.executions(core, pair, o.survey()) {
				if ctx.Err() != nil {
					break
				}
				t := predict.Of(x)
				reports, limited := p.Reports(t)
				if x.Cut || limited {
					cut = cutSteps
				}
				for _, r := range reports {
					all = append(all, predicted(p, x, t, r, run+1))
				}
			}
			answer := bySites(all)
			answer.Cut = cut
			return answer, nil
		}, nil
	}
	return a
}

// predicted returns the report of a race that p predicts from x, the execution of a run, whose
// trace is t.
func predicted(p predict.Predictor, x *dynamic.Execution, t *predict.Trace, r hb.Report,
	run int) Report {
	report := Report{
		Sites: r.Sites, Note: fmt.Sprintf("in run %d", run),
		Explain: func() Explanation {
			return Explanation{Ends: endsIn(x, r.Sites, r.Race.First, r.Race.Second)}
		},
	}
	if p.Sound() {
		report.Prove = func() (*witness.Witness, error) {
			order, _ := p.Reorder(t, r.Race)
			return t.Witness(order, r.Race)
		}
	}
	return report
}
