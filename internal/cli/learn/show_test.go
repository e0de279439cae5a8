package learn

import (
	"strings"
	"testing"
)

// TestSizeNote: an output above the limit is named with its size and its steps.
func TestSizeNote(t *testing.T) {
	if got := sizeNote(largeOutput, 1); got != "" {
		t.Errorf("at the limit: %q", got)
	}
	if got := sizeNote(largeOutput+1, 7); !strings.HasPrefix(got, "the output has 5.0 MB, because the schedule has 7 steps") {
		t.Errorf("above the limit: %q", got)
	}
}
