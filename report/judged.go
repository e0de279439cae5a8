package report

import (
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/witness"
)

// Further verdicts, on reports that no theorem backs.
const (
	Impossible = "impossible" // a complete search found no execution that shows it
	Unknown    = "unknown"    // a search that was cut found none
)

// Judged is what an analyzer reports in one file of which not every report is a
// race, each report judged: by a witness that the checker accepts, or by an exact
// search.
type Judged struct {
	File      string
	Source    *il.Source
	Analysis  string
	Title     string
	Truth     string
	Condition string           // of the lock levels: or, sum
	Reports   []JudgedReport   // as many as the limit allows, those with the shortest paths
	Filtered  []JudgedFiltered // the same

	// The exact numbers, listed or not.
	Total, TotalFiltered exact.Nat
	Counts               map[string]int // reports by verdict, of all that were judged, listed or not

	Cut         []string // what is not complete
	Stages      []JudgedStage
	Defects     []string // of wobbly or of a theorem
	Interrupted bool
}

// JudgedStage is how many pairs of sites a stage of the analysis leaves, of all
// pairs of units together.
type JudgedStage struct {
	Name  string `json:"stage"`
	Pairs uint64 `json:"pairs"`
}

// JudgedSide is an access of a report.
type JudgedSide struct {
	Side
	LockTop   bool   `json:"lock_top,omitempty"`  // the lock is held some number of times, not known; Lock is 2
	Within    string `json:"within,omitempty"`    // the method in whose terms the path is, where it begins with a local there
	Assumed   bool   `json:"assumed,omitempty"`   // calls and lock are of one way of the call graph; the report says of none
	Unreached bool   `json:"unreached,omitempty"` // the unit does not come to it
}

// JudgedReport is a report and whether it is true.
type JudgedReport struct {
	ID      string           `json:"id"`
	Left    JudgedSide       `json:"left"`
	Right   JudgedSide       `json:"right"`
	Verdict string           `json:"verdict"`
	Reason  string           `json:"reason,omitempty"` // why it is refuted
	Note    string           `json:"note,omitempty"`
	Why     []string         `json:"why,omitempty"`
	Witness *witness.Witness `json:"witness,omitempty"`
}

// JudgedFiltered is a pair of accesses that the analyzer has looked at and does not
// report.
type JudgedFiltered struct {
	ID      string     `json:"id"`
	Left    JudgedSide `json:"left"`
	Right   JudgedSide `json:"right"`
	Reasons []string   `json:"reasons"`
	Owned   []string   `json:"owned"` // left, right
	Wobbly  []Wobbly   `json:"wobbly"`
}

// Count is how many reports have a verdict, listed or not.
func (d *Judged) Count(verdict string) int { return d.Counts[verdict] }

// judged is how many reports were judged.
func (d *Judged) judged() (n int) {
	for _, k := range d.Counts {
		n += k
	}
	return n
}

// Complete tells whether everything was looked at and decided.
func (d *Judged) Complete() bool {
	return !d.Interrupted && len(d.Cut) == 0 && d.Count(Unknown) == 0 && !d.Total.Exceeds(d.judged())
}

// JudgedJSON prints the document of check, on one line.
func JudgedJSON(w io.Writer, d *Judged) error {
	s := &stream{w: w}
	s.member("{", "schema", CheckSchema)
	s.member(",", "file", d.File)
	s.member(",", "condition", d.Condition)
	s.member(",", "analysis", d.Analysis)
	s.member(",", "races", d.Reports)
	s.member(",", "filtered", d.Filtered)
	s.member(",", "total", struct {
		Races    string `json:"races"`
		Filtered string `json:"filtered"`
	}{d.Total.String(), d.TotalFiltered.String()})
	s.member(",", "truth", d.Truth)
	s.member(",", "verdicts", d.Counts)
	if len(d.Stages) > 0 {
		s.member(",", "stages", d.Stages)
	}
	if len(d.Cut) > 0 {
		s.member(",", "cut", d.Cut)
	}
	if len(d.Defects) > 0 {
		s.member(",", "defects", d.Defects)
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
	return fmt.Sprintf("%s:%s: %s: %s (with %s) [%s %s]", FileName(d.File), r.Left.At, word, pairSentence(r.Left.Side, r.Right.Side), r.Right.At, r.ID, r.Verdict)
}

// JudgedText prints the reports with their explanations.
func JudgedText(w io.Writer, style Style, d *Judged) error {
	p := &page{Style: style, w: w}
	for _, r := range d.Reports {
		p.judged(d, r)
	}
	if listed := len(d.Reports); d.Total.Exceeds(listed) {
		p.prose(0, "Showing %d of %s; --limit N for more.", listed, plural(d.Total, "report"))
		p.line("")
	}
	p.owned(d)
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
	for _, x := range d.Defects {
		p.prose(0, "%s", p.paint(alarm, "DEFECT: "+x))
	}
	p.prose(0, "%s", judgedSummary(d))
	return p.err
}

// judged prints a report.
func (p *page) judged(d *Judged, r JudgedReport) {
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
	if r.Reason != "" {
		p.prose(2, "Refuted: %s.", r.Reason)
	}
	switch {
	case r.Left.Unreached:
		p.prose(2, "No execution shows it: %s does not call what holds the access at %s.", r.Left.Unit, r.Left.At)
	case r.Right.Unreached:
		p.prose(2, "No execution shows it: %s does not call what holds the access at %s.", r.Right.Unit, r.Right.At)
	case r.Verdict == Impossible:
		p.prose(2, "No execution shows it: all interleavings from all initial states were searched.")
	case r.Witness != nil:
		p.prose(2, "Witness: %s.", turns(r.Witness))
	}
	p.line("")
}

// owned prints the pairs that the analyzer looked at and does not report.
func (p *page) owned(d *Judged) {
	if d.TotalFiltered.IsZero() {
		return
	}
	p.prose(0, "Not reported: %s of which the analysis says that they are no race.", plural(d.TotalFiltered, "candidate pair"))
	for _, f := range d.Filtered[:min(len(d.Filtered), mostShown)] {
		p.prose(2, "%s  %s / %s: %s.", f.ID, judgedSide(f.Left), judgedSide(f.Right), ownedWords(f))
	}
	if len(d.Filtered) > mostShown {
		p.line("  ... and more; --json lists them.")
	}
	p.line("")
}

// judgedSide is "m 4:8 reads b.f, lock 1".
func judgedSide(s JudgedSide) string {
	text := shortSide(s.Side, "")
	if s.LockTop {
		text = strings.TrimSuffix(text, "2") + "⊤"
	}
	return text
}

// ownedWords says why a pair is not reported.
func ownedWords(f JudgedFiltered) string {
	var all []string
	for _, r := range f.Reasons {
		switch {
		case r == ReasonAlone:
			all = append(all, "nothing says that one of the two runs beside other threads")
		case len(f.Owned) == 2:
			all = append(all, "both objects are taken for the thread's own")
		default:
			all = append(all, "the object of the "+f.Owned[0]+" access is taken for the thread's own")
		}
	}
	return strings.Join(all, ", and ")
}

// The reasons for which an analyzer filters a pair.
const (
	ReasonOwned = "owned"       // an access is of an object that no other thread can reach, it says
	ReasonAlone = "no-evidence" // nothing tells it that one of the units runs beside other threads
)

// judgedSummary is the last line.
func judgedSummary(d *Judged) string {
	text := fmt.Sprintf("%s: %s reports %s: %d real, %d false", FileName(d.File), d.Title, plural(d.Total, "pair"), d.Count(Confirmed), d.Count(Impossible))
	if n := d.Count(Unknown); n > 0 {
		text += fmt.Sprintf(", %d not decided", n)
	}
	if n := d.Count(Refuted); n > 0 {
		text += fmt.Sprintf(", %d refuted, which is a defect of wobbly", n)
	}
	if d.Total.Exceeds(d.judged()) {
		text += fmt.Sprintf(", %s not looked at", minus(d.Total, d.judged()))
	}
	text += fmt.Sprintf(" (by: %s).", d.Truth)
	if d.Interrupted {
		text += interruptedWords
	}
	return text
}

// interruptedWords end the last line of what is not finished.
const interruptedWords = " Interrupted: this is not everything."
