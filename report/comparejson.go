package report

import (
	"encoding/csv"
	"fmt"
	"io"
)

// CompareCSV prints the rows of files, one to a line, with a column for each
// analyzer; of random programs it prints the scores, with a head or without.
func CompareCSV(w io.Writer, d *Compare, head bool) error {
	c := csv.NewWriter(w)
	if d.Total.Random != nil {
		scoresCSV(c, d.Total, head)
	} else {
		rowsCSV(c, d)
	}
	c.Flush()
	return c.Error()
}

// rowsCSV writes a line for each candidate.
func rowsCSV(c *csv.Writer, d *Compare) {
	head := []string{"file", "left_unit", "right_unit", "left", "left_kind", "right", "right_kind", "real", "unordered"}
	names := d.Total.columns()
	c.Write(append(head, names...))
	for _, f := range d.Files {
		for _, p := range f.Pairs {
			for _, r := range p.Rows {
				c.Write(append([]string{f.File, p.Left, p.Right, r.Left, r.Kinds[0], r.Right, r.Kinds[1], r.Real, r.Unordered}, r.marks(names)...))
			}
		}
	}
}

// columns are the analyzers of the scores.
func (t *CompareTotal) columns() []string {
	var names []string
	for _, s := range t.Analyzers {
		if s.Own {
			names = append(names, s.Analyzer)
		}
	}
	return names
}

// marks is 1 for each analyzer that reports the row, else 0.
func (r *CompareRow) marks(names []string) []string {
	marks := make([]string, len(names))
	for i, name := range names {
		marks[i] = "0"
		for _, x := range r.Reported {
			if x.Analyzer == name {
				marks[i] = "1"
			}
		}
	}
	return marks
}

// scoresCSV writes a line for each analyzer and truth.
func scoresCSV(c *csv.Writer, t CompareTotal, head bool) {
	if head {
		c.Write([]string{"drawing", "analyzer", "truth", "own", "tp", "fp", "fn", "tn", "unknown", "precision", "recall", "ns"})
	}
	for _, s := range t.Analyzers {
		ns := ""
		if s.Time != nil {
			ns = fmt.Sprint(*s.Time)
		}
		c.Write([]string{t.Random.Drawing, s.Analyzer, s.Truth, fmt.Sprint(s.Own), fmt.Sprint(s.TruePositives), fmt.Sprint(s.FalsePositives),
			fmt.Sprint(s.FalseNegatives), fmt.Sprint(s.TrueNegatives), fmt.Sprint(s.Unknown), s.Precision, s.Recall, ns})
	}
}
