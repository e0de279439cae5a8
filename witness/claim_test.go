package witness

import (
	"slices"
	"strings"
	"testing"
)

// twoUnits returns a witness that ends with thread A at 4:5, in a call at 3:3 of unit m, and with
// thread B at 7:3 in unit n.
func twoUnits() *Witness {
	return &Witness{
		Schema: Schema,
		Units:  [2]string{"m", "n"},
		Steps:  []Step{{Thread: "A", At: "3:3", Do: Push}, {Thread: "B", At: "6:3", Do: "lock()"}},
		Race:   Race{A: Access{At: "4:5", Kind: "read"}, B: Access{At: "7:3", Kind: "write"}},
	}
}

// TestMismatch checks the mismatch of a witness with claims that differ from it in each part.
func TestMismatch(t *testing.T) {
	m := Claim{Unit: "m", At: "4:5", Kind: "read", Calls: []string{"3:3"}}
	n := Claim{Unit: "n", At: "7:3", Kind: "write", Calls: []string{}}
	but := func(c Claim, change func(*Claim)) Claim { change(&c); return c }
	const (
		places = "the witness shows m 4:5 and n 7:3"
		kinds  = "the witness shows m 4:5 (read) and n 7:3 (write)"
		calls  = "the witness shows m 4:5 (called at 3:3) and n 7:3 (without a call)"
	)
	of := func(unit string) func(*Claim) { return func(c *Claim) { c.Unit = unit } }
	through := func(calls ...string) func(*Claim) { return func(c *Claim) { c.Calls = calls } }
	for name, c := range map[string]struct {
		left, right Claim
		want        string
	}{
		"both accesses are named":     {m, n, ""},
		"a race is an unordered pair": {n, m, ""},
		"nothing is claimed":          {Claim{}, Claim{}, ""},
		"only one side is claimed":    {Claim{}, m, ""},
		"no calls are listed":         {but(m, through()), n, ""},
		"another unit":                {but(m, of("k")), n, places},
		"another position":            {m, but(n, func(c *Claim) { c.At = "8:3" }), places},
		"one access on both sides":    {m, m, places},
		"units exchanged":             {but(m, of("n")), but(n, of("m")), places},
		"another kind":                {but(m, func(c *Claim) { c.Kind = "write" }), n, kinds},
		"another call":                {but(m, through("2:3")), n, calls},
		"a call too many":             {m, but(n, through("6:3")), calls},
		"no call where there is one":  {but(m, func(c *Claim) { c.Calls = []string{} }), n, calls},
	} {
		race := Named{ID: "R1", Left: c.left, Right: c.right, Witness: twoUnits()}
		if got := race.Mismatch(); got != c.want {
			t.Errorf("%s: Mismatch = %q, want %q", name, got, c.want)
		}
	}
}

// TestMismatchOfASelfPair: if both accesses are in one unit, the positions distinguish them.
func TestMismatchOfASelfPair(t *testing.T) {
	w := twoUnits()
	w.Units = [2]string{"m", "m"}
	at := func(at string) Claim { return Claim{Unit: "m", At: at} }
	for _, c := range []struct {
		left, right string
		match       bool
	}{{"4:5", "7:3", true}, {"7:3", "4:5", true}, {"4:5", "4:5", false}, {"7:3", "7:3", false}} {
		race := Named{Left: at(c.left), Right: at(c.right), Witness: w}
		if got := race.Mismatch(); (got == "") != c.match {
			t.Errorf("Mismatch of %s and %s = %q, want none: %t", c.left, c.right, got, c.match)
		}
	}
}

// TestMismatchIsShort: a call chain of 8 positions is printed in full. In one of 9, three dots
// replace the eighth.
func TestMismatchIsShort(t *testing.T) {
	for calls, want := range map[int]string{
		8: "(called at 1:1, 1:1, 1:1, 1:1, 1:1, 1:1, 1:1, 1:1)",
		9: "(called at 1:1, 1:1, 1:1, 1:1, 1:1, 1:1, 1:1, ..., 1:1)",
	} {
		w := twoUnits()
		w.Steps = nil
		for range calls {
			w.Steps = append(w.Steps, Step{Thread: "A", At: "1:1", Do: Push})
		}
		race := Named{Left: Claim{Unit: "m", Calls: []string{}}, Witness: w}
		if got := race.Mismatch(); !strings.Contains(got, want) {
			t.Errorf("Mismatch with %d calls = %q, want it to contain %q", calls, got, want)
		}
	}
}

// TestReadAllClaims: every kind of document names the accesses of its races, and claims nothing
// that it leaves out.
func TestReadAllClaims(t *testing.T) {
	one := string(mustMarshal(t, twoUnits()))
	side := func(unit, at, kind string) Claim { return Claim{Unit: unit, At: at, Kind: kind} }
	called := func(c Claim, calls []string) Claim { c.Calls = calls; return c }
	m, n := side("m", "4:5", "read"), side("n", "7:3", "write")
	// checked returns a document of CheckSchema with one race that has these keys, and paired one
	// of another schema with one race of m and n under a key.
	checked := func(keys string) string {
		return `{"schema":"wobbly/check/1","races":[{"id":"R1",` + keys + `"witness":` + one + `}]}`
	}
	paired := func(schema, key string) string {
		race := `{"left":"4:5","right":"7:3","kinds":["read","write"],"witness":` + one + `}`
		return `{"schema":"` + schema + `","pairs":[{"left":"m","right":"n","` + key + `":[` +
			race + `]}]}`
	}
	const left = `"left":{"unit":"m","at":"4:5","kind":"read","path":"b.f","lock":1,` +
		`"calls":["3:3"]},`
	const right = `"right":{"unit":"n","at":"7:3","kind":"write","path":"b.f","lock":0,"calls":[]},`
	for _, c := range []struct {
		text        string
		left, right Claim
	}{
		{checked(left + right), called(m, []string{"3:3"}), called(n, []string{})},
		{checked(`"left":{"at":"4:5"},`), side("", "4:5", ""), Claim{}},
		{checked(""), Claim{}, Claim{}},
		{paired(ExploreSchema, "races"), m, n},
		{paired(CrosscheckSchema, "missed"), m, n},
		{paired(PredictSchema, "findings"), m, n},
		{paired(RaceMobSchema, "candidates"), m, n},
		{ // the keys are in another order, and some are missing
			`{"schema":"wobbly/explore/1","pairs":[{"races":[{"witness":` + one +
				`,"right":"7:3"}],"right":"n","left":"m"}]}`,
			side("m", "", ""), side("n", "7:3", ""),
		},
		{ // the race is in the second pair, after a candidate without a witness
			`{"schema":"wobbly/racemob/1","pairs":[{"left":"k","right":"k","candidates":[]},` +
				`{"left":"m","right":"n","candidates":[` +
				`{"left":"1:1","right":"2:2","kinds":["read","write"]},` +
				`{"left":"4:5","right":"7:3","kinds":["read","write"],"witness":` + one + `}]}]}`,
			m, n,
		},
		{one, Claim{}, Claim{}},
	} {
		all, err := ReadAll(strings.NewReader(c.text))
		if err != nil || len(all) != 1 || all[0].Witness == nil {
			t.Errorf("ReadAll(%.80s) = %+v, %v, want one witness", c.text, all, err)
			continue
		}
		got := all[0]
		if !equalClaims(got.Left, c.left) || !equalClaims(got.Right, c.right) {
			t.Errorf("the claims of %.80s are\n%+v and %+v\nwant %+v and %+v",
				c.text, got.Left, got.Right, c.left, c.right)
		}
		if mismatch := got.Mismatch(); mismatch != "" {
			t.Errorf("Mismatch in %.80s = %q, want none", c.text, mismatch)
		}
		// The witness of another race matches only if nothing is claimed.
		other := *got.Witness
		other.Units, other.Race.A.At, other.Race.B.At = [2]string{"k", "k"}, "9:9", "9:10"
		got.Witness = &other
		claimed := got.Left.At != "" || got.Right.At != ""
		mismatch := got.Mismatch()
		if claimed != (mismatch == "the witness shows k 9:9 and k 9:10") {
			t.Errorf("Mismatch in %.80s with another witness = %q", c.text, mismatch)
		}
	}
}

// equalClaims reports whether two claims are equal. An empty list of calls differs from none.
func equalClaims(a, b Claim) bool {
	return a.Unit == b.Unit && a.At == b.At && a.Kind == b.Kind &&
		(a.Calls == nil) == (b.Calls == nil) && slices.Equal(a.Calls, b.Calls)
}
