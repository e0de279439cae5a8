package report

import (
	"fmt"
	"strings"

	"wobbly/internal/text"
)

// judgedCheck prints the reports of a judged document, with their explanations.
func (p *page) judgedCheck(c *Check) {
	listed := 0
	for r := range c.Races {
		listed++
		p.judged(c, r)
	}
	if c.TotalRaces.Exceeds(listed) {
		more := "; --limit N for more"
		if c.interrupted() {
			more = ""
		}
		p.prose(0, "Showing %d of %s%s.", listed, text.Count(c.TotalRaces, "report"), more)
		p.line("")
	}
	p.owned(c)
	if len(c.Stages) > 0 {
		rows := [][]string{}
		for _, s := range c.Stages {
			rows = append(rows, []string{"after " + s.Name, fmt.Sprint(s.Pairs), "pairs of accesses"})
		}
		p.lines(0, table(alignFrom(1, rows)))
		p.line("")
	}
	for _, x := range c.Cut {
		p.prose(0, "Cut: %s.", x)
	}
	p.defects(c.Defects)
	p.prose(0, "%s", judgedSummary(c))
}

// judged prints a report with its verdict.
func (p *page) judged(c *Check, r Race) {
	role := bold
	if r.Verdict == Impossible || r.Verdict == Outside {
		role = plain
	}
	p.line("%s", p.paint(role, shortHead(c, r)))
	for _, why := range r.Why {
		p.prose(2, "%s", why)
	}
	if r.Why == nil && r.Note != "" {
		p.prose(2, "%s: %s.", c.Title, r.Note)
	}
	if r.Reason != "" {
		p.prose(2, "Refuted: %s.", r.Reason)
	}
	switch {
	case r.Left.Unreached:
		p.prose(2, "No execution shows it: %s does not call what holds the access at %s.", r.Left.Unit, r.Left.At)
	case r.Right.Unreached:
		p.prose(2, "No execution shows it: %s does not call what holds the access at %s.", r.Right.Unit, r.Right.At)
	case r.Verdict == Outside:
		p.prose(2, "Definition 3.6 has no such read: a path is read at its last field only.")
	case r.Verdict == Impossible:
		p.prose(2, "No execution shows it: all interleavings from all initial states were searched.")
	case r.Witness != nil:
		p.prose(2, "Witness: %s.", turns(r.Witness))
	}
	p.line("")
}

// owned prints the pairs that the analyzer examined and did not report.
func (p *page) owned(c *Check) {
	if c.TotalFiltered.IsZero() {
		return
	}
	p.prose(0, "Not reported: %s of which the analysis says that they are no race.", text.Count(c.TotalFiltered, "candidate pair"))
	shown := 0
	for f := range c.Filtered {
		if shown == maxShown {
			p.line("  ... and more; --json lists them.")
			break
		}
		shown++
		p.prose(2, "%s  %s / %s: %s.", f.ID, judgedSide(f.Left), judgedSide(f.Right), ownedWords(f))
	}
	p.line("")
}

// judgedSide returns "m 4:8 reads b.f, lock 1".
func judgedSide(s Side) string {
	text := shortSide(s, "")
	if s.LockTop {
		text = strings.TrimSuffix(text, "2") + "⊤"
	}
	return text
}

// ownedWords returns the reasons why a pair is not reported.
func ownedWords(f Filtered) string {
	var all []string
	for _, r := range f.Reasons {
		switch {
		case r == ReasonNoEvidence:
			all = append(all, "nothing says that one of the two runs beside other threads")
		case len(f.Owned) == 2:
			all = append(all, "both objects are taken for the thread's own")
		default:
			all = append(all, "the object of the "+f.Owned[0]+" access is taken for the thread's own")
		}
	}
	return strings.Join(all, ", and ")
}

// judgedSummary returns the last line of the text.
func judgedSummary(c *Check) string {
	text := fmt.Sprintf("%s: %s reports %s: %d real, %d false", FileName(c.File), c.Title, text.Count(c.TotalRaces, "pair"), c.Counts[Confirmed], c.Counts[Impossible])
	if n := c.Counts[Unknown]; n > 0 {
		text += fmt.Sprintf(", %d not decided", n)
	}
	if n := c.Counts[Outside]; n > 0 {
		text += fmt.Sprintf(", %d of reads on the way to other accesses, of which the definition does not speak", n)
	}
	if n := c.Counts[Refuted]; n > 0 {
		text += fmt.Sprintf(", %d refuted, which is a defect of wobbly", n)
	}
	if c.TotalRaces.Exceeds(c.judged()) {
		text += fmt.Sprintf(", %s not looked at", minus(c.TotalRaces, c.judged()))
	}
	text += fmt.Sprintf(" (by: %s).", c.Truth)
	return text + interruptedWords(c.interrupted())
}
