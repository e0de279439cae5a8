package tui

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/report"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// many formats the numbers below n and joins the results.
func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestLocalsScroll shows the changed variable among many, counts the other lines, and scrolls to
// all of them.
func TestLocalsScroll(t *testing.T) {
	text := "m(b) {" + many("\n  x%02d := new();", 30) + "\n}"
	a := start(t, at(t, program(t, "m.il", text, "m", "m"), "A29"),
		Options{Terminal: Terminal{NoColor: true}})
	shown := textOf(a.render())
	for _, want := range []string{"x28 = o30 *", " more (tab"} {
		if !strings.Contains(shown, want) {
			t.Fatalf("the locals lack %q:\n%s", want, shown)
		}
	}
	a.FocusOn("locals")
	seen := func(names ...string) bool {
		shown := textOf(a.render())
		for _, n := range names {
			if !strings.Contains(shown, n) {
				return false
			}
		}
		return true
	}
	for range 30 {
		press(t, a, "up")
		a.render()
	}
	if !seen("b = o1", "x00 = o2", "lock  free") {
		t.Errorf("up: the first locals and the lock are not shown:\n%s", textOf(a.render()))
	}
	press(t, a, "down", "down") // the keys up beyond the first line do not count
	if seen("x00 = o2") {
		t.Errorf("down does not scroll away the first line:\n%s", textOf(a.render()))
	}
	for range 30 {
		press(t, a, "down")
		a.render()
	}
	if !seen("x29 = -") {
		t.Errorf("down: x29 is not shown:\n%s", textOf(a.render()))
	}
}

// wide returns a program of an object with many fields that races on one of them.
func wide(t *testing.T, field string) *screen.Program {
	text := "m(b) {\n  b." + field + " := b;" + many("\n  b.field%d := b;", 14) + "\n}"
	return program(t, "wide.il", text, "m", "m")
}

// TestHeapShowsTheRace shows the racing cell of an object with many fields, at all sizes, and
// counts the others.
func TestHeapShowsTheRace(t *testing.T) {
	for _, size := range sizes {
		a := start(t, at(t, wide(t, "field9"), "A B"),
			Options{Terminal: Terminal{NoColor: true, Width: size[0], Height: size[1]}})
		shown := textOf(a.render())
		if !strings.Contains(shown, "field9: o1 !! A:W B:W") &&
			!strings.Contains(shown, "field9  o1 !! A:W B:W") {
			t.Errorf("%dx%d hides the race:\n%s", size[0], size[1], shown)
		}
		if !strings.Contains(shown, "field13") && !strings.Contains(shown, " more }") {
			t.Errorf("%dx%d hides cells without a mark:\n%s", size[0], size[1], shown)
		}
	}
}

// TestHeapKeepsValues clips the name of a field but not the value of the cell.
func TestHeapKeepsValues(t *testing.T) {
	const field = "aFieldWithANameThatIsLongerThanThePaneOfTheHeapIsWide"
	for _, size := range sizes {
		a := start(t, at(t, program(t, "wide.il", "m(b) { b."+field+" := b; }", "m", "m"), "A B"),
			Options{Terminal: Terminal{NoColor: true, Width: size[0], Height: size[1]}})
		if shown := textOf(a.render()); !strings.Contains(shown, "o1 !! A:W B:W") {
			t.Errorf("%dx%d lacks the value of the cell:\n%s", size[0], size[1], shown)
		}
	}
}

// TestHeapKeepsNames shows a long name of a field in full, with its value on the next line.
func TestHeapKeepsNames(t *testing.T) {
	const text = "m(b) {\n  b.theBalanceOfTheAccount := b;\n  b.theOwnerOfTheAccount := b;\n}"
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		a := start(t, at(t, program(t, "m.il", text, "m", "m"), ""),
			Options{Terminal: Terminal{NoColor: true, Width: size[0], Height: size[1]}})
		shown := textOf(a.render())
		for _, name := range []string{"theBalanceOfTheAccount:", "theOwnerOfTheAccount:"} {
			if !strings.Contains(shown, name) {
				t.Errorf("%dx%d lacks %s\n%s", size[0], size[1], name, shown)
			}
		}
	}
}

// TestRunToLine is refused if the thread is already there, and does not move if the line is not
// reached.
func TestRunToLine(t *testing.T) {
	a := start(t,
		program(t, "m.il", "m(b) {\n  x := b;\n  y := b;\n  z := b;\n}", "m", "m"), Options{})
	a.FocusOn(screen.PaneA)
	press(t, a, "a", "enter")
	if !a.refused || a.status != "A is already at line 3; a steps it." || a.session.At() != 1 {
		t.Errorf("enter at the present line: status %q in state %d, want a refusal in 1", a.status,
			a.session.At())
	}
	press(t, a, "up", "enter")
	if !a.refused ||
		!strings.HasPrefix(a.status, "A does not reach line 2 from here, and stays. ") ||
		a.session.At() != 1 || a.session.Len() != 1 {
		t.Errorf("enter at an earlier line: status %q in state %d of %d, want a refusal in 1 of 1",
			a.status, a.session.At(), a.session.Len())
	}
	press(t, a, "down", "down", "enter")
	if a.refused || a.session.At() != 3 {
		t.Errorf("enter at a later line: status %q in state %d, want 3", a.status, a.session.At())
	}
}

// TestBlockedSaysWhy wraps the reason into the free rows.
func TestBlockedSaysWhy(t *testing.T) {
	a := start(t, firstPair(t), Options{Terminal: Terminal{NoColor: true}})
	press(t, a, "a", "b")
	shown := textOf(a.render())
	shown = shown[strings.Index(shown, "blocked"):]
	if !strings.Contains(strings.Join(strings.Fields(shown), " "), "A holds it, │ │ depth 1.") {
		t.Errorf("the reason why B is blocked is cut:\n%s", shown)
	}
}

// TestCallsHaveNames labels calls and returns with the methods that they enter and leave.
func TestCallsHaveNames(t *testing.T) {
	text := "m(a) {\n  m1(a);\n  m2(a);\n}\nprivate m1(x) {\n}\nprivate m2(x) {\n}"
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		a := start(t, at(t, program(t, "m.il", text, "m", "m"), "A4"),
			Options{Terminal: Terminal{NoColor: true, Width: size[0], Height: size[1]}})
		shown := textOf(a.render())
		for _, want := range []string{"m1(a)", "end m1", "m2(a)", "end m2"} {
			if !strings.Contains(shown[strings.Index(shown, "trace"):], want) {
				t.Errorf("%v: the trace lacks %s:\n%s", size, want, shown)
			}
		}
		if strings.Contains(shown, "push(") ||
			!strings.Contains(a.session.Trace("", "none").String(), "push(a)") {
			t.Errorf("%v: push is shown, or is not in the trace file:\n%s", size, shown)
		}
	}
}

// TestNarrow: a narrow terminal shows the values before and after a repair, the key that opens it,
// and where both threads are.
func TestNarrow(t *testing.T) {
	o := screenOptions(t)
	o.Width, o.Height = 40, 12
	a := start(t, at(t, burble(t), "A B"), o)
	press(t, a, "f")
	shown := textOf(a.render())
	for _, want := range []string{"before yes, after no", "enter open"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the report lacks %q:\n%s", want, shown)
		}
	}
	press(t, a, "esc")
	a.program.NoFile, a.o.Save = true, func(name string, _ []byte) (string, error) {
		return name, nil
	}
	press(t, a, "q")
	shown = textOf(a.render())
	for _, want := range []string{"> s  save", "  n  discard"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the menu lacks %q:\n%s", want, shown)
		}
	}
	press(t, a, "esc", "0", "3")
	for _, row := range strings.Split(textOf(a.render()), "\n")[6:9] {
		if !strings.Contains(row, " A ") || !strings.Contains(row, " B ") {
			t.Errorf("a row of Explore lacks the line of a thread: %q", row)
		}
	}
	a.o.Repair = anyRepair
	a = start(t, at(t, burble(t), "A B"), a.o)
	press(t, a, "f")
	for w := 20; w < 60; w++ {
		list := hints(a.Top().Keys(), w, false)
		if list[0].Keys[0] != "enter" {
			t.Errorf("%d columns: the first hint is %s, want enter", w, list[0].Keys[0])
		}
	}
}

// TestWhereNoRaceIs: if the present state does not race, Step says where the next racing state is.
func TestWhereNoRaceIs(t *testing.T) {
	a := start(t, at(t, burble(t), "A B2"), screenOptions(t))
	for _, x := range []struct{ key, want string }{
		{"end", "N goes back to one"}, {"home", "n goes to one"},
	} {
		press(t, a, x.key, "m")
		if !a.refused || !strings.Contains(a.status, x.want) {
			t.Errorf("%s: status = %q, refused %t; want a refusal with %q", x.key, a.status,
				a.refused, x.want)
		}
	}
	press(t, a, "R", "b", "f")
	if !a.refused || !strings.Contains(a.status, "nor is any other of this trace") {
		t.Errorf("f: status = %q, refused %t; want that no state of this trace races", a.status,
			a.refused)
	}
}

// TestExploreFromAChoice names the states in which the search began.
func TestExploreFromAChoice(t *testing.T) {
	a := start(t, program(t, "m.il", "m(b) { if * { x := b.f; } else { b.f := b; } }", "m", "m"),
		Options{Terminal: Terminal{NoColor: true}})
	press(t, a, "3")
	shown := textOf(a.render())
	if !strings.Contains(shown, "here, A+0 B+0") && !strings.Contains(shown, "here, A-0 B-0") {
		t.Errorf("neither choice is shown as the start:\n%s", shown)
	}
}

// TestNoLessonOffersNothing: without a lesson, no hint names a key of lessons.
func TestNoLessonOffersNothing(t *testing.T) {
	a := start(t, burble(t), Options{Terminal: Terminal{NoColor: true, Width: 120, Height: 30}})
	press(t, a, "6")
	rows := strings.Split(textOf(a.render()), "\n")
	if hint := rows[len(rows)-1]; strings.Contains(hint, "check") ||
		strings.Contains(hint, "hint") || strings.Contains(hint, "to Step") {
		t.Errorf("the hint = %q, want no key of lessons", hint)
	}
}

// TestPlainCounts accepts counts where they make sense, and refuses them where they would be
// ignored.
func TestPlainCounts(t *testing.T) {
	text := "m(b) { x := b; y := b; z := b; }"
	for _, tt := range []struct{ in, schedule, want string }{
		{"a 2\n", "A2", "State 2 of 2"},
		{"a 99\n", "A3", "A made 3 steps of 99."},
		{"a x\n", "", `Not done: "x" will not do: give a number, at least 1.`},
		{"a 3\nundo 2\n", "A", "State 1 of 1"},
		{"a 3\nundo 5\n", "", "3 of 5 times. "},
		{"a 3\nundo 2\nredo 2\n", "A3", "State 3 of 3"},
		{"a\nA 3\n", "A", "Not done: A takes nothing after it"},
		{"W\n", "", "Not done: Say of what"},
	} {
		var out strings.Builder
		bye, err := Plain(t.Context(), strings.NewReader(tt.in), &out,
			Options{Program: program(t, "m.il", text, "m", "m")})
		if err != nil || bye.Schedule != tt.schedule || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%q leads to the schedule %q, %v; want %q, and %q in\n%s", tt.in, bye.Schedule,
				err, tt.schedule, tt.want, out.String())
		}
	}
}

// TestSignsInASCII spells out the signs of statements.
func TestSignsInASCII(t *testing.T) {
	o := screenOptions(t)
	o.ASCII = true
	o.Theorem.Statements = []report.Statement{{Name: "t", Title: "π ∈ A",
		Words:      "q1 ∉ Wr1, L1 = 0 ∨ L2 = 0, W = ∅.",
		Hypotheses: []report.Hypothesis{{Name: "kept", Text: "q1 ∉ Wr1"}}}}
	a := start(t, burble(t), o)
	press(t, a, "5")
	shown := textOf(a.render())
	for _, want := range []string{"pi in A", "q1 not in Wr1, L1 = 0 or L2", "W = {}"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the screen lacks %q:\n%s", want, shown)
		}
	}
	rows := strings.Split(shown, "\n")
	for _, row := range rows[:len(rows)-1] { // the last names the key ?
		if strings.Contains(row, "?") {
			t.Errorf("a row has a sign that ASCII lacks: %q", row)
		}
	}
}

// TestNothingIsHidden: a small screen shows two objects. The variables of an object are either all
// named or counted.
func TestNothingIsHidden(t *testing.T) {
	a := start(t, at(t, burble(t), "A B"),
		Options{Terminal: Terminal{NoColor: true, Width: 60, Height: 20}})
	if shown := textOf(a.render()); !strings.Contains(shown, "<- A.b, B.b") ||
		!strings.Contains(shown, "o2 new * { f: o2 }") {
		t.Errorf("60x20 lacks an object or its variables:\n%s", shown)
	}
	for _, w := range []int{80, 100, 120} {
		p := program(t, "m.il",
			"m(bucket) {\n  fortyTwo := new();\n  bucket.f := fortyTwo;\n}\n", "m", "m")
		a := start(t, at(t, p, "A B"),
			Options{Terminal: Terminal{NoColor: true, Width: w, Height: 40}})
		if shown := textOf(a.render()); strings.Contains(shown, "fort...") ||
			strings.Contains(shown, "buck...") || !strings.Contains(shown, "B.fortyTwo") {
			t.Errorf("%d columns cut the name of a variable:\n%s", w, shown)
		}
	}
}

// TestColonWords: the prompt for expressions also accepts quit, help and the words of plain mode. A
// name of the program stays a name.
func TestColonWords(t *testing.T) {
	a := start(t, burble(t), Options{Terminal: Terminal{NoColor: true}})
	colon := func(text string) bool {
		press(t, a, ":")
		typed(t, a, text)
		_, cmd := a.Update(keyOf("enter"))
		return cmd != nil
	}
	colon("help")
	if len(a.layers) != 1 || !strings.Contains(textOf(a.render()), "step thread A") {
		t.Errorf(":help opens %d layers, status %q; want the help", len(a.layers), a.status)
	}
	press(t, a, "esc")
	colon("a 1")
	if a.session.Schedule().String() != "A" {
		t.Errorf(":a 1 leads to %s, status %q; want A", a.session.Schedule(), a.status)
	}
	colon("undo")
	if a.session.At() != 0 {
		t.Errorf(":undo leads to state %d, status %q; want 0", a.session.At(), a.status)
	}
	colon("b")
	if !strings.Contains(a.status, "b = o1") || a.session.At() != 0 {
		t.Errorf(":b leads to state %d, status %q; want the value of b in 0", a.session.At(),
			a.status)
	}
	for _, tt := range [][2]string{
		// b and c are words too
		{"b = b", "write =="}, {"b := b", "write =="}, {"c = b", "has a variable c"},
		{"go 99", "There is no state 99"}, {"a x", "will not do"},
		{"c 3", "takes nothing after it"},
	} {
		colon(tt[0])
		if !a.refused || !strings.Contains(a.status, tt[1]) || len(a.layers) != 1 ||
			!strings.Contains(textOf(a.render()), ": "+tt[0]) {
			t.Errorf(":%s: status %q, %d layers; want %q above the prompt", tt[0], a.status,
				len(a.layers), tt[1])
		}
		press(t, a, "esc")
	}
	for _, word := range []string{"q", "quit"} {
		if !colon(word) {
			t.Errorf(":%s does not quit: status %q", word, a.status)
		}
	}
}

// TestNamesApart: at 80x24, the titles of panes and the locals distinguish procedures and variables
// whose names of 60 characters differ only at the end. The values of variables stay visible.
func TestNamesApart(t *testing.T) {
	long := strings.Repeat("x", 57)
	m, n, v, u := long+"_m1", long+"_m2", long+"_v1", long+"_v2"
	p := program(t, "long.il",
		m+"("+v+") {\n  "+u+" := "+v+";\n  "+v+".f := "+v+";\n}\n"+n+"("+v+") {\n  "+v+".f := "+v+
			";\n}\n", m, n)
	a := start(t, p, Options{})
	for _, keys := range [][]string{{"tab"}, {"a"}, {"4"}} {
		press(t, a, keys...)
		text := textOf(a.render())
		for _, want := range []string{"_m1(", "_m2("} {
			if !strings.Contains(text, want) {
				t.Errorf("after %v, the screen lacks %q:\n%s", keys, want, text)
			}
		}
		if keys[0] == "a" &&
			!(strings.Contains(text, "_v1 = o1") && strings.Contains(text, "_m1")) {
			t.Errorf("the locals do not say what _v1 is:\n%s", text)
		}
		for line := range strings.Lines(text) {
			if w := draw.Cells(strings.TrimRight(line, "\n")); w > 80 {
				t.Errorf("a row of %d cells, want at most 80: %s", w, line)
			}
		}
	}
}
