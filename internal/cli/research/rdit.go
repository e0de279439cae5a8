package research

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
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
	"wobbly/semantics/execution"
	"wobbly/session"
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
	drawn := rdit.Draw(core, rand.New(rand.NewPCG(o.Seed, 0)))
	doc.Rows = rditRows(rows)
	for i := range rows {
		doc.Rows[i].Names = append([]string{}, drawn.Share(rows[i].Share).Names()...)
	}
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

// The kinds of mistakes, as indices.
const (
	falseReport = iota
	missedRace
)

// rditCases are the clearest mistakes of variants in the runs of a survey.
type rditCases struct {
	bySites map[il.Sites][2]*rditCase // a falseReport and a missedRace; either can be nil
	defects []string                  // false reports of variants that are proved to have none
	unseen  int                       // races per run that only accesses without a record show
}

// rditCase is a pair of accesses in a run that some variants judge wrongly.
type rditCase struct {
	run     int
	trace   *rdit.Trace
	results []*rdit.Result // of rdit.Variants()
	race    hb.Race        // elements of the trace
	wrong   int            // the number of variants that are wrong
}

// findCases watches the runs of a survey. For each kind and pair of sites it keeps the run in which
// the most variants are wrong. Ties go to the fewest steps to the accesses, then to the fewest
// objects, then to the first run.
func findCases(core *il.Core, p il.Pair, m rdit.Missing, o rdit.SurveyOptions) *rditCases {
	c := &rditCases{bySites: map[il.Sites][2]*rditCase{}}
	for run := range o.Runs {
		c.watch(run, rdit.Observe(o.Replay(core, p, run), m))
	}
	return c
}

func (c *rditCases) watch(run int, t *rdit.Trace) {
	truth := rdit.Truth.Run(t)
	c.unseen += len(hb.Reports(t.Execution)) - len(truth.Reports())
	variants := rdit.Variants()
	results := make([]*rdit.Result, len(variants))
	for i, v := range variants {
		results[i] = v.Run(t)
		if v.Sound {
			c.checkSound(run, v, results[i], truth)
		}
	}
	for _, r := range results {
		c.compare(r, truth, falseReport, rditCase{run: run, trace: t, results: results})
		c.compare(truth, r, missedRace, rditCase{run: run, trace: t, results: results})
	}
}

// checkSound records a false report of a variant that is proved to have none.
func (c *rditCases) checkSound(run int, v rdit.Variant, r, truth *rdit.Result) {
	for race := range r.Races() {
		if truth.Before(race.First, race.Second) {
			pair := r.Trace.Execution.Pair
			c.defects = append(c.defects, fmt.Sprintf("%s has a false report in run %d of %s || %s",
				v.Name, run+1, pair.Left.Name, pair.Right.Name))
			return
		}
	}
}

// compare finds the pairs of sites that one result reports and the other does not, and keeps the
// case if it is the best for them.
func (c *rditCases) compare(reports, without *rdit.Result, kind int, x rditCase) {
	known := slice.SetBy(without.Reports(), func(r hb.Report) il.Sites { return r.Sites })
	for _, r := range reports.Reports() {
		if known[r.Sites] {
			continue
		}
		x.race, x.wrong = r.Race, 0
		for _, result := range x.results {
			if result.Unordered(r.Race.First, r.Race.Second) == (kind == falseReport) {
				x.wrong++
			}
		}
		best := c.bySites[r.Sites]
		if best[kind] == nil || x.better(best[kind]) {
			found := x
			best[kind] = &found
			c.bySites[r.Sites] = best
		}
	}
}

func (c *rditCase) better(than *rditCase) bool {
	return cmp.Or(
		cmp.Compare(c.wrong, than.wrong),
		cmp.Compare(than.steps()[1], c.steps()[1]),
		cmp.Compare(len(than.trace.Execution.Init.Objects), len(c.trace.Execution.Init.Objects)),
	) > 0
}

func (c *rditCase) steps() [2]int {
	return [2]int{c.trace.Items[c.race.First].At + 1, c.trace.Items[c.race.Second].At + 1}
}

// why returns what orders the accesses for each of rdit.Variants(), or "" if the variant reports
// them.
func (c *rditCase) why() []string {
	return slice.Map(c.results, func(r *rdit.Result) string {
		edge := r.Why(c.race.First, c.race.Second)
		if edge == nil {
			return ""
		}
		return c.trace.Explain(*edge)
	})
}

func rditRows(rows []rdit.Row) []report.RDITRow {
	out := []report.RDITRow{}
	for i := range rows {
		r := &rows[i]
		row := report.RDITRow{
			Share: r.Share, Programs: r.Programs, Methods: r.Methods, Missing: r.Missing,
			Executions: r.Executions, Cut: r.Cut, Calls: r.Calls, Races: r.Races, Unseen: r.Unseen,
		}
		for _, v := range rdit.Variants() {
			t := r.Total(v)
			row.Variants = append(row.Variants, report.RDITCell{
				RDITCount: report.RDITCount{Variant: v.Name, Reported: t.Sites.Reported,
					False: t.Sites.False, Missed: t.Sites.Missed},
				Accesses: report.RDITAccesses(t.Accesses), Runs: t.Runs,
			})
		}
		out = append(out, row)
	}
	return out
}

// rditDefects lists the false reports of variants that are proved to have none.
func rditDefects(rows []rdit.Row) []string {
	what := []string{}
	for i := range rows {
		for _, v := range rdit.Variants() {
			if n := rows[i].Total(v).Accesses.False; v.Sound && n > 0 {
				what = append(what, fmt.Sprintf("share %g: %s has %d false reports", rows[i].Share,
					v.Name, n))
			}
		}
	}
	return what
}

type rditWriter struct {
	command *rditCmd
	core    *il.Core
	doc     *report.RDIT
}

// study watches the executions of a pair of methods and adds them to the document. If it is
// interrupted, it adds nothing.
func (w *rditWriter) study(a *console.App, p il.Pair, m rdit.Missing) {
	o := rdit.SurveyOptions{Runs: w.command.runs(), Seed: w.command.Seed,
		Limits: w.command.limits(), Given: w.command.Given()}
	type answer struct {
		study *rdit.Study
		cases *rditCases
	}
	x, ok := console.Await(a, func() answer {
		return answer{rdit.Survey(w.core, p, m, o), findCases(w.core, p, m, o)}
	})
	if !ok {
		w.doc.Interrupted = true
		return
	}
	w.doc.Defects = append(w.doc.Defects, x.cases.defects...)
	w.doc.Pairs = append(w.doc.Pairs, report.RDITPair{
		Left: p.Left.Name, Right: p.Right.Name, Runs: x.study.Runs, Cut: x.study.Cut,
		Findings: []report.RDITFinding{},
	})
	t := w.doc.Total
	t.Executions += x.study.Runs
	t.Cut += x.study.Cut
	t.Unseen += x.cases.unseen
	for _, f := range x.study.Findings {
		w.finding(x.study, f, x.cases.bySites[f.Sites])
	}
}

// finding adds a pair of sites that some variant reports.
func (w *rditWriter) finding(s *rdit.Study, f rdit.Finding, cases [2]*rditCase) {
	truth := slices.IndexFunc(s.Variants,
		func(v rdit.Variant) bool { return v.Name == rdit.Truth.Name })
	out := report.RDITFinding{
		Sites: report.SitesOf(w.core.Source, f.Sites),
		Races: f.Verdicts[truth].Runs, Cases: []report.RDITCase{},
	}
	reported := false
	for i, v := range s.Variants {
		c := f.Verdicts[i]
		out.Verdicts = append(out.Verdicts, report.RDITCount{
			Variant: v.Name, Reported: c.Runs, False: c.False,
			Missed: out.Races - (c.Runs - c.False),
		})
		reported = reported || c.Reported()
	}
	if !reported {
		return
	}
	for kind, c := range cases {
		if c != nil {
			out.Cases = append(out.Cases, w.describe(s.Pair, kind, c))
		}
	}
	n := len(w.doc.Pairs) - 1
	w.doc.Total.Races += out.Races
	for i, v := range out.Verdicts {
		t := &w.doc.Total.Variants[i]
		t.Reported += v.Reported
		t.False += v.False
		t.Missed += v.Missed
	}
	w.doc.Pairs[n].Findings = append(w.doc.Pairs[n].Findings, out)
}

func (w *rditWriter) describe(p il.Pair, kind int, c *rditCase) report.RDITCase {
	x, steps := c.trace.Execution, c.steps()
	out := report.RDITCase{
		What: [...]string{report.FalseReport, report.MissedRace}[kind], Run: c.run + 1,
		Steps: [2]int{len(scheduleOf(x, steps[0])), len(scheduleOf(x, steps[1]))},
		Cell:  execution.CellOf(x.Init, x.Events[steps[0]-1].Cell),
		Heap:  session.InitText(w.core, p, x.Init), Schedule: scheduleOf(x, steps[1]).String(),
	}
	for i, step := range steps {
		out.Threads[i] = x.Events[step-1].Thread.String()
	}
	for i, why := range c.why() {
		out.Says = append(out.Says,
			report.RDITSay{Variant: rdit.Variants()[i].Name, Reports: why == "", Why: why})
	}
	out.Command = typedCommand(p, out.Heap, out.Schedule, w.command.File)
	return out
}
