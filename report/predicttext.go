package report

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/text"
)

// text prints who predicts what, and how that grows with the number of runs.
func (d *Predict) text(p *page) {
	if d.Trace != nil {
		p.predictors(d)
		p.givenTrace(d)
		p.defects(d.Defects)
		if len(d.Pairs) > 0 {
			p.prose(0, "%s", d.summary())
		}
		return
	}
	p.prose(0, "A predictor watches one execution and reports races that could have happened if its steps had come in another order. wobbly recorded random executions (runs), let each predictor look at each of them, and compares the reports with the races that an exact search finds.")
	p.line("")
	p.predictors(d)
	for i := range d.Pairs {
		p.predictedPair(d, &d.Pairs[i])
		p.line("")
	}
	if d.Table.Pairs > 0 {
		p.predictTable(&d.Table)
	}
	if d.Random != nil {
		for _, f := range d.Random.Failures {
			p.fault(f)
		}
	}
	p.defects(d.Defects)
	p.prose(0, "%s", d.summary())
}

// predictors prints what each predictor does.
func (p *page) predictors(d *Predict) {
	var names []string
	variants := false
	p.line("Predictors:")
	for _, x := range d.Predictors {
		variants = variants || x.Variant == "prefixes"
		if slices.Contains(names, x.Method) {
			continue
		}
		names = append(names, x.Method)
		name := x.Method
		for _, l := range p.wrap(x.Doc, width-11) {
			p.line("  %s  %s", pad(name, 7), l)
			name = ""
		}
	}
	p.line("")
	if variants {
		p.prose(0, "Each is tried as printed in its paper and with prefixes: it then also records which fields an access reads along its path, as in a.f before a.f.g. Without them some reports are false on IL.")
		p.line("")
	}
}

func (p *page) predictedPair(d *Predict, x *PredictedPair) {
	cut := ""
	if x.Cut > 0 {
		cut = fmt.Sprintf(", %d of them cut after %d steps", x.Cut, d.RunSteps)
	}
	p.line("%s %s%s.", p.heading(d.File, x.Left, x.Right), text.Count(x.Runs, "run"), cut)
	if x.Search != "" {
		p.prose(2, "The exact search was cut (%s): it may have missed races.", x.Search)
	}
	if len(x.Findings) == 0 {
		p.line("  No race is predicted.")
	}
	for i := range x.Findings {
		p.predictFinding(d, &x.Findings[i])
	}
	for _, s := range x.Missed {
		p.prose(2, "%s: a race that no predictor reports.", s)
	}
}

// predictFinding prints a pair of sites that somebody predicts.
func (p *page) predictFinding(d *Predict, f *PredictFinding) {
	truth := map[string]string{Confirmed: "a race", Impossible: "no race in any execution", Unknown: "not known to race"}[f.Verdict]
	p.prose(2, "%s: %s.", f.Sites, truth)
	type runs struct{ runs, first int }
	var order []runs
	by := map[runs][]string{}
	for _, b := range f.By {
		k := runs{b.Runs, b.First}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], b.Method+" "+b.Variant)
	}
	for _, k := range order {
		who := strings.Join(by[k], ", ")
		if len(by[k]) == len(d.Predictors) {
			who = "all predictors"
		}
		p.prose(4, "Predicted from %s, first from run %d: %s.", text.Count(k.runs, "run"), k.first, who)
	}
	if c := f.Case; c != nil {
		p.predictCase(c, f.Witness != nil)
	}
}

// predictCase prints a reordering, accepted as a witness or not.
func (p *page) predictCase(c *PredictCase, accepted bool) {
	order := fmt.Sprintf("Run %d reordered by %s %s, %s", c.Run, c.Method, c.Variant, text.Count(c.Steps, "step"))
	if accepted {
		p.labelled("Witness", "%s: both threads are then about to access %s. The independent checker accepts it.", order, cell(c.Cells[0]))
	} else {
		p.labelled("Refuted", "%s: A is then about to access %s, and B %s.", order, cell(c.Cells[0]), cell(c.Cells[1]))
	}
	if c.Command != "" {
		p.line("%*s%s", labelWidth, "", c.Command)
	} else {
		p.label("", p.wrap("Its schedule is too long for this page: --json has it.", width-labelWidth))
	}
}

// predictTable prints the curves: recall, and false reports if there are any.
func (p *page) predictTable(t *PredictTable) {
	recall := func(r *PredictRow) bool {
		return slices.ContainsFunc(r.Recall, func(x float64) bool { return x < 1 })
	}
	if slices.ContainsFunc(t.Rows, func(r PredictRow) bool { return recall(&r) }) {
		p.predictCurve("share of the races that are predicted, by the number of runs", t, func(r *PredictRow, k int) string { return fmt.Sprintf("%.3f", r.Recall[k]) })
	} else if t.Races > 0 {
		p.prose(0, "Each predictor has found all races after the first run.")
		p.line("")
	}
	if slices.ContainsFunc(t.Rows, func(r PredictRow) bool { return r.False > 0 }) {
		p.predictCurve("false reports, by the number of runs", t, func(r *PredictRow, k int) string { return fmt.Sprint(r.Wrong[k]) })
	}
}

// predictCurve prints a table with a column for each number of runs.
func (p *page) predictCurve(title string, t *PredictTable, of func(r *PredictRow, k int) string) {
	head := []string{"method", "variant"}
	for _, n := range t.Points {
		head = append(head, fmt.Sprint(n))
	}
	rows := [][]string{head}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := []string{r.Method, r.Variant}
		for k := range t.Points {
			row = append(row, of(r, k))
		}
		rows = append(rows, row)
	}
	p.line("%s", title)
	p.lines(2, table(alignFrom(2, rows)))
	p.line("")
}

func (d *Predict) summary() string {
	t := &d.Table
	what := FileName(d.File)
	if d.Random != nil {
		what = fmt.Sprintf("%s of the drawing %s from seed %d", text.Count(t.Programs, "random program"), d.Random.Drawing, d.Seed)
	}
	words := fmt.Sprintf("%s: %s and %s by Definition 3.6, in %s of methods.", what, text.Count(t.Executions, "execution"), text.Count(t.Races, "race"), text.Count(t.Pairs, "pair"))
	if t.LeftOut > 0 {
		words += fmt.Sprintf(" In %s more the exact search was cut.", text.Count(t.LeftOut, "pair"))
	}
	words += d.falseReports()
	if t.Witnesses > 0 {
		words += fmt.Sprintf(" The independent checker accepted %s, one for each report of a sound predictor.", text.CountOf(t.Witnesses, "witness", "witnesses"))
	}
	words += shortenedWords(d.RunSteps, t.Cut, "execution")
	return words + d.limited() + interruptedWords(d.Interrupted)
}

func (d *Predict) falseReports() string {
	var wrong []string
	for _, r := range d.Table.Rows {
		if r.False > 0 {
			wrong = append(wrong, fmt.Sprintf("%s %s (%d)", r.Method, r.Variant, r.False))
		}
	}
	switch {
	case d.Table.Pairs == 0:
		return ""
	case wrong == nil:
		return " No report is false."
	}
	return " False reports: " + strings.Join(wrong, ", ") + "."
}

// limited says which predictors were cut.
func (d *Predict) limited() string {
	var names []string
	for _, r := range d.Table.Rows {
		if r.Limited > 0 {
			names = append(names, fmt.Sprintf("%s %s (%d)", r.Method, r.Variant, r.Limited))
		}
	}
	if names == nil {
		return ""
	}
	slices.Sort(names)
	return " Executions that were too long for a complete prediction: " + strings.Join(names, ", ") + "."
}
