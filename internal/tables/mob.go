package main

import (
	"context"

	"wobbly/abstract/chord"
	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
)

// mob counts the candidates of RaceMob by verdict, and the cost of their validation.
type mob struct {
	Candidates               uint64
	CoEnabled, UnorderedOnly uint64 // true races: both threads next to them, or only by happens-before
	Ordered, Timeout         uint64 // likely false positives
	Unknown                  uint64
	Runs, Steps              uint64
	Monitored                uint64 // steps that a user's program has to report
	Steered, TimedOut        uint64 // runs that held a thread back, and those of them that did so in vain
}

func (m *mob) plus(o mob) {
	m.Candidates, m.CoEnabled, m.UnorderedOnly = m.Candidates+o.Candidates, m.CoEnabled+o.CoEnabled, m.UnorderedOnly+o.UnorderedOnly
	m.Ordered, m.Timeout, m.Unknown = m.Ordered+o.Ordered, m.Timeout+o.Timeout, m.Unknown+o.Unknown
	m.Runs, m.Steps, m.Monitored = m.Runs+o.Runs, m.Steps+o.Steps, m.Monitored+o.Monitored
	m.Steered, m.TimedOut = m.Steered+o.Steered, m.TimedOut+o.TimedOut
}

// add enters a candidate.
func (m *mob) add(l *racemob.List, n int, e racemob.Entry) {
	m.Candidates++
	switch {
	case e.Status() == racemob.TrueRace && meets(l, n):
		m.CoEnabled++
	case e.Status() == racemob.TrueRace:
		m.UnorderedOnly++
	case e.Cause == racemob.ByNoRace:
		m.Ordered++
	case e.Cause == racemob.ByTimeout:
		m.Timeout++
	default:
		m.Unknown++
	}
	m.Runs, m.Steps, m.Monitored = m.Runs+uint64(e.Runs), m.Steps+uint64(e.Steps), m.Monitored+uint64(e.Monitored)
	m.Steered, m.TimedOut = m.Steered+uint64(e.Steered), m.TimedOut+uint64(e.TimedOut)
}

// meets reports whether both threads reach the accesses of a true race together, in the run that
// is its evidence or in a continuation of it.
func meets(l *racemob.List, n int) bool {
	run, ok := l.Evidence(n)
	if !ok {
		return false
	}
	_, met := run.Meeting(n)
	return met
}

// raceMobFigures lets RaceMob validate, with its default policy, the candidates that Chord leaves
// of each pair of units of a program.
func raceMobFigures(ctx context.Context, core *il.Core, o analyzers.Options) *figures {
	f := &figures{Programs: 1, Statements: statements(core)}
	analysis, err := chord.New(core, chord.Options{K: o.Context})
	if err != nil {
		f.Cut = 1
		return f
	}
	var candidates []racemob.Candidate
	for _, p := range core.Pairs() {
		r, err := analysis.PairContext(ctx, p)
		if err != nil {
			f.Cut = 1
			continue
		}
		for s := range r.Pairs() {
			candidates = append(candidates, racemob.Candidate{Pair: p, Sites: s})
		}
	}
	policy := racemob.DefaultPolicy()
	policy.Seed, policy.Plain = o.Seed, false
	job, err := racemob.NewJob(core, candidates, policy)
	if err != nil {
		panic(err) // the policy is the usual one, and the candidates are of the program
	}
	list := racemob.DoAll(ctx, job, campaign.Local(1), nil)
	for n, e := range list.Entries {
		f.Mob.add(list, n, e)
		if e.Cut > 0 {
			f.Cut = 1
		}
	}
	return f
}
