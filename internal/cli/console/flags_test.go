package console

import (
	"errors"
	"slices"
	"testing"

	"wobbly/internal/ask"
)

// TestAnalysisNames: each mode and each analyzer can be chosen by its name, which is listed once.
func TestAnalysisNames(t *testing.T) {
	names := AnalysisNames()
	sorted := slices.Sorted(slices.Values(names))
	if all := slices.Compact(slices.Clone(sorted)); !slices.Equal(all, sorted) {
		t.Errorf("AnalysisNames = %q, want each name once", names)
	}
	for _, x := range slices.Concat(ask.ModeNames(), ask.AnalyzerNames()) {
		if !slices.Contains(names, x) {
			t.Errorf("AnalysisNames = %q, want %s among them", names, x)
		}
	}
}

// TestWorkersFlag: a run has 0 workers only if others can join, and at most maxWorkers.
func TestWorkersFlag(t *testing.T) {
	here := &App{}
	alone := &App{Elsewhere: &Elsewhere{}}
	joined := &App{Elsewhere: &Elsewhere{Joined: true}}
	for _, tt := range []struct {
		a    *App
		n    int
		want string
	}{
		{here, -1, "--workers must be 0 or more"},
		{here, 0, ""},
		{here, maxWorkers, ""},
		{here, maxWorkers + 1, "--workers must be at most 1024"},
		{alone, 0, "--workers 0 needs --nats"},
		{alone, 1, ""},
		{joined, 0, ""},
		{joined, -1, "--workers must be 0 or more"},
	} {
		err := WorkersFlag{&tt.n}.Check(tt.a)
		var failure Failure
		if errors.As(err, &failure); failure.Text != tt.want {
			t.Errorf("Check of %d workers, elsewhere %+v: %v, want %q", tt.n, tt.a.Elsewhere, err,
				tt.want)
		}
	}
	if err := (WorkersFlag{}).Check(alone); err != nil {
		t.Errorf("Check without the flag: %v, want no error", err)
	}
}
