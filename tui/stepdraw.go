package tui

import (
	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session"
)

// pane is a part of Step as the layouts use it.
type pane struct {
	name        string
	left, right string // of its upper edge
	draw        func(c canvas)
}

// The sizes from which on layouts change.
const (
	twoColumns   = 72  // cells; below, everything is stacked
	threeColumns = 100 // cells: the heap beside the code
	tallLanes    = 33  // rows of the body: the trace as lanes from top to bottom
)

// draw implements screen.
func (s *stepScreen) draw(c canvas) {
	switch {
	case s.a.zoomed:
		p := s.pane(s.a.focused())
		s.fill(p, box(c, s.a.frameLook(p.name), "["+p.left+"]", p.right))
	case c.w < twoColumns:
		s.drawStacked(c)
	case c.w < threeColumns || c.h < 16:
		s.drawTwoColumns(c)
	default:
		s.drawThreeColumns(c)
	}
}

// fill draws a pane's inside, and makes it answer to the mouse.
func (s *stepScreen) fill(p pane, c canvas) {
	c.f.panes = append(c.f.panes, p.name)
	c.click(func() tea.Cmd {
		s.a.focusOn(p.name)
		return nil
	})
	c.wheel(func(rows int) tea.Cmd {
		s.scroll[p.name] += rows
		return nil
	})
	p.draw(c)
}

// pane is the pane of a name.
func (s *stepScreen) pane(name string) pane {
	v := s.s.Now()
	switch name {
	case paneA, paneB:
		i := threadOf(name)
		left, right := s.codeTitles(v, i)
		return pane{name, left, right, func(c canvas) { s.drawCode(c, v, i) }}
	case paneHeap:
		left, right := s.heapTitles(v)
		return pane{name, left, right, func(c canvas) { s.drawHeap(c, v) }}
	case paneLocals:
		return pane{name, "locals, lock", "lock: " + lockText(v), func(c canvas) { s.drawLocals(c, v) }}
	case paneAnalysis:
		return pane{name, "analysis at this point", "RacerDX", func(c canvas) { s.drawAnalysis(c, v) }}
	case paneTrace:
		return pane{name, s.traceTitle(), plural(v.Steps(), "step") + ", " + switchesText(v.Switches()), func(c canvas) { s.drawTrace(c, v) }}
	default:
		return pane{name, nextTitle(s.nextRows()), s.pairTitle(), func(c canvas) { s.drawNext(c, v) }}
	}
}

// pairTitle says which pair of the file runs, where there are several to choose
// from.
func (s *stepScreen) pairTitle() string {
	if s.a.onePair() != "" {
		return ""
	}
	n, of := s.a.pairNumber()
	return "P: pair " + itoa(n) + " of " + itoa(of)
}

func (s *stepScreen) traceTitle() string {
	if s.folded {
		return "trace, local steps folded"
	}
	return "trace"
}

func switchesText(n int) string {
	if n == 1 {
		return "1 switch"
	}
	return itoa(n) + " switches"
}

// title is a pane's title; that of the focused one is in brackets.
func (s *stepScreen) title(p pane) string {
	if s.a.focused() == p.name {
		return "[" + p.left + "]"
	}
	return p.left
}

// drawStacked draws all panes one below the other, with a rule above each.
func (s *stepScreen) drawStacked(c canvas) {
	v := s.s.Now()
	next := len(s.nextRows())
	why := len(s.whyLines(v, c.w-2))
	if why > 0 {
		why++
	}
	names := []string{paneA, paneB, paneHeap, paneLocals, paneNext, paneTrace}
	heap := s.heapWants(v, c.w)
	rows := share(c.h, []need{
		{2, 1 + s.codeWants(v, semantics.A), 0},
		{2, 1 + s.codeWants(v, semantics.B), 0},
		{2, 1 + heap, 1},
		{3, 1 + s.localsWants(v, c.w), 3},
		{1 + next, 1 + next + s.nextLines(c.w) + why, 0},
		{3, 4, 2},
	}, 0, 1, 2)
	y := 0
	for n, name := range names {
		if rows[n] == 0 {
			continue
		}
		p := s.pane(name)
		part := c.part(0, y, c.w, rows[n])
		rule(part.row(0), s.a.frameLook(name), "─", "─", s.title(p), p.right)
		s.fill(p, part.part(0, 1, c.w, rows[n]-1))
		y += rows[n]
	}
}

// frames draws panes with shared borders. Each has a place in cells, its border
// included.
type frames struct {
	s     *stepScreen
	c     canvas
	grid  *grid
	panes []framed
}

type framed struct {
	pane
	x, y, w, h int
}

func (s *stepScreen) frames(c canvas) *frames { return &frames{s: s, c: c, grid: newGrid(c)} }

func (f *frames) add(name string, x, y, w, h int) {
	if h < 2 {
		return
	}
	f.grid.frame(x, y, w, h, f.s.a.focused() == name)
	f.panes = append(f.panes, framed{f.s.pane(name), x, y, w, h})
}

func (f *frames) draw() {
	f.grid.draw()
	for _, p := range f.panes {
		titles(f.c.part(p.x+2, p.y, p.w-4, 1), f.s.a.frameLook(p.name), f.s.title(p.pane), p.right)
		f.s.fill(p.pane, f.c.part(p.x+1, p.y+1, p.w-2, p.h-2))
	}
}

// nextRoom is what the pane next needs at least, and wants, its upper border
// included.
func (s *stepScreen) nextRoom(v session.View, w int) (least, most int) {
	rows := len(s.nextRows())
	most = 1 + rows + s.nextLines(w+2)
	if why := len(s.whyLines(v, w)); why > 0 {
		most += 1 + why
	}
	return 1 + rows, most
}

// drawTwoColumns draws code, memory, what comes and the trace, in this order;
// the first two halved between the threads, and heap and locals.
func (s *stepScreen) drawTwoColumns(c canvas) {
	v := s.s.Now()
	least, most := s.nextRoom(v, c.w-4)
	half := (c.w + 1) / 2
	code := max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))
	memory := max(s.heapWants(v, half-2), s.localsWants(v, half-2))
	rows := share(c.h-1, []need{
		{2, 1 + code, 0},
		{3, 1 + memory, 2},
		{least, max(most, 5), 0},
		{4, s.traceWants(c.w), 1},
	}, 0, 1)
	f := s.frames(c)
	y := 0
	f.add(paneA, 0, y, half, rows[0]+1)
	f.add(paneB, half-1, y, c.w-half+1, rows[0]+1)
	y += rows[0]
	if rows[1] > 0 {
		f.add(paneHeap, 0, y, half, rows[1]+1)
		f.add(paneLocals, half-1, y, c.w-half+1, rows[1]+1)
		y += rows[1]
	}
	f.add(paneNext, 0, y, c.w, rows[2]+1)
	y += rows[2]
	if rows[3] > 0 {
		f.add(paneTrace, 0, y, c.w, rows[3]+1)
	}
	f.draw()
}

// drawThreeColumns draws the heap and the locals beside the code, and where
// there is room the trace as lanes below the code.
func (s *stepScreen) drawThreeColumns(c canvas) {
	v := s.s.Now()
	least, most := s.nextRoom(v, c.w-4)
	third := c.w / 3
	code := max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))
	f := s.frames(c)
	if c.h < tallLanes {
		rows := share(c.h-1, []need{{6, 1 + code, 0}, {least, most, 0}, {4, s.traceWants(c.w), 1}}, 0)
		s.addCode(f, third, rows[0])
		s.addMemory(f, v, third, rows[0])
		f.add(paneNext, 0, rows[0], c.w, rows[1]+1)
		f.add(paneTrace, 0, rows[0]+rows[1], c.w, rows[2]+1)
		f.draw()
		return
	}
	rows := share(c.h-1, []need{{6, 1 + min(code, c.h/2), 0}, {8, 8, 0}, {least, max(most, 6), 0}}, 1)
	s.addCode(f, third, rows[0])
	s.addTallMemory(f, v, third, rows[0]+rows[1])
	f.add(paneTrace, 0, rows[0], 2*third+1, rows[1]+1)
	f.add(paneNext, 0, rows[0]+rows[1], c.w, rows[2]+1)
	f.draw()
}

// traceWants is what the trace as a ribbon wants, its upper border included: a row
// more where it is longer than the ribbon can show.
func (s *stepScreen) traceWants(w int) int {
	if _, whole := s.ribbon(s.rows(), w-6); whole {
		return 4
	}
	return 5
}

// addCode adds the code panes.
func (s *stepScreen) addCode(f *frames, third, h int) {
	f.add(paneA, 0, 0, third+1, h+1)
	f.add(paneB, third, 0, third+1, h+1)
}

// addTallMemory adds heap, locals and the analysis as the third column.
func (s *stepScreen) addTallMemory(f *frames, v session.View, third, h int) {
	if !s.analysed() {
		s.addMemory(f, v, third, h)
		return
	}
	x := 2 * third
	w := f.c.w - x
	rows := share(h, []need{{3, 1 + s.heapWants(v, w-2), 0}, {3, 1 + s.localsWants(v, w-2), 0}, {7, 1 + leastAnalysis, 1}}, 0, 2)
	f.add(paneHeap, x, 0, w, rows[0]+1)
	f.add(paneLocals, x, rows[0], w, rows[1]+1)
	if rows[2] > 0 {
		f.add(paneAnalysis, x, rows[0]+rows[1], w, rows[2]+1)
	}
}

// leastAnalysis is how many rows the analysis of two threads and of their
// accesses takes mostly. It does not depend on the state: the panes stay where
// they are.
const leastAnalysis = 13

// addMemory adds heap and locals as the third column.
func (s *stepScreen) addMemory(f *frames, v session.View, third, h int) {
	x := 2 * third
	w := f.c.w - x
	rows := share(h, []need{{3, 1 + s.heapWants(v, w-2), 0}, {3, 1 + s.localsWants(v, w-2), 0}}, 0)
	f.add(paneHeap, x, 0, w, rows[0]+1)
	f.add(paneLocals, x, rows[0], w, rows[1]+1)
}
