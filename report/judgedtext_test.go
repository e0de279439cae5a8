package report

import (
	"slices"
	"strings"
	"testing"

	"wobbly/internal/exact"
)

// TestJudgedShown: if a limit keeps reports from the list, the text names the flag that helps;
// after an interrupt it does not.
func TestJudgedShown(t *testing.T) {
	for interrupted, want := range map[bool]string{false: "Showing 0 of 3 reports; --limit N " +
		"for more.\n", true: "Showing 0 of 3 reports.\n"} {
		c := &Check{
			File: "f.il", Interrupted: func() bool { return interrupted },
			Found: Found{
				Truth: "Definition 3.6", TotalRaces: exact.Of(3), Races: slices.Values([]Race(nil)),
				Counts: map[string]int{Unknown: 3},
			},
		}
		var b strings.Builder
		if _, err := checkText(&b, Style{}, c); err != nil || !strings.Contains(b.String(), want) ||
			strings.Contains(b.String(), "this is not everything") != interrupted {
			t.Errorf("checkText, interrupted %t: %v, %s; want %q", interrupted, err, b.String(),
				want)
		}
	}
}

// TestFoundBy: the text about a report says which lock condition it meets.
func TestFoundBy(t *testing.T) {
	named := []string{}
	for _, tt := range []struct {
		condition   string
		left, right Side
		want        string
	}{
		{"or", Side{Lock: 0}, Side{Lock: 2}, "of the lock depths, 0 and 2, one is 0"},
		{"or", Side{}, Side{}, "both lock depths are 0"},
		{"sum", Side{}, Side{Lock: 1}, "the lock depths, 0 and 1, are at most 1 together"},
		{"or", Side{Locks: named}, Side{Locks: named}, "no lock is held at both, and no two uses cross"},
		{"sum", Side{Locks: named}, Side{Locks: named},
			"no lock is held at both or twice at one, and no two uses cross"},
	} {
		c := &Check{Title: "RacerDX", Condition: tt.condition}
		got := foundBy(c, Race{Left: tt.left, Right: tt.right, Premise: "the paths are stable"})
		if want := "RacerDX: the paths are stable, and " + tt.want + "."; got != want {
			t.Errorf("foundBy = %q, want %q", got, want)
		}
	}
}
