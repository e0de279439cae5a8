package tui

import (
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session"
)

// lanesFrom is from how many rows on the trace runs from top to bottom.
const lanesFrom = 6

// drawTrace draws the recorded trace around the present state: as a ribbon from
// left to right, or as lanes from top to bottom.
func (s *stepScreen) drawTrace(c canvas, v session.View) {
	if c.h < lanesFrom {
		s.drawRibbon(c, v)
	} else {
		s.drawLanes(c, v)
	}
}

// mark says what is special about state n of the trace: a race, a fork.
func (s *stepScreen) mark(n int, v session.View) string {
	text := ""
	if _, ok := v.Race(); ok {
		text = "!!"
	}
	if len(s.s.Onward(n)) > 1 {
		text += "<"
	}
	return text
}

// label names state n in the ribbon, in brackets if it is the present one.
func (s *stepScreen) label(n int, v session.View) string {
	if n == s.s.At() {
		return "[" + itoa(n) + "]" + s.mark(n, v)
	}
	return itoa(n) + s.mark(n, v)
}

// segment is a part of the ribbon: a state, and the move behind it. A state
// takes the first column.
type segment struct {
	n     int
	v     session.View
	label string
	next  session.View // the state behind the move
	move  string       // empty at the end
	by    semantics.Tid
	w     int
}

// longestMove is how much of a move's text the ribbon shows.
const longestMove = 24

func (s *stepScreen) segment(n int) segment {
	v, _ := s.s.State(n)
	g := segment{n: n, v: v, label: s.label(n, v)}
	if next, ok := s.s.State(n + 1); ok {
		e, _ := next.Last()
		g.next, g.by, g.move = next, e.Thread, clip(e.Do, longestMove)
	}
	g.w = max(cells(g.move)+3, cells(g.label)+2)
	return g
}

// ribbon is the segments that fit into w columns, with the present state near
// the middle.
func (s *stepScreen) ribbon(w int) []segment {
	here := s.s.At()
	var before []segment
	room := w / 2
	for n := here - 1; n >= 0; n-- {
		g := s.segment(n)
		if g.w > room {
			break
		}
		room -= g.w
		before = append(before, g)
	}
	var all []segment
	for n := len(before) - 1; n >= 0; n-- {
		all = append(all, before[n])
	}
	used := w/2 - room
	for n := here; n <= s.s.Len() && used < w; n++ {
		g := s.segment(n)
		all = append(all, g)
		used += g.w
	}
	return all
}

// drawRibbon draws a line for each thread, double while it holds the lock, and
// the numbers of the states below.
func (s *stepScreen) drawRibbon(c canvas, v session.View) {
	lanes := c.part(3, 0, c.w-4, c.h)
	compact := c.h < 3
	for _, i := range threads {
		if !compact {
			c.text(1, int(i), of(i)|strong, i.String())
		}
	}
	x := 0
	for _, g := range s.ribbon(lanes.w) {
		part := lanes.part(x, 0, g.w, lanes.h)
		if compact {
			drawCompact(part, g)
		} else {
			for _, i := range threads {
				drawLane(part.row(int(i)), g, i)
			}
		}
		s.drawLabel(part.row(min(2, c.h-1)), g)
		part.click(func() tea.Cmd { return s.act(s.s.Go(g.n)) })
		x += g.w
	}
}

// lane is the character of a thread's line in a state.
func laneOf(v session.View, i semantics.Tid) string {
	if v.Depth(i) > 0 {
		return "═"
	}
	return "─"
}

// drawLane draws a segment of a thread's line.
func drawLane(c canvas, g segment, i semantics.Tid) {
	l := of(i)
	if g.move == "" {
		c.text(0, 0, l, laneOf(g.v, i))
		return
	}
	for x := range c.w {
		c.text(x, 0, l, laneOf(g.v, i))
	}
	if g.by == i {
		c.text(1, 0, l|strong, " "+g.move+" ")
	}
}

// drawCompact draws the move of a segment where there is one row for both
// threads.
func drawCompact(c canvas, g segment) {
	if g.move != "" {
		c.text(1, 0, of(g.by)|strong, g.by.String()+" "+g.move)
	}
}

func (s *stepScreen) drawLabel(c canvas, g segment) {
	l := lookFaint
	if g.n == s.s.At() {
		l = lookPlain | strong
	}
	x := c.text(0, 0, l, strings.TrimRight(g.label, "!<"))
	rest := strings.TrimLeft(g.label, "[]0123456789")
	if strings.HasPrefix(rest, "!!") {
		x = c.text(x, 0, lookRace, "!!")
		rest = rest[2:]
	}
	c.text(x, 0, lookKey, rest)
}

// drawLanes draws a row for each state: its number, the move that led to it in
// its thread's column, and what it did.
func (s *stepScreen) drawLanes(c canvas, v session.View) {
	digits := len(itoa(s.s.Len()))
	l := lanes{s: s, c: c, number: digits + 5}
	l.column = max(12, min(34, (c.w-l.number)/3))
	l.heading(c.row(0))
	body := c.part(0, 1, c.w, c.h-1)
	n := s.s.Len() + 1
	top := max(0, min(scroll(s.s.At(), n, body.h)+s.scroll[paneTrace], n-body.h))
	for y := range min(body.h, n-top) {
		row := body.row(y)
		l.state(row, top+y, digits)
		row.click(func() tea.Cmd { return s.act(s.s.Go(top + y)) })
	}
}

// lanes are the columns of the trace.
type lanes struct {
	s      *stepScreen
	c      canvas
	number int // width of the numbers and marks
	column int // of a thread
}

func (l lanes) heading(c canvas) {
	c.text(1, 0, lookFaint, "#")
	for _, i := range threads {
		c.text(l.number+int(i)*l.column, 0, of(i)|strong, i.String())
	}
	c.text(l.number+2*l.column, 0, lookFaint, "effect")
}

// state draws the row of state n.
func (l lanes) state(c canvas, n, digits int) {
	v, _ := l.s.s.State(n)
	here := n == l.s.s.At()
	look, mark := lookFaint, " "
	if here {
		look, mark = lookPlain|strong, ">"
	}
	x := c.text(0, 0, look, mark+strings.Repeat(" ", digits-len(itoa(n)))+itoa(n))
	marks := l.s.mark(n, v)
	if strings.HasPrefix(marks, "!!") {
		x = c.text(x, 0, lookRace, "!!")
		marks = marks[2:]
	}
	c.text(x, 0, lookKey, marks)
	e, ok := v.Last()
	for _, i := range threads {
		col := c.part(l.number+int(i)*l.column, 0, l.column-1, 1)
		switch {
		case !ok:
			col.text(0, 0, of(i), "start")
		default:
			col.text(0, 0, of(i), bar(v, i))
			if e.Thread == i {
				col.clipped(2, 0, of(i)|strong, e.Do)
			}
		}
	}
	effect := c.part(l.number+2*l.column, 0, c.w-l.number-2*l.column, 1)
	if ok && e.Command != nil && v.Effects().None() {
		effect.clipped(0, 0, lookFaint, v.EffectText()+", no change")
	} else {
		effect.clipped(0, 0, lookPlain, v.EffectText())
	}
}

// bar is a thread's line in a state: double while it holds the lock.
func bar(v session.View, i semantics.Tid) string {
	if v.Depth(i) > 0 {
		return "║"
	}
	return "│"
}
