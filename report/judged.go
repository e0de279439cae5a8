package report

import (
	"fmt"
	"io"

	"wobbly/il"
	"wobbly/witness"
)

// Further verdicts, on reports that no theorem backs.
const (
	Impossible = "impossible" // a complete search found no execution that shows it
	Unknown    = "unknown"    // a search that was cut found none
)

// Judged is what an analyzer reports in one file of which not every report is a
// race, each report judged by an exact search.
type Judged struct {
	File        string
	Source      *il.Source
	Analysis    string
	Title       string
	Truth       string
	Reports     []JudgedReport
	Cut         []string // what is not complete
	Stages      []JudgedStage
	Interrupted bool
}

// JudgedStage is how many pairs of sites a stage of the analysis leaves, of all
// pairs of units together.
type JudgedStage struct {
	Name  string `json:"stage"`
	Pairs uint64 `json:"pairs"`
}

// JudgedReport is a report and whether it is true.
type JudgedReport struct {
	ID      string           `json:"id"`
	Left    Side             `json:"left"`
	Right   Side             `json:"right"`
	Verdict string           `json:"verdict"`
	Note    string           `json:"note,omitempty"`
	Why     []string         `json:"why,omitempty"`
	Witness *witness.Witness `json:"witness,omitempty"`
}

// Count is how many reports have a verdict.
func (d *Judged) Count(verdict string) (n int) {
	for _, r := range d.Reports {
		if r.Verdict == verdict {
			n++
		}
	}
	return n
}

// JudgedJSON prints the document of check, on one line.
func JudgedJSON(w io.Writer, d *Judged) error {
	s := &stream{w: w}
	s.member("{", "schema", CheckSchema)
	s.member(",", "file", d.File)
	s.member(",", "condition", "or")
	s.member(",", "analysis", d.Analysis)
	s.member(",", "races", d.Reports)
	s.raw(`,"filtered":[]`)
	s.member(",", "total", struct {
		Races    string `json:"races"`
		Filtered string `json:"filtered"`
	}{fmt.Sprint(len(d.Reports)), "0"})
	s.member(",", "truth", d.Truth)
	if len(d.Stages) > 0 {
		s.member(",", "stages", d.Stages)
	}
	if len(d.Cut) > 0 {
		s.member(",", "cut", d.Cut)
	}
	if d.Interrupted {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return s.err
}

// JudgedShort prints one line for each report.
func JudgedShort(w io.Writer, d *Judged) error {
	p := &page{w: w}
	for _, r := range d.Reports {
		p.line("%s", judgedHead(d, r))
	}
	return p.err
}

// judgedHead is the line that names a report.
func judgedHead(d *Judged, r JudgedReport) string {
	word := map[string]string{Confirmed: "race", Impossible: "false alarm", Unknown: "report, not decided", Refuted: "refuted report"}[r.Verdict]
	return fmt.Sprintf("%s:%s: %s: %s (with %s) [%s %s]", FileName(d.File), r.Left.At, word, pairSentence(r.Left, r.Right), r.Right.At, r.ID, r.Verdict)
}

// JudgedText prints the reports with their explanations.
func JudgedText(w io.Writer, style Style, d *Judged) error {
	p := &page{Style: style, w: w}
	for _, r := range d.Reports {
		role := bold
		if r.Verdict == Impossible {
			role = plain
		}
		p.line("%s", p.paint(role, judgedHead(d, r)))
		for _, why := range r.Why {
			p.prose(2, "%s", why)
		}
		if r.Why == nil && r.Note != "" {
			p.prose(2, "%s: %s.", d.Title, r.Note)
		}
		switch {
		case r.Verdict == Impossible:
			p.prose(2, "No execution shows it: all interleavings from all initial states were searched.")
		case r.Witness != nil:
			p.prose(2, "Witness: %s.", turns(r.Witness))
		}
		p.line("")
	}
	if len(d.Stages) > 0 {
		rows := [][]string{}
		for _, s := range d.Stages {
			rows = append(rows, []string{"after " + s.Name, fmt.Sprint(s.Pairs), "pairs of accesses"})
		}
		p.lines(0, table(alignFrom(1, rows)))
		p.line("")
	}
	for _, c := range d.Cut {
		p.prose(0, "Cut: %s.", c)
	}
	text := fmt.Sprintf("%s: %s reports %s: %d real, %d false", FileName(d.File), d.Title, plural(number(len(d.Reports)), "pair"), d.Count(Confirmed), d.Count(Impossible))
	if n := d.Count(Unknown); n > 0 {
		text += fmt.Sprintf(", %d not decided", n)
	}
	if n := d.Count(Refuted); n > 0 {
		text += fmt.Sprintf(", %d refuted, which is a defect of wobbly", n)
	}
	p.prose(0, "%s (by: %s).", text, d.Truth)
	return p.err
}
