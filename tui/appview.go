package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// The smallest terminal that the screens fit in.
const (
	leastWidth  = 40
	leastHeight = 12
)

func (a *app) tooSmall() bool { return a.width < leastWidth || a.height < leastHeight }

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

// render draws everything: rows of exactly the terminal's width, as many as it
// has.
func (a *app) render() string {
	f := draw.NewFrame(max(a.width, 0), max(a.height, 0), a.o.ASCII)
	a.last = f
	if a.tooSmall() {
		text := fmt.Sprintf("wobbly needs a terminal of %d columns and %d rows; this one has %d and %d.", leastWidth, leastHeight, a.width, a.height)
		for y, line := range draw.Wrap(text, a.width) {
			f.All().Text(0, y, draw.Plain, line)
		}
		return f.Render(a.colours)
	}
	all := f.All()
	a.drawHeader(all.Row(0))
	_, rows := a.Size()
	body := all.Part(0, 1, a.width, rows-3)
	a.screens[a.at].Draw(a.besideLesson(body))
	a.drawStatus(all)
	table := a.table()
	if n := len(a.layers); n > 0 {
		f.Deaf()
		a.layers[n-1].Draw(all.Part(0, 1, a.width, a.height-2))
		table = a.layers[n-1].Keys()
	}
	drawHints(all.Row(a.height-1), table, a.o.ASCII)
	return f.Render(a.colours)
}

// drawHeader draws the file, the screens, and where the screen in front is.
func (a *app) drawHeader(c draw.Canvas) {
	x := c.Text(1, 0, draw.Plain|draw.Strong, a.fileName())
	heading := a.heading(c.W - 1 - x)
	right := max(c.W-1-draw.Cells(heading), x+2)
	c.Part(right, 0, c.W-right, 1).Clipped(0, 0, draw.Plain, heading)
	a.drawTabs(c.Part(x, 0, right-x, 1))
}

// heading is where the screen in front is: in short, where that makes room for the names of
// all screens among w columns.
func (a *app) heading(w int) string {
	text := a.screens[a.at].Heading()
	x, ok := a.screens[a.at].(screen.Shortened)
	if !ok || a.program == nil {
		return text
	}
	short := x.ShortHeading()
	if all := tabsWidth(oneGap, everyName); draw.Cells(text)+all >= w && draw.Cells(short)+all < w {
		return short
	}
	return text
}

// fileName is the program's name without its folders.
func (a *app) fileName() string {
	if a.program == nil {
		return "wobbly"
	}
	name := a.program.File
	return name[strings.LastIndexAny(name, `/\`)+1:]
}

// How many blanks stand between the names of two screens.
const (
	oneGap  = 1
	twoGaps = 2
)

// everyName has all screens named; else only the one in front is.
func everyName(screen.Number) bool { return true }

// tabsWidth is how many columns the numbers of the screens take with the names of those that
// are named, and what stands around them.
func tabsWidth(gap int, named func(screen.Number) bool) int {
	w := 2
	for n := screen.Step; n < screen.Count; n++ {
		if w += 1 + gap; named(n) {
			w += 1 + len(screen.Names[n])
		}
	}
	return w
}

// drawTabs draws the numbers and names of the screens: with all names where there is room,
// else with that of the one in front, and else that one alone.
func (a *app) drawTabs(c draw.Canvas) {
	if a.program == nil {
		return
	}
	front := func(n screen.Number) bool { return n == a.at }
	named, gap, alone := everyName, twoGaps, false
	switch {
	case tabsWidth(twoGaps, everyName) <= c.W:
	case tabsWidth(oneGap, everyName) < c.W:
		gap = oneGap
	case tabsWidth(twoGaps, front) <= c.W:
		named = front
	case tabsWidth(oneGap, front) <= c.W:
		named, gap = front, oneGap
	case len(screen.Names[a.at])+6 <= c.W:
		named, alone = front, true
	default:
		return
	}
	x := 2
	for n := screen.Step; n < screen.Count; n++ {
		if !alone || n == a.at {
			x = a.drawTab(c, x, n, named(n)) + gap
		}
	}
}

// drawTab draws a screen's number, and its name where that is wanted, from column x on; it gives
// the column behind it.
func (a *app) drawTab(c draw.Canvas, x int, n screen.Number, named bool) int {
	l := draw.Faint
	if n == a.at {
		l = draw.Plain | draw.Strong
	}
	from := x
	if x = c.Text(x, 0, draw.Key, fmt.Sprint(int(n))); named {
		x = c.Text(x+1, 0, l, screen.Names[n])
	}
	c.Part(from, 0, x-from, 1).Click(func() tea.Cmd { return a.Show(n) })
	return x
}

// From this height on, a status line that is too long takes up to so many rows.
const (
	maxStatus = 3
)

// statusLines are the rows of the status line: one, or more where it is too long and
// there is room. The screens have as many rows less.
func (a *app) statusLines() []string {
	if a.height < screen.RoomyHeight || draw.Cells(a.status) <= a.width-2 {
		return []string{a.status}
	}
	return draw.Cut(draw.Wrap(a.status, a.width-2), maxStatus, a.width-2)
}

// drawStatus draws what just happened, or why nothing did, above the hints. What lies above the
// screen has the room for itself.
func (a *app) drawStatus(all draw.Canvas) {
	if len(a.layers) > 0 {
		rows := len(a.statusLines())
		all.Part(0, a.height-1-rows, a.width, rows).Fill(draw.Plain, " ")
		return
	}
	l, mark := draw.Plain, " "
	if a.refused {
		l, mark = draw.Plain|draw.Strong, "! "
	}
	lines := a.statusLines()
	for n, text := range lines {
		c := all.Row(a.height - 1 - len(lines) + n)
		c.Fill(draw.Plain, " ")
		c.Clipped(c.Text(0, 0, l, mark), 0, l, text)
		mark = strings.Repeat(" ", len(mark))
	}
}

// lastHints is how many hints at the end of a table stay, beside the first one,
// when not all fit.
const lastHints = 2

// hints are the bindings with a hint, as many as fit into w columns.
func hints(table []screen.Binding, w int, ascii bool) []screen.Binding {
	cells := func(b screen.Binding) int {
		k, hint := hintOf(b, ascii)
		return draw.Cells(k) + draw.Cells(hint) + 3
	}
	var list []screen.Binding
	sum := 0
	for _, b := range table {
		if b.Hint != "" {
			list = append(list, b)
			sum += cells(b)
		}
	}
	for sum > w+1 && len(list) > 1 {
		drop := min(max(len(list)-lastHints-1, 1), len(list)-1)
		sum -= cells(list[drop])
		list = append(list[:drop], list[drop+1:]...)
	}
	return list
}

// hintOf is a key and what it does in a word, which is empty where the key's name says it.
func hintOf(b screen.Binding, ascii bool) (k, hint string) {
	if k = screen.ShowKey(b.Keys[0], ascii); k != b.Hint {
		hint = b.Hint
	}
	return k, hint
}

// drawHints draws the keys that have a hint.
func drawHints(c draw.Canvas, table []screen.Binding, ascii bool) {
	x := 1
	for _, b := range hints(table, c.W, ascii) {
		k, hint := hintOf(b, ascii)
		l := draw.Key
		if b.Why() != "" {
			l = draw.Faint
		}
		from := x
		x = c.Text(x, 0, l, k)
		if hint != "" {
			x = c.Text(x+1, 0, draw.Faint, hint)
		}
		if do := b.Do; b.Why() == "" {
			c.Part(from, 0, x-from, 1).Click(do)
		}
		x += 2
	}
}

// farewell is what is left to say at the end.
func (a *app) farewell() screen.Farewell {
	if a.cancel != nil {
		a.cancel()
	}
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
	w := a.resume(a.program, a.session)
	a.bye.File, a.bye.Schedule, a.bye.Link, a.bye.Resume = a.program.File, w.Schedule, w.Link, w.Command
	a.bye.Also = a.also()
	a.bye.DropLong()
	if a.program.NoFile && screen.OpenCommand(a.program) == "" && a.program.Repeat == "" {
		a.bye.Unsaved = a.program.File
	}
	return a.bye
}
