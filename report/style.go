package report

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/clipperhouse/displaywidth"

	"wobbly/internal/text"
)

// width is the number of columns that text keeps to where it can.
const width = 80

// Style says how text may look.
type Style struct {
	Color bool
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

// Only the 16 colours of the terminal's own palette, so that its theme decides
// how they look on light and dark; A and B are blue and yellow, which the
// colour-blind tell apart.
var looks = [...]lipgloss.Style{
	plain:   lipgloss.NewStyle(),
	bold:    lipgloss.NewStyle().Bold(true),
	faint:   lipgloss.NewStyle().Faint(true),
	alarm:   lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Red),
	good:    lipgloss.NewStyle().Foreground(lipgloss.Green),
	threadA: lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Blue),
	threadB: lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Yellow),
}

// sideRole is the colour of the left (0) or right (1) side.
func sideRole(i int) role { return threadA + role(i) }

// paint gives text the look of its role. Text must be one line.
func (s Style) paint(r role, text string) string {
	if !s.Color || r == plain || text == "" {
		return text
	}
	return looks[r].Render(text)
}

// cells is the number of terminal cells that text takes, escape sequences not
// counted.
func cells(text string) int {
	if !strings.ContainsRune(text, '\x1b') {
		return displaywidth.String(text)
	}
	return lipgloss.Width(text)
}

// pad fills text with spaces up to n cells.
func pad(s string, n int) string { return measure.Pad(s, n) }

// clip cuts text without escape sequences to n cells.
func clip(s string, n int) string { return measure.Clip(s, max(n, 3), "...") }

// wrap breaks text at spaces into lines of at most n cells. A longer word has
// a line of its own.
func wrap(s string, n int) []string { return measure.Wrap(s, n) }

// measure counts cells.
var measure = text.Measure(cells)
