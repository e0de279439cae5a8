package step

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
)

// lanesFrom is the least height at which the trace is drawn as lanes.
const lanesFrom = 6

// drawTrace draws the trace around the present state as a ribbon or, from top to bottom, as lanes.
func (s *Screen) drawTrace(c draw.Canvas) {
	if c.H < lanesFrom {
		s.drawRibbon(c, s.rows())
	} else {
		s.drawLanes(c, s.rows())
	}
}

// mark returns the marks of state n: "!!" for a race, "<" for a fork, and "w" if its move wrote the
// value that the last move has read.
func (s *Screen) mark(n int, v session.View) string {
	text := ""
	if v.Races() {
		text = "!!"
	} else if v.Deadlocked() {
		text = "##"
	}
	if len(s.s.Onward(n)) > 1 {
		text += "<"
	}
	if from, ok := s.s.Now().ReadsFrom(); ok && from.State == n {
		text += "w"
	}
	return text
}

func (s *Screen) Signs() [][2]string {
	return [][2]string{
		{">  *", "a thread's next line; its last move, and what that changed"},
		{"[7]", "in the trace: the present state"},
		{"!!", "a racing state, or an access that races"},
		{"##", "a deadlock: each waits for a lock that the other one holds"},
		{"<", "at a number: another branch begins here; [ and ] change it"},
		{"w", "at a number: this move wrote what the last move has read"},
		{"#  ?  .", "a thread waits or is stuck; it has to choose; it has ended"},
		{"─  ═", "a thread's line in the trace, and while it holds a lock"},
		{"all", "the whole trace: A or B has the lock, ! race, # deadlock, ^ here"},
		{"W o1.f", "the next step writes o1.f; R reads it. In the heap: A:R B:W"},
		{"x1", "how often the lock is held; a lock with a name is named"},
	}
}

func (s *Screen) label(r traceRow, v session.View) string {
	switch {
	case r.folded():
		return strconv.Itoa(r.first) + "-" + strconv.Itoa(r.last)
	case r.last == s.s.At():
		return "[" + strconv.Itoa(r.last) + "]" + s.mark(r.last, v)
	}
	return strconv.Itoa(r.last) + s.mark(r.last, v)
}

// A segment is a part of the ribbon: a row of the trace and the move to the next row.
type segment struct {
	row   traceRow
	v     session.View // the last state of the row
	label string
	move  string        // empty at the end of the trace
	by    semantics.Tid // the thread that makes the move
	w     int           // the width in columns
}

const maxMove = 24

// segment returns row i of the trace. If inline is set, the label and the move share a row.
func (s *Screen) segment(rows traceRows, i int, inline bool) segment {
	r := rows.at(i)
	v, _ := s.s.State(r.last)
	g := segment{row: r, v: v, label: s.label(r, v)}
	if i+1 < rows.count() {
		next := rows.at(i + 1)
		to, _ := s.s.State(next.last)
		e, _ := to.Last()
		g.by, g.move = e.Thread, draw.Clip(e.Label, maxMove)
		if next.folded() {
			g.move = s.foldText(next)
		}
	}
	g.w = max(draw.Cells(g.move)+3, draw.Cells(g.label)+2)
	if inline && g.move != "" {
		g.w = draw.Cells(g.label) + draw.Cells(g.move) + 5
	}
	return g
}

// ribbon returns the segments that fit into w columns, with the present state near the middle
// unless the trace ends before the ribbon does. whole reports whether they are all.
func (s *Screen) ribbon(rows traceRows, w int, inline bool) (all []segment, whole bool) {
	here := rows.of(s.s.At())
	var before []segment
	room, first := w/2, here
	for first > 0 {
		g := s.segment(rows, first-1, inline)
		if g.w > room {
			break
		}
		room -= g.w
		before = append(before, g)
		first--
	}
	slices.Reverse(before)
	all = before
	used, n := w/2-room, here
	for ; n < rows.count() && used < w; n++ {
		g := s.segment(rows, n, inline)
		all = append(all, g)
		used += g.w
	}
	for first > 0 { // the trace has ended: fill the rest with earlier states
		g := s.segment(rows, first-1, inline)
		if g.w > w-used {
			break
		}
		all = slices.Insert(all, 0, g)
		used += g.w
		first--
	}
	return all, first == 0 && n == rows.count() && used <= w+2
}

// drawTraceLine draws the trace in one row: the numbers of the states, and between them the moves.
func (s *Screen) drawTraceLine(c draw.Canvas) {
	all, _ := s.ribbon(s.rows(), c.W, true)
	x := 0
	for _, g := range all {
		part := c.Part(x, 0, g.w, 1)
		s.drawLabel(part, g)
		if g.move != "" {
			part.Text(draw.Cells(g.label)+1, 0, draw.Thread(g.by), g.by.String()+" "+g.move)
		}
		part.Click(func() tea.Cmd { return s.act(s.s.Go(g.row.last)) })
		x += g.w
	}
}

// drawRibbon draws a line for each thread, double while it holds the lock, and the numbers of the
// states below. With fewer than three rows, the threads share one. If the ribbon is only a part of
// the trace and a row is left, it adds the map of the whole trace.
func (s *Screen) drawRibbon(c draw.Canvas, rows traceRows) {
	lanes := c.Part(3, 0, c.W-4, c.H)
	all, whole := s.ribbon(rows, lanes.W, false)
	if !whole && c.H > 3 {
		s.drawMap(c.Row(3))
	}
	compact := c.H < 3
	for _, i := range semantics.Tids {
		if !compact {
			c.Text(1, int(i), draw.Thread(i)|draw.Strong, i.String())
		}
	}
	x := 0
	for _, g := range all {
		part := lanes.Part(x, 0, g.w, min(3, lanes.H))
		switch {
		case !compact:
			for _, i := range semantics.Tids {
				drawLane(part.Row(int(i)), g, i)
			}
		case g.move != "":
			part.Text(1, 0, draw.Thread(g.by)|draw.Strong, g.by.String()+" "+g.move)
		}
		s.drawLabel(part.Row(min(2, c.H-1)), g)
		part.Click(func() tea.Cmd { return s.act(s.s.Go(g.row.last)) })
		x += g.w
	}
}

func drawLane(c draw.Canvas, g segment, i semantics.Tid) {
	line, end := "─", c.W
	if g.v.Level(i).Held() {
		line = "═"
	}
	if g.move == "" {
		end = 1
	}
	for x := range end {
		c.Text(x, 0, draw.Thread(i), line)
	}
	if g.move != "" && g.by == i {
		c.Text(1, 0, draw.Thread(i)|draw.Strong, " "+g.move+" ")
	}
}

func (s *Screen) drawLabel(c draw.Canvas, g segment) {
	style := draw.Faint
	if g.row.last == s.s.At() {
		style = draw.Plain | draw.Strong
	}
	number := strings.TrimRight(g.label, "!#<w")
	drawMarks(c, c.Text(0, 0, style, number), strings.TrimPrefix(g.label, number))
}

func drawMarks(c draw.Canvas, x int, marks string) {
	marks, races := strings.CutPrefix(marks, "!!")
	if races {
		x = c.Text(x, 0, draw.Race, "!!")
	}
	marks, deadlock := strings.CutPrefix(marks, "##")
	if deadlock {
		x = c.Text(x, 0, draw.Lock|draw.Strong, "##")
	}
	c.Text(x, 0, draw.Key, marks)
}

// mapFrom is the least height at which the lanes leave a row to the map.
const mapFrom = 8

// drawLanes draws a row for each state: its number, the move that led to it in the column of its
// thread, and the effect. If the trace is longer, it draws the map of the whole trace below.
func (s *Screen) drawLanes(c draw.Canvas, rows traceRows) {
	digits := len(strconv.Itoa(s.s.Len()))
	l := lanes{s: s, digits: digits, number: digits + 6}
	if rows.rows != nil {
		l.number += digits + 1
	}
	l.column = max(12, min(34, (c.W-l.number)/3))
	c.Text(1, 0, draw.Faint, "#")
	for _, i := range semantics.Tids {
		c.Text(l.number+int(i)*l.column, 0, draw.Thread(i)|draw.Strong, i.String())
	}
	c.Text(l.number+2*l.column, 0, draw.Faint, "effect")
	body := c.Part(0, 1, c.W, c.H-1)
	n := rows.count()
	if n > body.H && body.H > mapFrom {
		body.H--
		s.drawMap(c.Row(c.H - 1))
	}
	top := max(0, min(draw.Scroll(rows.of(s.s.At()), n, body.H)+s.scroll[paneTrace], n-body.H))
	for y := range min(body.H, n-top) {
		row, r := body.Row(y), rows.at(top+y)
		if r.folded() {
			l.fold(row, r)
		} else {
			l.state(row, r.last)
		}
		row.Click(func() tea.Cmd { return s.act(s.s.Go(r.last)) })
	}
}

type lanes struct {
	s      *Screen
	digits int // the digits of the largest state number
	number int // the width of the column of numbers and marks
	column int // the width of the column of a thread
}

func (l lanes) state(c draw.Canvas, n int) {
	v, _ := l.s.s.State(n)
	style, mark := draw.Faint, " "
	if n == l.s.s.At() {
		style, mark = draw.Plain|draw.Strong, ">"
	}
	number := strconv.Itoa(n)
	x := c.Text(0, 0, style, mark+strings.Repeat(" ", l.digits-len(number))+number)
	drawMarks(c, x, l.s.mark(n, v))
	e, moved := v.Last()
	for _, i := range semantics.Tids {
		col := l.lane(c, i)
		if !moved {
			col.Text(0, 0, draw.Thread(i), "start")
			continue
		}
		col.Text(0, 0, draw.Thread(i), bar(v, i))
		if e.Thread == i {
			col.Clipped(2, 0, draw.Thread(i)|draw.Strong, e.Label)
		}
	}
	if moved {
		l.effect(c, v, e)
	}
}

func (l lanes) lane(c draw.Canvas, i semantics.Tid) draw.Canvas {
	return c.Part(l.number+int(i)*l.column, 0, l.column-1, 1)
}

// effect draws the effect of a step, and for a load the state after the write of its value.
func (l lanes) effect(c draw.Canvas, v session.View, e session.Event) {
	c = c.Part(l.number+2*l.column, 0, c.W-l.number-2*l.column, 1)
	if e.Command != nil && v.Effects().None() {
		c.Clipped(0, 0, draw.Faint, v.EffectText()+", no change")
		return
	}
	from, mark := "", ""
	if x, ok := v.ReadsFrom(); ok {
		from, mark = strconv.Itoa(x.State), " <- "
	}
	x := c.Part(0, 0, c.W-draw.Cells(mark+from), 1).Clipped(0, 0, draw.Plain, v.EffectText())
	c.Text(x, 0, draw.Key, mark+from)
}

func (l lanes) fold(c draw.Canvas, r traceRow) {
	c.Text(1, 0, draw.Faint, strconv.Itoa(r.first)+"-"+strconv.Itoa(r.last))
	v, _ := l.s.s.State(r.last)
	by, _ := v.Mover()
	for _, i := range semantics.Tids {
		col := l.lane(c, i)
		x := col.Text(0, 0, draw.Thread(i), bar(v, i))
		if i == by {
			col.Clipped(x+1, 0, draw.Faint, l.s.foldText(r))
		}
	}
}

// bar returns the character of a thread's lane in a state: double while it holds the lock.
func bar(v session.View, i semantics.Tid) string {
	if v.Level(i).Held() {
		return "║"
	}
	return "│"
}
