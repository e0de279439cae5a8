package draw

import "strings"

// Paragraphs breaks texts into lines of at most w cells. A text that begins
// with a blank is left as it is, an empty one is an empty line.
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

// Lines draws lines from line top on, or as far down as fills the canvas.
func Lines(c Canvas, lines []string, top int) {
	top = max(0, min(top, len(lines)-c.H))
	for y := range min(c.H, len(lines)-top) {
		c.Clipped(1, y, Plain, lines[top+y])
	}
}

// Explain draws a sentence that says why there is nothing else to see.
func Explain(c Canvas, text string) { Lines(c, Wrap(text, c.W-2), 0) }

// Scroll is the first of n lines to show in h rows so that one of them is in
// the middle where possible.
func Scroll(line, n, h int) int { return max(0, min(line-h/2, n-h)) }

// Clamp is the number from 0 to count-1 that is nearest to n.
func Clamp(n, count int) int { return max(0, min(n, count-1)) }

// Hanging breaks a text into lines of at most n cells that are indented as its
// first one is. A text that fits stays as it is, with its blanks.
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
