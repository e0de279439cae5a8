package cli

import (
	"cmp"
	"fmt"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/internal/compare"
	"wobbly/internal/crosscheck"
	"wobbly/report"
)

// crosscheckCmd is `wobbly crosscheck`.
type crosscheckCmd struct {
	Files []string `arg:"" name:"FILE" optional:"" help:"Programs; - is standard input."`
	jsonFlag
	pairFlag
	Unroll    *int   `help:"Let the oracle enter each loop at most K times each time it is reached." placeholder:"K"`
	MaxStates *int   `help:"Cut the oracle at N states; 0 for no limit. Left out: ${maxstates}, or 40000 with --random." placeholder:"N"`
	Random    uint64 `help:"Compare N random programs instead of files." placeholder:"N"`
	Seed      uint64 `help:"Of the first random program; the next ones follow." default:"1" placeholder:"N"`
	Small     bool   `help:"Draw smaller random programs, of which nearly all are searched completely: --drawing small."`
	drawingFlag
	analysisFlags
	workersFlag
}

// maxLeftOut is the share of pairs, in percent, that a random run may leave
// out and still count as an answer.
const maxLeftOut = 50

// Run implements the command.
func (c *crosscheckCmd) Run(a *app) error {
	o, err := c.options()
	if err == nil {
		err = c.workersFlag.random(a, c.Random)
	}
	switch {
	case err != nil:
		return err
	case c.Random > 0 && (len(c.Files) > 0 || c.Pair != ""):
		return usage("", "--random compares no files and no --pair of them")
	case c.Random == 0 && c.Drawing != "":
		return usage("", "--drawing is for --random")
	case c.Random > 0:
		return c.random(a, o)
	case len(c.Files) == 0:
		return usage("See: wobbly help crosscheck", "expected FILE... or --random N")
	}
	total := &crosscheck.Totals{}
	for _, name := range c.Files {
		a.fail(c.file(a, name, o, total))
		if a.interrupted() {
			a.fail(errInterrupted)
			break
		}
	}
	if c.JSON || total.Programs == 0 {
		return nil
	}
	return a.show(report.SummarizeCrosscheck(o.Analysis.Mode.Title(), total.Document(o)))
}

// options turns the flags into options of a comparison.
func (c *crosscheckCmd) options() (crosscheck.Options, error) {
	search := searchFlags{Unroll: c.Unroll, MaxStates: ask.MaxStates, MaxObjects: ask.MaxObjects, Workers: 1}
	if c.Random > 0 {
		search.MaxStates = 40_000
	}
	if c.MaxStates != nil {
		search.MaxStates = *c.MaxStates
	}
	if len(c.Files) > 0 {
		search.Workers = 0
	}
	o := crosscheck.Options{Limit: c.limit()}
	s, err := search.search()
	if err != nil {
		return o, err
	}
	o.Search = s.Options()
	x, err := c.words("").Mode()
	if err != nil {
		return o, failed(err)
	}
	o.Analysis = x.Summaries()
	return o, nil
}

// file compares one file, and adds to the counts of all.
func (c *crosscheckCmd) file(a *app, name string, o crosscheck.Options, total *crosscheck.Totals) error {
	core, err := a.load(name, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	only, err := c.pair(core)
	if err != nil {
		return err
	}
	pairs, err := c.compare(a, core, only, o)
	if err != nil {
		return failure{exit: exitInconclusive, text: report.FileName(core.Source.Name) + ": " + err.Error()}
	}
	doc, t := crosscheck.Document(core, pairs, o)
	doc.Total.Interrupted = a.interrupted()
	total.Plus(t)
	a.found(exitOfTotals(t))
	if c.JSON {
		return report.CrosscheckJSON(a.out, doc, doc.Total)
	}
	return a.show(doc)
}

// compare compares pair by pair, and tells on a terminal how each search goes
// on.
func (c *crosscheckCmd) compare(a *app, core *il.Core, only *il.Pair, o crosscheck.Options) (all []crosscheck.Pair, err error) {
	pairs := core.PairsOf(only)
	for _, p := range pairs {
		if a.interrupted() {
			return all, nil
		}
		w := a.watchSearch(p)
		o.Search.Progress = w.Progress
		found, err := tryKept(a, func() ([]crosscheck.Pair, error) { return crosscheck.Program(a.ctx, core, &p, o) })
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

// exitOfTotals is the exit code that the counts of a file amount to. A missed
// race is no finding: RacerDX does not promise to find all.
func exitOfTotals(t *crosscheck.Totals) exit {
	switch {
	case t.Impossible+t.Refused > 0:
		return exitViolated
	case t.LeftOut > 0:
		return exitInconclusive
	default:
		return exitNothing
	}
}

// random compares random programs.
func (c *crosscheckCmd) random(a *app, o crosscheck.Options) error {
	d, err := c.draw()
	if err != nil {
		return err
	}
	w := a.lasting("", "the first programs")
	d.Crew, d.About = a.crew(c.workersFlag, w, fmt.Sprintf("crosscheck --random %d", c.Random)), c.about()
	d.Progress = func(done uint64) { w.programs(done, c.Random) }
	t, failures := crosscheck.Random(a.ctx, d, o)
	w.Done()
	total := t.Document(o)
	total.Random = &report.CrosscheckRun{
		Seed: c.Seed, Programs: c.Random, Small: c.Small, Drawing: c.Drawing, MaxStates: o.Search.MaxStates,
		Failures: []report.CrosscheckFault{}, Interrupted: a.interrupted(),
	}
	for i, f := range failures {
		total.Random.Failures = append(total.Random.Failures, c.fault(f, o, i < maxShrunk))
	}
	switch {
	case len(failures) > 0:
		a.found(exitViolated)
	case a.interrupted() || 100*t.LeftOut > maxLeftOut*t.Pairs:
		a.found(exitInconclusive)
	}
	if c.JSON {
		return report.CrosscheckJSON(a.out, nil, total)
	}
	return a.show(report.SummarizeCrosscheck(o.Analysis.Mode.Title(), total))
}

// draw is what random programs there are.
func (c *crosscheckCmd) draw() (compare.Draw, error) {
	name := cmp.Or(c.Drawing, gen.Drawings()[0].Name)
	switch {
	case c.Small && c.Drawing != "":
		return compare.Draw{}, usage("", "--small and --drawing exclude each other")
	case c.Small:
		name = "small"
	}
	drawing, err := drawingOf(name)
	return compare.Draw{Drawing: drawing, Seed: c.Seed, Programs: c.Random}, err
}

// about is what workers elsewhere have to know.
func (c *crosscheckCmd) about() *crosscheckCmd {
	return &crosscheckCmd{Unroll: c.Unroll, MaxStates: c.MaxStates, Random: c.Random, Seed: c.Seed, Small: c.Small, drawingFlag: c.drawingFlag, analysisFlags: c.analysisFlags}
}

// worker is the job of a worker elsewhere.
func (c *crosscheckCmd) worker() (*campaign.Job[campaign.Range, *compare.Part[*crosscheck.Totals]], error) {
	o, err := c.options()
	if err != nil {
		return nil, err
	}
	d, err := c.draw()
	if err != nil {
		return nil, err
	}
	return crosscheck.Worker(d, o), nil
}

// maxShrunk is how many failures are shrunk.
const maxShrunk = 3

// fault describes a failure, shrunk if it is to be.
func (c *crosscheckCmd) fault(f compare.Failure, o crosscheck.Options, shrink bool) report.CrosscheckFault {
	x := report.CrosscheckFault{
		Seed: f.Seed, Program: f.Program.Source.Text, Reason: "analysis and oracle contradict each other",
		Repeat: fmt.Sprintf("wobbly crosscheck --random 1 --seed %d%s", f.Seed, c.again()),
	}
	switch {
	case f.What != nil:
		x.Reason = f.What[0]
	case shrink:
		x.Program = crosscheck.Shrink(&f, o).Source.Text
	}
	return x
}

// again is the flags that a random run depends on.
func (c *crosscheckCmd) again() string {
	return again(c, "Small", "Drawing", "Unroll", "MaxStates") + c.words("").Flags(c.Strict)
}
