package report_test

import (
	"strings"
	"testing"

	"wobbly/report"
)

// TestFixText checks that, without a proposal, the text says whether a bound is the cause, and that
// notes on a repair of a deadlock are paragraphs.
func TestFixText(t *testing.T) {
	race, before := &report.FixRace{}, &report.FixAccount{Race: "yes"}
	notes := []report.FixProposal{{Title: "the order", Diff: "@@\n",
		Notes: []string{"One.", "Two."}}}
	for _, x := range []struct {
		f    *report.Fix
		want string
	}{
		{&report.Fix{Race: race, Before: before, Tried: 2},
			"removes the race (2 changed programs)."},
		{&report.Fix{Race: race, Before: before, Tried: 2, Undecided: true},
			"A bound cut the searches"},
		{&report.Fix{Race: race, Before: &report.FixAccount{Race: "no"}},
			"These accesses do not race"},
		{&report.Fix{Deadlock: &report.FixDeadlock{}, Tried: 1},
			"removes the deadlock (1 changed program)."},
		{&report.Fix{Deadlock: &report.FixDeadlock{}, Proposals: notes},
			"Proposal 1 of 1: the order.\n\n@@\n\nOne.\n\nTwo.\n"},
	} {
		var b strings.Builder
		if err := report.Text(&b, report.Style{}, report.FixText(x.f, 1, false)); err != nil ||
			!strings.Contains(b.String(), x.want) {
			t.Errorf("FixText = %q, %v; want it to contain %q", b.String(), err, x.want)
		}
	}
}

// TestLongAnswers checks that an answer that does not fit beside its statement is printed below it,
// as a paragraph.
func TestLongAnswers(t *testing.T) {
	const why = "outside, this.mCount := new() of protectedWriteOnMainThread would race with " +
		"result := this.mCount"
	region := report.FixRegion{At: "2:3", Unit: "m", Statements: []report.FixPart{
		{At: "3:5", Text: "n := new()", Leaves: "yes"},
		{At: "4:5", Text: "this.mCount := new()", Leaves: "no", Why: why},
		{At: "15:5", Text: "x := n", Leaves: "yes"},
	}}
	f := &report.Fix{File: "a.il", Regions: []report.FixRegion{region}}
	for _, ascii := range []bool{false, true} {
		var b strings.Builder
		err := report.Text(&b, report.Style{ASCII: ascii}, report.FixText(f, 1, true))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if len(line) > 81 {
				t.Errorf("%d columns, want at most 80: %s", len(line)-1, line)
			}
		}
		const want = "2:3 in m 3:5 n := new() can leave 4:5 this.mCount := new() stays: " + why +
			" 15:5 x := n can leave"
		if got := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(got, want) {
			t.Errorf("FixText of regions = %s\nwant the words %s", b.String(), want)
		}
	}
}
