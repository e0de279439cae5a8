package picture

import (
	"strings"

	"wobbly/internal/text"
	"wobbly/report"
)

// Sizes in pixels. A character takes a cell. All usual monospaced fonts fit: their characters are
// no wider than 8/13 of their size.
const (
	fontSize = 13
	cell     = 8
	// row is the height of a line of text, and rise the distance from its top to its base line.
	row    = 20
	rise   = 14
	margin = 16
	// pad is the distance between the border of a box and its text.
	pad = 8
)

// The title has a larger font.
const (
	titleSize = 16
	titleCell = 10
)

func cells(s string) int { return text.Plain(s) }

func px(s string) int { return cell * cells(s) }

// clip shortens a text to n cells, with an ellipsis at its end.
func clip(s string, n int) string { return text.Plain.Clip(s, max(n, 1), "…") }

// excerpt is a line of code that was shortened.
type excerpt struct {
	// indent is the number of cells before the text.
	indent int
	text   string
	// from and to are the cells of the marked stretch, counted from the line's left edge.
	from, to int
}

// cut shortens a line to at most room cells, with ellipses for what is left out. It keeps the
// stretch from byte at to byte end, cut where it no longer fits.
func cut(line string, at, end, room int) excerpt {
	pieces := report.Pieces(line)
	starts := make([]int, len(pieces)+1)
	first, last := len(pieces), len(pieces)
	for i, p := range pieces {
		starts[i+1] = starts[i] + p.Width
		if first == len(pieces) && p.Offset >= at {
			first = i
		}
		if last == len(pieces) && p.Offset >= end {
			last = i
		}
	}
	lo, hi, lead := 0, len(pieces), 0
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
	for _, p := range pieces[lo:hi] {
		b.WriteString(p.Text)
	}
	if hi < len(pieces) {
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
