package analyzers

import (
	"context"
	"fmt"
	"math/rand/v2"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/dynamic/rdit"
	"wobbly/il"
)

// Missing draws the methods that are not recorded: a share of those of a program.
func Missing(core *il.Core, seed uint64, share float64) rdit.Missing {
	const stream = 0x72646974 // "rdit", so that other draws of this seed are independent
	return rdit.Draw(core, rand.New(rand.NewPCG(seed, stream))).Share(share)
}

// missing returns the unrecorded methods: those that the options name, or a share of all.
func (o Options) missing(core *il.Core) (rdit.Missing, error) {
	if len(o.Missing) > 0 {
		return rdit.Named(core, o.Missing...)
	}
	return Missing(core, o.Seed, o.Share), nil
}

// Unseen names the methods whose steps the variants of RDIT do not see.
func (o Options) Unseen(core *il.Core) []string {
	missing, err := o.missing(core)
	if err != nil {
		return nil // RDIT has no answer
	}
	return missing.Names()
}

func rditOf(v rdit.Variant, name, title, doc, claim string, within ...Inclusion) *Analyzer {
	return &Analyzer{
		Name: name, Title: title, Kind: dynamicKind, NamedLocks: true, Truth: Unordered,
		Parameters: []*Parameter{seed, runs}, Cite: "Rajagopalan, Huang: RDIT (FSE 2015)",
		Doc: doc, Claim: claim, Within: within,
		Start: func(core *il.Core, o Options) (Run, error) {
			missing, err := o.missing(core)
			if err != nil {
				return nil, err
			}
			return watch(core, o, func(x *dynamic.Execution) []hb.Report {
				seen := rdit.Observe(x, missing)
				reports := v.Run(seen).Reports()
				for i, r := range reports {
					reports[i].Race = hb.Race{
						First: seen.Items[r.Race.First].At, Second: seen.Items[r.Race.Second].At,
					}
				}
				return reports
			}), nil
		},
	}
}

// rditVariants returns RDIT as published, repaired, and with everything excluded that can be.
func rditVariants() []*Analyzer {
	const watches = "Watches the same executions, except for the events of the methods " +
		"that are missing"
	return []*Analyzer{
		rditOf(rdit.Published, "rdit-published", "RDIT as published",
			watches+"; calls of these with arguments that reach one object are ordered. "+
				"On IL it reports what only the lock in missing code orders.", ""),
		rditOf(rdit.Repaired, "rdit", "RDIT, repaired",
			watches+". Calls of these that may take the lock are ordered with each other and with "+
				"the locks that are seen.",
			"Every report is unordered by happens-before in the complete execution that it is of "+
				"(Theorem 5, docs/theory.md).",
			within("rdit-max", 11, "Theorem 5: what cannot be excluded is ordered, and more")),
		rditOf(rdit.Maximal, "rdit-max", "RDIT, maximal",
			watches+". Only what missing code may have ordered by the lock, when it can have been "+
				"free, is ordered.",
			"Every report is unordered by happens-before in the complete execution that it is of, "+
				"and in every other one that looks the same without the missing methods; all such "+
				"pairs are reported (dynamic/rdit).",
			within("hb", 12, "Theorem 5: nothing is reported for lack of events")),
	}
}

// survey returns the options by which all detectors that only watch draw the same executions.
func (o Options) survey() rdit.SurveyOptions {
	return rdit.SurveyOptions{
		Runs: o.Executions, Seed: o.Seed, Limits: dynamic.DefaultLimits(), Given: o.Given,
	}
}

// watch returns a Run with the first report of detect for each pair of sites over all executions.
// The races of the reports are indices of events of the execution.
func watch(core *il.Core, o Options, detect func(x *dynamic.Execution) []hb.Report) Run {
	return func(ctx context.Context, p il.Pair) (Answer, error) {
		var all []Report
		known := map[il.Sites]bool{}
		cut := ""
		for run, x := range o.Cache.executions(core, p, o.survey()) {
			if ctx.Err() != nil {
				break
			}
			if x.Cut {
				cut = cutSteps
			}
			for _, r := range detect(x) {
				if known[r.Sites] {
					continue
				}
				known[r.Sites] = true
				explain := func() Explanation {
					return Explanation{Ends: endsIn(x, r.Sites, r.Race.First, r.Race.Second)}
				}
				all = append(all,
					Report{Sites: r.Sites, Note: fmt.Sprintf("in run %d", run+1), Explain: explain})
			}
		}
		a := answer(all, func(r Report) Report { return r })
		a.Cut = cut
		return a, nil
	}
}

// cutSteps says that a run was ended before its threads had ended.
const cutSteps = "steps of a run"

func happensBefore() *Analyzer {
	return &Analyzer{
		Name: "hb", Title: "Happens-before", Kind: dynamicKind, NamedLocks: true, Truth: Unordered,
		Parameters: []*Parameter{seed, runs},
		Cite:       "Flanagan, Freund: FastTrack (PLDI 2009), with all pairs listed",
		Doc: "Watches random executions from random initial states, and reports accesses of one " +
			"cell that neither program order nor locks order.",
		Claim:  "Every report is unordered by happens-before in the execution that it is of.",
		Within: []Inclusion{within("oracle-hb", 13, "an execution was seen")},
		Start: func(core *il.Core, o Options) (Run, error) {
			return watch(core, o, hb.Reports), nil
		},
	}
}
