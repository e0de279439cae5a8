package casetest

import (
	"testing"

	"wobbly/theorem/engine"
)

// TestCases: n cases are visited, or fewer if visit returns false.
func TestCases(t *testing.T) {
	for _, tt := range []struct{ n, stop, want int }{{0, 3, 0}, {2, 3, 2}, {3, 3, 3}, {4, 3, 3}} {
		got := 0
		Cases(t, tt.n, func(*engine.Case) bool { got++; return got < tt.stop })
		if got != tt.want {
			t.Errorf("Cases(%d), stopped at visit %d: %d visits, want %d", tt.n, tt.stop, got,
				tt.want)
		}
	}
}
