package tui

import "charm.land/bubbletea/v2"

// list is rows of which one is highlighted.
type list struct {
	at    int
	moved func() // is called when the mouse has highlighted another row; may be nil
}

// keys are the keys that move in a list of n rows; off says why there are none.
func (l *list) keys(n func() int, off func() string) []binding {
	move := func(by int) func() tea.Cmd {
		return does(func() { l.at = clamp(l.at+by, max(n(), 1)) })
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

// draw draws the rows around the highlighted one: draw draws row i. A click on
// a row highlights it, and one on the highlighted row does open.
func (l *list) draw(c canvas, n int, draw func(c canvas, i int), open func() tea.Cmd) {
	top := scroll(l.at, n, c.h)
	c.wheel(func(rows int) tea.Cmd { l.to(clamp(l.at+rows, n)); return nil })
	for y := range min(c.h, n-top) {
		row, i := c.row(y), top+y
		draw(row.part(3, 0, row.w-3, 1), i)
		l.answer(row, i, open)
	}
}

// answer marks the highlighted row, and makes row i answer to the mouse.
func (l *list) answer(row canvas, i int, open func() tea.Cmd) {
	if i == l.at {
		row.text(1, 0, lookPlain|strong, ">")
		row.paint(0, 0, inverse)
	}
	row.click(func() tea.Cmd {
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

// paragraphs breaks texts into lines of at most w cells. A text that begins
// with a blank is left as it is, an empty one is an empty line.
func paragraphs(texts []string, w int) []string {
	var lines []string
	for _, t := range texts {
		switch {
		case t == "":
			lines = append(lines, "")
		case t[0] == ' ':
			lines = append(lines, t)
		default:
			lines = append(lines, wrap(t, w)...)
		}
	}
	return lines
}

// drawText draws lines from line top on, or as far down as fills the canvas.
func drawText(c canvas, lines []string, top int) {
	top = max(0, min(top, len(lines)-c.h))
	for y := range min(c.h, len(lines)-top) {
		c.clipped(1, y, lookPlain, lines[top+y])
	}
}

// explain draws a sentence that says why there is nothing else to see.
func explain(c canvas, text string) { drawText(c, wrap(text, c.w-2), 0) }

// alone tells whether only the focused pane is drawn: the screen is zoomed, or
// narrower than w.
func (a *app) alone(c canvas, w int) bool { return a.zoomed || c.w < w }
