package tui

import (
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
)

// codeTitles are the titles of a code pane: the unit that the thread is in, and
// its lock.
func (s *stepScreen) codeTitles(v session.View, i semantics.Tid) (left, right string) {
	u := v.Config().Threads[i].Point.Unit()
	left = i.String() + "  " + signature(u)
	switch n := v.Next(i); {
	case n.Stop == session.Waits:
		right = "# waits"
	case v.Depth(i) > 0:
		right = "holds lock x" + itoa(v.Depth(i))
	case n.Stop == session.Ended:
		right = "ended"
	default:
		right = "no lock"
	}
	return left, right
}

// signature is "meps(b)".
func signature(u *il.Unit) string {
	if u.Thread {
		return "thread block"
	}
	return u.Name + "(" + strings.Join(u.Formals, ", ") + ")"
}

// codeWants is how many rows the code of a thread takes.
func (s *stepScreen) codeWants(v session.View, i semantics.Tid) int {
	first, last := s.lines.of(v.Config().Threads[i].Point.Unit())
	return last - first + 1
}

// drawCode draws the unit that a thread is in around where it stands.
func (s *stepScreen) drawCode(c canvas, v session.View, i semantics.Tid) {
	here, first, last := s.span(i)
	here0 := here + s.cursor[i]
	n := last - first + 1
	top := first + max(0, min(scroll(here0-first, n, c.h)+s.scroll[codePane(i)], n-c.h))
	digits := len(itoa(last))
	behind := s.lineBehind(v, i)
	for y := range min(c.h, last-top+1) {
		row := c.row(y)
		number := top + y
		l := codeLine{s: s, v: v, i: i, number: number, digits: digits, here: number == here, behind: number == behind}
		l.draw(row)
		if number == here0 && s.cursor[i] != 0 {
			row.paint(0, 0, inverse)
		}
		row.click(func() tea.Cmd {
			s.a.focusOn(codePane(i))
			return s.runTo(i, number)
		})
	}
}

// lineBehind is the line of the last move if thread i made it, else 0.
func (s *stepScreen) lineBehind(v session.View, i semantics.Tid) int {
	if e, ok := v.Last(); ok && e.Thread == i {
		return s.s.Core().Source.Position(e.At).Line
	}
	return 0
}

// codeLine is a line of code as it is drawn.
type codeLine struct {
	s              *stepScreen
	v              session.View
	i              semantics.Tid
	number, digits int
	here, behind   bool
}

func (l codeLine) draw(c canvas) {
	mark, look, markLook := " ", lookPlain, lookPlain
	note := run{}
	switch {
	case l.here:
		mark, markLook = ">", of(l.i)|strong
		note = l.note()
	case l.behind:
		mark, markLook = "*", lookChanged
	}
	x := c.text(0, 0, markLook, " "+mark+" ")
	x = c.text(x, 0, lookFaint, strings.Repeat(" ", l.digits-len(itoa(l.number)))+itoa(l.number)+" ")
	text := l.s.s.Core().Source.Line(l.number)
	room := c.w - x
	if note.text != "" {
		room = max(room-cells(note.text)-1, min(room, 8))
	}
	l.code(c.part(x, 0, room, 1), look, text)
	if note.text != "" {
		end := x + min(cells(text), room) + 1
		c.text(max(end, c.w-1-cells(note.text)), 0, note.look, note.text)
	}
}

// code draws the text of the line, the statement before which the thread stands
// in the thread's look. A long line begins before that statement.
func (l codeLine) code(c canvas, look look, text string) {
	if !l.here {
		before, comment := splitComment(text)
		c.clipped(c.clipped(0, 0, look, before), 0, lookComment, comment)
		return
	}
	at, end := l.statement(text)
	before, is, after := text[:at], text[at:end], text[end:]
	if cells(before)+cells(is) > c.w { // the indent goes first
		before = strings.TrimLeft(before, " \t")
	}
	if before != "" && cells(before)+cells(is) > c.w {
		before = "... "
	}
	x := c.clipped(0, 0, look, before)
	x = c.clipped(x, 0, of(l.i)|strong, is)
	after, comment := splitComment(after)
	if cells(after)+cells(comment) > c.w-x {
		after, comment = clip(after+comment, c.w-x), ""
	}
	c.text(c.text(x, 0, look, after), 0, lookComment, comment)
}

// splitComment splits a line of code before its comment.
func splitComment(text string) (code, comment string) {
	if at := strings.Index(text, "//"); at >= 0 {
		return text[:at], text[at:]
	}
	return text, ""
}

// statement is the bytes of the line that are the statement before which the
// thread stands.
func (l codeLine) statement(text string) (from, to int) {
	col := l.s.s.Core().Source.Position(l.v.Config().Threads[l.i].Point.Pos()).Col
	for from = range text + " " {
		if col--; col == 0 {
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

// note is what a thread will do to memory at its line, or why it will not.
func (l codeLine) note() run {
	n := l.v.Next(l.i)
	switch n.Stop {
	case session.Waits:
		return run{lookLock | strong, "# waits"}
	case session.Faulty:
		return run{lookPlain | strong, "# stuck"}
	case session.AtChoice:
		return run{lookKey, "? choice"}
	case session.Ended:
		return run{lookFaint, "end"}
	}
	if n.Access == nil {
		return run{}
	}
	text := accessLetter(n.Access.Kind) + " " + l.s.s.Names().Cell(n.Access.Cell)
	if n.Races {
		return run{lookRace, "!! " + text}
	}
	return run{of(l.i), text}
}

// accessLetter is R or W.
func accessLetter(k il.AccessKind) string {
	if k == il.Write {
		return "W"
	}
	return "R"
}
