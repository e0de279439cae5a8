package report

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestTheoremFuzzVerdict checks the last line of fuzz.
func TestTheoremFuzzVerdict(t *testing.T) {
	one := []TheoremFuzzed{{Statement: "5.7"}}
	for _, c := range []struct {
		d    TheoremFuzz
		want string
	}{
		{TheoremFuzz{Cases: 1, Seed: 2, Results: one},
			"1 case from seed 2: 0 of 1 statement refuted."},
		{TheoremFuzz{
			Cases: 9, First: 4, Results: []TheoremFuzzed{{Failure: &FuzzedRefutation{}}, {}},
		}, "9 cases from seed 0, from number 4 on: 1 of 2 statements refuted."},
		{TheoremFuzz{Results: []TheoremFuzzed{
			{Statement: "a", Below: true}, {Statement: "b", Below: true},
		}}, "0 cases from seed 0: 0 of 2 statements refuted; tested on too little: a, b."},
		{TheoremFuzz{Results: one, Without: []string{"x", "y"}, Ended: EndedTime},
			"0 cases from seed 0, without x, y: 0 of 1 statement refuted. The time was up: " +
				"--cases with this number repeats the run."},
		{TheoremFuzz{Results: one, Unused: []string{"r"}},
			"0 cases from seed 0: 0 of 1 statement refuted."},
		{TheoremFuzz{Results: one, Unused: []string{"r"}, Required: true, Ended: EndedInterrupted},
			"0 cases from seed 0: 0 of 1 statement refuted. Not all rules were used. " +
				"Interrupted: this is not everything."},
	} {
		if got := c.d.verdict(); got != c.want {
			t.Errorf("verdict = %q, want %q", got, c.want)
		}
	}
}

// TestLemmas checks that a statement of Coq keeps its lines and their indentation.
func TestLemmas(t *testing.T) {
	list := Statements{[]Statement{{Name: "x",
		Evidence: Evidence{
			Known:  "proved in Coq",
			Lemmas: []CoqLemma{{Name: "l", File: "f.v", Statement: "Lemma l :\n  True."}},
		}}}}
	const name = "Coq       l in f.v\n"
	for coq, want := range map[bool]string{
		true: name + "              Lemma l :\n                True.\n", false: name,
	} {
		var b strings.Builder
		if err := Text(&b, Style{}, ShownStatements{Statements: list, Coq: coq}); err != nil ||
			!strings.Contains(b.String(), want) || strings.Contains(b.String(), "True") != coq {
			t.Errorf("Text, Coq %t: %v\n%s\nwant it to contain %s", coq, err, b.String(), want)
		}
	}
}

// TestTheoremTally: the last line of a check counts statements that were not checked, if any.
func TestTheoremTally(t *testing.T) {
	const counts = "2 programs: 1 refuted, 2 held, 0 bounded, 3 with hypotheses not met"
	for unchecked, want := range map[int]string{0: counts + ".", 1: counts + ", 1 not checked."} {
		var b strings.Builder
		tally := TheoremTally{Programs: 2, Refuted: 1, Holds: 2, NotMet: 3, Unchecked: unchecked}
		err := Text(&b, Style{}, tally)
		if got := strings.Join(strings.Fields(b.String()), " "); err != nil || got != want {
			t.Errorf("Text of a tally = %q, %v; want %q", got, err, want)
		}
	}
}

// TestTheoremTexts checks texts that are hard to get from the command line.
func TestTheoremTexts(t *testing.T) {
	refutation := Refutation{Instance: "one\ntwo", Why: "so", Repeat: "again"}
	fuzz := &TheoremFuzz{
		Seed: 1, Rules: []RuleCount{{"r", 3}, {"s", 0}}, Unused: []string{"s"},
		Results: []TheoremFuzzed{
			{Statement: "long-name", Holds: 1, NotMet: 2, Floor: 0.125, Undecided: 5},
			{Statement: "x", Holds: 1, NotMet: 1, Refuted: 1, Floor: 0.5, Below: true,
				Failure: &FuzzedRefutation{
					Refutation: refutation, Case: 7, Program: "m() {}\n", Statements: 1, From: 1,
					Saved: "d/f.il", Replay: "check",
				}},
		},
	}
	const want = `0 cases from seed 1: 1 of 2 statements refuted; tested on too little: x.

statement  tested on  floor  instances  undecided  bounded  refuted
long-name      33.3%  12.5%          0          5        0        0
x              66.7%    50%          0          0        0        1  below

x is refuted: case 7 of seed 1.

    m() {}

  Instance  one
            two
  Why       so
  Repeat    again
  Size      1 statement, as it was drawn (the run was interrupted).
  Saved     d/f.il
            check

  Rules     1 of 2 used.
  Not used  s.
`
	var b strings.Builder
	if err := Text(&b, Style{}, fuzz); err != nil || b.String() != want {
		t.Errorf("Text of fuzz: %v\n%s\nwant\n%s", err, b.String(), want)
	}
	check := &TheoremCheck{
		File: "f", Draws: 1,
		Results: []TheoremChecked{{Statement: "x", Verdict: StatementRefuted,
			Refutation: &refutation}},
	}
	b.Reset()
	if err := Text(&b, Style{}, check); err != nil ||
		!strings.Contains(b.String(), "\nx is refuted.\n") {
		t.Errorf("Text of a check: %v\n%s\nwant it to say that x is refuted", err, b.String())
	}
	list := Statements{[]Statement{
		{Name: "x", Group: "G", Title: "T", Cite: "C (POPL 2019)"},
		{Name: "yy", Group: "H", Title: "U", Cite: "D"},
	}}
	b.Reset()
	if err := Text(&b, Style{}, list); err != nil ||
		b.String() != "G\n  x   T, C\n\nH\n  yy  U, D\n" {
		t.Errorf("Text of a list: %v, %q; want two groups with their columns aligned", err,
			b.String())
	}
	for name, write := range map[string]func(io.Writer) error{
		"fuzz":  func(w io.Writer) error { return Text(w, Style{}, fuzz) },
		"check": func(w io.Writer) error { return Text(w, Style{}, check) },
		"list":  func(w io.Writer) error { return Text(w, Style{}, list) },
		"show": func(w io.Writer) error {
			return Text(w, Style{}, ShownStatements{Statements: list})
		},
		"json": func(w io.Writer) error { return JSON(w, fuzz) },
	} {
		if err := write(&failing{left: 8}); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want %v", name, err, errFull)
		}
	}
}
