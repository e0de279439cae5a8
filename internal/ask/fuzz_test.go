package ask

import (
	"context"
	"testing"

	"wobbly/report"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// TestFuzz: how a run ended, and the failure of each refuted statement with the command that
// repeats it.
func TestFuzz(t *testing.T) {
	holds, _ := theorem.Find("5.7")
	s, _ := theorem.Find("6.10")
	chosen := []*engine.Statement{holds, s}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		ctx  context.Context
		q    Fuzzing
		want string
	}{
		{t.Context(), Fuzzing{Cases: 5, Seed: 1, Workers: 1}, report.EndedCases},
		{t.Context(), Fuzzing{Cases: 5000, Seed: 1, Workers: 1, Timed: ended}, report.EndedTime},
		{ended, Fuzzing{Cases: 5000, Seed: 1, Workers: 1}, report.EndedInterrupted},
		{t.Context(), Fuzzing{Cases: 500, Seed: 1, Workers: 1,
			Without: HypothesisNames(chosen[1:])},
			report.EndedRefuted},
	} {
		x, err := Fuzz(tt.ctx, chosen, tt.q)
		if err != nil {
			t.Fatal(err)
		}
		if x.Document.Ended != tt.want || len(x.Failures) != 2 {
			t.Errorf("ended by %s with %d results, want %s", x.Document.Ended,
				len(x.Failures), tt.want)
		}
		for i, f := range x.Failures {
			shown := x.Document.Results[i].Failure
			if refuted := tt.want == report.EndedRefuted && i == 1; (f != nil) != refuted ||
				(shown != nil) != refuted {
				t.Errorf("%s: the failure of %s is %v", tt.want, chosen[i].Name, f)
			} else if refuted && (shown.Case != f.Case || !shown.Shrunk ||
				shown.Statements > shown.From ||
				shown.Program == "") {
				t.Errorf("the failure is %+v", shown)
			}
		}
	}
}
