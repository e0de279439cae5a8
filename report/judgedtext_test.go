package report

import (
	"slices"
	"strings"
	"testing"

	"wobbly/internal/exact"
	"wobbly/witness"
)

// TestJudgedShown checks that the text names the flag that shows more reports if a limit keeps some
// from the list, and does not name it after an interrupt.
func TestJudgedShown(t *testing.T) {
	for interrupted, want := range map[bool]string{
		false: "Showing 0 of 3 reports; --limit N for more.\n", true: "Showing 0 of 3 reports.\n",
	} {
		c := &Check{
			File: "f.il", Interrupted: func() bool { return interrupted },
			Found: Found{
				Truth: "Definition 3.6", TotalRaces: exact.Of(3), Races: slices.Values([]Race(nil)),
				Counts: map[string]int{Unknown: 3},
			},
		}
		var b strings.Builder
		if _, err := checkText(&b, Style{}, c); err != nil || !strings.Contains(b.String(), want) ||
			strings.Contains(b.String(), "this is not everything") != interrupted {
			t.Errorf("checkText, interrupted %t: %v, %s; want %q", interrupted, err, b.String(),
				want)
		}
	}
}

// TestFoundBy checks that the text about a report says which lock condition it meets.
func TestFoundBy(t *testing.T) {
	named := []string{}
	for _, tt := range []struct {
		condition   string
		left, right Side
		want        string
	}{
		{"or", Side{Lock: 0}, Side{Lock: 2}, "of the lock levels, 0 and 2, one is 0"},
		{"or", Side{}, Side{}, "both lock levels are 0"},
		{"sum", Side{}, Side{Lock: 1}, "the lock levels, 0 and 1, are at most 1 together"},
		{"or", Side{Locks: named}, Side{Locks: named},
			"no lock is held at both, and no two uses cross"},
		{"sum", Side{Locks: named}, Side{Locks: named},
			"no lock is held at both or twice at one, and no two uses cross"},
	} {
		c := &Check{Title: "RacerDX", Condition: tt.condition}
		got := foundBy(c, Race{Left: tt.left, Right: tt.right, Premise: "the paths are stable"})
		if want := "RacerDX: the paths are stable, and " + tt.want + "."; got != want {
			t.Errorf("foundBy = %q, want %q", got, want)
		}
	}
}

// TestMobRace checks that the text about a race of RaceMob has the checker's refusal, the witness,
// or the execution that makes the accesses unordered.
func TestMobRace(t *testing.T) {
	w := &witness.Witness{}
	w.Race.Cell = [2]string{"o1", "f"}
	const noSteps = "no steps are needed: both accesses come first"
	x := &RaceMobExecution{Cell: [2]string{"o2", "g"}, Accesses: [2]int{3, 4}}
	for _, tt := range []struct {
		candidate RaceMobCandidate
		want      string
	}{
		{RaceMobCandidate{Runs: 2, Refused: "it is long", Witness: w,
			Race: &RaceMobRace{CoEnabled: true, Own: true, User: 1}},
			"The checker refuses the witness: it is long."},
		{RaceMobCandidate{Runs: 2, Witness: w, Race: &RaceMobRace{CoEnabled: true, User: 1}},
			"Both threads are about to access o1.f, after 2 runs, by user 1, in a run for " +
				"another candidate. Witness: " + noSteps + "."},
		{RaceMobCandidate{Runs: 1, Race: &RaceMobRace{Own: true, User: 3, Execution: x,
			Steered: true, Order: "primary"}},
			"By happens-before only: nothing orders the accesses of o2.g, after 1 run, by user " +
				"3, who held a thread back (primary order). Execution: " + noSteps + "; they are " +
				"steps 3 and 4. No state was met in which both threads are about to make them."},
	} {
		if got := mobRace(&tt.candidate); got != tt.want {
			t.Errorf("mobRace = %q\nwant %q", got, tt.want)
		}
	}
}

// TestGradedTask checks that the text about a graded task says whether it is done.
func TestGradedTask(t *testing.T) {
	for verdict, want := range map[string]string{
		GoalMet: "  The task is done.\n", GoalNotMet: "  The task is not done.\n",
	} {
		var b strings.Builder
		p := &page{w: &b}
		p.gradedTask(&GradedTask{Handed: true, Verdict: verdict, Says: "Well."})
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s: %q, want %q", verdict, b.String(), want)
		}
	}
}
