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
		// Print the pairs of methods, and the sums.
		p.prose(0, "%s", rditIntro)
		p.line("")
		missing := "none, so that all detectors see everything"
		if len(d.Missing) > 0 {
			missing = strings.Join(d.Missing, ", ")
		}
		p.prose(0, "Missing methods: %s.", missing)
		p.line("")
		findings := 0
		for i := range d.Pairs {
			p.rditPair(d, &d.Pairs[i])
			p.line("")
			findings += len(d.Pairs[i].Findings)
		}
		if findings > 0 {
			p.rditVariants(d)
		}
		if findings > 1 {
			p.lines(0, rditCounts(d.Total.Variants, "pairs of accesses, in each run"))
			p.line("")
		}
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

// rditIntro says what was run and watched.
const rditIntro = "RDIT looks for races in recordings that lack part of the code, such as a library. wobbly ran the program at random and recorded every step. Then it hid the steps of the missing methods from the detectors, which see only that these methods are called and return."

func (p *page) rditVariants(d *RDIT) {
	p.line("Detectors (each reports accesses that it cannot order):")
	wide := 0
	for _, v := range d.Variants {
		wide = max(wide, len(v.Name))
	}
	for _, v := range d.Variants {
		name := v.Name
		for _, l := range p.wrap(v.Doc, width-wide-4) {
			p.line("  %s  %s", pad(name, wide), l)
			name = ""
		}
	}
	p.line("")
}

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
		p.line("  No detector reports a race.")
	}
}

// rditFinding prints what the variants say of a pair of sites.
func (p *page) rditFinding(x *RDITPair, f *RDITFinding) {
	truth := "in truth not a race in any run"
	if f.Races > 0 {
		truth = "in truth a race in " + text.Count(f.Races, "run")
	}
	if len(f.Cases) == 0 {
		p.prose(2, "%s: %s, and all detectors report exactly these.", f.Sites, truth)
		return
	}
	p.prose(2, "%s: %s.", f.Sites, truth)
	p.lines(4, rditCounts(f.Verdicts, "number of runs"))
	for i := range f.Cases {
		p.rditCase(&f.Cases[i])
	}
}

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
		p.label("", p.wrap("Its schedule is too long for this page: --json has it.", width-labelWidth))
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
	words := fmt.Sprintf("%s of methods, %s: %s whose accesses are both recorded, and %d others.", text.Count(len(d.Pairs), "pair"), text.Count(t.Executions, "run"), text.Count(t.Races, "race"), t.Unseen)
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
	return fmt.Sprintf(" Detectors with false reports: %s; without: %s.", strings.Join(wrong, ", "), strings.Join(right, ", "))
}

// rditTable prints how the detectors do while more and more methods are missing.
func (p *page) rditTable(d *RDIT) {
	if d.File != "" {
		p.line("%s", p.paint(bold, FileName(d.File)))
	}
	p.prose(0, "%s Each column below is another share of missing methods, of the same executions. All numbers count pairs of accesses once for each execution.", rditIntro)
	p.line("")
	p.rditVariants(d)
	head := []string{"share of methods that are missing"}
	for _, r := range d.Rows {
		head = append(head, fmt.Sprint(r.Share))
	}
	line := func(name string, of func(*RDITRow) int) []string {
		cells := []string{name}
		for i := range d.Rows {
			cells = append(cells, fmt.Sprint(of(&d.Rows[i])))
		}
		return cells
	}
	rows := [][]string{
		head,
		line("  missing methods", func(r *RDITRow) int { return r.Missing }),
		line("  recorded calls of missing methods", func(r *RDITRow) int { return r.Calls }),
		line("  races of the complete executions", func(r *RDITRow) int { return r.Races }),
		line("  of these, not recorded", func(r *RDITRow) int { return r.Unseen }),
	}
	var none []string
	for _, part := range []struct {
		title, none string
		of          func(RDITCount) int
	}{
		{"races that are reported", "no detector reports a race", func(c RDITCount) int { return c.Reported }},
		{"false reports", "no report is false", func(c RDITCount) int { return c.False }},
		{"recorded races that are missed", "no recorded race is missed", func(c RDITCount) int { return c.Missed }},
	} {
		var lines [][]string
		found := false
		for k, v := range d.Variants {
			lines = append(lines, line("  "+v.Name, func(r *RDITRow) int {
				n := part.of(r.Variants[k].RDITCount)
				found = found || n > 0
				return n
			}))
		}
		if !found {
			none = append(none, part.none)
			continue
		}
		rows = append(rows, append([]string{part.title}, make([]string, len(d.Rows))...))
		rows = append(rows, lines...)
	}
	p.lines(0, table(alignFrom(1, rows)))
	p.line("")
	if none != nil && len(d.Rows) > 0 {
		p.prose(0, "In all columns: %s.", strings.Join(none, "; "))
		p.line("")
	}
	if d.File != "" {
		for _, r := range d.Rows {
			if len(r.Names) > 0 {
				p.prose(0, "Missing at %v: %s.", r.Share, clip(strings.Join(r.Names, ", "), 200))
			}
		}
		p.line("")
	}
	if d.Random != nil {
		for _, f := range d.Random.Failures {
			p.fault(f)
		}
	}
}

func rditTableSummary(d *RDIT) string {
	what := FileName(d.File)
	programs, executions := 0, 0
	for _, r := range d.Rows[:min(1, len(d.Rows))] {
		programs, executions = r.Programs, r.Executions
	}
	if d.Random != nil {
		what = fmt.Sprintf("%s from seed %d", text.Count(programs, "random program"), d.Seed)
	}
	words := fmt.Sprintf("%s: %s.", what, text.Count(executions, "execution"))
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
