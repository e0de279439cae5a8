package cli

import (
	"fmt"
	"time"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/compare"
	"wobbly/report"
)

// compareCmd is `wobbly compare`.
type compareCmd struct {
	Files []string `arg:"" name:"FILE" optional:"" help:"Programs; - is standard input."`
	jsonFlag
	compareFormatFlags
	compareDrawFlags
	Analyzers []string `help:"Only these analyzers, and the exact searches (see wobbly analyzers)." complete:"analyzers" placeholder:"NAME,..."`
	pairFlag
	compareSearchFlags
	Time bool `help:"Show how long each analyzer took."`
	strictFlag
	workersFlag
}

// compareSearchFlags are parameters of the analyzers.
type compareSearchFlags struct {
	Seed      uint64   `help:"Of the first random program, and of executions." default:"1" placeholder:"N"`
	Runs      int      `help:"How many executions a detector watches, for each pair of units." default:"20" placeholder:"N"`
	Missing   []string `help:"Methods that are not recorded, for rdit." placeholder:"NAME,..."`
	Share     float64  `help:"The share of methods that are not recorded, where --missing names none." default:"0.5" placeholder:"X"`
	Context   int      `help:"The k of Chord's object sensitivity." default:"1" placeholder:"K"`
	MaxStates *int     `help:"Cut the exact searches at N states; 0 for no limit. Left out: ${maxstates}, or 20000 with --random." placeholder:"N"`
	Limit     int      `help:"Let an analysis report at most N pairs for a pair of units." default:"10000" placeholder:"N"`
}

// compareDrawFlags say what is compared beside files.
type compareDrawFlags struct {
	Examples bool     `help:"Compare on the examples that come with wobbly."`
	Random   uint64   `help:"Compare on N random programs." placeholder:"N"`
	Drawing  []string `help:"How to draw them: ${drawings}; or all, one after the other, N programs of each." default:"default" complete:"drawings" placeholder:"NAME,..."`
	State    string   `help:"Keep in this file what random programs have come to, and go on from there." placeholder:"FILE"`
}

// compareFormatFlags say what is printed of a comparison.
type compareFormatFlags struct {
	CSV bool `name:"csv" help:"Print comma-separated values: the candidates of files, the scores of random programs."`
	All bool `help:"Show all candidates, also those that are neither real nor reported."`
}

// Run implements the command.
func (c *compareCmd) Run(a *app) error {
	o, err := c.options()
	if err != nil {
		return err
	}
	if err := c.workersFlag.random(a, c.Random); err != nil {
		return err
	}
	switch {
	case c.State != "" && (c.Random == 0 || c.Time):
		return usage("", "--state is for --random, without --time")
	case c.Time && a.hive != nil:
		return usage("", "--time is for one process: wobbly compare")
	case c.Random > 0 && (len(c.Files) > 0 || c.Examples || c.Pair != ""):
		return usage("", "--random compares no files and no --pair of them")
	case c.Random > 0:
		return c.random(a, o)
	case len(c.Files) == 0 && !c.Examples:
		return usage("See: wobbly help compare", "expected FILE..., --examples or --random N")
	}
	doc := &report.Compare{Files: []report.CompareFile{}}
	if err := c.files(a, o, doc); err != nil {
		return err
	}
	return c.print(a, []*report.Compare{doc})
}

// options turns the flags into options of a comparison.
func (c *compareCmd) options() (compare.Options, error) {
	o := compare.Options{Analysis: analyzers.DefaultOptions()}
	switch {
	case c.JSON && c.CSV:
		return o, usage("", "--json and --csv exclude each other")
	case len(c.Missing) > 0 && c.Random > 0:
		return o, usage("A random program has other methods each time; --share draws some.", "--missing is for files")
	case c.Runs < 1:
		return o, usage("", "--runs must be positive")
	case c.Limit < 0 || c.Context < 0 || !(c.Share >= 0 && c.Share <= 1) || c.MaxStates != nil && *c.MaxStates < 0:
		return o, usage("", "--limit, --context and --max-states must not be negative, and --share must be from 0 to 1")
	}
	x := &o.Analysis
	x.Seed, x.Executions, x.Missing, x.Share, x.Context, x.Limit = c.Seed, c.Runs, c.Missing, c.Share, c.Context, c.Limit
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
	return o, failed(err)
}

// files compares on files and on the examples.
func (c *compareCmd) files(a *app, o compare.Options, doc *report.Compare) error {
	var answers counter
	o.Progress, o.Aside = answers.next, ask.Late(late).Do
	all := ask.NewComparing(o)
	each := func(core *il.Core, only *il.Pair) {
		defer a.answering(&answers, core, only, o)()
		all.Add(a.ctx, core, only)
	}
	for _, name := range c.Files {
		core, err := a.load(name, c.Strict, c.JSON)
		if err != nil {
			a.fail(err)
			continue
		}
		only, err := c.pair(core)
		if err == nil {
			err = missingExist(core, c.Missing)
		}
		if err != nil {
			return err
		}
		if each(core, only); a.interrupted() {
			break
		}
	}
	if c.Examples {
		for _, x := range examples.All() {
			if core, err := shipped("examples/"+x.Name, x.Text); err == nil && !a.interrupted() {
				each(core, nil)
			}
		}
	}
	done, e := all.Document(a.interrupted())
	*doc = *done
	a.found(exit(e))
	return nil
}

// answering tells how many answers there are of analyzers on a program, until the function
// that it gives is called.
func (a *app) answering(n *counter, core *il.Core, only *il.Pair, o compare.Options) (stop func()) {
	n.done.Store(0)
	n.all.Store(int64(len(core.PairsOf(only)) * len(o.Analyzers)))
	return a.watch("").steadily(n.of(report.FileName(core.Source.Name), "answers of analyzers"))
}

// print writes the documents in the format that the flags name.
func (c *compareCmd) print(a *app, docs []*report.Compare) error {
	if c.CSV && a.interrupted() {
		a.fail(errInterrupted) // the columns have no place for it
	}
	for i, d := range docs {
		if err := c.printOne(a, d, i > 0); err != nil {
			return err
		}
	}
	return nil
}

// printOne writes one document.
func (c *compareCmd) printOne(a *app, doc *report.Compare, further bool) error {
	switch {
	case c.JSON:
		return report.JSON(a.out, doc)
	case c.CSV:
		return report.CompareCSV(a.out, doc, !further)
	}
	for i := range doc.Files {
		if err := a.show(report.CompareText(&doc.Files[i], c.All)); err != nil {
			return err
		}
	}
	if further {
		fmt.Fprintln(a.text())
	}
	return a.show(doc.Total)
}
