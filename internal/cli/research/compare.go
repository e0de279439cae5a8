package research

import (
	"fmt"
	"time"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/report"
)

var _ = isStudy("compare", "Compare all analyzers with the exact search.", console.Of[compareCmd],
	sweepOf[*compare.Totals, compareCmd]("compare",
		"Compare all analyzers with the exact search on random programs."))

type compareCmd struct {
	Files []string `arg:"" name:"FILE" optional:"" help:"Programs; - is standard input."`
	console.JSONFlag
	CSV       bool     `name:"csv" help:"Print CSV: the candidates of files, or the scores on random programs."`
	All       bool     `help:"Show all analyzers, and all candidates, even if they are neither real nor reported."`
	Examples  bool     `help:"Compare on the shipped examples."`
	Random    uint64   `help:"Compare on N random programs." placeholder:"N"`
	Drawing   []string `help:"The generators of random programs: ${drawings}; or all of them, with N programs each." default:"default" complete:"drawings" placeholder:"NAME,..."`
	State     string   `help:"Keep the counts in this file, so that the run can be continued." placeholder:"FILE" group:"less"`
	Analyzers []string `help:"Run only these analyzers and the exact searches." complete:"analyzers" placeholder:"NAME,..."`
	console.PairFlag
	console.StartFlag
	Seed      uint64   `help:"The seed of random programs and executions." default:"1" placeholder:"N" group:"less"`
	Runs      int      `help:"The number of executions that dynamic detectors watch for each pair of methods." default:"20" placeholder:"N" group:"less"`
	Missing   []string `help:"For rdit: the methods that are not recorded." placeholder:"NAME,..." group:"less"`
	Share     float64  `help:"For rdit without --missing: the share of methods that are not recorded." default:"0.5" placeholder:"X" group:"less"`
	Context   int      `help:"For Chord: the k of its object sensitivity." default:"1" placeholder:"K" group:"less"`
	MaxStates *int     `help:"Cut the exact searches after N states; 0 for no limit. If omitted: ${maxstates}, or 20000 with --random." placeholder:"N"`
	Limit     int      `help:"Take at most N reports of an analysis for a pair of methods." default:"10000" placeholder:"N" group:"less"`
	Time      bool     `help:"Show how long each analyzer took." group:"less"`
	console.StrictFlag
	console.WorkersFlag
}

func (c *compareCmd) Run(a *console.App) error {
	o, err := c.options()
	switch {
	case err != nil:
		return err
	case c.State != "" && (c.Random == 0 || c.Time):
		return console.Usage("", "--state is for --random, without --time")
	case c.Time && a.Elsewhere != nil:
		return console.Usage("", "--time is for one process: wobbly compare")
	case c.Random > 0 && (len(c.Files) > 0 || c.Examples || c.Pair != ""):
		return console.Usage("", "--random cannot be used with FILE, --examples or --pair")
	case c.Given() && len(c.Files) != 1:
		return console.Usage("", "--init given is for one FILE with an init block")
	case c.Random > 0:
		return c.random(a, o)
	}
	s := &sweep[*compare.Totals, *report.Compare]{}
	// files has found it
	s.workers, s.exit = c.WorkersFlag, func(*report.Compare) console.Exit {
		return console.ExitNothing
	}
	s.file = func() (*report.Compare, error) { return c.files(a, o) }
	s.print = func(d *report.Compare) error { return c.print(a, []*report.Compare{d}) }
	return s.run(a)
}

func (c *compareCmd) random(a *console.App, o compare.Options) error {
	generators, err := c.generators()
	if err != nil {
		return err
	}
	var docs []*report.Compare
	sum := compare.NewTotals()
	for _, generator := range generators {
		s := &sweep[*compare.Totals, *report.Compare]{again: c.Again(),
			generator: " --drawing " + generator.Name}
		s.workers, s.exit, s.state = c.WorkersFlag, exitOfComparison, c.State
		s.programs = compare.Draw{Generator: generator, Seed: c.Seed, Programs: c.Random}.Sweep(o)
		s.about = func(begun uint64) any { // a job that starts elsewhere is another job
			x := about(c, "Seed", "Runs", "Share", "Context", "MaxStates", "Limit",
				"Analyzers", "Random")
			x.Drawing, x.Seed = []string{generator.Name}, x.Seed+begun
			return x
		}
		s.shrink = func(f *compare.Failure) *il.Program { return f.Shrink(o) }
		s.document = func(t *compare.Totals, faults []report.Fault) *report.Compare {
			sum.Plus(t)
			doc := &report.Compare{Files: []report.CompareFile{}, Total: t.Document(o)}
			doc.Total.Random = &report.CompareRun{
				Generator: generator.Name, About: generator.Doc, Seed: c.Seed, Programs: c.Random,
				MaxStates: o.Analysis.Search.MaxStates,
				Failures:  faults, Interrupted: a.Interrupted(),
			}
			return doc
		}
		doc, ok, err := s.complete(a).makeDocument(a)
		if !ok || err != nil {
			return err
		}
		if docs = append(docs, doc); a.Interrupted() {
			break
		}
	}
	if !c.JSON || len(generators) == 1 {
		return c.print(a, docs)
	}
	all := &report.Compare{Files: []report.CompareFile{}, Total: sum.Document(o)}
	all.Total.Interrupted = a.Interrupted()
	for _, d := range docs {
		all.Generators = append(all.Generators, d.Total)
	}
	return report.JSON(a.Out, all)
}

// exitOfComparison returns the exit for random programs of one generator.
func exitOfComparison(d *report.Compare) console.Exit {
	switch t := &d.Total; {
	case len(t.Random.Failures) > 0:
		return console.ExitViolated
	case t.Random.Interrupted || 100*t.LeftOut > maxLeftOut*t.Pairs:
		return console.ExitInconclusive
	default:
		return console.ExitNothing
	}
}

func (c *compareCmd) generators() (all []gen.Generator, err error) {
	for _, name := range c.Drawing {
		if name == "all" {
			return gen.Generators(), nil
		}
		d, err := console.GeneratorOf(name)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// sweep compares on the programs of one generator. Workers elsewhere run it.
func (c *compareCmd) sweep() (*compare.Sweep[*compare.Totals], error) {
	o, err := c.options()
	if err != nil {
		return nil, err
	}
	generators, err := c.generators()
	if err == nil && len(generators) != 1 {
		err = console.Usage("", "a worker uses one generator")
	}
	if err != nil {
		return nil, err
	}
	return compare.Draw{Generator: generators[0], Seed: c.Seed, Programs: c.Random}.Sweep(o), nil
}

// Again returns the flags that a run over random programs depends on.
func (c *compareCmd) Again() string {
	return console.Again(c, "MaxStates", "Runs", "Context", "Share", "Limit", "Analyzers")
}

func (c *compareCmd) options() (compare.Options, error) {
	o := compare.Options{Analysis: analyzers.DefaultOptions()}
	switch {
	case c.JSON && c.CSV:
		return o, console.Usage("", "--json and --csv cannot be used together")
	case len(c.Missing) > 0 && c.Random > 0:
		return o, console.Usage("For random programs, use --share.", "--missing is for files")
	case c.Runs < 1:
		return o, console.Usage("", "--runs must be at least 1")
	case c.Limit < 0 || c.Context < 0 || !(c.Share >= 0 && c.Share <= 1) ||
		c.MaxStates != nil && *c.MaxStates < 0:
		return o, console.Usage("",
			"--limit, --context and --max-states must be 0 or more, and --share between 0 and 1")
	}
	x := &o.Analysis
	x.Seed = c.Seed
	x.Executions = c.Runs
	x.Missing = c.Missing
	x.Share = c.Share
	x.Context = c.Context
	x.Limit = c.Limit
	x.Given = c.Given()
	if c.Random == 0 {
		x.Search.MaxStates = ask.MaxStates
	}
	if c.MaxStates != nil {
		x.Search.MaxStates = *c.MaxStates
	}
	if c.Time {
		begun := time.Now()
		o.Clock = func() int64 { return int64(time.Since(begun)) }
	}
	var err error
	o.Analyzers, err = ask.Columns(c.Analyzers)
	return o, console.Failed(err)
}

// files compares on files and examples, and records the exit.
func (c *compareCmd) files(a *console.App, o compare.Options) (*report.Compare, error) {
	if len(c.Files) == 0 && !c.Examples {
		return nil, console.Usage("See: wobbly help compare",
			"expected FILE..., --examples or --random N")
	}
	var answers console.Counter
	o.Progress, o.Background = answers.Next, ask.Grace(console.Grace).Do
	all := ask.NewComparing(o)
	each := func(core *il.Core, only *il.Pair) {
		answers.Done.Store(0)
		answers.All.Store(int64(len(core.PairsOf(only)) * len(o.Analyzers)))
		defer a.Watch("").Steadily(answers.Of(report.FileName(core.Source.Name),
			"answers of analyzers"))()
		all.Add(a.Ctx, core, only)
	}
	for _, name := range c.Files {
		core, err := a.Load(name, c.Strict, c.JSON)
		if err != nil {
			a.Fail(err)
			continue
		}
		only, err := c.PairOf(core)
		if err == nil {
			err = missingExist(core, c.Missing)
		}
		if err == nil && c.Given() {
			err = c.fits(a, core, only)
		}
		if err != nil {
			return nil, err
		}
		if each(core, only); a.Interrupted() {
			break
		}
	}
	if c.Examples {
		for _, x := range examples.All() {
			if core, err := console.Shipped("examples/"+x.Name, x.Text); err == nil &&
				!a.Interrupted() {
				each(core, nil)
			}
		}
	}
	doc, e := all.Document(a.Interrupted())
	a.Found(console.Exit(e))
	return doc, nil
}

// fits returns an error if the init block does not fit all pairs of units.
func (c *compareCmd) fits(a *console.App, core *il.Core, only *il.Pair) error {
	pairs, err := c.StartFlag.Pairs(a, core, c.Pair)
	if err == nil && len(pairs) < len(core.PairsOf(only)) {
		err = console.Usage("Choose a pair with --pair m,n.",
			"the init block does not fit all pairs of methods")
	}
	return err
}

// specialists are the analyzers that text shows only with --all or --analyzers: variants of others,
// and published detectors that have a repaired variant.
var specialists = map[string]bool{
	"racerdx-sum": true, "nowb": true, "meet": true, "flow": true, "bounded-0": true,
	"bounded-2": true,
	"bounded-3": true, "rdit-published": true, "rdit-max": true, "shb-published": true,
	"racemob-plain": true, "racemob-coenabled": true,
}

// shown reports whether text shows an analyzer.
func (c *compareCmd) shown(analyzer string) bool {
	return c.All || len(c.Analyzers) > 0 || !specialists[analyzer]
}

// print writes the documents in the format that the flags name.
func (c *compareCmd) print(a *console.App, docs []*report.Compare) error {
	if c.CSV && a.Interrupted() {
		a.Fail(console.ErrInterrupted) // the CSV cannot say it
	}
	for n, d := range docs {
		var err error
		switch {
		case d.Total.Programs == 0 && d.Total.Random == nil && !d.Total.Interrupted:
			// No file could be read: the errors have been printed, and there is nothing to count.
		case c.JSON:
			err = report.JSON(a.Out, d)
		case c.CSV:
			err = report.CompareCSV(a.Out, d, n == 0)
		default:
			if n > 0 {
				fmt.Fprintln(a.Text())
			}
			err = a.Show(report.CompareText(d, c.shown, c.All))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
