package beside

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/session"
	"wobbly/session/schedule"
)

const (
	racyTwice = "m(b) { x := b.f; b.f := x }\nn(b) { y := new(); b.f := y }\n"
	racy      = "m(b) { lock(); x := b.f; unlock() }\nn(b) { y := new(); b.f := y }\n"
	fixed     = "m(b) { lock(); x := b.f; unlock() }\n" +
		"n(b) { y := new(); lock(); b.f := y; unlock() }\n"
)

// cores has the programs by their texts, so that sessions of the same text have the same program.
var cores = map[string]*il.Core{}

// along returns a session of m and n from an initial state along a schedule.
func along(t *testing.T, text, init, moves string) *session.Session {
	t.Helper()
	core := cores[text]
	if core == nil {
		core = iltest.Core(t, text)
		cores[text] = core
	}
	pair, err := session.PairOf(core, "m", "n")
	if err != nil {
		t.Fatal(err)
	}
	in, err := session.ParseInit(core, pair, init)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(core, pair, in)
	if err != nil {
		t.Fatal(err)
	}
	list, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Play(list); !r.OK() {
		t.Fatalf("Play(%v) is refused: %s", list, r.Text)
	}
	return s
}

// TestOf checks that a comparison says where two executions diverge, and how each ends.
func TestOf(t *testing.T) {
	one, two := "one", "A.b=o1,B.b=o2"
	for _, tt := range []struct {
		name        string
		left, right *session.Session
		parts       int
		parting     string
		verdicts    [2]string
		// atEnd is the number of facts that differ in the last states, and first the first of them.
		atEnd int
		first string
	}{
		{"the same", along(t, racy, one, "A B"), along(t, racy, one, "A B"), -1, "Nothing differs.",
			[2]string{
				"State 2 races. It stops after 2 steps.", "State 2 races. It stops after 2 steps.",
			}, 0, ""},
		{"another move", along(t, racy, one, "A2 B2 A"), along(t, racy, one, "A B A B A"), 2,
			"They diverge after state 1: A x := b.f on the left, B y := new() on the right.",
			[2]string{
				"No state races. Both threads have ended after 5 steps.",
				"State 2 races. Both threads have ended after 5 steps.",
			}, 0, ""},
		{"several races", along(t, racyTwice, one, "B A2 B"), along(t, racyTwice, one, "B A2"), 4,
			"They diverge after state 3: B b.f := y on the left, no more on the right.",
			[2]string{
				"2 states race, from 1 to 2. Both threads have ended after 4 steps.",
				"2 states race, from 1 to 2. It stops after 3 steps.",
			}, 4, "left B ended"},
		{"longer", along(t, racy, one, "B2 A"), along(t, racy, one, "B2"), 3,
			"They diverge after state 2: A lock() on the left, no more on the right.",
			[2]string{
				"No state races. It stops after 3 steps.",
				"No state races. It stops after 2 steps.",
			}, 4, "left lock A x1"},
		{"another initial state", along(t, racy, one, "A"), along(t, racy, two, "A"), 0,
			"The moves are the same; the first difference is state 0: left B.b = o1.",
			[2]string{
				"No state races. It stops after 1 step. Of all schedules: A B leads to a race.",
				"No state races. It stops after 1 step. Of all schedules: none leads to a race; " +
					"all 12 states were looked at.",
			}, 3, "left B.b = o1"},
		{"another program", along(t, racy, one, "A B"), along(t, fixed, one, "A B"), 2,
			"The moves are the same; the first difference is state 2: left B 2:20 b.f := y.",
			[2]string{
				"State 2 races. It stops after 2 steps. Of all schedules: A B leads to a race.",
				"No state races. It stops after 2 steps. " +
					"B waits before lock() at 2:20 until A gives the lock back: A holds it, " +
					"depth 1. Of all schedules: none leads to a race; " +
					"all 17 states were looked at.",
			}, 2, "left B 2:20 b.f := y"},
	} {
		c := Of([2]string{"x", "y"}, [2]*session.Session{tt.left, tt.right})
		if c.Parts != tt.parts || c.Parting() != tt.parting {
			t.Errorf("%s: Parts = %d, Parting() = %q; want %d, %q", tt.name, c.Parts, c.Parting(),
				tt.parts, tt.parting)
		}
		for i, want := range tt.verdicts {
			if got := strings.Join(c.Sides[i].Verdicts, " "); got != want {
				t.Errorf("%s: verdicts of side %d = %s, want %s", tt.name, i, got, want)
			}
		}
		end := c.differences(c.Rows())
		if len(end) != tt.atEnd || len(end) > 0 && end[0] != tt.first {
			t.Errorf("%s: the last states differ in %q, want %d facts, first %q", tt.name, end,
				tt.atEnd, tt.first)
		}
	}
}

// TestState checks that the facts of both sides are in order, and that those that differ are
// marked.
func TestState(t *testing.T) {
	c := Of([2]string{"x", "y"},
		[2]*session.Session{along(t, racy, "one", "A2 B"), along(t, racy, "one", "B")})
	got := c.State(1)
	want := "[lock A x1 A 1:16 x := b.f B 2:8 y := new() A.b = o1 B.b = o1 o1.f = o1]"
	if fmt.Sprint(got[0]) != want {
		t.Errorf("facts of the left side = %v, want %s", got[0], want)
	}
	want = "[lock free A 1:8 lock() B 2:20 b.f := y A.b = o1 B.b = o1 B.y = o2 o1.f = o1 o2.f = o2]"
	if fmt.Sprint(got[1]) != want {
		t.Errorf("facts of the right side = %v, want %s", got[1], want)
	}
	var differ []string
	for _, f := range slices.Concat(got[0], got[1]) {
		if f.Differs {
			differ = append(differ, f.Name)
		}
	}
	if fmt.Sprint(differ) != "[lock A B lock A B B.y o2.f]" {
		t.Errorf("facts that differ = %v, want lock A B lock A B B.y o2.f", differ)
	}
	if got, want := fmt.Sprint(c.State(3)[1]), fmt.Sprint(c.State(1)[1]); got != want {
		t.Errorf("facts of the right side after its end = %s, want those of its last state %s", got,
			want)
	}
	if c.Rows() != 4 || c.Move(1, 0) != "start" || c.Move(1, 3) != "" {
		t.Errorf("%d rows, the right side has the moves %q to row 0 and %q to row 3; want 4 rows, "+
			"start and none", c.Rows(), c.Move(1, 0), c.Move(1, 3))
	}
}

// TestText checks that Text lists the first differences and counts the others.
func TestText(t *testing.T) {
	c := Of([2]string{"this one", "y"},
		[2]*session.Session{along(t, racy, "one", "A"), along(t, racy, "one", "A")})
	want := []string{
		"On the left: this one. No state races. It stops after 1 step.",
		"On the right: y. No state races. It stops after 1 step.",
		"Nothing differs.",
		"In the end nothing differs.",
	}
	if got := c.Text(); !slices.Equal(got, want) {
		t.Errorf("Text() = %q, want %q", got, want)
	}
	c = Of([2]string{"x", "y"}, [2]*session.Session{
		along(t, racy, "A.b=o1,B.b=o2,o1.f=o2,o2.f=o3,o3.f=o4,o4.f=o1", ""),
		along(t, racy, "A.b=o3,B.b=o4,o1.f=o4,o2.f=o4,o3.f=o3,o4.f=o4", "A B2"),
	})
	text := c.Text()
	if n := len(text); n != 3+maxFacts+1 || !strings.HasPrefix(text[n-1], "And ") {
		t.Errorf("Text() of many differences = %q, want %d of them and the number of the others",
			text, maxFacts)
	}
}
