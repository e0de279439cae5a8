//go:build !js

package report

import (
	"strings"
	"sync"

	"charm.land/lipgloss/v2"
	"github.com/clipperhouse/displaywidth"
)

// looks has the look of each role. It uses only the 16 colours of the terminal's own palette, so
// that its theme decides how they look on light and dark. A and B are blue and yellow, which
// colour-blind people can distinguish.
var looks = [...]lipgloss.Style{
	plain:   lipgloss.NewStyle(),
	bold:    lipgloss.NewStyle().Bold(true),
	faint:   lipgloss.NewStyle().Faint(true),
	alarm:   lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Red),
	good:    lipgloss.NewStyle().Foreground(lipgloss.Green),
	threadA: lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Blue),
	threadB: lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Yellow),
}

// paint gives a text the look of its role. Text must be one line.
func (s Style) paint(r role, text string) string {
	if !s.Color || r == plain || text == "" {
		return text
	}
	return looks[r].Render(text)
}

// sequences are the escapes that paint writes.
var sequences = sync.OnceValue(func() []string {
	var all []string
	for _, look := range looks[bold:] {
		before, after, _ := strings.Cut(look.Render("x"), "x")
		all = append(all, before, after)
	}
	return all
})

// own returns the length of the escape sequence of the style that a text begins with, or 0.
func (s Style) own(text string) int {
	if !s.Color || text[0] != '\x1b' {
		return 0
	}
	for _, c := range sequences() {
		if strings.HasPrefix(text, c) {
			return len(c)
		}
	}
	return 0
}

// cells returns the number of terminal cells of a text, without escape sequences.
func cells(text string) int {
	if !strings.ContainsRune(text, '\x1b') {
		return displaywidth.String(text)
	}
	return lipgloss.Width(text)
}
