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
	drawHints(all.Row(a.height-1), table)
	return f.Render(a.colours)
}

// drawHeader draws the file, the screens, and where the screen in front is.
func (a *app) drawHeader(c draw.Canvas) {
	x := c.Text(1, 0, draw.Plain|draw.Strong, a.fileName())
	heading := a.screens[a.at].Heading()
	right := c.W - 1 - draw.Cells(heading)
	if right < x+2 {
		right = x + 2
	}
	c.Part(right, 0, c.W-right, 1).Clipped(0, 0, draw.Plain, heading)
	a.drawTabs(c.Part(x, 0, right-x, 1))
}

// fileName is the program's name without its folders.
func (a *app) fileName() string {
	if a.program == nil {
		return "wobbly"
	}
	name := a.program.File
	return name[strings.LastIndexAny(name, `/\`)+1:]
}

// drawTabs draws the names of the screens where there is room for all, else of
// the one in front.
func (a *app) drawTabs(c draw.Canvas) {
	if a.program == nil {
		return
	}
	room := 2
	for n := screen.Step; n < screen.Count; n++ {
		room += len(screen.Names[n]) + 4
	}
	x := 2
	for n := screen.Step; n < screen.Count; n++ {
		if c.W < room && n != a.at || c.W < len(screen.Names[n])+6 {
			continue
		}
		l := draw.Faint
		if n == a.at {
			l = draw.Plain | draw.Strong
		}
		from := x
		x = c.Text(x, 0, draw.Key, fmt.Sprint(int(n)))
		x = c.Text(x+1, 0, l, screen.Names[n])
		c.Part(from, 0, x-from, 1).Click(func() tea.Cmd { return a.Show(n) })
		x += 2
	}
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
	lines := draw.Wrap(a.status, a.width-2)
	return lines[:min(len(lines), maxStatus)]
}

// drawStatus draws what just happened, or why nothing did, above the hints.
func (a *app) drawStatus(all draw.Canvas) {
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
func hints(table []screen.Binding, w int) []screen.Binding {
	var list []screen.Binding
	sum := 0
	for _, b := range table {
		if b.Hint != "" {
			list = append(list, b)
			sum += draw.Cells(screen.ShowKey(b.Keys[0])) + draw.Cells(b.Hint) + 3
		}
	}
	for sum > w+1 && len(list) > 1 {
		drop := min(max(len(list)-lastHints-1, 1), len(list)-1)
		sum -= draw.Cells(screen.ShowKey(list[drop].Keys[0])) + draw.Cells(list[drop].Hint) + 3
		list = append(list[:drop], list[drop+1:]...)
	}
	return list
}

// drawHints draws the keys that have a hint.
func drawHints(c draw.Canvas, table []screen.Binding) {
	x := 1
	for _, b := range hints(table, c.W) {
		k := screen.ShowKey(b.Keys[0])
		l := draw.Key
		if b.Why() != "" {
			l = draw.Faint
		}
		from := x
		x = c.Text(x, 0, l, k)
		x = c.Text(x+1, 0, draw.Faint, b.Hint)
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
