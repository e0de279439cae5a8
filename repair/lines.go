package repair

import (
	"strings"

	"wobbly/il"
)

// layout is how a piece of text stands on its lines.
type layout struct {
	text     string
	from, to int    // the piece
	start    int    // where its first line begins
	stop     int    // where its last line ends, before the end of line
	indent   string // before it on its first line
	ownLines bool   // nothing else is on its lines but a comment behind it
}

// layoutOf looks at the lines around text[from:to].
func layoutOf(text string, from, to int) layout {
	l := layout{text: text, from: from, to: to}
	l.start = strings.LastIndexByte(text[:from], '\n') + 1
	l.stop = len(text)
	if n := strings.IndexByte(text[to:], '\n'); n >= 0 {
		l.stop = to + n
	}
	if l.stop > to && text[l.stop-1] == '\r' {
		l.stop--
	}
	l.indent = text[l.start:from]
	behind := strings.TrimSpace(text[to:l.stop])
	comment := behind == "" || strings.HasPrefix(behind, "//") ||
		strings.HasPrefix(behind, "/*") && strings.Index(behind, "*/") == len(behind)-2
	l.ownLines = strings.TrimLeft(l.indent, " \t") == "" && comment
	return l
}

// unitOf is one level of indentation, for text that is indented so far.
func unitOf(indent string) string {
	if strings.Contains(indent, "\t") {
		return "\t"
	}
	return "  "
}

// wrapped is the text with a lock region around text[from:to]: on lines of its
// own where that piece has its lines for itself.
func wrapped(text string, from, to int) string {
	l := layoutOf(text, from, to)
	if piece := text[from:to]; !l.ownLines {
		end := " "
		if strings.Contains(piece[strings.LastIndexByte(piece, '\n')+1:], "//") {
			end = "\n" // so that a line comment does not swallow the brace
		}
		return text[:from] + "synchronized { " + piece + end + "}" + text[to:]
	}
	nl, unit := il.LineEnd(text), unitOf(l.indent)
	var b strings.Builder
	b.WriteString(text[:l.start] + l.indent + "synchronized {" + nl)
	for line := range strings.SplitSeq(text[l.start:l.stop], "\n") {
		if strings.TrimSpace(line) != "" {
			line = unit + line
		}
		b.WriteString(line + "\n")
	}
	out := strings.TrimSuffix(b.String(), "\n")
	return strings.TrimSuffix(out, "\r") + nl + l.indent + "}" + text[l.stop:]
}

// unshifted is a line one level further out, as far as it goes.
func unshifted(line, unit string) string {
	if rest, ok := strings.CutPrefix(line, unit); ok {
		return rest
	}
	return strings.TrimLeft(line, " \t")
}
