package research

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
	"wobbly/internal/parallel"
	"wobbly/internal/spell"
	"wobbly/report"
	"wobbly/semantics/execution"
	"wobbly/witness"
	"wobbly/witness/check"
)

var _ = isStudy("racemob", "Confirm races in the runs of many simulated users (RaceMob).",
	console.Of[racemobCmd],
	Campaign{
		Name:    "run",
		Help:    "Confirm the races of a program in the runs of many simulated users (RaceMob).",
		Grammar: func() console.Runner { return new(RacemobJob) }, Kind: racemob.Kind(),
	})

type racemobCmd struct {
	Run racemobRunCmd `cmd:"" default:"withargs" help:"Confirm the candidates of a program. You can leave out the word run."`
}

// racemobRunCmd is `wobbly racemob run`, or `wobbly racemob` for short. Its workers are goroutines;
// wobbly-hive has workers in other processes.
type racemobRunCmd struct {
	RacemobJob
	Processes bool    `hidden:""`
	NATS      *string `hidden:"" name:"nats"`
}

func (c *racemobRunCmd) Run(a *console.App) error {
	const hint = "See: wobbly-hive help run"
	switch {
	case c.Processes:
		return console.Usage(hint,
			"use wobbly-hive for processes: wobbly-hive run --processes FILE")
	case c.NATS != nil:
		return console.Usage(hint,
			"use wobbly-hive for a message server: wobbly-hive run --nats URL FILE, and "+
				"wobbly-hive worker --nats URL")
	case c.Workers != nil && *c.Workers == 0:
		return console.Usage(hint, "--workers 0 is for wobbly-hive with --nats")
	}
	return c.RacemobJob.Run(a)
}

// RacemobJob has the flags that say which candidates to validate, how, and with how many workers.
type RacemobJob struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	console.JSONFlag
	console.PairFlag
	console.StartFlag
	Candidates string `help:"The candidates: all pairs of accesses to one field, at least one a write (all), or the reports of an analyzer." default:"all" complete:"candidates" placeholder:"NAME"`
	Users      int    `help:"The number of users for each pair of methods." default:"30" placeholder:"N"`
	Runs       int    `help:"Make at most N runs for a candidate." default:"30" placeholder:"N"`
	Seed       uint64 `help:"The seed of all random choices." default:"1" placeholder:"N" group:"less"`
	Timeout    int    `name:"timeout-steps" help:"Hold a thread back for at most N steps of the other thread; 0 to hold none back." default:"40" placeholder:"N" group:"less"`
	RunSteps   int    `help:"End a run after N steps." default:"10000" placeholder:"N" group:"less"`
	Single     bool   `name:"alone" help:"Look for one candidate in each run." group:"less"`
	Literal    string `help:"Read the paper literally: with both-orders, accesses race if one user makes them in both orders." placeholder:"NAME" group:"less"`
	Limit      int    `help:"Take at most N candidates for a pair of methods." default:"10000" placeholder:"N" group:"less"`
	console.StrictFlag
	console.WorkersFlag
}

// bothOrders is the literal reading of Section 3.4.
const bothOrders = "both-orders"

// AllPairs is the value of --candidates for all pairs of accesses that conflict, which need no
// analysis.
const AllPairs = "all"

// CandidateNames lists the values of --candidates.
func CandidateNames() []string {
	names := []string{AllPairs}
	for _, x := range analyzers.All() {
		if x.Kind == analyzers.Static {
			names = append(names, x.Name)
		}
	}
	return names
}

// Run runs the job and prints the list.
func (c *RacemobJob) Run(a *console.App) error {
	policy, err := c.policy()
	if err == nil {
		err = c.WorkersFlag.Check(a)
	}
	if err != nil {
		return err
	}
	core, err := a.Load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	candidates, cut, err := c.candidates(a, core)
	if err != nil {
		return err
	}
	job, err := racemob.NewJob(core, candidates, policy)
	if err != nil {
		return err
	}
	s := &study[*racemob.List, *report.RaceMob]{
		workers: c.WorkersFlag, title: "racemob " + report.FileName(core.Source.Name),
		first: "the first runs",
		exit:  exitOfRaceMob, print: func(d *report.RaceMob) error { return a.Print(d, c.JSON) },
	}
	s.count = func(
		runner campaign.Runner, progress func(*racemob.List, console.ProgressLine),
	) (*racemob.List, error) {
		return racemob.DoAll(a.Ctx, job, runner, func(p racemob.Stats) {
			progress(nil, func(since time.Duration) string {
				return fmt.Sprintf("%d runs, %.0f/s, round %d, %d of %d candidates decided; "+
					"Ctrl+C keeps them", p.Done,
					float64(p.Done)/since.Seconds(), p.Rounds, p.Candidates-p.Open, p.Candidates)
			})
		}), nil
	}
	s.doc = func(l *racemob.List) (*report.RaceMob, error) {
		defer a.Working(c.File)()
		grace, stop := console.Grace(a.Ctx)
		defer stop()
		return racemobDocument(grace, l, c.Candidates, cut)
	}
	return s.run(a)
}

// policy turns the flags into a policy, or returns an error if they contradict one another.
func (c *RacemobJob) policy() (racemob.Policy, error) {
	p := racemob.DefaultPolicy()
	switch {
	case c.Timeout < 0 || c.Limit < 0:
		return p, console.Usage("", "--timeout-steps and --limit must be 0 or more")
	case c.Literal != "" && c.Literal != bothOrders:
		return p, console.Usage("", "--literal must be %s, not %q", bothOrders, c.Literal)
	}
	p.Seed, p.Users, p.Runs, p.Single, p.Given = c.Seed, c.Users, c.Runs, c.Single, c.Given()
	p.Timeouts = racemob.Timeouts(c.Timeout)
	p.Limits.Steps = c.RunSteps
	p.BothOrders = c.Literal != ""
	if err := p.Check(); err != nil {
		return p, console.Usage("See: wobbly help racemob run", "%s", err)
	}
	return p, nil
}

// candidates finds the candidates in all pairs of methods that the flags choose. The string cut
// says why there may be more candidates. It is empty if there are none.
func (c *RacemobJob) candidates(
	a *console.App, core *il.Core,
) (all []racemob.Candidate, cut string, err error) {
	pairs, err := c.StartFlag.Pairs(a, core, c.Pair)
	if err != nil {
		return nil, "", err
	}
	defer a.Working(c.File)()
	sites, err := c.source(a.Ctx, core)
	if err != nil {
		return nil, "", err
	}
	for _, p := range pairs {
		x, ok := console.Await(a, func() candidateSites { return sites(p) })
		switch {
		case !ok:
			return nil, "", console.ErrInterrupted
		case x.err != nil:
			return nil, "", console.Failure{Exit: console.ExitInconclusive,
				Text: report.FileName(core.Source.Name) + ": " + x.err.Error()}
		}
		if x.cut != "" {
			cut = x.cut
		}
		for _, s := range x.sites {
			all = append(all, racemob.Candidate{Pair: p, Sites: s})
		}
	}
	return all, cut, nil
}

// candidateSites are the candidates of an analysis in one pair of methods.
type candidateSites struct {
	sites []il.Sites
	cut   string // why there may be more; empty if these are all
	err   error
}

func (c *RacemobJob) source(ctx context.Context,
	core *il.Core) (func(il.Pair) candidateSites, error) {
	if c.Candidates == AllPairs {
		return func(p il.Pair) candidateSites {
			var x candidateSites
			for s := range racemob.ConflictsOf(core, p).All() {
				if len(x.sites) == c.Limit {
					x.cut = "limit"
					break
				}
				x.sites = append(x.sites, s)
			}
			return x
		}, nil
	}
	x, ok := analyzers.Find(c.Candidates)
	if !ok || x.Kind != analyzers.Static {
		names := CandidateNames()
		return nil, console.Usage(spell.Hint(c.Candidates, names, ""),
			"--candidates must be one of %s, not %q", strings.Join(names, ", "), c.Candidates)
	}
	o := analyzers.DefaultOptions()
	o.Limit = c.Limit
	run, err := x.Start(core, o)
	if err != nil {
		return nil, console.Failure{Exit: console.ExitInconclusive,
			Text: report.FileName(core.Source.Name) + ": " + err.Error()}
	}
	return func(p il.Pair) candidateSites {
		answer, err := run(ctx, p)
		x := candidateSites{cut: answer.Cut, err: err}
		for _, r := range answer.Reports {
			x.sites = append(x.sites, r.Sites)
		}
		return x
	}, nil
}

// exitOfRaceMob returns the exit for a list: 0 only if every candidate is a likely false positive
// and nothing was cut.
func exitOfRaceMob(d *report.RaceMob) console.Exit {
	switch t := d.Total; {
	case t.Refused > 0:
		return console.ExitViolated
	case d.Interrupted:
		return console.ExitInconclusive
	case t.TrueRaces > 0:
		return console.ExitFound
	case t.Unknown() > 0 || t.CutRuns > 0 || d.Cut != "":
		return console.ExitInconclusive
	default:
		return console.ExitNothing
	}
}

// racemobDocument describes a list. It repeats the run that found each true race; the error names a
// race that its run does not show. If ctx ends before a run is repeated, its race counts as not
// validated, and the document as interrupted.
func racemobDocument(ctx context.Context, l *racemob.List, from,
	cut string) (*report.RaceMob, error) {
	core, policy := l.Job.Core, l.Job.Policy
	d := &report.RaceMob{
		File: core.Source.Name, Source: core.Source, From: from, Cut: cut, Interrupted: !l.Complete,
		Pairs: []report.RaceMobPair{},
		Policy: report.RaceMobPolicy{
			Seed: policy.Seed, Users: policy.Users, Runs: policy.Runs,
			Timeouts: append([]int{}, policy.Timeouts...),
			RunSteps: policy.Limits.Steps, Single: policy.Single, BothOrders: policy.BothOrders,
		},
	}
	w := mobWriter{l}
	evidence, wrong := w.repeatTrueRaces(ctx)
	var last il.Pair
	for n, e := range l.Entries {
		if e.Race != nil && evidence[n] == nil {
			e.Race, e.Cause, d.Interrupted = nil, racemob.ByNotValidated, true
		}
		if len(d.Pairs) == 0 || e.Pair != last {
			last = e.Pair
			d.Pairs = append(d.Pairs,
				report.RaceMobPair{Left: e.Pair.Left.Name, Right: e.Pair.Right.Name})
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

type mobWriter struct{ list *racemob.List }

// candidate describes an entry without its race.
func (w *mobWriter) candidate(e racemob.Entry) report.RaceMobCandidate {
	return report.RaceMobCandidate{
		Sites: report.SitesOf(w.list.Job.Core.Source, e.Sites),
		Verdict: [...]string{
			report.TrueRace, report.LikelyFalsePositive, report.UnknownCandidate,
		}[e.Status()],
		Cause: e.Cause.String(), Runs: e.Runs, TimedOut: e.TimedOut, Aliased: e.Aliased,
		HappensBefore: e.Plain,
		Results: report.RaceMobResults{
			Race: e.Verdicts[racemob.Race], NoRace: e.Verdicts[racemob.NoRace],
			Timeout: e.Verdicts[racemob.Timeout], NotSeen: e.Verdicts[racemob.NotSeen],
		},
	}
}

// mobEvidence is the repeated run of a true race.
type mobEvidence struct {
	race    *report.RaceMobRace
	witness *witness.Witness
	refused string // why the checker refuses the witness
}

// repeatTrueRaces repeats the runs of true races, on all cores, until ctx ends. The result is
// indexed by candidate. The error is about the first candidate whose run does not show what a
// worker reported.
func (w *mobWriter) repeatTrueRaces(ctx context.Context) (all []*mobEvidence, wrong error) {
	all = make([]*mobEvidence, len(w.list.Entries))
	runs, unlike := w.list.Shared(), make([]bool, len(all))
	checkers := parallel.Own[*check.Checker]{Make: func() *check.Checker {
		return check.New(w.list.Job.Core)
	}}
	var lock sync.Mutex // guards all and unlike, which do not change after ctx has ended
	ask.Begin(func() {
		parallel.Each(parallel.Workers(len(runs), 1), len(runs), func(_, i int) {
			if ctx.Err() != nil {
				return // before the run is done
			}
			checkers.With(func(c *check.Checker) {
				for n, x := range w.list.Again(runs[i]) {
					e := w.evidence(n, x.Run, c)
					lock.Lock()
					if ctx.Err() == nil {
						all[n], unlike[n] = e, !x.Same
					}
					lock.Unlock()
				}
			})
		})
	}).Within(ctx.Done())
	lock.Lock()
	defer lock.Unlock()
	if n := slices.Index(unlike, true); n >= 0 {
		c := w.candidate(w.list.Entries[n])
		wrong = console.Failure{
			Exit: console.ExitViolated,
			Text: fmt.Sprintf("a worker reports a race at %s and %s that its run does not show",
				c.Left, c.Right),
			Hint: "Do all workers run this version of wobbly?",
		}
	}
	return all, wrong
}

// evidence describes the race of candidate n in its repeated run.
func (w *mobWriter) evidence(n int, run *racemob.Run, checker *check.Checker) *mobEvidence {
	j := w.list.Job
	e := &mobEvidence{race: &report.RaceMobRace{
		Unordered: run.Observation(n).Unordered, User: j.User(run.Task) + 1, Steered: run.Steered,
		Own:   run.Candidate == n,
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
		return e // the worker was wrong, which is reported elsewhere
	}
	x := run.Execution
	e.race.Execution = &report.RaceMobExecution{
		Init:     execution.InitOf(x.Init),
		Steps:    execution.StepsOf(j.Core.Source, x.Moves[:accesses[1]+1]),
		Accesses: [2]int{accesses[0] + 1, accesses[1] + 1},
		Cell:     execution.CellOf(x.Init, x.Events[accesses[0]].Cell),
	}
	return e
}

func countMob(t *report.RaceMobTotal, e racemob.Entry, c *report.RaceMobCandidate) {
	t.Candidates++
	t.Runs += e.Runs
	t.Steps += uint64(e.Steps)
	t.CutRuns += e.Cut
	countIf := func(n *int, isOne bool) {
		if isOne {
			*n++
		}
	}
	isTrue := e.Status() == racemob.TrueRace
	countIf(&t.TrueRaces, isTrue)
	countIf(&t.CoEnabled, c.Race != nil && c.Race.CoEnabled && c.Refused == "")
	countIf(&t.UnorderedOnly, c.Race != nil && !c.Race.CoEnabled)
	countIf(&t.BothOrders, e.Cause == racemob.ByBothOrders)
	countIf(&t.Steered, c.Race != nil && c.Race.Steered)
	countIf(&t.NoRace, e.Cause == racemob.ByNoRace)
	countIf(&t.Timeout, e.Cause == racemob.ByTimeout)
	countIf(&t.NotAliasing, e.Cause == racemob.ByNotAliasing)
	countIf(&t.Context, e.Cause == racemob.ByContext)
	countIf(&t.NotValidated, e.Cause == racemob.ByNotValidated)
	countIf(&t.HappensBefore, e.Plain)
	countIf(&t.OnlyRaceMob, isTrue && !e.Plain)
	countIf(&t.Refused, c.Refused != "")
	if isTrue {
		t.MostRuns = max(t.MostRuns, e.Runs)
	}
}
