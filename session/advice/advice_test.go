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

// TestRow finds the row of the statement that a thread is about to execute, or the last row at the
// end of the unit.
func TestRow(t *testing.T) {
	s, u := twoLines(t)
	for want := range 3 {
		if got := u.Row(s.Now().Config().Threads[semantics.A].Point); got != want {
			t.Errorf("after %d steps the thread is at row %d", want, got)
		}
		s.Step(semantics.A)
	}
	s.First()
	point := s.Now().Config().Threads[semantics.B].Point
	if got := (advice.Unit{Lines: []advice.Line{{Text: "of another unit"}}}).Row(point); got != 1 {
		t.Errorf("a statement that is in no line is in row %d", got)
	}
	if got := (advice.Unit{}).Row(point); got != 0 {
		t.Errorf("of no lines it is row %d", got)
	}
}

// TestUnitText describes what the analysis knows at a statement and at the end, with the rule that
// applies next.
func TestUnitText(t *testing.T) {
	s, u := twoLines(t)
	u.Lines[1].Before.W, u.Lines[1].Before.More, u.Lines[1].W = []string{"x"}, 3, []string{
		"x", "b.f",
	}
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
			t.Errorf("%q, want %q", got, want)
		}
		s.Step(semantics.A)
	}
}

// TestPairText lists the conditions for a report, and marks those that do not hold.
func TestPairText(t *testing.T) {
	p := advice.Pair{Verdict: "not reported.", Tests: []advice.Test{
		{Name: "lock", Holds: true, Finding: "L is 0 in both."},
		{Name: "alias", Finding: "no path agrees."},
	}}
	want := []string{
		"Both: not reported.", "  yes  lock    L is 0 in both.", "  NO   alias   no path agrees.",
	}
	if got := p.Text(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	p = advice.Pair{Verdict: "not reported.", Never: "Both accesses are always under the lock."}
	if got, want := p.Text(),
		[]string{"Both: not reported.",
			"They cannot race (certified): Both accesses are always under the " +
				"lock."}; !slices.Equal(got, want) {
		t.Errorf("Text() = %q, want %q", got, want)
	}
	if got, want := (advice.Pair{Verdict: "in no list."}).Text(),
		[]string{"Both: in no list."}; !slices.Equal(got, want) {
		t.Errorf("Text() = %q, want %q", got, want)
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
			t.Errorf("%q, want %q", got, want)
		}
	}
}
