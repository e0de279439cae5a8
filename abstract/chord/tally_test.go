package chord

import (
	"context"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestTally: each unordered pair of accesses of the file counts once, whatever programs
// of the file a stage leaves it in.
func TestTally(t *testing.T) {
	core := iltest.Core(t, `m(a) { x := a.f; a.f := new(); n(a); }
k(a) { synchronized { y := a.f; } z := new(); z.f := a; }
private n(b) { b.f := new(); b.f := new(); }`)
	a, err := New(core, Options{K: 1})
	if err != nil {
		t.Fatal(err)
	}
	tally := NewTally(a)
	want := map[Stage]map[il.Sites]bool{}
	sum := uint64(0)
	for _, p := range core.Pairs() {
		r, err := a.PairContext(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		tally.Add(r)
		sum += r.Count(Original)
		for _, s := range AllStages() {
			for pair := range r.Pairs(s) {
				if want[s] == nil {
					want[s] = map[il.Sites]bool{}
				}
				if pair[0].Compare(pair[1]) > 0 {
					pair[0], pair[1] = pair[1], pair[0]
				}
				want[s][pair] = true
			}
		}
	}
	for _, s := range AllStages() {
		if got := tally.Count(s); got != uint64(len(want[s])) || got == 0 {
			t.Errorf("%s: %d pairs, want %d", s, got, len(want[s]))
		}
	}
	// 4 writes and 2 reads of one field make 18 pairs.
	if got := tally.Count(Original); got != 18 || sum <= got || tally.Count(Unlocked) >= got {
		t.Errorf("%d original pairs, %d unlocked; %d over the programs", got, tally.Count(Unlocked), sum)
	}
}
