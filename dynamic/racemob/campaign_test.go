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

// TestDoAll: with any number of workers, the list is the same as when one goroutine does every
// task, and progress is called for every result.
func TestDoAll(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7} {
		for seed := range uint64(quick.Cases(10)) {
			j := job(t, iltest.Core(t, gen.Text(seed, gen.Default())), nil)
			want := Do(context.Background(), j)
			calls := 0
			got := DoAll(context.Background(), j, campaign.Local(workers), func(p Stats) {
				calls++
				if p.Done != calls || p.Issued < p.Done {
					t.Errorf("progress call %d has %+v", calls, p)
				}
			})
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%d workers:\n%+v\nwant\n%+v", workers, got, want)
			}
			if calls != got.Stats.Done {
				t.Errorf("%d results, and progress was called %d times", got.Stats.Done, calls)
			}
			quiet := DoAll(context.Background(), j, campaign.Local(workers), nil)
			if quiet.Stats != want.Stats {
				t.Errorf("without progress: %+v, want %+v", quiet.Stats, want.Stats)
			}
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
		t.Errorf("stopped before it began: %+v", got.Stats)
	}
}

// TestDoAllPanics: a panic in a worker reaches the caller.
func TestDoAllPanics(t *testing.T) {
	defer func() {
		if r, _ := recover().(string); !strings.HasPrefix(r, "racemob: run {Candidate:0 ") ||
			!strings.Contains(r, "m(a) {\n  a.f := a;\n}\n") || !strings.Contains(r, "job.go") {
			t.Errorf("the panic is %q", r)
		}
	}()
	j := job(t, iltest.Core(t, "m(a) { a.f := a; }"), nil)
	j.Policy.Users = 0 // nobody makes such a job
	DoAll(context.Background(), j, campaign.Local(2), nil)
}
