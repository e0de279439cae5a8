package report

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/text"
)

// text prints who reports what in the executions of a file, or the table.
func (d *RDIT) text(p *page) {
	if d.Rows == nil {
		p.rditStudy(d)
	} else {
		p.rditTable(d)
	}
	p.defects(d.Defects)
	if d.Rows == nil {
		p.prose(0, "%s", rditSummary(d))
	} else {
		p.prose(0, "%s", rditTableSummary(d))
	}
}

// rditStudy prints the pairs of units, and the sums.
func (p *page) rditStudy(d *RDIT) {
	p.prose(0, "%s", rditMissing(d))
	p.line("")
	for i := range d.Pairs {
		p.rditPair(d, &d.Pairs[i])
		p.line("")
	}
	findings := 0
	for i := range d.Pairs {
		findings += len(d.Pairs[i].Findings)
	}
	if findings > 1 {
		p.lines(0, rditCounts(d.Total.Variants, "pairs of accesses, in each run"))
		p.line("")
	}
}

// rditMissing says what is missing.
func rditMissing(d *RDIT) string {
	if len(d.Missing) == 0 {
		return "No method is missing."
	}
	return fmt.Sprintf("Missing: %s.", strings.Join(d.Missing, ", "))
}

// rditPair prints one program C1 || C2.
func (p *page) rditPair(d *RDIT, x *RDITPair) {
	cut := ""
	if x.Cut > 0 {
		cut = fmt.Sprintf(", %d of them cut after %d steps", x.Cut, d.RunSteps)
	}
	p.line("%s %s%s.", p.heading(d.File, x.Left, x.Right), text.Count(x.Runs, "run"), cut)
	for i := range x.Findings {
		p.rditFinding(x, &x.Findings[i])
	}
	if len(x.Findings) == 0 {
		p.line("  No variant reports anything.")
	}
}

// rditFinding prints what the variants say of a pair of sites.
func (p *page) rditFinding(x *RDITPair, f *RDITFinding) {
	truth := "a race in no run"
	if f.Races > 0 {
		truth = "a race in " + text.Count(f.Races, "run")
	}
	if len(f.Cases) == 0 {
		p.prose(2, "%s: %s, and all variants say so.", f.Sites, truth)
		return
	}
	p.prose(2, "%s: %s.", f.Sites, truth)
	p.lines(4, rditCounts(f.Verdicts, "number of runs"))
	for i := range f.Cases {
		p.rditCase(&f.Cases[i])
	}
}

// rditCounts is a table of variants.
func rditCounts(all []RDITCount, unit string) []string {
	rows := [][]string{{unit, "reported", "false", "missed"}}
	for _, v := range all {
		rows = append(rows, []string{"  " + v.Variant, fmt.Sprint(v.Reported), fmt.Sprint(v.False), fmt.Sprint(v.Missed)})
	}
	return table(alignRight(rows))
}

// rditCase prints an execution, and what each variant says of it.
func (p *page) rditCase(c *RDITCase) {
	word := "False"
	if c.What == MissedRace {
		word = "Missed"
	}
	p.labelled(word, "Run %d: step %d, by %s, and step %d, by %s, are accesses of %s.", c.Run, c.Steps[0], c.Threads[0], c.Steps[1], c.Threads[1], cell(c.Cell))
	for _, g := range rditGroups(c.Says) {
		p.label("", p.wrap(g, width-labelWidth))
	}
	switch {
	case c.Command != "":
		p.line("%*s%s", labelWidth, "", c.Command)
	default:
		p.label("", p.wrap("Its schedule is too long for this page: --json has it, and --save writes it to a file.", width-labelWidth))
	}
}

// rditGroups are sentences, one for all variants that say the same.
func rditGroups(says []RDITSay) []string {
	type saying struct {
		reports bool
		why     string
	}
	var order []saying
	by := map[saying][]string{}
	for _, s := range says {
		k := saying{s.Reports, s.Why}
		if by[k] == nil {
			order = append(order, k)
		}
		by[k] = append(by[k], s.Variant)
	}
	var sentences []string
	for _, k := range order {
		if k.reports {
			sentences = append(sentences, "Reported by "+strings.Join(by[k], ", ")+".")
		} else {
			sentences = append(sentences, "Ordered by "+strings.Join(by[k], ", ")+": "+k.why+".")
		}
	}
	return sentences
}

// rditSummary is the last paragraph of a study.
func rditSummary(d *RDIT) string {
	t := d.Total
	words := fmt.Sprintf("%s, %s: %s of recorded accesses and %d of others.", text.Count(len(d.Pairs), "pair"), text.Count(t.Executions, "run"), text.Count(t.Races, "race"), t.Unseen)
	words += rditVirtue(d.Variants, func(name string) bool {
		return slices.ContainsFunc(t.Variants, func(c RDITCount) bool { return c.Variant == name && c.False > 0 })
	})
	return words + shortenedWords(d.RunSteps, t.Cut, "run") + interruptedWords(d.Interrupted)
}

// rditVirtue says which variants have no false reports, and which have.
func rditVirtue(all []RDITVariant, isWrong func(string) bool) string {
	var wrong, right []string
	for _, v := range all {
		if isWrong(v.Name) {
			wrong = append(wrong, v.Name)
		} else {
			right = append(right, v.Name)
		}
	}
	if wrong == nil {
		return " No report is false."
	}
	return fmt.Sprintf(" False reports: %s. None: %s.", strings.Join(wrong, ", "), strings.Join(right, ", "))
}

// rditTable prints the table, in pieces that keep to the width.
func (p *page) rditTable(d *RDIT) {
	if d.File != "" {
		p.line("%s", p.paint(bold, FileName(d.File)))
	}
	p.lines(0, rditBasis(d))
	p.line("")
	for _, part := range []struct {
		title string
		of    func(RDITCount) int
	}{
		{"reported", func(c RDITCount) int { return c.Reported }},
		{"false reports", func(c RDITCount) int { return c.False }},
		{"missed races", func(c RDITCount) int { return c.Missed }},
	} {
		p.lines(0, rditPart(d, part.title, part.of))
		p.line("")
	}
	if d.Random != nil {
		for _, f := range d.Random.Failures {
			p.fault(f)
		}
	}
}

// rditBasis is the part of the table that is about the executions.
func rditBasis(d *RDIT) []string {
	rows := [][]string{{"share", "missing methods", "executions", "barrier pairs", "races", "unseen", ""}}
	for _, r := range d.Rows {
		rows = append(rows, []string{
			rditShare(r), fmt.Sprintf("%d of %d", r.Missing, r.Methods), fmt.Sprint(r.Executions), fmt.Sprint(r.Calls),
			fmt.Sprint(r.Races), fmt.Sprint(r.Unseen), clip(strings.Join(r.Names, ", "), 14),
		})
	}
	names := make([]string, len(rows))
	for i, r := range rows { // not aligned on the right
		names[i], rows[i] = r[6], r[:6]
	}
	lines := table(alignFrom(0, rows))
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i]+"  "+names[i], " ")
	}
	return lines
}

func rditShare(r RDITRow) string { return fmt.Sprint(r.Share) }

// rditPart is the part of the table that is about one number of each variant.
func rditPart(d *RDIT, title string, of func(RDITCount) int) []string {
	above, below := []string{""}, []string{"share"}
	for _, v := range d.Variants {
		prefix, name, _ := strings.Cut(v.Name, "-")
		above, below = append(above, prefix+"-"), append(below, name)
	}
	rows := [][]string{above, below}
	for _, r := range d.Rows {
		row := []string{rditShare(r)}
		for _, v := range r.Variants {
			row = append(row, fmt.Sprint(of(v.RDITCount)))
		}
		rows = append(rows, row)
	}
	return append([]string{title}, table(alignFrom(0, rows))...)
}

// rditTableSummary is the last paragraph of a table.
func rditTableSummary(d *RDIT) string {
	what := FileName(d.File)
	programs, executions := 0, 0
	for _, r := range d.Rows[:min(1, len(d.Rows))] {
		programs, executions = r.Programs, r.Executions
	}
	if d.Random != nil {
		what = fmt.Sprintf("%s from seed %d", text.Count(programs, "random program"), d.Seed)
	}
	words := fmt.Sprintf("%s: %s, the same in each row; pairs of accesses, once for each execution.", what, text.Count(executions, "execution"))
	words += rditVirtue(d.Variants, func(name string) bool {
		return slices.ContainsFunc(d.Rows, func(r RDITRow) bool {
			return slices.ContainsFunc(r.Variants, func(c RDITCell) bool { return c.Variant == name && c.False > 0 })
		})
	})
	return words + rditIncomplete(d)
}

// rditIncomplete says that a table does not show everything, and why, or is empty. All rows
// are of the same executions.
func rditIncomplete(d *RDIT) string {
	cut := 0
	if len(d.Rows) > 0 {
		cut = d.Rows[0].Cut
	}
	return shortenedWords(d.RunSteps, cut, "execution") + interruptedWords(d.Interrupted)
}
