package report

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

func (d *Summary) text(p *page) {
	if d.Title != "" {
		p.spaced("%s:", d.Title)
	}
	first := true
	for u := range d.Units {
		if !first {
			p.line("")
		}
		first = false
		p.unit(d.File, u)
		if p.err != nil {
			return
		}
	}
}

// UnitText prints a unit of a file. It does not go through the interface Shown,
// whose method would keep the texts of all documents in the page.
func UnitText(w io.Writer, file string, u Unit) error {
	p := &page{w: w}
	p.unit(file, u)
	return p.err
}

func (p *page) unit(file string, u Unit) {
	kind := "method"
	switch {
	case u.Thread:
		kind = "thread"
	case u.Private:
		kind = "private method"
	}
	p.line("%s %s %s",
		p.paint(bold, FileName(file)+":"+u.At+":"), kind,
		p.paint(bold, u.Name+"("+strings.Join(u.Formals, ", ")+")"))
	p.labelled("W", "%s", cmp.Or(strings.Join(u.Wobbly, ", "), "none"))
	if u.Written != nil {
		p.labelled("Wr", "%s", cmp.Or(strings.Join(u.Written, ", "), "none"))
	}
	p.labelled("L", "%s", u.L)
	p.label("A", p.accesses(u.Accesses))
	if u.Total != nil {
		p.labelled("",
			"In all %s and %s; shown are those with the shortest paths, --limit N for more.",
			text.Count(brief(u.Total.Wobbly), "wobbly expression"),
			text.CountOf(brief(u.Total.Accesses), "access", "accesses"))
	}
}

func (p *page) accesses(list []Access) []string {
	if len(list) == 0 {
		return []string{"none"}
	}
	rows := [][]string{{"at", "kind", "path", "lock", "statement"}}
	for _, a := range list {
		rows = append(rows, []string{a.At, a.Kind, a.Path, lockCell(a.Lock, a.Locks), a.Text})
	}
	if list[0].Captured != nil {
		rows[0] = slice.Insert(rows[0], 4, "captured")
		for i, a := range list {
			rows[i+1] = slice.Insert(rows[i+1], 4, strconv.Itoa(*a.Captured))
		}
	}
	lines := table(rows)
	for i, l := range lines {
		lines[i] = clip(l, max(width-labelWidth, cells(l)-cells(rows[i][len(rows[i])-1])))
	}
	lines[0] = p.paint(faint, lines[0])
	return lines
}

// ReplayLine is the verdict on one witness.
type ReplayLine struct {
	// ID is the number of the race in its document. It may be empty.
	ID    string
	Units [2]string
	At    [2]string
	Cell  [2]string
	// Deadlock says that it is the witness of a deadlock. Then Cell is empty.
	Deadlock bool
	// Steps is the number of steps in words.
	Steps    string
	File     string
	Accepted bool
	// Absent says that it is a certificate of absence. Then Cell and Steps are empty.
	Absent bool
	// GaveUp says that it is not decided. Then Reason is a limit of the checker.
	GaveUp bool
	Reason string
	// Changed says whether it was changed since it was sealed.
	Changed bool
	// Verified is the verdict of the extracted checker in words. It is empty if that was not run.
	Verified string
}

func (r ReplayLine) text(p *page) {
	id := when(r.ID != "", "%s: ", r.ID)
	second := when(r.Verified != "", "; %s", r.Verified)
	second = when(r.Changed && r.Accepted, "; it was changed since it was sealed") + second
	accesses := fmt.Sprintf("%s %s and %s %s", r.Units[0], r.At[0], r.Units[1], r.At[1])
	accepted, file := p.paint(good, "accepted:"), FileName(r.File)
	switch {
	case r.GaveUp:
		p.line("%s %s%s", p.paint(bold, "not decided:"), id, r.Reason)
	case !r.Accepted:
		p.line("%s %s%s%s", p.paint(alarm, "refused:"), id, r.Reason, second)
	case r.Absent:
		p.line("%s %s%s never race in %s%s", accepted, id, accesses, file, second)
	case r.Deadlock:
		p.line("%s %s%s deadlock after %s of %s%s", accepted, id, accesses, r.Steps, file, second)
	default:
		p.line("%s %s%s race on %s after %s of %s%s", accepted, id, accesses, cell(r.Cell), r.Steps,
			file, second)
	}
}

// SummaryJSON prints the document of analyze on one line.
func SummaryJSON(w io.Writer, d *Summary) error {
	s := &stream{w: w}
	s.member("{", "schema", SummarySchema)
	s.member(",", "file", d.File)
	s.member(",", "analysis", d.Analysis)
	list(s, "units", d.Units, func(Unit) {})
	if d.Interrupted != nil && d.Interrupted() {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return s.err
}

// Summary is the result of analyze for one file.
type Summary struct {
	File string
	// Analysis is the name of the mode, and Title its name in texts. Title is empty for Figure 7.
	Analysis string
	Title    string
	// Units ends early if the run is interrupted.
	Units iter.Seq[Unit]

	Interrupted func() bool
}

// Unit is the summary <W, L, A> of one unit.
type Unit struct {
	Name    string   `json:"unit"`
	Formals []string `json:"formals"`
	Wobbly  []string `json:"wobbly"`
	// Written is Wr. It is nil unless the mode keeps it.
	Written []string `json:"written,omitzero"`
	Lock    int      `json:"lock"`
	// L is Lock in texts, or "none" if the program names locks.
	L        string   `json:"-"`
	Accesses []Access `json:"accesses"`
	// Total is set if a list is not complete.
	Total *UnitTotals `json:"total,omitempty"`

	Head `json:"-"`
}

// Head is the part of a unit that only texts show.
type Head struct {
	At      string
	Thread  bool
	Private bool
}

// UnitTotals has the exact sizes of W, Wr and A, in decimal.
type UnitTotals struct {
	Wobbly   string `json:"wobbly"`
	Written  string `json:"written,omitempty"`
	Accesses string `json:"accesses"`
}

// Access is an element of A.
type Access struct {
	At   string `json:"at"`
	Kind string `json:"kind"`
	Path string `json:"path"`
	// Lock is how often the unnamed lock is held.
	Lock int `json:"lock"`

	// Locks are the locks held, "" for the unnamed one. It is nil if the program names no lock.
	Locks []string `json:"locks,omitempty"`

	// Captured is the number of fields that calls have evaluated. It is nil unless the mode keeps
	// Wr.
	Captured *int `json:"captured,omitempty"`

	Text string `json:"-"`
}
