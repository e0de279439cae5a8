package report

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestExplorationCertified: the text says how many pairs certificates leave out, if they do.
func TestExplorationCertified(t *testing.T) {
	for n, want := range map[int]string{
		0: "", 1: "1 pair of accesses has a certificate",
		2: "2 pairs of accesses have a certificate",
	} {
		x := Explored{ExploredPair: ExploredPair{Left: "m", Right: "n", Complete: true}}
		x.Races, x.Certified = slices.Values([]ExploredRace(nil)), n
		var b strings.Builder
		d := &Exploration{File: "a.il", Pairs: slices.Values([]Explored{x})}
		if _, err := ExploreText(&b, Style{}, d); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), want) ||
			strings.Contains(b.String(), "certificate") != (n > 0) {
			t.Errorf("%d certified: got %s\nwant %q in it", n, &b, want)
		}
	}
}

// TestExplorationInterrupted checks that races that are not listed are counted, in texts, in JSON
// and in the outcome.
func TestExplorationInterrupted(t *testing.T) {
	races := []ExploredRace{{Race: Race{Verdict: Confirmed}}, {Race: Race{Verdict: Refuted}}}
	for _, c := range []struct {
		found int
		text  string
		json  float64
	}{
		{2, "", 0},
		{3, "Not shown, since the run was interrupted: 1 more race.", 1},
		{22_500, "Not shown, since the run was interrupted: 22498 more races.", 22_498},
	} {
		doc := func() *Exploration {
			x := Explored{
				ExploredPair: ExploredPair{Left: "m", Right: "n", Complete: true}, Found: c.found,
				Races: slices.Values(races),
			}
			return &Exploration{File: "a.il", Pairs: slices.Values([]Explored{x})}
		}
		var b strings.Builder
		o, err := ExploreText(&b, Style{}, doc())
		if want := (Outcome{Pairs: 1, Races: c.found, Refused: 1}); err != nil || o != want {
			t.Errorf("ExploreText = %+v, %v, want %+v", o, err, want)
		}
		if has := strings.Contains(b.String(), "Not shown"); has != (c.text != "") ||
			!strings.Contains(b.String(), c.text) {
			t.Errorf("%d races: got %s\nwant %q in it", c.found, &b, c.text)
		}
		b.Reset()
		if o, err = ExploreJSON(&b, doc()); err != nil || o.Refused != 1 {
			t.Errorf("ExploreJSON = %+v, %v, want one refused race", o, err)
		}
		var d struct {
			Pairs []map[string]any `json:"pairs"`
		}
		if err := json.Unmarshal([]byte(b.String()), &d); err != nil {
			t.Fatalf("the document is not JSON: %v\n%s", err, &b)
		}
		x := d.Pairs[0]
		if n, _ := x["unlisted"].(float64); n != c.json || len(x["races"].([]any)) != 2 ||
			x["strategy"] == nil {
			t.Errorf("got %s\nwant a document with a strategy, 2 races, and %v unlisted", &b, c.json)
		}
	}
}
