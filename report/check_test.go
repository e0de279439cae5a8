package report

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/exact"
)

// checkOf returns a document of races with the given verdicts. If a truth is given, they are
// judged.
func checkOf(truth string, verdicts ...string) *Check {
	side := Side{
		Unit: "m", At: "1:8", Kind: "write", Path: "b.f", Calls: []string{},
		Location: Location{Span: Span{At: 12, End: 15}},
	}
	c := &Check{
		File: "f.il", Source: il.NewSource("f.il", "m(b) { x := b.f; }"), Condition: "or",
		Analysis: "plus", Title: "RacerDX+",
		Found: Found{Truth: truth, TotalRaces: exact.Of(len(verdicts)), Counts: map[string]int{}},
	}
	var races []Race
	for i, v := range verdicts {
		c.Counts[v]++
		races = append(races,
			Race{ID: []string{"R1", "R2", "R3"}[i], Left: side, Right: side, Verdict: v})
	}
	owned := Filtered{
		ID: "F1", Left: side, Right: side, Reasons: []string{ReasonOwned}, Owned: []string{"left"},
		Wobbly: []Wobbly{},
	}
	c.Races, c.Filtered = slices.Values(races), slices.Values([]Filtered{owned})
	c.TotalFiltered = exact.Of(1)
	return c
}

// TestTally checks which verdicts make a race, a defect or an incomplete document.
func TestTally(t *testing.T) {
	for _, x := range []struct {
		name string
		c    *Check
		want Tally
	}{
		{"a race", checkOf("", Confirmed),
			Tally{Files: 1, Races: exact.Of(1), Filtered: exact.Of(1), Confirmed: 1, Found: true}},
		{"a defect", checkOf("", Confirmed, Refuted),
			Tally{
				Files: 1, Races: exact.Of(2), Filtered: exact.Of(1), Confirmed: 1, Refuted: 1,
				Found: true, Defect: true,
			}},
		{"nothing", checkOf(""), Tally{Files: 1, Filtered: exact.Of(1)}},
		{"a judged race", checkOf("some truth", Confirmed, Impossible),
			Tally{Confirmed: 1, Found: true}},
		{"a false alarm", checkOf("some truth", Impossible), Tally{}},
		{"not decided", checkOf("some truth", Unknown), Tally{Incomplete: true}},
		{"a judged defect", checkOf("some truth", Refuted), Tally{Refuted: 1, Defect: true}},
	} {
		var b strings.Builder
		got, err := checkShort(&b, Style{}, x.c)
		if err != nil || got != x.want {
			t.Errorf("%s: tally %+v, %v, want %+v", x.name, got, err, x.want)
		}
		lines := len(slices.Collect(x.c.Races))
		if x.want.Incomplete {
			lines++
		}
		incomplete := strings.Contains(b.String(), "f.il: incomplete: 1 report is not decided\n")
		if strings.Count(b.String(), "\n") != lines || incomplete != x.want.Incomplete {
			t.Errorf("%s: the tally is %s, want %d lines, incomplete: %t", x.name, b.String(),
				lines, x.want.Incomplete)
		}
	}
	sum := Tally{Found: true}.Plus(Tally{Defect: true}).Plus(Tally{
		Incomplete: true, Interrupted: true,
	}).Plus(Tally{Files: 2})
	if sum != (Tally{Files: 2, Found: true, Defect: true, Incomplete: true, Interrupted: true}) {
		t.Errorf("Plus = %+v, want the sum of all fields", sum)
	}
}

// TestCheckJSON checks that a judged document says what judged it, and that lists are JSON lists.
func TestCheckJSON(t *testing.T) {
	for _, x := range []struct {
		c       *Check
		has, no string
	}{
		{checkOf("some truth", Confirmed, Unknown),
			`"truth":"some truth","verdicts":{"confirmed":1,"unknown":1}`, `"interrupted"`},
		{checkOf("some truth", Confirmed), `"truth"`, `"defects"`},
		{checkOf("", Confirmed, Confirmed),
			`},{"id":"R2","left":{"unit":"m","at":"1:8","kind":"write","path":"b.f",` +
				`"lock":0,"calls":[]}`, `"truth"`},
		{checkOf(""), `"races":[],"filtered":[{"id":"F1"`, `"verdicts"`},
		{checkOf(""),
			`"reasons":["owned"],"owned":["left"],"wobbly":[]}],` +
				`"total":{"races":"0","filtered":"1"}}`, `null`},
	} {
		var b strings.Builder
		if _, err := CheckJSON(&b, x.c); err != nil {
			t.Error(err)
		}
		if !strings.Contains(b.String(), x.has) || strings.Contains(b.String(), x.no) {
			t.Errorf("got %s\nwant %s in it, and not %s", b.String(), x.has, x.no)
		}
	}
}

// TestCheckFormats checks that each format has its own name, and that the first one is for people.
func TestCheckFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range CheckFormats {
		if f.Name == "" || seen[f.Name] || f.write == nil && f.whole == nil {
			t.Errorf("the format %+v has no name, the name of another, or no writer", f)
		}
		seen[f.Name] = true
	}
	if !CheckFormats[0].Text {
		t.Error("the usual format is not for people")
	}
}

// TestExploredRaceJSON checks that the document of explore has the two sites of a race, and the
// reason why its witness is refused.
func TestExploredRaceJSON(t *testing.T) {
	r := ExploredRace{Race: Race{
		ID: "R1", Left: Side{At: "1:2", Kind: "read"}, Right: Side{At: "3:4", Kind: "write"},
		Verdict: Refuted, Reason: "a < b",
	}}
	var b strings.Builder
	s := &stream{w: &b}
	s.value(r)
	const want = `{"left":"1:2","right":"3:4","kinds":["read","write"],"witness":null,` +
		`"refused":"a < b"}`
	if s.err != nil || b.String() != want {
		t.Errorf("the race is written as %s, %v; want %s", b.String(), s.err, want)
	}
}
