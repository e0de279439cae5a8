package main

import (
	"context"
	"slices"

	"wobbly/abstract/chord"
	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
	"wobbly/internal/compare"
)

// figures are the counts behind the tables of the papers, for one program or for many. An alarm
// is an unordered pair of accesses of a file, counted once. A report is of a pair of units, two
// paths and two lock levels, and is not deduplicated.
type figures struct {
	Programs, Statements uint64

	Reports [2]uint64 // of RacerD and of RacerDX, neither deduplicated
	Paths   [2]uint64 // distinct ones in them
	Lost    judged    // reports of RacerD that RacerDX does not make

	RacerD, Chord judged
	ChordLines    uint64 // of Chord's alarms
	CommonLines   uint64 // of these, in an alarm of RacerD too
	Stages        [5]uint64

	Mob mob // set by raceMobFigures only

	Cut uint64 // programs of which some answer is not complete
}

// judged counts what is real, what is not, and what no exact search decided.
type judged struct{ Real, False, Unknown uint64 }

func (j judged) all() uint64 { return j.Real + j.False + j.Unknown }

func (j *judged) add(v compare.Verdict) {
	switch v {
	case compare.Real:
		j.Real++
	case compare.Unreal:
		j.False++
	default:
		j.Unknown++
	}
}

func (j *judged) plus(o judged) {
	j.Real, j.False, j.Unknown = j.Real+o.Real, j.False+o.False, j.Unknown+o.Unknown
}

func (f *figures) plus(o *figures) {
	f.Programs, f.Statements, f.Cut = f.Programs+o.Programs, f.Statements+o.Statements, f.Cut+o.Cut
	for i := range f.Reports {
		f.Reports[i], f.Paths[i] = f.Reports[i]+o.Reports[i], f.Paths[i]+o.Paths[i]
	}
	f.Lost.plus(o.Lost)
	f.RacerD.plus(o.RacerD)
	f.Chord.plus(o.Chord)
	f.ChordLines, f.CommonLines = f.ChordLines+o.ChordLines, f.CommonLines+o.CommonLines
	for i := range f.Stages {
		f.Stages[i] += o.Stages[i]
	}
	f.Mob.plus(o.Mob)
}

// figured are the analyzers that figures need, in the order of the constants.
var figured = []string{"racerd", "racerdx", "chord", "oracle"}

const (
	ofRacerD = iota
	ofRacerDX
	ofChord
)

// comparisonFigures counts the reports of RacerD, RacerDX and Chord on a program.
func comparisonFigures(ctx context.Context, core *il.Core, o analyzers.Options) *figures {
	options := compare.Options{Analysis: o}
	for _, name := range figured {
		a, _ := analyzers.Find(name)
		options.Analyzers = append(options.Analyzers, a)
	}
	pairs := compare.EachPair(ctx, core, nil, options)
	c := counter{figures: &figures{Programs: 1}, alarms: map[il.Sites]*alarm{}}
	c.Statements = statements(core)
	for i := range pairs {
		p := &pairs[i]
		for k := range p.Rows {
			r := &p.Rows[k]
			truth := r.Truth[analyzers.Coenabled]
			c.alarm(r, truth)
			for i := range c.Reports {
				c.Reports[i] += uint64(len(r.Reports[i]))
				for _, report := range r.Reports[i] {
					for _, side := range report.Held {
						if c.paths[i] == nil {
							c.paths[i] = map[string]bool{}
						}
						c.paths[i][side.Path] = true
					}
				}
			}
			for _, report := range r.Reports[ofRacerD] {
				if !slices.ContainsFunc(r.Reports[ofRacerDX], func(x analyzers.Report) bool { return *x.Held == *report.Held }) {
					c.Lost.add(truth)
				}
			}
		}
	}
	c.finish(core, pairs)
	return c.figures
}

// statements returns the number of core statements of a file.
func statements(core *il.Core) (n uint64) {
	for _, u := range core.Units {
		il.Walk(u.Body, func(il.Stmt) { n++ })
	}
	return n
}

// A counter collects the figures of one program.
type counter struct {
	*figures
	alarms map[il.Sites]*alarm // by sites, the lesser first
	paths  [2]map[string]bool
}

// alarm is an unordered pair of accesses of a file.
type alarm struct {
	by    [3]bool         // the analyzers of figured that report it in some pair of units
	truth compare.Verdict // over all pairs of units: real before undecided before unreal
}

// alarm enters a row under its unordered pair of accesses.
func (c *counter) alarm(r *compare.Row, truth compare.Verdict) {
	s := r.Sites
	if s[0].Compare(s[1]) > 0 {
		s[0], s[1] = s[1], s[0]
	}
	a := c.alarms[s]
	if a == nil {
		a = &alarm{truth: compare.Unreal}
		c.alarms[s] = a
	}
	for i := range a.by {
		a.by[i] = a.by[i] || r.Has(i)
	}
	if truth == compare.Real || truth == compare.Undecided && a.truth == compare.Unreal {
		a.truth = truth
	}
}

// finish counts what is of the whole program.
func (c *counter) finish(core *il.Core, pairs []compare.Pair) {
	lines := [3]map[int]bool{{}, {}, {}}
	for s, a := range c.alarms {
		if a.truth == compare.Unreal && slices.ContainsFunc(pairs, func(p compare.Pair) bool {
			return p.Rest[analyzers.Coenabled] == compare.Undecided && (p.Candidates.Has(s) || p.Candidates.Has(il.Sites{s[1], s[0]}))
		}) {
			a.truth = compare.Undecided
		}
		for i, to := range map[int]*judged{ofRacerD: &c.RacerD, ofChord: &c.Chord} {
			if a.by[i] {
				to.add(a.truth)
				for _, site := range s {
					lines[i][core.Source.Position(site.At).Line] = true
				}
			}
		}
	}
	for line := range lines[ofChord] {
		c.ChordLines++
		if lines[ofRacerD][line] {
			c.CommonLines++
		}
	}
	for i := range c.Paths {
		c.Paths[i] = uint64(len(c.paths[i]))
	}
	for i := range pairs {
		if !pairs[i].Complete() {
			c.Cut = 1
		}
	}
	if len(pairs) > 0 && pairs[0].Answers[ofChord].Stages != nil {
		for k, s := range pairs[0].Answers[ofChord].Stages() { // of all pairs
			c.Stages[k] = s.Pairs
		}
	}
}

// stageNames returns the names of the columns of figures.Stages.
func stageNames() (names []string) {
	for _, s := range chord.AllStages() {
		names = append(names, s.String())
	}
	return names
}

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
