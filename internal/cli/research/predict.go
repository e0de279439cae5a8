package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/predict"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/compare"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics/explore"
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

func (c *predictCmd) Run(a *console.App) error {
	survey, err := c.survey()
	if err != nil {
		return err
	}
	if c.Std {
		return c.writeStd(a)
	}
	doc := &report.Predict{
		File: c.File, Seed: c.Seed, Runs: c.Runs, RunSteps: c.RunSteps, Defects: []string{},
		Predictors: slice.Map(survey.Predictors, describe),
	}
	s := &sweep[*predict.Table, *report.Predict]{again: c.Again(), about: func(uint64) any {
		return about(c, "Random", "Drawing", "Runs", "RunSteps", "Seed", "MaxStates",
			"Method", "Variant")
	}}
	s.workers, s.exit = c.WorkersFlag, exitOfPredict
	s.print = func(d *report.Predict) error { return a.Print(d, c.JSON) }
	if s.programs, err = c.sweep(); err != nil {
		return err
	}
	if c.Random == 0 {
		s.file = func() (*report.Predict, error) {
			given, err := c.namesTrace(a)
			switch {
			case err != nil:
				return nil, err
			case given:
				return doc, c.trace(a, survey, doc)
			}
			return doc, c.file(a, survey, doc)
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
	_, err := c.generator()
	switch {
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

// Again returns the flags that a sum over random programs depends on.
func (c *predictCmd) Again() string {
	return fmt.Sprintf(" --runs %d", c.Runs) + console.Again(c, "Drawing", "RunSteps", "MaxStates",
		"Method", "Variant")
}

// file predicts the races of the pairs of methods of a file from random executions.
func (c *predictCmd) file(a *console.App, survey *predict.Survey, doc *report.Predict) error {
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
	executions.All.Store(int64(len(pairs) * survey.Runs))
	survey.Progress = executions.Next
	stop := a.Watch("").Steadily(executions.Of(report.FileName(core.Source.Name), "executions"))
	defer stop()
	w := newPredictWriter(c, core, survey, doc)
	for _, p := range pairs {
		x, err := console.TryKept(a, func() (*predicted, error) { return w.study(a.Ctx, p) })
		if err != nil && err != ask.ErrInterrupted {
			return err
		}
		if x != nil {
			w.add(x)
		}
		if a.Interrupted() {
			doc.Interrupted = true
			break
		}
	}
	doc.Table = predictTable(w.sum)
	return nil
}

// exitOfPredict returns the exit for a document. The tables of random programs are statistics, not
// findings.
func exitOfPredict(d *report.Predict) console.Exit {
	switch {
	case len(d.Defects) > 0 || d.Random != nil && len(d.Random.Failures) > 0:
		return console.ExitViolated
	case d.Interrupted:
		return console.ExitInconclusive
	case d.Random != nil:
		t := &d.Table
		if 100*t.LeftOut > maxLeftOut*(t.Pairs+t.LeftOut) || 100*t.Cut > maxLeftOut*t.Executions {
			return console.ExitInconclusive
		}
		return console.ExitNothing
	case predictsRace(d):
		return console.ExitFound
	case d.Table.Cut > 0 || d.Table.LeftOut > 0 ||
		d.Trace != nil && (d.Trace.More > 0 || d.Trace.Limited) ||
		slices.ContainsFunc(d.Table.Rows, func(r report.PredictRow) bool { return r.Limited > 0 }):
		return console.ExitInconclusive
	default:
		return console.ExitNothing
	}
}

// predictsRace reports whether a prediction of the document is known to be a race.
func predictsRace(d *report.Predict) bool {
	for _, p := range d.Pairs {
		if slices.ContainsFunc(p.Findings, func(f report.PredictFinding) bool {
			return f.Verdict == report.Confirmed
		}) {
			return true
		}
	}
	return d.Trace != nil && slices.ContainsFunc(d.Trace.Conflicts,
		func(c report.TracedConflict) bool { return c.Order != nil })
}

// sweep adds up the results of random programs. The executions of a program are drawn from its
// seed.
func (c *predictCmd) sweep() (*compare.Sweep[*predict.Table], error) {
	survey, err := c.survey()
	if err != nil {
		return nil, err
	}
	generator, err := c.generator()
	return &compare.Sweep[*predict.Table]{
		Kind: "predict", Program: generator.Program,
		Draw: compare.Draw{Generator: generator, Seed: c.Seed, Programs: c.Random},
		Zero: func() *predict.Table { return predict.NewTable(survey) },
		Plus: (*predict.Table).Plus,
		One: func(ctx context.Context, seed uint64) (*predict.Table, *compare.Failure) {
			t := predict.NewTable(survey)
			_, core, failure := compare.Drawn(seed, generator.Options)
			if failure != nil {
				return t, failure
			}
			from := *survey
			from.Seed = seed
			if defects := from.Tabulate(ctx, core, c.search(), t); len(defects) > 0 {
				return t, &compare.Failure{Seed: seed, What: defects}
			}
			return t, nil
		},
		Check: func(t *predict.Table, programs uint64) error {
			empty := predict.NewTable(survey)
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
