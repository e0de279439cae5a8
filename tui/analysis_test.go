package tui

import (
	"strings"
	"testing"

	"wobbly/il"
)

// burbleLines is the analysis of meps and reps.
func burbleLines(_ *il.Core, u *il.Unit) ([]AnalysisLine, error) {
	at := func(line int) il.Position { return il.Position{Line: line, Col: 3} }
	if u.Name == "meps" {
		return []AnalysisLine{
			{At: at(25), Text: "lock()", Rule: "lock", Lock: 1},
			{At: il.Position{Line: 26, Col: 5}, Text: "out := b.f", Rule: "load", W: []string{"out"}, Lock: 1, A: []string{"(b.f, R, 1)"}},
			{At: at(27), Text: "unlock()", Rule: "unlock"},
		}, nil
	}
	return []AnalysisLine{
		{At: at(31), Text: "fortyTwo := new()", Rule: "new", W: []string{"fortyTwo"}},
		{At: at(32), Text: "b.f := fortyTwo", Rule: "store", W: []string{"b.f"}, A: []string{"(b.f, W, 0)"}},
	}, nil
}

// TestAnalysisFollowsTheStep holds the marked line to where the thread stands.
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
			t.Errorf("after %s %q is not marked:\n%s", tt.key, fields, shown)
		}
	}
	press(t, a, "up", "e")
	if len(a.layers) != 1 || !strings.Contains(textOf(a.render()), "Rule:") {
		t.Errorf("nothing is explained:\n%s", textOf(a.render()))
	}
}

func TestAnalysisLeavesChoicesToStep(t *testing.T) {
	a := start(t, program(t, "m.il", "m(b) { if * { x := b; } }", "m", "m"), screenOptions(t))
	press(t, a, "4", "a")
	if !a.refused || !strings.Contains(a.status, "enter goes to Step") {
		t.Errorf("status %q", a.status)
	}
	press(t, a, "enter")
	if a.at != screenStep {
		t.Errorf("on %s", names[a.at])
	}
}
