package step

import (
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

func (s *Screen) codeWants(v session.View, i semantics.Tid) int {
	first, last := s.linesOf(v.Config().Threads[i].Point.Unit())
	return last - first + 1
}

func (s *Screen) drawCode(c draw.Canvas, v session.View, i semantics.Tid) {
	here, first, last := s.span(i)
	cursor := here + s.cursor[i]
	n := last - first + 1
	scrolled := draw.Scroll(cursor-first, n, c.H) + s.scroll[screen.CodePane(i)]
	top := first + max(0, min(scrolled, n-c.H))
	digits := len(strconv.Itoa(last))
	moved := 0 // the line of the last move, if thread i made it
	if e, ok := v.Last(); ok && e.Thread == i {
		moved = s.s.Core().Source.Position(e.At).Line
	}
	apart := 1
	if s.h.Projected() && c.H >= 2*max(s.codeWants(v, semantics.A), s.codeWants(v, semantics.B))-1 {
		apart = 2 // a free row between lines
	}
	for y := range min(c.H, last-top+1) {
		row := c.Row(apart * y)
		number := top + y
		l := codeLine{
			s: s, v: v, i: i, number: number, digits: digits, here: number == here,
			moved: number == moved,
		}
		l.draw(row)
		if number == cursor && s.cursor[i] != 0 {
			row.Paint(0, 0, draw.Inverse)
		}
		row.Click(func() tea.Cmd {
			s.h.FocusOn(screen.CodePane(i))
			return s.runTo(i, number)
		})
	}
}

type codeLine struct {
	s      *Screen
	v      session.View
	i      semantics.Tid
	number int
	digits int  // of the largest number
	here   bool // whether the thread's next statement is here
	moved  bool // whether the last move was made here
}

func (l codeLine) draw(c draw.Canvas) {
	mark, look, markLook := " ", draw.Plain, draw.Plain
	note := draw.Piece{}
	switch {
	case l.here:
		mark, markLook = ">", draw.Thread(l.i)|draw.Strong
		note = l.note()
	case l.moved:
		mark, markLook = "*", draw.Changed
	}
	x := c.Text(0, 0, markLook, " "+mark+" ")
	x = c.Text(x, 0, draw.Faint,
		strings.Repeat(" ", l.digits-len(strconv.Itoa(l.number)))+strconv.Itoa(l.number)+" ")
	text := l.s.s.Core().Source.Line(l.number)
	room := c.W - x
	note.Text = draw.Clip(note.Text, max(room/2, leastNote))
	if note.Text != "" {
		room = max(room-draw.Cells(note.Text)-1, min(room, 8))
	}
	l.code(c.Part(x, 0, room, 1), look, text)
	if note.Text != "" {
		end := x + min(draw.Cells(text), room) + 1
		c.Text(max(end, c.W-1-draw.Cells(note.Text)), 0, note.Style, note.Text)
	}
}

// leastNote is the width that a note may have however narrow the pane is.
const leastNote = 18

// code draws the text of the line, with the thread's next statement in the thread's style. If the
// line is too long, it begins with that statement.
func (l codeLine) code(c draw.Canvas, look draw.Style, text string) {
	if !l.here {
		before, comment := splitComment(text)
		c.Clipped(c.Clipped(0, 0, look, before), 0, draw.Comment, comment)
		return
	}
	at, end := l.statement(text)
	before, is, after := text[:at], text[at:end], text[end:]
	if draw.Cells(before)+draw.Cells(is) > c.W { // the indent goes first
		before = strings.TrimLeft(before, " \t")
	}
	if before != "" && draw.Cells(before)+draw.Cells(is) > c.W {
		before = "... "
	}
	x := c.Clipped(0, 0, look, before)
	x = c.Clipped(x, 0, draw.Thread(l.i)|draw.Strong, is)
	after, comment := splitComment(after)
	if draw.Cells(after)+draw.Cells(comment) > c.W-x {
		after, comment = draw.Clip(after+comment, c.W-x), ""
	}
	c.Text(c.Text(x, 0, look, after), 0, draw.Comment, comment)
}

func splitComment(text string) (code, comment string) {
	if at := strings.Index(text, "//"); at >= 0 {
		return text[:at], text[at:]
	}
	return text, ""
}

func (l codeLine) statement(text string) (from, to int) {
	col := l.s.s.Core().Source.Position(l.v.Config().Threads[l.i].Point.Pos()).Col
	for from = range text + " " {
		col--
		if col == 0 {
			break
		}
	}
	rest := text[from:]
	to = strings.IndexAny(rest, ";{}")
	switch {
	case to < 0:
		to = len(rest)
	case rest[to] != '{' || to == 0:
		to++
	}
	return from, from + len(strings.TrimRight(rest[:to], " "))
}

// note names the cell that the thread's next step accesses, or explains why it is blocked.
func (l codeLine) note() draw.Piece {
	n := l.v.Next(l.i)
	switch n.Stop {
	case session.Waits:
		return draw.Piece{Style: draw.Lock | draw.Strong, Text: "# waits"}
	case session.Faulty:
		return draw.Piece{Style: draw.Plain | draw.Strong, Text: "# stuck"}
	case session.AtChoice:
		return draw.Piece{Style: draw.Key, Text: "? choice"}
	case session.Ended:
		return draw.Piece{Style: draw.Faint, Text: "end"}
	}
	if n.Access == nil || l.s.guessing() && !n.Races {
		return draw.Piece{}
	}
	text := session.AccessLetter(n.Access.Kind) + " " + l.s.s.Names().Cell(n.Access.Cell)
	if n.Races {
		return draw.Piece{Style: draw.Race, Text: "!! " + text}
	}
	return draw.Piece{Style: draw.Thread(l.i), Text: text}
}
