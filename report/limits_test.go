package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/exact"
)

// TestMaxShown checks that text shows maxShown pairs that an analyzer does not report, and counts the
// others.
func TestMaxShown(t *testing.T) {
	for n, more := range map[int]bool{maxShown: false, maxShown + 1: true} {
		c := checkOf("some truth")
		owned := slices.Collect(c.Filtered)[0]
		c.Filtered, c.TotalFiltered = slices.Values(slices.Repeat([]Filtered{owned}, n)), exact.Of(n)
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

// TestMaxErrors: text shows maxErrors errors, each before an empty line, and counts the others.
func TestMaxErrors(t *testing.T) {
	src := il.NewSource("f.il", "m() { }\n")
	for _, n := range []int{1, 2, maxErrors, maxErrors + 1, maxErrors + 2} {
		list := make(diag.List, n)
		for i := range list {
			list[i] = diag.Diagnostic{Code: "E0001", At: 0, Message: fmt.Sprintf("wrong %d", i)}
		}
		var b strings.Builder
		if err := ErrorsText(&b, Style{}, src, list); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		hidden := max(0, n-maxErrors)
		want := map[int]string{1: "... and 1 more error.\n", 2: "... and 2 more errors.\n"}[hidden]
		if strings.Count(text, ": wrong ") != min(n, maxErrors) || !strings.Contains(text, want) ||
			strings.Contains(text, "... and") != (hidden > 0) ||
			strings.Count(text, "\n\n") != min(n, maxErrors) {
			t.Errorf("%d errors: %d are shown, %d empty lines, want %q", n,
				strings.Count(text, ": wrong "), strings.Count(text, "\n\n"), want)
		}
	}
}

// TestNameWidth: a column of names is as wide as the longest of at most 26 cells.
func TestNameWidth(t *testing.T) {
	name := func(n int) [2]string { return [2]string{strings.Repeat("x", n), ""} }
	for _, tt := range []struct {
		rows [][2]string
		want int
	}{
		{nil, 0}, {[][2]string{name(3), name(7), name(5)}, 7}, {[][2]string{name(26), name(5)}, 26},
		{[][2]string{name(27), name(5)}, 5}, {[][2]string{name(27)}, 0},
	} {
		if got := nameWidth(tt.rows); got != tt.want {
			t.Errorf("nameWidth = %d, want %d", got, tt.want)
		}
	}
}

// TestCrosscheckCut: a random run says how many pairs were left out.
func TestCrosscheckCut(t *testing.T) {
	for _, tt := range []struct {
		cut    uint64
		random *CrosscheckRun
		want   string
	}{
		{0, nil, "no search was cut."}, {2, nil, "2 cut."}, {0, &CrosscheckRun{MaxStates: 9},
			"no search was cut."},
		{1, &CrosscheckRun{MaxStates: 9},
			"1 pair of more than 9 states is left out of all counts."},
		{2, &CrosscheckRun{MaxStates: 9},
			"2 pairs of more than 9 states are left out of all counts."},
	} {
		got := summaryOf("RacerDX",
			CrosscheckTotal{Programs: 3, Pairs: 1, Cut: tt.cut, Random: tt.random})
		if !strings.HasSuffix(got, "; "+tt.want) {
			t.Errorf("%d cut: %q, want suffix %q", tt.cut, got, tt.want)
		}
	}
	if got := summaryOf("RacerDX", CrosscheckTotal{Refused: 2, Impossible: 1, Agreed: 4, Real: 5,
		Programs: 1, Pairs: 2}); got !=
		"1 program, 2 pairs: RacerDX reports 4 of 5 real races and 1 impossible one; "+
			"no search was cut. "+
			"The checker refused 2 witnesses of the oracle." {
		t.Errorf("summaryOf = %q", got)
	}
}

// TestEvidence: what is known begins with a capital, and says whether lemmas follow.
func TestEvidence(t *testing.T) {
	lemma := []CoqLemma{{Name: "sound", File: "Racerdx.v", Statement: "forall x, x = x"}}
	for _, tt := range []struct {
		e    Evidence
		want string
	}{
		{Evidence{}, ""}, {Evidence{Known: "tested", Note: "By fuzzing."},
			"Known     Tested. By fuzzing.\n"},
		{Evidence{Known: "paper proof"}, "Known     Paper proof.\n"},
		{Evidence{Known: "paper proof", Lemmas: lemma},
			"Known     Paper proof; Coq proves the following.\n"},
		{Evidence{Known: proved, Lemmas: lemma}, "."},
	} {
		var b strings.Builder
		p := &page{w: &b}
		p.evidence(tt.e, false)
		if got := strings.TrimLeft(b.String(), " "); !strings.HasPrefix(got, tt.want) &&
			tt.want != "." ||
			(tt.want == "") != (got == "") {
			t.Errorf("%+v: %q, want %q", tt.e, got, tt.want)
		}
		if lemmas := strings.Contains(b.String(),
			"sound in Racerdx.v"); lemmas != (tt.e.Lemmas != nil) {
			t.Errorf("%+v lists its lemmas: %t", tt.e, lemmas)
		}
	}
}
