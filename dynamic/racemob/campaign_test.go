package racemob

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/campaign"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// TestDoAll: with any number of workers, with or without progress, the list is the same as when one
// goroutine does every task.
func TestDoAll(t *testing.T) {
	for seed := range uint64(quick.Cases(10)) {
		j := job(t, iltest.Core(t, gen.Text(seed, gen.Default())), nil)
		want := Do(context.Background(), j)
		for _, workers := range []int{0, 1, 2, 7} {
			for _, progress := range []func(Stats){nil, func(Stats) {}} {
				got := DoAll(context.Background(), j, campaign.Local(workers), progress)
				if !reflect.DeepEqual(got, want) {
					t.Errorf("seed %d, %d workers:\n%+v\nwant\n%+v", seed, workers, got, want)
				}
			}
		}
	}
}

// TestDoAllProgress: progress is called once for each result, in order.
func TestDoAllProgress(t *testing.T) {
	for seed := range uint64(quick.Cases(10)) {
		j := job(t, iltest.Core(t, gen.Text(seed, gen.Default())), nil)
		calls := 0
		got := DoAll(context.Background(), j, campaign.Local(7), func(p Stats) {
			calls++
			if p.Done != calls || p.Issued < p.Done {
				t.Errorf("seed %d: progress call %d has %+v", seed, calls, p)
			}
		})
		if calls != got.Stats.Done {
			t.Errorf("seed %d: %d results, and %d calls", seed, got.Stats.Done, calls)
		}
	}
}

// TestDoAllStopped: when the context ends, the list has the results so far and does not wait for
// running tasks.
func TestDoAllStopped(t *testing.T) {
	j := job(t, iltest.Core(t, "m(a) { lock(); a.f := a; unlock(); }"),
		func(p *Policy) { p.Runs = 1_000_000 })
	ctx, stop := context.WithCancel(context.Background())
	got := DoAll(ctx, j, campaign.Local(2), func(p Stats) {
		if p.Done == 100 {
			stop()
		}
	})
	if got.Complete || got.Stats.Done != 100 {
		t.Errorf("a list stopped after 100 results: complete %t, %+v", got.Complete, got.Stats)
	}
	if got := DoAll(ctx, j, campaign.Local(2), nil); got.Complete || got.Stats.Done != 0 {
		t.Errorf("DoAll with a canceled context: complete %t, %+v", got.Complete, got.Stats)
	}
}

// TestDoAllPanics: a panic in a worker reaches the caller, and names the run, the program and the
// place.
func TestDoAllPanics(t *testing.T) {
	j := job(t, iltest.Core(t, "m(a) { a.f := a; }"), nil)
	j.Policy.Users = 0 // NewJob refuses this, and a run panics
	defer func() {
		text, _ := recover().(string)
		for _, want := range []string{
			"racemob: run {Candidate:0 ", "m(a) {\n  a.f := a;\n}\n", "job.go",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("DoAll panics with %q, want %q in it", text, want)
			}
		}
	}()
	DoAll(context.Background(), j, campaign.Local(2), nil)
}
