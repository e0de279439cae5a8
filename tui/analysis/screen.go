package analysis

import (
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// analysisScreen shows what the analysis does in the units where the threads
// stand.
type analysisScreen struct {
	h      screen.Host
	known  *Known
	cursor [2]int // the highlighted row of each thread, from where it stands
}

// New makes the screen.
func New(h screen.Host, known *Known) screen.Screen { return &analysisScreen{h: h, known: known} }

// Panes implements screen.Screen.
func (s *analysisScreen) Panes() []string { return []string{screen.PaneA, screen.PaneB} }

// Command implements screen.Screen.
func (s *analysisScreen) Command() string {
	return "wobbly analyze " + text.ShellWord(s.h.Program().File)
}

// Update implements screen.Screen.
func (s *analysisScreen) Update(msg tea.Msg) tea.Cmd {
	s.known.Take(msg)
	return nil
}

// Wants asks for the analysis of where the threads stand.
func (s *analysisScreen) Wants() tea.Cmd {
	return s.known.Ask(screen.Analysis, []*il.Unit{s.point(semantics.A).Unit(), s.point(semantics.B).Unit()}, nil)
}

// Heading implements screen.Screen.
func (s *analysisScreen) Heading() string {
	return "state " + strconv.Itoa(s.h.Session().At()) + "/" + strconv.Itoa(s.h.Session().Len())
}

// Enter implements screen.Screen.
func (s *analysisScreen) Enter() tea.Cmd {
	s.cursor = [2]int{}
	return nil
}

// of is the analysis of a unit, and whether it is known yet.
func (s *analysisScreen) of(u *il.Unit) (analysed, bool) {
	x, ok := s.known.Units[u]
	return x, ok
}

// lines are the rows of a unit.
func (s *analysisScreen) lines(u *il.Unit) []advice.Line {
	x, _ := s.of(u)
	return x.Lines
}

// point is where thread i stands.
func (s *analysisScreen) point(i semantics.Tid) semantics.Point {
	return s.h.Session().Now().Config().Threads[i].Point
}

// here is the row of the statement before which thread i stands; behind all at
// the unit's end.
func (s *analysisScreen) here(i semantics.Tid) int {
	return advice.Unit{Lines: s.lines(s.point(i).Unit())}.Row(s.point(i))
}

// Keys implements screen.Screen.
func (s *analysisScreen) Keys() []screen.Binding {
	move := func(by int) func() tea.Cmd { return screen.Does(func() { s.move(by) }) }
	return []screen.Binding{
		{Keys: []string{"a"}, Hint: "step A", Help: "step thread A", Do: func() tea.Cmd { return s.step(semantics.A) }},
		{Keys: []string{"b"}, Hint: "step B", Help: "step thread B", Do: func() tea.Cmd { return s.step(semantics.B) }},
		{Keys: []string{"left", "h"}, Hint: "back", Help: "back along the recorded trace", Do: s.goes(func() session.Result { return s.h.Session().Left(1) })},
		{Keys: []string{"right", "l"}, Hint: "on", Help: "forward along the recorded trace", Do: s.goes(func() session.Result { return s.h.Session().Right(1) })},
		{Keys: []string{"down", "j"}, Hint: "down", Help: "a row down in the focused unit", Do: move(1), Off: s.unavailable},
		{Keys: []string{"up", "k"}, Help: "a row up", Do: move(-1), Off: s.unavailable},
		{Keys: []string{"pgdown"}, Help: "ten rows down", Do: move(10), Off: s.unavailable},
		{Keys: []string{"pgup"}, Help: "ten rows up", Do: move(-10), Off: s.unavailable},
		{Keys: []string{"e"}, Hint: "explain", Help: "tell all about the highlighted row", Do: screen.Does(s.explain), Off: s.unavailable},
		{Keys: []string{"enter"}, Help: "this state in Step", Do: func() tea.Cmd { return s.h.Show(screen.Step) }},
	}
}

func (s *analysisScreen) unavailable() string {
	if !s.known.There() {
		return "No analysis came with this session; wobbly step FILE brings one."
	}
	return ""
}

// empty says why there are no rows for a unit.
func (s *analysisScreen) empty(u *il.Unit) string {
	switch x, ok := s.of(u); {
	case s.unavailable() != "":
		return s.unavailable()
	case !ok:
		return "Analysing " + session.Signature(u) + "..."
	case x.Err != nil:
		return "The analysis failed: " + command.Sentence(x.Err)
	case len(x.Lines) == 0:
		return session.Signature(u) + " has no statements: its summary is empty."
	}
	return ""
}

// goes makes a key's action of an operation of the session.
func (s *analysisScreen) goes(f func() session.Result) func() tea.Cmd {
	return func() tea.Cmd {
		s.cursor = [2]int{}
		s.h.Report(f())
		return nil
	}
}

// step steps a thread; choices are made in Step.
func (s *analysisScreen) step(i semantics.Tid) tea.Cmd {
	s.goes(func() session.Result { return s.h.Session().Step(i) })()
	if _, refused := s.h.Status(); refused && s.h.Session().Now().Next(i).Stop == session.AtChoice {
		s.h.Refuse(i.String() + " stands before a choice; enter goes to Step, where it can be made.")
	}
	return nil
}

// move moves the highlight of the focused unit.
func (s *analysisScreen) move(by int) {
	i := screen.ThreadOf(s.h.Focused())
	here, n := s.here(i), len(s.lines(s.point(i).Unit()))
	s.cursor[i] = draw.Clamp(here+s.cursor[i]+by, max(n, 1)) - here
}

func (s *analysisScreen) explain() {
	i := screen.ThreadOf(s.h.Focused())
	u := s.point(i).Unit()
	lines := s.lines(u)
	if len(lines) == 0 {
		s.h.Refuse(s.empty(u))
		return
	}
	l := lines[draw.Clamp(s.here(i)+s.cursor[i], len(lines))]
	screen.Tell(s.h, session.Signature(u)+", line "+l.At.String(), []string{
		l.Text, "", "Rule: " + l.Rule,
		"Added to W: " + advice.Set(l.W),
		"Lock context behind it: " + strconv.Itoa(l.Lock),
		"Added to A: " + advice.Set(l.A),
	})
}
