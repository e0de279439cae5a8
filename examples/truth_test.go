package examples_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/semantics/explore"
	witnesscheck "wobbly/witness/check"
)

// maxStates limits the search of one pair.
const maxStates = 100_000

// TestTruth compares the truth lines with the exact search of all interleavings from all initial
// states: "truth race" lists exactly the pairs of places that race (Definition 3.6), "truth no
// race" names places that do not, and the markers on lines say the same about single accesses. If
// "truth not searched" gives a reason, the search is cut, and what it finds must be among the truth
// lines.
func TestTruth(t *testing.T) {
	for _, x := range legal(t) {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			races := withoutReasons(x.truth["race"])
			others := withoutReasons(x.truth["no race"])
			_, noRaces := x.truth["no races"]
			if len(races)+len(others) == 0 && !noRaces {
				t.Fatal("the header has no line \"truth race\", \"truth no race\" or \"truth no races\"")
			}
			core := x.core(t)
			x.checkPlaces(t, core, slices.Concat(races, others))
			for _, s := range others {
				if slices.Contains(races, s) {
					t.Errorf("%s is both a truth race and a truth no race", s)
				}
			}
			got, complete := x.search(t, core)
			x.checkTruth(t, got, complete)
			if complete {
				x.checkMarkers(t, core, got)
			}
		})
	}
}

// checkTruth compares the races that the search found with the truth lines.
func (x example) checkTruth(t *testing.T, got []string, complete bool) {
	t.Helper()
	want := withoutReasons(x.truth["race"])
	_, mayBeCut := x.truth["not searched"]
	switch {
	case complete && mayBeCut:
		t.Error("the search is complete: remove \"truth not searched\"")
	case complete:
		if d := difference(got, want); d != "" {
			t.Errorf("truth race:%s", d)
		}
	case mayBeCut:
		reported := withoutPaths(x.expect["race"])
		for _, s := range want {
			if !slices.Contains(got, s) && !slices.Contains(reported, s) {
				t.Errorf("%s is neither found by the search, which was cut, "+
					"nor reported with a witness", s)
			}
		}
	default:
		t.Errorf("the search was cut at %d states, and no \"truth not searched\" says why",
			maxStates)
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			t.Errorf("truth race: found, but not expected: %s", s)
		}
	}
}

// accessPath matches an access with its path and lock level; the first group is the access.
var accessPath = regexp.MustCompile(`( read| write) \S+( lock \w+(, \w+)*)?`)

// withoutPaths drops paths and lock levels: "m 3 read b.f lock 1 / ..." becomes "m 3 read / ...".
func withoutPaths(pairs []string) []string {
	out := make([]string, len(pairs))
	for i, p := range pairs {
		out[i] = accessPath.ReplaceAllString(p, "$1")
	}
	return out
}

// search lists the pairs of places that race in some pair of units, without duplicates, and reports
// whether the list is complete. It also checks every witness, and that each deadlock is expected.
func (x example) search(t *testing.T, core *il.Core) (found []string, complete bool) {
	t.Helper()
	checker := witnesscheck.New(core)
	complete = true
	o := explore.Defaults()
	o.MaxStates, o.Reduce, o.Prune = maxStates, true, true
	for _, p := range core.Pairs() {
		r, err := explore.Search(context.Background(), core, p, o)
		if err != nil {
			t.Fatal(err)
		}
		complete = complete && r.Complete
		for _, d := range r.Deadlocks {
			s := x.deadlock(core, p, [2]il.Pos{d.Left.At, d.Right.At})
			if !slices.Contains(x.expect["deadlock"], s) {
				t.Errorf("expect deadlock: the search finds %s", s)
			}
		}
		for _, race := range r.Races {
			s := x.sites(p, race.Sites())
			if err := checker.Check(race.Witness()); err != nil {
				t.Errorf("%s: the witness is refused: %v", s, err)
			}
			if !slices.Contains(found, s) {
				found = append(found, s)
			}
		}
	}
	return found, complete
}

// A marker is a comment at the end of a line with an access. It says whether the access takes part
// in a race, and whether RacerDX reports one:
//
//	// RACE!   a race that RacerDX reports
//	// MISSED  a race that RacerDX does not report
//	// RACE    a report that is not a race; this never happens
//	// NORACE  not a race
//
// A colon and a text may follow.
var marker = regexp.MustCompile(`// (RACE!|MISSED|RACE|NORACE)(: .*)?$`)

// markersOf returns the markers of a text by their lines, which are numbered from 1.
func markersOf(text string) (map[int]string, error) {
	marks := map[int]string{}
	for i, line := range strings.Split(text, "\n") {
		m := marker.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if strings.HasPrefix(line, "//") {
			return nil, fmt.Errorf("line %d: a marker without a statement", i+1)
		}
		marks[i+1] = m[1]
	}
	return marks, nil
}

// checkMarkers compares the markers with the races that the search found, and with the expected
// reports, which TestExamples compares with the analysis.
func (x example) checkMarkers(t *testing.T, core *il.Core, found []string) {
	t.Helper()
	marks, err := markersOf(x.src.Text)
	if err != nil {
		t.Fatal(err)
	}
	races, reports := linesOf(found), linesOf(x.expect["race"])
	accesses := linesOf(x.places(core))
	for line, mark := range marks {
		if !accesses[line] {
			t.Errorf("line %d is marked %s but has no access", line, mark)
		}
		if got := markFor(races[line], reports[line]); got != mark {
			t.Errorf("line %d is marked %s, want %s", line, mark, got)
		}
	}
}

// markFor returns the marker of an access, given whether it takes part in a race and in a report.
func markFor(races, reported bool) string {
	switch {
	case races && reported:
		return "RACE!"
	case races:
		return "MISSED"
	case reported:
		return "RACE"
	default:
		return "NORACE"
	}
}

// place matches a unit, the line of an access and its kind.
var place = regexp.MustCompile(`(?:^|/ )\S+ (\d+) (?:read|write)`)

// linesOf returns the line numbers in pairs of places.
func linesOf(pairs []string) map[int]bool {
	lines := map[int]bool{}
	for _, p := range pairs {
		for _, m := range place.FindAllStringSubmatch(p, -1) {
			n, err := strconv.Atoi(m[1])
			if err != nil {
				panic(err)
			}
			lines[n] = true
		}
	}
	return lines
}

// TestMarkersOf checks that the four markers are read, and that invalid ones are not.
func TestMarkersOf(t *testing.T) {
	marks, err := markersOf(`m(b) {
  b.f := x; // RACE!
  x := b.f; // NORACE: b is ours
  y := b.f; // MISSED
  z := b.f; // RACE
  w := b.f; // a RACE!
}
`)
	want := map[int]string{2: "RACE!", 3: "NORACE", 4: "MISSED", 5: "RACE"}
	if err != nil || !maps.Equal(marks, want) {
		t.Errorf("markersOf = %v, %v; want %v", marks, err, want)
	}
	if _, err := markersOf("// RACE!\n"); err == nil {
		t.Error("markersOf accepts a marker alone on its line")
	}
}

func TestMarkFor(t *testing.T) {
	for _, test := range []struct {
		races, reported bool
		want            string
	}{
		{true, true, "RACE!"}, {true, false, "MISSED"}, {false, true, "RACE"},
		{false, false, "NORACE"},
	} {
		if got := markFor(test.races, test.reported); got != test.want {
			t.Errorf("markFor(%t, %t) = %s, want %s", test.races, test.reported, got, test.want)
		}
	}
}

// TestPairTexts checks what withoutPaths and linesOf make of the text of a pair.
func TestPairTexts(t *testing.T) {
	pair := []string{"m 12 read b.f lock 1 / n 7 write b.f"}
	if got, want := withoutPaths(pair)[0], "m 12 read / n 7 write"; got != want {
		t.Errorf("withoutPaths(%q) = %q, want %q", pair, got, want)
	}
	if got, want := linesOf(pair), map[int]bool{12: true, 7: true}; !maps.Equal(got, want) {
		t.Errorf("linesOf(%q) = %v, want %v", pair, got, want)
	}
}

// TestMarkersAreUsed checks that each marker occurs often enough in the examples, and RACE never.
func TestMarkersAreUsed(t *testing.T) {
	used := map[string]int{}
	for _, x := range legal(t) {
		marks, err := markersOf(x.src.Text)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
		}
		for _, m := range marks {
			used[m]++
		}
	}
	if used["RACE!"] < 3 || used["MISSED"] < 2 || used["NORACE"] < 3 || used["RACE"] > 0 {
		t.Errorf("the examples have the markers %v, want RACE! and NORACE 3 times, MISSED twice, "+
			"and no RACE", used)
	}
}

// checkPlaces checks that the places in truth lines are accesses of the program.
func (x example) checkPlaces(t *testing.T, core *il.Core, lines []string) {
	t.Helper()
	known := x.places(core)
	for _, l := range lines {
		places := strings.Split(l, " / ")
		if len(places) != 2 {
			t.Errorf("%q is not a pair of places", l)
			continue
		}
		for _, place := range places {
			if !slices.Contains(known, place) {
				t.Errorf("%q is not the place of an access", place)
			}
		}
	}
}

// places lists "unit line kind" for all accesses and all units, whether the unit reaches the access
// or not.
func (x example) places(core *il.Core) []string {
	var all []string
	for _, u := range core.Units {
		il.Walk(u.Body, func(s il.Stmt) {
			var kind il.AccessKind
			switch s.(type) {
			case *il.Load:
				kind = il.Read
			case *il.Store:
				kind = il.Write
			default:
				return
			}
			for _, v := range core.Units {
				all = append(all,
					fmt.Sprintf("%s %d %s", v.Name, x.src.Position(s.Pos()).Line, kind))
			}
		})
	}
	return all
}
