package cli

import (
	"cmp"
	"errors"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/predict"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/ask"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics/explore"
	"wobbly/witness/check"
)

// predictCmd is `wobbly predict`.
type predictCmd struct {
	File string `arg:"" name:"FILE" optional:"" help:"The program; - is standard input."`
	jsonFlag
	pairFlag
	predictorFlags
	Random uint64 `help:"Sum up over N random programs." placeholder:"N"`
	drawingFlag
	Runs      int    `help:"How many executions to record, of each pair of units." default:"100" placeholder:"N"`
	RunSteps  int    `help:"End an execution after N steps." default:"10000" placeholder:"N"`
	Seed      uint64 `help:"Of the first random program; of initial states, choices and schedules." default:"1" placeholder:"N"`
	MaxStates *int   `help:"Cut the exact search at N states; 0 for no limit. Left out: ${maxstates}, or 20000 with --random." placeholder:"N"`
	strictFlag
	workersFlag
}

// predictorFlags choose who predicts.
type predictorFlags struct {
	Method  []string `help:"Only these methods: hb, shb, wcp, syncp, m2, maximal. Left out: all but maximal, which tries all reorderings and finds what m2 finds." complete:"methods" placeholder:"NAME,..."`
	Variant string   `help:"Only this variant: printed, or prefixes, which records the reads on the path of an access. Left out: both." enum:"printed,prefixes,both" default:"both" placeholder:"NAME"`
}

// predictors are those that the flags choose.
func (f predictorFlags) predictors() ([]predict.Predictor, error) {
	names := f.Method
	if len(names) == 0 {
		names = slices.DeleteFunc(predictMethodNames(), func(name string) bool { return name == predict.Maximal.Name })
	}
	for _, name := range names {
		if known := predictMethodNames(); !slices.Contains(known, name) {
			return nil, noSuch("method", name, known)
		}
	}
	var variants []predict.Variant
	for _, v := range predict.Variants {
		if f.Variant == v.String() || f.Variant == "both" {
			variants = append(variants, v)
		}
	}
	all := predict.Predictors(names, variants)
	if len(all) == 0 {
		return nil, usage("", "hb has no variant %s", f.Variant)
	}
	return all, nil
}

// predictMethodNames lists the methods by name.
func predictMethodNames() []string {
	return slice.Map(predict.Methods(), func(m predict.Method) string { return m.Name })
}

// Run implements the command.
func (c *predictCmd) Run(a *app) error {
	o, err := c.survey()
	if err == nil {
		err = c.workersFlag.random(a, c.Random)
	}
	if err != nil {
		return err
	}
	doc := &report.Predict{
		File: c.File, Seed: c.Seed, Runs: c.Runs, RunSteps: c.RunSteps,
		Predictors: slice.Map(o.Predictors, describePredictor), Defects: []string{},
	}
	switch {
	case c.Random > 0:
		c.random(a, o, doc)
	case c.File == "":
		return usage("See: wobbly help predict", "expected FILE or --random N")
	default:
		err = c.file(a, o, doc)
	}
	if err != nil {
		return err
	}
	a.found(exitOfPredict(doc))
	return a.print(doc, c.JSON)
}

// survey is what the flags ask for; it refuses those that make no sense.
func (c *predictCmd) survey() (*predict.Survey, error) {
	switch _, err := c.drawing(); {
	case c.Random > 0 && (c.File != "" || c.Pair != "" || c.Strict):
		return nil, usage("", "--random draws programs: give no FILE, --pair and --strict beside it")
	case err != nil:
		return nil, err
	case c.Random == 0 && c.Drawing != "":
		return nil, usage("", "--drawing is for --random")
	case c.Runs < 1 || c.RunSteps < 1:
		return nil, usage("", "--runs and --run-steps must be at least 1")
	case c.MaxStates != nil && *c.MaxStates < 0:
		return nil, usage("", "--max-states must not be negative")
	}
	all, err := c.predictors()
	l := dynamic.DefaultLimits()
	l.Steps = c.RunSteps
	return &predict.Survey{Runs: c.Runs, Seed: c.Seed, Limits: l, Predictors: all}, err
}

// drawing is how programs are drawn.
func (c *predictCmd) drawing() (gen.Drawing, error) {
	return drawingOf(cmp.Or(c.Drawing, gen.Drawings()[0].Name))
}

// search are the options of the exact search.
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

// file is about one program.
func (c *predictCmd) file(a *app, o *predict.Survey, doc *report.Predict) error {
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	only, err := c.pair(core)
	if err != nil {
		return err
	}
	pairs := core.PairsOf(only)
	var executions counter
	executions.all.Store(int64(len(pairs) * o.Runs))
	o.Progress = executions.next
	stop := a.watch("").steadily(executions.of(report.FileName(core.Source.Name), "executions"))
	defer stop()
	w := predictWriter{command: c, core: core, survey: o, checker: check.New(core), doc: doc}
	doc.Pairs = []report.PredictedPair{}
	sum := predict.NewTable(o)
	sum.Programs = 1
	for _, p := range pairs {
		enter, err := tryKept(a, func() (func(), error) { return c.one(a, w, p, sum) })
		if err != nil && err != ask.ErrInterrupted {
			return err
		}
		if enter != nil {
			enter()
		}
		if a.interrupted() {
			doc.Interrupted = true
			break
		}
	}
	doc.Table = predictTable(sum)
	return nil
}

// one is about a pair of units. What it gives enters what was found.
func (c *predictCmd) one(a *app, w predictWriter, p il.Pair, sum *predict.Table) (enter func(), err error) {
	s := w.survey.Watch(a.ctx, w.core, p)
	truth, err := predict.Judge(a.ctx, w.core, p, c.search())
	switch {
	case a.interrupted() && errors.Is(err, a.ctx.Err()):
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

// exitOfPredict is the exit code that a document amounts to. The tables of random
// programs are about counts.
func exitOfPredict(d *report.Predict) exit {
	races := false
	for _, p := range d.Pairs {
		races = races || slices.ContainsFunc(p.Findings, func(f report.PredictFinding) bool { return f.Verdict == report.Confirmed })
	}
	switch t := &d.Table; {
	case len(d.Defects) > 0 || d.Random != nil && len(d.Random.Failures) > 0:
		return exitViolated
	case d.Interrupted:
		return exitInconclusive
	case races:
		return exitFound
	case d.Random == nil && (t.Cut > 0 || t.LeftOut > 0 || slices.ContainsFunc(t.Rows, func(r report.PredictRow) bool { return r.Limited > 0 })):
		return exitInconclusive
	default:
		return exitNothing
	}
}
