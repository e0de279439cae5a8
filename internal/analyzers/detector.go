package analyzers

import (
	"context"
	"fmt"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/dynamic/rdit"
	"wobbly/il"
)

// survey is how the detectors that only watch draw executions: all of them the
// same ones.
func (o Options) survey() rdit.SurveyOptions {
	return rdit.SurveyOptions{Runs: o.Executions, Seed: o.Seed, Limits: dynamic.DefaultLimits()}
}

// watch makes a Run that sums up, by sites, what detect says of each execution. The
// races of detect are events of it.
func watch(core *il.Core, o Options, detect func(x *dynamic.Execution) []hb.Report) Run {
	return func(ctx context.Context, p il.Pair) (Answer, error) {
		var all []Report
		cut := ""
		for run, x := range o.Cache.executions(core, p, o.survey()) {
			if err := ctx.Err(); err != nil {
				return Answer{}, err
			}
			if x.Cut {
				cut = cutSteps
			}
			for _, r := range detect(x) {
				all = append(all, Report{Sites: r.Sites, Note: fmt.Sprintf("in run %d", run+1), Explain: func() Explanation {
					return Explanation{Ends: endsIn(x, r.Sites, r.Race.First, r.Race.Second)}
				}})
			}
		}
		a := bySites(all)
		a.Cut = cut
		return a, nil
	}
}

// cutSteps says that a run was ended before its threads had ended.
const cutSteps = "steps of a run"

// happensBefore is the detector that sees everything.
func happensBefore() *Analyzer {
	return &Analyzer{
		Name: "hb", Title: "Happens-before", Kind: dynamicKind, Truth: Unordered, Parameters: []*Parameter{seed, runs}, Cite: "Flanagan, Freund: FastTrack (PLDI 2009), with all pairs listed",
		Doc:    "Watches random executions from random initial states, and reports accesses of one cell that program order and the lock leave unordered.",
		Claim:  "Every report is unordered by happens-before in the execution that it is of.",
		Within: []Inclusion{within("oracle-hb", 13, "an execution was seen")},
		Start:  func(core *il.Core, o Options) (Run, error) { return watch(core, o, hb.Reports), nil },
	}
}
