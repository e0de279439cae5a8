package engine

import (
	"strings"
	"unicode/utf16"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/session"
)

// spanOf is a stretch of a text as the page has it. What lies outside is moved to the
// text's end.
func spanOf(src *il.Source, at, end il.Pos) span {
	from := min(max(int(at), 0), len(src.Text))
	to := min(max(int(end), from), len(src.Text))
	p := src.Position(il.Pos(from))
	x := span{Line: p.Line, Col: p.Col, From: units(src.Text[:from])}
	x.To = x.From + units(src.Text[from:to])
	return x
}

// units is how many UTF-16 units a text has.
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

// offset is the position of an offset in UTF-16 units.
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

// statementEnd is the end of the statement that begins at a position: that of its line,
// or what ends it there.
func statementEnd(src *il.Source, at il.Pos) il.Pos {
	rest := src.Text[min(int(at), len(src.Text)):]
	if i := strings.IndexAny(rest, ";{}\n"); i >= 0 {
		rest = rest[:i]
	}
	return at + il.Pos(len(strings.TrimRight(rest, " \t\r")))
}

// nextSpan is where a thread stands.
func nextSpan(core *il.Core, n session.Next) span {
	return spanOf(core.Source, n.At, statementEnd(core.Source, n.At))
}

// eventSpan is where a move was made.
func eventSpan(src *il.Source, e session.Event) span {
	return spanOf(src, e.At, statementEnd(src, e.At))
}
