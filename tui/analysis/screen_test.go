package analysis

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/session/advice"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// newScreen returns the screen for a program whose analysis has a row for each statement, but fails
// for a method called bad.
func newScreen(t *testing.T, text string) (*analysisScreen, *tuitest.Host) {
	t.Helper()
	h := tuitest.Of(t, text)
	h.Focus = screen.PaneA
	lines := func(_ context.Context, core *il.Core, u *il.Unit) (advice.Unit, error) {
		if u.Name == "bad" {
			return advice.Unit{}, errors.New("the sets are too large")
		}
		var all []advice.Line
		for _, s := range u.Body.Stmts {
			at := core.Source.Position(s.Pos())
			all = append(all,
				advice.Line{
					Stmt: s, At: at, Text: il.Text(s), Rule: "rule", W: []string{"b.f"}, Lock: "1",
					A: []string{"(b.f, W, 0)"},
				})
		}
		return advice.Unit{Lines: all}, nil
	}
	return New(h, NewKnown(h, advice.Analysis{Lines: lines})).(*analysisScreen), h
}

// TestModel: the screen shows where a thread is in the rows of its method.
func TestModel(t *testing.T) {
	s, h := newScreen(t, "m(b) {\n  x := b.f;\n  b.f := x;\n}\n")
	if got := s.Panes(); !slices.Equal(got, []string{screen.PaneA, screen.PaneB}) {
		t.Errorf("Panes() = %q, want A and B", got)
	}
	want := []string{"a step A", "b step B", "left back", "right next", "down down", "e explain"}
	if got := tuitest.Hints(s.Keys()); !slices.Equal(got, want) {
		t.Errorf("the hints are %q, want %q", got, want)
	}
	if why := s.empty(s.point(0).Unit()); why != "Analysing m(b)..." {
		t.Errorf("before the answer, empty() = %q, want that it is analysing m(b)", why)
	}
	h.Run(s.Wants())
	if s.Wants() != nil {
		t.Error("Wants asks again about a method whose analysis is known")
	}
	for _, tt := range []struct {
		keys    string
		heading string
		here    int // the row of A
	}{{"a", "state 1/1", 1}, {"a", "state 2/2", 2}, {"left", "state 1/2", 1},
		{"right", "state 2/2", 2}} {
		h.Press(t, s.Keys, tt.keys)
		rows, here := s.rows(0)
		if s.Heading() != tt.heading || here != tt.here || len(rows) != 2 {
			t.Errorf("%s: %s, row %d of %d; want %s, row %d of 2", tt.keys, s.Heading(), here,
				len(rows), tt.heading, tt.here)
		}
	}
}

// TestCursor keeps the highlight within the rows, and explains the highlighted one.
func TestCursor(t *testing.T) {
	s, h := newScreen(t, "m(b) {\n  x := b.f;\n  b.f := x;\n}\n")
	h.Run(s.Wants())
	for _, tt := range []struct {
		key string
		row int
	}{{"up", 0}, {"down", 1}, {"down", 1}, {"pgup", 0}, {"pgdown", 1}} {
		h.Press(t, s.Keys, tt.key)
		if _, here := s.rows(0); here+s.cursor[0] != tt.row {
			t.Errorf("%s: row %d, want %d", tt.key, here+s.cursor[0], tt.row)
		}
	}
	h.Press(t, s.Keys, "e")
	got := strings.Join(tuitest.Rows(60, 12, h.Top().Draw), "\n")
	for _, want := range []string{"m(b), line 3:3", "Added to W: {b.f}"} {
		if !strings.Contains(got, want) {
			t.Errorf("the explanation lacks %q:\n%s", want, got)
		}
	}
	s.Enter()
	if s.cursor != [2]int{} {
		t.Errorf("after Enter, the highlight is %v, want it at the present row", s.cursor)
	}
}

// TestWithoutRows says why a unit has no rows.
func TestWithoutRows(t *testing.T) {
	none, _ := newScreen(t, "m(b) { }")
	none.known.o.Lines = nil
	if off := tuitest.Off(none.Keys()); len(off) != 5 ||
		!strings.HasPrefix(off["e"], "No analysis came") {
		t.Errorf("keys that are off = %q, want 5, with e because no analysis came", off)
	}
	for text, want := range map[string]string{
		"bad(b) { b.f := b; }": "The analysis failed: The sets are too large.",
		"m() { }":              "m() has no statements: its summary is empty.",
	} {
		s, h := newScreen(t, text)
		h.Run(s.Wants())
		h.Press(t, s.Keys, "e")
		if !h.Refused || h.Text != want {
			t.Errorf("%s: e = %q, refused %t; want the refusal %q", text, h.Text, h.Refused, want)
		}
	}
	s, h := newScreen(t, "m(b) { if * { x := b; } }")
	h.Press(t, s.Keys, "a")
	if !strings.Contains(h.Text, "enter goes to Step") {
		t.Errorf("a at a choice: %q, want that enter goes to Step", h.Text)
	}
}

// TestLayout draws a statement in one row from 96 columns on, and in two below.
func TestLayout(t *testing.T) {
	s, h := newScreen(t, "m(b) {\n  x := b.f;\n}\n")
	h.Run(s.Wants())
	for w, rows := range map[int][2]string{
		96: {
			"   line  statement                     rule        L    W and A",
			" > 2     x := b.f                      rule        L=1  W += {b.f}  A += {(b.f, " +
				"W, 0)}",
		},
		95: {" > 2     x := b.f", "         W += {b.f}  A += {(b.f, W, 0)}"},
	} {
		got := tuitest.Rows(w+2, 16, s.Draw)
		for i, want := range rows {
			if row := strings.TrimPrefix(got[1+i], "│"); !strings.HasPrefix(row, want) {
				t.Errorf("%d columns, row %d: %q, want %q", w, i, row, want)
			}
		}
	}
}
