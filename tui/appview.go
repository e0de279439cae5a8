package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// The smallest terminal that the screens fit in.
const (
	minWidth  = 40
	minHeight = 12
)

func (a *app) tooSmall() bool { return a.width < minWidth || a.height < minHeight }

// View implements tea.Model.
func (a *app) View() tea.View {
	v := tea.NewView(a.render())
	v.AltScreen = true
	v.WindowTitle = "wobbly"
	if !a.o.NoMouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// render draws everything, in exactly the rows and columns of the terminal: the header, the
// screen in front, the status line, the line of hints, and the top layer.
func (a *app) render() string {
	f := draw.NewFrame(max(a.width, 0), max(a.height, 0), a.o.ASCII)
	a.last = f
	all := f.All()
	if a.tooSmall() {
		text := fmt.Sprintf("wobbly needs a terminal of %d columns and %d rows; this one has %d and %d.", minWidth, minHeight, a.width, a.height)
		for y, line := range draw.Wrap(text, a.width) {
			all.Text(0, y, draw.Plain, line)
		}
		return f.Render(a.colours)
	}
	a.drawHeader(all.Row(0))
	_, rows := a.Size()
	body := all.Part(0, 1, a.width, rows-3)
	if a.elsewhere() {
		body = a.lesson.Beside(body)
	}
	a.front().Draw(body)
	table := a.table()
	status := all.Part(0, rows-2, a.width, a.height+1-rows)
	status.Fill(draw.Plain, " ")
	if top := a.Top(); top != nil {
		f.Deaf()
		top.Draw(all.Part(0, 1, a.width, a.height-2))
		table = top.Keys()
	} else {
		a.drawStatus(status)
	}
	drawHints(all.Row(a.height-1), table, a.o.ASCII)
	return f.Render(a.colours)
}

// drawHeader draws the name of the file, the screens, and the heading of the screen in front.
func (a *app) drawHeader(c draw.Canvas) {
	x := c.Text(1, 0, draw.Plain|draw.Strong, a.fileName())
	heading := a.heading(c.W - 1 - x)
	right := max(c.W-1-draw.Cells(heading), x+2)
	c.Part(right, 0, c.W-right, 1).Clipped(0, 0, draw.Plain, heading)
	if a.program != nil {
		a.drawTabs(c.Part(x, 0, right-x, 1))
	}
}

// heading returns the heading of the screen in front. It returns the short form if only that
// leaves room for the names of all screens in w columns.
func (a *app) heading(w int) string {
	text := a.front().Heading()
	x, ok := a.front().(screen.Shortened)
	if !ok || a.program == nil {
		return text
	}
	short := x.ShortHeading()
	if all := tabsWidth(1, everyName); draw.Cells(text)+all >= w && draw.Cells(short)+all < w {
		return short
	}
	return text
}

// fileName returns the name of the open program without folders.
func (a *app) fileName() string {
	if a.program == nil {
		return "wobbly"
	}
	return a.program.Base()
}

func everyName(screen.Number) bool { return true }

// tabsWidth returns the columns for the numbers of the screens, with names for some of them,
// gap blanks between two, and a margin.
func tabsWidth(gap int, named func(screen.Number) bool) int {
	w := 2
	for n := screen.Step; n < screen.Count; n++ {
		w += 1 + gap
		if named(n) {
			w += 1 + len(screen.Names[n])
		}
	}
	return w
}

// drawTabs draws the numbers and names of the screens: with all names if there is room, or else
// with that of the screen in front, or else only that screen, or nothing.
func (a *app) drawTabs(c draw.Canvas) {
	front := func(n screen.Number) bool { return n == a.at }
	named, gap, alone := everyName, 2, false
	switch {
	case tabsWidth(2, everyName) <= c.W:
	case tabsWidth(1, everyName) < c.W:
		gap = 1
	case tabsWidth(2, front) <= c.W:
		named = front
	case tabsWidth(1, front) <= c.W:
		named, gap = front, 1
	case len(screen.Names[a.at])+6 <= c.W:
		named, alone = front, true
	default:
		return
	}
	x := 2
	for n := screen.Step; n < screen.Count; n++ {
		if alone && n != a.at {
			continue
		}
		style := draw.Faint
		if n == a.at {
			style = draw.Plain | draw.Strong
		}
		from := x
		x = c.Text(x, 0, draw.Key, fmt.Sprint(int(n)))
		if named(n) {
			x = c.Text(x+1, 0, style, screen.Names[n])
		}
		c.Part(from, 0, x-from, 1).Click(func() tea.Cmd { return a.Show(n) })
		x += gap
	}
}

// maxStatus is the largest number of rows for the status line.
const maxStatus = 3

// statusLines returns the rows of the status line: several if the text is too long for one and
// the terminal is high enough.
func (a *app) statusLines() []string {
	if a.height < screen.RoomyHeight || draw.Cells(a.status) <= a.width-2 {
		return []string{a.status}
	}
	return draw.Cut(draw.Wrap(a.status, a.width-2), maxStatus, a.width-2)
}

func (a *app) drawStatus(c draw.Canvas) {
	style, mark := draw.Plain, " "
	if a.refused {
		style, mark = draw.Plain|draw.Strong, "! "
	}
	for y, text := range a.statusLines() {
		c.Clipped(c.Text(0, y, style, mark), y, style, text)
		mark = strings.Repeat(" ", len(mark))
	}
}

// lastHints is how many hints at the end of a table are kept, as the first one is, if not all
// fit.
const lastHints = 2

// hints returns the bindings with a hint, as many as fit into w columns.
func hints(table []screen.Binding, w int, ascii bool) []screen.Binding {
	var list []screen.Binding
	sum := 0
	cells := func(b screen.Binding) int {
		k, hint := hintOf(b, ascii)
		return draw.Cells(k) + draw.Cells(hint) + 3
	}
	for _, b := range table {
		if b.Hint != "" {
			list = append(list, b)
			sum += cells(b)
		}
	}
	for sum > w+1 && len(list) > 1 {
		drop := min(max(len(list)-lastHints-1, 1), len(list)-1)
		sum -= cells(list[drop])
		list = slices.Delete(list, drop, drop+1)
	}
	return list
}

// hintOf returns a key and its hint, which is "" if the name of the key says the same.
func hintOf(b screen.Binding, ascii bool) (k, hint string) {
	k, hint = screen.ShowKey(b.Keys[0], ascii), b.Hint
	if k == hint {
		hint = ""
	}
	return k, hint
}

// drawHints draws the keys that have a hint.
func drawHints(c draw.Canvas, table []screen.Binding, ascii bool) {
	x := 1
	for _, b := range hints(table, c.W, ascii) {
		k, hint := hintOf(b, ascii)
		style, off := draw.Key, b.Why() != ""
		if off {
			style = draw.Faint
		}
		from := x
		x = c.Text(x, 0, style, k)
		if hint != "" {
			x = c.Text(x+1, 0, draw.Faint, hint)
		}
		if !off {
			c.Part(from, 0, x-from, 1).Click(b.Do)
		}
		x += 2
	}
}

// farewell returns what to print after the terminal is closed.
func (a *app) farewell() screen.Farewell {
	a.cancel()
	if unkept := a.o.Lesson.Unkept; unkept != nil {
		a.bye.Unkept = unkept()
	}
	if a.session == nil {
		return a.bye
	}
	a.bye.Predicted = a.predictions.Score()
	if a.lesson != nil {
		a.lesson.Farewell(&a.bye)
		return a.bye
	}
	r := a.resume(a.program, a.session)
	a.bye.File, a.bye.Schedule, a.bye.Link, a.bye.Resume = a.program.File, r.Schedule, r.Link, r.Command
	a.bye.Also = a.also()
	a.bye.DropLong()
	if a.program.NoFile && screen.OpenCommand(a.program) == "" && a.program.Repeat == "" {
		a.bye.Unsaved = a.program.File
	}
	return a.bye
}
