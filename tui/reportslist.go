package tui

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// list is rows of which one is highlighted.
type list struct {
	at    int
	moved func() // is called when the mouse has highlighted another row; may be nil
}

// keys are the keys that move in a list of n rows; off says why there are none.
func (l *list) keys(n func() int, off func() string) []binding {
	move := func(by int) func() tea.Cmd {
		return does(func() { l.at = draw.Clamp(l.at+by, max(n(), 1)) })
	}
	return []binding{
		{keys: []string{"down", "j"}, hint: "down", help: "down", do: move(1), off: off},
		{keys: []string{"up", "k"}, hint: "up", help: "up", do: move(-1), off: off},
		{keys: []string{"pgdown"}, help: "ten down", do: move(10), off: off},
		{keys: []string{"pgup"}, help: "ten up", do: move(-10), off: off},
		{keys: []string{"home"}, help: "to the first", do: move(-1 << 30), off: off},
		{keys: []string{"end"}, help: "to the last", do: move(1 << 30), off: off},
	}
}

// draw draws the rows around the highlighted one: show draws row i. A click on
// a row highlights it, and one on the highlighted row does open.
func (l *list) draw(c draw.Canvas, n int, show func(c draw.Canvas, i int), open func() tea.Cmd) {
	top := draw.Scroll(l.at, n, c.H)
	c.Wheel(func(rows int) tea.Cmd { l.to(draw.Clamp(l.at+rows, n)); return nil })
	for y := range min(c.H, n-top) {
		row, i := c.Row(y), top+y
		show(row.Part(3, 0, row.W-3, 1), i)
		l.answer(row, i, open)
	}
}

// answer marks the highlighted row, and makes row i answer to the mouse.
func (l *list) answer(row draw.Canvas, i int, open func() tea.Cmd) {
	if i == l.at {
		row.Text(1, 0, draw.Plain|draw.Strong, ">")
		row.Paint(0, 0, draw.Inverse)
	}
	row.Click(func() tea.Cmd {
		if l.at == i && open != nil {
			return open()
		}
		l.to(i)
		return nil
	})
}

// to highlights a row for the mouse.
func (l *list) to(i int) {
	if i != l.at && l.moved != nil {
		defer l.moved()
	}
	l.at = i
}
