package abstract_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestWorkers: whatever the number of workers is, sets give the same reports in the same
// order: those of one pair of units after the other.
func TestWorkers(t *testing.T) {
	for name, core := range map[string]*il.Core{
		"many":    iltest.Core(t, gen.Large(1500, 10, 1)),
		"threads": iltest.Core(t, "m(a, b) { x := a.f; b.g.f := x }\n{ m(arg1, arg2) } || { m(arg2, arg1) }"),
		"nothing": iltest.Core(t, "m() { skip }"),
	} {
		for _, o := range []abstract.Options{{}, {Mode: abstract.CommonSuffix}, {Condition: abstract.Sum}} {
			sets, err := abstract.AnalyzeSets(core, o)
			if err != nil {
				t.Fatal(err)
			}
			sums, err := abstract.Summaries(core, o)
			if err != nil {
				t.Fatal(err)
			}
			var races, filtered []abstract.Report
			for _, p := range core.Pairs() {
				for _, r := range abstract.Reports(p, sums, o) {
					if r.Race {
						races = append(races, r)
					} else {
						filtered = append(filtered, r)
					}
				}
			}
			if name == "many" && (len(races) < 50 || len(filtered) < 50) {
				t.Fatalf("only %d races, %d filtered", len(races), len(filtered))
			}
			for _, workers := range []int{1, 2, 4, 8} {
				r := sets.ReportsBy(workers, nil)
				if len(races) > 0 && !reflect.DeepEqual(r.ListRaces(len(races)), races) || len(filtered) > 0 && !reflect.DeepEqual(r.ListFiltered(len(filtered)), filtered) {
					t.Errorf("%s, %+v: %d workers report something else", name, o, workers)
				}
				if r.Races().String() != fmt.Sprint(len(races)) || r.Filtered().String() != fmt.Sprint(len(filtered)) {
					t.Errorf("%s, %+v: %d workers report %s and %s", name, o, workers, r.Races(), r.Filtered())
				}
			}
			one := core.Pairs()[0]
			if got, want := fmt.Sprint(sets.ReportsBy(2, &one)), fmt.Sprint(sets.ReportsBy(1, &one)); got != want || strings.Count(got, "") < 3 {
				t.Errorf("%s: the first pair: %s, want %s", name, got, want)
			}
		}
	}
}
