package lesson

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// A lessonPane is a pane of the screen Lesson, with its content and area.
type lessonPane struct {
	name, title string // the listing has no name, since it cannot get the focus
	text        []passage
	lines       []textLine // text, wrapped
	x, y, w, h  int        // the area of the text, without its frame
	top         int        // the first visible line
}

// layout returns the panes of the screen on w times h cells: the program at the right, in full
// height; the text at the left; and below that the question or the goal. A long text scrolls; the
// program never moves. Without room for two columns, the program is part of the text.
func (s *Screen) layout(w, h int) []lessonPane {
	beside := w >= screen.TwoColumns && !s.h.Zoomed()
	upper := lessonPane{name: paneLesson, title: s.title(), text: s.reading(!beside)}
	if l := s.Game.Lesson(); w < screen.TwoColumns && l.Number > 0 {
		upper.title = "Lesson " + strconv.Itoa(l.Number)
	}
	lower := lessonPane{name: paneGoal, title: "goal"}
	if q, n, open := s.Game.Question(); open {
		lower.title = "question " + strconv.Itoa(n) + " of " +
			strconv.Itoa(len(s.Game.Task().Questions))
		lower.text = s.options(q)
	} else {
		lower.text = s.state()
	}
	switch {
	case s.h.Zoomed() && s.h.Focused() == paneGoal:
		return []lessonPane{s.framed(lower, 0, 0, w, h)}
	case s.h.Zoomed():
		return []lessonPane{s.framed(upper, 0, 0, w, h)}
	case w < screen.TwoColumns:
		rows := h - 2 // without the rules above the panes
		goal := s.goalRows(lower, w-2, rows)
		return []lessonPane{
			s.placed(upper, 1, 1, w-2, rows-goal), s.placed(lower, 1, h-goal, w-2, goal),
		}
	}
	rows, left := h-3, w*3/5+1 // rows without the borders
	goal := s.goalRows(lower, left-4, rows)
	file, _ := s.listed()
	listing := lessonPane{title: file, text: s.listing()}
	return []lessonPane{
		s.framed(upper, 0, 0, left, rows-goal+2), s.framed(lower, 0, rows-goal+1, left, goal+2),
		s.framed(listing, left-1, 0, w-left+1, h),
	}
}

func (s *Screen) title() string {
	l := s.Game.Lesson()
	if l.Number == 0 {
		return l.Title
	}
	return "Lesson " + strconv.Itoa(l.Number) + ": " + l.Title
}

// goalRows returns the height of the lower pane: its content, except that it leaves the pane above
// four rows while a question is open, and six otherwise.
func (s *Screen) goalRows(p lessonPane, w, rows int) int {
	limit := max(rows/2, rows-6)
	if s.Asking() {
		limit = max(rows/2, rows-4)
	}
	return max(1, min(len(linesIn(p.text, w)), limit))
}

func (s *Screen) framed(p lessonPane, x, y, w, h int) lessonPane {
	return s.placed(p, x+2, y+1, w-4, h-2)
}

// atTask scrolls a text to the heading of the task, or to the program if that is above it.
const atTask = -1

// placed puts the text of a pane in an area, scrolled so that the highlighted answer is visible.
func (s *Screen) placed(p lessonPane, x, y, w, h int) lessonPane {
	p.lines, p.x, p.y, p.w, p.h, p.top = linesIn(p.text, w), x, y, w, h, s.top[p.name]
	if p.top == atTask {
		program := s.listing()[0].text
		p.top = slices.IndexFunc(p.lines,
			func(l textLine) bool { return l.text == program || l.text == s.taskTitle() })
	}
	for i, line := range p.lines {
		if line.choice > 0 && line.choice == s.Picked && i >= p.top+h {
			p.top = i - h + 1
		}
	}
	p.top = max(0, min(p.top, len(p.lines)-h))
	return p
}

// body returns the size of the area that Draw gets.
func (s *Screen) body() (w, h int) {
	w, h = s.h.Size()
	return w, h - 3
}

// bounded limits how far the panes are scrolled to what they show.
func (s *Screen) bounded() {
	if s.Game == nil {
		return
	}
	for _, p := range s.layout(s.body()) {
		s.top[p.name] = p.top
	}
}

func (s *Screen) Draw(c draw.Canvas) {
	if s.Game == nil {
		draw.Explain(draw.Box(c, screen.Border(s.h, paneLesson), "Lesson", ""), s.absent().String())
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
		title, more := screen.Title(s.h, p.name, p.title), draw.More(len(p.lines)-p.top-p.h)
		draw.Titles(c.Part(p.x, p.y-1, p.w, 1), screen.Border(s.h, p.name), title, more)
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
	// besideFrom is the least width at which the goal is at the side of other screens, in a panel
	// of a third of the width within the following limits. On narrower terminals it is above them.
	besideFrom = 112
	minBeside  = 38
	maxBeside  = 64
	// roomyBody is the least height at which the goal may take three rows above other screens.
	roomyBody = screen.RoomyHeight - 3
)

// Beside draws the goal or hint at the side of the screen in front or above it, and returns the
// rest.
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
	goal, limit := s.summary(), 1
	if c.H >= roomyBody {
		limit = 3
	}
	lines := linesIn([]passage{goal}, c.W-2)
	if far := s.progress(); len(lines) > limit && strings.HasSuffix(goal.text, far) && far != "" {
		goal.text = far // rather than the words of the goal
		lines = linesIn([]passage{goal}, c.W-2)
	}
	if hints := s.Game.Hints(); s.hinting && len(hints) > 0 {
		hint := passage{label: wordHint + strconv.Itoa(len(hints)), text: hints[len(hints)-1]}
		lines, limit = linesIn([]passage{hint}, c.W-2), 4
	}
	rows := min(len(lines), limit)
	if len(lines) > rows {
		lines[rows-1].text += " ..."
	}
	for y, line := range lines[:rows] {
		c.Clipped(1, y, line.style, line.text)
	}
	c.Part(0, 0, c.W, rows).Click(toLesson)
	return c.Part(0, rows, c.W, c.H-rows)
}

// aside returns the text at the side of other screens: goal, reaction and text of the task.
func (s *Screen) aside() []passage {
	t := s.Game.Task()
	all := []passage{{style: draw.Plain | draw.Strong, text: t.Title}, gap}
	if s.h.Program() != s.program {
		return append(all, passage{text: s.summary().text})
	}
	all = append(append(all, s.state()...), gap)
	return append(all, prose(t.Text)...)
}
