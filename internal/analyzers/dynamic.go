package analyzers

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"wobbly/abstract/chord"
	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/dynamic/racemob"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/semantics"
)

// survey is how the detectors that only watch draw executions: all of them the
// same ones.
func (o Options) survey() rdit.SurveyOptions {
	return rdit.SurveyOptions{Runs: o.Executions, Seed: o.Seed, Limits: dynamic.DefaultLimits()}
}

// watch makes a Run that sums up, by sites, what look says of each execution. The
// races of look are events of it.
func watch(core *il.Core, o Options, look func(x *dynamic.Execution) []hb.Report) Run {
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
			for _, r := range look(x) {
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

// Missing draws the methods that are not recorded: a share of those of a program.
func Missing(core *il.Core, seed uint64, share float64) rdit.Missing {
	return rdit.Draw(core, rand.New(rand.NewPCG(seed, 0x72646974))).Share(share)
}

// happensBefore is the detector that sees everything.
func happensBefore() *Analyzer {
	return &Analyzer{
		Name: "hb", Title: "Happens-before", Kind: Dynamic, Truth: Unordered, Cite: "Flanagan, Freund: FastTrack (PLDI 2009), with all pairs listed",
		Doc:   "Watches random executions from random initial states, and reports accesses of one cell that program order and the lock leave unordered.",
		Claim: "Every report is unordered by happens-before in the execution that it is of.",
		Start: func(core *il.Core, o Options) (Run, error) { return watch(core, o, hb.Reports), nil },
	}
}

// rditOf is a variant of RDIT on executions of which methods are missing.
func rditOf(v rdit.Variant, name, title, doc, claim string) *Analyzer {
	return &Analyzer{
		Name: name, Title: title, Kind: Dynamic, Truth: Unordered, Cite: "Rajagopalan, Huang: RDIT (FSE 2015)", Doc: doc, Claim: claim,
		Start: func(core *il.Core, o Options) (Run, error) {
			missing := Missing(core, o.Seed, o.Share)
			if len(o.Missing) > 0 {
				var err error
				if missing, err = rdit.Named(core, o.Missing...); err != nil {
					return nil, err
				}
			}
			return watch(core, o, func(x *dynamic.Execution) []hb.Report {
				seen := rdit.Observe(x, missing)
				reports := v.Run(seen).Reports()
				for i, r := range reports {
					reports[i].Race = hb.Race{First: seen.Items[r.Race.First].At, Second: seen.Items[r.Race.Second].At}
				}
				return reports
			}), nil
		},
	}
}

func rditPublished() *Analyzer {
	return rditOf(rdit.Published, "rdit-published", "RDIT as published",
		"Watches the same executions, but for the events of the methods that are missing; calls of these with arguments that reach one object are ordered. "+
			"On IL it reports what only the lock in missing code orders.", "")
}

func rditRepaired() *Analyzer {
	return rditOf(rdit.Repaired, "rdit", "RDIT, repaired",
		"Watches the same executions, but for the events of the methods that are missing. Calls of these are ordered also where they may take the lock, with each other and with the locks that are seen.",
		"Every report is unordered by happens-before in the complete execution that it is of (Theorem 5, docs/comparators.md).")
}

func rditMaximal() *Analyzer {
	return rditOf(rdit.Maximal, "rdit-max", "RDIT, maximal",
		"Watches the same executions, but for the events of the methods that are missing. What missing code may have ordered by the lock, at some moment at which it can have been free, is ordered, and nothing else.",
		"Every report is unordered by happens-before in the complete execution that it is of, and in every other one that looks the same without the missing methods; all such pairs are reported (dynamic/rdit).")
}

// raceMob validates the candidates that Chord leaves.
func raceMob() *Analyzer {
	return raceMobOf("racemob", "RaceMob", Unordered,
		"Takes the candidates that Chord leaves to simulated users, whose runs it steers towards the accesses, in both orders. It reports what a run shows to be unordered by happens-before; what runs only show both threads stand before is reported by racemob-coenabled.",
		"Every report is unordered by happens-before in the run that shows it.",
		func(_ *racemob.List, i int, e racemob.Entry) bool {
			return e.Race != nil && e.Race.Sighting(i).Unordered
		}, unorderedEnds)
}

// raceMobCoenabled is what RaceMob saw both threads stand before.
func raceMobCoenabled() *Analyzer {
	return raceMobOf("racemob-coenabled", "RaceMob, co-enabled", Coenabled,
		"Of the true races of racemob those of which a run shows a configuration before which both threads stand at the accesses.",
		"Every report is a race by Definition 3.6, with a witness.",
		func(l *racemob.List, i int, e racemob.Entry) bool {
			run, ok := l.Evidence(i)
			if !ok {
				return false
			}
			_, met := run.Meeting(i)
			return met
		}, metEnds)
}

// raceMobPlain is happens-before on the same runs.
func raceMobPlain() *Analyzer {
	return raceMobOf("racemob-plain", "Happens-before on RaceMob's runs", Unordered,
		"The runs of racemob without steering, watched by a happens-before detector: what steering is measured against.",
		"Every report is unordered by happens-before in the run that shows it.",
		func(_ *racemob.List, i int, e racemob.Entry) bool { return e.Plain },
		func(*racemob.Run, int, il.Sites) *[2]End { return nil }) // the run is not kept
}

// unorderedEnds are the accesses of a candidate that a run leaves unordered.
func unorderedEnds(run *racemob.Run, i int, s il.Sites) *[2]End {
	made, ok := run.Accesses[i]
	if !ok {
		return nil
	}
	return endsIn(run.Execution, s, made[0], made[1])
}

// metEnds are the accesses of a candidate where both threads stand before them.
func metEnds(run *racemob.Run, i int, s il.Sites) *[2]End {
	m, ok := run.Meeting(i)
	if !ok {
		return nil
	}
	var ends [2]End
	for _, t := range semantics.Tids {
		c, _ := m.Config.Command(t)
		n := int(t)
		if site, _ := il.SiteOf(c); site != s[n] {
			n = 1 - n // in a pair of a unit with itself
		}
		ends[n] = endBehind(run.Execution.Core, m.Moves, t, c)
	}
	return &ends
}

// raceMobOf reports some entries of RaceMob's list. The run that is the evidence of
// one shows its ends.
func raceMobOf(name, title string, truth Truth, doc, claim string, reported func(l *racemob.List, i int, e racemob.Entry) bool,
	ends func(run *racemob.Run, i int, s il.Sites) *[2]End) *Analyzer {
	return &Analyzer{
		Name: name, Title: title, Kind: Dynamic, Truth: truth, Context: true, Cite: "Kasikci, Zamfir, Candea: RaceMob (SOSP 2013)", Doc: doc, Claim: claim,
		Start: func(core *il.Core, o Options) (Run, error) {
			analysis, err := chord.New(core, chord.Options{K: o.Context})
			if err != nil {
				return nil, err
			}
			return func(ctx context.Context, p il.Pair) (Answer, error) {
				l, err := o.Cache.validate(ctx, core, analysis, p, o)
				if err != nil {
					return Answer{}, err
				}
				var all []Report
				cut := ""
				for i, e := range l.Entries {
					if e.Cut > 0 {
						cut = cutSteps
					}
					if reported(l, i, e) {
						all = append(all, Report{Sites: e.Sites, Note: fmt.Sprintf("after %s", counted(e.Runs, "run")), Explain: func() Explanation {
							run, ok := l.Evidence(i)
							if !ok {
								return Explanation{}
							}
							return Explanation{Ends: ends(run, i, e.Sites)}
						}})
					}
				}
				a := bySites(all)
				a.Cut = cut
				return a, nil
			}, nil
		},
	}
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Cache keeps what several analyzers need of one program. It is for one
// goroutine. A nil Cache keeps nothing.
type Cache struct {
	lists map[il.Pair]*racemob.List
	pair  il.Pair // that runs are of: the last one
	runs  []*dynamic.Execution
}

// mostKept is how many executions a cache keeps for the next detector, which would
// draw the same ones.
const mostKept = 200

// executions draws those of a survey, one after the other, by number.
func (c *Cache) executions(core *il.Core, p il.Pair, o rdit.SurveyOptions) iter.Seq2[int, *dynamic.Execution] {
	return func(yield func(int, *dynamic.Execution) bool) {
		if c != nil && c.pair != p {
			c.pair, c.runs = p, nil
		}
		for run := range o.Runs {
			if c != nil && run < len(c.runs) {
				if !yield(run, c.runs[run]) {
					return
				}
				continue
			}
			x := o.Replay(core, p, run)
			if c != nil && run == len(c.runs) && run < mostKept {
				c.runs = append(c.runs, x)
			}
			if !yield(run, x) {
				return
			}
		}
	}
}

// validate has the candidates of a pair of units validated.
func (c *Cache) validate(ctx context.Context, core *il.Core, analysis *chord.Analysis, p il.Pair, o Options) (*racemob.List, error) {
	if c != nil && c.lists[p] != nil {
		return c.lists[p], nil
	}
	left, err := analysis.PairContext(ctx, p)
	if err != nil {
		return nil, err
	}
	var candidates []racemob.Candidate
	for s := range left.Pairs(chord.Unlocked) {
		candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
	}
	policy := racemob.DefaultPolicy()
	policy.Seed, policy.Runs, policy.Plain = o.Seed, o.Executions, true
	job, err := racemob.NewJob(core, candidates, policy)
	if err != nil {
		return nil, err
	}
	l := racemob.Do(ctx, job)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c != nil {
		if c.lists == nil {
			c.lists = map[il.Pair]*racemob.List{}
		}
		c.lists[p] = l
	}
	return l, nil
}
