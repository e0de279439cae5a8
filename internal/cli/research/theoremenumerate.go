package research

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"wobbly/il/enum"
	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

var _ = isCampaign(Campaign{
	Name: "theorem enumerate", Help: "",
	Grammar: func() console.Runner { return new(theoremEnumerateCmd) },
	Kind:    campaign.KindOf(engine.EnumerateKind, aboutEnumeration.worker),
})

type theoremEnumerateCmd struct {
	Names []string `arg:"" optional:"" name:"NAME" complete:"statements" help:"Statements to check. If omitted: witness."`
	universeFlags
	Shard string `help:"Check only part I of N." default:"1/1" placeholder:"I/N" group:"less"`
	State string `help:"Keep the progress in this file, so that the run can be continued." placeholder:"FILE" group:"less"`
	console.WorkersFlag
	console.JSONFlag
}

type universeFlags struct {
	Size       int  `help:"Check programs of up to N statements, including methods." default:"2" placeholder:"N"`
	Least      int  `help:"Leave out programs of fewer than N statements." default:"0" placeholder:"N" group:"less"`
	Path       int  `help:"The largest number of fields in an expression." default:"2" placeholder:"N" group:"less"`
	Arity      int  `help:"The largest number of parameters of a method." default:"2" placeholder:"N" group:"less"`
	Fields     int  `help:"The largest number of fields in a program; 0 for no limit." default:"0" placeholder:"N" group:"less"`
	Formals    int  `help:"The largest number of parameters of a block; 0 for no limit." default:"0" placeholder:"N" group:"less"`
	Locals     int  `help:"The largest number of locals of a method or block; 0 for no limit." default:"0" placeholder:"N" group:"less"`
	NoLocks    bool `help:"Leave out lock() and unlock()." group:"less"`
	NoBranches bool `help:"Leave out if." group:"less"`
	NoLoops    bool `help:"Leave out while." group:"less"`
	NoCalls    bool `help:"Leave out calls and methods." group:"less"`
}

func (c *theoremEnumerateCmd) Run(a *console.App) error {
	e, err := c.enumeration()
	if err != nil {
		return err
	}
	s := &study[*engine.Enumerated, *report.TheoremEnumerate]{
		workers: c.WorkersFlag, title: "theorem enumerate", first: "the first programs",
		state: c.State, flags: c.flags(e),
		exit:  exitOfEnumeration,
		print: func(d *report.TheoremEnumerate) error { return a.Print(d, c.JSON) },
	}
	s.begin = func(x *engine.Enumerated) error { e.From = x; return nil }
	s.count = func(
		runner campaign.Runner, progress func(*engine.Enumerated, console.ProgressLine),
	) (*engine.Enumerated, error) {
		e.Runner, e.About = runner, c.about(e)
		e.Progress = func(x *engine.Enumerated) { progress(x, enumerationProgress(x)) }
		x, err := e.Run(a.Ctx)
		if err != nil {
			return nil, console.Usage("", "%s", err)
		}
		return x, nil
	}
	s.doc = func(x *engine.Enumerated) (*report.TheoremEnumerate, error) {
		d := c.document(e, x)
		d.Interrupted = a.Interrupted()
		return d, nil
	}
	return s.run(a)
}

// enumeration turns the flags into a description of the run.
func (c *theoremEnumerateCmd) enumeration() (*engine.Enumeration, error) {
	names := c.Names
	if len(names) == 0 {
		names = []string{"witness"}
	}
	chosen, err := ask.ChooseStatements(theorem.Statements(), names)
	if err != nil {
		return nil, console.Failed(err)
	}
	shard, err := parseShard(c.Shard)
	if err != nil {
		return nil, err
	}
	return &engine.Enumeration{
		Universe: enum.Options{
			Least: c.Least, Size: c.Size, Path: c.Path, Arity: c.Arity,
			Fields: c.Fields, Formals: c.Formals, Locals: c.Locals,
			NoLocks: c.NoLocks, NoBranches: c.NoBranches, NoLoops: c.NoLoops, NoCalls: c.NoCalls,
		},
		Shard: shard, Statements: chosen,
	}, nil
}

// flags returns the flags on which the progress in a state file depends.
func (c *theoremEnumerateCmd) flags(e *engine.Enumeration) string {
	names := slice.Map(e.Statements, func(s *engine.Statement) string { return s.Name })
	return strings.Join(names, " ") + console.Again(c, "Size", "Least", "Path", "Arity", "Fields",
		"Formals", "Locals", "NoLocks", "NoBranches", "NoLoops", "NoCalls", "Shard")
}

// about returns what remote workers need, including where the run continues from.
func (c *theoremEnumerateCmd) about(e *engine.Enumeration) aboutEnumeration {
	names := slice.Map(e.Statements, func(s *engine.Statement) string { return s.Name })
	x := aboutEnumeration{theoremEnumerateCmd{Names: names, universeFlags: c.universeFlags,
		Shard: c.Shard}, nil}
	if e.From != nil {
		x.From = slice.Map(e.From.Parts, func(p engine.Part) enum.Cursor { return p.Cursor })
	}
	return x
}

// aboutEnumeration describes an enumeration in a message to a worker, as JSON.
type aboutEnumeration struct {
	Flags theoremEnumerateCmd
	From  []enum.Cursor // where each part continues; nil at the beginning
}

func (x aboutEnumeration) worker() (*campaign.Job[engine.Stretch, *engine.Part], error) {
	e, err := x.Flags.enumeration()
	if err != nil {
		return nil, err
	}
	return e.Worker(), nil
}

func parseShard(text string) (enum.Shard, error) {
	i, n, ok := strings.Cut(text, "/")
	k, err := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	if !ok || err != nil || err2 != nil || k < 1 || of < k {
		return enum.Shard{}, console.Usage("For part 2 of 5: --shard 2/5.",
			"--shard must be I/N, not %s", text)
	}
	return enum.Shard{Index: k - 1, Of: of}, nil
}

func (c *theoremEnumerateCmd) document(e *engine.Enumeration,
	x *engine.Enumerated) *report.TheoremEnumerate {
	d := &report.TheoremEnumerate{
		Universe: x.Universe, Complete: x.Complete,
		Shard:    fmt.Sprintf("%d/%d", e.Shard.Index+1, max(1, e.Shard.Of)),
		Programs: x.Programs(), Results: []report.EnumeratedResult{}, State: c.State,
	}
	for _, s := range e.Statements {
		v := x.Result(s.Name)
		d.Results = append(d.Results, report.EnumeratedResult{
			Statement: s.Name, Holds: v[engine.Holds], NotMet: v[engine.NotMet],
			Bounded: v[engine.Bounded], Refuted: v[engine.Refuted],
		})
	}
	if f := x.Failure(); f != nil {
		d.Failure = &report.EnumeratedFailure{
			Statement: f.Statement, Position: string(f.Cursor), Program: f.Program,
			Instance: f.Instance, Why: f.Why,
		}
	}
	return d
}

func exitOfEnumeration(d *report.TheoremEnumerate) console.Exit {
	bounded := false
	for _, r := range d.Results {
		bounded = bounded || r.Bounded > 0
	}
	switch {
	case d.Failure != nil:
		return console.ExitViolated
	case !d.Complete || bounded:
		return console.ExitInconclusive
	default:
		return console.ExitNothing
	}
}

// enumerationProgress returns the line with the progress of an enumeration.
func enumerationProgress(x *engine.Enumerated) console.ProgressLine {
	return func(since time.Duration) string {
		var sum uint64
		largest := 0
		for size, n := range x.Programs() {
			sum += n
			if n > 0 {
				largest = size
			}
		}
		return fmt.Sprintf("%d programs, now of %d statements, %.0f/s; Ctrl+C keeps them", sum,
			largest, float64(sum)/since.Seconds())
	}
}
