package abstract_test

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestWorkers: for any number of workers, the sets give the same reports in the same order, one
// pair of units after the other.
func TestWorkers(t *testing.T) {
	for name, core := range map[string]*il.Core{
		"many": iltest.Core(t, gen.Large(1500, 10, 1)),
		"threads": iltest.Core(t,
			"m(a, b) { x := a.f; b.g.f := x }\n{ m(arg1, arg2) } || { m(arg2, arg1) }"),
		"nothing": iltest.Core(t, "m() { skip }"),
	} {
		for _, o := range []abstract.Options{
			{}, {Mode: abstract.CommonSuffix}, {Condition: abstract.Sum},
		} {
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
				t.Fatalf("vacuous: %d races and %d filtered pairs, want at least 50 of both",
					len(races), len(filtered))
			}
			for _, workers := range []int{1, 2, 4, 8} {
				r := sets.ReportsBy(workers, nil)
				if len(races) > 0 && !reflect.DeepEqual(r.ListRaces(len(races)), races) ||
					len(filtered) > 0 &&
						!reflect.DeepEqual(r.ListFiltered(len(filtered)), filtered) {
					t.Errorf("%s, %+v: %d workers list the races %v and filtered pairs %v, want %v "+
						"and %v", name, o, workers, r.ListRaces(len(races)),
						r.ListFiltered(len(filtered)), races, filtered)
				}
				if r.Races().String() != fmt.Sprint(len(races)) ||
					r.Filtered().String() != fmt.Sprint(len(filtered)) {
					t.Errorf("%s, %+v: %d workers count %s races and %s filtered pairs, want %d "+
						"and %d", name, o, workers, r.Races(), r.Filtered(),
						len(races), len(filtered))
				}
			}
			one := core.Pairs()[0]
			got, want := fmt.Sprint(sets.ReportsBy(2, &one)), fmt.Sprint(sets.ReportsBy(1, &one))
			if got != want || len(got) < 2 {
				t.Errorf("%s: the first pair: %s, want %s", name, got, want)
			}
		}
	}
}

// TestWorkersSummaries: units that are summarised in parallel have the same summaries as in
// sequence. If some have none, the error is about the first in call order.
func TestWorkersSummaries(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var deep strings.Builder
	for i := range 200 {
		fmt.Fprintf(&deep, "m%d(a, b) { x := a.f%d; b.g.f%d := x; ", i, i%5, i%3)
		for k := i + 1; k < min(i+4, 200); k += 2 {
			fmt.Fprintf(&deep, "m%d(b, a.h); ", k)
		}
		deep.WriteString("}\n")
	}
	for name, core := range map[string]*il.Core{
		"wide": iltest.Core(t, gen.Large(3_000, 10, 1)), "deep": iltest.Core(t, deep.String()),
		"recursive": iltest.Tolerated(t,
			"rec(a) { x := a.f; rec(a) } "+gen.Large(900, 10, 2), check.A5),
	} {
		for _, o := range []abstract.Options{
			{MaxElements: 300}, {MaxElements: 40, Cap: 1}, {Mode: abstract.Plus, MaxElements: 12},
		} {
			runtime.GOMAXPROCS(1)
			want, failed := abstract.Summaries(core, o)
			for _, n := range []int{2, 4} {
				runtime.GOMAXPROCS(n)
				got, err := abstract.Summaries(core, o)
				if fmt.Sprint(err) != fmt.Sprint(failed) ||
					!slices.EqualFunc(got, want, abstract.States{}.Equal) {
					t.Errorf("%s, %+v: on %d processors the error is %v, on one %v, or summaries "+
						"differ", name, o, n, err, failed)
				}
			}
		}
	}
}
