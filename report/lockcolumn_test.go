package report

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/witness"
)

// TestLockColumn checks that the unnamed lock alone is shown by how often it is held, and other
// locks by their names.
func TestLockColumn(t *testing.T) {
	w := &witness.Witness{}
	steps := []struct{ thread, do, want string }{
		{"A", "lock()", "A 1"}, {"A", "lock()", "A 2"}, {"A", "unlock()", "A 1"},
		{"A", "lock(p)", "A unnamed, p"}, {"B", "lock(q)", "A unnamed, p; B q"},
		{"A", "unlock()", "A p; B q"}, {"A", "lock(p)", "A p x2; B q"},
		{"A", "unlock(p)", "A p; B q"}, {"A", "unlock(p)", "B q"}, {"B", "unlock(q)", "free"},
		{"B", "lock()", "B 1"},
	}
	for _, s := range steps {
		w.Steps = append(w.Steps, witness.Step{Thread: s.thread, At: "1:1", Do: s.do})
	}
	for i, x := range scheduleRows(&il.Source{}, w) {
		if x.lock != steps[i].want {
			t.Errorf("after %d steps: %q, want %q", i+1, x.lock, steps[i].want)
		}
	}
}

// TestMaxLockCells checks that the locks held are clipped to the width of the column.
func TestMaxLockCells(t *testing.T) {
	for n, clipped := range map[int]bool{maxLockCells: false, maxLockCells + 1: true} {
		lock := strings.Repeat("m", n-len("A "))
		w := &witness.Witness{Steps: []witness.Step{{Thread: "A", At: "1:1",
			Do: "lock(" + lock + ")"}}}
		p := &page{}
		lines := p.lanes(&il.Source{}, Race{Witness: w})
		if got := strings.HasSuffix(lines[1], "..."); got != clipped || len(lines[1]) > width-4 {
			t.Errorf("%d cells: got %q, want at most %d bytes, clipped: %t", n, lines[1], width-4,
				clipped)
		}
	}
}
