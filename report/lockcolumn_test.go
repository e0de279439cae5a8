package report

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/witness"
)

// TestLockColumn: the unnamed lock alone is shown by how often it is held, and other locks by their
// names.
func TestLockColumn(t *testing.T) {
	w := &witness.Witness{}
	want := []string{
		"A 1", "A 2", "A 1", "A unnamed, p", "A unnamed, p; B q", "A p; B q", "A p x2; B q",
		"A p; B q", "B q", "free", "B 1",
	}
	for _, do := range strings.Fields("A:lock() A:lock() A:unlock() A:lock(p) B:lock(q) " +
		"A:unlock() A:lock(p) A:unlock(p) A:unlock(p) B:unlock(q) B:lock()") {
		thread, command, _ := strings.Cut(do, ":")
		w.Steps = append(w.Steps, witness.Step{Thread: thread, At: "1:1", Do: command})
	}
	for i, x := range scheduleRows(&il.Source{}, w) {
		if x.lock != want[i] {
			t.Errorf("after %d steps: %q, want %q", i+1, x.lock, want[i])
		}
	}
}

// TestMaxLockCells: the locks held are clipped to the width of the column.
func TestMaxLockCells(t *testing.T) {
	for n, clipped := range map[int]bool{maxLockCells: false, maxLockCells + 1: true} {
		lock := strings.Repeat("m", n-len("A "))
		w := &witness.Witness{Steps: []witness.Step{{Thread: "A", At: "1:1",
			Do: "lock(" + lock + ")"}}}
		p := &page{}
		lines := p.lanes(&il.Source{}, Race{Witness: w})
		if got := strings.HasSuffix(lines[1], "..."); got != clipped || len(lines[1]) > width-4 {
			t.Errorf("%d cells: %q", n, lines[1])
		}
	}
}
