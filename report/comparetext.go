package report

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// text lists analyzers.
func (d Analyzers) text(p *page) {
	for i, a := range d.List {
		if i > 0 {
			p.line("")
		}
		p.line("%s  %s, %s", p.paint(bold, a.Name), a.Title, a.Kind)
		p.prose(2, "%s", a.Doc)
		if a.Claim != "" {
			p.prose(2, "%s", a.Claim)
		}
		if a.Within != "" {
			p.prose(2, "What it reports is also reported by: %s.", a.Within)
		}
		p.prose(2, "From %s; judged by: %s.", a.Cite, a.Truth)
	}
}

// CompareText prints the rows of a file: those that are real or reported, or all.
func CompareText(f *CompareFile, all bool) Printed {
	return func(p *page) {
		for i := range f.Pairs {
			p.compared(f, &f.Pairs[i], all)
			p.line("")
		}
	}
}

// compared prints one pair of units as a table.
func (p *page) compared(f *CompareFile, x *ComparePair, all bool) {
	rows := slice.Filter(x.Rows, func(r CompareRow) bool { return all || r.Real != "no" || r.Unordered == "yes" || len(r.Reported) > 0 })
	rest := ""
	if n := len(x.Rows) - len(rows); n > 0 {
		rest = fmt.Sprintf(", %d of them neither real nor reported", n)
	}
	if x.Unlisted > 0 {
		rest += fmt.Sprintf(", %d of them reported by nobody and not listed", x.Unlisted)
	}
	p.line("%s %s%s.", p.heading(f.File, x.Left, x.Right), text.Count(x.Candidates, "candidate"), rest)
	for _, c := range x.Cut {
		p.prose(2, "%s was cut (%s): there may be more.", c.Analyzer, c.Why)
	}
	cells := slice.Map(rows, func(r CompareRow) []string {
		return []string{r.Sites.String(), truthWords(r)}
	})
	sites := table(cells)
	for i, r := range rows {
		p.line("  %s", sites[i])
		p.prose(6, "%s", reporters(r))
	}
}

// truthWords says what is true of a candidate.
func truthWords(r CompareRow) string {
	switch {
	case r.Real == "yes":
		return "a race"
	case r.Real == "no" && r.Unordered == "yes":
		return "no race by Definition 3.6, but unordered by happens-before"
	case r.Real == "no":
		return "no race"
	case r.Unordered == "yes":
		return "unordered by happens-before"
	case r.Unordered == "no":
		return "ordered by happens-before"
	default:
		return "not known"
	}
}

// reporters lists who reports a candidate.
func reporters(r CompareRow) string {
	names := slice.Map(r.Reported, func(x CompareReport) string { return x.Analyzer })
	if names == nil {
		return "reported by nobody"
	}
	return "reported by " + strings.Join(names, ", ")
}

// text prints the totals: the scores by the truth that each analyzer
// means, what was checked of the inclusions, and a last line.
func (t CompareTotal) text(p *page) {
	p.scores(t)
	p.included(t)
	if t.Random != nil {
		for _, f := range t.Random.Failures {
			p.fault(f)
		}
	}
	p.defects(t.Strange)
	p.prose(0, "%s", compareSummary(t))
}

// scores prints the table of scores, one for each truth.
func (p *page) scores(t CompareTotal) {
	var truths []string
	for _, s := range t.Analyzers {
		if !slices.Contains(truths, s.Truth) {
			truths = append(truths, s.Truth)
		}
	}
	for _, truth := range truths {
		rows := [][]string{{"judged by: " + truth, "true", "false", "missed", "precision", "recall", ""}}
		for _, s := range t.Analyzers {
			if s.Truth == truth && s.Own {
				rows = append(rows, scoreRow(s))
			}
		}
		p.lines(0, table(alignFrom(1, rows)))
		p.line("")
	}
}

// scoreRow is a line of the table of scores.
func scoreRow(s CompareScore) []string {
	row := []string{"  " + s.Analyzer, fmt.Sprint(s.TruePositives), fmt.Sprint(s.FalsePositives), fmt.Sprint(s.FalseNegatives), dash(s.Precision), dash(s.Recall), ""}
	if s.Time != nil {
		row[6] = fmt.Sprintf("%d ms", *s.Time/1_000_000)
	}
	return row
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// included prints which inclusions hold.
func (p *page) included(t CompareTotal) {
	rows := [][]string{}
	for _, in := range t.Included {
		if in.Pairs > 0 {
			word := "holds"
			if in.Violations > 0 {
				word = fmt.Sprintf("FAILS %d times", in.Violations)
			}
			rows = append(rows, []string{fmt.Sprintf("%s ⊆ %s", in.Sub, in.Super), word, text.Count(in.Reports, "report")})
		}
	}
	if len(rows) > 0 {
		p.lines(0, table(rows))
		p.line("")
	}
}

// fault prints a program that shows a defect.
func (p *page) fault(f Fault) {
	p.line("%s", p.paint(alarm, fmt.Sprintf("seed %d:", f.Seed)))
	for _, w := range f.What {
		p.prose(2, "%s", w)
	}
	p.lines(2, text.Lines(f.Program))
	p.line("  Repeat: %s", f.Repeat)
	p.line("")
}

// compareSummary is the last line.
func compareSummary(t CompareTotal) string {
	what := text.Count(t.Programs, "program")
	if r := t.Random; r != nil {
		what = fmt.Sprintf("%s of the drawing %s from seed %d", text.Count(t.Programs, "random program"), r.Drawing, r.Seed)
	}
	words := fmt.Sprintf("%s, %s: %s", what, text.Count(t.Pairs, "pair"), text.Count(t.Rows, "candidate"))
	var real []string
	if t.Real != nil {
		real = append(real, fmt.Sprintf("%d are races by Definition 3.6", *t.Real))
	}
	if t.Unordered != nil {
		real = append(real, fmt.Sprintf("%d are unordered by happens-before in some execution", *t.Unordered))
	}
	if real != nil {
		words += ", of which " + strings.Join(real, " and ")
	}
	words += "."
	switch {
	case t.LeftOut > 0 && t.Random != nil:
		words += fmt.Sprintf(" %s that something cut (%d states) are left out of all counts.", text.Count(t.LeftOut, "pair"), t.Random.MaxStates)
	case t.LeftOut > 0:
		words += fmt.Sprintf(" In %s something was cut.", text.Count(t.LeftOut, "pair"))
	}
	return words + interruptedWords(t.Interrupted || t.Random != nil && t.Random.Interrupted)
}
