package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"wobbly/dynamic/racemob"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/spell"
	"wobbly/report"
)

// racemobCmd is `wobbly racemob`.
type racemobCmd struct {
	Run racemobRunCmd `cmd:"" default:"withargs" help:"Validate the candidates of a program; also without the word run."`
}

// racemobRunCmd is `wobbly racemob run`, or `wobbly racemob` for short. Its
// workers are goroutines; those that need messages are for wobbly-hive.
type racemobRunCmd struct {
	racemobJob
	Processes bool    `hidden:""`
	NATS      *string `hidden:"" name:"nats"`
}

// Run implements the command.
func (c *racemobRunCmd) Run(a *app) error {
	const hint = "See: wobbly-hive help run"
	switch {
	case c.Processes:
		return usage(hint, "processes get their tasks by messages: wobbly-hive run --processes FILE")
	case c.NATS != nil:
		return usage(hint, "a message server is for wobbly-hive: wobbly-hive run --nats URL FILE, and wobbly-hive worker --nats URL")
	case c.Workers != nil && *c.Workers == 0:
		return usage(hint, "--workers 0 needs --nats, which is for wobbly-hive: nobody else does the runs")
	}
	return c.racemobJob.Run(a)
}

// racemobJob is what to validate, how, and by how many workers.
type racemobJob struct {
	File string `arg:"" name:"FILE" help:"The program; - is standard input."`
	jsonFlag
	pairFlag
	Candidates string `help:"Where the candidates are from: all pairs of accesses of one field with a write among them, or a static analysis (see wobbly analyzers)." default:"all" complete:"candidates" placeholder:"NAME"`
	policyFlags
	Literal string `help:"Follow a literal reading of the paper: both-orders takes accesses for a race that one user makes in both orders." placeholder:"NAME"`
	Limit   int    `help:"Take at most N candidates for a pair of units." default:"10000" placeholder:"N"`
	strictFlag
	workersFlag
}

// policyFlags say who makes runs, and how they are steered.
type policyFlags struct {
	Users    int    `help:"How many users each pair of units has; each has an initial state of its own." default:"30" placeholder:"N"`
	Runs     int    `help:"Make at most N runs for a candidate." default:"30" placeholder:"N"`
	Seed     uint64 `help:"Of initial states, choices and schedules." default:"1" placeholder:"N"`
	Timeout  int    `name:"timeout-steps" help:"Hold a thread back for N steps of the other one at most; 0 for no steering." default:"40" placeholder:"N"`
	RunSteps int    `help:"End a run after N steps." default:"10000" placeholder:"N"`
	Single   bool   `name:"alone" help:"Let a run look for the candidate only that it is made for."`
}

// bothOrders is the literal reading of Section 3.4.
const bothOrders = "both-orders"

// allPairs is the name of the candidates that no analysis has narrowed.
const allPairs = "all"

// candidateNames lists what --candidates can be.
func candidateNames() []string {
	names := []string{allPairs}
	for _, x := range analyzers.All() {
		if x.Kind == analyzers.Static {
			names = append(names, x.Name)
		}
	}
	return names
}

// Run has the job done, and prints the list.
func (c *racemobJob) Run(a *app) error {
	policy, err := c.policy()
	if err != nil {
		return err
	}
	if err := c.workersFlag.check(a); err != nil {
		return err
	}
	core, err := a.load(c.File, c.Strict, c.JSON)
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
	w := a.lasting("", "the first runs")
	list := racemob.DoAll(a.ctx, job, a.crew(c.workersFlag, w, "racemob "+report.FileName(core.Source.Name)), w.hive)
	w.Done()
	doc, wrong := c.document(a, list, cut)
	a.found(exitOfRaceMob(doc))
	return errors.Join(a.print(doc, c.JSON), wrong)
}

// document is the list as a document. The time to write it is up soon after an interrupt.
func (c *racemobJob) document(a *app, list *racemob.List, cut string) (*report.RaceMob, error) {
	defer a.working(c.File)()
	over, stop := late(a.ctx)
	defer stop()
	return racemobDocument(over, list, c.Candidates, cut)
}

// policy turns the flags into a policy.
func (c *racemobJob) policy() (racemob.Policy, error) {
	p := racemob.DefaultPolicy()
	switch {
	case c.Timeout < 0 || c.Limit < 0:
		return p, usage("", "--timeout-steps and --limit must not be negative")
	case c.Literal != "" && c.Literal != bothOrders:
		return p, usage("", "--literal must be %s, not %q", bothOrders, c.Literal)
	}
	p.Seed, p.Users, p.Runs, p.Single = c.Seed, c.Users, c.Runs, c.Single
	p.Timeouts, p.Limits.Steps, p.BothOrders = racemob.Timeouts(c.Timeout), c.RunSteps, c.Literal != ""
	if err := p.Check(); err != nil {
		return p, usage("See: wobbly help racemob run", "%s", err)
	}
	return p, nil
}

// candidates asks the analysis; cut says why there may be more.
func (c *racemobJob) candidates(a *app, core *il.Core) (all []racemob.Candidate, cut string, err error) {
	only, err := c.pair(core)
	if err != nil {
		return nil, "", err
	}
	defer a.working(c.File)()
	pairs := core.PairsOf(only)
	sites, err := c.source(a.ctx, core)
	if err != nil {
		return nil, "", err
	}
	for _, p := range pairs {
		x, ok := await(a, func() alleged { return sites(p) })
		switch {
		case !ok:
			return nil, "", errInterrupted
		case x.err != nil:
			return nil, "", failure{exit: exitInconclusive, text: report.FileName(core.Source.Name) + ": " + x.err.Error()}
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

// alleged is what an analysis says of one program of a file.
type alleged struct {
	sites []il.Sites
	cut   string // why there may be more; empty if there are not
	err   error
}

// source is where the candidates are from.
func (c *racemobJob) source(ctx context.Context, core *il.Core) (func(il.Pair) alleged, error) {
	if c.Candidates == allPairs {
		return func(p il.Pair) alleged {
			var x alleged
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
		names := candidateNames()
		return nil, usage(spell.Hint(c.Candidates, names, ""), "--candidates must be one of %s, not %q", strings.Join(names, ", "), c.Candidates)
	}
	o := analyzers.DefaultOptions()
	o.Limit = c.Limit
	run, err := x.Start(core, o)
	if err != nil {
		return nil, failure{exit: exitInconclusive, text: report.FileName(core.Source.Name) + ": " + err.Error()}
	}
	return func(p il.Pair) alleged {
		answer, err := run(ctx, p)
		x := alleged{cut: answer.Cut, err: err}
		for _, r := range answer.Reports {
			x.sites = append(x.sites, r.Sites)
		}
		return x
	}, nil
}

// exitOfRaceMob is the exit code that a list amounts to: 0 only where every
// candidate is likely to be none, and nothing was cut.
func exitOfRaceMob(d *report.RaceMob) exit {
	switch t := d.Total; {
	case t.Refused > 0:
		return exitViolated
	case d.Interrupted:
		return exitInconclusive
	case t.TrueRaces > 0:
		return exitFound
	case t.Unknown() > 0 || t.CutRuns > 0 || d.Cut != "":
		return exitInconclusive
	default:
		return exitNothing
	}
}

// hive says how far a job of crowdsourced validation has come.
func (w *watch) hive(p racemob.Stats) {
	w.say(func(since time.Duration) string {
		return fmt.Sprintf("%d runs, %.0f/s, round %d, %d of %d candidates decided; Ctrl+C keeps them", p.Done,
			float64(p.Done)/since.Seconds(), p.Rounds, p.Candidates-p.Open, p.Candidates)
	})
}
