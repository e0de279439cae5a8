package engine

import (
	"strings"
	"unicode/utf16"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/session"
)

// spanOf returns a stretch of a text. Positions beyond the text are moved to its end.
func spanOf(src *il.Source, at, end il.Pos) span {
	from := min(max(int(at), 0), len(src.Text))
	to := min(max(int(end), from), len(src.Text))
	p := src.Position(il.Pos(from))
	x := span{Line: p.Line, Col: p.Col, From: units(src.Text[:from])}
	x.To = x.From + units(src.Text[from:to])
	return x
}

// units returns the length of a text in UTF-16 units.
func units(s string) int {
	if text.IsASCII(s) {
		return len(s)
	}
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// offset returns the position that is a number of UTF-16 units into a text.
func offset(text string, at int) il.Pos {
	n := 0
	for i, r := range text {
		if n >= at {
			return il.Pos(i)
		}
		n += max(1, utf16.RuneLen(r))
	}
	return il.Pos(len(text))
}

// statementEnd returns the end of the statement that begins at a position: the next semicolon or
// brace, or the end of the line.
func statementEnd(src *il.Source, at il.Pos) il.Pos {
	rest := src.Text[min(int(at), len(src.Text)):]
	if i := strings.IndexAny(rest, ";{}\n"); i >= 0 {
		rest = rest[:i]
	}
	return at + il.Pos(len(strings.TrimRight(rest, " \t\r")))
}

// eventSpan returns the span of the statement that a move executed.
func eventSpan(src *il.Source, e session.Event) span {
	return spanOf(src, e.At, statementEnd(src, e.At))
}

// bodySpan returns the span of a unit, from its name to its closing brace.
func bodySpan(src *il.Source, u *il.Unit) span { return spanOf(src, u.At, u.Body.End+1) }

// unitNames returns the names of the units that the pairs of a program are made of.
func unitNames(core *il.Core) []string {
	names := []string{}
	for _, u := range core.Units {
		if core.IsUnitOfPairs(u) {
			names = append(names, u.Name)
		}
	}
	return names
}
