package compare

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"

	"wobbly/internal/campaign"
)

// TestSweepGoesOn: a run that continues from a saved state, saved at any time, gets the same result
// as one run. The state covers all programs up to one, no matter who did them.
func TestSweepGoesOn(t *testing.T) {
	want, wantFailures := planted(50).Run(context.Background())
	var kept [][]byte
	s := planted(30)
	s.Runner = campaign.Local(3)
	s.Keep = func(x *Stretch[*Totals]) {
		if x.Programs != x.Total.Programs {
			t.Errorf("kept %d programs with the counts of %d", x.Programs, x.Total.Programs)
		}
		text, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, text)
	}
	s.Run(context.Background())
	if len(kept) != 8 {
		t.Fatalf("the counts are kept %d times, want 8", len(kept))
	}
	for _, text := range kept {
		s, begun := planted(50), &Stretch[*Totals]{}
		if err := json.Unmarshal(text, begun); err != nil {
			t.Fatal(err)
		}
		for i := range begun.Failures {
			begun.Failures[i].Program = s.Program(begun.Failures[i].Seed)
		}
		s.Begun = begun
		got, failures := s.Run(context.Background())
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(failures, wantFailures) {
			t.Errorf("from %d programs on: %+v, %d failures, want %+v, %d", begun.Programs, got,
				len(failures), want, len(wantFailures))
		}
	}
}

// TestInterruptedKeepsNoGap: an interrupted run keeps and counts programs only up to the first gap.
func TestInterruptedKeepsNoGap(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := planted(100)
	s.Runner = campaign.Local(4)
	one := s.One
	s.One = func(ctx context.Context, seed uint64) (*Totals, *Failure) {
		if seed == 17 { // of 5 to 104
			cancel()
		}
		return one(ctx, seed)
	}
	last := uint64(0)
	s.Keep = func(x *Stretch[*Totals]) { last = x.Programs }
	total, _ := s.Run(ctx)
	if total.Programs != last || last > 12 {
		t.Errorf("%d programs are counted and %d kept, want the same number, at most 12",
			total.Programs, last)
	}
}
