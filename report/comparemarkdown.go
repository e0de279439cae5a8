package report

import (
	"fmt"
	"io"
	"strings"
)

// CompareMarkdown prints the scores on random programs, of several drawings, as
// tables for a document: for each drawing what was compared, the recall and the
// false reports of every analyzer, and what was checked of the inclusions.
func CompareMarkdown(w io.Writer, totals []CompareTotal) error {
	p := &page{w: w}
	p.markdownRow([]string{"drawing", "programs", "pairs", "left out", "candidates", "races (3.6)", "unordered"})
	p.markdownRule(7)
	for _, t := range totals {
		p.markdownRow([]string{t.Random.Drawing, fmt.Sprint(t.Programs), fmt.Sprint(t.Pairs), fmt.Sprint(t.LeftOut), fmt.Sprint(t.Rows), counted(t.Real), counted(t.Unordered)})
	}
	p.line("")
	p.markdownScores(totals)
	p.line("")
	p.markdownRow([]string{"inclusion", "reports checked", "violations"})
	p.markdownRule(3)
	for _, in := range includedOf(totals) {
		p.markdownRow([]string{fmt.Sprintf("%s ⊆ %s", in.Sub, in.Super), fmt.Sprint(in.Reports), fmt.Sprint(in.Violations)})
	}
	return p.err
}

// markdownScores prints a line for each analyzer, with a column for each drawing.
func (p *page) markdownScores(totals []CompareTotal) {
	head := []string{"analyzer", "judged by"}
	for _, t := range totals {
		head = append(head, t.Random.Drawing)
	}
	p.markdownRow(head)
	p.markdownRule(len(head))
	for i, s := range totals[0].Analyzers {
		if !s.Own {
			continue
		}
		row := []string{s.Analyzer, s.Truth}
		for _, t := range totals {
			row = append(row, scoreCell(t.Analyzers[i]))
		}
		p.markdownRow(row)
	}
}

// scoreCell is recall and what is false: "0.5032", or "1, 300 false (0.9168)" with
// the precision.
func scoreCell(s CompareScore) string {
	if s.FalsePositives == 0 {
		return dash(s.Recall)
	}
	return fmt.Sprintf("%s, %d false (%s)", dash(s.Recall), s.FalsePositives, s.Precision)
}

// includedOf sums up what was checked of the inclusions.
func includedOf(totals []CompareTotal) []CompareIncluded {
	var all []CompareIncluded
	for i, in := range totals[0].Included {
		for _, t := range totals[1:] {
			in.Pairs += t.Included[i].Pairs
			in.Reports += t.Included[i].Reports
			in.Violations += t.Included[i].Violations
		}
		if in.Pairs > 0 {
			all = append(all, in)
		}
	}
	return all
}

// markdownRow prints a row of a table.
func (p *page) markdownRow(cells []string) { p.line("| %s |", strings.Join(cells, " | ")) }

// markdownRule prints what separates the head of a table from its rows.
func (p *page) markdownRule(columns int) { p.line("|%s", strings.Repeat("---|", columns)) }

// counted is a number that may not have been looked for.
func counted(n *uint64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}
