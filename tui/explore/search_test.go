package explore

import (
	"context"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/tui/tuitest"
)

// endlessText is a program that makes new objects for ever.
const endlessText = `m(b) {
  while * {
    n := new();
    n.next := b.next;
    b.next := n;
  }
}
`

// surveyOf searches a program from its start.
func surveyOf(t *testing.T, text string, limit int) *space {
	t.Helper()
	core := iltest.Core(t, text)
	k, err := semantics.NewConfig(core, core.Pairs()[0], session.OneObject(core, core.Pairs()[0]))
	if err != nil {
		t.Fatal(err)
	}
	return survey(context.Background(), k, limit)
}

// TestSurveyCounts compares the counts with ones that were made by hand.
func TestSurveyCounts(t *testing.T) {
	tests := []struct {
		text          string
		states, races int    // states are ignored if schedules is empty
		schedules     string // "" if there are infinitely many
	}{
		{"m(b) { }", 1, 0, "1"},
		{"m(b) { x := b; }", 4, 0, "2"},            // AB, BA
		{"m(b) { x := b; y := x; }", 9, 0, "6"},    // 4 over 2
		{"m(b) { x := b; b.f := x; }", 9, 1, "6"},  // racing before both stores
		{"m(b) { lock(); unlock(); }", 8, 0, "2"},  // one after the other
		{"m(b) { if * { x := b; } }", 9, 0, "5"},   // 2 orders of two steps, or one step, or none
		{"m(b) { while * { x := b; } }", 0, 0, ""}, // loops lead back
	}
	for _, tt := range tests {
		got := surveyOf(t, tt.text, 1000)
		schedules := ""
		if got.schedules != nil {
			schedules = got.schedules.String()
		}
		if got.cut || tt.schedules != "" && len(got.states) != tt.states || got.races != tt.races ||
			schedules != tt.schedules {
			t.Errorf("%s: %d states, %d racing, %q schedules, cut %v; want %d, %d, %q, false",
				tt.text, len(got.states), got.races, schedules, got.cut, tt.states, tt.races,
				tt.schedules)
		}
	}
}

// TestSurveyIsBounded: a search ends at its limit, and when its context ends.
func TestSurveyIsBounded(t *testing.T) {
	got := surveyOf(t, endlessText, 50)
	if !got.cut || len(got.states) != 50 ||
		!strings.Contains(got.verdict(), "limit of 50 states was met") {
		t.Errorf("survey with a limit of 50 has %d states, cut %t: %s", len(got.states), got.cut,
			got.verdict())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	core := iltest.Core(t, "m(b) { x := b; }")
	k, err := semantics.NewConfig(core, core.Pairs()[0], session.OneObject(core, core.Pairs()[0]))
	if err != nil {
		t.Fatal(err)
	}
	if got := survey(ctx, k, 50); !got.stopped || !strings.Contains(got.verdict(), "Stopped") {
		t.Errorf("survey of a cancelled context: stopped %t, %s; want it stopped", got.stopped,
			got.verdict())
	}
}

// TestHead: the first state at each distance has a heading.
func TestHead(t *testing.T) {
	h := tuitest.Of(t, "m(b) { x := b; }")
	e := New(h).(*exploreScreen)
	h.Run(e.Enter())
	var got []string
	for i := range e.shown {
		got = append(got, e.head(i))
	}
	want := []string{"where the search began", "1 step away", "", "2 steps away"}
	if !slices.Equal(got, want) {
		t.Errorf("the headings are %q, want %q", got, want)
	}
}
