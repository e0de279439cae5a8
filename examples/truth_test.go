package examples_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
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
			real, unreal := sites(x.truth["race"]), sites(x.truth["no race"])
			_, nothing := x.truth["no races"]
			if len(real)+len(unreal) == 0 && !nothing {
				t.Fatal("no line says what the truth is")
			}
			core := x.core(t)
			x.placesExist(t, core, slices.Concat(real, unreal))
			for _, s := range unreal {
				if slices.Contains(real, s) {
					t.Errorf("%s is both a truth race and a truth no race", s)
				}
			}
			got, complete := x.search(t, core)
			x.compareTruth(t, got, complete)
			if complete {
				x.markers(t, core, got)
			}
		})
	}
}

// compareTruth compares what the search found with the truth lines.
func (x example) compareTruth(t *testing.T, got []string, complete bool) {
	t.Helper()
	real := sites(x.truth["race"])
	_, expected := x.truth["not searched"]
	switch {
	case complete && expected:
		t.Error("the search is complete: remove \"truth not searched\"")
	case complete:
		if d := difference(got, real); d != "" {
			t.Errorf("truth race:%s", d)
		}
	case expected:
		reported := sidesOnly(x.expect["race"])
		for _, s := range real {
			if !slices.Contains(got, s) && !slices.Contains(reported, s) {
				t.Errorf("%s is neither found by the search that is cut, "+
					"nor reported with a witness", s)
			}
		}
	default:
		t.Errorf("the search was cut at %d states, and no \"truth not searched\" says why",
			maxStates)
	}
	for _, s := range got {
		if !slices.Contains(real, s) {
			t.Errorf("truth race: found, but not expected: %s", s)
		}
	}
}

var path = regexp.MustCompile(`( read| write) \S+( lock \w+(, \w+)*)?`)

// sidesOnly drops paths and lock levels: "m 3 read b.f lock 1 / ..." becomes "m 3 read / ...".
func sidesOnly(pairs []string) []string {
	out := make([]string, len(pairs))
	for i, p := range pairs {
		out[i] = path.ReplaceAllString(p, "$1")
	}
	return out
}

// search lists the pairs of places that race in some pair of units, without duplicates, and reports
// whether the list is complete. It has every witness checked.
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

// markersOf finds the markers of a text: by line, from 1.
func markersOf(text string) (map[int]string, error) {
	marks := map[int]string{}
	for i, line := range strings.Split(text, "\n") {
		if m := marker.FindStringSubmatch(line); m != nil {
			if strings.HasPrefix(line, "//") {
				return nil, fmt.Errorf("line %d: a marker without a statement", i+1)
			}
			marks[i+1] = m[1]
		}
	}
	return marks, nil
}

// markers compares the markers with the races found, and with the expected reports, which
// TestExamples compares with the analysis.
func (x example) markers(t *testing.T, core *il.Core, real []string) {
	t.Helper()
	marks, err := markersOf(x.src.Text)
	if err != nil {
		t.Fatal(err)
	}
	races, reports := linesOf(real), linesOf(x.expect["race"])
	accesses := linesOf(x.places(core))
	for line, mark := range marks {
		if !accesses[line] {
			t.Errorf("line %d is marked %s but has no access", line, mark)
		}
		if got := markFor(races[line], reports[line]); got != mark {
			t.Errorf("line %d is marked %s, and should be %s", line, mark, got)
		}
	}
}

// markFor returns the marker of an access that takes part in a race, or is reported.
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

var place = regexp.MustCompile(`(?:^|/ )\S+ (\d+) (?:read|write)`)

// linesOf returns the lines in pairs of places.
func linesOf(pairs []string) map[int]bool {
	lines := map[int]bool{}
	for _, p := range pairs {
		for _, m := range place.FindAllStringSubmatch(p, -1) {
			var n int
			fmt.Sscan(m[1], &n)
			lines[n] = true
		}
	}
	return lines
}

// TestMarkers: the four markers are read, and invalid ones are not.
func TestMarkers(t *testing.T) {
	marks, err := markersOf(`m(b) {
  b.f := x; // RACE!
  x := b.f; // NORACE: b is ours
  y := b.f; // MISSED
  z := b.f; // RACE
  w := b.f; // a RACE!
}
`)
	if err != nil || len(marks) != 4 || marks[2] != "RACE!" || marks[3] != "NORACE" ||
		marks[4] != "MISSED" || marks[5] != "RACE" {
		t.Errorf("markersOf = %v, %v; want the marks of lines 2 to 5", marks, err)
	}
	if _, err := markersOf("// RACE!\n"); err == nil {
		t.Error("a marker alone on its line is accepted")
	}
	for mark, is := range map[string][2]bool{
		"RACE!": {true, true}, "MISSED": {true, false}, "RACE": {false, true}, "NORACE": {},
	} {
		if got := markFor(is[0], is[1]); got != mark {
			t.Errorf("%v gives %s, want %s", is, got, mark)
		}
	}
	got := sidesOnly([]string{"m 12 read b.f lock 1 / n 7 write b.f"})[0]
	if got != "m 12 read / n 7 write" {
		t.Errorf("without paths: %s", got)
	}
	if got := linesOf([]string{"m 12 read b.f lock 1 / n 7 write b.f"}); len(got) != 2 ||
		!got[12] || !got[7] {
		t.Errorf("the lines of a pair are %v", got)
	}
}

// TestMarkersAreUsed: every kind of marker occurs in some example.
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
		t.Errorf("the markers of the examples are %v", used)
	}
}

// placesExist checks that the places in truth lines are accesses of the unit or of a method that it
// calls.
func (x example) placesExist(t *testing.T, core *il.Core, lines []string) {
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

// places lists "unit line kind" for all accesses and all units. Whether the unit reaches the access
// is for the search to decide.
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
