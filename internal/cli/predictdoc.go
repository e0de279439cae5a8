package cli

import (
	"cmp"

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

// describePredictor writes a predictor for a document.
func describePredictor(p predict.Predictor) report.Predictor {
	return report.Predictor{Method: p.Name, Variant: p.Variant.String(), Cite: p.Cite, Doc: p.Doc, Sound: p.Sound()}
}

// predictTable writes a table.
func predictTable(t *predict.Table) report.PredictTable {
	out := report.PredictTable{
		Points: t.Points, Programs: t.Programs, Pairs: t.Pairs, LeftOut: t.LeftOut,
		Executions: t.Executions, Cut: t.Cut, Races: t.Races, Witnesses: t.Witnesses,
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := report.PredictRow{Method: r.Method, Variant: r.Variant, Reported: r.Reported, False: r.False, Found: r.Found, Wrong: r.Wrong, Limited: r.Limited}
		for k := range t.Points {
			row.Recall = append(row.Recall, t.Recall(r, k))
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// predictWriter writes studies as a document.
type predictWriter struct {
	command *predictCmd
	core    *il.Core
	survey  *predict.Survey
	checker *check.Checker
	doc     *report.Predict
}

// pair adds a pair of units.
func (w predictWriter) pair(s *predict.Study, truth *predict.Truth) {
	out := report.PredictedPair{
		Left: s.Pair.Left.Name, Right: s.Pair.Right.Name, Runs: s.Runs, Cut: s.Cut, Search: truth.Cut,
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
	var rest []il.Sites
	for at := range missed {
		rest = append(rest, at)
	}
	slice.Sort(rest, il.Sites.Compare)
	for _, at := range rest {
		out.Missed = append(out.Missed, report.SitesOf(w.core.Source, at))
	}
	w.doc.Pairs = append(w.doc.Pairs, out)
}

// finding writes a pair of sites that somebody predicts.
func (w predictWriter) finding(s *predict.Study, f *predict.Finding, truth *predict.Truth) report.PredictFinding {
	out := report.PredictFinding{Sites: report.SitesOf(w.core.Source, f.Sites), Verdict: report.Impossible}
	switch {
	case truth.Real[f.Sites]:
		out.Verdict = report.Confirmed
	case truth.Cut != "":
		out.Verdict = report.Unknown
	}
	for i, b := range f.By {
		if p := w.survey.Predictors[i]; b.First > 0 {
			out.By = append(out.By, report.PredictedBy{Method: p.Name, Variant: p.Variant.String(), Runs: b.Runs, First: b.First})
		}
	}
	out.Case, out.Witness = w.reordered(s, f)
	return out
}

// reordered is a reordering that shows the race, of a sound predictor; else one that a
// theorem promises, and that does not. It is nil where neither is.
func (w predictWriter) reordered(s *predict.Study, f *predict.Finding) (*report.PredictCase, *witness.Witness) {
	var order []int
	for i, b := range f.By {
		if b.First > 0 {
			order = append(order, i)
		}
	}
	rank := func(i int) (int, int) {
		if w.survey.Predictors[i].Sound() {
			return 0, f.By[i].First
		}
		return 1, f.By[i].First
	}
	slice.SortStable(order, func(i, j int) int {
		a, x := rank(i)
		b, y := rank(j)
		return cmp.Or(cmp.Compare(a, b), cmp.Compare(x, y))
	})
	for _, i := range order {
		if c, proof := w.described(s, f, i); c != nil {
			return c, proof
		}
	}
	return nil, nil
}

// described is the reordering that a predictor promises of a pair of sites, or nil if it
// promises none, or one that shows the race though it is not sound.
func (w predictWriter) described(s *predict.Study, f *predict.Finding, i int) (*report.PredictCase, *witness.Witness) {
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
		return nil, nil // Defects tells of it if it must not be
	}
	plan := scheduleOf(&dynamic.Execution{Execution: *x}, len(order))
	for _, i := range semantics.Tids {
		for _, c := range x.Last().Threads[i].Chosen {
			plan = append(plan, schedule.Choose(i, c.Take))
		}
	}
	out.Schedule = plan.String()
	if len(out.Schedule)+len(out.Heap) <= mostTyped {
		out.Command = showCommand(s.Pair, out.Heap, out.Schedule, w.command.File)
	}
	return out, proof
}
