package cli

import (
	"math/rand/v2"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/report"
)

// rditCmd is `wobbly rdit`.
type rditCmd struct {
	File string `arg:"" name:"FILE" optional:"" help:"The program; - is standard input."`
	jsonFlag
	pairFlag
	missingFlags
	Random   uint64   `help:"Make the table of N random programs." placeholder:"N"`
	Runs     *int     `help:"How many executions to watch, of each pair of units. Left out: 100, or 4 with --random." placeholder:"N"`
	RunSteps int      `help:"End an execution after N steps." default:"10000" placeholder:"N"`
	Seed     uint64   `help:"Of the first random program; of initial states, choices and schedules; and of missing methods." default:"1" placeholder:"N"`
	Variants []string `help:"Only these variants, and hb-full, which is the truth (docs/rdit.md)." complete:"variants" placeholder:"NAME,..."`
	Save     string   `help:"Write each execution that is shown to a trace file in this directory." placeholder:"DIR"`
	strictFlag
	workersFlag
}

// missingFlags say which methods are not recorded.
type missingFlags struct {
	Missing []string  `help:"The methods that are missing." placeholder:"NAME,..."`
	Share   *float64  `help:"The share of methods that are missing, drawn as wobbly compare draws them." placeholder:"X"`
	Shares  []float64 `help:"The shares of the table." default:"0.1,0.25,0.5,0.75,1" placeholder:"X,..."`
}

// Run implements the command.
func (c *rditCmd) Run(a *app) error {
	variants, err := c.check()
	if err == nil {
		err = c.workersFlag.random(a, c.Random)
	}
	if err != nil {
		return err
	}
	doc := &report.RDIT{
		File: c.File, Seed: c.Seed, Runs: c.runs(), RunSteps: c.RunSteps,
		Variants: describeVariants(variants), Defects: []string{},
	}
	switch {
	case c.Random > 0:
		c.random(a, variants, doc)
	case c.File == "":
		return usage("See: wobbly help rdit", "expected FILE or --random N")
	default:
		err = c.file(a, variants, doc)
	}
	if err != nil {
		return err
	}
	a.found(exitOfRDIT(doc))
	return a.print(doc, c.JSON)
}

// check refuses flags that make no sense, and finds the variants.
func (c *rditCmd) check() ([]rdit.Variant, error) {
	given := len(c.Missing) > 0 || c.Share != nil
	isShare := func(x float64) bool { return x >= 0 && x <= 1 }
	switch {
	case c.Random > 0 && (c.File != "" || c.Pair != "" || given || c.Save != "" || c.Strict):
		return nil, usage("", "--random makes a table of random programs: give no FILE, --pair, --missing, --share, --save and --strict beside it")
	case len(c.Missing) > 0 && c.Share != nil:
		return nil, usage("", "--missing and --share exclude each other")
	case c.Save != "" && !given:
		return nil, usage("", "--save needs --missing or --share: the table shows no execution")
	case len(c.Shares) == 0 || slices.ContainsFunc(c.Shares, func(x float64) bool { return !isShare(x) }) || c.Share != nil && !isShare(*c.Share):
		return nil, usage("", "--share and --shares must be from 0 to 1")
	case c.runs() < 1 || c.RunSteps < 1:
		return nil, usage("", "--runs and --run-steps must be at least 1")
	}
	return findVariants(c.Variants)
}

func (c *rditCmd) runs() int {
	switch {
	case c.Runs != nil:
		return *c.Runs
	case c.Random > 0:
		return rdit.DefaultTable().Runs
	default:
		return rdit.DefaultSurvey().Runs
	}
}

func (c *rditCmd) limits() dynamic.Limits {
	l := dynamic.DefaultLimits()
	l.Steps = c.RunSteps
	return l
}

// table are the options of a table of so many random programs.
func (c *rditCmd) table(programs int) rdit.TableOptions {
	o := rdit.DefaultTable()
	o.Programs, o.Runs, o.Seed, o.Shares, o.Limits = programs, c.runs(), c.Seed, c.Shares, c.limits()
	return o
}

// file is about one program: a study of given missing methods, or the table.
func (c *rditCmd) file(a *app, variants []rdit.Variant, doc *report.RDIT) error {
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	only, err := c.pair(core)
	if err != nil {
		return err
	}
	pairs := core.PairsOf(only)
	if len(c.Missing) == 0 && c.Share == nil {
		return c.tableOf(a, core, pairs, variants, doc)
	}
	missing, err := c.missing(core)
	if err != nil {
		return err
	}
	doc.Missing = append([]string{}, missing.Names()...)
	w := rditWriter{command: c, core: core, variants: variants, doc: doc}
	doc.Pairs, doc.Total = []report.RDITPair{}, newRDITTotal(variants)
	var done counter
	done.all.Store(int64(len(pairs)))
	stop := a.watch("").steadily(done.of(report.FileName(core.Source.Name), "pairs of units"))
	defer stop()
	for _, p := range pairs {
		w.study(a, p, missing)
		if done.next(); doc.Interrupted {
			break
		}
	}
	if c.Save != "" {
		return w.save()
	}
	return nil
}

// missing are the methods that the flags name or draw, the draw that of compare.
func (c *rditCmd) missing(core *il.Core) (rdit.Missing, error) {
	if c.Share != nil {
		return analyzers.Missing(core, c.Seed, *c.Share), nil
	}
	if err := missingExist(core, c.Missing); err != nil {
		return rdit.Missing{}, err
	}
	return rdit.Named(core, c.Missing...)
}

// missingExist refuses names that are no methods.
func missingExist(core *il.Core, names []string) error {
	for _, name := range names {
		if _, err := rdit.Named(core, name); err != nil {
			return usage(spell.Hint(name, methodNames(core), ""), "--missing: %s", err)
		}
	}
	return nil
}

// methodNames lists what can be missing.
func methodNames(core *il.Core) []string {
	var names []string
	for _, u := range core.Units {
		if !u.Thread {
			names = append(names, u.Name)
		}
	}
	return names
}

// tableOf is the table of one program.
func (c *rditCmd) tableOf(a *app, core *il.Core, pairs []il.Pair, variants []rdit.Variant, doc *report.RDIT) error {
	o := c.table(1)
	var executions counter
	executions.all.Store(int64(len(pairs) * o.Runs))
	o.Progress = executions.next
	stop := a.watch("").steadily(executions.of(report.FileName(core.Source.Name), "executions"))
	rows, err := tryKept(a, func() ([]rdit.Row, error) { return rdit.TableOf(a.ctx, core, pairs, o), nil })
	stop()
	if err != nil {
		return failed(err)
	}
	doc.Interrupted = a.interrupted()
	drawn := rdit.Draw(core, rand.New(rand.NewPCG(o.Seed, 0)))
	doc.Rows = rditRows(rows, variants)
	for i := range rows {
		doc.Rows[i].Names = append([]string{}, drawn.Share(rows[i].Share).Names()...)
	}
	doc.Defects = rditDefects(rows)
	return nil
}

// findVariants are the variants of these names and the truth, or all, in the
// order of the list.
func findVariants(names []string) ([]rdit.Variant, error) {
	all := rdit.Variants()
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		if !slices.Contains(variantNames(), name) {
			return nil, noSuch("variant", name, variantNames())
		}
	}
	return slices.DeleteFunc(all, func(v rdit.Variant) bool {
		return v.Name != rdit.Truth.Name && !slices.Contains(names, v.Name)
	}), nil
}

// variantNames lists the variants by name.
func variantNames() []string {
	return slice.Map(rdit.Variants(), func(v rdit.Variant) string { return v.Name })
}

// exitOfRDIT is the exit code that a document amounts to. What races among the
// recorded accesses hb-full reports, so a true race is reported wherever there
// is one; the tables of random programs are about counts.
func exitOfRDIT(d *report.RDIT) exit {
	races, cut := 0, 0
	if d.Total != nil {
		races, cut = d.Total.Races, d.Total.Cut
	}
	for _, r := range d.Rows {
		races, cut = races+r.Races-r.Unseen, cut+r.Cut
	}
	switch {
	case len(d.Defects) > 0 || d.Random != nil && len(d.Random.Failures) > 0:
		return exitViolated
	case d.Interrupted:
		return exitInconclusive
	case races > 0 && d.Random == nil:
		return exitFound
	case cut > 0:
		return exitInconclusive
	default:
		return exitNothing
	}
}
