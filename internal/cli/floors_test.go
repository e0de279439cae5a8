//go:build full

package cli

import (
	"regexp"
	"strconv"
	"testing"

	"wobbly/theorem"
)

// row matches a line in the table of a fuzzing run: a statement, the share of the programs that it
// is tested on, and its floor.
var row = regexp.MustCompile(`(?m)^(\S+) +([0-9.]+)% +([0-9.]+)% +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+$`)

// TestFloors: each statement is above its floor even in a run that is too short for floors to be
// enforced.
func TestFloors(t *testing.T) {
	tested := map[string]bool{}
	for _, r := range row.FindAllStringSubmatch(shellLine(t, "wobbly theorem fuzz --cases 300"),
		-1) {
		share, _ := strconv.ParseFloat(r[2], 64)
		floor, _ := strconv.ParseFloat(r[3], 64)
		if tested[r[1]] = true; share < floor {
			t.Errorf("%s is tested on %g%% of the programs, and its floor is %g%%", r[1],
				share, floor)
		}
	}
	for _, s := range theorem.Statements() {
		if !tested[s.Name] {
			t.Errorf("%s is not in the table", s.Name)
		}
	}
}
