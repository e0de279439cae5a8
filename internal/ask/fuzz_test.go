package ask

import (
	"context"
	"slices"
	"testing"

	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// TestFuzz checks how runs end, and that exactly the refuted statements have a failure, with the
// shrunk program that repeats it.
func TestFuzz(t *testing.T) {
	holds, _ := theorem.Find("5.7")
	refutable, _ := theorem.Find("6.10")
	chosen := []*engine.Statement{holds, refutable}
	without := HypothesisNames(chosen[1:])
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		ctx     context.Context
		q       Fuzzing
		ended   string
		refuted []bool
	}{
		{t.Context(), Fuzzing{Cases: 5}, report.EndedCases, []bool{false, false}},
		{t.Context(), Fuzzing{Cases: 5000, Timed: ended}, report.EndedTime, []bool{false, false}},
		{ended, Fuzzing{Cases: 5000}, report.EndedInterrupted, []bool{false, false}},
		{t.Context(), Fuzzing{Cases: 500, Without: without}, report.EndedRefuted,
			[]bool{false, true}},
	} {
		t.Run(tt.ended, func(t *testing.T) {
			tt.q.Seed, tt.q.Workers = 1, 1
			x, err := Fuzz(tt.ctx, chosen, tt.q)
			if err != nil {
				t.Fatal(err)
			}
			if x.Document.Ended != tt.ended {
				t.Errorf("the run ended by %q, want %q", x.Document.Ended, tt.ended)
			}
			var refuted []bool
			for i, f := range x.Failures {
				shown := x.Document.Results[i].Failure
				refuted = append(refuted, f != nil)
				if (shown != nil) != (f != nil) {
					t.Errorf("%s: the report shows %+v of %+v", chosen[i].Name, shown, f)
				}
				if shown == nil || f == nil {
					continue
				}
				if shown.Case != f.Case || shown.Program == "" {
					t.Errorf("case %d with program %q, want case %d and a program", shown.Case,
						shown.Program, f.Case)
				}
				if !shown.Shrunk || shown.Statements > shown.From {
					t.Errorf("shrunk: %t, from %d to %d statements", shown.Shrunk, shown.From,
						shown.Statements)
				}
			}
			if !slices.Equal(refuted, tt.refuted) {
				t.Errorf("refuted: %t, want %t", refuted, tt.refuted)
			}
		})
	}
}
