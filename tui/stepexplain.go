package tui

import (
	"wobbly/semantics"
	"wobbly/session"
)

// threads are both.
var threads = semantics.Tids

// explanation says what led to a state and what can come.
func explanation(v session.View) []string {
	lines := []string{v.Say()}
	if e, ok := v.Last(); ok {
		lines = append(lines, "  rule "+string(e.Rule)+", at "+e.Where+": "+e.Do)
		if e.Command != nil && v.Effects().None() {
			lines = append(lines, "  no change: the memory is what it was")
		}
		for _, from := range v.Sources() {
			lines = append(lines, "  "+sourceText(v, from))
		}
	}
	lines = append(lines, "")
	for _, i := range threads {
		n := v.Next(i)
		lines = append(lines, n.Text)
		if n.Rule != "" {
			lines = append(lines, "  rule "+string(n.Rule)+": "+n.Do)
		}
	}
	if r, ok := v.Race(); ok {
		lines = append(lines, "", r.Text+" "+whyLock(v),
			"Both can go on now, both touch one cell, and one of them writes: Definition 3.6.",
			"What the program does from here depends on who goes first, and nothing in it says who.")
	}
	return lines
}

// sourceText says where the value of a cell that was read came from.
func sourceText(v session.View, from session.Source) string {
	text := v.Session().Names().Cell(from.Cell) + " held what "
	switch {
	case from.State == 0:
		return text + "the initial state gave it"
	case from.Made:
		return text + "new() gave it, in the move to state " + itoa(from.State)
	}
	return text + "was written in the move to state " + itoa(from.State)
}
