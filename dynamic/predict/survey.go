package predict

import (
	"context"
	"math/rand/v2"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/internal/slice"
)

// Survey determines the executions of a pair of units that are watched, and the predictors.
type Survey struct {
	Runs       int // the number of executions
	Seed       uint64
	Limits     dynamic.Limits
	Given      bool // whether to start in the state of the file's init block, not in random ones
	Predictors []Predictor
	Trace      *Trace // the only execution to watch; nil for random ones
	Progress   func() // called after each execution; may be nil
}

// Study is what a survey has found.
type Study struct {
	Pair il.Pair
	Runs int // how many executions were watched
	Cut  int // how many of these Limits ended
	// Limited has the number of runs for which predictions are incomplete, parallel to
	// Survey.Predictors.
	Limited  []int
	Findings []Finding // one for each pair of sites that some predictor reports, sorted
}

// Finding is a pair of sites with the predictors that report it.
type Finding struct {
	Sites il.Sites
	By    []Reported // parallel to Survey.Predictors
}

// Reported has the runs in which a predictor reports a pair of sites.
type Reported struct {
	Runs  int     // the number of runs
	First int     // the number of the first one, from 1; 0 if there is none
	Race  hb.Race // the race in the first one
}

// Execution returns an execution of the survey, by its number from 1.
func (o *Survey) Execution(core *il.Core, p il.Pair, run int) *dynamic.Execution {
	if o.Trace != nil {
		return o.Trace.Execution
	}
	r := rand.New(rand.NewPCG(o.Seed, uint64(run-1)))
	return dynamic.DrawFrom(core, p, dynamic.Start(core, p, o.Given, r), r, o.Limits)
}

// Watch watches executions of a pair of units until ctx ends. It is deterministic.
func (o *Survey) Watch(ctx context.Context, core *il.Core, p il.Pair) *Study {
	s := &Study{Pair: p, Limited: make([]int, len(o.Predictors))}
	by := map[il.Sites][]Reported{}
	for s.Runs < o.Runs && ctx.Err() == nil {
		s.Runs++
		x := o.Execution(core, p, s.Runs)
		if x.Cut {
			s.Cut++
		}
		t := Of(x)
		for i, p := range o.Predictors {
			reports, cut := p.Reports(t)
			if cut {
				s.Limited[i]++
			}
			for _, r := range reports {
				if by[r.Sites] == nil {
					by[r.Sites] = make([]Reported, len(o.Predictors))
				}
				reported := &by[r.Sites][i]
				reported.Runs++
				if reported.First == 0 {
					reported.First, reported.Race = s.Runs, r.Race
				}
			}
		}
		if o.Progress != nil {
			o.Progress()
		}
	}
	for at, r := range by {
		s.Findings = append(s.Findings, Finding{at, r})
	}
	slice.Sort(s.Findings, func(a, b Finding) int { return a.Sites.Compare(b.Sites) })
	return s
}

// pointsOf lists the points of a curve over runs: 1, 2, 5, 10, 20, 50 and so on, and runs.
func pointsOf(runs int) (points []int) {
	for unit := 1; ; unit *= 10 {
		for _, n := range [3]int{1, 2, 5} {
			if n <= runs/unit {
				points = append(points, n*unit)
			}
		}
		if unit > runs/10 {
			break
		}
	}
	if !slices.Contains(points, runs) {
		points = append(points, runs)
	}
	return points
}
