package lesson

import (
	"os"
	"slices"
	"testing"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// TestRunsAtTheLimit: as many runs are kept as a solution may have. A further run does not count,
// and the student is told so, until a kept run is continued.
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
	// run is n steps of A, and then one of B: no such run is the beginning of another.
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
	}{{run(maxRuns + 1), false}, {run(7)[:3], true}, {append(run(7), run(1)...), true},
		{run(0), false}} {
		if kept := g.keepRun(tt.moves); kept != tt.kept || len(g.runs) != maxRuns {
			t.Errorf("%s: kept %t, of %d runs", tt.moves, kept, len(g.runs))
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
		if o := g.Observe(t.Context()); (o.Says == notKept) != tt.dropped || o.Met() ||
			(len(g.visits.list) == seen) != tt.dropped {
			t.Errorf("after %s: %q, %d states visited, %d before", s.Schedule(), o.Says,
				len(g.visits.list), seen)
		}
	}
	if err := checkRuns(g.now().Schedules); err == nil {
		t.Error("a run too many can be handed in")
	}
}
