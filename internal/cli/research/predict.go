package research

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/predict"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/witness"
	"wobbly/witness/check"
)

var _ = isStudy("predict", "Predict races from recorded executions (SHB, WCP, SyncP, M2).",
	console.Of[predictCmd],
	sweepOf[*predict.Table, predictCmd]("predict",
		"Predict races of random programs from recorded executions."))

type predictCmd struct {
	File string `arg:"" name:"FILE" optional:"" help:"The program; - is standard input."`
	console.JSONFlag
	console.PairFlag
	console.ExecutionFlags
	console.StartFlag
	Method  []string `help:"Run only these predictors: hb, shb, wcp, syncp, m2, maximal. If omitted: all except maximal, which tries all reorderings and finds the same races as m2." complete:"methods" placeholder:"NAME,..."`
	Variant string   `help:"Run only this variant: printed follows the papers; prefixes also records the reads on the path of an access." enum:"printed,prefixes,both" default:"both" placeholder:"NAME"`
	Std     bool     `help:"Write the trace in RAPID's std format instead." group:"less"`
	Random  uint64   `help:"Print the totals of N random programs." placeholder:"N"`
	console.GeneratorFlag
	Runs      int    `help:"Record N executions for each pair of methods." default:"100" placeholder:"N"`
	RunSteps  int    `help:"End an execution after N steps." default:"10000" placeholder:"N" group:"less"`
	Seed      uint64 `help:"The seed of all random choices." default:"1" placeholder:"N" group:"less"`
	MaxStates *int   `help:"Cut the exact search after N states; 0 for no limit. If omitted: ${maxstates}, or 20000 with --random." placeholder:"N" group:"less"`
	console.StrictFlag
	console.WorkersFlag
}

func (c *predictCmd) predictors() ([]predict.Predictor, error) {
	names := c.Method
	if len(names) == 0 {
		names = slices.DeleteFunc(PredictMethodNames(),
			func(name string) bool { return name == predict.Maximal.Name })
	}
	for _, name := range names {
		if known := PredictMethodNames(); !slices.Contains(known, name) {
			return nil, console.NoSuch("method", name, known)
		}
	}
	var variants []predict.Variant
	for _, v := range predict.Variants {
		if c.Variant == v.String() || c.Variant == "both" {
			variants = append(variants, v)
		}
	}
	all := predict.Predictors(names, variants)
	if len(all) == 0 {
		return nil, console.Usage("", "hb has no variant %s", c.Variant)
	}
	return all, nil
}

func PredictMethodNames() []string {
	return slice.Map(predict.Methods(), func(m predict.Method) string { return m.Name })
}

func (c *predictCmd) Run(a *console.App) error {
	o, err := c.survey()
	if err != nil {
		return err
	}
	doc := &report.Predict{
		File: c.File, Seed: c.Seed, Runs: c.Runs, RunSteps: c.RunSteps, Defects: []string{},
		Predictors: slice.Map(o.Predictors, describe),
	}
	s := &sweep[*predict.Table, *report.Predict]{again: c.Again(), about: func(uint64) any {
		return about(c, "Random", "Drawing", "Runs", "RunSteps", "Seed", "MaxStates",
			"Method", "Variant")
	}}
	s.workers, s.exit, s.print = c.WorkersFlag, exitOfPredict, func(d *report.Predict) error {
		if c.Std {
			return nil // the trace is the output
		}
		return a.Print(d, c.JSON)
	}
	if s.programs, err = c.sweep(); err != nil {
		return err
	}
	if c.Random == 0 {
		s.file = func() (*report.Predict, error) {
			switch given, err := c.given(a); {
			case err != nil:
				return doc, err
			case given:
				return doc, c.trace(a, o, doc)
			case c.Std:
				return doc, console.Usage("Give --trace or --schedule.", "--std writes one trace")
			}
			return doc, c.file(a, o, doc)
		}
	}
	s.document = func(sum *predict.Table, faults []report.Fault) *report.Predict {
		doc.Table, doc.Interrupted = predictTable(sum), a.Interrupted()
		doc.Random = &report.PredictRandom{Generator: s.programs.Generator.Name, Programs: c.Random,
			Failures: faults}
		return doc
	}
	return s.run(a)
}

// survey returns what the flags ask for, or an error if they contradict one another.
func (c *predictCmd) survey() (*predict.Survey, error) {
	switch _, err := c.generator(); {
	case c.Random > 0 &&
		(c.File != "" || c.Pair != "" || c.Std || c.ExecutionFlags != (console.ExecutionFlags{}) ||
			c.Given() || c.Strict):
		return nil, console.Usage("",
			"--random cannot be used with FILE, --pair, --init, --strict or a trace")
	case err != nil:
		return nil, err
	case c.Random == 0 && c.Drawing != "":
		return nil, console.Usage("", "--drawing is for --random")
	case c.Runs < 1 || c.RunSteps < 1:
		return nil, console.Usage("", "--runs and --run-steps must be at least 1")
	case c.MaxStates != nil && *c.MaxStates < 0:
		return nil, console.Usage("", "--max-states must be 0 or more")
	}
	all, err := c.predictors()
	l := dynamic.DefaultLimits()
	l.Steps = c.RunSteps
	return &predict.Survey{
		Runs: c.Runs, Seed: c.Seed, Limits: l, Predictors: all, Given: c.Given(),
	}, err
}

func (c *predictCmd) generator() (gen.Generator, error) {
	return console.GeneratorOf(cmp.Or(c.Drawing, gen.Generators()[0].Name))
}

func (c *predictCmd) search() explore.Options {
	o := analyzers.DefaultOptions().Search
	if c.Random == 0 {
		o.MaxStates = ask.MaxStates
	}
	if c.MaxStates != nil {
		o.MaxStates = *c.MaxStates
	}
	return o
}

func (c *predictCmd) file(a *console.App, o *predict.Survey, doc *report.Predict) error {
	if c.File == "" {
		return console.Usage("For example: wobbly predict FILE.il\nSee: wobbly help predict",
			"expected FILE or --random N")
	}
	core, err := a.Load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	pairs, err := c.StartFlag.Pairs(a, core, c.Pair)
	if err != nil {
		return err
	}
	var executions console.Counter
	executions.All.Store(int64(len(pairs) * o.Runs))
	o.Progress = executions.Next
	stop := a.Watch("").Steadily(executions.Of(report.FileName(core.Source.Name), "executions"))
	defer stop()
	w := predictWriter{command: c, core: core, survey: o, checker: check.New(core), doc: doc}
	doc.Pairs = []report.PredictedPair{}
	sum := predict.NewTable(o)
	sum.Programs = 1
	for _, p := range pairs {
		enter, err := console.TryKept(a,
			func() (func(), error) { return c.studyPair(a, w, p, sum) })
		if err != nil && err != ask.ErrInterrupted {
			return err
		}
		if enter != nil {
			enter()
		}
		if a.Interrupted() {
			doc.Interrupted = true
			break
		}
	}
	doc.Table = predictTable(sum)
	return nil
}

// studyPair studies a pair of methods. enter adds the result to the document; it is nil after an
// interrupt.
func (c *predictCmd) studyPair(a *console.App, w predictWriter, p il.Pair,
	sum *predict.Table) (enter func(), err error) {
	s := w.survey.Watch(a.Ctx, w.core, p)
	truth, err := predict.Judge(a.Ctx, w.core, p, c.search())
	switch {
	case a.Interrupted() && errors.Is(err, a.Ctx.Err()):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defects, accepted := w.survey.Defects(w.core, s, truth)
	return func() {
		sum.Witnesses += accepted
		sum.Add(s, truth)
		w.doc.Defects = append(w.doc.Defects, defects...)
		w.pair(s, truth)
	}, nil
}

// exitOfPredict returns the exit for a document. The tables of random programs are statistics, not
// findings.
func exitOfPredict(d *report.Predict) console.Exit {
	races := false
	for _, p := range d.Pairs {
		races = races ||
			slices.ContainsFunc(p.Findings,
				func(f report.PredictFinding) bool { return f.Verdict == report.Confirmed })
	}
	if t := d.Trace; t != nil {
		races = races ||
			slices.ContainsFunc(t.Conflicts,
				func(c report.TracedConflict) bool { return c.Order != nil })
		if !races && (t.More > 0 || t.Limited) {
			return console.ExitInconclusive
		}
	}
	switch t := &d.Table; {
	case len(d.Defects) > 0 || d.Random != nil && len(d.Random.Failures) > 0:
		return console.ExitViolated
	case d.Interrupted:
		return console.ExitInconclusive
	case races:
		return console.ExitFound
	case d.Random == nil &&
		(t.Cut > 0 || t.LeftOut > 0 ||
			slices.ContainsFunc(t.Rows, func(r report.PredictRow) bool { return r.Limited > 0 })):
		return console.ExitInconclusive
	default:
		return console.ExitNothing
	}
}

// sweep adds up the results of random programs. The executions of a program are drawn from its
// seed.
func (c *predictCmd) sweep() (*compare.Sweep[*predict.Table], error) {
	o, err := c.survey()
	if err != nil {
		return nil, err
	}
	generator, err := c.generator()
	return &compare.Sweep[*predict.Table]{
		Kind: "predict", Program: generator.Program,
		Draw: compare.Draw{Generator: generator, Seed: c.Seed, Programs: c.Random},
		Zero: func() *predict.Table { return predict.NewTable(o) }, Plus: (*predict.Table).Plus,
		One: func(ctx context.Context, seed uint64) (*predict.Table, *compare.Failure) {
			t := predict.NewTable(o)
			_, core, failure := compare.Drawn(seed, generator.Options)
			if failure != nil {
				return t, failure
			}
			survey := *o
			survey.Seed = seed
			if defects := survey.Tabulate(ctx, core, c.search(), t); len(defects) > 0 {
				return t, &compare.Failure{Seed: seed, What: defects}
			}
			return t, nil
		},
		Check: func(t *predict.Table, programs uint64) error {
			empty := predict.NewTable(o)
			isLike := func(r, other predict.Row) bool {
				return r.Method == other.Method && r.Variant == other.Variant &&
					len(r.Found) == len(other.Found) && len(r.Wrong) == len(other.Wrong)
			}
			if t == nil || uint64(t.Programs) != programs ||
				!slices.Equal(t.Points, empty.Points) ||
				!slices.EqualFunc(t.Rows, empty.Rows, isLike) {
				return fmt.Errorf("no table of %s", text.Count(programs, "program"))
			}
			return nil
		},
	}, err
}

// Again returns the flags that a sum over random programs depends on.
func (c *predictCmd) Again() string {
	return fmt.Sprintf(" --runs %d", c.Runs) + console.Again(c, "Drawing", "RunSteps", "MaxStates",
		"Method", "Variant")
}

func predictTable(t *predict.Table) report.PredictTable {
	out := report.PredictTable{
		Points: t.Points, Programs: t.Programs, Pairs: t.Pairs, LeftOut: t.LeftOut,
		Executions: t.Executions, Cut: t.Cut, Races: t.Races, Witnesses: t.Witnesses,
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := report.PredictRow{Method: r.Method, Variant: r.Variant, Reported: r.Reported,
			False: r.False, Found: r.Found, Wrong: r.Wrong, Limited: r.Limited}
		for k := range t.Points {
			row.Recall = append(row.Recall, t.Recall(r, k))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

type predictWriter struct {
	command *predictCmd
	core    *il.Core
	survey  *predict.Survey
	checker *check.Checker
	doc     *report.Predict
}

func (w predictWriter) pair(s *predict.Study, truth *predict.Truth) {
	out := report.PredictedPair{
		Left: s.Pair.Left.Name, Right: s.Pair.Right.Name, Runs: s.Runs, Cut: s.Cut,
		Search:   truth.Cut,
		Findings: []report.PredictFinding{}, Missed: []report.Sites{},
	}
	missed := map[il.Sites]bool{}
	for at := range truth.Real {
		missed[at] = true
	}
	for i := range s.Findings {
		f := &s.Findings[i]
		delete(missed, f.Sites)
		out.Findings = append(out.Findings, w.finding(s, f, truth))
	}
	var sites []il.Sites
	for at := range missed {
		sites = append(sites, at)
	}
	slice.Sort(sites, il.Sites.Compare)
	for _, at := range sites {
		out.Missed = append(out.Missed, report.SitesOf(w.core.Source, at))
	}
	w.doc.Pairs = append(w.doc.Pairs, out)
}

// finding describes a pair of sites that a predictor reports.
func (w predictWriter) finding(s *predict.Study, f *predict.Finding,
	truth *predict.Truth) report.PredictFinding {
	out := report.PredictFinding{
		Sites: report.SitesOf(w.core.Source, f.Sites), Verdict: report.Impossible,
	}
	switch {
	case truth.Real[f.Sites]:
		out.Verdict = report.Confirmed
	case truth.Cut != "":
		out.Verdict = report.Unknown
	}
	for i, b := range f.By {
		if p := w.survey.Predictors[i]; b.First > 0 {
			out.By = append(out.By, report.PredictedBy{Method: p.Name, Variant: p.Variant.String(),
				Runs: b.Runs, First: b.First})
		}
	}
	out.Case, out.Witness = w.reordered(s, f)
	return out
}

// reordered returns a reordering that shows the race, from a sound predictor if one reports it, or
// a reordering that an unsound predictor promises. It is nil if there is none.
func (w predictWriter) reordered(
	s *predict.Study, f *predict.Finding,
) (*report.PredictCase, *witness.Witness) {
	var order []int
	for i, b := range f.By {
		if b.First > 0 {
			order = append(order, i)
		}
	}
	unsound := func(i int) int {
		if w.survey.Predictors[i].Sound() {
			return 0
		}
		return 1
	}
	slice.SortStable(order, func(i, j int) int {
		return cmp.Or(unsound(i)-unsound(j), f.By[i].First-f.By[j].First)
	})
	for _, i := range order {
		if c, proof := w.described(s, f, i); c != nil {
			return c, proof
		}
	}
	return nil, nil
}

// described returns the reordering that a predictor promises for a pair of sites, or one that shows
// the race although the predictor is not sound. It is nil if there is neither.
func (w predictWriter) described(
	s *predict.Study, f *predict.Finding, i int,
) (*report.PredictCase, *witness.Witness) {
	p, by := w.survey.Predictors[i], f.By[i]
	t := predict.Of(w.survey.Execution(w.core, s.Pair, by.First))
	order, ok := p.Reorder(t, by.Race)
	if !ok {
		return nil, nil
	}
	x, err := t.Concrete(order, by.Race)
	if err != nil {
		return nil, nil
	}
	out := &report.PredictCase{
		Method: p.Name, Variant: p.Variant.String(), Run: by.First, Steps: len(order),
		Heap: session.InitText(w.core, s.Pair, x.Init),
	}
	for _, i := range semantics.Tids {
		a, ok := semantics.NextAccess(x.Last(), i)
		if !ok {
			return nil, nil
		}
		out.Cells[i] = execution.CellOf(x.Init, a.Cell)
	}
	proof, err := t.Witness(order, by.Race)
	if err == nil {
		err = w.checker.Check(proof)
	}
	if err != nil {
		proof = nil
	}
	if err != nil && out.Cells[0] == out.Cells[1] {
		return nil, nil // Defects reports it if the predictor is sound
	}
	out.Schedule = planOf(x).String()
	out.Command = typedCommand(s.Pair, out.Heap, out.Schedule, w.command.File)
	return out, proof
}

// planOf returns the schedule of an execution, with the choices after its last steps.
func planOf(x *execution.Execution) schedule.Schedule {
	plan := scheduleOf(&dynamic.Execution{Execution: *x}, len(x.Moves))
	for _, i := range semantics.Tids {
		for _, c := range x.Last().Threads[i].Chosen {
			plan = append(plan, schedule.Choose(i, c.Take))
		}
	}
	return plan
}
