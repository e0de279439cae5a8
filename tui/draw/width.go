package draw

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"

	"wobbly/internal/text"
)

// FirstCharacter returns how many bytes and cells the first grapheme cluster of a text takes.
func FirstCharacter(s string) (bytes, cells int) {
	g := displaywidth.StringGraphemes(s)
	if !g.Next() {
		return len(s), 0
	}
	v := g.Value()
	if r, n := utf8.DecodeRuneInString(v); r == utf8.RuneError && n == 1 {
		return 1, 0
	} else if IsControl(r) {
		return len(v), 0
	}
	return len(v), g.Width()
}

// IsControl reports whether a character is a control character, which a terminal might obey.
func IsControl(r rune) bool { return r < ' ' || 0x7f <= r && r < 0xa0 }

// Cells returns the width of a line in cells.
func Cells(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] < ' ' {
			return slowCells(s)
		}
	}
	return len(s)
}

// slowCells measures a line like Canvas.Text.
func slowCells(s string) int {
	sum := 0
	for len(s) > 0 {
		if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
			sum++
			if s[0] == '\t' {
				sum++
			}
			s = s[1:]
			continue
		}
		n, w := FirstCharacter(s)
		sum += w
		s = s[n:]
	}
	return sum
}

var measure = text.Measure(Cells)

// Clip cuts a line to n cells, with an ellipsis at its end.
func Clip(s string, n int) string { return measure.Clip(s, max(n, 0), "...") }

// minShortened is the least width at which names lose their middle instead of their end.
const minShortened = 9

// Shorten cuts a name to n cells. It removes the middle, since most names differ at their ends.
func Shorten(s string, n int) string {
	if Cells(s) <= n || n < minShortened {
		return Clip(s, n)
	}
	all := []rune(s)
	head, tail := 0, len(all)
	for room := (n - 3 + 1) / 2; room >= Cells(string(all[:head+1])); {
		head++
	}
	for room := (n - 3) / 2; room >= Cells(string(all[tail-1:])); {
		tail--
	}
	return string(all[:head]) + "..." + string(all[tail:])
}

// shortenCall is Shorten for a name with parameters: these get the room that the name leaves.
func shortenCall(s string, n int) string {
	from, to := strings.IndexByte(s, '('), strings.LastIndexByte(s, ')')
	const least = "(...)"
	if Cells(s) <= n || from < 0 || to < from || n < minShortened+len(least) {
		return Shorten(s, n)
	}
	name, behind := s[:from], s[to+1:]
	room := n - Cells(behind)
	name = Shorten(name, room-min(len(least), Cells(s[from:to+1])))
	return name + "(" + Clip(s[from+1:to], room-Cells(name)-2) + ")" + behind
}

// ShortenBoth cuts two names to n cells together. A short one leaves its room to the other.
func ShortenBoth(a, b string, n int) (string, string) {
	half := n / 2
	switch ca, cb := Cells(a), Cells(b); {
	case ca+cb <= n:
		return a, b
	case ca <= half:
		return a, Shorten(b, n-ca)
	case cb <= n-half:
		return Shorten(a, n-cb), b
	}
	return Shorten(a, half), Shorten(b, n-half)
}

// Pad appends blanks to a line until it has n cells.
func Pad(s string, n int) string { return measure.Pad(s, n) }

// Wrap breaks a text at blanks into lines of at most n cells. Longer words are not broken.
func Wrap(s string, n int) []string { return measure.Wrap(s, n) }

// Paragraphs wraps texts at w cells. A text that begins with a blank is not wrapped, and an empty
// one is an empty line.
func Paragraphs(texts []string, w int) []string {
	var lines []string
	for _, t := range texts {
		switch {
		case t == "":
			lines = append(lines, "")
		case t[0] == ' ':
			lines = append(lines, t)
		default:
			lines = append(lines, Wrap(t, w)...)
		}
	}
	return lines
}

// Cut returns the first lines, at most n of them and at least one. If lines are left out, the last
// one ends in an ellipsis within w cells.
func Cut(lines []string, n, w int) []string {
	n = max(n, 1)
	if len(lines) <= n {
		return lines
	}
	cut := append([]string{}, lines[:n]...)
	cut[n-1] += " ..."
	if Cells(cut[n-1]) > w {
		cut[n-1] = Clip(cut[n-1], w)
	}
	return cut
}

// More returns the number of hidden lines below, for the edge of a pane, or "" if there are none.
func More(below int) string {
	if below <= 0 {
		return ""
	}
	return "↓ " + strconv.Itoa(below) + " more"
}

// Below writes the number of hidden lines into the lower edge of a frame c.
func Below(c Canvas, style Style, lines int) {
	if text := More(lines); text != "" && c.H >= 2 {
		c.Part(2, c.H-1, c.W-4, 1).Right(0, 0, style, " "+text+" ")
	}
}

// Rows draws n lines, each with show, beginning with line top, or with an earlier one if there is
// room for all lines from there on. It returns how many lines are above and below.
func Rows(c Canvas, n, top int, show func(row Canvas, i int)) (above, below int) {
	top = max(0, min(top, n-c.H))
	for y := range min(c.H, n-top) {
		show(c.Row(y), top+y)
	}
	return top, max(0, n-top-c.H)
}

// Lines draws lines from line top on, as Rows does, and returns how many are below.
func Lines(c Canvas, lines []string, top int) (below int) {
	_, below = Rows(c, len(lines), top,
		func(row Canvas, i int) { row.Clipped(1, 0, Plain, lines[i]) })
	return below
}

// Explain draws a sentence that explains an empty canvas.
func Explain(c Canvas, text string) { Lines(c, Wrap(text, c.W-2), 0) }

// Scroll returns the first of n lines to show in h rows so that line is in the middle if possible.
func Scroll(line, n, h int) int { return max(0, min(line-h/2, n-h)) }

// Clamp returns the number from 0 to count-1 that is nearest to n.
func Clamp(n, count int) int { return max(0, min(n, count-1)) }

// Hanging wraps a text at n cells, if it does not fit, with the first line's indent on all lines.
func Hanging(text string, n int) []string {
	if Cells(text) <= n {
		return []string{text}
	}
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	lines := Wrap(text, max(n-len(indent), 1))
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}
