package tui

import (
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session"
)

// AnalysisOptions is what the caller gives the screen Analysis.
type AnalysisOptions struct {
	// Lines is the analysis of a unit, statement by statement in the order of
	// the text. It is called once for each unit that is shown, and has to be
	// quick. nil: there is no analysis.
	Lines func(core *il.Core, unit *il.Unit) ([]AnalysisLine, error)
}

// AnalysisLine is what the analysis does at a statement.
type AnalysisLine struct {
	At   il.Position
	Text string   // the statement in core form: "x := b.f"
	Rule string   // of Figure 7: "load"
	W    []string // expressions added to W: "x", "b.f"
	Lock int      // the lock context L behind the statement
	A    []string // accesses added to A: "(b.f, R, 1)"
}

// analysisScreen shows what the analysis does in the units where the threads
// stand.
type analysisScreen struct {
	a      *app
	cursor [2]int // the highlighted row of each thread, from where it stands
	known  map[*il.Unit]analysed
}

type analysed struct {
	lines []AnalysisLine
	err   error
}

func newAnalysis(a *app) screen { return &analysisScreen{a: a, known: map[*il.Unit]analysed{}} }

func (s *analysisScreen) panes() []string        { return []string{paneA, paneB} }
func (s *analysisScreen) update(tea.Msg) tea.Cmd { return nil }
func (s *analysisScreen) command() string        { return "wobbly analyze " + quote(s.a.program.File) }

func (s *analysisScreen) heading() string {
	return "state " + itoa(s.a.session.At()) + "/" + itoa(s.a.session.Len())
}

func (s *analysisScreen) enter() tea.Cmd {
	s.cursor = [2]int{}
	return nil
}

// of is the analysis of a unit.
func (s *analysisScreen) of(u *il.Unit) analysed {
	x, ok := s.known[u]
	if !ok && s.a.o.Analysis.Lines != nil {
		x.lines, x.err = s.a.o.Analysis.Lines(s.a.program.Core, u)
		s.known[u] = x
	}
	return x
}

// point is where thread i stands.
func (s *analysisScreen) point(i semantics.Tid) semantics.Point {
	return s.a.session.Now().Config().Threads[i].Point
}

// here is the row of the statement before which thread i stands; behind all at
// the unit's end.
func (s *analysisScreen) here(i semantics.Tid) int {
	lines := s.of(s.point(i).Unit()).lines
	at := s.a.program.Core.Source.Position(s.point(i).Pos())
	for n, l := range lines {
		if !l.At.Before(at) {
			return n
		}
	}
	return len(lines)
}

func (s *analysisScreen) keys() []binding {
	move := func(by int) func() tea.Cmd { return does(func() { s.move(by) }) }
	return []binding{
		{keys: []string{"a"}, hint: "step A", help: "step thread A", do: func() tea.Cmd { return s.step(semantics.A) }},
		{keys: []string{"b"}, hint: "step B", help: "step thread B", do: func() tea.Cmd { return s.step(semantics.B) }},
		{keys: []string{"left", "h"}, hint: "back", help: "back along the recorded trace", do: s.goes(func() session.Result { return s.a.session.Left(1) })},
		{keys: []string{"right", "l"}, hint: "forward", help: "forward along the recorded trace", do: s.goes(func() session.Result { return s.a.session.Right(1) })},
		{keys: []string{"down", "j"}, hint: "down", help: "a row down in the focused unit", do: move(1), off: s.unavailable},
		{keys: []string{"up", "k"}, help: "a row up", do: move(-1), off: s.unavailable},
		{keys: []string{"pgdown"}, help: "ten rows down", do: move(10), off: s.unavailable},
		{keys: []string{"pgup"}, help: "ten rows up", do: move(-10), off: s.unavailable},
		{keys: []string{"e"}, hint: "explain", help: "tell all about the highlighted row", do: does(s.explain), off: s.unavailable},
		{keys: []string{"enter"}, help: "this state in Step", do: func() tea.Cmd { return s.a.show(screenStep) }},
	}
}

func (s *analysisScreen) unavailable() string {
	if s.a.o.Analysis.Lines == nil {
		return "No analysis came with this session; wobbly step FILE brings one."
	}
	return ""
}

// empty says why there are no rows for a unit.
func (s *analysisScreen) empty(u *il.Unit) string {
	switch x := s.of(u); {
	case s.unavailable() != "":
		return s.unavailable()
	case x.err != nil:
		return "The analysis failed: " + sentence(x.err)
	case len(x.lines) == 0:
		return signature(u) + " has no statements: its summary is empty."
	}
	return ""
}

// goes makes a key's action of an operation of the session.
func (s *analysisScreen) goes(f func() session.Result) func() tea.Cmd {
	return func() tea.Cmd {
		s.cursor = [2]int{}
		s.a.report(f())
		return nil
	}
}

// step steps a thread; choices are made in Step.
func (s *analysisScreen) step(i semantics.Tid) tea.Cmd {
	s.goes(func() session.Result { return s.a.session.Step(i) })()
	if s.a.session.Now().Next(i).Stop == session.AtChoice && s.a.refused {
		s.a.refuse(i.String() + " stands before a choice; enter goes to Step, where it can be made.")
	}
	return nil
}

// move moves the highlight of the focused unit.
func (s *analysisScreen) move(by int) {
	i := threadOf(s.a.focused())
	here, n := s.here(i), len(s.of(s.point(i).Unit()).lines)
	s.cursor[i] = clamp(here+s.cursor[i]+by, max(n, 1)) - here
}

func (s *analysisScreen) explain() {
	i := threadOf(s.a.focused())
	u := s.point(i).Unit()
	lines := s.of(u).lines
	if len(lines) == 0 {
		s.a.refuse(s.empty(u))
		return
	}
	l := lines[clamp(s.here(i)+s.cursor[i], len(lines))]
	s.a.tell(signature(u)+", line "+l.At.String(), []string{
		l.Text, "", "Rule: " + l.Rule,
		"Added to W: " + setText(l.W),
		"Lock context behind it: " + itoa(l.Lock),
		"Added to A: " + setText(l.A),
	})
}

// setText is "{x, b.f}".
func setText(list []string) string { return "{" + strings.Join(list, ", ") + "}" }

// addedText is "W += {x}", empty where nothing is added.
func addedText(name string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return name + " += " + setText(list)
}
