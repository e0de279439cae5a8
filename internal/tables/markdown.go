package main

import (
	"fmt"
	"io"
	"strings"

	"wobbly/report"
)

// A writer writes Markdown and keeps the first error.
type writer struct {
	w   io.Writer
	err error
}

func (w *writer) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, format+"\n", args...)
	}
}

// head begins a table.
func (w *writer) head(cells ...string) {
	w.row(cells...)
	w.line("|%s", strings.Repeat("---|", len(cells)))
}

func (w *writer) row(cells ...string) { w.line("| %s |", strings.Join(cells, " | ")) }

// scores writes what was compared on random programs, the recall and the false reports of each
// analyzer, and the inclusions that were checked. There is one total for each generator.
func (w *writer) scores(totals []report.CompareTotal) {
	w.head("generator", "programs", "pairs", "left out", "candidates", "races (3.6)", "unordered")
	for _, t := range totals {
		w.row(t.Random.Drawing, fmt.Sprint(t.Programs), fmt.Sprint(t.Pairs), fmt.Sprint(t.LeftOut),
			fmt.Sprint(t.Rows), counted(t.Real), counted(t.Unordered))
	}
	w.line("")
	head := []string{"analyzer", "judged by"}
	for _, t := range totals {
		head = append(head, t.Random.Drawing)
	}
	w.head(head...)
	for i, s := range totals[0].Analyzers {
		if !s.Own {
			continue
		}
		row := []string{s.Analyzer, s.Truth}
		for _, t := range totals {
			row = append(row, score(t.Analyzers[i]))
		}
		w.row(row...)
	}
	w.line("")
	w.head("inclusion", "reports checked", "violations")
	for i, in := range totals[0].Included {
		for _, t := range totals[1:] {
			in.Pairs += t.Included[i].Pairs
			in.Reports += t.Included[i].Reports
			in.Violations += t.Included[i].Violations
		}
		if in.Pairs > 0 {
			w.row(fmt.Sprintf("%s ⊆ %s", in.Sub, in.Super), fmt.Sprint(in.Reports), fmt.Sprint(in.Violations))
		}
	}
}

// score is the recall and, if reports are false, their number and the precision: "0.5032", or
// "1, 300 false (0.9168)".
func score(s report.CompareScore) string {
	recall := s.Recall
	if recall == "" {
		recall = "-"
	}
	if s.FalsePositives == 0 {
		return recall
	}
	return fmt.Sprintf("%s, %d false (%s)", recall, s.FalsePositives, s.Precision)
}

// counted is a count, or a dash where nobody counted.
func counted(n *uint64) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}
