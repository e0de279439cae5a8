package theorem

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/report"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Options is what the caller gives the screen Theorem.
type Options struct {
	Statements []report.Statement
	Begin      string // the name of the statement that is highlighted first; empty for the first one
	// Fuzz checks a slice of random cases of a statement. It runs beside the
	// loop, one slice after the other; the same slice gives the same outcome.
	// Where the context ends it gives what it has. nil: nothing can be fuzzed.
	Fuzz func(context.Context, Slice) Outcome
}

// InASCII is statements with their signs spelled out, so that lines are broken as
// they are shown.
func InASCII(all []report.Statement) []report.Statement {
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

// Slice is cases First, First+1, ... of a run.
type Slice struct {
	Statement    string
	Without      []string // names of hypotheses
	Seed         uint64
	First, Cases uint64
}

// Outcome is what a slice came to.
type Outcome struct {
	Cases   uint64 // that were checked
	Holds   uint64 // cases with at least one instance that meets all hypotheses, where the statement holds
	NotMet  uint64 // cases without such an instance
	Bounded uint64 // left undecided because of a limit
	Refuted uint64
	Rules   []report.RuleCount // all rules, in the same order in each slice
	Found   *Refutation
	Err     error // it could not be run
}

// Refutation is a shrunk counterexample.
type Refutation struct {
	report.FuzzedRefutation
	Opens *screen.Program // nil where it cannot be stepped
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

// Screen checks statements on random programs, with hypotheses as
// switches.
type Screen struct {
	h          screen.Host
	o          Options
	work       screen.Worker
	list       screen.List     // of statements
	hypothesis screen.List     // of the statement
	off        map[string]bool // "5.7 matched": hypotheses that are switched off
	seed       uint64
	top        int // of the counterexample

	sum   Outcome // of the run so far
	of    Slice   // what the run is about
	ended string  // why the run ended; empty while it runs or where there was none
}

// New makes the screen. seed is that of the first run.
func New(h screen.Host, o Options, seed uint64) screen.Screen {
	s := &Screen{h: h, o: o, off: map[string]bool{}, seed: max(seed, 1)}
	s.work = screen.Worker{H: h, To: screen.Theorem}
	s.list.Moved, s.list.Head = s.changed, s.head
	s.list.At = max(0, slices.IndexFunc(o.Statements, func(x report.Statement) bool { return x.Name == o.Begin }))
	return s
}

// head is the heading above statement i.
func (s *Screen) head(i int) string {
	if all := s.statements(); i == 0 || all[i].Group != all[i-1].Group {
		return all[i].Group
	}
	return ""
}

// Enter implements screen.Screen.
func (s *Screen) Enter() tea.Cmd { return nil }

// Panes implements screen.Screen.
func (s *Screen) Panes() []string { return []string{paneStatements, paneStatement, paneFuzzing} }

// Heading implements screen.Screen.
func (s *Screen) Heading() string {
	if s.sum.Cases == 0 {
		return ""
	}
	return words.Count(s.sum.Cases, "case") + ", " + strconv.FormatUint(s.sum.Refuted, 10) + " refuted"
}

// Command implements screen.Screen.
func (s *Screen) Command() string {
	if s.unavailable() != "" {
		return "wobbly theorem list"
	}
	text := "wobbly theorem fuzz " + s.chosen().Name
	for n, name := range s.without() {
		text += [2]string{" --without ", ","}[min(n, 1)] + name
	}
	return text + " --seed " + strconv.FormatUint(s.seed, 10)
}

func (s *Screen) statements() []report.Statement { return s.o.Statements }
func (s *Screen) chosen() report.Statement       { return s.statements()[s.list.At] }

// without are the hypotheses of the statement that are switched off.
func (s *Screen) without() []string {
	var names []string
	for _, h := range s.chosen().Hypotheses {
		if s.isOff(h) {
			names = append(names, h.Name)
		}
	}
	return names
}

func (s *Screen) isOff(h report.Hypothesis) bool { return s.off[s.chosen().Name+" "+h.Name] }

// Keys implements screen.Screen.
func (s *Screen) Keys() []screen.Binding {
	move := func(by int) func() tea.Cmd { return screen.Does(func() { s.move(by) }) }
	return []screen.Binding{
		{Keys: []string{"space"}, Hint: "switch", Help: "switch the highlighted hypothesis off, or on again; in the list of the statements, go to the hypotheses", Do: screen.Does(s.space), Off: s.noHypothesis},
		{Keys: []string{"d"}, Hint: "check", Help: "check the statement on random programs", Do: s.fuzz, Off: s.noFuzz},
		{Keys: []string{"down", "j"}, Hint: "down", Help: "down in the focused pane", Do: move(1), Off: s.unavailable},
		{Keys: []string{"up", "k"}, Hint: "up", Help: "up in the focused pane", Do: move(-1), Off: s.unavailable},
		{Keys: []string{"pgdown"}, Help: "ten down", Do: move(10), Off: s.unavailable},
		{Keys: []string{"pgup"}, Help: "ten up", Do: move(-10), Off: s.unavailable},
		{Keys: []string{"s"}, Help: "another seed", Do: screen.Does(s.reseed), Off: s.unavailable},
		{Keys: []string{"enter"}, Hint: "open", Help: "open the counterexample in Step; esc comes back", Do: s.open, Off: s.noCounterexample},
	}
}

func (s *Screen) unavailable() string {
	if len(s.statements()) == 0 {
		return "No statements came with this session; wobbly step FILE brings them."
	}
	return ""
}

func (s *Screen) noHypothesis() string {
	if why := s.unavailable(); why != "" {
		return why
	}
	if len(s.chosen().Hypotheses) == 0 {
		return s.chosen().Name + " has no hypotheses."
	}
	return ""
}

// space does what it does in the pane that has the keys.
func (s *Screen) space() {
	switch s.h.Focused() {
	case paneStatement:
		s.toggle()
	case paneStatements:
		s.h.FocusOn(paneStatement)
		s.h.Say("Down and up choose a hypothesis of " + s.chosen().Name + "; space switches it off, or on again.")
	default:
		s.h.Refuse("The keys go to the pane fuzzing; tab leads to the statement, where space switches a hypothesis.")
	}
}

func (s *Screen) noFuzz() string {
	if s.o.Fuzz == nil && s.unavailable() == "" {
		return "Nothing came with this session that could check the statements."
	}
	return s.unavailable()
}

func (s *Screen) noCounterexample() string {
	switch {
	case s.unavailable() != "":
		return s.unavailable()
	case s.sum.Found == nil:
		return "There is no counterexample; d looks for one."
	case s.sum.Found.Opens == nil:
		return "This counterexample is no program of two threads, and cannot be stepped."
	}
	return ""
}

// move moves what is highlighted in the focused pane.
func (s *Screen) move(by int) {
	switch s.h.Focused() {
	case paneStatements:
		was := s.list.At
		if s.list.At = draw.Clamp(s.list.At+by, len(s.statements())); s.list.At != was {
			s.changed()
		}
	case paneStatement:
		s.hypothesis.At = draw.Clamp(s.hypothesis.At+by, max(len(s.chosen().Hypotheses), 1))
	default:
		s.top = draw.Clamp(s.top+by, len(s.fuzzing()))
	}
}

// changed goes with another statement.
func (s *Screen) changed() {
	s.hypothesis.At = 0
	s.reset()
}

// reset forgets the last run: it was about something else.
func (s *Screen) reset() {
	s.work.Finish()
	s.sum, s.ended, s.top = Outcome{}, "", 0
}

func (s *Screen) toggle() {
	h := s.chosen().Hypotheses[s.hypothesis.At]
	key := s.chosen().Name + " " + h.Name
	s.off[key] = !s.off[key]
	s.reset()
	said := h.Name + " is required again. "
	if s.off[key] {
		said = ""
	}
	switch off := s.without(); len(off) {
	case 0:
	case 1:
		said += off[0] + " is switched off: d looks for a program that refutes the rest."
	default:
		said += words.And(off) + " are switched off: d looks for a program that refutes the rest."
	}
	s.h.Say(strings.TrimSpace(said))
}

func (s *Screen) reseed() {
	s.seed++
	s.reset()
	s.h.Say("The seed is " + strconv.FormatUint(s.seed, 10) + ".")
}

// fuzz begins a run.
func (s *Screen) fuzz() tea.Cmd {
	s.reset()
	if w, _ := s.h.Size(); w < theoremWide {
		s.h.FocusOn(paneFuzzing)
	}
	s.of = Slice{Statement: s.chosen().Name, Without: s.without(), Seed: s.seed, Cases: sliceCases}
	label := func() string { return "Checking " + s.of.Statement + ": " + s.tally() }
	return s.work.Start(label, s.slice())
}

// slice is the next piece of the run.
func (s *Screen) slice() func(context.Context) tea.Msg {
	fuzz, of := s.o.Fuzz, s.of
	of.Without = slices.Clone(of.Without)
	return func(ctx context.Context) tea.Msg { return fuzz(ctx, of) }
}

// Update implements screen.Screen.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	msg, ok := s.work.Result(msg)
	if !ok {
		return nil
	}
	o, _ := msg.(Outcome)
	s.sum = s.sum.plus(o)
	switch {
	case o.Err != nil:
		s.ended = "The run failed: " + command.Sentence(o.Err)
	case o.Found != nil || o.Refuted > 0:
		s.ended = "Refuted."
		if o.Found != nil {
			s.ended = "Refuted: enter opens the counterexample in Step."
		}
	case s.work.Stopped():
		s.ended = "Stopped."
	case s.sum.Cases >= fuzzCases:
		s.ended = "Ended: no counterexample in " + strconv.FormatUint(s.sum.Cases, 10) + " cases, which proves nothing."
	case o.Cases == 0:
		s.ended = "Ended: no more cases could be drawn."
	default:
		s.of.First += o.Cases
		return s.work.More(s.slice())
	}
	s.work.Finish()
	s.h.Say(s.ended)
	return nil
}

// plus adds the outcome of the next slice.
func (o Outcome) plus(p Outcome) Outcome {
	sum := Outcome{Cases: o.Cases + p.Cases, Holds: o.Holds + p.Holds, NotMet: o.NotMet + p.NotMet,
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
func (s *Screen) open() tea.Cmd {
	if err := s.h.Visit(s.sum.Found.Opens, screen.Theorem); err != nil {
		s.h.Refuse("It cannot be opened: " + command.Sentence(err))
		return nil
	}
	return nil
}
