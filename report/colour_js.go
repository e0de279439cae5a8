package report

import "github.com/clipperhouse/displaywidth"

// A page has no terminal to colour, so the library for it is not linked.

// paint returns the text without colours.
func (s Style) paint(_ role, text string) string { return text }

func cells(text string) int { return displaywidth.String(text) }

// own returns 0, as paint writes no escape sequences.
func (s Style) own(string) int { return 0 }
