package report

import "github.com/clipperhouse/displaywidth"

// On a page there is no terminal to colour, and the library for it stays at home.

// paint returns text the look of its role: none.
func (s Style) paint(_ role, text string) string { return text }

// cells returns the number of terminal cells that text takes.
func cells(text string) int { return displaywidth.String(text) }

// own returns the length of the escape sequence of the style that a text begins with: there are none.
func (s Style) own(string) int { return 0 }
