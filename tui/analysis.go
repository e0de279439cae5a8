package tui

import (
	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
	"wobbly/tui/draw"
)

// analysisScreen shows what the analysis does in the units where the threads
// stand.
type analysisScreen struct {
	h      host
	known  *analyses
	cursor [2]int // the highlighted row of each thread, from where it stands
}

func newAnalysis(h host, known *analyses) screen { return &analysisScreen{h: h, known: known} }

func (s *analysisScreen) panes() []string { return []string{paneA, paneB} }
func (s *analysisScreen) command() string { return "wobbly analyze " + quote(s.h.Program().File) }

func (s *analysisScreen) update(msg tea.Msg) tea.Cmd {
	s.known.take(msg)
	return nil
}

// wants asks for the analysis of where the threads stand.
func (s *analysisScreen) wants() tea.Cmd {
	return s.known.ask(screenAnalysis, []*il.Unit{s.point(semantics.A).Unit(), s.point(semantics.B).Unit()}, nil)
}

func (s *analysisScreen) heading() string {
	return "state " + itoa(s.h.Session().At()) + "/" + itoa(s.h.Session().Len())
}

func (s *analysisScreen) enter() tea.Cmd {
	s.cursor = [2]int{}
	return nil
}

// of is the analysis of a unit, and whether it is known yet.
func (s *analysisScreen) of(u *il.Unit) (analysed, bool) {
	x, ok := s.known.units[u]
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

func (s *analysisScreen) keys() []binding {
	move := func(by int) func() tea.Cmd { return does(func() { s.move(by) }) }
	return []binding{
		{keys: []string{"a"}, hint: "step A", help: "step thread A", do: func() tea.Cmd { return s.step(semantics.A) }},
		{keys: []string{"b"}, hint: "step B", help: "step thread B", do: func() tea.Cmd { return s.step(semantics.B) }},
		{keys: []string{"left", "h"}, hint: "back", help: "back along the recorded trace", do: s.goes(func() session.Result { return s.h.Session().Left(1) })},
		{keys: []string{"right", "l"}, hint: "forward", help: "forward along the recorded trace", do: s.goes(func() session.Result { return s.h.Session().Right(1) })},
		{keys: []string{"down", "j"}, hint: "down", help: "a row down in the focused unit", do: move(1), off: s.unavailable},
		{keys: []string{"up", "k"}, help: "a row up", do: move(-1), off: s.unavailable},
		{keys: []string{"pgdown"}, help: "ten rows down", do: move(10), off: s.unavailable},
		{keys: []string{"pgup"}, help: "ten rows up", do: move(-10), off: s.unavailable},
		{keys: []string{"e"}, hint: "explain", help: "tell all about the highlighted row", do: does(s.explain), off: s.unavailable},
		{keys: []string{"enter"}, help: "this state in Step", do: func() tea.Cmd { return s.h.Show(screenStep) }},
	}
}

func (s *analysisScreen) unavailable() string {
	if !s.known.there() {
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
	case x.err != nil:
		return "The analysis failed: " + sentence(x.err)
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
	i := threadOf(s.h.Focused())
	here, n := s.here(i), len(s.lines(s.point(i).Unit()))
	s.cursor[i] = draw.Clamp(here+s.cursor[i]+by, max(n, 1)) - here
}

func (s *analysisScreen) explain() {
	i := threadOf(s.h.Focused())
	u := s.point(i).Unit()
	lines := s.lines(u)
	if len(lines) == 0 {
		s.h.Refuse(s.empty(u))
		return
	}
	l := lines[draw.Clamp(s.here(i)+s.cursor[i], len(lines))]
	tell(s.h, session.Signature(u)+", line "+l.At.String(), []string{
		l.Text, "", "Rule: " + l.Rule,
		"Added to W: " + advice.Set(l.W),
		"Lock context behind it: " + itoa(l.Lock),
		"Added to A: " + advice.Set(l.A),
	})
}
