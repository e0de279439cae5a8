package tui

import (
	"context"
	"slices"

	"charm.land/bubbletea/v2"

	"wobbly/report"
	"wobbly/tui/draw"
)

// TheoremOptions is what the caller gives the screen Theorem.
type TheoremOptions struct {
	Statements []Statement
	// Fuzz checks a slice of random cases of a statement. It runs beside the
	// loop, one slice after the other; the same slice gives the same outcome.
	// Where the context ends it gives what it has. nil: nothing can be fuzzed.
	Fuzz func(context.Context, FuzzSlice) FuzzOutcome
}

// Statement is a lemma or theorem.
type Statement struct {
	Name       string // "5.7"
	Title      string
	Cite       string
	Words      string
	Hypotheses []Hypothesis
}

// Hypothesis is a condition of a statement, which can be switched off.
type Hypothesis struct{ Name, Text string }

// inASCII is statements with their signs spelled out, so that lines are broken as
// they are shown.
func inASCII(all []Statement) []Statement {
	all = slices.Clone(all)
	for i, s := range all {
		s.Title, s.Cite, s.Words, s.Hypotheses = report.InASCII(s.Title), report.InASCII(s.Cite), report.InASCII(s.Words), slices.Clone(s.Hypotheses)
		for k, h := range s.Hypotheses {
			s.Hypotheses[k].Text = report.InASCII(h.Text)
		}
		all[i] = s
	}
	return all
}

// FuzzSlice is cases First, First+1, ... of a run.
type FuzzSlice struct {
	Statement    string
	Without      []string // names of hypotheses
	Seed         uint64
	First, Cases uint64
}

// FuzzOutcome is what a slice came to.
type FuzzOutcome struct {
	Cases   uint64 // that were checked
	Holds   uint64 // cases with at least one instance that meets all hypotheses, where the statement holds
	NotMet  uint64 // cases without such an instance
	Bounded uint64 // left undecided because of a limit
	Refuted uint64
	Rules   []RuleUse // all rules, in the same order in each slice
	Found   *Refutation
	Err     error // it could not be run
}

// RuleUse says how often a rule was used.
type RuleUse struct {
	Rule string
	Used uint64
}

// Refutation is a shrunk counterexample.
type Refutation struct {
	Text         string // of the program
	Before, Size int    // statements, before and after it was shrunk
	Instance     string // what is drawn besides the program; may be empty
	Why          string // what is false
	Repeat       string // the command that shows it again
	Program      *Program
}

// Of a run: how many cases a slice has, and how many there are before it ends
// by itself.
const (
	sliceCases = 100
	fuzzCases  = 10_000
)

// The panes of Theorem.
const (
	paneStatements = "statements"
	paneStatement  = "statement"
	paneFuzzing    = "fuzzing"
)

// theoremScreen checks statements on random programs, with hypotheses as
// switches.
type theoremScreen struct {
	h          host
	o          TheoremOptions
	work       worker
	list       list            // of statements
	hypothesis list            // of the statement
	off        map[string]bool // "5.7 matched": hypotheses that are switched off
	seed       uint64
	top        int // of the counterexample

	sum   FuzzOutcome // of the run so far
	of    FuzzSlice   // what the run is about
	ended string      // why the run ended; empty while it runs or where there was none
}

func newTheorem(h host, o TheoremOptions, seed uint64) screen {
	s := &theoremScreen{h: h, o: o, off: map[string]bool{}, seed: max(seed, 1)}
	s.work = worker{h: h, to: screenTheorem}
	s.list.moved = s.changed
	return s
}

func (s *theoremScreen) enter() tea.Cmd  { return nil }
func (s *theoremScreen) panes() []string { return []string{paneStatements, paneStatement, paneFuzzing} }

func (s *theoremScreen) heading() string {
	if s.sum.Cases == 0 {
		return ""
	}
	return count64(s.sum.Cases, "case") + ", " + utoa(s.sum.Refuted) + " refuted"
}

func (s *theoremScreen) command() string {
	if s.unavailable() != "" {
		return "wobbly theorem list"
	}
	text := "wobbly theorem fuzz " + s.chosen().Name
	for n, name := range s.without() {
		text += [2]string{" --without ", ","}[min(n, 1)] + name
	}
	return text + " --seed " + utoa(s.seed)
}

func (s *theoremScreen) statements() []Statement { return s.o.Statements }
func (s *theoremScreen) chosen() Statement       { return s.statements()[s.list.at] }

// without are the hypotheses of the statement that are switched off.
func (s *theoremScreen) without() []string {
	var names []string
	for _, h := range s.chosen().Hypotheses {
		if s.isOff(h) {
			names = append(names, h.Name)
		}
	}
	return names
}

func (s *theoremScreen) isOff(h Hypothesis) bool { return s.off[s.chosen().Name+" "+h.Name] }

func (s *theoremScreen) keys() []binding {
	move := func(by int) func() tea.Cmd { return does(func() { s.move(by) }) }
	return []binding{
		{keys: []string{"space"}, hint: "switch", help: "switch the highlighted hypothesis off, or on again", do: does(s.toggle), off: s.noHypothesis},
		{keys: []string{"f"}, hint: "fuzz", help: "check the statement on random programs", do: s.fuzz, off: s.noFuzz},
		{keys: []string{"down", "j"}, hint: "down", help: "down in the focused pane", do: move(1), off: s.unavailable},
		{keys: []string{"up", "k"}, hint: "up", help: "up in the focused pane", do: move(-1), off: s.unavailable},
		{keys: []string{"pgdown"}, help: "ten down", do: move(10), off: s.unavailable},
		{keys: []string{"pgup"}, help: "ten up", do: move(-10), off: s.unavailable},
		{keys: []string{"s"}, help: "another seed", do: does(s.reseed), off: s.unavailable},
		{keys: []string{"enter"}, hint: "open", help: "open the counterexample in Step; esc comes back", do: s.open, off: s.noCounterexample},
	}
}

func (s *theoremScreen) unavailable() string {
	if len(s.statements()) == 0 {
		return "No statements came with this session; wobbly step FILE brings them."
	}
	return ""
}

func (s *theoremScreen) noHypothesis() string {
	if why := s.unavailable(); why != "" {
		return why
	}
	if len(s.chosen().Hypotheses) == 0 {
		return s.chosen().Name + " has no hypotheses."
	}
	return ""
}

func (s *theoremScreen) noFuzz() string {
	if s.o.Fuzz == nil && s.unavailable() == "" {
		return "Nothing came with this session that could check the statements."
	}
	return s.unavailable()
}

func (s *theoremScreen) noCounterexample() string {
	switch {
	case s.unavailable() != "":
		return s.unavailable()
	case s.sum.Found == nil:
		return "There is no counterexample; f looks for one."
	case s.sum.Found.Program == nil:
		return "This counterexample is no program of two threads, and cannot be stepped."
	}
	return ""
}

// move moves what is highlighted in the focused pane.
func (s *theoremScreen) move(by int) {
	switch s.h.Focused() {
	case paneStatements:
		was := s.list.at
		if s.list.at = draw.Clamp(s.list.at+by, len(s.statements())); s.list.at != was {
			s.changed()
		}
	case paneStatement:
		s.hypothesis.at = draw.Clamp(s.hypothesis.at+by, max(len(s.chosen().Hypotheses), 1))
	default:
		s.top = draw.Clamp(s.top+by, len(s.fuzzing()))
	}
}

// changed goes with another statement.
func (s *theoremScreen) changed() {
	s.hypothesis.at = 0
	s.reset()
}

// reset forgets the last run: it was about something else.
func (s *theoremScreen) reset() {
	s.work.finish()
	s.sum, s.ended, s.top = FuzzOutcome{}, "", 0
}

func (s *theoremScreen) toggle() {
	h := s.chosen().Hypotheses[s.hypothesis.at]
	key := s.chosen().Name + " " + h.Name
	s.off[key] = !s.off[key]
	s.reset()
	if s.off[key] {
		s.h.Say(h.Name + " is switched off: f looks for a program that refutes the rest.")
		return
	}
	s.h.Say(h.Name + " is required again.")
}

func (s *theoremScreen) reseed() {
	s.seed++
	s.reset()
	s.h.Say("The seed is " + utoa(s.seed) + ".")
}

// fuzz begins a run.
func (s *theoremScreen) fuzz() tea.Cmd {
	s.reset()
	if w, _ := s.h.Size(); w < theoremWide {
		s.h.FocusOn(paneFuzzing)
	}
	s.of = FuzzSlice{Statement: s.chosen().Name, Without: s.without(), Seed: s.seed, Cases: sliceCases}
	label := func() string { return "Checking " + s.of.Statement + ": " + s.tally() }
	return s.work.start(label, s.slice())
}

// slice is the next piece of the run.
func (s *theoremScreen) slice() func(context.Context) tea.Msg {
	fuzz, of := s.o.Fuzz, s.of
	of.Without = slices.Clone(of.Without)
	return func(ctx context.Context) tea.Msg { return fuzz(ctx, of) }
}

func (s *theoremScreen) update(msg tea.Msg) tea.Cmd {
	msg, ok := s.work.result(msg)
	if !ok {
		return nil
	}
	o, _ := msg.(FuzzOutcome)
	s.sum = s.sum.plus(o)
	switch {
	case o.Err != nil:
		s.ended = "The run failed: " + sentence(o.Err)
	case o.Found != nil || o.Refuted > 0:
		s.ended = "Refuted."
		if o.Found != nil {
			s.ended = "Refuted: enter opens the counterexample in Step."
		}
	case s.work.stopped():
		s.ended = "Stopped."
	case s.sum.Cases >= fuzzCases:
		s.ended = "Ended: no counterexample in " + utoa(s.sum.Cases) + " cases, which proves nothing."
	case o.Cases == 0:
		s.ended = "Ended: no more cases could be drawn."
	default:
		s.of.First += o.Cases
		return s.work.more(s.slice())
	}
	s.work.finish()
	s.h.Say(s.ended)
	return nil
}

// plus adds the outcome of the next slice.
func (o FuzzOutcome) plus(p FuzzOutcome) FuzzOutcome {
	sum := FuzzOutcome{Cases: o.Cases + p.Cases, Holds: o.Holds + p.Holds, NotMet: o.NotMet + p.NotMet,
		Bounded: o.Bounded + p.Bounded, Refuted: o.Refuted + p.Refuted, Found: p.Found, Err: p.Err, Rules: slices.Clone(p.Rules)}
	for i := range min(len(o.Rules), len(sum.Rules)) {
		sum.Rules[i].Used += o.Rules[i].Used
	}
	if len(sum.Rules) == 0 {
		sum.Rules = o.Rules
	}
	return sum
}

// open opens the counterexample, and keeps this screen as it is.
func (s *theoremScreen) open() tea.Cmd {
	if err := s.h.Visit(s.sum.Found.Program, screenTheorem); err != nil {
		s.h.Refuse("It cannot be opened: " + sentence(err))
		return nil
	}
	return nil
}
