package report

import (
	"wobbly/internal/text"
)

// width is the number of columns that text keeps to where it can.
const width = 80

// Style says how text may look.
type Style struct {
	Color bool
	ASCII bool // what is printed goes through ASCII, so that lines are broken as it makes them
}

// role is what a piece of text is, for its colour.
type role uint8

const (
	plain role = iota
	bold
	faint
	alarm   // a race, an error
	good    // accepted
	threadA // side (1)
	threadB // side (2)
)

// sideRole is the colour of the left (0) or right (1) side.
func sideRole(i int) role { return threadA + role(i) }

// pad fills text with spaces up to n cells.
func pad(s string, n int) string { return measure.Pad(s, n) }

// clip cuts text without escape sequences to n cells.
func clip(s string, n int) string { return measure.Clip(s, max(n, 3), "...") }

// wrap breaks text at spaces into lines of at most n cells. A longer word has
// a line of its own.
func (s Style) wrap(text string, n int) []string {
	if s.ASCII {
		text = InASCII(text)
	}
	return measure.Wrap(text, n)
}

// measure counts cells.
var measure = text.Measure(cells)
