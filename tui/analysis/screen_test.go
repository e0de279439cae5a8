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

// shown returns the screen of a text whose units have a row for each statement, except for the
// unit bad, whose analysis fails.
func shown(t *testing.T, text string) (*analysisScreen, *tuitest.Host) {
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

func TestModel(t *testing.T) {
	s, h := shown(t, "m(b) {\n  x := b.f;\n  b.f := x;\n}\n")
	if got := s.Panes(); !slices.Equal(got, []string{screen.PaneA, screen.PaneB}) {
		t.Errorf("panes %q", got)
	}
	want := []string{"a step A", "b step B", "left back", "right next", "down down", "e explain"}
	if got := tuitest.Hints(s.Keys()); !slices.Equal(got, want) {
		t.Errorf("hints %q", got)
	}
	if why := s.empty(s.point(0).Unit()); why != "Analysing m(b)..." {
		t.Errorf("before the answer: %q", why)
	}
	h.Run(s.Wants())
	if s.Wants() != nil {
		t.Error("it asks again about a unit that is known")
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
			t.Errorf("%s: %s, row %d of %d", tt.keys, s.Heading(), here, len(rows))
		}
	}
}

// TestCursor keeps the highlight within the rows, and explains the highlighted one.
func TestCursor(t *testing.T) {
	s, h := shown(t, "m(b) {\n  x := b.f;\n  b.f := x;\n}\n")
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
			t.Errorf("the analysis lacks %q:\n%s", want, got)
		}
	}
	s.Enter()
	if s.cursor != [2]int{} {
		t.Errorf("the highlight stays: %v", s.cursor)
	}
}

// TestWithoutRows says why a unit has no rows.
func TestWithoutRows(t *testing.T) {
	none, _ := shown(t, "m(b) { }")
	none.known.o.Lines = nil
	if off := tuitest.Off(none.Keys()); len(off) != 5 ||
		!strings.HasPrefix(off["e"], "No analysis came") {
		t.Errorf("keys that are off = %q, want 5, with e because no analysis came", off)
	}
	for text, want := range map[string]string{
		"bad(b) { b.f := b; }": "The analysis failed: The sets are too large.",
		"m() { }":              "m() has no statements: its summary is empty.",
	} {
		s, h := shown(t, text)
		h.Run(s.Wants())
		h.Press(t, s.Keys, "e")
		if !h.Refused || h.Text != want {
			t.Errorf("%s: e = %q, refused %t; want the refusal %q", text, h.Text, h.Refused, want)
		}
	}
	s, h := shown(t, "m(b) { if * { x := b; } }")
	h.Press(t, s.Keys, "a")
	if !strings.Contains(h.Text, "enter goes to Step") {
		t.Errorf("a choice: %q", h.Text)
	}
}

// TestLayout draws a statement in one row from 96 columns on, and in two below.
func TestLayout(t *testing.T) {
	s, h := shown(t, "m(b) {\n  x := b.f;\n}\n")
	h.Run(s.Wants())
	for w, rows := range map[int][2]string{
		96: {"   line  statement                     rule        L    W and A",
			" > 2     x := b.f                      rule        L=1  W += {b.f}  A += {(b.f, W, 0)}"},
		95: {" > 2     x := b.f", "         W += {b.f}  A += {(b.f, W, 0)}"},
	} {
		got := tuitest.Rows(w+2, 16, s.Draw)
		for i, want := range rows {
			if row := strings.TrimPrefix(got[1+i], "│"); !strings.HasPrefix(row, want) {
				t.Errorf("%d columns: %q, want %q", w, row, want)
			}
		}
	}
}
