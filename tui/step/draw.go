package step

import (
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// A pane is a part of the screen that can have the focus.
type pane struct {
	name        string
	left, right string // the titles in its upper edge
	draw        func(c draw.Canvas)
}

// The sizes at which the layout changes.
const (
	threeColumns = 100 // columns: the heap is beside the code
	tallLanes    = 33  // rows of the body: the trace is drawn as lanes
)

func (s *Screen) Draw(c draw.Canvas) {
	switch {
	case s.h.Zoomed():
		p := s.pane(s.h.Focused())
		s.fill(p, draw.Box(c, screen.Border(s.h, p.name),
			screen.Title(s.h, p.name, p.left), p.right))
	case c.W < screen.TwoColumns:
		s.drawStacked(c)
	case s.h.Projected() || c.W < threeColumns || c.H < 16:
		s.drawTwoColumns(c)
	default:
		s.drawThreeColumns(c)
	}
}

// fill draws the content of a pane. A click focuses it, and the wheel scrolls it.
func (s *Screen) fill(p pane, c draw.Canvas) {
	c.Pane(p.name)
	c.Click(screen.Does(func() { s.h.FocusOn(p.name) }))
	c.Wheel(func(rows int) tea.Cmd {
		s.scroll[p.name] += rows
		return nil
	})
	p.draw(c)
}

func (s *Screen) pane(name string) pane {
	v := s.s.Now()
	p := pane{name: name}
	switch name {
	case screen.PaneA, screen.PaneB:
		i := screen.ThreadOf(name)
		p.left = i.String() + "  " + session.Signature(v.Config().Threads[i].Point.Unit())
		p.right = v.LevelText(i)
		switch n := v.Next(i); {
		case n.Stop == session.Waits:
			switch {
			case n.Wants.Lock == "":
				p.right = "# waits"
			case v.Level(i).Held():
				p.right = strings.TrimPrefix(p.right, "holds ") + ", # waits"
			default:
				p.right = "# waits for " + n.Wants.Lock
			}
		case n.Stop == session.Ended && !v.Level(i).Held():
			p.right = "ended"
		}
		p.draw = func(c draw.Canvas) { s.drawCode(c, v, i) }
	case paneHeap:
		p.left = [...]string{"heap", "heap: changed", "heap: shared"}[s.detail]
		p.right = words.Count(v.Heap().Size(), "object")
		p.draw = func(c draw.Canvas) { s.drawHeap(c, v) }
	case paneLocals:
		p.left, p.right = "locals, lock", v.LocksText()
		if len(v.Locks()) > 1 {
			p.left, p.right = "locals, locks", ""
		}
		p.draw = func(c draw.Canvas) { s.drawLocals(c, v) }
	case paneAnalysis:
		p.left, p.right = "analysis at this point", "RacerDX"
		p.draw = func(c draw.Canvas) {
			var lines []draw.Line
			for _, i := range semantics.Tids {
				lines = append(lines, s.threadAnalysis(v, i, c.W-2)...)
			}
			lines = append(lines, s.pairAnalysis(v, c.W-2)...)
			draw.Rows(c, len(lines), s.scroll[paneAnalysis],
				func(row draw.Canvas, i int) { row.Line(1, 0, lines[i]) })
		}
	case paneTrace:
		p.left = "trace"
		if s.folded {
			p.left += ", local steps folded"
		}
		p.right = words.Count(v.Steps(), "step") + ", " + session.SwitchesText(v.Switches())
		p.draw = s.drawTrace
	default:
		p.left = nextTitle(v)
		if s.guessing() {
			p.right = strings.TrimSpace("I: predicted " + s.x.Predictions.Score())
		} else if !s.pairs.Single().Refuses() { // the file has several pairs
			n, of := s.pairs.Number()
			p.right = "P: pair " + strconv.Itoa(n) + " of " + strconv.Itoa(of)
		}
		p.draw = func(c draw.Canvas) { s.drawNext(c, v) }
	}
	return p
}

// The least heights at which a layout without a trace pane has a line for the trace.
const (
	lineFromStacked = 20
	lineFrom        = 12
)

// withTraceLine draws the trace in the last row, if there are at least from rows, and returns the
// rows above.
func (s *Screen) withTraceLine(c draw.Canvas, from int) draw.Canvas {
	if c.H < from || s.h.Projected() {
		return c
	}
	row := c.Row(c.H - 1)
	c.H--
	x := row.Text(1, 0, screen.Border(s.h, paneTrace), screen.Title(s.h, paneTrace, "trace")) + 1
	p := s.pane(paneTrace)
	p.draw = s.drawTraceLine
	s.fill(p, row.Part(x, 0, c.W-x, 1))
	return c
}

// drawStacked draws all panes one below the other, with a rule above each, and the trace in a line.
// The code of a finished thread leaves its rows to the others.
func (s *Screen) drawStacked(c draw.Canvas) {
	c = s.withTraceLine(c, lineFromStacked)
	v := s.s.Now()
	least, most := s.nextRoom(v, c.W-2)
	code := func(i semantics.Tid) draw.Need {
		if v.Next(i).Stop == session.Ended {
			return draw.Need{Least: 1, Most: 1}
		}
		return draw.Need{Least: 2, Most: 1 + s.codeWants(v, i)}
	}
	names := []string{screen.PaneA, screen.PaneB, paneHeap, paneLocals, paneNext}
	rows := draw.Share(c.H, []draw.Need{
		code(semantics.A),
		code(semantics.B),
		{Least: min(3, 1+len(s.objects(v))), Most: 1 + s.heapWants(v, c.W), Dispensable: 1},
		{Least: 3, Most: 1 + s.localsWants(v, c.W), Dispensable: 3},
		{Least: least, Most: most},
	}, 0, 1, 2)
	y := 0
	for n, name := range names {
		if rows[n] == 0 {
			continue
		}
		p := s.pane(name)
		part := c.Part(0, y, c.W, rows[n])
		draw.Rule(part.Row(0), screen.Border(s.h, name), "─", "─",
			screen.Title(s.h, name, p.left), p.right)
		s.fill(p, part.Part(0, 1, c.W, rows[n]-1))
		y += rows[n]
	}
}

// frames collects the panes of a layout, to draw their borders before their contents.
type frames struct {
	s     *Screen
	c     draw.Canvas
	grid  *draw.Grid
	panes []framed
}

type framed struct {
	pane
	x, y, w, h int
}

// add adds a pane, if it is high enough for a row.
func (f *frames) add(name string, x, y, w, h int) {
	if h >= 2 {
		f.grid.Frame(x, y, w, h, f.s.h.Focused() == name)
		f.panes = append(f.panes, framed{pane: f.s.pane(name), x: x, y: y, w: w, h: h})
	}
}

// addRow adds two panes side by side, of which the left one has width w.
func (f *frames) addRow(left, right string, y, w, h int) {
	f.add(left, 0, y, w, h)
	f.add(right, w-1, y, f.c.W-w+1, h)
}

func (f *frames) draw() {
	f.grid.Draw()
	for _, p := range f.panes {
		title := screen.Title(f.s.h, p.name, p.left)
		if p.name == screen.PaneA || p.name == screen.PaneB {
			title = draw.NameTitle(title, p.right, p.w-4)
		}
		draw.Titles(f.c.Part(p.x+2, p.y, p.w-4, 1), screen.Border(f.s.h, p.name), title, p.right)
		f.s.fill(p.pane, f.c.Part(p.x+1, p.y+1, p.w-2, p.h-2))
	}
}

// nextRoom returns the least and the greatest useful height of the pane next at width w, with its
// upper border.
func (s *Screen) nextRoom(v session.View, w int) (least, most int) {
	rows := s.nextRows()
	most = 1
	for _, r := range rows {
		most += max(1, len(draw.Wrap(r.text, w+2-nextIndent)))
	}
	if why := len(s.whyLines(v, w)); why > 0 {
		most += 1 + why
	}
	return 1 + len(rows), most
}

// tracePaneFrom is the least height at which two columns leave room for a trace pane.
const tracePaneFrom = 26

// drawTwoColumns draws, from top to bottom: the code of both threads side by side, the heap next to
// the locals, and the next steps. A high screen has a pane for the trace below them; a lower one
// has a line, which becomes a pane while it has the focus. In the display for an audience, which
// sits far away, the other panes get these rows.
func (s *Screen) drawTwoColumns(c draw.Canvas) {
	v := s.s.Now()
	trace := draw.Need{}
	if (c.H >= tracePaneFrom || s.h.Focused() == paneTrace) && !s.h.Projected() {
		trace = draw.Need{Least: 4, Most: s.traceWants(c.W), Dispensable: 1}
	} else {
		c = s.withTraceLine(c, lineFrom)
	}
	least, most := s.nextRoom(v, c.W-4)
	half := (c.W + 1) / 2
	code := max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))
	memory := max(s.heapWants(v, half-2), s.localsWants(v, half-2))
	steady := max(most, 5) // so that the panes seldom move
	if 2+code+memory+steady > c.H-1 {
		steady = most
	}
	grow := []int{0, 1}
	needs := []draw.Need{
		{Least: 2, Most: 1 + code},
		{Least: 3, Most: 1 + memory, Dispensable: 2},
		{Least: least, Most: steady},
		trace,
	}
	if s.h.Projected() {
		grow = []int{0}
		needs = []draw.Need{
			{Least: 4, Most: 2 * code},
			{Least: 3, Most: 2 + memory, Dispensable: 1},
			{Least: least, Most: most + 2},
			{},
		}
	}
	rows := draw.Share(c.H-1, needs, grow...)
	f := &frames{s: s, c: c, grid: draw.NewGrid(c)}
	y := rows[0]
	f.addRow(screen.PaneA, screen.PaneB, 0, half, rows[0]+1)
	f.addRow(paneHeap, paneLocals, y, half, rows[1]+1)
	y += rows[1]
	f.add(paneNext, 0, y, c.W, rows[2]+1)
	y += rows[2]
	f.add(paneTrace, 0, y, c.W, rows[3]+1)
	f.draw()
}

// analysisRows is the height of most analyses of two threads and their accesses. It is a constant
// so that the panes do not move from state to state.
const analysisRows = 13

// drawThreeColumns draws the heap and the locals next to the code. If there is room, it draws the
// trace as lanes below the code, and the analysis in the third column.
func (s *Screen) drawThreeColumns(c draw.Canvas) {
	v := s.s.Now()
	least, most := s.nextRoom(v, c.W-4)
	third := c.W / 3
	x, w := 2*third, c.W-2*third
	code := max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))
	grow := []int{0}
	memory := []draw.Need{
		{Least: 3, Most: 1 + s.heapWants(v, w-2)},
		{Least: 3, Most: 1 + s.localsWants(v, w-2)},
		{}, // the analysis
	}
	f := &frames{s: s, c: c, grid: draw.NewGrid(c)}
	var rows []int // of the code, the next steps and the trace
	right := 0     // the height of the third column
	if c.H < tallLanes {
		rows = draw.Share(c.H-1, []draw.Need{
			{Least: 6, Most: 1 + code},
			{Least: least, Most: most},
			{Least: 4, Most: s.traceWants(c.W), Dispensable: 1},
		}, 0)
		right = rows[0]
		f.add(paneNext, 0, right, c.W, rows[1]+1)
		f.add(paneTrace, 0, right+rows[1], c.W, rows[2]+1)
	} else {
		rows = draw.Share(c.H-1, []draw.Need{
			{Least: 6, Most: 1 + min(code, c.H/2)}, {Least: 8, Most: 8},
			{Least: least, Most: max(most, 6)},
		}, 1)
		right = rows[0] + rows[1]
		f.add(paneTrace, 0, rows[0], 2*third+1, rows[1]+1)
		f.add(paneNext, 0, right, c.W, rows[2]+1)
		if s.analysed() {
			memory[2] = draw.Need{Least: 7, Most: 1 + analysisRows, Dispensable: 1}
			grow = []int{0, 2}
		}
	}
	f.add(screen.PaneA, 0, 0, third+1, rows[0]+1)
	f.add(screen.PaneB, third, 0, third+1, rows[0]+1)
	column := draw.Share(right, memory, grow...)
	f.add(paneHeap, x, 0, w, column[0]+1)
	f.add(paneLocals, x, column[0], w, column[1]+1)
	f.add(paneAnalysis, x, column[0]+column[1], w, column[2]+1)
	f.draw()
}

// traceWants returns the rows that the ribbon wants, including its upper border, and one for the
// map if the trace is longer than the ribbon.
func (s *Screen) traceWants(w int) int {
	if _, whole := s.ribbon(s.rows(), w-6, false); whole {
		return 4
	}
	return 5
}
