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
	table := shellLine(t, "wobbly theorem fuzz --cases 300")
	for _, r := range row.FindAllStringSubmatch(table, -1) {
		tested[r[1]] = true
		share, err := strconv.ParseFloat(r[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		floor, err := strconv.ParseFloat(r[3], 64)
		if err != nil {
			t.Fatal(err)
		}
		if share < floor {
			t.Errorf("%s is tested on %g%% of the programs, want at least its floor, %g%%", r[1],
				share, floor)
		}
	}
	for _, s := range theorem.Statements() {
		if !tested[s.Name] {
			t.Errorf("the statement %s is not in the table:\n%s", s.Name, table)
		}
	}
}
