package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/exact"
)

// TestMaxShown checks that text shows maxShown pairs that an analyzer does not report, and counts
// the others.
func TestMaxShown(t *testing.T) {
	for n, more := range map[int]bool{maxShown: false, maxShown + 1: true} {
		c := checkOf("some truth")
		owned := slices.Collect(c.Filtered)[0]
		c.Filtered = slices.Values(slices.Repeat([]Filtered{owned}, n))
		c.TotalFiltered = exact.Of(n)
		var b strings.Builder
		if _, err := checkText(&b, Style{}, c); err != nil {
			t.Fatal(err)
		}
		shown := strings.Count(b.String(), "F1 m 1:8")
		counted := strings.Contains(b.String(), "... and 1 not shown; --json lists more.")
		if shown != maxShown || counted != more {
			t.Errorf("of %d pairs, the text shows %d and counts more: %t; want %d, %t\n%s", n,
				shown,
				counted, maxShown, more, b.String())
		}
	}
}

// TestMaxErrors checks that text shows maxErrors errors, each before an empty line, and counts the
// others.
func TestMaxErrors(t *testing.T) {
	src := il.NewSource("f.il", "m() { }\n")
	for n, more := range map[int]string{
		1:             "",
		2:             "",
		maxErrors:     "",
		maxErrors + 1: "... and 1 more error.\n",
		maxErrors + 2: "... and 2 more errors.\n",
	} {
		list := make(diag.List, n)
		for i := range list {
			list[i] = diag.Diagnostic{Code: "E0001", At: 0, Message: fmt.Sprintf("wrong %d", i)}
		}
		var b strings.Builder
		if err := ErrorsText(&b, Style{}, src, list); err != nil {
			t.Fatal(err)
		}
		text, want := b.String(), min(n, maxErrors)
		shown, empty := strings.Count(text, ": wrong "), strings.Count(text, "\n\n")
		if shown != want || empty != want {
			t.Errorf("of %d errors, the text shows %d before %d empty lines, want %d\n%s", n, shown,
				empty, want, text)
		}
		if !strings.Contains(text, more) || strings.Contains(text, "... and") != (more != "") {
			t.Errorf("of %d errors, the text counts the others wrongly, want %q\n%s", n, more, text)
		}
	}
}

// TestNameWidth checks that a column is as wide as its longest name of at most 26 cells.
func TestNameWidth(t *testing.T) {
	for _, tt := range []struct {
		lengths []int
		want    int
	}{
		{nil, 0},
		{[]int{3, 7, 5}, 7},
		{[]int{26, 5}, 26},
		{[]int{27, 5}, 5},
		{[]int{27}, 0},
	} {
		var rows [][2]string
		for _, n := range tt.lengths {
			rows = append(rows, [2]string{strings.Repeat("x", n), ""})
		}
		if got := nameWidth(rows); got != tt.want {
			t.Errorf("nameWidth of names of %d cells = %d, want %d", tt.lengths, got, tt.want)
		}
	}
}

// TestCrosscheckCut checks that a random run says how many pairs were left out.
func TestCrosscheckCut(t *testing.T) {
	random := &CrosscheckRun{MaxStates: 9}
	for _, tt := range []struct {
		cut    uint64
		random *CrosscheckRun
		want   string
	}{
		{0, nil, "no search was cut."},
		{2, nil, "2 cut."},
		{0, random, "no search was cut."},
		{1, random, "1 pair of more than 9 states is left out of all counts."},
		{2, random, "2 pairs of more than 9 states are left out of all counts."},
	} {
		got := summaryOf("RacerDX",
			CrosscheckTotal{Programs: 3, Pairs: 1, Cut: tt.cut, Random: tt.random})
		if !strings.HasSuffix(got, "; "+tt.want) {
			t.Errorf("summaryOf with %d cut = %q, want suffix %q", tt.cut, got, tt.want)
		}
	}
}

// TestCrosscheckSummary checks the sentences about reports and refused witnesses.
func TestCrosscheckSummary(t *testing.T) {
	const want = "1 program, 2 pairs: RacerDX reports 4 of 5 real races and 1 impossible one; " +
		"no search was cut. The checker refused 2 witnesses of the oracle."
	got := summaryOf("RacerDX", CrosscheckTotal{Programs: 1, Pairs: 2, Agreed: 4, Real: 5,
		Impossible: 1, Refused: 2})
	if got != want {
		t.Errorf("summaryOf = %q, want %q", got, want)
	}
}

// TestCrosscheckJSON checks that the document of a file has its pairs, and that
// of random programs no file.
func TestCrosscheckJSON(t *testing.T) {
	file := &Crosscheck{File: "a.il", Pairs: []CrosscheckPair{{Left: "m", Right: "n"}}}
	for _, d := range []*Crosscheck{nil, file} {
		var b strings.Builder
		if err := CrosscheckJSON(&b, d, CrosscheckTotal{Programs: 7}); err != nil {
			t.Fatal(err)
		}
		var got struct {
			File  string
			Pairs []struct{ Left, Right string }
			Total struct{ Programs int }
		}
		if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
			t.Fatalf("%v\n%s", err, &b)
		}
		if (got.File == "a.il") != (d != nil) || (len(got.Pairs) == 1) != (d != nil) ||
			got.Pairs == nil || got.Total.Programs != 7 {
			t.Errorf("of a file: %t; got %s", d != nil, &b)
		}
	}
}

// TestEvidence checks that what is known begins with a capital, and says whether lemmas follow.
func TestEvidence(t *testing.T) {
	const listed = "sound in Racerdx.v"
	lemma := []CoqLemma{{Name: "sound", File: "Racerdx.v", Statement: "forall x, x = x"}}
	for _, tt := range []struct {
		e    Evidence
		want string // the first line, or empty for no text
	}{
		{Evidence{}, ""},
		{Evidence{Known: "tested", Note: "By fuzzing."}, "Known     Tested. By fuzzing.\n"},
		{Evidence{Known: "paper proof"}, "Known     Paper proof.\n"},
		{Evidence{Known: "paper proof", Lemmas: lemma},
			"Known     Paper proof; Coq proves the following.\n"},
		{Evidence{Known: proved, Lemmas: lemma}, "Known     Proved in Coq.\n"},
	} {
		var b strings.Builder
		p := &page{w: &b}
		p.evidence(tt.e, false)
		got := strings.TrimLeft(b.String(), " ")
		if !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("evidence of %+v = %q, want %q", tt.e, got, tt.want)
		}
		if got, want := strings.Contains(b.String(), listed), tt.e.Lemmas != nil; got != want {
			t.Errorf("evidence of %+v lists the lemma: %t, want %t", tt.e, got, want)
		}
	}
}
