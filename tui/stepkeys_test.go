package tui

import (
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/session"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// TestStepKeys presses every key of Step that moves or looks, and checks the schedule, the state
// and the status line.
func TestStepKeys(t *testing.T) {
	const choices = "m(b) { x := b; y := x; b.f := y; if * { z := b.f; } else { b.f := b; } }"
	on := func(text, moves string) *screen.Program {
		return at(t, program(t, "m.il", text, "m", "m"), moves)
	}
	race := func(moves string) *screen.Program { return at(t, burble(t), moves) }
	tests := []struct {
		name     string
		p        *screen.Program
		keys     string // separated by blanks; 'text' is typed
		schedule string // that of the present state
		status   string // a part of the status line
	}{
		{"a and b", race(""), "a b", "A B", "B makes the object o2"},
		{"A up to what the other can see", on(choices, ""), "A", "A2",
			"Stopped before a cell that B can reach"},
		{"B up to a choice", on(choices, "A3 B3"), "B", "A3 B3", "B chooses at 1:34"},
		{"enter does the row", race("A"), "j enter", "A B", "B makes"},
		{"enter runs to the line", race(""), "tab tab tab down enter", "B", "B makes"},
		{"back and on", race("A B A"), "left h right", "A B", "State 2 of 3"},
		{"ten back and on", on(choices, "A3 A+0"), "pgup l l pgdown", "A3 A+0", "State 4 of 4"},
		{"undo", race("A B"), "u", "", "Undone"},
		{"undo and redo", race(""), "a b u ctrl+r", "A B", "Redone"},
		{"branches", race(""), "a left b [", "A", "Branch 1"},
		{"branches on", race(""), "a left b [ ]", "B", "Branch 2"},
		{"first and last", race("A B A"), "0 $ home end", "A B A", "State 3 of 3"},
		{"go", race("A B A"), "g '1' enter", "A", "State 1 of 3"},
		{"go to the first race", race("A B A"), "g 'r' enter", "A B", "State 2 of 3"},
		{"go to a place", race("A B A"), "left b g '1.1' enter", "A", "State 1"},
		{"next race", race("A B A"), "home n", "A B", "State 2 of 3"},
		{"race before", race("A B A"), "N", "A B", "State 2 of 3"},
		{"until, on by a search", race(""), "/ 'race' enter c", "A B",
			"2 steps from here: A B. Race on o1.f"},
		{"until, back", race("A B A"), "/ 'switch' enter C", "A B", "State 2 of 3"},
		// counts are those of here
		{"until an expression", race(""), "/ 'B.steps == 2' enter c", "", "no state ahead"},
		{"back to the write", race("A B2 A"), "W", "A B2", "State 3 of 4"},
		{"a seed", race(""), ": 'seed 5' enter r", "B A3 B", "A random run of seed 5"},
		{"restart", race("A B"), "R", "", "State 0 of 2"},
		{"minimise", on(choices, "A3 A+ B"), "m", "A3 A+ B", "not a racing state"},
		{"minimise a race", on(choices, "A2 B2"), "m esc", "A2 B2", "Minimised from 4 moves to 4"},
		{"view", race("A B"), "v v v", "A B", "all objects"},
		{"watch and not", race("A"), "w 'b.f' enter w 'b.f' enter", "A", "No longer watched: b.f"},
		{"evaluate", race("A"), ": 'lock.owner' enter", "A", "lock.owner = A"},
		{"paste", race("A"), "p 'B2 A' enter", "B2 A", "State 3 of 3"},
		{"fold", race("A B"), "o", "A B", "folds steps that concern one thread alone"},
		{"fold and not", race("A B"), "o o", "A B", "shows every step"},
		{"predict", race(""), "I b enter b enter", "B",
			"Right (1 of 1 right). B makes the object o2"},
		{"predict by moving", race(""), "I down down enter down up up enter", "B",
			"Wrong. The answer: fortyTwo holds o2, a new object (0 of 1 right)."},
		{"predict each step", race(""), "I e enter a b enter", "A",
			"Right (1 of 1 right). A takes the lock"},
		{"predict nothing", race(""), "I e enter a enter z", "",
			"Choose with down and up, or by a key of the list; esc cancels."},
		{"predict and answer nothing", race(""), "I a enter enter", "", "Choose an answer first"},
		{"predict by a line", race(""), ": 'predict b fortyTwo=o2' enter", "B",
			"Right (1 of 1 right)."},
		{"focus", race("A"), "tab tab shift+tab", "A", "The keys go to the pane trace"},
		{"rows of the trace", race("A B A"), "tab up k down", "A B", "State 2 of 3"},
		{"projector", race("A"), "V", "A", "For a room: high contrast"},
		{"projector and not", race("A"), "V V", "A", "The screen is as before."},
		{"nothing plays", race("A"), "ctrl+p", "A", "Nothing plays by itself here."},
		{"theme", race("A"), "t", "A", "Theme: light"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := start(t, tt.p, Options{Seed: 1, Terminal: Terminal{Theme: draw.Auto}})
			for _, k := range strings.Fields(tt.keys) {
				if text, ok := strings.CutPrefix(k, "'"); ok && strings.HasSuffix(text, "'") &&
					len(k) > 2 {
					typed(t, a, strings.TrimSuffix(text, "'"))
				} else {
					pressOrType(t, a, k)
				}
			}
			if got := a.session.Schedule().String(); got != tt.schedule ||
				!strings.Contains(a.status, tt.status) {
				t.Errorf("%s: schedule %q, want %q; status %q, want %q", tt.keys, got, tt.schedule,
					a.status, tt.status)
			}
		})
	}
}

// pressOrType presses a key, or types a piece of a quoted text that contains blanks.
func pressOrType(t *testing.T, a *app, k string) {
	t.Helper()
	prompting := prompted(a)
	switch {
	case prompting && strings.HasPrefix(k, "'"):
		typed(t, a, strings.TrimPrefix(k, "'"))
	case prompting && strings.HasSuffix(k, "'"):
		typed(t, a, " "+strings.TrimSuffix(k, "'"))
	case prompting && k != "enter" && k != "esc":
		typed(t, a, " "+k)
	default:
		press(t, a, k)
	}
}

// prompted reports whether a prompt is open.
func prompted(a *app) bool {
	if a.Top() == nil {
		return false
	}
	_, ok := screen.FindKey(a.Top().Keys(), "backspace")
	return ok
}

// TestSaveAndExport saves a trace and exports a picture.
func TestSaveAndExport(t *testing.T) {
	saved := map[string]string{}
	a := start(t, at(t, burble(t), "A B"), Options{Files: screen.Files{
		Save: func(name string, text []byte) (string, error) {
			saved[name] = string(text)
			return "/" + name, nil
		},
		Exports: []screen.Export{{
			Name: "svg", Suffix: ".svg",
			Write: func(s *session.Session) ([]byte, error) {
				return []byte(s.Schedule().String()), nil
			},
		}},
		Tool: "wobbly test",
	}})
	press(t, a, "S", "enter")
	if text := saved["burble.trace"]; !strings.Contains(text, "A 25:3 lock()  depth 0->1") ||
		a.status != "Saved: /burble.trace" {
		t.Errorf("status = %q, saved %q; want the trace in /burble.trace", a.status, text)
	}
	press(t, a, "x", "1", "enter")
	if saved["burble.svg"] != "A B" {
		t.Errorf("status = %q, saved %v; want A B in burble.svg", a.status, saved)
	}
	if bye := a.farewell(); len(bye.Saved) != 2 {
		t.Errorf("farewell().Saved = %v, want 2 files", bye.Saved)
	}
}

// TestExplainTellsSources: the explanation of a step says where the values that it read came from.
func TestExplainTellsSources(t *testing.T) {
	a := start(t, at(t, burble(t), "B2 A2"),
		Options{Analysis: burbleAnalysis, Terminal: Terminal{NoColor: true}})
	press(t, a, "e")
	const source = "o1.f held what was written in the move to state 2"
	if shown := textOf(a.render()); !strings.Contains(shown, source) {
		t.Errorf("the explanation lacks %q:\n%s", source, shown)
	}
	press(t, a, "esc", "shift+tab", "e")
	const rule = "rule unlock: W += {}, L = 0, A += {}"
	if shown := textOf(a.render()); !strings.Contains(shown, rule) {
		t.Errorf("the explanation lacks %q:\n%s", rule, shown)
	}
}

// TestMap draws the whole trace with locks, races and the present state. A click on it goes there.
func TestMap(t *testing.T) {
	a := start(t, at(t, program(t, "local.il", localText, "m", "m"), strings.Repeat("A+9 ", 8)),
		Options{Terminal: Terminal{NoColor: true, Width: 120, Height: 40}})
	press(t, a, "home")
	shown := textOf(a.render())
	x, y := locate(t, shown, "all ^")
	lane, _, _ := strings.Cut(strings.Split(shown, "\n")[y], "has the lock")
	if n := strings.Count(lane, "A"); n < 8 {
		t.Errorf("the lock is held in %d columns of the map, want at least 8:\n%s", n, shown)
	}
	a.Update(keyOf("end"))
	if got, _ := locate(t, textOf(a.render()), "^  A, B has the lock"); got <= x+35 {
		t.Errorf("the last state is in column %d, want after %d", got, x+35)
	}
	a.render()
	a.Update(tea.MouseClickMsg{X: x + 4 + 20, Y: y, Button: tea.MouseLeft})
	if at := a.session.At(); at < 35 || at > 60 {
		t.Errorf("a click in the middle leads to state %d, want 35 to 60", at)
	}
	for _, size := range [][2]int{{120, 40}, {80, 24}, {100, 24}} {
		a := start(t, at(t, program(t, "local.il", localText, "m", "m"), strings.Repeat("A+9 ", 8)),
			Options{Terminal: Terminal{NoColor: true, Width: size[0], Height: size[1]}})
		press(t, a, "tab") // to the trace
		if shown := textOf(a.render()); !strings.Contains(shown, "has the lock  ! race  ^ here") {
			t.Errorf("%v: the map has no legend:\n%s", size, shown)
		}
	}
	narrow := start(t, at(t, burble(t), "A B"), Options{Terminal: Terminal{NoColor: true}})
	if shown := textOf(narrow.render()); strings.Contains(shown, "all ") {
		t.Errorf("a short trace has a map:\n%s", shown)
	}
}
