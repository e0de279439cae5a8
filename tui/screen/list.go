package screen

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// List is rows of which one is highlighted.
type List struct {
	At    int
	Moved func() // is called when the mouse has highlighted another row; may be nil
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
// a row highlights it, and one on the highlighted row does open.
func (l *List) Draw(c draw.Canvas, n int, show func(c draw.Canvas, i int), open func() tea.Cmd) {
	top := draw.Scroll(l.At, n, c.H)
	c.Wheel(func(rows int) tea.Cmd { l.to(draw.Clamp(l.At+rows, n)); return nil })
	for y := range min(c.H, n-top) {
		row, i := c.Row(y), top+y
		show(row.Part(3, 0, row.W-3, 1), i)
		l.Answer(row, i, open)
	}
}

// Answer marks the highlighted row, and makes row i answer to the mouse.
func (l *List) Answer(row draw.Canvas, i int, open func() tea.Cmd) {
	if i == l.At {
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
