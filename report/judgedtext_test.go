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
