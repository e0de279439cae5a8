package witness

import (
	"maps"
	"slices"
	"testing"
)

// TestStand: Stand returns the calls that a thread has entered and not left, and its lock levels.
// Complete calls, and the steps of the other thread, do not count.
func TestStand(t *testing.T) {
	w := &Witness{Steps: []Step{
		{Thread: "A", At: "1:1", Do: "lock()"}, {Thread: "B", At: "9:1", Do: Push},
		{Thread: "A", At: "2:1", Do: Push}, {Thread: "A", At: "3:1", Do: "lock()"},
		{Thread: "A", At: "3:2", Do: "lock(m)"}, {Thread: "B", At: "9:2", Do: "lock(n)"},
		{Thread: "B", At: "9:3", Do: "unlock(n)"},
		{Thread: "A", At: "4:1", Do: Push}, {Thread: "A", At: "4:1", Do: Pop},
		{Thread: "A", At: "5:1", Do: Run}, {Thread: "A", At: "6:1", Do: "unlock()"},
		{Thread: "A", At: "7:1", Do: Push}, {Thread: "B", At: "9:1", Do: Pop},
		{Thread: "A", At: "8:1", Do: "x := b.f"},
	}}
	for thread, want := range map[string]struct {
		calls []string
		locks map[string]int
	}{"A": {[]string{"2:1", "7:1"}, map[string]int{"": 1, "m": 1}},
		"B": {nil, map[string]int{"n": 0}}} {
		if calls, locks := w.Stand(thread); !slices.Equal(calls, want.calls) ||
			!maps.Equal(locks, want.locks) {
			t.Errorf("Stand(%q) = %v, %v, want %v, %v", thread, calls, locks, want.calls,
				want.locks)
		}
	}
}
