package cli

import (
	"fmt"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/report"
	"wobbly/semantics/execution"
	"wobbly/witness/check"
)

// racemobDocument writes a list as a document. The run behind each true race is
// done once more; the error says that one does not show what a worker has
// reported of it.
func racemobDocument(l *racemob.List, from, cut string) (*report.RaceMob, error) {
	core, policy := l.Job.Core, l.Job.Policy
	d := &report.RaceMob{
		File: core.Source.Name, Source: core.Source, From: from, Cut: cut, Interrupted: !l.Complete,
		Pairs: []report.RaceMobPair{},
		Policy: report.RaceMobPolicy{
			Seed: policy.Seed, Users: policy.Users, Runs: policy.Runs, Timeouts: append([]int{}, policy.Timeouts...),
			RunSteps: policy.Limits.Steps, Single: policy.Single, BothOrders: policy.BothOrders,
		},
	}
	w := mobWriter{l, check.New(core), nil}
	var last il.Pair
	for n, e := range l.Entries {
		if len(d.Pairs) == 0 || e.Pair != last {
			last = e.Pair
			d.Pairs = append(d.Pairs, report.RaceMobPair{Left: e.Pair.Left.Name, Right: e.Pair.Right.Name})
		}
		pair := &d.Pairs[len(d.Pairs)-1]
		pair.Candidates = append(pair.Candidates, w.candidate(n, e))
		countMob(&d.Total, e, &pair.Candidates[len(pair.Candidates)-1])
	}
	d.Total.Pairs, d.Total.Rounds = len(d.Pairs), l.Stats.Rounds
	return d, w.wrong
}

// mobWriter writes candidates.
type mobWriter struct {
	list    *racemob.List
	checker *check.Checker
	wrong   error // the first one
}

// candidate writes a candidate with its evidence.
func (w *mobWriter) candidate(n int, e racemob.Entry) report.RaceMobCandidate {
	at := func(p int) string { return w.list.Job.Core.Source.At(e.Sites[p].At) }
	c := report.RaceMobCandidate{
		Left: at(0), Right: at(1), Kinds: [2]string{e.Sites[0].Kind.String(), e.Sites[1].Kind.String()},
		Verdict: [...]string{report.TrueRace, report.LikelyFalsePositive, report.UnknownCandidate}[e.Status()],
		Cause:   e.Cause.String(), Runs: e.Runs, TimedOut: e.TimedOut, Aliased: e.Aliased, HappensBefore: e.Plain,
		Results: report.RaceMobResults{
			Race: e.Verdicts[racemob.Race], NoRace: e.Verdicts[racemob.NoRace],
			Timeout: e.Verdicts[racemob.Timeout], NotSeen: e.Verdicts[racemob.NotSeen],
		},
	}
	if e.Race == nil {
		return c
	}
	run, ok := w.list.Evidence(n)
	if !ok && w.wrong == nil {
		w.wrong = failure{exitViolated, fmt.Sprintf("a worker reports a race at %s and %s that its run does not show", at(0), at(1)), "Do all workers run this version of wobbly?"}
	}
	w.evidence(&c, n, run)
	return c
}

// evidence adds the run of a true race.
func (w *mobWriter) evidence(c *report.RaceMobCandidate, n int, run *racemob.Run) {
	j := w.list.Job
	c.Race = &report.RaceMobRace{
		Unordered: run.Observation(n).Unordered, User: j.User(run.Task) + 1, Steered: run.Steered, Own: run.Candidate == n,
		Order: [...]string{"primary", "alternate"}[j.Order(run.Task)],
	}
	if c.Witness = run.Witness(n); c.Witness != nil {
		c.Race.CoEnabled = true
		if err := w.checker.Check(c.Witness); err != nil {
			c.Refused = err.Error()
		}
		return
	}
	accesses, ok := run.Accesses[n]
	if !ok {
		return // the worker was wrong, which is said elsewhere
	}
	x := run.Execution
	c.Race.Execution = &report.RaceMobExecution{
		Init: execution.InitOf(x.Init), Steps: execution.StepsOf(j.Core.Source, x.Moves[:accesses[1]+1]),
		Accesses: [2]int{accesses[0] + 1, accesses[1] + 1}, Cell: execution.CellOf(x.Init, x.Events[accesses[0]].Cell),
	}
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
