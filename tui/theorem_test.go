package tui

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/report"
	"wobbly/tui/screen"
	"wobbly/tui/theorem"
)

var twoStatements = []report.Statement{
	{Name: "6.10", Title: "True positives", Cite: "Theorem 6.10",
		Words: "For every report on stable paths there is an execution that races at its two " +
			"accesses.",
		Hypotheses: []report.Hypothesis{
			{Name: "stable", Text: "Both paths are stable."},
			{Name: "one-lock", Text: "There is one lock."},
		}},
	{Name: "5.7", Title: "Completeness", Cite: "Lemma 5.7",
		Words: "What the analysis finds, some trace does."},
}

// fuzzer returns a function that refutes statements without one of their hypotheses.
func fuzzer(t testing.TB) func(context.Context, theorem.Slice) theorem.Outcome {
	return func(_ context.Context, f theorem.Slice) theorem.Outcome {
		o := theorem.Outcome{
			Cases: f.Cases, Holds: f.Cases - 10, NotMet: 8, Bounded: 2,
			Rules: []report.RuleCount{
				{Rule: "load", Used: 7}, {Rule: "store", Used: f.First}, {Rule: "call", Used: 0},
			},
		}
		if len(f.Without) > 0 {
			o.Holds, o.Refuted = o.Holds-1, 1
			o.Found = &theorem.Refutation{
				Opens: program(t, "found.il", manyText, "m", "m"),
				FuzzedRefutation: report.FuzzedRefutation{
					Program: "m(b) {\n  b := new();\n  b.f := b;\n}\n", From: 14, Statements: 2,
					Refutation: report.Refutation{
						Why:    "No interleaving races: b is fresh.",
						Repeat: "wobbly theorem fuzz 6.10 --without stable --seed 1",
					},
				},
			}
		}
		return o
	}
}

// runAll runs a command and all that follow from it.
func runAll(a *app, cmd tea.Cmd) {
	for cmd != nil {
		_, cmd = a.Update(cmd())
	}
}

// theoremOf returns the screen Theorem.
func theoremOf(a *app) *theorem.Screen { return a.screens[screen.Theorem].(*theorem.Screen) }

// TestFuzzEndsByItself: a run ends after its largest number of cases.
func TestFuzzEndsByItself(t *testing.T) {
	a := onScreen(t, screenOptions(t), "5", 80, 24)
	_, cmd := a.Update(keyOf("d"))
	runAll(a, cmd)
	if shown := textOf(a.render()); theoremOf(a).Heading() != "10000 cases, 0 refuted" ||
		!strings.Contains(shown, "not met 800") {
		t.Errorf("heading = %q, want 10000 cases, 0 refuted, and \"not met 800\" in\n%s",
			theoremOf(a).Heading(), shown)
	}
	if shown := textOf(a.render()); !strings.Contains(shown, "proves nothing") ||
		!strings.Contains(shown, "2 of 3 rules used; never: call") || len(a.layers) > 0 {
		t.Errorf("with %d layers, want the run to end with 2 of 3 rules used:\n%s", len(a.layers),
			shown)
	}
}

// TestCounterexampleOpensInStep switches a hypothesis off, fuzzes, opens the counterexample, and
// goes back.
func TestCounterexampleOpensInStep(t *testing.T) {
	a := onScreen(t, screenOptions(t), "5", 80, 24)
	press(t, a, "tab", "space", "d")
	if s := theoremOf(a); !strings.Contains(textOf(a.render()),
		"Refuted by a program of 2 statements") ||
		s.Command() != "wobbly theorem fuzz 6.10 --without stable --seed 1" {
		t.Fatalf("%s, %s; want it refuted by 2 statements, with the command of seed 1",
			s.Heading(), s.Command())
	}
	press(t, a, "enter")
	if a.program.File != "found.il" || a.at != screen.Step {
		t.Fatalf("enter opens %s on %s, want found.il on Step", a.program.File,
			screen.Names[a.at])
	}
	press(t, a, "5")
	if got := theoremOf(a).Heading(); !strings.HasSuffix(got, ", 1 refuted") {
		t.Errorf("back on Theorem, the heading is %q, want 1 refuted", got)
	}
	press(t, a, "esc", "esc")
	if a.program.File != "burble.il" || a.at != screen.Theorem {
		t.Errorf("esc leads to %s on %s, want burble.il on Theorem", a.program.File,
			screen.Names[a.at])
	}
	press(t, a, "space")
	if s := theoremOf(a); s.Heading() != "" || strings.Contains(s.Command(), "--without") {
		t.Errorf("after space: heading %q, command %q; want none and no --without", s.Heading(),
			s.Command())
	}
}

// TestFuzzCanBeStopped: a run shows its counts, and esc stops it after the slice.
func TestFuzzCanBeStopped(t *testing.T) {
	a := onScreen(t, screenOptions(t), "5", 80, 24)
	_, cmd := a.Update(keyOf("d"))
	_, cmd = a.Update(cmd())
	if shown := textOf(a.render()); !strings.Contains(shown, "Checking 6.10: 100 cases") {
		t.Errorf("the screen lacks the counts of the first slice:\n%s", shown)
	}
	a.Update(keyOf("esc"))
	runAll(a, cmd)
	if s := theoremOf(a); a.status != "Stopped." || s.Heading() != "200 cases, 0 refuted" ||
		len(a.layers) != 0 {
		t.Errorf("esc: status %q under %q, %d layers; want Stopped. after 200 cases", a.status,
			s.Heading(), len(a.layers))
	}
}

// TestFuzzFails: the status line says why a run failed.
func TestFuzzFails(t *testing.T) {
	o := screenOptions(t)
	o.Theorem.Fuzz = func(context.Context, theorem.Slice) theorem.Outcome {
		return theorem.Outcome{Err: errors.New("no such statement")}
	}
	a := onScreen(t, o, "5", 80, 24)
	press(t, a, "d")
	if !strings.Contains(a.status, "The run failed: No such statement.") {
		t.Errorf("d: status %q, want that the run failed", a.status)
	}
}

// TestTheoremRefusals: keys without effect say why.
func TestTheoremRefusals(t *testing.T) {
	for _, tt := range []struct {
		keys []string
		want string
	}{
		{[]string{"enter"}, "There is no counterexample"},
		{[]string{"down", "space"}, "5.7 has no hypotheses"},
	} {
		a := onScreen(t, screenOptions(t), "5", 80, 24)
		press(t, a, tt.keys...)
		if !a.refused || !strings.Contains(a.status, tt.want) {
			t.Errorf("%v: status %q, want %q", tt.keys, a.status, tt.want)
		}
	}
}

// TestStatementsList: the list begins at the requested statement, under the heading of its group,
// and is as wide as its titles if there is room. Only one pane has a mark, and space acts on the
// pane that has the focus.
func TestStatementsList(t *testing.T) {
	var all []report.Statement
	for i := range 30 {
		group := "Soundness"
		if i >= 17 {
			group = "True positives"
		}
		all = append(all,
			report.Statement{Group: group, Name: "5." + strconv.Itoa(i),
				Title: "A statement whose title takes some room", Words: "It holds.",
				Hypotheses: []report.Hypothesis{{Name: "stable", Text: "Both paths are stable."}}})
	}
	o := screenOptions(t)
	o.Theorem.Statements, o.Theorem.Begin = all, "5.17"
	a := onScreen(t, o, "5", 120, 40)
	marks := func() int {
		n := 0
		for line := range strings.Lines(textOf(a.render())) {
			n += strings.Count(line, "│ > ") + strings.Count(line, "│> ")
		}
		return n
	}
	shown := textOf(a.render())
	if !strings.Contains(shown, "> 5.17   A statement whose title takes some room") ||
		!strings.Contains(shown, "│ True positives ") || marks() != 1 {
		t.Errorf("the list has %d marks, want one at 5.17, and its group:\n%s", marks(), shown)
	}
	press(t, a, "space")
	if shown := textOf(a.render()); !strings.Contains(shown, "[x] stable") ||
		!strings.Contains(shown, "> [x]") || marks() != 1 {
		t.Errorf("space on the list leads to %d marks, want one at the hypothesis:\n%s", marks(),
			shown)
	}
	press(t, a, "space")
	if shown := textOf(a.render()); !strings.Contains(shown, "> [ ] stable") {
		t.Errorf("space on the hypothesis does not switch it off:\n%s", shown)
	}
	press(t, a, "tab", "space")
	if !a.refused || !strings.Contains(a.status, "the pane fuzzing") {
		t.Errorf("space: status = %q, refused %t; want it off outside of the pane fuzzing",
			a.status, a.refused)
	}
}

// TestLongTitles: a title that fits between the borders is shown in full in the list of statements,
// and a longer one in the pane of its statement.
func TestLongTitles(t *testing.T) {
	long, fits := twoStatements[0], twoStatements[1]
	long.Title = "Every report of paths that meet has a witness which the independent checker " +
		"accepts"
	for _, size := range [][2]int{{70, 24}, {80, 24}, {120, 40}, {200, 50}} {
		fits.Title = "All that " + strings.Repeat("fits ", (min(size[0], 100)-28)/5) + "here"
		o := screenOptions(t)
		o.Theorem.Statements = []report.Statement{long, fits}
		shown := textOf(onScreen(t, o, "5", size[0], size[1]).render())
		flat := strings.Join(strings.Fields(strings.ReplaceAll(shown, "│", " ")), " ")
		for _, title := range []string{long.Title, fits.Title} {
			if !strings.Contains(flat, title) {
				t.Errorf("%v: the title %q is cut:\n%s", size, title, shown)
			}
		}
	}
}

// TestSwitchesAreNamed: switching a hypothesis lists all that are off, including those scrolled out
// of sight.
func TestSwitchesAreNamed(t *testing.T) {
	a := onScreen(t, screenOptions(t), "5", 80, 24)
	press(t, a, "tab")
	for _, want := range []string{
		"stable is switched off: d looks for a program that refutes the rest.",
		"stable and one-lock are switched off: d looks for a program that refutes the rest.",
		"stable is required again. one-lock is switched off: d looks for a program that refutes " +
			"the rest.",
		"one-lock is required again.",
	} {
		press(t, a, "space")
		if a.status != want {
			t.Errorf("space: status %q, want %q", a.status, want)
		}
		key := "down"
		if strings.HasPrefix(want, "stable and") {
			key = "up"
		}
		press(t, a, key)
	}
}
