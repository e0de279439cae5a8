package report

import (
	"fmt"
	"io"
)

// RDITMarkdown prints a table over shares of missing methods for a document: what each
// variant reports, and of that what is false; and what it misses.
func RDITMarkdown(w io.Writer, d *RDIT) error {
	p := &page{w: w}
	head := []string{"share missing", "races (complete)", "unseen"}
	for _, v := range d.Variants {
		head = append(head, v.Name)
	}
	p.markdownRow(head)
	p.markdownRule(len(head))
	for _, r := range d.Rows {
		row := []string{rditShare(r), fmt.Sprint(r.Races), fmt.Sprint(r.Unseen)}
		for _, v := range r.Variants {
			row = append(row, rditScore(v.RDITCount))
		}
		p.markdownRow(row)
	}
	return p.err
}

// rditScore is what is reported, what of it is false, and what is missed:
// "967, 18 false, 31 missed".
func rditScore(c RDITCount) string {
	text := fmt.Sprint(c.Reported)
	if c.False > 0 {
		text += fmt.Sprintf(", %d false", c.False)
	}
	if c.Missed > 0 {
		text += fmt.Sprintf(", %d missed", c.Missed)
	}
	return text
}
