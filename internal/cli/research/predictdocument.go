package research

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"wobbly/dynamic"
	"wobbly/dynamic/predict"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/witness"
	"wobbly/witness/check"
)

func describe(p predict.Predictor) report.Predictor {
	return report.Predictor{Method: p.Name, Variant: p.Variant.String(), Cite: p.Cite, Doc: p.Doc,
		Sound: p.Sound()}
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

// A predictWriter studies the pairs of methods of a file and adds them to a document.
type predictWriter struct {
	command *predictCmd
	core    *il.Core // nil for a trace in RAPID's format
	survey  *predict.Survey
	checker *check.Checker // nil without a core
	doc     *report.Predict
	sum     *predict.Table
}

func newPredictWriter(c *predictCmd, core *il.Core, survey *predict.Survey,
	doc *report.Predict) *predictWriter {
	doc.Pairs = []report.PredictedPair{}
	w := &predictWriter{command: c, core: core, survey: survey, doc: doc,
		sum: predict.NewTable(survey)}
	if core != nil {
		w.checker, w.sum.Programs = check.New(core), 1
	}
	return w
}

// predicted is what the predictors say about a pair of methods, and what is true.
type predicted struct {
	*predict.Study
	truth    *predict.Truth
	defects  []string
	accepted int // witnesses
}

// study studies a pair of methods. It returns nil if ctx ended too early.
func (w *predictWriter) study(ctx context.Context, p il.Pair) (*predicted, error) {
	s := w.survey.Watch(ctx, w.core, p)
	truth, err := predict.Judge(ctx, w.core, p, w.command.search())
	switch {
	case err != nil && errors.Is(err, ctx.Err()):
		return nil, nil
	case err != nil:
		return nil, err
	}
	x := &predicted{Study: s, truth: truth}
	x.defects, x.accepted = w.survey.Defects(w.core, s, truth)
	return x, nil
}

// add adds a pair of methods to the document and to the sum.
func (w *predictWriter) add(x *predicted) {
	w.sum.Witnesses += x.accepted
	w.sum.Add(x.Study, x.truth)
	w.doc.Defects = append(w.doc.Defects, x.defects...)
	out := report.PredictedPair{
		Left: x.Pair.Left.Name, Right: x.Pair.Right.Name, Runs: x.Runs, Cut: x.Cut,
		Search: x.truth.Cut, Findings: []report.PredictFinding{}, Missed: []report.Sites{},
	}
	missed := maps.Clone(x.truth.Real)
	for i := range x.Findings {
		delete(missed, x.Findings[i].Sites)
		out.Findings = append(out.Findings, w.finding(x, &x.Findings[i]))
	}
	for _, at := range slice.Sorted(maps.Keys(missed), il.Sites.Compare) {
		out.Missed = append(out.Missed, report.SitesOf(w.core.Source, at))
	}
	w.doc.Pairs = append(w.doc.Pairs, out)
}

// finding describes a pair of sites that a predictor reports.
func (w *predictWriter) finding(x *predicted, f *predict.Finding) report.PredictFinding {
	out := report.PredictFinding{Sites: report.SitesOf(w.core.Source, f.Sites)}
	for i, b := range f.By {
		if p := w.survey.Predictors[i]; b.First > 0 {
			out.By = append(out.By, report.PredictedBy{Method: p.Name, Variant: p.Variant.String(),
				Runs: b.Runs, First: b.First})
		}
	}
	out.Case, out.Witness = w.reordered(x.Study, f)
	out.Verdict = verdictOf(x.truth, f.Sites)
	if out.Verdict == report.Unknown && out.Witness != nil {
		out.Verdict = report.Confirmed // although the search was cut
	}
	return out
}

// verdictOf returns the verdict of the exact search on a pair of sites.
func verdictOf(truth *predict.Truth, at il.Sites) string {
	switch {
	case truth.Real[at]:
		return report.Confirmed
	case truth.Cut != "":
		return report.Unknown
	default:
		return report.Impossible
	}
}

// reordered returns a reordering that shows the race, from a sound predictor if one reports it, or
// a reordering that an unsound predictor promises. It is nil if there is none.
func (w *predictWriter) reordered(
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
		if c, proof := w.reorderBy(s, f, i); c != nil {
			return c, proof
		}
	}
	return nil, nil
}

// reorderBy returns the reordering that a predictor promises for a pair of sites, with its witness
// if that is accepted. It is nil if there is no reordering, or if only its witness is wrong.
func (w *predictWriter) reorderBy(
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
		if out.Cells[0] == out.Cells[1] {
			return nil, nil // Defects reports it if the predictor is sound
		}
		proof = nil
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
