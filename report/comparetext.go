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

// compareText prints a comparison. Without all it leaves out the candidates that are neither real nor
// reported, and the analyzers that shown does not name: variants that matter to a specialist.
type compareText struct {
	shown func(analyzer string) bool
	all   bool
}

// CompareText prints the candidates of files, and then the totals.
func CompareText(d *Compare, shown func(analyzer string) bool, all bool) Printed {
	c := compareText{shown: shown, all: all}
	return func(p *page) {
		for i := range d.Files {
			f := &d.Files[i]
			for k := range f.Pairs {
				c.pair(p, f, &f.Pairs[k])
				p.line("")
			}
		}
		c.total(p, &d.Total)
	}
}

// pair prints the candidates of two methods, each with what is true of it and who reports it.
func (c compareText) pair(p *page, f *CompareFile, x *ComparePair) {
	rows := slice.Filter(x.Rows, func(r CompareRow) bool {
		return c.all || r.Real != "no" || r.Unordered == "yes" || c.reporters(r) != nil
	})
	rest := ""
	if n := len(x.Rows) - len(rows); n > 0 {
		rest = fmt.Sprintf(", %d of them neither real nor reported", n)
	}
	if x.Unlisted > 0 {
		rest += fmt.Sprintf(", %d of them not reported and not listed", x.Unlisted)
	}
	p.line("%s %s%s.", p.heading(f.File, x.Left, x.Right), text.Count(x.Candidates, "candidate"), rest)
	for _, cut := range x.Cut {
		if c.shown(cut.Analyzer) {
			p.prose(2, "%s was cut (%s): there may be more.", cut.Analyzer, cut.Why)
		}
	}
	for i, l := range table(slice.Map(rows, func(r CompareRow) []string {
		return []string{r.Sites.String(), truthWords(r)}
	})) {
		p.line("  %s", l)
		if n := rows[i].Needs; n != nil {
			p.prose(6, "%s", n.line())
		}
		if names := c.reporters(rows[i]); names != nil {
			p.prose(6, "reported by %s", strings.Join(names, ", "))
		} else {
			p.prose(6, "not reported")
		}
	}
}

// reporters lists the analyzers that report a candidate.
func (c compareText) reporters(r CompareRow) (names []string) {
	for _, x := range r.Reported {
		if c.shown(x.Analyzer) {
			names = append(names, x.Analyzer)
		}
	}
	return names
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

// total prints the scores by the truth that each analyzer means, what was checked of the inclusions,
// and a last line.
func (c compareText) total(p *page, t *CompareTotal) {
	var truths []string
	hidden := 0
	for _, s := range t.Analyzers {
		switch {
		case !s.Own:
		case !c.shown(s.Analyzer):
			hidden++
		case !slices.Contains(truths, s.Truth):
			truths = append(truths, s.Truth)
		}
	}
	for _, truth := range truths {
		rows := [][]string{{"judged by: " + truth, "true", "false", "missed", "precision", "recall", ""}}
		for _, s := range t.Analyzers {
			if s.Truth == truth && s.Own && c.shown(s.Analyzer) {
				row := []string{
					"  " + s.Analyzer, fmt.Sprint(s.TruePositives), fmt.Sprint(s.FalsePositives),
					fmt.Sprint(s.FalseNegatives), dash(s.Precision), dash(s.Recall), "",
				}
				if s.Time != nil {
					row[6] = fmt.Sprintf("%d ms", *s.Time/1_000_000)
				}
				rows = append(rows, row)
			}
		}
		p.lines(0, table(alignFrom(1, rows)))
		p.line("")
	}
	if hidden > 0 {
		p.prose(0, "true: reports that are real; false: reports that are not; missed: real ones that are not reported. --all shows %s; wobbly analyzers describes them.", text.Count(hidden, "more variant"))
		p.line("")
	}
	// Print the recall on random programs by what the races need, with intervals by program.
	var rows [][]string
	for _, s := range t.Analyzers {
		if len(s.Grades) == 0 || !c.shown(s.Analyzer) {
			continue
		}
		if rows == nil {
			head, races := []string{"recall by needs"}, []string{"  races"}
			for _, g := range s.Grades {
				head, races = append(head, strings.TrimPrefix(g.Grade, "with ")), append(races, fmt.Sprint(g.Races))
			}
			rows = append(rows, head, races)
		}
		row := []string{"  " + s.Analyzer}
		for _, g := range s.Grades {
			share := "-"
			if g.Recall != "" {
				share = fmt.Sprintf("%.2f ±%.2f", float64(g.Found)/float64(g.Races), g.PlusMinus)
			}
			row = append(row, share)
		}
		rows = append(rows, row)
	}
	if rows != nil {
		p.lines(0, table(alignFrom(1, rows)))
		p.line("")
	}
	c.included(p, t)
	if t.Random != nil {
		for _, f := range t.Random.Failures {
			p.fault(f)
		}
	}
	p.defects(t.Strange)
	p.prose(0, "%s", compareSummary(*t))
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// included prints which inclusions hold: all of them, or how many and those that fail.
func (c compareText) included(p *page, t *CompareTotal) {
	var rows [][]string
	checked, failed := 0, 0
	for _, in := range t.Included {
		if in.Pairs == 0 {
			continue
		}
		checked++
		word := "holds"
		if in.Violations > 0 {
			failed++
			word = fmt.Sprintf("FAILS %d times", in.Violations)
		}
		if c.all || in.Violations > 0 {
			rows = append(rows, []string{fmt.Sprintf("%s ⊆ %s", in.Sub, in.Super), word, text.Count(in.Reports, "report")})
		}
	}
	p.lines(0, table(rows))
	if len(rows) > 0 {
		p.line("")
	}
	if !c.all && checked > failed {
		p.prose(0, "Each analyzer that is proved to report a part of another one's reports does so here (%s).", text.Count(checked-failed, "inclusion"))
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
		words += fmt.Sprintf(" %s in which a search was cut (%d states) are left out of all counts.", text.Count(t.LeftOut, "pair"), t.Random.MaxStates)
	case t.LeftOut > 0:
		words += fmt.Sprintf(" In %s a search or an analysis was cut.", text.Count(t.LeftOut, "pair"))
	}
	return words + interruptedWords(t.Interrupted || t.Random != nil && t.Random.Interrupted)
}
