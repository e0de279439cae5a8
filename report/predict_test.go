package report

import "testing"

// TestPredictAnswer checks that the answer counts races and other predictions, and says that the
// prediction is exact only if there are races, all of them are predicted, and nothing was left out.
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
		{found(0, Confirmed, Impossible, Unknown), 0,
			"f.il: 1 race predicted, 1 false prediction (not a race in any execution) and " +
				"1 prediction not decided."},
	} {
		d := Predict{File: "f.il", Pairs: []PredictedPair{tt.pair},
			Table: PredictTable{LeftOut: tt.leftOut}}
		if got := d.answer(); got != tt.want {
			t.Errorf("answer = %q, want %q", got, tt.want)
		}
	}
}

// TestPredictRandomAnswer: the answer for random programs has the range of shares from one run and
// from all, the false reports, and all cuts.
func TestPredictRandomAnswer(t *testing.T) {
	row := func(method string, wrong, limited int, recall ...float64) PredictRow {
		return PredictRow{Method: method, Variant: "printed", False: wrong, Limited: limited,
			Recall: recall}
	}
	for _, tt := range []struct {
		name  string
		table PredictTable
		want  string
	}{
		{"no race", PredictTable{Programs: 1, Points: []int{1}, Pairs: 2},
			"1 random program: no race is known. No report is false."},
		{"one run", PredictTable{Programs: 2, Points: []int{1}, Pairs: 2, Races: 2,
			Rows: []PredictRow{row("hb", 0, 0, 0.5)}},
			"2 random programs: of 2 races, predictors find a share of 0.500 from 1 run of each " +
				"pair of methods. No report is false."},
		{"cut", PredictTable{Programs: 2, Points: []int{1, 5}, Pairs: 2, LeftOut: 1, Races: 4,
			Cut: 3, Rows: []PredictRow{row("hb", 2, 0, 0.5, 1), row("m2", 0, 1, 0.25, 1)}},
			"2 random programs: of 4 races, predictors find a share of 0.250 to 0.500 from 1 run " +
				"and 1.000 from 5 runs of each pair of methods. False reports: hb printed (2). " +
				"In 1 of 3 pairs of methods the exact search was cut: they are left out of all " +
				"counts, and --max-states N searches more of them. The limit of 9 steps ended 3 " +
				"executions early: there may be more. Executions that were too long for a " +
				"complete prediction: m2 printed (1)."},
	} {
		d := Predict{RunSteps: 9, Table: tt.table, Random: &PredictRandom{}}
		if got := d.answer(); got != tt.want {
			t.Errorf("%s: answer = %q\nwant %q", tt.name, got, tt.want)
		}
	}
}
