package tui

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbletea/v2"
	"github.com/clipperhouse/displaywidth"

	"wobbly/report"
)

// cell is a cell of the terminal. The right half of a wide character is the
// empty text.
type cell struct {
	text string
	look look
}

// frame is a whole screen while it is drawn, and what can be clicked on it.
type frame struct {
	width, height int
	cells         []cell
	ascii         bool
	spots         []spot
	panes         []string // that are drawn, as far as the screen says
}

// spot is an area that answers to the mouse.
type spot struct {
	x, y, w, h int
	click      func() tea.Cmd
	wheel      func(rows int) tea.Cmd
}

func newFrame(width, height int, ascii bool) *frame {
	f := &frame{width: width, height: height, ascii: ascii, cells: make([]cell, width*height)}
	for i := range f.cells {
		f.cells[i].text = " "
	}
	return f
}

// all is the canvas of the whole frame.
func (f *frame) all() canvas { return canvas{f: f, w: f.width, h: f.height} }

// render gives the frame's rows as the terminal wants them: each of exactly the
// frame's width.
func (f *frame) render(t *theme) string {
	var b strings.Builder
	b.Grow(2 * len(f.cells))
	for y := range f.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := f.cells[y*f.width : (y+1)*f.width]
		for len(row) > 0 {
			n := 1
			for n < len(row) && row[n].look == row[0].look {
				n++
			}
			t.write(&b, row[0].look, row[:n])
			row = row[n:]
		}
	}
	return b.String()
}

// canvas is a rectangle of a frame. What is drawn outside it is cut off, so
// that no drawing can spoil the layout.
type canvas struct {
	f          *frame
	x, y, w, h int
}

// part is the canvas inside c with its corner at (x, y), as large as asked for
// as far as c has room.
func (c canvas) part(x, y, w, h int) canvas {
	x, y = min(max(x, 0), c.w), min(max(y, 0), c.h)
	return canvas{c.f, c.x + x, c.y + y, max(0, min(w, c.w-x)), max(0, min(h, c.h-y))}
}

// row is the canvas of row y.
func (c canvas) row(y int) canvas { return c.part(0, y, c.w, 1) }

// text writes one line at (x, y) and gives the column behind it. What does not
// fit is cut off. Where only ASCII may be shown, it takes the cells of what stands
// for it. Control characters become question marks, a tab two blanks.
func (c canvas) text(x, y int, l look, s string) int {
	if c.f.ascii {
		s = report.InASCII(s)
	}
	if y < 0 || y >= c.h {
		return x + cells(s)
	}
	for len(s) > 0 {
		if b := s[0]; b < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
			x = c.ascii(x, y, l, s[:1])
			s = s[1:]
			continue
		}
		n, w := firstCharacter(s)
		x = c.put(x, y, l, s[:n], w)
		s = s[n:]
	}
	return x
}

// clipped writes a line that ends in an ellipsis where it does not fit.
func (c canvas) clipped(x, y int, l look, s string) int {
	if c.f.ascii {
		s = report.InASCII(s)
	}
	return c.text(x, y, l, clip(s, c.w-x))
}

// right writes a line that ends at the canvas' right edge, n cells from it.
func (c canvas) right(n, y int, l look, s string) int {
	x := c.w - n - cells(s)
	c.text(max(0, x), y, l, s)
	return x
}

// ascii puts a character of one byte.
func (c canvas) ascii(x, y int, l look, s string) int {
	switch {
	case s == "\t":
		return c.put(c.put(x, y, l, " ", 1), y, l, " ", 1)
	case s[0] < ' ' || s[0] == 0x7f:
		return c.put(x, y, l, "?", 1)
	}
	return c.put(x, y, l, s, 1)
}

// put puts one character, w cells wide, as far as it is inside.
func (c canvas) put(x, y int, l look, s string, w int) int {
	if c.f.ascii {
		s, w = asASCII(s, w)
	}
	if w == 0 {
		return x
	}
	if x < 0 || x+w > c.w || y < 0 || y >= c.h {
		return x + w
	}
	at := (c.y+y)*c.f.width + c.x + x
	c.f.clear(at, w, c.x+x)
	c.f.cells[at] = cell{s, l}
	for i := 1; i < w; i++ {
		c.f.cells[at+i] = cell{"", l}
		if c.f.ascii {
			c.f.cells[at+i].text = "?"
		}
	}
	return x + w
}

// clear blanks the other halves of wide characters that are about to be
// overwritten by w cells at the index at, in column x.
func (f *frame) clear(at, w, x int) {
	if f.cells[at].text == "" && x > 0 {
		f.cells[at-1].text = " "
	}
	if end := at + w; x+w < f.width && f.cells[end].text == "" {
		f.cells[end].text = " "
	}
}

// fill puts the same character everywhere.
func (c canvas) fill(l look, s string) {
	for y := range c.h {
		for x := range c.w {
			c.put(x, y, l, s, 1)
		}
	}
}

// paint gives what stands in row y a look, from column x on.
func (c canvas) paint(x, y int, l look) {
	if y < 0 || y >= c.h {
		return
	}
	for i := max(x, 0); i < c.w; i++ {
		c.f.cells[(c.y+y)*c.f.width+c.x+i].look |= l
	}
}

// click makes the canvas answer to the left button.
func (c canvas) click(do func() tea.Cmd) {
	c.f.spots = append(c.f.spots, spot{x: c.x, y: c.y, w: c.w, h: c.h, click: do})
}

// wheel makes the canvas answer to the wheel; rows is negative for up.
func (c canvas) wheel(do func(rows int) tea.Cmd) {
	c.f.spots = append(c.f.spots, spot{x: c.x, y: c.y, w: c.w, h: c.h, wheel: do})
}

// at is the newest spot below the mouse that takes what is asked for.
func (f *frame) at(x, y int, takes func(spot) bool) (spot, bool) {
	for i := len(f.spots) - 1; i >= 0; i-- {
		s := f.spots[i]
		if takes(s) && s.x <= x && x < s.x+s.w && s.y <= y && y < s.y+s.h {
			return s, true
		}
	}
	return spot{}, false
}

// firstCharacter is the length in bytes and the width in cells of the first
// character that a reader sees.
func firstCharacter(s string) (int, int) {
	g := displaywidth.StringGraphemes(s)
	if !g.Next() {
		return len(s), 0
	}
	v := g.Value()
	if r, n := utf8.DecodeRuneInString(v); r == utf8.RuneError && n == 1 {
		return 1, 0
	} else if isControl(r) {
		return len(v), 0
	}
	return len(v), g.Width()
}

// isControl tells whether a character could make a terminal do something.
func isControl(r rune) bool { return r < ' ' || 0x7f <= r && r < 0xa0 }

// cells is the number of cells that a line takes.
func cells(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || s[i] < ' ' {
			return slowCells(s)
		}
	}
	return len(s)
}

// slowCells counts as text writes.
func slowCells(s string) int {
	sum := 0
	for len(s) > 0 {
		if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
			if sum++; s[0] == '\t' {
				sum++
			}
			s = s[1:]
			continue
		}
		n, w := firstCharacter(s)
		sum += w
		s = s[n:]
	}
	return sum
}

// clip cuts a line to n cells, with an ellipsis where something was lost.
func clip(s string, n int) string {
	if cells(s) <= n {
		return s
	}
	const dots = "..."
	if n <= len(dots) {
		return dots[:max(n, 0)]
	}
	sum, end := 0, 0
	for end < len(s) {
		size, w := firstCharacter(s[end:])
		if sum+w > n-len(dots) {
			break
		}
		sum += w
		end += size
	}
	return s[:end] + dots
}

// pad fills a line with blanks up to n cells.
func pad(s string, n int) string { return s + strings.Repeat(" ", max(0, n-cells(s))) }

// wrap breaks a text at blanks into lines of at most n cells; longer words are
// left as they are.
func wrap(s string, n int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case line == "":
			line = word
		case cells(line)+1+cells(word) <= n:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// asASCII is one character that stands for another where only ASCII may be shown.
func asASCII(s string, w int) (string, int) {
	t := report.InASCII(s)
	if len(t) != 1 && s != t {
		return "?", w
	}
	return t, w
}
