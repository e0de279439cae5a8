package racemob

import (
	"testing"

	"wobbly/dynamic"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// TestMonitored: the accesses of the candidate are monitored, and from the first of them on also
// the lock.
func TestMonitored(t *testing.T) {
	core := iltest.Core(t,
		"{ lock(); x := arg1.g; unlock(); arg1.f := x; lock(); unlock(); } || { y := arg2.f; }")
	p := core.Pairs()[0]
	candidate := Candidate{p, ConflictingSites(core, p)[0]}
	in := semantics.Init{
		Objects: []string{"o1"}, Cells: [][3]string{{"o1", "f", "o1"}, {"o1", "g", "o1"}},
		Stacks: [2]map[string]string{{"arg1": "o1"}, {"arg2": "o1"}},
	}
	a, b := semantics.A, semantics.B
	for _, tt := range []struct {
		schedule []semantics.Tid
		want     int
	}{
		{[]semantics.Tid{a, a, a, a, a, a, b}, 4}, // the store, the lock after it, and the load
		{[]semantics.Tid{b, a, a, a, a, a, a}, 6}, // also the lock before the store
		{[]semantics.Tid{a, a, a}, 0},
	} {
		run, err := dynamic.Begin(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range tt.schedule {
			if stuck := run.Step(i); stuck != nil {
				t.Fatalf("step of %v in %v: %v", i, tt.schedule, stuck)
			}
		}
		if got := monitored(candidate, run); got != tt.want {
			t.Errorf("%v: monitored = %d, want %d", tt.schedule, got, tt.want)
		}
	}
}
