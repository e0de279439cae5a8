package tui

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// TestKeyTables checks the tables of all screens and layers: no key is bound twice, and every
// binding is in the help with a description.
func TestKeyTables(t *testing.T) {
	a := start(t, burble(t), Options{})
	for n := range screen.Count {
		a.at = n
		checkTable(t, screen.Names[n], a.table())
		help := newHelp(a)
		for _, b := range a.table() {
			if !inHelp(help, b) {
				t.Errorf("%s: %s is not in the help", screen.Names[n], b.Label(false))
			}
		}
	}
	screen.Ask(a, "", "", nil)
	prompt := a.Top()
	screen.Choose(a, "", []screen.Option{{Key: "t"}, {Key: "e"}})
	menu := a.Top()
	screen.Quiz(a, "", "answer", []screen.Option{{Key: "a"}, {Key: "b"}, {Key: "c"}})
	for name, l := range map[string]screen.Layer{
		"quiz": a.Top(), "help": newHelp(a), "prompt": prompt, "page": &screen.Page{H: a},
		"menu": menu,
	} {
		checkTable(t, name, screen.Join(l.Keys(), always()))
	}
}

// checkTable checks that every binding of a table has keys and an action, and no key two bindings.
func checkTable(t *testing.T, name string, table []screen.Binding) {
	t.Helper()
	bound := map[string]string{}
	for _, b := range table {
		if b.Do == nil || len(b.Keys) == 0 {
			t.Errorf("%s: %q does nothing", name, b.Help)
		}
		for _, k := range b.Keys {
			if other, twice := bound[k]; twice {
				t.Errorf("%s: %s is bound twice: %q and %q", name, k, other, b.Help)
			}
			bound[k] = b.Help
		}
	}
}

// inHelp reports whether a binding is in the help.
func inHelp(h *help, b screen.Binding) bool {
	for _, row := range h.rows {
		if row[0] == b.Label(false) && strings.HasPrefix(row[1], b.Help) {
			return true
		}
	}
	return false
}

// TestKeyTablesForDocs compares the tables for the documentation with the real ones.
func TestKeyTablesForDocs(t *testing.T) {
	tables, err := KeyTables(burble(t))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	for _, k := range tables {
		rows[k.Screen] = len(k.Rows)
	}
	a := start(t, burble(t), Options{})
	step, all := len(a.screens[screen.Step].Keys()), len(a.Keys())+len(always())
	if rows["Step"] != step || rows["All screens"] != all {
		t.Errorf("rows = %v, want %d of Step and %d of all screens", rows, step, all)
	}
}

// TestGuard: q asks if there is a reason, and ctrl+c does not.
func TestGuard(t *testing.T) {
	a := start(t, burble(t), Options{})
	a.guard = func() string { return "The lesson is not done. Quit?" }
	if _, cmd := a.Update(keyOf("q")); cmd != nil || len(a.layers) != 1 {
		t.Fatalf("q quits or opens %d layers, want a question", len(a.layers))
	}
	press(t, a, "n")
	if _, cmd := a.Update(keyOf("ctrl+c")); cmd == nil {
		t.Error("ctrl+c does not quit")
	}
	press(t, a, "q")
	if _, cmd := a.Update(keyOf("y")); cmd == nil {
		t.Error("y does not quit")
	}
}

// TestBackToWrites presses W in both panes that it works in.
func TestBackToWrites(t *testing.T) {
	a := start(t, at(t, burble(t), "A B2 A"), Options{})
	press(t, a, "W")
	if a.session.At() != 3 {
		t.Errorf("the write of o1.f is in state %d, want 3: %s", a.session.At(), a.status)
	}
	a.FocusOn("locals")
	press(t, a, "end", "W", "backspace", "backspace")
	typed(t, a, "B.fortyTwo")
	press(t, a, "enter")
	if a.session.At() != 2 {
		t.Errorf("the assignment of fortyTwo is in state %d, want 2: %s", a.session.At(), a.status)
	}
}

// TestRefusalsSayWhy presses keys that cannot be used and reads the status line.
func TestRefusalsSayWhy(t *testing.T) {
	tests := []struct {
		keys []string
		want string
	}{
		{[]string{"u"}, "nothing to undo"},
		{[]string{"left"}, "This is the start"},
		{[]string{"right"}, "This is the end of the trace"},
		{[]string{"a", "b"}, "B waits before lock()"},
		{[]string{"c"}, "no condition yet"},
		{[]string{"m"}, "not a racing state"},
		{[]string{"["}, "one branch only"},
		{[]string{"S"}, "Nothing can be saved"},
		{[]string{"x"}, "nothing to export"},
		{[]string{"~"}, "does nothing here"},
		{[]string{"esc"}, "nothing to go back to"},
		{[]string{"n"}, "no state where the threads race"},
		{[]string{"g", "9", "9", "enter"}, "There is no state 99"},
		{[]string{":", "z", "q", "enter"}, "Column 1"},
		{[]string{"p", "A", "x", "enter"}, "No schedule"},
	}
	for _, tt := range tests {
		a := start(t, program(t, "burble.il", example(t, "burble.il"), "meps", "meps"), Options{})
		press(t, a, tt.keys...)
		if !a.refused || !strings.Contains(a.status, tt.want) {
			t.Errorf("%v: refused %t, status %q; want a refusal with %q", tt.keys, a.refused,
				a.status, tt.want)
		}
	}
}

// TestHelpOfUnusableKeys: the help says why a key cannot be used.
func TestHelpOfUnusableKeys(t *testing.T) {
	a := start(t, burble(t), Options{Terminal: Terminal{NoColor: true}})
	press(t, a, "?")
	h := a.layers[0].(*help)
	text := ""
	for _, row := range h.rows {
		text += row[0] + " " + row[1] + "\n"
	}
	for _, want := range []string{
		"There is no condition yet", "Colours are switched off", "This is not a racing state",
	} {
		if !strings.Contains(text, "not now: "+want) {
			t.Errorf("the help lacks %q:\n%s", want, text)
		}
	}
}

// TestChoice makes a choice in each of the possible ways.
func TestChoice(t *testing.T) {
	const text = "m(b) { while * { b.f := b; } if * { x := b.f; } else { x := b; } }"
	tests := []struct {
		keys []string
		want string
	}{
		{[]string{"a", "l"}, "A+0"},
		{[]string{"a", "l", "a"}, "A+"},
		{[]string{"a", "x", "a", "e", "a"}, "A--"},
		{[]string{"down", "enter", "a"}, "A+"},
		{[]string{"a", "esc"}, ""},
		{[]string{"a", "q"}, ""},
		{[]string{"tab", "tab", "down"}, ""},
	}
	for _, tt := range tests {
		a := start(t, program(t, "m.il", text, "m", "m"), Options{})
		press(t, a, tt.keys...)
		if got := a.session.Schedule().String(); got != tt.want {
			t.Errorf("%v: schedule %q, want %q", tt.keys, got, tt.want)
		}
	}
}

// TestMouse clicks on a statement, a thread, a button and a row of the trace.
func TestMouse(t *testing.T) {
	tests := []struct {
		text string // that is clicked
		want string // the schedule then
	}{
		{"out := b.f;", "A"},
		{"33 }", "B2"},
		{"B will make", "B"},
		{"b step B", "B"},
	}
	for _, tt := range tests {
		a := start(t, burble(t), Options{Terminal: Terminal{NoColor: true}})
		x, y := locate(t, textOf(a.render()), tt.text)
		a.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		if got := a.session.Schedule().String(); got != tt.want {
			t.Errorf("click on %q: schedule %q, want %q", tt.text, got, tt.want)
		}
	}
	large := Terminal{NoColor: true, Width: 120, Height: 40}
	a := start(t, at(t, burble(t), "A3 B2"), Options{Terminal: large})
	x, y := locate(t, textOf(a.render()), "out := b.f  ")
	a.Update(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	if a.session.At() != 2 {
		t.Errorf("a click on a row of the trace leads to state %d, want 2", a.session.At())
	}
}

// locate returns the cell at which a text begins on a screen.
func locate(t *testing.T, shown, text string) (x, y int) {
	t.Helper()
	for y, row := range strings.Split(shown, "\n") {
		if at := strings.Index(row, text); at >= 0 {
			return draw.Cells(row[:at]), y
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", text, shown)
	return 0, 0
}

// TestKeysInASCII: in ASCII, every hint and every row of the help names a key that works, and names
// an arrow in words.
func TestKeysInASCII(t *testing.T) {
	ascii := screenOptions(t)
	ascii.ASCII = true
	a := onScreen(t, ascii, "1", 200, 60)
	check := func(where string, table []screen.Binding) {
		t.Helper()
		shown := strings.TrimRight(row(a, a.height-1), " ")
		for _, b := range hints(table, a.width, true) {
			k, hint := hintOf(b, true)
			if !slices.Contains(b.Keys, k) || k == hint {
				t.Errorf("%s: the hint %q %q is not a key of %q, or not apart from it (%s)", where,
					k, hint, b.Keys, b.Help)
			}
			if !strings.Contains(shown, strings.TrimRight(" "+k+" "+hint, " ")) {
				t.Errorf("%s: the line of hints lacks %s %s: %q", where, k, hint, shown)
			}
		}
		for _, b := range table {
			if got, want := b.Label(true), strings.Join(b.Keys, " "); got != want {
				t.Errorf("%s: Label(true) = %q, want %q", where, got, want)
			}
		}
	}
	for n := screen.Step; n < screen.Count; n++ {
		press(t, a, strconv.Itoa(int(n)))
		check(screen.Names[n], a.table())
	}
	press(t, a, "1", "e")
	check("a page", a.Top().Keys())
	press(t, a, "esc", "?")
	check("help", a.Top().Keys())
	text := textOf(a.render())
	if !strings.Contains(text, "\n down j ") || strings.Contains(text, "\n v j ") {
		t.Errorf("the help lacks \"down j\" or shows v for the arrow:\n%s", text)
	}
	a = onScreen(t, ascii, "2", 80, 24)
	for key, want := range map[string]string{
		"left": "The key left does nothing here; ? shows all keys.",
		"b":    "b is a key of Step (step B), not of Reports; 1 goes there.",
	} {
		press(t, a, key)
		if a.status != want {
			t.Errorf("%s: status %q, want %q", key, a.status, want)
		}
	}
}
