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

const goalText = `put(b) {
  x := new();
  b.f := x;
}

look(b) {
  y := b.g;
  z := b.f;
}
`

// played returns a session of put and look after some moves, from one object.
func played(t *testing.T, moves string) *session.Session {
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
	list, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Play(list); len(list) > 0 && !r.OK() {
		t.Fatalf("Play(%v) is refused: %s", list, r.Text)
	}
	return s
}

// judged returns the finding about a goal after some moves of put and look, from one object.
func judged(t *testing.T, ctx context.Context, moves, text string) Finding {
	t.Helper()
	s := played(t, moves)
	in := s.Init()
	g, err := goalOn(scopeOf(s.Core(), s.Pair(), in), text)
	if err != nil {
		t.Fatal(err)
	}
	var visited visits
	states := trail(s)
	visited.add(states)
	return g.judge(ctx, query.Situation{
		Now: states[len(states)-1], History: visited.all(), Init: &in,
	})
}

// TestWhy checks that the reason why a goal is not met names exactly the parts that decide it,
// without duplicates.
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
			t.Errorf("after %q, %s is %v: %q, want false: %q", tt.moves, tt.goal, f.Truth, f.Why,
				tt.why)
		}
		if want := strings.Contains(tt.why, "see the state"); (f.Shown != nil) != want {
			t.Errorf("after %q, %s shows a state: %t, want %t", tt.moves, tt.goal, f.Shown != nil,
				want)
		}
	}
}

// TestBounded checks that a check visits at most as many states as its context and its own limit
// allow, and that it decides nothing and shows no state if that is too few.
func TestBounded(t *testing.T) {
	const goal = "never(race) or never(B ended)"
	f := judged(t, Bounded(t.Context(), 4), "", goal)
	const why = "never(B ended) is unknown: the search was bounded after 4 states"
	if f.Truth != query.Unknown || f.Why != why || f.Shown != nil {
		t.Errorf("with 4 states the goal is %v because %q, a state is shown: %t; want unknown, %q, "+
			"no state", f.Truth, f.Why, f.Shown != nil, why)
	}
	f = judged(t, Bounded(t.Context(), 6), "", goal)
	if f.Truth != query.False || f.Shown == nil {
		t.Errorf("with 6 states the goal is %v because %q, want false with an execution", f.Truth,
			f.Why)
	}
	for _, tt := range []struct{ bound, limit, want int }{{2, 3, 2}, {5, 3, 3}} {
		if got := boundOf(Bounded(t.Context(), tt.bound), tt.limit); got != tt.want {
			t.Errorf("boundOf with the bound %d and the limit %d = %d, want %d", tt.bound, tt.limit,
				got, tt.want)
		}
	}
	if got := boundOf(t.Context(), 3); got != 3 {
		t.Errorf("boundOf without a bound and with the limit 3 = %d, want 3", got)
	}
}

// TestVisits checks that a state counts once, but that states count separately if they were reached
// with other numbers of context switches.
func TestVisits(t *testing.T) {
	var visited visits
	run := func(moves string) int {
		t.Helper()
		visited.add(trail(played(t, moves)))
		return len(visited.list)
	}
	before := visited.snapshot()
	for _, tt := range []struct {
		moves string
		want  int
	}{
		{"A2", 3}, {"A2", 3}, {"A B", 4}, {"B A", 6},
		// The last states of these two differ only in their numbers of context switches.
		{"A2 B2", 8}, {"A B A B", 10},
	} {
		if got := run(tt.moves); got != tt.want {
			t.Errorf("after %s there are %d states, want %d", tt.moves, got, tt.want)
		}
	}
	after := visited.snapshot()
	run("B2")
	for _, tt := range []struct {
		name   string
		states iter.Seq[*query.View]
		want   int
	}{
		{"the snapshot before", before, 0}, {"the snapshot after", after, 10},
		{"all", visited.all(), 11},
	} {
		if got := len(slices.Collect(tt.states)); got != tt.want {
			t.Errorf("%s has %d states, want %d", tt.name, got, tt.want)
		}
	}
}

// TestSuch checks that the example of each part of a sheet can be parsed.
func TestSuch(t *testing.T) {
	for _, part := range parts {
		examples, none, _ := strings.Cut(strings.TrimPrefix(Such(part), "such as "), ", with ")
		for text := range strings.SplitSeq(examples, " or ") {
			list, err := Part(slices.Index(parts, part)).elements(text)
			if err != nil || len(list) == 0 {
				t.Errorf("%s: elements(%q) = %q, %v; want some", part, text, list, err)
			}
		}
		if none != "" && none != "- for none" {
			t.Errorf("%s: the text for an empty set is %q, want none or \"- for none\"", part, none)
		}
	}
	if got := Such("others"); got != "" {
		t.Errorf(`Such("others") = %q, want ""`, got)
	}
}

// TestRacesHas checks that has finds a report whose accesses race, in the same order, or in any
// order if both threads run one method.
func TestRacesHas(t *testing.T) {
	m, n := &il.Unit{Name: "m"}, &il.Unit{Name: "n"}
	access := func(at il.Pos, k il.AccessKind) explore.Access {
		return explore.Access{At: at, Kind: k}
	}
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
