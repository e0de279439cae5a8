package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/session/advice"
	"wobbly/tui/screen"
)

// burbleLines returns the analysis of meps and reps, and an error for other units.
func burbleLines(_ context.Context, _ *il.Core, u *il.Unit) (advice.Unit, error) {
	stmts := u.Body.Stmts
	at := func(line, col int) il.Position { return il.Position{Line: line, Col: col} }
	if u.Name == "meps" {
		return advice.Unit{Lines: []advice.Line{
			{Stmt: stmts[0], At: at(25, 3), Text: "lock()", Rule: "lock", Lock: "1"},
			{Stmt: stmts[1], At: at(26, 5), Text: "out := b.f", Rule: "load",
				Before: advice.State{Lock: "1"}, W: []string{"b.f"}, Lock: "1",
				A: []string{"(b.f, R, 1)"}},
			{Stmt: stmts[2], At: at(27, 3), Text: "unlock()", Rule: "unlock",
				Before: advice.State{W: []string{"b.f"}, Lock: "1", A: 1}, Lock: "0"},
		}, End: advice.State{W: []string{"b.f"}, Lock: "0", A: 1}}, nil
	}
	if u.Name != "reps" {
		return advice.Unit{}, errors.New("the sets are too large")
	}
	return advice.Unit{Lines: []advice.Line{
		{Stmt: stmts[0], At: at(31, 3), Text: "fortyTwo := new()", Rule: "new", Lock: "0"},
		{Stmt: stmts[1], At: at(32, 3), Text: "b.f := fortyTwo", Rule: "store", Lock: "0",
			W: []string{"b.f"}, A: []string{"(b.f, W, 0)"}},
	}, End: advice.State{W: []string{"b.f"}, Lock: "0", A: 1}}, nil
}

// burbleAnalysis is the analysis of burble.
var burbleAnalysis = advice.Analysis{Lines: burbleLines, About: burbleAbout}

// burbleAbout returns the analysis of the race of burble.
func burbleAbout(_ context.Context, core *il.Core, _ il.Pair, s il.Sites) (advice.Pair, error) {
	if core.Source.At(s[1].At) != "32:3" {
		return advice.Pair{}, errors.New("no such accesses")
	}
	tests := []advice.Test{
		{Name: "fields", Holds: true, Finding: "both paths have the fields .f."},
		{Name: "write", Holds: true, Finding: "reps writes."},
		{Name: "lock", Holds: true,
			Finding: "the lock levels are 1 and 0; one of them must be 0 (condition or)."},
		{Name: "stable", Holds: true, Finding: "no proper prefix of the paths is wobbly."},
	}
	return advice.Pair{
		ID: "R1", Race: true, Verdict: "reported as the race R1.", Tests: tests,
	}, nil
}

// TestAnalysisFollowsTheStep: the marked line is the next one of the thread that moved.
func TestAnalysisFollowsTheStep(t *testing.T) {
	a := onScreen(t, screenOptions(t), "4", 120, 40)
	for _, tt := range []struct{ key, marked string }{
		{"b", "> 32    b.f := fortyTwo"}, {"b", ">       end"}, {"left", "> 32    b.f := fortyTwo"},
		{"a", "> 26    out := b.f"}, {"a", "> 27    unlock()"},
	} {
		press(t, a, tt.key)
		shown := textOf(a.render())
		fields := strings.Join(strings.Fields(tt.marked), " ")
		found := false
		for _, row := range strings.Split(shown, "\n") {
			found = found || strings.Contains(strings.Join(strings.Fields(row), " "), fields)
		}
		if !found {
			t.Errorf("after %s, no row has %q:\n%s", tt.key, fields, shown)
		}
	}
	press(t, a, "up", "e")
	if len(a.layers) != 1 || !strings.Contains(textOf(a.render()), "Rule:") {
		t.Errorf("e does not explain the highlighted row:\n%s", textOf(a.render()))
	}
}

// TestAnalysisLeavesChoicesToStep: a thread that has to choose is not stepped; enter goes to Step.
func TestAnalysisLeavesChoicesToStep(t *testing.T) {
	a := start(t, program(t, "m.il", "m(b) { if * { x := b; } }", "m", "m"), screenOptions(t))
	press(t, a, "4", "a")
	if !a.refused || !strings.Contains(a.status, "enter goes to Step") {
		t.Errorf("a at a choice: status %q, want that enter goes to Step", a.status)
	}
	press(t, a, "enter")
	if a.at != screen.Step {
		t.Errorf("enter leads to %s, want Step", screen.Names[a.at])
	}
}
