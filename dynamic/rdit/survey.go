package rdit

import (
	"math/rand/v2"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
)

// SurveyOptions say how a program is watched.
type SurveyOptions struct {
	Runs   int // executions
	Seed   uint64
	Limits dynamic.Limits
}

// DefaultSurvey is a hundred executions.
func DefaultSurvey() SurveyOptions {
	return SurveyOptions{Runs: 100, Seed: 1, Limits: dynamic.DefaultLimits()}
}

// Study is what the variants say of a pair of units, over many executions.
type Study struct {
	Pair     il.Pair
	Missing  Missing
	Runs     int
	Cut      int // of these, ended by Limits
	Variants []Variant
	Findings []Finding // one for each pair of sites that some variant reports, sorted
}

// Finding is a pair of sites that some variant reports.
type Finding struct {
	Sites    il.Sites
	Verdicts []Verdict // parallel to Study.Variants
}

// Verdict is what a variant says of a pair of sites.
type Verdict struct {
	Runs    int // in which it reports it
	False   int // of these, runs that order all its accesses at the sites
	Example Example
}

// Reported tells whether the variant reports the pair.
func (v Verdict) Reported() bool { return v.Runs > 0 }

// Example is a pair of accesses of an execution at the sites of a finding: the
// first that the variant reports, or, where it reports none, the first that some
// variant does.
type Example struct {
	Run    int // Replay draws it again
	Trace  *Trace
	Events [2]int // of the execution, in its order
	Edge   *Edge  // that orders them for the variant; nil if it reports them
	Truth  *Edge  // that orders them in the complete execution; nil if they race
}

// Explain says in a sentence why the variant orders the accesses, or that it does
// not.
func (e Example) Explain() string { return e.explain(e.Edge) }

func (e Example) explain(edge *Edge) string {
	if edge == nil {
		return "nothing orders them"
	}
	return e.Trace.Explain(*edge)
}

// Replay draws an execution of a survey, by its number.
func (o SurveyOptions) Replay(core *il.Core, p il.Pair, run int) *dynamic.Execution {
	return dynamic.Draw(core, p, rand.New(rand.NewPCG(o.Seed, uint64(run))), o.Limits)
}

// Survey watches executions of a pair of units while methods are missing. The
// same arguments give the same study.
func Survey(core *il.Core, p il.Pair, m Missing, o SurveyOptions) *Study {
	s := &surveyor{
		Study: &Study{Pair: p, Missing: m, Runs: max(0, o.Runs), Variants: Variants()},
		at:    map[il.Sites]*found{},
	}
	for run := range s.Runs {
		x := o.Replay(core, p, run)
		if x.Cut {
			s.Cut++
		}
		s.watch(run, Observe(x, m))
	}
	s.finish()
	return s.Study
}

// surveyor makes a study.
type surveyor struct {
	*Study
	at map[il.Sites]*found
}

// found is a finding in the making.
type found struct {
	verdicts []Verdict
	first    hit // by any variant
}

// hit is a pair of accesses of a run: elements of its trace.
type hit struct {
	run   int
	trace *Trace
	race  hb.Race
}

// watch adds a run.
func (s *surveyor) watch(run int, t *Trace) {
	real := map[il.Sites]bool{}
	for _, r := range Truth.Run(t).Reports() {
		real[r.Sites] = true
	}
	for i, v := range s.Variants {
		result := v.Run(t)
		for _, r := range result.Reports() {
			f := s.found(r.Sites, hit{run, t, r.Race})
			w := &f.verdicts[i]
			if w.Runs++; w.Runs == 1 {
				w.Example = hit{run, t, r.Race}.example(v)
			}
			if !real[r.Sites] {
				w.False++
			}
		}
	}
}

// found is the finding of a pair of sites, made if this is its first hit.
func (s *surveyor) found(at il.Sites, here hit) *found {
	f := s.at[at]
	if f == nil {
		f = &found{make([]Verdict, len(s.Variants)), here}
		s.at[at] = f
	}
	return f
}

// example is a hit with what a variant and the truth say of it.
func (s hit) example(v Variant) Example {
	i, j := s.race.First, s.race.Second
	return Example{
		Run: s.run, Trace: s.trace,
		Events: [2]int{s.trace.Items[i].At, s.trace.Items[j].At},
		Edge:   v.Run(s.trace).Why(i, j),
		Truth:  Truth.Run(s.trace).Why(i, j),
	}
}

// finish lists the findings, with an example for those who do not report them.
func (s *surveyor) finish() {
	for at, f := range s.at {
		for i, v := range s.Variants {
			if !f.verdicts[i].Reported() {
				f.verdicts[i].Example = f.first.example(v)
			}
		}
		s.Findings = append(s.Findings, Finding{at, f.verdicts})
	}
	slices.SortFunc(s.Findings, func(a, b Finding) int { return a.Sites.Compare(b.Sites) })
}
