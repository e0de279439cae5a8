package session

import (
	"testing"

	"wobbly/internal/iltest"
	"wobbly/session/schedule"
)

// TestAgain checks that Again continues in a changed program as long as the moves and the initial
// state fit.
func TestAgain(t *testing.T) {
	const text = "m(b) {\n  x := b.f;\n  y := x.f;\n}\nn(b, c) {\n  x := c.f;\n}\n"
	tests := []struct {
		name, init, moves, changed string
		// schedule, kept and start describe the session that Again returns. Without start, Again
		// must return an error.
		schedule, kept, start string
	}{
		{"the same", "one", "A B A", text, "A B A", "every move fits", "one"},
		{"nothing was done", "different", "", text, "", "", "different"},
		{"further on", "A.b=o1,B.b=o1,B.c=o2", "A",
			"m(b) {\n  x := b.f;\n}\nn(b, c) {\n  x := c.f;\n}\n", "A", "every move fits",
			"o1,o2,A.b=o1,B.b=o1,B.c=o2"},
		{"a move less", "one", "A2 B", "m(b) {\n  x := b.f;\n}\nn(b, c) {\n  x := c.f;\n}\n", "A",
			"the first 1 of 3 moves fit, and then: A has ended", "one"},
		{"a formal less", "A.b=o1,B.b=o1,B.c=o2", "A2",
			"m(b) {\n  x := b.f;\n}\nn(b) {\n  x := b.f;\n}\n", "A",
			"the first 1 of 2 moves fit, and then: A has ended, from another initial state, " +
				"as the one before does not fit", "one"},
		{"no such unit", "one", "A", "m(b) {\n  x := b.f;\n}\n", "", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			core := iltest.Core(t, text)
			pair, err := PairOf(core, "m", "n")
			if err != nil {
				t.Fatal(err)
			}
			in, err := ParseInit(core, pair, tt.init)
			if err != nil {
				t.Fatal(err)
			}
			s, err := New(core, pair, in)
			if err != nil {
				t.Fatal(err)
			}
			moves, err := schedule.Parse(tt.moves)
			if err != nil {
				t.Fatal(err)
			}
			if r := s.Play(moves); !r.OK() {
				t.Fatalf("Play(%v) is refused: %s", moves, r.Text)
			}
			again, kept, err := s.Again(iltest.Core(t, tt.changed))
			if tt.start == "" {
				if err == nil {
					t.Errorf("Again = a session after %s, want an error", again.Schedule())
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if kept != tt.kept {
				t.Errorf("Again says %q, want %q", kept, tt.kept)
			}
			start := InitText(again.Core(), again.Pair(), again.Init())
			if got := again.Schedule().String(); got != tt.schedule || start != tt.start {
				t.Errorf("the session is after %q from %s, want after %q from %s", got, start,
					tt.schedule, tt.start)
			}
		})
	}
}
