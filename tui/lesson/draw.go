package lesson

import (
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// lessonPane is a pane of the screen Lesson: its lines, and where they are shown.
type lessonPane struct {
	name, title string
	lines       []textLine
	x, y, w, h  int // of the text, without its frame
	top         int // the first line that is shown
}

// listingBeside is the width from which on the program stands beside the text.
const listingBeside = 100

// layout returns the panes of the screen on w times h cells.
func (s *Screen) layout(w, h int) []lessonPane {
	upper, lower := s.textPane(w), s.goalPane()
	switch {
	case s.h.Zoomed() && s.h.Focused() == paneGoal:
		return s.shown(lower, inside(0, 0, w, h))
	case s.h.Zoomed():
		return s.shown(upper, inside(0, 0, w, h))
	case w < screen.TwoColumns:
		rows := h - 2 // without the rules above the panes
		goal := s.goalRows(lower, w-2, rows)
		return append(s.shown(upper, area{1, 1, w - 2, rows - goal}), s.shown(lower, area{1, h - goal, w - 2, goal})...)
	}
	rows := h - 3 // without the borders
	goal := s.goalRows(lower, w-4, rows)
	left := w
	if w >= listingBeside {
		left = w*3/5 + 1
	}
	all := append(s.shown(upper, inside(0, 0, left, rows-goal+2)), s.shown(lower, inside(0, rows-goal+1, w, goal+2))...)
	if left < w {
		all = append(all, s.shown(pieces{"", "program", s.listing()}, inside(left-1, 0, w-left+1, rows-goal+2))...)
	}
	return all
}

// pieces is the content of a pane.
type pieces struct {
	name, title string
	text        []passage
}

type area struct{ x, y, w, h int }

// inside returns the area for the text of a pane with a frame.
func inside(x, y, w, h int) area { return area{x + 2, y + 1, w - 4, h - 2} }

func (s *Screen) textPane(w int) pieces {
	beside := w >= listingBeside && !s.h.Zoomed()
	l := s.Game.Lesson()
	title := l.Title
	if l.Number > 0 && w < screen.TwoColumns {
		title = "Lesson " + strconv.Itoa(l.Number)
	} else if l.Number > 0 {
		title = "Lesson " + strconv.Itoa(l.Number) + ": " + title
	}
	return pieces{paneLesson, title, s.reading(!beside)}
}

func (s *Screen) goalPane() pieces {
	if q, n, open := s.Game.Question(); open {
		return pieces{paneGoal, "question " + strconv.Itoa(n) + " of " + strconv.Itoa(len(s.Game.Task().Questions)), s.options(q)}
	}
	return pieces{paneGoal, "goal", s.state()}
}

// goalRows returns the height of the lower pane: what it needs, but at most half of the
// rows, or all except four while a question is open.
func (s *Screen) goalRows(p pieces, w, rows int) int {
	limit := rows / 2
	if s.Asking() {
		limit = max(limit, rows-4)
	}
	return max(1, min(len(linesIn(p.text, w)), limit))
}

// shown puts a pane in its place, scrolled so that the highlighted answer is visible.
func (s *Screen) shown(p pieces, at area) []lessonPane {
	l := lessonPane{p.name, p.title, linesIn(p.text, at.w), at.x, at.y, at.w, at.h, 0}
	switch p.name {
	case paneLesson:
		l.top = s.top[0]
	case paneGoal:
		l.top = s.top[1]
		for i, line := range l.lines {
			if line.choice > 0 && line.choice == s.Picked && i >= l.top+l.h {
				l.top = i - l.h + 1
			}
		}
	}
	l.top = max(0, min(l.top, len(l.lines)-l.h))
	return []lessonPane{l}
}

// body returns the size of the screen without header, status line and hints.
func (s *Screen) body() (w, h int) {
	w, h = s.h.Size()
	return w, h - 3
}

// bounded corrects the scroll positions so that no pane is scrolled past its end.
func (s *Screen) bounded() {
	if s.Game == nil {
		return
	}
	for _, p := range s.layout(s.body()) {
		switch p.name {
		case paneLesson:
			s.top[0] = max(0, min(s.top[0], len(p.lines)-p.h))
		case paneGoal:
			s.top[1] = max(0, min(s.top[1], len(p.lines)-p.h))
		}
	}
}

// Draw implements screen.Screen.
func (s *Screen) Draw(c draw.Canvas) {
	if s.Game == nil {
		draw.Explain(draw.Box(c, screen.Border(s.h, paneLesson), "Lesson", ""), s.absent())
		return
	}
	panes := s.layout(c.W, c.H)
	framed := s.h.Zoomed() || c.W >= screen.TwoColumns
	g := draw.NewGrid(c)
	for _, p := range panes {
		if framed {
			g.Frame(p.x-2, p.y-1, p.w+4, p.h+2, p.name == s.h.Focused())
		}
	}
	g.Draw()
	for _, p := range panes {
		if !framed {
			draw.Rule(c.Row(p.y-1), screen.Border(s.h, p.name), "─", "─", "", "")
		}
		draw.Titles(c.Part(p.x, p.y-1, p.w, 1), screen.Border(s.h, p.name), screen.Title(s.h, p.name, p.title), draw.More(len(p.lines)-p.top-p.h))
		s.drawPane(c.Part(p.x, p.y, p.w, p.h), p)
	}
}

func (s *Screen) drawPane(c draw.Canvas, p lessonPane) {
	if p.name != "" {
		c.Click(screen.Does(func() { s.h.FocusOn(p.name) }))
		c.Wheel(func(rows int) tea.Cmd {
			s.h.FocusOn(p.name)
			s.scroll(p.name, rows)
			return nil
		})
	}
	drawLines(c, p.lines, p.top)
	for y := range min(c.H, len(p.lines)-p.top) {
		if choice := p.lines[p.top+y].choice; choice > 0 {
			c.Row(y).Click(screen.Does(func() { s.choose(choice - 1) }))
		}
	}
}

// drawLines draws the lines from index top on.
func drawLines(c draw.Canvas, lines []textLine, top int) {
	for y := range min(c.H, len(lines)-top) {
		l := lines[top+y]
		c.Clipped(0, y, l.style, l.text)
		if l.style&draw.Inverse != 0 {
			c.Row(y).Paint(0, 0, l.style)
		}
	}
}

const (
	// besideFrom is the width from which on the lesson stands beside other screens, in a panel
	// of a third of the width within the limits that follow. Below, it stands above them.
	besideFrom = 112
	minBeside  = 38
	maxBeside  = 64
	// roomyBody is the height from which on it may take two rows above them.
	roomyBody = screen.RoomyHeight - 3
)

// Beside draws the goal of the lesson beside the screen in front or above it, and
// returns the rest of c.
func (s *Screen) Beside(c draw.Canvas) draw.Canvas {
	toLesson := func() tea.Cmd { return s.h.Show(screen.Lesson) }
	if c.W >= besideFrom {
		w := max(minBeside, min(c.W/3, maxBeside))
		panel := c.Part(c.W-w, 0, w, c.H)
		lines := linesIn(s.aside(), panel.W-4)
		in := draw.Box(panel, draw.Faint, "6 Lesson, "+s.Heading(), draw.More(len(lines)-panel.H+2))
		drawLines(in.Part(1, 0, in.W-2, in.H), lines, 0)
		panel.Click(toLesson)
		return c.Part(0, 0, c.W-w, c.H)
	}
	lines := linesIn([]passage{s.summary()}, c.W-2)
	rows := min(len(lines), 1)
	if c.H >= roomyBody {
		rows = min(len(lines), 2)
	}
	if len(lines) > rows {
		lines[rows-1].text += " ..."
	}
	for y, line := range lines[:rows] {
		c.Clipped(1, y, line.style, line.text)
	}
	c.Part(0, 0, c.W, rows).Click(toLesson)
	return c.Part(0, rows, c.W, c.H-rows)
}

// aside is the text beside other screens: the goal, the reaction to the last move and
// the text of the task.
func (s *Screen) aside() []passage {
	t := s.Game.Task()
	all := []passage{{style: draw.Plain | draw.Strong, text: t.Title}, gap}
	if s.h.Program() != s.program {
		return append(all, passage{text: s.summary().text})
	}
	all = append(append(all, s.state()...), gap)
	return append(all, prose(t.Text)...)
}
