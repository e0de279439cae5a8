package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"wobbly/il"
)

// tabStop is the distance of tab stops in excerpts.
const tabStop = 4

// shownLine is a source line made fit to be printed: tabs are spaces, and characters that a
// terminal would obey or hide are written out.
type shownLine struct {
	pieces []Piece
	// length is where the last piece ends in the line, in bytes.
	length int
	// hidden says whether the line has text before the pieces, and after them.
	hidden [2]bool
}

// seenAround is the number of bytes of a very long line that are examined on either side of a span.
// A terminal has room for fewer.
const seenAround = 1 << 12

// showAround prepares the part of a line around a span for printing.
func showAround(line string, at, end int) shownLine {
	end = max(at, min(end, at+seenAround))
	from, to := max(0, at-seenAround), min(len(line), end+seenAround)
	for from > 0 && from < len(line) && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	s := shownLine{
		pieces: Pieces(line[from:to]), length: to, hidden: [2]bool{from > 0, to < len(line)},
	}
	for i := range s.pieces {
		s.pieces[i].Offset += from
	}
	return s
}

// Piece is the printed form of one grapheme of a line.
type Piece struct {
	// Offset is the place of the grapheme in the line, in bytes.
	Offset int
	Text   string
	// Width is the width of Text in terminal cells.
	Width int
}

// Pieces returns the printed form of a line: tabs become spaces, and characters that are invisible
// or change their neighbours become escapes.
func Pieces(line string) []Piece {
	var all []Piece
	col, offset := 0, 0
	for g := displaywidth.StringGraphemes(line); g.Next(); offset += len(g.Value()) {
		text, w := visible(g.Value(), g.Width(), col)
		all = append(all, Piece{offset, text, w})
		col += w
	}
	return all
}

// visible returns the printed form of a grapheme of width w in a column, and its width.
func visible(g string, w, col int) (string, int) {
	if g == "\t" {
		n := tabStop - col%tabStop
		return strings.Repeat(" ", n), n
	}
	ok := w > 0
	for _, r := range g {
		ok = ok && r != utf8.RuneError &&
			(unicode.IsPrint(r) || unicode.Is(unicode.M, r) || r == '\u200d')
	}
	if ok {
		return g, w
	}
	q := strconv.QuoteToASCII(g)
	q = q[1 : len(q)-1]
	return q, len(q)
}

// Visible returns a text on one line, with escapes for what a terminal would not show.
func Visible(text string) string {
	var b strings.Builder
	for _, p := range Pieces(text) {
		b.WriteString(p.Text)
	}
	return b.String()
}

// between returns the indices of the pieces that print the line from offset at to offset end; the
// number of pieces represents the line's end.
func (s shownLine) between(at, end int) (first, last int) {
	for i, p := range s.pieces {
		after := s.length
		if i+1 < len(s.pieces) {
			after = s.pieces[i+1].Offset
		}
		if after <= at {
			first = i + 1
		}
		if p.Offset < end {
			last = i + 1
		}
	}
	return first, max(first, last)
}

// dots stand for what is left out of a line.
const dots = "..."

// cut returns the printed line in at most room cells, and the cells from and to of the span between
// two offsets. A longer line is cut so that the span is visible.
func (s shownLine) cut(at, end, room int) (text string, from, to int) {
	starts := make([]int, len(s.pieces)+1)
	for i, p := range s.pieces {
		starts[i+1] = starts[i] + p.Width
	}
	first, last := s.between(at, end)
	lo, hi := 0, len(s.pieces)
	// One cell is left for a caret after the last character.
	if starts[hi] >= room {
		lo, hi = window(starts, first, room)
	}
	var b strings.Builder
	lead := 0
	if lo > 0 || s.hidden[0] {
		b.WriteString(dots)
		lead = len(dots)
	}
	for _, p := range s.pieces[lo:hi] {
		b.WriteString(p.Text)
	}
	if hi < len(s.pieces) || s.hidden[1] {
		b.WriteString(dots)
	}
	last = max(first, min(last, hi))
	return b.String(), starts[first] - starts[lo] + lead, starts[last] - starts[lo] + lead
}

// window chooses the pieces lo to hi that fit into room cells together with the dots on either
// side, with the piece first a third from the left.
func window(starts []int, first, room int) (lo, hi int) {
	n, inside := len(starts)-1, room-2*len(dots)
	lo = first
	for lo > 0 && starts[first]-starts[lo-1] <= room/3 {
		lo--
	}
	hi = lo
	for hi < n && starts[hi+1]-starts[lo] <= inside {
		hi++
	}
	// Near the line's end there is more room on the left.
	for lo > 0 && starts[hi]-starts[lo-1] <= inside {
		lo--
	}
	return lo, hi
}

// excerptIndent is the indentation of excerpts.
const excerptIndent = 2

// excerptRoom returns the cells for the text next to line numbers of width gutter and " | ".
func excerptRoom(gutter int) int { return width - excerptIndent - gutter - len(" | ") }

// excerpt returns the line of a span with a caret under it, and a label next to the caret or, if
// that does not fit, below it. gutter is the width of line numbers.
func (s Style) excerpt(src *il.Source, span Span, label string, r role, gutter int) []string {
	room := excerptRoom(gutter)
	pos := src.Position(span.At)
	line := src.Line(pos.Line)
	begin, _ := src.Offset(il.Position{Line: pos.Line, Col: 1})
	at, end := int(span.At-begin), min(int(span.End-begin), len(line))
	text, from, to := showAround(line, at, end).cut(at, end, room)
	lines := []string{s.numbered(pos.Line, gutter, text)}
	under := func(col int, text string) string {
		return s.paint(faint, fmt.Sprintf("%*s |", gutter, "")) + " " + strings.Repeat(" ", col) +
			s.paint(r, text)
	}
	caret := strings.Repeat("^", max(1, to-from))
	switch {
	case label == "":
		return append(lines, under(from, caret))
	case from+len(caret)+1+cells(label) <= room || from == 0 && len(caret) == 1:
		return append(lines, under(from, caret+" "+label))
	default:
		return append(lines, under(from, caret), under(max(0, min(from, room-cells(label))), label))
	}
}

// lineAbove returns the line before the one of an excerpt.
func (s Style) lineAbove(src *il.Source, span Span, gutter int) string {
	n := src.Position(span.At).Line - 1
	text, _, _ := showAround(src.Line(n), 0, 0).cut(0, 0, excerptRoom(gutter))
	return s.numbered(n, gutter, text)
}

func (s Style) numbered(n, gutter int, text string) string {
	return s.paint(faint, fmt.Sprintf("%*d |", gutter, n)) + " " + text
}

func gutterFor(src *il.Source, at ...il.Pos) int {
	lastLine := 0
	for _, p := range at {
		lastLine = max(lastLine, src.Position(p).Line)
	}
	return len(strconv.Itoa(lastLine))
}
