// Package theorem is the screen Theorem. It lists statements with their hypotheses as switches,
// checks them on random programs, and opens a counterexample in Step.
package theorem

import (
	"cmp"
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

// Options configures the screen Theorem.
type Options struct {
	Statements []report.Statement
	Begin      string // the name of the statement that is highlighted first; the first one if empty
	// Fuzz checks a slice of random cases of a statement; nil disables it. It runs in the
	// background. The same slice gives the same outcome, unless the context ends.
	Fuzz func(context.Context, Slice) Outcome
}

// InASCII returns statements in ASCII, so that they are wrapped at their displayed width.
func InASCII(all []report.Statement) []report.Statement {
	all = slices.Clone(all)
	for i := range all {
		s := &all[i]
		s.Title = report.InASCII(s.Title)
		s.Cite = report.InASCII(s.Cite)
		s.Words = report.InASCII(s.Words)
		s.Hypotheses = slices.Clone(s.Hypotheses)
		for k := range s.Hypotheses {
			s.Hypotheses[k].Text = report.InASCII(s.Hypotheses[k].Text)
		}
	}
	return all
}

// A Slice is a part of a run: the cases from First to First+Cases-1.
type Slice struct {
	Statement    string
	Without      []string // the names of the hypotheses that are switched off
	Seed         uint64
	First, Cases uint64
}

// An Outcome is the result of a slice.
type Outcome struct {
	Cases uint64 // how many were checked
	// Holds counts the cases with an instance that meets all hypotheses, all of which satisfy the
	// statement.
	Holds   uint64
	NotMet  uint64 // cases without such an instance
	Bounded uint64 // cases that are undecided because of a limit
	Refuted uint64
	Rules   []report.RuleCount // all rules, in the same order in each slice
	Found   *Refutation
	Err     error // why the slice could not be run
}

// A Refutation is a shrunk counterexample.
type Refutation struct {
	report.FuzzedRefutation
	Opens *screen.Program // the program to open in Step; nil if it cannot be stepped
}

const (
	sliceCases = 100    // the cases of a slice
	fuzzCases  = 10_000 // the cases after which a run ends
)

// The names of the panes.
const (
	paneStatements = "statements"
	paneStatement  = "statement"
	paneFuzzing    = "fuzzing"
)

// Screen is the screen Theorem.
type Screen struct {
	h          screen.Host
	o          Options
	work       screen.Worker
	list       screen.List     // of the statements
	hypothesis int             // the highlighted hypothesis of the statement
	off        map[string]bool // the hypotheses that are switched off: "5.7 matched"
	seed       uint64
	top        int // the first visible line of the pane fuzzing

	sum   Outcome // the sum of the slices of the run
	of    Slice   // the slice that is running, or the next one
	ended string  // why the run ended; "" before that
}

// New returns the screen. seed is the seed of the first run.
func New(h screen.Host, o Options, seed uint64) screen.Screen {
	s := &Screen{h: h, o: o, off: map[string]bool{}, seed: max(seed, 1), work: screen.Worker{H: h}}
	s.list.Moved, s.list.Head = s.changed, s.head
	s.list.At = max(0,
		slices.IndexFunc(o.Statements, func(x report.Statement) bool { return x.Name == o.Begin }))
	return s
}

// head returns the heading above statement i, or "".
func (s *Screen) head(i int) string {
	if all := s.o.Statements; i == 0 || all[i].Group != all[i-1].Group {
		return all[i].Group
	}
	return ""
}

func (s *Screen) Enter() tea.Cmd  { return nil }
func (s *Screen) Panes() []string { return []string{paneStatements, paneStatement, paneFuzzing} }
func (s *Screen) Heading() string {
	if s.sum.Cases == 0 {
		return ""
	}
	return words.Count(s.sum.Cases, "case") + ", " +
		strconv.FormatUint(s.sum.Refuted, 10) + " refuted"
}

func (s *Screen) Command() string {
	if s.unavailable().Refuses() {
		return "wobbly theorem list"
	}
	text := "wobbly theorem fuzz " + s.chosen().Name
	if off := s.without(); len(off) > 0 {
		text += " --without " + strings.Join(off, ",")
	}
	return text + " --seed " + strconv.FormatUint(s.seed, 10)
}

func (s *Screen) chosen() report.Statement { return s.o.Statements[s.list.At] }

// without returns the names of the hypotheses that are switched off.
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

func (s *Screen) Keys() []screen.Binding {
	move := func(by int) func() tea.Cmd { return screen.Does(func() { s.move(by) }) }
	return []screen.Binding{
		{Keys: []string{"space"}, Hint: "switch", Do: screen.Does(s.space), Off: s.noHypothesis,
			Help: "switch the highlighted hypothesis off, or on again; in the list of the " +
				"statements, go to the hypotheses"},
		{Keys: []string{"d"}, Hint: "check", Do: s.fuzz, Off: s.noFuzz,
			Help: "check the statement on random programs"},
		{Keys: []string{"down", "j"}, Hint: "down", Do: move(1), Off: s.unavailable,
			Help: "down in the focused pane"},
		{Keys: []string{"up", "k"}, Hint: "up", Do: move(-1), Off: s.unavailable,
			Help: "up in the focused pane"},
		{Keys: []string{"pgdown"}, Help: "ten down", Do: move(10), Off: s.unavailable},
		{Keys: []string{"pgup"}, Help: "ten up", Do: move(-10), Off: s.unavailable},
		{Keys: []string{"s"}, Help: "another seed", Do: screen.Does(s.reseed), Off: s.unavailable},
		{Keys: []string{"enter"}, Hint: "open", Do: s.open, Off: s.noCounterexample,
			Help: "open the counterexample in Step; esc comes back"},
	}
}

// unavailable, noHypothesis, noFuzz and noCounterexample return why keys cannot be used now.
func (s *Screen) unavailable() screen.Refusal {
	return command.When(len(s.o.Statements) == 0, "No statements came with this session; wobbly "+
		"step FILE brings them.")
}

func (s *Screen) noHypothesis() screen.Refusal {
	if why := s.unavailable(); why.Refuses() {
		return why
	}
	return command.When(len(s.chosen().Hypotheses) == 0, s.chosen().Name+" has no hypotheses.")
}

// space switches the highlighted hypothesis, or goes to the pane in which space does that.
func (s *Screen) space() {
	switch s.h.Focused() {
	case paneStatement:
		h := s.chosen().Hypotheses[s.hypothesis]
		key := s.chosen().Name + " " + h.Name
		s.off[key] = !s.off[key]
		s.reset()
		said := ""
		if !s.off[key] {
			said = h.Name + " is required again. "
		}
		if off := s.without(); len(off) > 0 {
			are := " is"
			if len(off) > 1 {
				are = " are"
			}
			said += words.And(off) + are +
				" switched off: d looks for a program that refutes the rest."
		}
		s.h.Say(strings.TrimSpace(said))
	case paneStatements:
		s.h.FocusOn(paneStatement)
		s.h.Say("Down and up choose a hypothesis of " + s.chosen().Name +
			"; space switches it off, or on again.")
	default:
		s.h.Refuse("The keys go to the pane fuzzing; tab leads to the statement, where space " +
			"switches a hypothesis.")
	}
}

func (s *Screen) noFuzz() screen.Refusal {
	return cmp.Or(s.unavailable(),
		command.When(s.o.Fuzz == nil, "Nothing came with this session that could check the "+
			"statements."))
}

func (s *Screen) noCounterexample() screen.Refusal {
	found := s.sum.Found
	return cmp.Or(s.unavailable(),
		command.When(found == nil, "There is no counterexample.").Then("d", "looks for one"),
		command.When(found != nil && found.Opens == nil,
			"This counterexample is not a program of two threads, so it cannot be stepped."))
}

// move moves the highlight of the focused pane, or scrolls it.
func (s *Screen) move(by int) {
	switch s.h.Focused() {
	case paneStatements:
		before := s.list.At
		s.list.At = draw.Clamp(before+by, len(s.o.Statements))
		if s.list.At != before {
			s.changed()
		}
	case paneStatement:
		s.hypothesis = draw.Clamp(s.hypothesis+by, max(len(s.chosen().Hypotheses), 1))
	default:
		s.top = draw.Clamp(s.top+by, len(s.fuzzing()))
	}
}

func (s *Screen) changed() {
	s.hypothesis = 0
	s.reset()
}

// reset ends the run and forgets its outcome.
func (s *Screen) reset() {
	s.work.Finish()
	s.sum, s.ended, s.top = Outcome{}, "", 0
}

func (s *Screen) reseed() {
	s.seed++
	s.reset()
	s.h.Say("The seed is " + strconv.FormatUint(s.seed, 10) + ".")
}

func (s *Screen) fuzz() tea.Cmd {
	s.reset()
	if w, _ := s.h.Size(); w < wide {
		s.h.FocusOn(paneFuzzing)
	}
	s.of = Slice{Statement: s.chosen().Name, Without: s.without(), Seed: s.seed, Cases: sliceCases}
	label := func() string { return "Checking " + s.of.Statement + ": " + s.tally() }
	return s.work.Start(label, s.slice())
}

func (s *Screen) slice() func(context.Context) screen.Then {
	fuzz, of := s.o.Fuzz, s.of
	return func(ctx context.Context) screen.Then {
		o := fuzz(ctx, of)
		return func() tea.Cmd { return s.add(o) }
	}
}

// add adds the outcome of a slice, and ends the run or starts the next slice.
func (s *Screen) add(o Outcome) tea.Cmd {
	sum := &s.sum
	sum.Cases += o.Cases
	sum.Holds += o.Holds
	sum.NotMet += o.NotMet
	sum.Bounded += o.Bounded
	sum.Refuted += o.Refuted
	sum.Found, sum.Err = o.Found, o.Err
	if len(sum.Rules) == 0 {
		sum.Rules = slices.Clone(o.Rules)
	} else {
		for i := range min(len(o.Rules), len(sum.Rules)) {
			sum.Rules[i].Used += o.Rules[i].Used
		}
	}
	switch {
	case o.Err != nil:
		s.ended = "The run failed: " + command.Sentence(o.Err)
	case o.Found != nil:
		s.ended = "Refuted: enter opens the counterexample in Step."
	case o.Refuted > 0:
		s.ended = "Refuted."
	case s.work.Stopped():
		s.ended = "Stopped."
	case sum.Cases >= fuzzCases:
		s.ended = "Ended: no counterexample in " + strconv.FormatUint(sum.Cases, 10) +
			" cases, which proves nothing."
	case o.Cases == 0:
		s.ended = "Ended: there are no more cases."
	default:
		s.of.First += o.Cases
		return s.work.More(s.slice())
	}
	s.work.Finish()
	s.h.Say(s.ended)
	return nil
}

func (s *Screen) open() tea.Cmd {
	if err := s.h.Visit(s.sum.Found.Opens, screen.Theorem); err != nil {
		s.h.Refuse("It cannot be opened: " + command.Sentence(err))
	}
	return nil
}
