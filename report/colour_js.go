package report

import "github.com/clipperhouse/displaywidth"

// A page has no terminal to colour, so the library for it is not linked.

func (s Style) paint(_ role, text string) string { return text }
func cells(text string) int                      { return displaywidth.String(text) }
func (s Style) own(string) int                   { return 0 }
