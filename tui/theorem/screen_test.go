package theorem

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/report"
	"wobbly/semantics"
	"wobbly/tui/tuitest"
)

var statements = []report.Statement{
	{Name: "6.10", Title: "True positives", Group: "Main", Words: "Reports are races.",
		Hypotheses: []report.Hypothesis{
			{Name: "stable", Text: "Both paths are stable."},
			{Name: "one-lock", Text: "There is one lock."},
		}},
	{Name: "5.7", Title: "Completeness", Group: "Lemmas",
		Words: "What the analysis finds, some trace does."},
}

// newScreen returns the screen with a fuzzer that checks n cases in each slice, and refutes
// statements without the hypothesis stable.
func newScreen(t *testing.T, n uint64) (*Screen, *tuitest.Host) {
	t.Helper()
	h := tuitest.Of(t, "m(b) { }")
	h.Focus = paneStatement
	fuzz := func(_ context.Context, of Slice) Outcome {
		o := Outcome{
			Cases: n, Holds: n, Rules: []report.RuleCount{{Rule: "load", Used: n}, {Rule: "call"}},
		}
		if slices.Contains(of.Without, "stable") {
			o.Refuted, o.Found = 1, &Refutation{FuzzedRefutation: report.FuzzedRefutation{
				Program: "m(b) { }\n", Statements: 2, From: 9,
			}}
		}
		return o
	}
	return New(h, Options{Statements: statements, Fuzz: fuzz}, 0).(*Screen), h
}

// TestModel: keys are off where they have no effect.
func TestModel(t *testing.T) {
	s, h := newScreen(t, sliceCases)
	if got := s.Panes(); !slices.Equal(got, []string{"statements", "statement", "fuzzing"}) {
		t.Errorf("Panes() = %q, want statements, statement and fuzzing", got)
	}
	want := []string{"space switch", "d check", "down down", "up up", "enter open"}
	if got := tuitest.Hints(s.Keys()); !slices.Equal(got, want) {
		t.Errorf("the hints are %q, want %q", got, want)
	}
	if off := tuitest.Off(s.Keys()); len(off) != 1 ||
		off["enter"] != "There is no counterexample; d looks for one." {
		t.Errorf("keys that are off = %q, want only enter, without a counterexample", off)
	}
	if got := []string{s.head(0), s.head(1)}; !slices.Equal(got, []string{"Main", "Lemmas"}) {
		t.Errorf("the headings are %q, want Main and Lemmas", got)
	}
	h.Focus = paneStatements
	h.Press(t, s.Keys, "down", "down")
	if off := tuitest.Off(s.Keys()); s.chosen().Name != "5.7" ||
		off["space"] != "5.7 has no hypotheses." {
		t.Errorf("%s: keys that are off = %q, want space, because 5.7 has no hypotheses",
			s.chosen().Name, off)
	}
	empty := New(h, Options{}, 1).(*Screen)
	if off := tuitest.Off(empty.Keys()); len(off) != 8 || empty.Command() != "wobbly theorem list" {
		t.Errorf("without statements, the keys %q are off and the command is %s; want 8 keys and "+
			"wobbly theorem list", off, empty.Command())
	}
}

// TestSwitches switches hypotheses off and on, and says which are off.
func TestSwitches(t *testing.T) {
	s, h := newScreen(t, sliceCases)
	for _, tt := range []struct{ keys, says, without string }{
		{"space", "stable is switched off: d looks for a program that refutes the rest.",
			" --without stable"},
		{"down space",
			"stable and one-lock are switched off: d looks for a program that refutes the rest.",
			" --without stable,one-lock"},
		{"up space",
			"stable is required again. one-lock is switched off: d looks for a program that " +
				"refutes the rest.", " --without one-lock"},
		{"down space", "one-lock is required again.", ""},
	} {
		h.Press(t, s.Keys, strings.Fields(tt.keys)...)
		if want := "wobbly theorem fuzz 6.10" + tt.without + " --seed 1"; h.Text != tt.says ||
			s.Command() != want {
			t.Errorf("%s: %q with the command %s, want %q with %s", tt.keys, h.Text, s.Command(),
				tt.says, want)
		}
	}
}

// TestRun adds slices until a counterexample, the limit, or the last case.
func TestRun(t *testing.T) {
	for _, tt := range []struct {
		n             uint64
		keys          string
		heading, says string
	}{
		{sliceCases, "d", "10000 cases, 0 refuted",
			"Ended: no counterexample in 10000 cases, which proves nothing."},
		{fuzzCases - 1, "d", "19998 cases, 0 refuted",
			"Ended: no counterexample in 19998 cases, which proves nothing."},
		{fuzzCases, "d", "10000 cases, 0 refuted",
			"Ended: no counterexample in 10000 cases, which proves nothing."},
		{0, "d", "", "Ended: there are no more cases."},
		{sliceCases, "space d", "100 cases, 1 refuted",
			"Refuted: enter opens the counterexample in Step."},
	} {
		s, h := newScreen(t, tt.n)
		h.Press(t, s.Keys, strings.Fields(tt.keys)...)
		if s.Heading() != tt.heading || h.Text != tt.says || h.Top() != nil {
			t.Errorf("%s with slices of %d cases: %s, %q, %d layers; want %s, %q, no layer",
				tt.keys, tt.n, s.Heading(), h.Text, len(h.Layers), tt.heading, tt.says)
		}
	}
	s, h := newScreen(t, sliceCases)
	h.Press(t, s.Keys, "space", "d")
	want := []string{
		"100 cases: holds 100, not met 0, undecided 0, refuted 1.",
		"Refuted by a program of 2 statements, shrunk from 9; enter opens it in Step.", "",
		"  m(b) { }", "", "", "", "Coverage: 1 of 2 rules used; never: call.",
	}
	if got := s.fuzzing(); !slices.Equal(got, want) {
		t.Errorf("fuzzing() = %q, want %q", got, want)
	}
	if off := tuitest.Off(s.Keys()); !strings.HasPrefix(off["enter"],
		"This counterexample is not a program of two threads") {
		t.Errorf("keys that are off = %q, want enter, for a program that is not of two threads",
			off)
	}
	s.o.Fuzz = func(context.Context, Slice) Outcome {
		return Outcome{Err: errors.New("there is no such statement")}
	}
	h.Press(t, s.Keys, "d")
	if want := "The run failed: There is no such statement."; h.Text != want {
		t.Errorf("d = %q, want %q", h.Text, want)
	}
	h.Press(t, s.Keys, "s")
	if h.Text != "The seed is 2." || s.Heading() != "" {
		t.Errorf("s: %q under %q, want seed 2 and no heading", h.Text, s.Heading())
	}
}

// TestOpen opens the counterexample, or says why it cannot be opened.
func TestOpen(t *testing.T) {
	s, h := newScreen(t, sliceCases)
	h.Press(t, s.Keys, "space", "d")
	p := *h.Open
	s.sum.Found.Opens = &p
	if h.Press(t, s.Keys, "enter"); h.Refused || h.Open != &p {
		t.Errorf("enter: %q, refused %t; want the counterexample opened", h.Text, h.Refused)
	}
	p.Init = semantics.Init{}
	h.Press(t, s.Keys, "enter")
	if !h.Refused || !strings.HasPrefix(h.Text, "It cannot be opened: ") {
		t.Errorf("enter without an initial state: %q, refused %t; want that it cannot be opened",
			h.Text, h.Refused)
	}
}
