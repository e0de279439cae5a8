package research

import (
	"cmp"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/internal/crosscheck"
	"wobbly/report"
)

var _ = isStudy("crosscheck", "Compare one analysis with the exact search.",
	console.Of[crosscheckCmd],
	sweepOf[*crosscheck.Totals, crosscheckCmd]("crosscheck",
		"Compare one analysis with the exact search on random programs."))

type crosscheckCmd struct {
	Files []string `arg:"" name:"FILE" optional:"" help:"Programs; - is standard input."`
	console.JSONFlag
	console.PairFlag
	Unroll    *int   `help:"Run each loop at most K times whenever it is reached." placeholder:"K" group:"less"`
	MaxStates *int   `help:"Cut the search after N states; 0 for no limit. If omitted: ${maxstates}, or 40000 with --random." placeholder:"N"`
	Random    uint64 `help:"Compare on N random programs instead of files." placeholder:"N"`
	Seed      uint64 `help:"The seed of the first random program." default:"1" placeholder:"N" group:"less"`
	Small     bool   `help:"Generate small programs, which can nearly always be searched completely. Same as --drawing small."`
	console.GeneratorFlag
	console.AnalysisFlags
	console.WorkersFlag
}

// maxLeftOut is the percentage of pairs of methods that a run over random programs may leave out.
// If it leaves out more, it is inconclusive.
const maxLeftOut = 50

func (c *crosscheckCmd) Run(a *console.App) error {
	o, err := c.options()
	switch {
	case err != nil:
		return err
	case c.Random > 0 && (len(c.Files) > 0 || c.Pair != ""):
		return console.Usage("", "--random cannot be used with FILE or --pair")
	case c.Random == 0 && c.Drawing != "":
		return console.Usage("", "--drawing is for --random")
	}
	s := &sweep[*crosscheck.Totals, report.CrosscheckTotal]{again: c.Again()}
	s.about = func(uint64) any {
		return about(c, "Unroll", "MaxStates", "Random", "Seed", "Small", "Drawing", "Analysis",
			"Limit", "Literal", "Cap", "Strict")
	}
	s.workers, s.exit = c.WorkersFlag, exitOfCrosscheck
	s.print = func(t report.CrosscheckTotal) error {
		switch {
		case c.JSON && c.Random > 0:
			return report.CrosscheckJSON(a.Out, nil, t)
		case c.JSON || t.Programs == 0 && c.Random == 0:
			return nil // each file has its document
		}
		return a.Show(report.SummarizeCrosscheck(o.Analysis.Mode.Title(), t))
	}
	if c.Random == 0 {
		s.file = func() (report.CrosscheckTotal, error) { return c.files(a, o) }
		return s.run(a)
	}
	if s.programs, err = c.sweep(); err != nil {
		return err
	}
	s.shrink = func(f *compare.Failure) *il.Program {
		if f.What != nil {
			return f.Program
		}
		return crosscheck.Shrink(f, o)
	}
	s.document = func(t *crosscheck.Totals, faults []report.Fault) report.CrosscheckTotal {
		total := t.Document(o)
		total.Random = &report.CrosscheckRun{
			Seed: c.Seed, Programs: c.Random, Small: c.Small, Generator: c.Drawing,
			MaxStates: o.Search.MaxStates,
			Failures:  []report.CrosscheckFault{}, Interrupted: a.Interrupted(),
		}
		for _, f := range faults {
			reason := "analysis and oracle contradict each other"
			if f.What != nil {
				reason = f.What[0]
			}
			total.Random.Failures = append(total.Random.Failures, report.CrosscheckFault{
				Seed: f.Seed, Program: f.Program, Reason: reason, Repeat: f.Repeat,
			})
		}
		return total
	}
	return s.run(a)
}

// files compares the files one by one, prints what is found in each, and returns the sum.
func (c *crosscheckCmd) files(a *console.App,
	o crosscheck.Options) (report.CrosscheckTotal, error) {
	total := &crosscheck.Totals{}
	if len(c.Files) == 0 {
		return total.Document(o), console.Usage("See: wobbly help crosscheck",
			"expected FILE... or --random N")
	}
	for _, name := range c.Files {
		a.Fail(c.file(a, name, o, total))
		if a.Interrupted() {
			a.Fail(console.ErrInterrupted)
			break
		}
	}
	return total.Document(o), nil
}

// options turns the flags into options, or returns an error if they contradict one another.
func (c *crosscheckCmd) options() (crosscheck.Options, error) {
	search := console.SearchFlags{Unroll: c.Unroll, MaxStates: ask.MaxStates,
		MaxObjects: ask.MaxObjects, Workers: 1}
	if c.Random > 0 {
		search.MaxStates = 40_000
	}
	if c.MaxStates != nil {
		search.MaxStates = *c.MaxStates
	}
	if len(c.Files) > 0 {
		search.Workers = 0
	}
	o := crosscheck.Options{Limit: c.MaxListed()}
	s, err := search.Search()
	if err != nil {
		return o, err
	}
	o.Search = s.Options()
	x, err := c.Words("").Mode()
	if err != nil {
		return o, console.Failed(err)
	}
	o.Analysis = x.Summaries()
	return o, nil
}

// file compares one file, adds its counts to total, and prints its document.
func (c *crosscheckCmd) file(a *console.App, name string, o crosscheck.Options,
	total *crosscheck.Totals) error {
	core, err := a.Load(name, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	only, err := c.PairOf(core)
	if err != nil {
		return err
	}
	pairs, err := c.compare(a, core, only, o)
	if err != nil {
		return console.Failure{Exit: console.ExitInconclusive,
			Text: report.FileName(core.Source.Name) + ": " + err.Error()}
	}
	doc, t := crosscheck.Document(core, pairs, o)
	doc.Total.Interrupted = a.Interrupted()
	total.Plus(t)
	if c.JSON {
		return report.CrosscheckJSON(a.Out, doc, doc.Total)
	}
	return a.Show(doc)
}

// compare compares pair by pair, and shows the progress of each search.
func (c *crosscheckCmd) compare(a *console.App, core *il.Core, only *il.Pair,
	o crosscheck.Options) (all []crosscheck.Pair, err error) {
	pairs := core.PairsOf(only)
	for _, p := range pairs {
		if a.Interrupted() {
			return all, nil
		}
		w := a.WatchSearch(p)
		o.Search.Progress = w.Progress
		found, err := console.TryKept(a,
			func() ([]crosscheck.Pair, error) { return crosscheck.Program(a.Ctx, core, &p, o) })
		w.Done()
		switch {
		case err == ask.ErrInterrupted:
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// exitOfCrosscheck returns the exit for the counts. A missed race is not a finding, because RacerDX
// does not promise to find all races. Random programs may leave out maxLeftOut percent of pairs.
func exitOfCrosscheck(t report.CrosscheckTotal) console.Exit {
	switch {
	case t.Impossible+t.Refused > 0 || t.Random != nil && len(t.Random.Failures) > 0:
		return console.ExitViolated
	case t.Random == nil && t.Cut > 0 ||
		t.Random != nil && (t.Random.Interrupted || 100*t.Cut > maxLeftOut*t.Pairs):
		return console.ExitInconclusive
	default:
		return console.ExitNothing
	}
}

func (c *crosscheckCmd) sweep() (*compare.Sweep[*crosscheck.Totals], error) {
	o, err := c.options()
	if err != nil {
		return nil, err
	}
	name := cmp.Or(c.Drawing, gen.Generators()[0].Name)
	switch {
	case c.Small && c.Drawing != "":
		return nil, console.Usage("", "--small and --drawing cannot be used together")
	case c.Small:
		name = "small"
	}
	generator, err := console.GeneratorOf(name)
	return crosscheck.Sweep(compare.Draw{Generator: generator, Seed: c.Seed, Programs: c.Random},
		o), err
}

// Again returns the flags that a run over random programs depends on.
func (c *crosscheckCmd) Again() string {
	return console.Again(c, "Small", "Drawing", "Unroll", "MaxStates") + c.Words("").Flags(c.Strict)
}
