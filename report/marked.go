package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// markedSchema is that of the document of compare --marked.
const markedSchema = "wobbly/marked/1"

// Marked is what analyzers say of lines of which somebody has said whether they race.
type Marked struct {
	Files       []MarkedFile `json:"files"`
	Interrupted bool         `json:"interrupted,omitempty"`
}

// MarkedFile is a program with such lines.
type MarkedFile struct {
	File    string         `json:"file"`
	Race    []int          `json:"race"`              // lines that are said to race
	NoRace  []int          `json:"no_race"`           // and not to
	Differs string         `json:"differs,omitempty"` // why the exact search is of another opinion, as the file says
	Answers []MarkedAnswer `json:"answers"`
	Defects []string       `json:"defects,omitempty"`
}

// MarkedAnswer is the lines that an analyzer says race, marked or not.
type MarkedAnswer struct {
	Analyzer string `json:"analyzer"`
	Lines    []int  `json:"lines"`
	Cut      bool   `json:"cut,omitempty"` // there may be more
}

// of is how many of some lines an answer has.
func (a *MarkedAnswer) of(lines []int) (n int) {
	for _, l := range lines {
		if slices.Contains(a.Lines, l) {
			n++
		}
	}
	return n
}

// MarkedJSON prints the document, on one line.
func MarkedJSON(w io.Writer, d *Marked) error {
	return encode(w, struct {
		Schema string `json:"schema"`
		*Marked
	}{markedSchema, d})
}

// text prints the counts, and where the exact search is of another opinion.
func (d *Marked) text(p *page) {
	for _, x := range d.different() {
		p.prose(0, "%s", x)
		p.line("")
	}
	p.lines(0, table(alignFrom(1, append([][]string{markedHead}, d.totals()...))))
	p.line("")
	p.prose(0, "%s", d.summary())
}

// MarkedMarkdown prints the counts, the programs of which somebody is of another opinion,
// and where this is the exact search, for a document.
func MarkedMarkdown(w io.Writer, d *Marked) error {
	p := &page{w: w}
	p.markdownRow(markedHead)
	p.markdownRule(len(markedHead))
	for _, row := range d.totals() {
		p.markdownRow(row)
	}
	p.line("")
	names := d.names()
	p.markdownRow(append([]string{"program", "marked"}, names...))
	p.markdownRule(2 + len(names))
	left := 0
	for i := range d.Files {
		if row := d.Files[i].row(names); slices.ContainsFunc(row[2:], func(cell string) bool { return cell != plusCell(len(d.Files[i].Race), 0) && cell != noAnswer }) {
			p.markdownRow(row)
		} else {
			left++
		}
	}
	p.line("")
	p.line("On %s more all answers are as marked.", text.Count(left, "program"))
	p.line("")
	for _, x := range d.different() {
		p.line("- %s", x)
	}
	return p.err
}

var markedHead = []string{"", "race: said so", "not said", "no race: not said", "said so"}

// names are the analyzers that have answered, in order.
func (d *Marked) names() (all []string) {
	for i := range d.Files {
		for _, a := range d.Files[i].Answers {
			if !slices.Contains(all, a.Analyzer) {
				all = append(all, a.Analyzer)
			}
		}
	}
	return all
}

// totals are the marked lines by analyzer.
func (d *Marked) totals() (rows [][]string) {
	for _, name := range d.names() {
		var said, silent, right, wrong int
		for i := range d.Files {
			f := &d.Files[i]
			if a := f.answer(name); a != nil {
				said, wrong = said+a.of(f.Race), wrong+a.of(f.NoRace)
				silent, right = silent+len(f.Race)-a.of(f.Race), right+len(f.NoRace)-a.of(f.NoRace)
			}
		}
		rows = append(rows, []string{name, fmt.Sprint(said), fmt.Sprint(silent), fmt.Sprint(right), fmt.Sprint(wrong)})
	}
	return rows
}

// answer is that of an analyzer, or nil.
func (f *MarkedFile) answer(name string) *MarkedAnswer {
	i := slices.IndexFunc(f.Answers, func(a MarkedAnswer) bool { return a.Analyzer == name })
	if i < 0 {
		return nil
	}
	return &f.Answers[i]
}

// row is the program in the table: how many lines are marked, and how many of them each
// analyzer says race, behind a plus those that are marked not to.
func (f *MarkedFile) row(names []string) []string {
	row := []string{markedName(f.File), plusCell(len(f.Race), len(f.NoRace))}
	for _, name := range names {
		a := f.answer(name)
		if a == nil {
			row = append(row, noAnswer)
			continue
		}
		cell := plusCell(a.of(f.Race), a.of(f.NoRace))
		if a.Cut {
			cell += " cut"
		}
		row = append(row, cell)
	}
	return row
}

// noAnswer stands for an analyzer that was not asked.
const noAnswer = "–"

// markedName is a file without its directory and its suffix.
func markedName(file string) string {
	return strings.TrimSuffix(file[strings.LastIndexAny(file, `/\`)+1:], ".il")
}

// plusCell is "2" or "2+1".
func plusCell(n, and int) string {
	if and == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d+%d", n, and)
}

// different are the programs of which the exact search is of another opinion than who
// has marked them, from all initial states or from the given one.
func (d *Marked) different() (all []string) {
	for i := range d.Files {
		f := &d.Files[i]
		var what []string
		for _, search := range []struct{ name, words string }{{"oracle", "from all initial states"}, {"given", "from the given one"}} {
			a := f.answer(search.name)
			if a == nil {
				continue
			}
			if missing := without(f.Race, a.Lines); len(missing) > 0 {
				what = append(what, fmt.Sprintf("marked to race, and does not %s: %s", search.words, lineList(missing)))
			}
			if more := without(f.NoRace, without(f.NoRace, a.Lines)); len(more) > 0 {
				what = append(what, fmt.Sprintf("marked not to race, and does %s: %s", search.words, lineList(more)))
			}
		}
		if len(what) > 0 {
			text := markedName(f.File) + ": " + strings.Join(what, "; ") + "."
			if f.Differs != "" {
				text += " " + f.Differs
			}
			all = append(all, text)
		}
	}
	return all
}

// without is the lines that are not among others.
func without(lines, others []int) (left []int) {
	for _, l := range lines {
		if !slices.Contains(others, l) {
			left = append(left, l)
		}
	}
	return left
}

// lineList is "line 3" or "lines 3, 5".
func lineList(lines []int) string {
	words := slice.Map(lines, func(l int) string { return fmt.Sprint(l) })
	if len(lines) == 1 {
		return "line " + words[0]
	}
	return "lines " + strings.Join(words, ", ")
}

// summary is the last line.
func (d *Marked) summary() string {
	race, none := 0, 0
	for i := range d.Files {
		race, none = race+len(d.Files[i].Race), none+len(d.Files[i].NoRace)
	}
	words := fmt.Sprintf("%s: %d lines are marked to race, %d not to.", text.Count(len(d.Files), "program"), race, none)
	return words + interruptedWords(d.Interrupted)
}
