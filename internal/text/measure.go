package text

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// A Measure says how many cells a text takes on a line. That of a text is the sum
// of those of its characters as a reader sees them.
type Measure func(string) int

// Plain measures text without escape sequences, as a terminal shows it.
var Plain Measure = displaywidth.String

// Pad fills a text with blanks up to n cells.
func (m Measure) Pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-m(s))) }

// Clip cuts a text to n cells, the dots included that stand where something was
// lost. Dots that are wider than n are cut too.
func (m Measure) Clip(s string, n int, dots string) string {
	switch wide := m(dots); {
	case m(s) <= n:
		return s
	case n < wide:
		return m.prefix(dots, n)
	default:
		return m.prefix(s, n-wide) + dots
	}
}

// prefix is the longest beginning of a text within n cells.
func (m Measure) prefix(s string, n int) string {
	sum, end := 0, 0
	for g := displaywidth.StringGraphemes(s); g.Next(); end += len(g.Value()) {
		if sum += m(g.Value()); sum > n {
			break
		}
	}
	return s[:end]
}

// Wrap breaks a text at white space into lines of at most n cells. A longer word
// has a line of its own.
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

// Columns sets rows in columns, two blanks apart. No line ends with blanks.
func (m Measure) Columns(rows [][]string) []string {
	var wide []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(wide) {
				wide = append(wide, 0)
			}
			wide[i] = max(wide[i], m(cell))
		}
	}
	lines := make([]string, len(rows))
	for r, row := range rows {
		line := ""
		for i, cell := range row {
			line += m.Pad(cell, wide[i]+2)
		}
		lines[r] = strings.TrimRight(line, " ")
	}
	return lines
}
