package tui

import (
	"context"
	"strings"
	"testing"

	"wobbly/semantics"
	"wobbly/session"
)

// surveyOf searches a program from its start.
func surveyOf(t *testing.T, text string, limit int) *territory {
	t.Helper()
	p := program(t, "x.il", text, "m", "m")
	k, err := semantics.NewConfig(p.Core, p.Pair, p.Init)
	if err != nil {
		t.Fatal(err)
	}
	return survey(context.Background(), k, limit)
}

// TestSurveyCounts counts by hand.
func TestSurveyCounts(t *testing.T) {
	tests := []struct {
		text          string
		states, races int    // states are not counted where ways is empty
		ways          string // "" for without number
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
		ways := ""
		if got.ways != nil {
			ways = got.ways.String()
		}
		if got.cut || tt.ways != "" && len(got.states) != tt.states || got.races != tt.races || ways != tt.ways {
			t.Errorf("%s: %d states, %d racing, %q ways, cut %v; want %d, %d, %q", tt.text, len(got.states), got.races, ways, got.cut, tt.states, tt.races, tt.ways)
		}
	}
}

func TestSurveyIsBounded(t *testing.T) {
	got := surveyOf(t, manyText, 50)
	if !got.cut || len(got.states) != 50 || !strings.Contains(got.verdict(), "limit of 50 states was met") {
		t.Errorf("%d states: %s", len(got.states), got.verdict())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := burble(t)
	k, err := semantics.NewConfig(p.Core, p.Pair, p.Init)
	if err != nil {
		t.Fatal(err)
	}
	if got := survey(ctx, k, 50); !got.stopped || !strings.Contains(got.verdict(), "Stopped") {
		t.Errorf("not stopped: %s", got.verdict())
	}
}

// TestEveryStateCanBeVisited goes to each state of the list, from a state in the
// middle.
func TestEveryStateCanBeVisited(t *testing.T) {
	p := program(t, "d.il", `m(b) { if * { x := b.f; b.f := x; } while * { y := b; } lock(); unlock(); }`, "m", "m")
	a := start(t, at(t, p, "A+"), Options{Terminal: Terminal{NoColor: true}})
	press(t, a, "3")
	e := a.screens[screenExplore].(*exploreScreen)
	if e.got == nil || len(e.shown) < 20 {
		t.Fatal("nothing was found")
	}
	for i, n := range e.shown {
		a.at = screenExplore
		e.list.at = i
		e.visit()
		if got, want := a.session.Now().Config().Key(), e.got.states[n].Config.Key(); got != want || a.at != screenStep {
			t.Fatalf("state %d (%s): another state; %s", i, e.got.states[n].way(), a.status)
		}
	}
}

func TestExploreKeys(t *testing.T) {
	a := start(t, burble(t), Options{Explore: ExploreOptions{States: 5}, Terminal: Terminal{NoColor: true}})
	press(t, a, "3")
	e := a.screens[screenExplore].(*exploreScreen)
	if !e.got.cut || !strings.Contains(textOf(a.render()), "The limit of 5 states was met") {
		t.Errorf("not cut:\n%s", textOf(a.render()))
	}
	press(t, a, "+")
	if e.got.cut || e.got.races == 0 {
		t.Fatalf("%s", e.got.verdict())
	}
	press(t, a, "+")
	if !strings.Contains(a.status, "exhaustive") {
		t.Errorf("status %q", a.status)
	}
	press(t, a, "o")
	if len(e.shown) != e.got.races {
		t.Errorf("%d rows for %d racing states", len(e.shown), e.got.races)
	}
	press(t, a, "n", "N", "enter")
	if _, races := a.session.Now().Race(); !races {
		t.Error("this is no racing state")
	}
	before := e.got
	press(t, a, "3")
	if e.got == before {
		t.Error("the search was not made anew from another state")
	}
	if s := session.SeekStates; e.limit > s {
		t.Errorf("the limit is %d", e.limit)
	}
}
