package picture

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/clipperhouse/displaywidth"

	"wobbly/internal/text"
)

// Sizes in pixels. A character takes a cell. All usual monospaced fonts fit: their characters are
// no wider than 8/13 of their size.
const (
	fontSize = 13
	cell     = 8
	row      = 20 // height of a line of text
	rise     = 14 // from the top of a row to its base line
	margin   = 16
	pad      = 8 // between the border of a box and its text
)

// The title has a larger font.
const (
	titleSize = 16
	titleCell = 10
)

// tabStop is the distance of tab stops in source lines.
const tabStop = 4

func cells(s string) int { return text.Plain(s) }

func px(s string) int { return cell * cells(s) }

// clip shortens a text to n cells, with an ellipsis at its end.
func clip(s string, n int) string { return text.Plain.Clip(s, max(n, 1), "…") }

// glyph is how a character of the source is drawn.
type glyph struct {
	offset int // in the line, in bytes
	text   string
	width  int // in cells
}

// glyphs returns how a text is drawn: tabs become spaces, and characters that are invisible or
// change their neighbours become escapes.
func glyphs(line string) []glyph {
	var out []glyph
	col, offset := 0, 0
	for g := displaywidth.StringGraphemes(line); g.Next(); offset += len(g.Value()) {
		text, w := g.Value(), g.Width()
		switch {
		case text == "\t":
			w = tabStop - col%tabStop
			text = strings.Repeat(" ", w)
		case w == 0 || strings.ContainsFunc(text, hidden):
			text = strconv.QuoteToASCII(text)
			text = text[1 : len(text)-1]
			w = len(text)
		}
		out = append(out, glyph{offset: offset, text: text, width: w})
		col += w
	}
	return out
}

func hidden(r rune) bool {
	return r == unicode.ReplacementChar || !unicode.IsPrint(r) && !unicode.Is(unicode.M, r)
}

func visible(s string) string {
	var b strings.Builder
	for _, g := range glyphs(s) {
		b.WriteString(g.text)
	}
	return b.String()
}

type excerpt struct {
	indent   int // cells before the text
	text     string
	from, to int // the cells of the marked stretch, counted from the line's left edge
}

// cut shortens a line to at most room cells, with ellipses for what is left out. It keeps the
// stretch from byte at to byte end, cut where it no longer fits.
func cut(line string, at, end, room int) excerpt {
	gs := glyphs(line)
	starts := make([]int, len(gs)+1)
	first, last := len(gs), len(gs)
	for i, g := range gs {
		starts[i+1] = starts[i] + g.width
		if first == len(gs) && g.offset >= at {
			first = i
		}
		if last == len(gs) && g.offset >= end {
			last = i
		}
	}
	lo, hi, lead := 0, len(gs), 0
	if starts[hi] > room {
		for lo < first && starts[last]-starts[lo] > room-2 {
			lo++
		}
		for hi > lo && starts[hi]-starts[lo] > room-2 {
			hi--
		}
	}
	var b strings.Builder
	if lo > 0 {
		b.WriteString("…")
		lead = 1
	}
	for _, g := range gs[lo:hi] {
		b.WriteString(g.text)
	}
	if hi < len(gs) {
		b.WriteString("…")
	}
	text := b.String()
	trimmed := strings.TrimLeft(text, " ")
	place := func(i int) int { return starts[max(lo, min(i, hi))] - starts[lo] + lead }
	return excerpt{
		indent: len(text) - len(trimmed), text: strings.TrimRight(trimmed, " "),
		from: place(first), to: place(max(first, last)),
	}
}
