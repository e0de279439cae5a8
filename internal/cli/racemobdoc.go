package cli

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/parallel"
	"wobbly/report"
	"wobbly/semantics/execution"
	"wobbly/witness"
	"wobbly/witness/check"
)

// racemobDocument writes a list as a document. The run behind each true race is
// done once more; the error says that one does not show what a worker has
// reported of it. True races whose run is not done when ctx ends are not validated, and the
// document is not whole.
func racemobDocument(ctx context.Context, l *racemob.List, from, cut string) (*report.RaceMob, error) {
	core, policy := l.Job.Core, l.Job.Policy
	d := &report.RaceMob{
		File: core.Source.Name, Source: core.Source, From: from, Cut: cut, Interrupted: !l.Complete,
		Pairs: []report.RaceMobPair{},
		Policy: report.RaceMobPolicy{
			Seed: policy.Seed, Users: policy.Users, Runs: policy.Runs, Timeouts: append([]int{}, policy.Timeouts...),
			RunSteps: policy.Limits.Steps, Single: policy.Single, BothOrders: policy.BothOrders,
		},
	}
	w := mobWriter{l}
	evidence, wrong := w.evidences(ctx)
	var last il.Pair
	for n, e := range l.Entries {
		if e.Race != nil && evidence[n] == nil {
			e.Race, e.Cause, d.Interrupted = nil, racemob.ByNotValidated, true
		}
		if len(d.Pairs) == 0 || e.Pair != last {
			last = e.Pair
			d.Pairs = append(d.Pairs, report.RaceMobPair{Left: e.Pair.Left.Name, Right: e.Pair.Right.Name})
		}
		pair := &d.Pairs[len(d.Pairs)-1]
		c := w.candidate(e)
		if x := evidence[n]; x != nil {
			c.Race, c.Witness, c.Refused = x.race, x.witness, x.refused
		}
		pair.Candidates = append(pair.Candidates, c)
		countMob(&d.Total, e, &c)
	}
	d.Total.Pairs, d.Total.Rounds = len(d.Pairs), l.Stats.Rounds
	return d, wrong
}

// mobWriter writes candidates.
type mobWriter struct{ list *racemob.List }

// candidate writes a candidate without its evidence.
func (w *mobWriter) candidate(e racemob.Entry) report.RaceMobCandidate {
	return report.RaceMobCandidate{
		Sites:   report.SitesOf(w.list.Job.Core.Source, e.Sites),
		Verdict: [...]string{report.TrueRace, report.LikelyFalsePositive, report.UnknownCandidate}[e.Status()],
		Cause:   e.Cause.String(), Runs: e.Runs, TimedOut: e.TimedOut, Aliased: e.Aliased, HappensBefore: e.Plain,
		Results: report.RaceMobResults{
			Race: e.Verdicts[racemob.Race], NoRace: e.Verdicts[racemob.NoRace],
			Timeout: e.Verdicts[racemob.Timeout], NotSeen: e.Verdicts[racemob.NotSeen],
		},
	}
}

// mobEvidence is the run of a true race.
type mobEvidence struct {
	race    *report.RaceMobRace
	witness *witness.Witness
	refused string // why the checker refuses the witness
}

// evidences is that of true races, by candidate, until ctx ends. All cores share the runs. The
// error is about the first candidate whose run does not show what was reported.
func (w *mobWriter) evidences(ctx context.Context) (all []*mobEvidence, wrong error) {
	all = make([]*mobEvidence, len(w.list.Entries))
	runs, unlike := w.list.Shared(), make([]bool, len(all))
	checkers := parallel.Own[*check.Checker]{Make: func() *check.Checker { return check.New(w.list.Job.Core) }}
	var lock sync.Mutex // of what is known, to which nothing is added when ctx has ended
	ask.Begin(func() {
		parallel.Each(parallel.Workers(len(runs), 1), len(runs), func(_, i int) {
			if ctx.Err() != nil {
				return // before the run is done
			}
			checkers.With(func(c *check.Checker) {
				for n, x := range w.list.Again(runs[i]) {
					e := w.evidence(n, x.Run, c)
					lock.Lock()
					over := ctx.Err() != nil
					if !over {
						all[n], unlike[n] = e, !x.Same
					}
					lock.Unlock()
					if over {
						return
					}
				}
			})
		})
	}).Within(ctx.Done())
	lock.Lock()
	defer lock.Unlock()
	if n := slices.Index(unlike, true); n >= 0 {
		c := w.candidate(w.list.Entries[n])
		wrong = failure{exitViolated, fmt.Sprintf("a worker reports a race at %s and %s that its run does not show", c.Left, c.Right), "Do all workers run this version of wobbly?"}
	}
	return all, wrong
}

// evidence writes the run of a true race.
func (w *mobWriter) evidence(n int, run *racemob.Run, checker *check.Checker) *mobEvidence {
	j := w.list.Job
	e := &mobEvidence{race: &report.RaceMobRace{
		Unordered: run.Observation(n).Unordered, User: j.User(run.Task) + 1, Steered: run.Steered, Own: run.Candidate == n,
		Order: [...]string{"primary", "alternate"}[j.Order(run.Task)],
	}}
	if e.witness = run.Witness(n); e.witness != nil {
		e.race.CoEnabled = true
		if err := checker.Check(e.witness); err != nil {
			e.refused = err.Error()
		}
		return e
	}
	accesses, ok := run.Accesses[n]
	if !ok {
		return e // the worker was wrong, which is said elsewhere
	}
	x := run.Execution
	e.race.Execution = &report.RaceMobExecution{
		Init: execution.InitOf(x.Init), Steps: execution.StepsOf(j.Core.Source, x.Moves[:accesses[1]+1]),
		Accesses: [2]int{accesses[0] + 1, accesses[1] + 1}, Cell: execution.CellOf(x.Init, x.Events[accesses[0]].Cell),
	}
	return e
}

// countMob enters a candidate.
func countMob(t *report.RaceMobTotal, e racemob.Entry, c *report.RaceMobCandidate) {
	t.Candidates++
	t.Runs += e.Runs
	t.Steps += uint64(e.Steps)
	t.CutRuns += e.Cut
	add := func(n *int, yes bool) {
		if yes {
			*n++
		}
	}
	isTrue := e.Status() == racemob.TrueRace
	add(&t.TrueRaces, isTrue)
	add(&t.CoEnabled, c.Race != nil && c.Race.CoEnabled && c.Refused == "")
	add(&t.UnorderedOnly, c.Race != nil && !c.Race.CoEnabled)
	add(&t.BothOrders, e.Cause == racemob.ByBothOrders)
	add(&t.Steered, c.Race != nil && c.Race.Steered)
	add(&t.NoRace, e.Cause == racemob.ByNoRace)
	add(&t.Timeout, e.Cause == racemob.ByTimeout)
	add(&t.NotAliasing, e.Cause == racemob.ByNotAliasing)
	add(&t.Context, e.Cause == racemob.ByContext)
	add(&t.NotValidated, e.Cause == racemob.ByNotValidated)
	add(&t.HappensBefore, e.Plain)
	add(&t.OnlyRaceMob, isTrue && !e.Plain)
	add(&t.Refused, c.Refused != "")
	if isTrue {
		t.MostRuns = max(t.MostRuns, e.Runs)
	}
}
