package rdit

import (
	"math/rand/v2"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/internal/slice"
)

// SurveyOptions determine the executions that are watched.
type SurveyOptions struct {
	Runs   int // the number of executions
	Seed   uint64
	Limits dynamic.Limits
	Given  bool // whether to start in the state of the file's init block, not in random ones
}

// DefaultSurvey returns the options of the command line without flags.
func DefaultSurvey() SurveyOptions {
	return SurveyOptions{Runs: 100, Seed: 1, Limits: dynamic.DefaultLimits()}
}

// Study is what a survey has found.
type Study struct {
	Pair     il.Pair
	Runs     int
	Cut      int // how many runs Limits ended
	Variants []Variant
	Findings []Finding // one for each pair of sites that some variant reports, sorted
}

// Finding is a pair of sites that some variant reports.
type Finding struct {
	Sites    il.Sites
	Verdicts []Verdict // parallel to Study.Variants
}

// Verdict counts the runs in which a variant reports a pair of sites.
type Verdict struct {
	Runs  int
	False int // in how many of these the complete execution orders all accesses at the sites
}

func (v Verdict) Reported() bool { return v.Runs > 0 }

// Replay draws an execution of a survey, by its number.
func (o SurveyOptions) Replay(core *il.Core, p il.Pair, run int) *dynamic.Execution {
	r := rand.New(rand.NewPCG(o.Seed, uint64(run)))
	return dynamic.DrawFrom(core, p, dynamic.Start(core, p, o.Given, r), r, o.Limits)
}

// Survey watches executions of a pair of units with missing methods. It is deterministic.
func Survey(core *il.Core, p il.Pair, m Missing, o SurveyOptions) *Study {
	s := &Study{Pair: p, Runs: max(0, o.Runs), Variants: Variants()}
	verdicts := map[il.Sites][]Verdict{}
	for run := range s.Runs {
		x := o.Replay(core, p, run)
		if x.Cut {
			s.Cut++
		}
		t := Observe(x, m)
		truth := slice.SetBy(Truth.Run(t).Reports(), func(r hb.Report) il.Sites { return r.Sites })
		for i, v := range s.Variants {
			for _, r := range v.Run(t).Reports() {
				if verdicts[r.Sites] == nil {
					verdicts[r.Sites] = make([]Verdict, len(s.Variants))
				}
				verdict := &verdicts[r.Sites][i]
				verdict.Runs++
				if !truth[r.Sites] {
					verdict.False++
				}
			}
		}
	}
	for at, v := range verdicts {
		s.Findings = append(s.Findings, Finding{at, v})
	}
	slice.Sort(s.Findings, func(a, b Finding) int { return a.Sites.Compare(b.Sites) })
	return s
}
