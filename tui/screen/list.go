package screen

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// List is rows of which one is highlighted.
type List struct {
	At    int
	Moved func() // is called when the mouse has highlighted another row; may be nil
	// Head is the heading above row i, empty for none. nil: there are no headings.
	Head func(i int) string
	Idle bool // the keys go elsewhere: the highlighted row is bold, and has no mark
}

// Keys are the keys that move in a list of n rows; off says why there are none.
func (l *List) Keys(n func() int, off func() string) []Binding {
	move := func(by int) func() tea.Cmd {
		return Does(func() { l.At = draw.Clamp(l.At+by, max(n(), 1)) })
	}
	return []Binding{
		{Keys: []string{"down", "j"}, Hint: "down", Help: "down", Do: move(1), Off: off},
		{Keys: []string{"up", "k"}, Hint: "up", Help: "up", Do: move(-1), Off: off},
		{Keys: []string{"pgdown"}, Help: "ten down", Do: move(10), Off: off},
		{Keys: []string{"pgup"}, Help: "ten up", Do: move(-10), Off: off},
		{Keys: []string{"home"}, Help: "to the first", Do: move(-1 << 30), Off: off},
		{Keys: []string{"end"}, Help: "to the last", Do: move(1 << 30), Off: off},
	}
}

// Draw draws the rows around the highlighted one: show draws row i. A click on
// a row highlights it, and one on the highlighted row does open. It gives how many rows are below.
func (l *List) Draw(c draw.Canvas, n int, show func(c draw.Canvas, i int), open func() tea.Cmd) (below int) {
	lines, here := l.lines(n, c.H >= headed)
	top := draw.Scroll(here, len(lines), c.H)
	c.Wheel(func(rows int) tea.Cmd { l.to(draw.Clamp(l.At+rows, n)); return nil })
	for y := range min(c.H, len(lines)-top) {
		row, i := c.Row(y), lines[top+y]
		if i < 0 {
			row.Clipped(1, 0, draw.Plain|draw.Strong, l.Head(-1-i))
			continue
		}
		show(row.Part(RowMark, 0, row.W-RowMark, 1), i)
		l.Answer(row, i, open)
	}
	return max(0, len(lines)-top-c.H)
}

// RowMark is how many columns stand before a row, for the mark of the highlighted one.
const RowMark = 3

// headed is from how many rows on there is room for headings.
const headed = 7

// lines are the rows, with their headings if they are asked for, -1-i for that above row i,
// and where the highlighted row is among them.
func (l *List) lines(n int, heads bool) (lines []int, here int) {
	lines = make([]int, 0, n)
	for i := range n {
		if heads && l.Head != nil && l.Head(i) != "" {
			lines = append(lines, -1-i)
		}
		if i == l.At {
			here = len(lines)
		}
		lines = append(lines, i)
	}
	return lines, here
}

// Answer marks the highlighted row, and makes row i answer to the mouse.
func (l *List) Answer(row draw.Canvas, i int, open func() tea.Cmd) {
	switch {
	case i == l.At && l.Idle:
		row.Paint(0, 0, draw.Strong)
	case i == l.At:
		row.Text(1, 0, draw.Plain|draw.Strong, ">")
		row.Paint(0, 0, draw.Inverse)
	}
	row.Click(func() tea.Cmd {
		if l.At == i && open != nil {
			return open()
		}
		l.to(i)
		return nil
	})
}

// to highlights a row for the mouse.
func (l *List) to(i int) {
	if i != l.At && l.Moved != nil {
		defer l.Moved()
	}
	l.At = i
}
