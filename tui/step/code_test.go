package step

import (
	"strings"
	"testing"

	"wobbly/tui/tuitest"
)

// TestStatement checks that the highlighted part of a line is the thread's next statement, with its
// semicolon, or up to the brace of its block.
func TestStatement(t *testing.T) {
	for _, tt := range []struct{ body, moves, want string }{
		{"x := b; y := x;", "", "x := b;"},
		{"x := b; y := x;", "A", "y := x;"},
		{"x := b; y := x;", "A2", "}"},
		{"if * { x := b; }", "", "if *"},
		{"x := b  ; y := x", "A", "y := x"},
		{"while * { x := b; }", "", "while *"},
		{"x := b // end", "", "x := b // end"},
		{"x := b", "", "x := b"},
	} {
		s := screenOf(t, "m(b) {\n"+tt.body+"\n}", tt.moves)
		v := s.s.Now()
		line := codeLine{s: s, v: v, i: 0, number: 2, digits: 1, here: true}
		at := s.s.Core().Source.Position(v.Config().Threads[0].Point.Pos())
		shown := s.s.Core().Source.Line(at.Line)
		from, to := line.statement(shown)
		if got := shown[from:to]; got != tt.want {
			t.Errorf("statement of %q after %q = %q, want %q", tt.body, tt.moves, got, tt.want)
		}
	}
}

// TestTraceForm checks that the trace is a ribbon below lanesFrom rows, and lanes from there on.
func TestTraceForm(t *testing.T) {
	s, _ := story(t, storyText, "A3 A+ B2 A3", 80, 24)
	for height, lanes := range map[int]bool{5: false, 6: true, 7: true} {
		shown := strings.Join(tuitest.Rows(80, height, s.drawTrace), "\n")
		if got := strings.Contains(shown, "effect"); got != lanes {
			t.Errorf("%d rows are lanes: %t, want %t\n%s", height, got, lanes, shown)
		}
	}
}

// TestComments checks that a comment is split from its code, on whatever line it is.
func TestComments(t *testing.T) {
	for text, want := range map[string][2]string{
		"x := b; // why": {"x := b; ", "// why"},
		"// all":         {"", "// all"},
		"x := b;":        {"x := b;", ""},
	} {
		if code, comment := splitComment(text); [2]string{code, comment} != want {
			t.Errorf("splitComment(%q) = %q, %q; want %q", text, code, comment, want)
		}
	}
}
