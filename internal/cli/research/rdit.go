package research

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/dynamic"
	"wobbly/dynamic/rdit"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/report"
)

var _ = isStudy("rdit", "Detect races when some methods are not recorded (RDIT).",
	console.Of[rditCmd],
	sweepOf[*rditSum, rditCmd]("rdit",
		"Detect races in random programs when some methods are not recorded (RDIT)."))

type rditCmd struct {
	File string `arg:"" name:"FILE" optional:"" help:"The program; - is standard input."`
	console.JSONFlag
	console.PairFlag
	console.StartFlag
	Missing  []string  `help:"Do not record these methods." placeholder:"NAME,..."`
	Share    *float64  `help:"Do not record this share of methods, chosen at random." placeholder:"X"`
	Shares   []float64 `help:"The shares of missing methods in the table." default:"0.1,0.25,0.5,0.75,1" placeholder:"X,..." group:"less"`
	Random   uint64    `help:"Make the table for N random programs." placeholder:"N"`
	Runs     *int      `help:"Watch N executions for each pair of methods. If omitted: 100, or 4 with --random." placeholder:"N"`
	RunSteps int       `help:"End an execution after N steps." default:"10000" placeholder:"N" group:"less"`
	Seed     uint64    `help:"The seed of all random choices." default:"1" placeholder:"N" group:"less"`
	console.StrictFlag
	console.WorkersFlag
}

func (c *rditCmd) Run(a *console.App) error {
	if err := c.check(); err != nil {
		return err
	}
	doc := &report.RDIT{
		File: c.File, Seed: c.Seed, Runs: c.runs(), RunSteps: c.RunSteps, Defects: []string{},
		Variants: slice.Map(rdit.Variants(), func(v rdit.Variant) report.RDITVariant {
			return report.RDITVariant{Name: v.Name, Doc: v.Doc, Sound: v.Sound}
		}),
	}
	s := &sweep[*rditSum, *report.RDIT]{again: c.Again(), about: func(uint64) any {
		return about(c, "Random", "Runs", "RunSteps", "Seed", "Shares")
	}}
	s.workers, s.exit, s.print = c.WorkersFlag, exitOfRDIT, func(d *report.RDIT) error {
		return a.Print(d, c.JSON)
	}
	var err error
	if s.programs, err = c.sweep(); err != nil {
		return err
	}
	if c.Random == 0 {
		s.file = func() (*report.RDIT, error) { return doc, c.file(a, doc) }
	}
	s.document = func(sum *rditSum, faults []report.Fault) *report.RDIT {
		doc.Rows, doc.Interrupted = rditRows(sum.Rows), a.Interrupted()
		doc.Random = &report.RDITRandom{Programs: c.Random, Failures: faults}
		return doc
	}
	return s.run(a)
}

func (c *rditCmd) check() error {
	isShare := func(x float64) bool { return x >= 0 && x <= 1 }
	switch {
	case c.Random > 0 &&
		(c.File != "" || c.Pair != "" || c.Given() || len(c.Missing) > 0 ||
			c.Share != nil || c.Strict):
		return console.Usage("",
			"--random cannot be used with FILE, --pair, --init, --missing, --share or --strict")
	case len(c.Missing) > 0 && c.Share != nil:
		return console.Usage("", "--missing and --share cannot be used together")
	case len(c.Shares) == 0 ||
		slices.ContainsFunc(c.Shares, func(x float64) bool { return !isShare(x) }) ||
		c.Share != nil && !isShare(*c.Share):
		return console.Usage("", "--share and --shares must be between 0 and 1")
	case c.runs() < 1 || c.RunSteps < 1:
		return console.Usage("", "--runs and --run-steps must be at least 1")
	}
	return nil
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

func (c *rditCmd) table(programs int) rdit.TableOptions {
	o := rdit.DefaultTable()
	o.Programs = programs
	o.Runs = c.runs()
	o.Seed = c.Seed
	o.Shares = c.Shares
	o.Limits = c.limits()
	o.Given = c.Given()
	return o
}

// file studies one program: for the missing methods that the flags choose, or as a table.
func (c *rditCmd) file(a *console.App, doc *report.RDIT) error {
	if c.File == "" {
		return console.Usage("See: wobbly help rdit", "expected FILE or --random N")
	}
	core, err := a.Load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	pairs, err := c.StartFlag.Pairs(a, core, c.Pair)
	if err != nil {
		return err
	}
	if len(c.Missing) == 0 && c.Share == nil {
		return c.tableOf(a, core, pairs, doc)
	}
	missing, err := c.missing(core)
	if err != nil {
		return err
	}
	doc.Missing = append([]string{}, missing.Names()...)
	w := rditWriter{command: c, core: core, doc: doc}
	doc.Pairs, doc.Total = []report.RDITPair{}, &report.RDITTotal{}
	for _, v := range rdit.Variants() {
		doc.Total.Variants = append(doc.Total.Variants, report.RDITCount{Variant: v.Name})
	}
	var done console.Counter
	done.All.Store(int64(len(pairs)))
	stop := a.Watch("").Steadily(done.Of(report.FileName(core.Source.Name), "pairs of units"))
	defer stop()
	for _, p := range pairs {
		w.study(a, p, missing)
		if done.Next(); doc.Interrupted {
			break
		}
	}
	return nil
}

// missing returns the methods that the flags name, or chooses them as compare does.
func (c *rditCmd) missing(core *il.Core) (rdit.Missing, error) {
	if c.Share != nil {
		return analyzers.Missing(core, c.Seed, *c.Share), nil
	}
	if err := missingExist(core, c.Missing); err != nil {
		return rdit.Missing{}, err
	}
	return rdit.Named(core, c.Missing...)
}

func missingExist(core *il.Core, names []string) error {
	for _, name := range names {
		if _, err := rdit.Named(core, name); err != nil {
			var methods []string
			for _, u := range core.Units {
				if !u.Thread {
					methods = append(methods, u.Name)
				}
			}
			return console.Usage(spell.Hint(name, methods, ""), "--missing: %s", err)
		}
	}
	return nil
}

func (c *rditCmd) tableOf(a *console.App, core *il.Core, pairs []il.Pair, doc *report.RDIT) error {
	o := c.table(1)
	var executions console.Counter
	executions.All.Store(int64(len(pairs) * o.Runs))
	o.Progress = executions.Next
	stop := a.Watch("").Steadily(executions.Of(report.FileName(core.Source.Name), "executions"))
	rows, err := console.TryKept(a,
		func() ([]rdit.Row, error) { return rdit.TableOf(a.Ctx, core, pairs, o), nil })
	stop()
	if err != nil {
		return console.Failed(err)
	}
	doc.Interrupted = a.Interrupted()
	doc.Rows = rditRows(rows)
	doc.Defects = rditDefects(rows)
	return nil
}

// exitOfRDIT returns the exit for a document. hb-full reports every race among recorded accesses,
// so true races always count. The tables of random programs are statistics, not findings.
func exitOfRDIT(d *report.RDIT) console.Exit {
	races, cut := 0, 0
	if d.Total != nil {
		races, cut = d.Total.Races, d.Total.Cut
	}
	for _, r := range d.Rows {
		races, cut = races+r.Races-r.Unseen, cut+r.Cut
	}
	switch {
	case len(d.Defects) > 0 || d.Random != nil && len(d.Random.Failures) > 0:
		return console.ExitViolated
	case d.Interrupted:
		return console.ExitInconclusive
	case races > 0 && d.Random == nil:
		return console.ExitFound
	case cut > 0:
		return console.ExitInconclusive
	default:
		return console.ExitNothing
	}
}

// sweep makes the table of random programs as a sum over programs, so that the table of each can be
// repeated from its seed.
func (c *rditCmd) sweep() (*compare.Sweep[*rditSum], error) {
	return &compare.Sweep[*rditSum]{
		Kind: "rdit", Draw: compare.Draw{Seed: c.Seed, Programs: c.Random},
		Program: func(seed uint64) *il.Program { // as rdit.Table does
			return gen.Program(rand.New(rand.NewPCG(seed, 0)), c.table(1).Corpus)
		},
		Zero: func() *rditSum { return newRDITSum(c.Shares) }, Plus: (*rditSum).plus,
		One: func(_ context.Context, seed uint64) (*rditSum, *compare.Failure) {
			o := c.table(1)
			o.Seed = seed
			rows := rdit.Table(o)
			return &rditSum{rows}, rditFailure(seed, rows)
		},
		Check: func(x *rditSum, programs uint64) error { return x.check(programs, c.Shares) },
	}, c.check()
}

// rditFailure describes the defects in the table of one program. It is nil if there are none.
func rditFailure(seed uint64, rows []rdit.Row) *compare.Failure {
	defects := rditDefects(rows)
	if len(defects) == 0 {
		return nil
	}
	return &compare.Failure{Seed: seed, What: defects}
}

type rditSum struct{ Rows []rdit.Row }

func newRDITSum(shares []float64) *rditSum {
	s := &rditSum{}
	for _, x := range shares {
		row := rdit.Row{Share: x}
		for _, v := range rdit.Variants() {
			row.Totals = append(row.Totals, rdit.Total{Variant: v.Name})
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// check returns an error if a worker's sum cannot be that of n programs.
func (s *rditSum) check(programs uint64, shares []float64) error {
	none := fmt.Errorf("no table of %s", text.Count(programs, "program"))
	if s == nil || len(s.Rows) != len(shares) {
		return none
	}
	for i, r := range s.Rows {
		if uint64(r.Programs) != programs || r.Share != shares[i] ||
			len(r.Totals) != len(rdit.Variants()) {
			return none
		}
	}
	return nil
}

func (s *rditSum) plus(o *rditSum) {
	count := func(c *rdit.Count, d rdit.Count) {
		c.Reported += d.Reported
		c.False += d.False
		c.Missed += d.Missed
	}
	for i := range s.Rows {
		r, x := &s.Rows[i], &o.Rows[i]
		r.Programs += x.Programs
		r.Methods += x.Methods
		r.Missing += x.Missing
		r.Executions += x.Executions
		r.Cut += x.Cut
		r.Calls += x.Calls
		r.Races += x.Races
		r.Unseen += x.Unseen
		for k := range r.Totals {
			count(&r.Totals[k].Sites, x.Totals[k].Sites)
			count(&r.Totals[k].Accesses, x.Totals[k].Accesses)
			r.Totals[k].Runs += x.Totals[k].Runs
		}
	}
}

// Again returns the flags that a table of random programs depends on.
func (c *rditCmd) Again() string {
	shares := slice.Map(c.Shares, func(x float64) string { return fmt.Sprint(x) })
	return console.Again(c, "Runs", "RunSteps") + " --shares " + strings.Join(shares, ",")
}
