package screen

import (
	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
)

// A List is a list of rows, one of which is highlighted.
type List struct {
	At    int    // the highlighted row
	Moved func() // called when the mouse has highlighted another row; may be nil
	// Head returns the heading above row i, or "". It may be nil.
	Head  func(i int) string
	Apart bool // whether an empty line is above each heading except the first
	// Idle is set if the keys go elsewhere. The highlighted row is then bold, without a mark.
	Idle bool
}

// Keys returns the keys that move in a list of n rows. off returns why they cannot be used.
func (l *List) Keys(n func() int, off func() Refusal) []Binding {
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

const (
	// RowMark is the width of the margin before a row, which contains the mark of the highlight.
	RowMark = 3
	// minHeaded is the least height at which headings are shown.
	minHeaded = 7
)

// listLine is a line of a drawn list: a row, or else a heading, which may be empty.
type listLine struct {
	row  int // -1 for a heading
	head string
}

// Draw draws the rows around the highlighted one, each with show. A click highlights a row, and a
// click on the highlighted row calls open. Draw returns how many lines are below the visible ones.
func (l *List) Draw(c draw.Canvas, n int, show func(c draw.Canvas, i int),
	open func() tea.Cmd) (below int) {
	lines := make([]listLine, 0, n)
	here := 0
	for i := range n {
		if c.H >= minHeaded && l.Head != nil && l.Head(i) != "" {
			if l.Apart && i > 0 {
				lines = append(lines, listLine{row: -1})
			}
			lines = append(lines, listLine{row: -1, head: l.Head(i)})
		}
		if i == l.At {
			here = len(lines)
		}
		lines = append(lines, listLine{row: i})
	}
	top := draw.Scroll(here, len(lines), c.H)
	c.Wheel(func(rows int) tea.Cmd { l.to(draw.Clamp(l.At+rows, n)); return nil })
	for y := range min(c.H, len(lines)-top) {
		row, i := c.Row(y), lines[top+y].row
		if i < 0 {
			row.Clipped(1, 0, draw.Plain|draw.Strong, lines[top+y].head)
			continue
		}
		show(row.Part(RowMark, 0, row.W-RowMark, 1), i)
		l.answer(row, i, open)
	}
	return max(0, len(lines)-top-c.H)
}

// answer marks row i if it is highlighted, and makes it respond to the mouse.
func (l *List) answer(row draw.Canvas, i int, open func() tea.Cmd) {
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

// to highlights a row and calls Moved if it is another one.
func (l *List) to(i int) {
	moved := i != l.At
	l.At = i
	if moved && l.Moved != nil {
		l.Moved()
	}
}

// A Scroller scrolls the lines of a layer.
type Scroller struct {
	Top         int // the first visible line
	rows, below int // how many lines the last Draw showed, and how many were below them
}

func (s *Scroller) Keys() []Binding {
	by := func(rows int) func() tea.Cmd { return func() tea.Cmd { return s.Wheel(rows) } }
	return []Binding{
		{Keys: []string{"down", "j"}, Hint: "down", Help: "down", Do: by(1)},
		{Keys: []string{"up", "k"}, Hint: "up", Help: "up", Do: by(-1)},
		{Keys: []string{"pgdown", "space"}, Help: "a page down", Do: by(10)},
		{Keys: []string{"pgup"}, Help: "a page up", Do: by(-10)},
	}
}

// AfterAll returns b while the last line is visible. Before that, the same keys turn the page, so
// that a reader cannot miss the end.
func (s *Scroller) AfterAll(b Binding) Binding {
	if s.below > 0 {
		b.Hint, b.Help = "more", "the next page of this text; at its end: "+b.Help
		b.Do = func() tea.Cmd { return s.Wheel(max(s.rows-1, 1)) }
	}
	return b
}

// Wheel scrolls by rows. The next Draw limits the position.
func (s *Scroller) Wheel(rows int) tea.Cmd {
	s.Top += rows
	return nil
}

// Draw draws the visible ones of n lines, each with show, and returns how many are below.
func (s *Scroller) Draw(c draw.Canvas, n int, show func(row draw.Canvas, i int)) int {
	s.Top, s.below = draw.Rows(c, n, s.Top, show)
	s.rows = c.H
	return s.below
}
