package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/internal/slice"
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

// render draws the header, the screen in front, the status line, the line of hints and the top
// layer, in exactly the rows and columns of the terminal.
func (a *app) render() string {
	f := draw.NewFrame(max(a.width, 0), max(a.height, 0), a.o.ASCII)
	a.last = f
	all := f.All()
	if a.tooSmall() {
		text := fmt.Sprintf("wobbly needs a terminal of %d columns and %d rows; this "+
			"one has %d and %d.",
			minWidth, minHeight, a.width, a.height)
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
		style, mark := draw.Plain, " "
		if a.refused {
			style, mark = draw.Plain|draw.Strong, "! "
		}
		for y, text := range a.statusLines() {
			status.Clipped(status.Text(0, y, style, mark), y, style, text)
			mark = strings.Repeat(" ", len(mark))
		}
	}
	drawHints(all.Row(a.height-1), table, a.o.ASCII)
	return f.Render(a.colours)
}

func (a *app) drawHeader(c draw.Canvas) {
	x := c.Text(1, 0, draw.Plain|draw.Strong, draw.Shorten(a.fileName(), max(c.W/3, 1)))
	tabs := a.tabs()
	heading := a.front().Heading()
	if s, ok := a.front().(screen.Shortened); ok &&
		tabsWidth(tabs, 1) >= c.W-x-draw.Cells(heading)-1 {
		heading = s.ShortHeading()
	}
	right := max(c.W-1-draw.Cells(heading), x+2)
	c.Part(right, 0, c.W-right, 1).Clipped(0, 0, draw.Plain, heading)
	a.drawTabs(c.Part(x, 0, right-x, 1), tabs)
}

// fileName returns the name of the open file, or "wobbly".
func (a *app) fileName() string {
	if a.program == nil {
		return "wobbly"
	}
	return a.program.Base()
}

// tab is the entry of a screen in the header: its number, and its name if there is room.
type tab struct {
	n    screen.Number
	name string
}

// tabs returns the entries of the screens that are useful now, with their names.
func (a *app) tabs() []tab {
	if a.program == nil {
		return nil
	}
	var all []tab
	for n := screen.Step; n < screen.Count; n++ {
		if n == a.at || !a.later(n).Refuses() && (n != screen.Lesson || a.lesson != nil) {
			all = append(all, tab{n, screen.Names[n]})
		}
	}
	return all
}

// tabsWidth returns the width of entries with gap blanks between two, and a left margin of two.
func tabsWidth(tabs []tab, gap int) int {
	w := 2 + gap*(len(tabs)-1)
	for _, t := range tabs {
		w++
		if t.name != "" {
			w += 1 + len(t.name)
		}
	}
	return w
}

// fitting removes names, and then entries, until the rest fits into w columns. It begins with the
// last ones, removes those of the lesson after all others, and never those of the screen in front.
func (a *app) fitting(tabs []tab, w int) []tab {
	order := slices.Clone(tabs)
	slices.Reverse(order)
	if i := slices.IndexFunc(order, func(t tab) bool { return t.n == screen.Lesson }); i >= 0 {
		order = append(slice.Delete(order, i), tab{n: screen.Lesson})
	}
	order = slices.DeleteFunc(order, func(t tab) bool { return t.n == a.at })
	index := func(n screen.Number) int {
		return slices.IndexFunc(tabs, func(t tab) bool { return t.n == n })
	}
	for _, t := range order {
		if tabsWidth(tabs, 1) >= w {
			tabs[index(t.n)].name = ""
		}
	}
	for _, t := range order {
		if tabsWidth(tabs, 1) >= w {
			tabs = slice.Delete(tabs, index(t.n))
		}
	}
	if tabsWidth(tabs, 1) >= w {
		return nil
	}
	return tabs
}

func (a *app) drawTabs(c draw.Canvas, tabs []tab) {
	tabs = a.fitting(tabs, c.W)
	gap := 1
	if tabsWidth(tabs, 2) < c.W {
		gap = 2
	}
	x := 2
	for _, t := range tabs {
		style := draw.Faint
		if t.n == a.at {
			style = draw.Plain | draw.Strong
		}
		from := x
		x = c.Text(x, 0, draw.Key, strconv.Itoa(int(t.n)))
		if t.name != "" {
			x = c.Text(x+1, 0, style, t.name)
		}
		c.Part(from, 0, x-from, 1).Click(func() tea.Cmd { return a.Show(t.n) })
		x += gap
	}
}

// maxStatus is the largest number of rows of the status line.
const maxStatus = 3

// statusLines returns the rows of the status line: several for a long text on a high terminal.
func (a *app) statusLines() []string {
	if a.height < screen.RoomyHeight || draw.Cells(a.status) <= a.width-2 {
		return []string{a.status}
	}
	return draw.Cut(draw.Wrap(a.status, a.width-2), maxStatus, a.width-2)
}

// lastHints is how many hints at the end of a table are dropped only after all others.
const lastHints = 2

// hints returns the bindings of a table whose hints fit into w columns.
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
		list = slice.Delete(list, drop)
	}
	return list
}

// hintOf returns a key and its hint. The hint is "" if it equals the name of the key.
func hintOf(b screen.Binding, ascii bool) (k, hint string) {
	k, hint = screen.ShowKey(b.Keys[0], ascii), b.Hint
	if k == hint {
		hint = ""
	}
	return k, hint
}

func drawHints(c draw.Canvas, table []screen.Binding, ascii bool) {
	x := 1
	for _, b := range hints(table, c.W, ascii) {
		k, hint := hintOf(b, ascii)
		style, off := draw.Key, b.Why().Refuses()
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

// farewell ends the background work and returns what to print after the terminal is closed.
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
	a.bye.File = a.program.File
	a.bye.Schedule = r.Schedule
	a.bye.Link = r.Link
	a.bye.Resume = r.Command
	a.bye.Also = a.also()
	a.bye.DropLong()
	if a.program.NoFile && screen.OpenCommand(a.program) == "" && a.program.Repeat == "" {
		a.bye.Unsaved = a.program.File
	}
	return a.bye
}
