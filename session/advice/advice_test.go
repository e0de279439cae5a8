package advice_test

import (
	"slices"
	"strconv"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
)

// twoLines returns a session of a method of two statements, and an analysis of its unit.
func twoLines(t *testing.T) (*session.Session, advice.Unit) {
	t.Helper()
	core := iltest.Core(t, "m(b) {\n  x := b.f;\n  b.f := x;\n}\n")
	s, err := session.New(core, core.Pairs()[0], session.OneObject(core, core.Pairs()[0]))
	if err != nil {
		t.Fatal(err)
	}
	u := advice.Unit{End: advice.State{W: []string{"x", "b.f"}, Lock: "0", A: 2}}
	for n, stmt := range core.Pairs()[0].Left.Body.Stmts {
		u.Lines = append(u.Lines, advice.Line{
			Stmt: stmt, At: core.Source.Position(stmt.Pos()),
			Text: []string{"x := b.f", "b.f := x"}[n], Rule: []string{"load", "store"}[n],
			Before: advice.State{Lock: strconv.Itoa(n), A: n}, Lock: strconv.Itoa(1 + n),
			A: []string{"(b.f, R, 1)"},
		})
	}
	return s, u
}

// TestRow checks that Row returns the row of the statement that a thread is about to execute, or
// the number of lines at the end of the unit.
func TestRow(t *testing.T) {
	s, u := twoLines(t)
	for want := range 3 {
		if got := u.Row(s.Now().Config().Threads[semantics.A].Point); got != want {
			t.Errorf("after %d steps: Row = %d, want %d", want, got, want)
		}
		s.Step(semantics.A)
	}
	s.First()
	point := s.Now().Config().Threads[semantics.B].Point
	other := advice.Unit{Lines: []advice.Line{{Text: "of another unit"}}}
	if got := other.Row(point); got != 1 {
		t.Errorf("Row in another unit with one line = %d, want 1", got)
	}
	if got := (advice.Unit{}).Row(point); got != 0 {
		t.Errorf("Row without lines = %d, want 0", got)
	}
}

// TestUnitText checks the text about what the analysis knows at each statement and at the end.
func TestUnitText(t *testing.T) {
	s, u := twoLines(t)
	u.Lines[1].Before.W, u.Lines[1].Before.More = []string{"x"}, 3
	u.Lines[1].W = []string{"x", "b.f"}
	for _, want := range [][]string{
		{
			"A, in m(b) before x := b.f at 2:3:",
			"  W = {}",
			"  L = 0, counted from the entry of m; the thread holds the lock x0",
			"  A has 0 elements",
			"  rule load: W += {}, L = 1, A += {(b.f, R, 1)}",
		},
		{
			"A, in m(b) before b.f := x at 3:3:",
			"  W = {x} and 3 more",
			"  L = 1, counted from the entry of m; the thread holds the lock x0",
			"  A has 1 element",
			"  rule store: W += {x, b.f}, L = 2, A += {(b.f, R, 1)}",
		},
		{
			"A, at the end of m(b):",
			"  W = {x, b.f}",
			"  L = 0, counted from the entry of m; the thread holds the lock x0",
			"  A has 2 elements",
		},
	} {
		if got := u.Text(s.Now(), semantics.A); !slices.Equal(got, want) {
			t.Errorf("Text after %d steps = %q, want %q", s.At(), got, want)
		}
		s.Step(semantics.A)
	}
}

func TestPairText(t *testing.T) {
	for _, tt := range []struct {
		pair advice.Pair
		want []string
	}{
		{
			advice.Pair{Verdict: "not reported.", Tests: []advice.Test{
				{Name: "lock", Holds: true, Finding: "L is 0 in both."},
				{Name: "alias", Finding: "no path agrees."},
			}},
			[]string{
				"Both: not reported.",
				"  yes  lock    L is 0 in both.",
				"  NO   alias   no path agrees.",
			},
		},
		{
			advice.Pair{Verdict: "not reported.", Never: "Both accesses are always under the lock."},
			[]string{
				"Both: not reported.",
				"They cannot race (certified): Both accesses are always under the lock.",
			},
		},
		{advice.Pair{Verdict: "in no list."}, []string{"Both: in no list."}},
	} {
		if got := tt.pair.Text(); !slices.Equal(got, tt.want) {
			t.Errorf("Text of %+v = %q, want %q", tt.pair, got, tt.want)
		}
	}
}

func TestSets(t *testing.T) {
	for _, tt := range []struct {
		list       []string
		set, added string
	}{
		{nil, "{}", ""}, {[]string{"x"}, "{x}", "W += {x}"},
		{[]string{"x", "b.f"}, "{x, b.f}", "W += {x, b.f}"},
	} {
		if got := advice.Set(tt.list); got != tt.set {
			t.Errorf("Set(%q) = %s, want %s", tt.list, got, tt.set)
		}
		if got := advice.Added("W", tt.list); got != tt.added {
			t.Errorf("Added(%q) = %s, want %s", tt.list, got, tt.added)
		}
	}
}

func TestStepHead(t *testing.T) {
	for n, want := range map[int]string{1: "  1  2:3    ", 100: "100  2:3    "} {
		if got := (advice.Step{At: "2:3"}).Head(n); got != want {
			t.Errorf("Head(%d) = %q, want %q", n, got, want)
		}
	}
}
