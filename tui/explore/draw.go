package explore

import (
	"strconv"

	"wobbly/semantics"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Draw implements screen.Screen.
func (e *exploreScreen) Draw(c draw.Canvas) {
	border := screen.Border(e.h, "states")
	in := draw.Box(c, border, "states from state "+strconv.Itoa(e.from.At()), e.Heading())
	if e.got == nil {
		draw.Explain(in, e.unsearched())
		return
	}
	text := draw.Cut(draw.Wrap(e.got.verdict(), in.W-2), in.H/2, in.W-2)
	draw.Lines(in, text, 0)
	rows := in.Part(0, len(text)+1, in.W, in.H-len(text)-1)
	if len(e.shown) == 0 {
		draw.Explain(rows, e.empty())
		return
	}
	if rows.H >= leastHeaded && rows.W >= exploreWide {
		e.heads(rows.Row(0))
		rows = rows.Part(0, 1, rows.W, rows.H-1)
	}
	below := e.list.Draw(rows, len(e.shown), func(c draw.Canvas, i int) { e.drawState(c, e.got.states[e.shown[i]]) }, e.visit)
	draw.Below(c, border, below)
}

// leastHeaded is how many rows there are at least where the columns have heads.
const leastHeaded = 4

// heads draws what the columns of the list are.
func (e *exploreScreen) heads(c draw.Canvas) {
	c = c.Part(screen.RowMark, 0, c.W-screen.RowMark, 1)
	x := c.Text(0, 0, draw.Faint, draw.Pad("away", stepsColumn))
	x = c.Text(x, 0, draw.Faint, draw.Pad("state", markColumn))
	c.Text(x, 0, draw.Faint, "schedule")
	const lines = "at line"
	c.Text(min(x+maxPath+2, c.W-len(lines)), 0, draw.Faint, lines)
}

// The widths of the first columns, with the blank behind each.
const (
	stepsColumn = 5
	markColumn  = 11
)

// maxPath is how many cells of a row a path takes at most.
const maxPath = 40

// exploreWide is from which width on a row names the racing cell.
const exploreWide = 48

// drawState draws "  4  !! o1.f  A2 B2   A 24 B 31": how many steps away, what is
// special, the way, and where the threads stand.
func (e *exploreScreen) drawState(c draw.Canvas, r reached) {
	x := c.Text(0, 0, draw.Faint, draw.Pad(strconv.Itoa(r.steps), stepsColumn-1)+" ")
	l, mark := e.markOf(r)
	if c.W < exploreWide {
		mark = draw.Pad(mark, 2)[:2] // the cell or the word is left out
		x = c.Text(x, 0, l, mark+" ")
	} else {
		x = c.Text(x, 0, l, draw.Pad(mark, markColumn-1)+" ")
	}
	places := draw.Line{}
	for _, i := range semantics.Tids {
		places.Add(draw.Thread(i), " "+i.String()+" "+e.stand(r.Config, i))
	}
	room := c.W - x - places.Cells() - 1
	c.Part(x, 0, max(room, 0), 1).Clipped(0, 0, draw.Plain, pathText(r))
	c.Line(max(x, x+min(room, maxPath)+1), 0, places)
}

// pathText is the path to a state, and a word where that is the state where the
// search began, with the choices that are made there.
func pathText(r reached) string {
	way := r.path()
	switch {
	case len(way) == 0:
		return "here"
	case r.steps == 0:
		return "here, " + way.String()
	}
	return way.String()
}

func (e *exploreScreen) markOf(r reached) (draw.Style, string) {
	switch {
	case r.races:
		return draw.Race, "!! " + e.h.Session().Names().Cell(r.race[semantics.A].Cell)
	case r.Config.Done():
		return draw.Good, "= ended"
	case !canStep(r.Config):
		return draw.Plain | draw.Strong, "# stuck"
	}
	return draw.Plain, ""
}

// stand is the line before which a thread stands.
func (e *exploreScreen) stand(k semantics.Config, i semantics.Tid) string {
	if k.Threads[i].Point.Done() {
		return "end"
	}
	return strconv.Itoa(e.h.Program().Core.Source.Position(k.Threads[i].Point.Pos()).Line)
}
