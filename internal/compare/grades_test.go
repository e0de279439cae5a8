package compare

import (
	"context"
	"math"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/analyzers"
)

// TestRecallInterval: the interval of a share takes programs as samples: half of the races of each
// program give a narrower interval than all races of half of the programs.
func TestRecallInterval(t *testing.T) {
	for _, x := range []struct {
		programs  [][2]uint64 // races and those that are found
		share     string
		plusMinus float64
	}{
		{nil, "", 0},
		{[][2]uint64{{4, 4}, {2, 2}}, "1", 0},
		{[][2]uint64{{4, 2}, {4, 2}}, "0.5000", 0},
		{[][2]uint64{{4, 4}, {4, 0}}, "0.5000", 1.96 * math.Sqrt(8) / 8},
	} {
		var sum Recall
		for _, p := range x.programs {
			one := Recall{Real: p[0], Found: p[1]}
			one.square()
			sum.plus(one)
		}
		if share, plusMinus := sum.share(); share != x.share ||
			math.Abs(plusMinus-x.plusMinus) > 1e-4 {
			t.Errorf("the share of %v is %s ± %g, want %s ± %g", x.programs, share, plusMinus,
				x.share, x.plusMinus)
		}
	}
}

// TestGradesAddUp: every race has a grade, and the counts by grade add up to those of the table.
func TestGradesAddUp(t *testing.T) {
	d, _ := gen.FindGenerator("detours")
	o := Options{Analysis: analyzers.DefaultOptions()}
	for _, name := range []string{"racerdx", "bounded", "oracle"} {
		a, _ := analyzers.Find(name)
		o.Analyzers = append(o.Analyzers, a)
	}
	o.Analysis.Search.MaxStates = 20_000
	total, failures := Draw{Generator: d, Seed: 1, Programs: 40}.Sweep(o).Run(context.Background())
	if len(failures) > 0 {
		t.Fatalf("the sweep fails: %v", failures)
	}
	for _, name := range []string{"racerdx", "bounded"} {
		real, found := uint64(0), uint64(0)
		for _, r := range total.Grades[name] {
			real, found = real+r.Real, found+r.Found
		}
		s := total.scoreOf(name, analyzers.Coenabled)
		if real != total.Real[analyzers.Coenabled] || found != s.TruePositives {
			t.Errorf("%s: %d races by grade, %d of them found, but %d races and the score %+v",
				name, real, found, total.Real[analyzers.Coenabled], s)
		}
	}
	if last := total.Grades["bounded"][len(total.Grades["bounded"])-1]; last.Real == 0 {
		t.Error("no race needs an alias, so the test says too little")
	}
	if total.Grades["oracle"] != nil {
		t.Error("the exact search has recalls, but it is the truth")
	}
}
