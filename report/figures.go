package report

import (
	"fmt"
	"io"
)

// Figures is a table as a paper has it.
type Figures struct {
	Table string     `json:"table"` // its name on the command line
	Like  string     `json:"like"`  // the table of which paper
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`  // the first cell is the program
	Notes []string   `json:"notes"` // what the columns are
	// Interrupted says that programs are missing.
	Interrupted bool `json:"interrupted,omitempty"`
}

// figuresSchema is that of the document.
const figuresSchema = "wobbly/figures/1"

// FiguresJSON prints the document, on one line.
func FiguresJSON(w io.Writer, f *Figures) error {
	return encode(w, struct {
		Schema string `json:"schema"`
		*Figures
	}{figuresSchema, f})
}

// text prints the table, with its notes.
func (f *Figures) text(p *page) {
	p.lines(0, table(alignFrom(1, append([][]string{f.Head}, f.Rows...))))
	p.line("")
	p.prose(0, "Like %s.", f.Like)
	for _, n := range f.Notes {
		p.prose(0, "%s", n)
	}
	if f.Interrupted {
		p.prose(0, "Interrupted: programs are missing.")
	}
}

// FiguresMarkdown prints the table for a document.
func FiguresMarkdown(w io.Writer, f *Figures) error {
	p := &page{w: w}
	p.markdownRow(f.Head)
	p.markdownRule(len(f.Head))
	for _, row := range f.Rows {
		p.markdownRow(row)
	}
	return p.err
}

// Change is by how much the second number is less or more than the first, "-23 %".
func Change(from, to uint64) string {
	if from == 0 {
		return "–"
	}
	return fmt.Sprintf("%+.0f %%", 100*(float64(to)-float64(from))/float64(from))
}

// Portion is a part of a whole, "61 %".
func Portion(part, whole uint64) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}
