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

// pane is a pane of Step, as the layouts use it.
type pane struct {
	name        string
	left, right string // the titles in its upper edge
	draw        func(c draw.Canvas)
}

// The sizes from which on the layout changes.
const (
	threeColumns = 100 // columns: the heap stands beside the code
	tallLanes    = 33  // rows of the body: the trace is drawn as lanes
)

// Draw implements screen.Screen.
func (s *Screen) Draw(c draw.Canvas) {
	switch {
	case s.h.Zoomed():
		p := s.pane(s.h.Focused())
		s.fill(p, draw.Box(c, screen.Border(s.h, p.name), "["+p.left+"]", p.right))
	case c.W < screen.TwoColumns:
		s.drawStacked(c)
	case s.h.Projected():
		s.drawProjected(c)
	case c.W < threeColumns || c.H < 16:
		s.drawTwoColumns(c)
	default:
		s.drawThreeColumns(c)
	}
}

// fill draws the content of a pane. A click focuses it, and the wheel scrolls it.
func (s *Screen) fill(p pane, c draw.Canvas) {
	c.Pane(p.name)
	c.Click(func() tea.Cmd {
		s.h.FocusOn(p.name)
		return nil
	})
	c.Wheel(func(rows int) tea.Cmd {
		s.scroll[p.name] += rows
		return nil
	})
	p.draw(c)
}

// pane returns the pane with a name.
func (s *Screen) pane(name string) pane {
	v := s.s.Now()
	switch name {
	case screen.PaneA, screen.PaneB:
		i := screen.ThreadOf(name)
		left, right := s.codeTitles(v, i)
		return pane{name, left, right, func(c draw.Canvas) { s.drawCode(c, v, i) }}
	case paneHeap:
		left, right := s.heapTitles(v)
		return pane{name, left, right, func(c draw.Canvas) { s.drawHeap(c, v) }}
	case paneLocals:
		return pane{name, "locals, lock", "lock: " + v.LockText(), func(c draw.Canvas) { s.drawLocals(c, v) }}
	case paneAnalysis:
		return pane{name, "analysis at this point", "RacerDX", func(c draw.Canvas) { s.drawAnalysis(c, v) }}
	case paneTrace:
		return pane{name, s.traceTitle(), words.Count(v.Steps(), "step") + ", " + session.SwitchesText(v.Switches()), func(c draw.Canvas) { s.drawTrace(c, v) }}
	default:
		return pane{name, nextTitle(s.nextRows()), s.nextRight(), func(c draw.Canvas) { s.drawNext(c, v) }}
	}
}

// nextRight is the right title of the pane next: the score if the student predicts steps,
// and otherwise the pair that runs.
func (s *Screen) nextRight() string {
	if s.guessing() {
		return strings.TrimSpace("I: predicted " + s.x.Predictions.Score())
	}
	return s.pairTitle()
}

// pairTitle says which pair of the file runs, if the file has several.
func (s *Screen) pairTitle() string {
	if s.pairs.Single() != "" {
		return ""
	}
	n, of := s.pairs.Number()
	return "P: pair " + strconv.Itoa(n) + " of " + strconv.Itoa(of)
}

func (s *Screen) traceTitle() string {
	if s.folded {
		return "trace, local steps folded"
	}
	return "trace"
}

// title returns the title of a pane, in brackets if the pane has the focus.
func (s *Screen) title(p pane) string {
	if s.h.Focused() == p.name {
		return "[" + p.left + "]"
	}
	return p.left
}

// drawStacked draws all panes one below the other, with a rule above each.
func (s *Screen) drawStacked(c draw.Canvas) {
	v := s.s.Now()
	next := len(s.nextRows())
	why := len(s.whyLines(v, c.W-2))
	if why > 0 {
		why++
	}
	names := []string{screen.PaneA, screen.PaneB, paneHeap, paneLocals, paneNext, paneTrace}
	heap := s.heapWants(v, c.W)
	trace := draw.Need{Least: 3, Most: 4, Dispensable: 2}
	if s.h.Projected() {
		trace = draw.Need{}
	}
	rows := draw.Share(c.H, []draw.Need{
		{Least: 2, Most: 1 + s.codeWants(v, semantics.A)},
		{Least: 2, Most: 1 + s.codeWants(v, semantics.B)},
		{Least: 2, Most: 1 + heap, Dispensable: 1},
		{Least: 3, Most: 1 + s.localsWants(v, c.W), Dispensable: 3},
		{Least: 1 + next, Most: 1 + next + s.nextLines(c.W) + why},
		trace,
	}, 0, 1, 2)
	y := 0
	for n, name := range names {
		if rows[n] == 0 {
			continue
		}
		p := s.pane(name)
		part := c.Part(0, y, c.W, rows[n])
		draw.Rule(part.Row(0), screen.Border(s.h, name), "─", "─", s.title(p), p.right)
		s.fill(p, part.Part(0, 1, c.W, rows[n]-1))
		y += rows[n]
	}
}

// frames draws panes that share borders. The areas of panes include their borders.
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

func (s *Screen) frames(c draw.Canvas) *frames { return &frames{s: s, c: c, grid: draw.NewGrid(c)} }

func (f *frames) add(name string, x, y, w, h int) {
	if h < 2 {
		return
	}
	f.grid.Frame(x, y, w, h, f.s.h.Focused() == name)
	f.panes = append(f.panes, framed{f.s.pane(name), x, y, w, h})
}

func (f *frames) draw() {
	f.grid.Draw()
	for _, p := range f.panes {
		title := f.s.title(p.pane)
		if p.name == screen.PaneA || p.name == screen.PaneB {
			title = draw.NameTitle(title, p.right, p.w-4)
		}
		draw.Titles(f.c.Part(p.x+2, p.y, p.w-4, 1), screen.Border(f.s.h, p.name), title, p.right)
		f.s.fill(p.pane, f.c.Part(p.x+1, p.y+1, p.w-2, p.h-2))
	}
}

// nextRoom returns the rows that the pane next needs at least and at most, including its
// upper border.
func (s *Screen) nextRoom(v session.View, w int) (least, most int) {
	rows := len(s.nextRows())
	most = 1 + rows + s.nextLines(w+2)
	if why := len(s.whyLines(v, w)); why > 0 {
		most += 1 + why
	}
	return 1 + rows, most
}

// drawTwoColumns draws, from top to bottom: the code of both threads side by side, the heap
// beside the locals, the next steps, and the trace.
func (s *Screen) drawTwoColumns(c draw.Canvas) {
	v := s.s.Now()
	least, most := s.nextRoom(v, c.W-4)
	half := (c.W + 1) / 2
	code := max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))
	memory := max(s.heapWants(v, half-2), s.localsWants(v, half-2))
	rows := draw.Share(c.H-1, []draw.Need{
		{Least: 2, Most: 1 + code},
		{Least: 3, Most: 1 + memory, Dispensable: 2},
		{Least: least, Most: max(most, 5)},
		{Least: 4, Most: s.traceWants(c.W), Dispensable: 1},
	}, 0, 1)
	f := s.frames(c)
	y := 0
	f.add(screen.PaneA, 0, y, half, rows[0]+1)
	f.add(screen.PaneB, half-1, y, c.W-half+1, rows[0]+1)
	y += rows[0]
	if rows[1] > 0 {
		f.add(paneHeap, 0, y, half, rows[1]+1)
		f.add(paneLocals, half-1, y, c.W-half+1, rows[1]+1)
		y += rows[1]
	}
	f.add(paneNext, 0, y, c.W, rows[2]+1)
	y += rows[2]
	if rows[3] > 0 {
		f.add(paneTrace, 0, y, c.W, rows[3]+1)
	}
	f.draw()
}

// drawProjected draws code, memory and the next steps, for an audience that sits far away.
func (s *Screen) drawProjected(c draw.Canvas) {
	v := s.s.Now()
	least, most := s.nextRoom(v, c.W-4)
	half := (c.W + 1) / 2
	code := max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))
	memory := max(s.heapWants(v, half-2), s.localsWants(v, half-2))
	rows := draw.Share(c.H-1, []draw.Need{
		{Least: 4, Most: 2 * code},
		{Least: 3, Most: 2 + memory, Dispensable: 1},
		{Least: least, Most: most + 2},
	}, 0)
	f := s.frames(c)
	y := rows[0]
	f.add(screen.PaneA, 0, 0, half, rows[0]+1)
	f.add(screen.PaneB, half-1, 0, c.W-half+1, rows[0]+1)
	if rows[1] > 0 {
		f.add(paneHeap, 0, y, half, rows[1]+1)
		f.add(paneLocals, half-1, y, c.W-half+1, rows[1]+1)
		y += rows[1]
	}
	f.add(paneNext, 0, y, c.W, rows[2]+1)
	f.draw()
}

// drawThreeColumns draws the heap and the locals beside the code. If there is room, it
// draws the trace as lanes below the code.
func (s *Screen) drawThreeColumns(c draw.Canvas) {
	v := s.s.Now()
	least, most := s.nextRoom(v, c.W-4)
	third := c.W / 3
	code := max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))
	f := s.frames(c)
	if c.H < tallLanes {
		rows := draw.Share(c.H-1, []draw.Need{{Least: 6, Most: 1 + code}, {Least: least, Most: most}, {Least: 4, Most: s.traceWants(c.W), Dispensable: 1}}, 0)
		s.addCode(f, third, rows[0])
		s.addMemory(f, v, third, rows[0])
		f.add(paneNext, 0, rows[0], c.W, rows[1]+1)
		f.add(paneTrace, 0, rows[0]+rows[1], c.W, rows[2]+1)
		f.draw()
		return
	}
	rows := draw.Share(c.H-1, []draw.Need{{Least: 6, Most: 1 + min(code, c.H/2)}, {Least: 8, Most: 8}, {Least: least, Most: max(most, 6)}}, 1)
	s.addCode(f, third, rows[0])
	s.addTallMemory(f, v, third, rows[0]+rows[1])
	f.add(paneTrace, 0, rows[0], 2*third+1, rows[1]+1)
	f.add(paneNext, 0, rows[0]+rows[1], c.W, rows[2]+1)
	f.draw()
}

// traceWants returns the rows that the ribbon wants, including its upper border. One of
// them is for the map, if the trace is longer than the ribbon.
func (s *Screen) traceWants(w int) int {
	if _, whole := s.ribbon(s.rows(), w-6); whole {
		return 4
	}
	return 5
}

// addCode adds the code panes.
func (s *Screen) addCode(f *frames, third, h int) {
	f.add(screen.PaneA, 0, 0, third+1, h+1)
	f.add(screen.PaneB, third, 0, third+1, h+1)
}

// addTallMemory adds heap, locals and the analysis as the third column.
func (s *Screen) addTallMemory(f *frames, v session.View, third, h int) {
	if !s.analysed() {
		s.addMemory(f, v, third, h)
		return
	}
	x := 2 * third
	w := f.c.W - x
	rows := draw.Share(h, []draw.Need{{Least: 3, Most: 1 + s.heapWants(v, w-2)}, {Least: 3, Most: 1 + s.localsWants(v, w-2)}, {Least: 7, Most: 1 + leastAnalysis, Dispensable: 1}}, 0, 2)
	f.add(paneHeap, x, 0, w, rows[0]+1)
	f.add(paneLocals, x, rows[0], w, rows[1]+1)
	if rows[2] > 0 {
		f.add(paneAnalysis, x, rows[0]+rows[1], w, rows[2]+1)
	}
}

// leastAnalysis is the height of most analyses of two threads and their accesses. It is a
// constant so that the panes do not move from state to state.
const leastAnalysis = 13

// addMemory adds heap and locals as the third column.
func (s *Screen) addMemory(f *frames, v session.View, third, h int) {
	x := 2 * third
	w := f.c.W - x
	rows := draw.Share(h, []draw.Need{{Least: 3, Most: 1 + s.heapWants(v, w-2)}, {Least: 3, Most: 1 + s.localsWants(v, w-2)}}, 0)
	f.add(paneHeap, x, 0, w, rows[0]+1)
	f.add(paneLocals, x, rows[0], w, rows[1]+1)
}
