package report

import (
	"fmt"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// The schemas of the documents of theorem break and theorem enumerate.
const (
	TheoremBreakSchema     = "wobbly/theorem-break/1"
	TheoremEnumerateSchema = "wobbly/theorem-enumerate/1"
)

// Switch is something that theorem break switches off.
type Switch struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	// Text says what is the case with the switch off.
	Text string `json:"text"`
	// Statement is the statement for which it is needed.
	Statement string `json:"statement"`
	Needed    bool   `json:"needed"`
	// Step is the step of the proof that fails, or says why none does.
	Step string `json:"step"`
}

// Switches is the list of switches, by kind. It has no JSON.
type Switches []Switch

// TheoremBreak is the result of switching hypotheses and clauses off.
type TheoremBreak struct {
	Seed uint64 `json:"seed"`
	// Cases is the maximum number of random programs.
	Cases uint64 `json:"cases"`
	// Size is the maximum number of statements of the programs tried after them.
	Size        int         `json:"size"`
	Switches    []BrokenRow `json:"switches"`
	Interrupted bool        `json:"interrupted,omitempty"`
}

// BrokenRow is the result of one switch.
type BrokenRow struct {
	Switch
	// Drawn counts the random programs that were tried, and Enumerated the small ones.
	Drawn      uint64 `json:"drawn"`
	Enumerated uint64 `json:"enumerated"`
	// Complete is the number of statements up to which all programs were tried, or -1.
	Complete int `json:"complete"`
	// Undecided counts the programs in which a limit left something undecided.
	Undecided uint64       `json:"undecided"`
	Millis    *int64       `json:"milliseconds,omitempty"`
	Broken    *Counterpart `json:"counterexample,omitempty"`
	Cut       bool         `json:"interrupted,omitempty"`
}

// Counterpart is a program that breaks a statement with a switch off.
type Counterpart struct {
	CaseSeed   uint64 `json:"case_seed,string"`
	Program    string `json:"program"`
	Statements int    `json:"statements"`
	From       int    `json:"drawn_statements"`
	// What is the false report, or the instance.
	What   string `json:"what"`
	Why    string `json:"why"`
	Repeat string `json:"repeat"`
	Saved  string `json:"saved,omitempty"`
}

func (d Switches) text(p *page) {
	p.groups(len(d), func(i int) (group, name, text string) {
		text = d[i].Text
		text += when(!d[i].Needed, " [not needed]")
		return d[i].Kind, d[i].Name, text
	})
}

// text prints the result of a single switch in full, or the results of several as a table.
func (d *TheoremBreak) text(p *page) {
	if len(d.Switches) == 1 {
		p.broken(d, &d.Switches[0])
	} else {
		p.block(0, table(alignFrom(2, d.rows())))
	}
	p.prose(0, "%s", d.verdict())
}

func (p *page) broken(d *TheoremBreak, r *BrokenRow) {
	p.spaced("%s", p.paint(bold, fmt.Sprintf("%s switched off, for %s", r.Name, r.Statement)))
	p.paragraphs("Change", r.Text)
	x := r.Broken
	if x == nil {
		words := text.Count(r.Drawn, "random program")
		words += when(r.Complete >= 0, " and all %s of up to %s",
			text.Count(r.Enumerated, "program"), text.Count(r.Complete, "statement"))
		words += when(r.Undecided > 0, " (%d left undecided)", r.Undecided)
		words += when(r.Cut, ", interrupted")
		p.paragraphs("Result", fmt.Sprintf("Nothing breaks within %s.", words))
		p.paragraphs("Proof", r.Step)
		p.line("")
		return
	}
	tried := text.Count(r.Drawn, "program")
	if r.Enumerated > 0 {
		tried = fmt.Sprintf("%d random programs and %d small ones in turn", r.Drawn, r.Enumerated)
	}
	p.paragraphs("Result",
		fmt.Sprintf("FALSE after %s from seed %d; shrunk from %s to %d:", tried, d.Seed,
			text.Count(x.From, "statement"), x.Statements))
	p.line("")
	p.block(4, text.Lines(x.Program))
	what, why := "Reported", "No race"
	if r.Statement != "theorem1" || strings.HasPrefix(r.Name, "theorem1:") {
		what, why = "Instance", "Why"
	}
	p.paragraphs(what, x.What)
	p.paragraphs(why, x.Why)
	p.paragraphs("Proof", r.Step)
	p.label("Repeat", []string{x.Repeat})
	if x.Saved != "" {
		p.label("Saved", []string{FileName(x.Saved)})
	}
	p.line("")
}

func (d *TheoremBreak) rows() [][]string {
	head := []string{"switched off", "result", "programs", "size"}
	timed := len(d.Switches) > 0 && d.Switches[0].Millis != nil
	if timed {
		head = append(head, "ms")
	}
	rows := [][]string{head}
	for i := range d.Switches {
		r := &d.Switches[i]
		row := []string{r.Name, "survives, not needed", fmt.Sprint(r.Drawn + r.Enumerated), ""}
		switch {
		case r.Broken != nil && r.Needed:
			row[1] = "broken"
		case r.Broken != nil:
			row[1] = "BROKEN, though not needed"
		case r.Cut:
			row[1] = "interrupted"
		case r.Needed:
			row[1] = "SURVIVES, though needed"
		}
		if r.Broken != nil {
			row[3] = fmt.Sprint(r.Broken.Statements)
		}
		if timed {
			row = append(row, fmt.Sprint(*r.Millis))
		}
		rows = append(rows, row)
	}
	return rows
}

func (d *TheoremBreak) verdict() string {
	count := func(holds func(BrokenRow) bool) int { return slice.Count(d.Switches, holds) }
	needed := count(func(r BrokenRow) bool { return r.Needed })
	broken := count(func(r BrokenRow) bool { return r.Needed && r.Broken != nil })
	words := fmt.Sprintf("Seed %d: counterexamples for %d of %d switches that are needed",
		d.Seed, broken, needed)
	if others := len(d.Switches) - needed; others > 0 {
		survived := count(func(r BrokenRow) bool { return !r.Needed && r.Broken == nil })
		words += fmt.Sprintf("; %d of %d that are not needed survive, which is not a proof",
			survived, others)
	}
	return words + "." + interruptedWords(d.Interrupted)
}

func (*TheoremBreak) schema() string { return TheoremBreakSchema }
