//go:build !js

package report

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/clipperhouse/displaywidth"
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
