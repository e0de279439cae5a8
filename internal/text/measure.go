package text

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// A Measure returns how many cells a text takes on a line, which must be the sum of the measures of
// its grapheme clusters.
type Measure func(string) int

// Plain measures text without escape sequences in the cells of a terminal.
var Plain Measure = displaywidth.String

// Pad appends blanks to a text until it has n cells. A longer text is unchanged.
func (m Measure) Pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-m(s))) }

// Clip cuts a text to n cells. A text that is cut ends in dots, which are part of the n cells; dots
// wider than n cells are cut as well.
func (m Measure) Clip(s string, n int, dots string) string {
	switch width := m(dots); {
	case m(s) <= n:
		return s
	case n < width:
		return m.prefix(dots, n)
	default:
		return m.prefix(s, n-width) + dots
	}
}

// prefix returns the longest prefix of a text that fits into n cells. It does not split a grapheme
// cluster.
func (m Measure) prefix(s string, n int) string {
	end := 0
	for g := displaywidth.StringGraphemes(s); g.Next(); end += len(g.Value()) {
		n -= m(g.Value())
		if n < 0 {
			break
		}
	}
	return s[:end]
}

// Wrap breaks a text at white space into lines of at most n cells. A word of more than n cells gets
// a line of its own.
func (m Measure) Wrap(s string, n int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case line == "":
			line = word
		case m(line)+1+m(word) <= n:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Columns returns a line for each row, with the cells of the rows in columns, two blanks apart.
// Lines have no blanks at their ends.
func (m Measure) Columns(rows [][]string) []string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], m(cell))
		}
	}
	lines := make([]string, len(rows))
	for r, row := range rows {
		line := ""
		for i, cell := range row {
			line += m.Pad(cell, widths[i]+2)
		}
		lines[r] = strings.TrimRight(line, " ")
	}
	return lines
}
