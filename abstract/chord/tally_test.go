package chord

import (
	"context"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestTally: each unordered pair of accesses of the file is counted once, even if a stage leaves it
// in several pairs of units.
func TestTally(t *testing.T) {
	core := iltest.Core(t, `m(a) { x := a.f; a.f := new(); n(a); }
k(a) { synchronized { y := a.f; } z := new(); z.f := a; }
private n(b) { b.f := new(); b.f := new(); }`)
	a, err := New(core, Options{K: 1})
	if err != nil {
		t.Fatal(err)
	}
	tally := NewTally(a, core.Pairs())
	want := map[Stage]map[il.Sites]bool{}
	sum := uint64(0)
	for _, p := range core.Pairs() {
		r, err := a.PairContext(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		for s, last := range r.Reached {
			tally.Enter(s, last)
		}
		sum += r.Count(Original)
		for _, s := range AllStages() {
			for _, pair := range r.Left(s) {
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
		t.Errorf("%d original pairs, %d unlocked; %d over the programs, want 18, fewer and more",
			got, tally.Count(Unlocked), sum)
	}
}

// TestTallyAlone: for a unit with itself, the stages keep as many pairs as if this were the only
// pair of units.
func TestTallyAlone(t *testing.T) {
	core := iltest.Core(t,
		"m(a, b) { x := a.f; a.f := new(); y := new(); y.f := b; synchronized { b.f := a; } }")
	a, err := New(core, Options{K: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Pair(core.Pairs()[0])
	if err != nil {
		t.Fatal(err)
	}
	alone, several := NewTally(a, core.Pairs()), NewTally(a, nil)
	for s, last := range r.Reached {
		alone.Enter(s, last)
		several.Enter(s, last)
	}
	for _, s := range AllStages() {
		if n := alone.Count(s); n != several.Count(s) || n != r.Count(s) || n == 0 {
			t.Errorf("%s: %d pairs, %d with a record of each, %d in the result, want the same",
				s, n, several.Count(s), r.Count(s))
		}
	}
	two := iltest.Core(t, "m(a) { k(a); } n(a) { k(a); } private k(a) { x := a.f; a.f := a; }")
	both, err := New(two, Options{K: 1})
	if err != nil {
		t.Fatal(err)
	}
	pair := two.Pairs()[1] // whose units make the same accesses
	if r, err = both.Pair(pair); err != nil {
		t.Fatal(err)
	}
	ordered := NewTally(both, []il.Pair{pair})
	for s, last := range r.Reached {
		ordered.Enter(s, last)
	}
	if n := ordered.Count(Unlocked); n != 2 || r.Count(Unlocked) != 3 {
		t.Errorf("%d unordered pairs of %d, want 2 of 3", n, r.Count(Unlocked))
	}
	if alone.last != nil {
		t.Error("a record is kept where each pair is entered once")
	}
}
