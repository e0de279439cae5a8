package lesson

import (
	"context"
	"iter"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics/explore"
	"wobbly/session"
	"wobbly/session/query"
	"wobbly/session/schedule"
)

const goalText = "put(b) {\n  x := new();\n  b.f := x;\n}\n\nlook(b) {\n  y := b.g;\n  z := b.f;\n}\n"

// judged returns a goal behind some moves of put and look, from one object.
func judged(t *testing.T, ctx context.Context, moves, text string) Finding {
	t.Helper()
	core := iltest.Core(t, goalText)
	pair, err := session.PairOf(core, "put", "look")
	if err != nil {
		t.Fatal(err)
	}
	in := session.OneObject(core, pair)
	s, err := session.New(core, pair, in)
	if err != nil {
		t.Fatal(err)
	}
	way, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Play(way); len(way) > 0 && !r.OK() {
		t.Fatalf("Play(%v) is refused: %s", way, r.Text)
	}
	g, err := goalOn(scopeOf(core, pair, in), text)
	if err != nil {
		t.Fatal(err)
	}
	var h visits
	states := trail(s)
	h.add(states)
	return g.judge(ctx, query.Situation{Now: states[len(states)-1], History: h.all(), Init: &in})
}

// TestWhy: the reason why a goal is not reached names exactly the parts that decide it, without
// duplicates.
func TestWhy(t *testing.T) {
	const (
		a = "A ended is false: A is at 2:3, before x := new()"
		b = "B ended is false: B is at 7:3, before y := b.g"
	)
	for _, tt := range []struct{ moves, goal, why string }{
		{"", "A ended and B ended", a + "; " + b},
		{"A2", "A ended and B ended", b},
		{"", "A.b == B.b and A ended", a},
		{"", "A ended or A ended", a},
		{"", "not A.b == B.b", "A.b is o1; B.b is o1"},
		{"", "not (A ended or A.b == B.b)", "A.b is o1; B.b is o1"},
		{"", "not A ended and B ended", b},
		{"", "not A ended and not A.b == B.b", "A.b is o1; B.b is o1"},
		{"", "A.x == o1", "a comparison with no value"},
		{"A", "A.x == B.b", "A.x is o2; B.b is o1"},
		{"A", "steps == 2", "steps is 1"},
		{"A", "A.b == A.x and (A.x == o1 or A.x == A.b)", "A.b is o1; A.x is o2"},
		{"", "not reaches(A.b, B.b) and not A ended", "fields lead from A.b (o1) to B.b (o1)"},
		{"A", "reaches(o1, A.x)", "no fields lead from o1 to A.x (o2)"},
		{"", "reaches(o1, A.x)", "A.x has no value"},
		{"", "race(b.f)", "A is at 2:3, before x := new(), which does not access a cell"},
		{"", "never(race)", "see the state after 2 steps"},
		{"", "A.b == B.b and never(race)", "no race is false: see the state after 2 steps"},
		{"A2 B2", "visited(finals) and A ended",
			"visited(finals) is false: 1 of 2 final states visited (up to the names of objects)"},
	} {
		f := judged(t, t.Context(), tt.moves, tt.goal)
		if f.Truth != query.False || f.Why != tt.why {
			t.Errorf("after %q %s is %v: %q", tt.moves, tt.goal, f.Truth, f.Why)
		}
		if searched := strings.Contains(tt.why, "see the state"); (f.Shown != nil) != searched {
			t.Errorf("after %q %s shows a state: %v", tt.moves, tt.goal, f.Shown != nil)
		}
	}
}

// TestBounded: a check visits at most as many states as its context and its own limit allow. A
// check that was cut decides nothing and shows no state.
func TestBounded(t *testing.T) {
	f := judged(t, Bounded(t.Context(), 4), "", "never(race) or never(B ended)")
	if f.Truth != query.Unknown ||
		f.Why != "never(B ended) is unknown: the search was bounded after 4 states" ||
		f.Shown != nil {
		t.Errorf("%v: %q, shown %v", f.Truth, f.Why, f.Shown != nil)
	}
	if f = judged(t, Bounded(t.Context(), 6), "", "never(race) or never(B ended)"); f.Truth != query.False || f.Shown == nil {
		t.Errorf("the goal is %v because %q, want false with an execution", f.Truth, f.Why)
	}
	for _, tt := range [][3]int{{2, 3, 2}, {5, 3, 3}} {
		if got := boundOf(Bounded(t.Context(), tt[0]), tt[1]); got != tt[2] {
			t.Errorf("bounds %d and %d: %d", tt[0], tt[1], got)
		}
	}
	if got := boundOf(t.Context(), 3); got != 3 {
		t.Errorf("without a bound: %d", got)
	}
}

// TestVisits: a state counts once, but states reached in different ways count separately.
func TestVisits(t *testing.T) {
	var h visits
	run := func(moves string) int {
		t.Helper()
		core := iltest.Core(t, goalText)
		pair, err := session.PairOf(core, "put", "look")
		if err != nil {
			t.Fatal(err)
		}
		s, err := session.New(core, pair, session.OneObject(core, pair))
		if err != nil {
			t.Fatal(err)
		}
		way, err := schedule.Parse(moves)
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Play(way); !r.OK() {
			t.Fatalf("Play(%v) is refused: %s", way, r.Text)
		}
		h.add(trail(s))
		return len(h.list)
	}
	before := h.snapshot()
	for _, tt := range []struct {
		moves string
		want  int
	}{{"A2", 3}, {"A2", 3}, {"A B", 4}, {"B A", 6}, {"A2 B2", 8}, {"A B A B", 10}} { // the last state of these differs in its switches alone
		if got := run(tt.moves); got != tt.want {
			t.Errorf("behind %s there are %d states", tt.moves, got)
		}
	}
	after := h.snapshot()
	run("B2")
	for n, all := range map[int]iter.Seq[*query.View]{0: before, 10: after, 11: h.all()} {
		if got := len(slices.Collect(all)); got != n {
			t.Errorf("%d states instead of %d", got, n)
		}
	}
}

// TestSuch: the example of how to write each part of a sheet can be parsed.
func TestSuch(t *testing.T) {
	for _, part := range parts {
		such, none, _ := strings.Cut(strings.TrimPrefix(Such(part), "such as "), ", with ")
		for text := range strings.SplitSeq(such, " or ") {
			if list, err := Part(slices.Index(parts, part)).elements(text); err != nil ||
				len(list) == 0 {
				t.Errorf("%s: elements(%q) = %q, %v; want some", part, text, list, err)
			}
		}
		if none != "" && none != "- for none" {
			t.Errorf("%s: the text for an empty set is %q, want none or \"- for none\"", part, none)
		}
	}
	if Such("others") != "" {
		t.Error("there are no others")
	}
}

// TestRacesHas: a report is a race that was found if its sides are, in the same order; those of a
// method with itself may be exchanged.
func TestRacesHas(t *testing.T) {
	m, n := &il.Unit{Name: "m"}, &il.Unit{Name: "n"}
	access := func(at il.Pos, k il.AccessKind) explore.Access { return explore.Access{At: at, Kind: k} }
	found := races{{access(1, il.Read), access(2, il.Write)}: true}
	side := func(u *il.Unit, at il.Pos, k il.AccessKind) abstract.Side {
		return abstract.Side{Unit: u, Access: abstract.Access{At: at, Kind: k}}
	}
	for _, tt := range []struct {
		left, right abstract.Side
		want        bool
	}{
		{side(m, 1, il.Read), side(n, 2, il.Write), true},
		{side(m, 2, il.Write), side(n, 1, il.Read), false},
		{side(m, 2, il.Write), side(m, 1, il.Read), true},
		{side(m, 2, il.Write), side(m, 2, il.Write), false},
		{side(m, 1, il.Write), side(n, 2, il.Write), false},
	} {
		if got := found.has(abstract.Report{Left: tt.left, Right: tt.right}); got != tt.want {
			t.Errorf("has(%+v, %+v) = %t, want %t", tt.left.Access, tt.right.Access, got, tt.want)
		}
	}
}
