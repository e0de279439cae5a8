package report

import "testing"

// TestPredictAnswer: the answer counts races and other predictions. It says that the prediction is
// exact only if there are races, all of them are predicted, and nothing was left out.
func TestPredictAnswer(t *testing.T) {
	found := func(missed int, verdicts ...string) PredictedPair {
		x := PredictedPair{Missed: make([]Sites, missed)}
		for _, v := range verdicts {
			x.Findings = append(x.Findings, PredictFinding{Verdict: v})
		}
		return x
	}
	for _, tt := range []struct {
		pair    PredictedPair
		leftOut int
		want    string
	}{
		{found(0), 0, "f.il: no race is predicted."},
		{found(0, Confirmed), 0, "f.il: 1 race predicted; none is false, and none is missed."},
		{found(0, Confirmed), 1,
			"f.il: 1 race predicted; an exact search was cut, so there may be more."},
		{found(1, Confirmed), 0, "f.il: 1 race predicted and 1 race is missed."},
		{found(0, Confirmed, Impossible, Unknown), 0, "f.il: 1 race predicted, 1 false prediction " +
			"(not a race in any execution) and 1 prediction not decided."},
	} {
		d := Predict{File: "f.il", Pairs: []PredictedPair{tt.pair},
			Table: PredictTable{LeftOut: tt.leftOut}}
		if got := d.answer(); got != tt.want {
			t.Errorf("answer = %q, want %q", got, tt.want)
		}
	}
}
