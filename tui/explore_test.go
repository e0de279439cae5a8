package tui

import (
	"strconv"
	"strings"
	"testing"

	"wobbly/semantics"
	"wobbly/tui/explore"
	"wobbly/tui/screen"
)

// TestEveryStateCanBeVisited goes to each state of the list, from a state in the middle.
func TestEveryStateCanBeVisited(t *testing.T) {
	p := program(t, "d.il",
		`m(b) { if * { x := b.f; b.f := x; } while * { y := b; } lock(); unlock(); }`, "m", "m")
	a := start(t, at(t, p, "A+"), Options{Terminal: Terminal{NoColor: true}})
	press(t, a, "3")
	from := a.session.Now().Index()
	var all []semantics.Reached // the states of another search
	search := semantics.Search{
		Start:  a.session.Now().Config(),
		Limits: semantics.Limits{Iterations: semantics.Unbounded, States: explore.FirstStates},
	}
	for r := range search.All() {
		all = append(all, r)
	}
	if len(all) < 20 ||
		!strings.HasPrefix(a.screens[screen.Explore].Heading(), strconv.Itoa(len(all))+" states") {
		t.Fatalf("the heading is %q, want %d states", a.screens[screen.Explore].Heading(), len(all))
	}
	for i, want := range all {
		if i > 0 {
			a.session.GoTo(from)
			press(t, a, "3", "home")
		}
		for range i {
			press(t, a, "down")
		}
		press(t, a, "enter")
		if got := a.session.Now().Config().Key(); got != want.Config.Key() || a.at != screen.Step {
			t.Fatalf("enter on state %d leads to another one, or not to Step: %q", i, a.status)
		}
	}
}

// TestExploreKeys: + searches more states, o filters, n and N find races, enter goes to Step.
func TestExploreKeys(t *testing.T) {
	endless := program(t, "m.il",
		"m(b) { while * { n := new(); n.next := b.next; b.next := n; } }", "m", "m")
	a := start(t, endless, Options{Terminal: Terminal{NoColor: true}})
	for _, states := range []string{"2000", "20000"} {
		press(t, a, map[string]string{"2000": "3", "20000": "+"}[states])
		if shown := textOf(a.render()); !strings.Contains(shown,
			"The limit of "+states+" states was met") {
			t.Errorf("the search was not cut after %s states:\n%s", states, shown)
		}
	}
	a = start(t, burble(t), Options{Terminal: Terminal{NoColor: true}})
	press(t, a, "3")
	e := a.screens[screen.Explore]
	if shown := textOf(a.render()); !strings.Contains(shown, "Exhaustive") ||
		!strings.HasSuffix(e.Heading(), ", 1 racing") {
		t.Fatalf("heading = %q, want 1 racing, and Exhaustive in\n%s", e.Heading(), shown)
	}
	press(t, a, "+")
	if !strings.Contains(a.status, "exhaustive") {
		t.Errorf("+: status %q, want that the search was exhaustive", a.status)
	}
	press(t, a, "o")
	if shown := textOf(a.render()); strings.Count(shown, "!! o1.f") != 1 {
		t.Errorf("o does not show exactly one racing state:\n%s", shown)
	}
	press(t, a, "n", "N", "enter")
	if _, races := a.session.Now().Race(); !races {
		t.Errorf("n, N and enter lead to a state without a race: %s", a.session.Schedule())
	}
	before := e.Heading()
	press(t, a, "3")
	if e.Heading() == before {
		t.Errorf("from another state, the heading is still %q", before)
	}
}

// TestExploreGoesRound: n and N go around the racing states, and say so at the ends and if there is
// only one. o says what is shown.
func TestExploreGoesRound(t *testing.T) {
	a := start(t, program(t, "two.il", "m(b) { b.f := b; b.g := b; }", "", ""),
		Options{Terminal: Terminal{NoColor: true, Width: 80, Height: 24}})
	press(t, a, "3")
	for n, step := range []struct{ key, says string }{
		{"home", ""}, {"n", ""}, {"n", ""}, // two states race
		{"n", "That was the last racing state of the list; this is the first one."},
		{"N", "That was the first racing state of the list; this is the last one."},
		{"N", ""},
		{"o", "Racing states only; o shows all."},
		{"o", "All states that were looked at."},
	} {
		press(t, a, step.key)
		if a.status != step.says || a.refused {
			t.Errorf("step %d: %s says %q, want %q\n%s", n, step.key, a.status, step.says,
				textOf(a.render()))
		}
	}
	a = start(t, burble(t), Options{Terminal: Terminal{NoColor: true, Width: 80, Height: 24}})
	press(t, a, "3", "n")
	for _, k := range []string{"n", "N"} {
		press(t, a, k)
		if a.status != "This is the only racing state of the list." {
			t.Errorf("%s says %q, want that this is the only racing state", k, a.status)
		}
	}
}

// TestExploreColumns: the schedules are below their heading, however long the name of a racing cell
// is.
func TestExploreColumns(t *testing.T) {
	for _, field := range []string{"f", "balance", "theTopmostElementOfTheStackOfTheBank"} {
		p := program(t, "m.il", "m(b) { x := new(); b."+field+" := x; }", "m", "m")
		a := start(t, p, Options{Terminal: Terminal{NoColor: true}})
		press(t, a, "3")
		column, racing := -1, ""
		for line := range strings.Lines(textOf(a.render())) {
			if strings.Contains(line, "schedule  ") {
				column = strings.Index(line, "schedule")
			}
			if strings.Contains(line, "!! ") {
				racing = line
			}
		}
		if column < 0 || !strings.HasPrefix(racing[min(column, len(racing)):], "A B ") {
			t.Errorf("%s: the schedule is not in column %d of %q", field, column, racing)
		}
	}
}
