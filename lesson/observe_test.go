package lesson

import (
	"os"
	"slices"
	"testing"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// TestRunsAtTheLimit checks that as many runs are kept as a solution may have, and that Observe
// says so when another run does not count.
func TestRunsAtTheLimit(t *testing.T) {
	text, err := os.ReadFile("course/01-scheduler.lesson")
	if err != nil {
		t.Fatal(err)
	}
	l, errs := Parse("01-scheduler.lesson", string(text))
	if len(errs) > 0 {
		t.Fatalf("parsing 01-scheduler.lesson: %v", errs)
	}
	g := NewGame(l)
	g.GoTo(2) // its goal is visited(finals)
	for _, _, open := g.Question(); open; _, _, open = g.Question() {
		g.Answer(1)
	}
	// run returns n steps of A and then one of B, so that no run is a prefix of another.
	run := func(n int) schedule.Schedule {
		return append(slices.Repeat(schedule.Schedule{{Thread: semantics.A}}, n),
			schedule.Move{Thread: semantics.B})
	}
	for n := 1; n <= maxRuns; n++ {
		if !g.keepRun(run(n)) {
			t.Fatalf("run %d is not kept", n)
		}
	}
	for _, tt := range []struct {
		moves schedule.Schedule
		kept  bool
	}{
		{run(maxRuns + 1), false}, {run(7)[:3], true}, {append(run(7), run(1)...), true},
		{run(0), false},
	} {
		if kept := g.keepRun(tt.moves); kept != tt.kept || len(g.runs) != maxRuns {
			t.Errorf("keepRun(%s) = %t with %d runs, want %t with %d", tt.moves, kept, len(g.runs),
				tt.kept, maxRuns)
		}
	}
	s := g.Session()
	for _, tt := range []struct {
		thread  semantics.Tid
		dropped bool
	}{{semantics.A, false}, {semantics.B, false}, {semantics.B, true}} {
		if tt.dropped {
			s.First()
		}
		seen := len(g.visits.list)
		if r := s.Step(tt.thread); !r.OK() {
			t.Fatalf("Step(%s) is refused: %s", tt.thread, r.Text)
		}
		o := g.Observe(t.Context())
		if (o.Says == notKept) != tt.dropped || o.Met() {
			t.Errorf("after %s: met %t, the answer is %q; want not met, and that the run does not "+
				"count: %t", s.Schedule(), o.Met(), o.Says, tt.dropped)
		}
		if added := len(g.visits.list) > seen; added == tt.dropped {
			t.Errorf("after %s: new states are visited: %t, want %t", s.Schedule(), added,
				!tt.dropped)
		}
	}
	if err := checkRuns(g.now().Schedules); err == nil {
		t.Error("checkRuns accepts one run too many")
	}
}
