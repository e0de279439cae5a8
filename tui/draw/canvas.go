package draw

import (
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbletea/v2"

	"wobbly/report"
)

// cell is a cell of the terminal. The right half of a wide character has an empty text.
type cell struct {
	text  string
	style Style
}

// A Frame is a whole screen while it is drawn, with the areas that respond to the mouse.
type Frame struct {
	width, height int
	cells         []cell
	ascii         bool
	spots         []spot
	panes         []string // see Canvas.Pane
}

// A spot is an area that responds to the mouse. One of its functions is nil.
type spot struct {
	x, y, w, h int
	click      func() tea.Cmd
	wheel      func(rows int) tea.Cmd
}

// NewFrame returns an empty frame. If ascii is set, it shows ASCII only.
func NewFrame(width, height int, ascii bool) *Frame {
	f := &Frame{width: width, height: height, ascii: ascii, cells: make([]cell, width*height)}
	for i := range f.cells {
		f.cells[i].text = " "
	}
	return f
}

// All returns the canvas of the whole frame.
func (f *Frame) All() Canvas { return Canvas{f: f, W: f.width, H: f.height} }

// Render returns the rows of the frame with escape sequences for the styles.
func (f *Frame) Render(t *Colours) string {
	var b strings.Builder
	b.Grow(2 * len(f.cells))
	for y := range f.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := f.cells[y*f.width : (y+1)*f.width]
		for len(row) > 0 {
			n := 1
			for n < len(row) && row[n].style == row[0].style {
				n++
			}
			b.WriteString(t.before[row[0].style])
			for _, c := range row[:n] {
				b.WriteString(c.text)
			}
			b.WriteString(t.after[row[0].style])
			row = row[n:]
		}
	}
	return b.String()
}

// A Canvas is a rectangle of a frame. Drawing outside of it has no effect.
type Canvas struct {
	f          *Frame
	x, y, W, H int
}

// Part returns the canvas inside c with its corner at (x, y), cut at the edges of c.
func (c Canvas) Part(x, y, w, h int) Canvas {
	left, top := min(max(x, 0), c.W), min(max(y, 0), c.H)
	right, bottom := max(left, min(x+w, c.W)), max(top, min(y+h, c.H))
	return Canvas{f: c.f, x: c.x + left, y: c.y + top, W: right - left, H: bottom - top}
}

// Row returns row y of c.
func (c Canvas) Row(y int) Canvas { return c.Part(0, y, c.W, 1) }

// Text writes one line at (x, y), cut at the edge, and returns the column after it. Control
// characters become question marks, and a tab becomes two blanks.
func (c Canvas) Text(x, y int, style Style, s string) int {
	if c.f.ascii {
		s = report.InASCII(s)
	}
	if y < 0 || y >= c.H {
		return x + Cells(s)
	}
	for len(s) > 0 {
		if b := s[0]; b < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
			x = c.putASCII(x, y, style, s[:1])
			s = s[1:]
			continue
		}
		n, w := FirstCharacter(s)
		x = c.put(x, y, style, s[:n], w)
		s = s[n:]
	}
	return x
}

// Clipped writes a line with an ellipsis at its end if it does not fit.
func (c Canvas) Clipped(x, y int, style Style, s string) int {
	if c.f.ascii {
		s = report.InASCII(s)
	}
	return c.Text(x, y, style, Clip(s, c.W-x))
}

// Right writes a line that ends n cells before the right edge.
func (c Canvas) Right(n, y int, style Style, s string) int {
	x := c.W - n - Cells(s)
	c.Text(max(0, x), y, style, s)
	return x
}

// putASCII writes one ASCII character, or the replacement of a control character.
func (c Canvas) putASCII(x, y int, style Style, s string) int {
	switch {
	case s == "\t":
		return c.put(c.put(x, y, style, " ", 1), y, style, " ", 1)
	case s[0] < ' ' || s[0] == 0x7f:
		return c.put(x, y, style, "?", 1)
	}
	return c.put(x, y, style, s, 1)
}

// put writes one character, w cells wide, if all of it is inside.
func (c Canvas) put(x, y int, style Style, s string, w int) int {
	if c.f.ascii {
		s, w = asASCII(s, w)
	}
	if w == 0 {
		return x
	}
	if x < 0 || x+w > c.W || y < 0 || y >= c.H {
		return x + w
	}
	at := (c.y+y)*c.f.width + c.x + x
	c.f.clear(at, w, c.x+x)
	c.f.cells[at] = cell{s, style}
	for i := 1; i < w; i++ {
		c.f.cells[at+i] = cell{"", style}
		if c.f.ascii {
			c.f.cells[at+i].text = "?"
		}
	}
	return x + w
}

// clear blanks the other halves of wide characters that will be overwritten in w cells from index
// at, which is in column x of the frame.
func (f *Frame) clear(at, w, x int) {
	if f.cells[at].text == "" && x > 0 {
		f.cells[at-1].text = " "
	}
	if end := at + w; x+w < f.width && f.cells[end].text == "" {
		f.cells[end].text = " "
	}
}

// Fill writes the same character everywhere.
func (c Canvas) Fill(style Style, s string) {
	for y := range c.H {
		for x := range c.W {
			c.put(x, y, style, s, 1)
		}
	}
}

// Paint adds a style to row y, from column x on.
func (c Canvas) Paint(x, y int, style Style) {
	if y < 0 || y >= c.H {
		return
	}
	for i := max(x, 0); i < c.W; i++ {
		c.f.cells[(c.y+y)*c.f.width+c.x+i].style |= style
	}
}

// Click makes the canvas respond to the left button.
func (c Canvas) Click(do func() tea.Cmd) {
	c.f.spots = append(c.f.spots, spot{x: c.x, y: c.y, w: c.W, h: c.H, click: do})
}

// Wheel makes the canvas respond to the wheel; rows is negative for up.
func (c Canvas) Wheel(do func(rows int) tea.Cmd) {
	c.f.spots = append(c.f.spots, spot{x: c.x, y: c.y, w: c.W, h: c.H, wheel: do})
}

// Pane records that a pane is drawn here.
func (c Canvas) Pane(name string) { c.f.panes = append(c.f.panes, name) }

// Shows reports whether a pane is drawn. It is true if the screen has recorded no panes.
func (f *Frame) Shows(pane string) bool {
	return len(f.panes) == 0 || slices.Contains(f.panes, pane)
}

// Deaf makes everything drawn so far ignore the mouse.
func (f *Frame) Deaf() { f.spots = nil }

// Clicked runs the click action at (x, y).
func (f *Frame) Clicked(x, y int) tea.Cmd {
	if s, ok := f.at(x, y, func(s spot) bool { return s.click != nil }); ok {
		return s.click()
	}
	return nil
}

// Wheeled runs the wheel action at (x, y); rows is negative for up.
func (f *Frame) Wheeled(x, y, rows int) tea.Cmd {
	if s, ok := f.at(x, y, func(s spot) bool { return s.wheel != nil }); ok {
		return s.wheel(rows)
	}
	return nil
}

// at returns the spot at (x, y) that was added last among those that take an event.
func (f *Frame) at(x, y int, takes func(spot) bool) (spot, bool) {
	for i := len(f.spots) - 1; i >= 0; i-- {
		s := f.spots[i]
		if takes(s) && s.x <= x && x < s.x+s.w && s.y <= y && y < s.y+s.h {
			return s, true
		}
	}
	return spot{}, false
}

// asASCII returns the replacement of a character that is w cells wide, and its width.
func asASCII(s string, w int) (string, int) {
	t := report.InASCII(s)
	if len(t) != 1 && s != t {
		return "?", w
	}
	return t, w
}

// Box draws a frame around a canvas with titles in its upper edge, and returns the canvas inside.
func Box(c Canvas, style Style, left, right string) Canvas {
	if c.W < 2 || c.H < 2 {
		return c.Part(0, 0, 0, 0)
	}
	for y := 1; y < c.H-1; y++ {
		c.Text(0, y, style, "│")
		c.Text(c.W-1, y, style, "│")
	}
	Rule(c.Row(0), style, "┌", "┐", left, right)
	Rule(c.Row(c.H-1), style, "└", "┘", "", "")
	return c.Part(1, 1, c.W-2, c.H-2)
}

// Rule draws a line across a canvas of one row, with ends and titles.
func Rule(c Canvas, style Style, begin, end, left, right string) {
	for x := range c.W {
		c.Text(x, 0, style, "─")
	}
	c.Text(0, 0, style, begin)
	if end != "" {
		c.Text(c.W-1, 0, style, end)
	}
	Titles(c.Part(2, 0, c.W-4, 1), style, left, right)
}

// Titles writes a left and a right text between blanks. It omits the right one if it does not fit.
func Titles(c Canvas, style Style, left, right string) {
	x := 0
	if left != "" {
		left = Clip(left, c.W-2)
		x = c.Text(0, 0, style, " "+left+" ")
	}
	if right != "" && Cells(right)+2 <= c.W-x {
		c.Right(0, 0, style, " "+right+" ")
	}
}

// minTitle is the room in cells that a name must have next to a title at the right.
const minTitle = 20

// NameTitle shortens a name, perhaps with parameters, for a title at the left in n cells. It leaves
// room for the title at the right if possible, and cuts the middle, so that the end stays.
func NameTitle(name, right string, n int) string {
	room := n - 2
	if beside := room - Cells(right) - 2; right != "" && beside >= minTitle {
		room = beside
	}
	return shortenCall(name, room)
}

// Piece is a part of a line in one style.
type Piece struct {
	Style Style
	Text  string
}

// Line is a line in several styles.
type Line []Piece

// Add appends a text.
func (l *Line) Add(style Style, text string) { *l = append(*l, Piece{style, text}) }

// Cells returns the width of the line.
func (l Line) Cells() int {
	n := 0
	for _, r := range l {
		n += Cells(r.Text)
	}
	return n
}

// Line draws a line at (x, y), perhaps with an ellipsis, and returns the column after it.
func (c Canvas) Line(x, y int, l Line) int {
	for _, r := range l {
		if Cells(r.Text) > c.W-x {
			return c.Clipped(x, y, r.Style, r.Text)
		}
		x = c.Text(x, y, r.Style, r.Text)
	}
	return x
}
