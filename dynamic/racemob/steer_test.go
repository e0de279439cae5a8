package racemob

import (
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// TestTimeoutSteps: a thread is held back for exactly τ steps of the other one. Steering wants A's
// second step, which is its access, to come after B's access. If the random schedule would run A
// next, steering lets B make τ steps first. Other schedules let B make more.
func TestTimeoutSteps(t *testing.T) {
	core := iltest.Core(t,
		"{ x := new(); arg1.f := x; } || { "+strings.Repeat("y := arg1; ", 60)+"y.f := arg1; }")
	for _, timeout := range []int{1, 2, 7} {
		j := job(t, core, func(p *Policy) { p.Timeouts = []int{timeout} })
		var waits []int // the numbers of B's steps between A's two
		for a := range 60 {
			task := Task{Assignment: a}
			const later = 1 // the side of thread B, whose access is to come first
			if run := j.Run(task); j.Order(task) == later && run.TimedOut && !run.Futile {
				waits = append(waits, between(run.Execution.Events))
			}
		}
		if len(waits) < 10 || slices.Min(waits) != timeout {
			t.Errorf("τ = %d: B makes %v steps before the access, want some, and at least τ",
				timeout, waits)
		}
	}
}

// between counts B's steps between A's first two steps, which there must be.
func between(events []dynamic.Event) int {
	var at []int
	for n, e := range events {
		if e.Thread == semantics.A {
			at = append(at, n)
		}
	}
	return at[1] - at[0] - 1
}

// TestStepLimit: a run has at most the allowed number of steps. A run that ends with the last
// allowed step is not cut.
func TestStepLimit(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); a.f := x; }")
	const all = 4
	for limit, cut := range map[int]bool{1: true, all - 1: true, all: false, all + 1: false} {
		run := job(t, core, func(p *Policy) { p.Limits.Steps = limit }).Run(Task{})
		if run.Steps != min(limit, all) || len(run.Execution.Events) != run.Steps ||
			run.Cut != cut {
			t.Errorf("limit %d: %d steps, cut %t, want %d, %t", limit, run.Steps, run.Cut,
				min(limit, all), cut)
		}
	}
}
