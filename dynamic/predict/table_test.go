package predict

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
)

// tableOf returns a table in which all numbers except the points are k times those of tableOf(1).
func tableOf(k int) *Table {
	return &Table{
		Points: []int{1, 2}, Programs: k, Pairs: 2 * k, LeftOut: 3 * k, Executions: 4 * k,
		Cut: 5 * k, Races: 6 * k, Witnesses: 7 * k,
		Rows: []Row{{Method: "m2", Reported: 8 * k, False: 9 * k, Limited: 10 * k,
			Found: []int{11 * k, 12 * k}, Wrong: []int{13 * k, 14 * k}}},
	}
}

// TestPlus checks that Plus adds all numbers of two tables and keeps the points.
func TestPlus(t *testing.T) {
	sum := tableOf(1)
	sum.Plus(tableOf(100))
	if diff := cmp.Diff(tableOf(101), sum); diff != "" {
		t.Errorf("Plus (-want +got):\n%s", diff)
	}
}

// TestRecall checks that recall is the share of the races that were found, and 1 without races.
func TestRecall(t *testing.T) {
	for races, want := range map[int]float64{0: 1, 24: 0.5, 48: 0.25} {
		x := tableOf(1)
		x.Races = races
		if got := x.Recall(&x.Rows[0], 1); got != want {
			t.Errorf("Recall = %v, want %v: 12 of %d races were found", got, want, races)
		}
	}
}

// TestAdd checks that a report counts, as found or as wrong, at all points from its first run on,
// and that nothing is judged if the search for the truth was cut.
func TestAdd(t *testing.T) {
	race, other := il.Sites{}, il.Sites{{At: 7}}
	study := &Study{Runs: 5, Cut: 1, Limited: []int{2, 0}, Findings: []Finding{
		{Sites: race, By: []Reported{{First: 2}, {First: 3}}},
		{Sites: other, By: []Reported{{First: 1}, {}}},
	}}
	got := &Table{Points: []int{1, 2}, Rows: []Row{
		{Found: []int{0, 0}, Wrong: []int{0, 0}},
		{Found: []int{0, 0}, Wrong: []int{0, 0}},
	}}
	got.Add(study, &Truth{Real: map[il.Sites]bool{race: true, {{At: 8}}: true}})
	got.Add(study, &Truth{Cut: "states"})
	want := &Table{Points: []int{1, 2}, Pairs: 1, LeftOut: 1, Executions: 10, Cut: 2, Races: 2,
		Rows: []Row{
			{Reported: 2, False: 1, Limited: 4, Found: []int{0, 1}, Wrong: []int{1, 1}},
			{Reported: 1, Found: []int{0, 0}, Wrong: []int{0, 0}},
		}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Add (-want +got):\n%s", diff)
	}
}
