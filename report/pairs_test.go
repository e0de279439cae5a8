package report

import (
	"slices"
	"strings"
	"testing"

	"wobbly/internal/exact"
)

func TestPairsSentence(t *testing.T) {
	for _, c := range []struct {
		pairs Pairs
		want  string
	}{
		{Pairs{}, ""},
		{Pairs{Races: 1}, "There is one pair of accesses, and it races."},
		{Pairs{Open: 1}, "The only pair of accesses is open."},
		{Pairs{Absent: 1}, "The only pair of accesses never races (certified)."},
		{Pairs{Searched: 1}, "The only pair of accesses never races (by the exact search)."},
		{Pairs{Races: 2}, "Both pairs of accesses race."},
		{Pairs{Races: 3}, "All 3 pairs of accesses race."},
		{Pairs{Absent: 2}, "None of the 2 pairs of accesses ever races (certified)."},
		{Pairs{Races: 2, Absent: 1},
			"Of 3 pairs of accesses, 2 race, and the other never does (certified)."},
		{Pairs{Races: 1, Searched: 2},
			"Of 3 pairs of accesses, one races, and the others never do (by the exact search)."},
		{Pairs{Open: 3}, "Of 3 pairs of accesses, none is known to race and 3 are open."},
		{Pairs{Races: 1, Absent: 2, Open: 1},
			"Of 4 pairs of accesses, one races, 2 never do (certified) and 1 is open."},
		{Pairs{Races: 2, Open: 7, Unexamined: 5},
			"Of 9 pairs of accesses, 2 race and 7 are open (5 not examined)."},
		{Pairs{Races: 1, Absent: 2, Searched: 3}, "Of 6 pairs of accesses, one races, and " +
			"the others never do (2 certified, 3 by the exact search)."},
	} {
		if got := c.pairs.Sentence(); got != c.want {
			t.Errorf("the sentence of %+v = %q, want %q", c.pairs, got, c.want)
		}
	}
}

// TestSilence checks that the first line about an analysis that reports nothing says what is not
// known.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		pairs Pairs
		want  string
	}{
		{Pairs{Absent: 2}, ""},
		{Pairs{Races: 2, Beyond: 2, Absent: 1}, ", but another analysis finds 2 races (collapse)"},
		{Pairs{Absent: 2, Open: 1}, ". Of 3 pairs of accesses, 1 may still race"},
		{Pairs{Absent: 1, Open: 8, Unexamined: 7},
			". This answer is incomplete: of 9 pairs of accesses, 7 were not examined"},
		{Pairs{Races: 1, Beyond: 1, Open: 2}, ", but another analysis finds 1 race (collapse). " +
			"Of 3 pairs of accesses, 2 may still race"},
	} {
		check := &Check{Pairs: func() *Pairs { return &c.pairs }}
		if got := check.silence(); got != c.want {
			t.Errorf("silence with %+v = %q, want %q", c.pairs, got, c.want)
		}
	}
}

// TestReason checks that the sentence names the objects of each thread by which the accesses never
// race.
func TestReason(t *testing.T) {
	made := []Made{{"2:3", "n := new()"}}
	five := slices.Repeat(made, 5)
	for _, tt := range []struct {
		under   string
		objects [2]Objects
		want    string
	}{
		{"lock()", [2]Objects{}, "Both accesses are always under lock()."},
		{"", [2]Objects{{Initial: true}, {}}, "B (n) never reaches its access."},
		{"", [2]Objects{{Initial: true}, {Private: made}},
			"At 4:5, B (n) accesses an object that it made at 2:3 (n := new()) and that no other " +
				"thread can reach then."},
		{"", [2]Objects{{Private: made, Public: [2][]Made{nil, five}}, {Initial: true}},
			"At 3:3, A (m) accesses an object that it made at 2:3 (n := new()) and that no other " +
				"thread can reach then, or an object that B (n) made at 2:3 (n := new()), " +
				"2:3 (n := new()), 2:3 (n := new()), 2:3 (n := new()), 1 more place and stored " +
				"where the other thread can find it. At 4:5, B (n) accesses an object of the " +
				"initial state. No object is both."},
		{"", [2]Objects{{Public: [2][]Made{five[:4], nil}}, {Initial: true}},
			"At 3:3, A (m) accesses an object that it made at 2:3 (n := new()), 2:3 (n := " +
				"new()), 2:3 (n := new()) or 2:3 (n := new()) and stored where the other thread " +
				"can find it. At 4:5, B (n) accesses an object of the initial state. No object " +
				"is both."},
	} {
		s := Separation{Units: [2]string{"m", "n"}, At: [2]string{"3:3", "4:5"}, Under: tt.under,
			Objects: tt.objects}
		if got := s.Reason(); got != tt.want {
			t.Errorf("Reason() = %q\nwant %q", got, tt.want)
		}
	}
}

// TestCutProofs checks that text and JSON say that proofs stopped at a limit.
func TestCutProofs(t *testing.T) {
	const cut = "the proofs stopped at a limit, with 1 of 3 reports not examined"
	pairs := &Pairs{Races: 2, Open: 1, Cut: cut}
	c := &Check{Title: "RacerDX", Found: Found{
		TotalRaces: exact.Of(3), Races: slices.Values[[]Race](nil),
		Filtered: slices.Values[[]Filtered](nil),
	}, Pairs: func() *Pairs { return pairs }}
	var b strings.Builder
	(&page{w: &b}).pairs(c, pairs)
	const want = "Of 3 pairs of accesses, 2 race and 1 is open. Open pairs may race: " + cut + ".\n"
	if got := strings.Join(strings.Fields(b.String()), " ") + "\n"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	b.Reset()
	if _, err := CheckJSON(&b, c); err != nil || !strings.Contains(b.String(), `"cut":["`+cut+`"]`) {
		t.Errorf("the JSON is %s, %v; want a member cut", b.String(), err)
	}
}

// TestPairsOfPaths checks that paths explain more reports than racing pairs only if no pair is
// open.
func TestPairsOfPaths(t *testing.T) {
	const words = "RacerDX counts a race for each pair of paths: 3."
	for _, tt := range []struct {
		name  string
		pairs Pairs
		truth string
		want  bool
	}{
		{"fewer pairs", Pairs{Races: 2}, "", true},
		{"as many pairs", Pairs{Races: 3}, "", false},
		{"one by collapse", Pairs{Races: 3, Beyond: 1}, "", true},
		{"an open pair", Pairs{Races: 2, Open: 1}, "", false},
		{"no witness", Pairs{Absent: 1}, "", false},
		{"judged", Pairs{Races: 2}, "a truth", false},
	} {
		c := &Check{Title: "RacerDX", Found: Found{TotalRaces: exact.Of(3), Truth: tt.truth}}
		var b strings.Builder
		(&page{w: &b}).pairs(c, &tt.pairs)
		text := strings.Join(strings.Fields(b.String()), " ")
		if got := strings.Contains(text, words); got != tt.want {
			t.Errorf("%s: %q, want the sentence about paths: %t", tt.name, text, tt.want)
		}
	}
}
