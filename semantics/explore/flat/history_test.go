package flat

import (
	"math/rand/v2"
	"testing"
)

// TestHistory: each link can be read again, whichever of two workers wrote it, in runs of many
// pulls and across chunks.
func TestHistory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, outcomes := range []bool{false, true} {
		type link struct {
			*edge
			parent, outcome uint32
		}
		var want []link
		workers := []*history{{outcomes: outcomes}, {worker: 1, outcomes: outcomes}}
		b, from := &bucket{}, []*bucket{{pair: 7}, {pair: 1 << 19}}
		for range 200 {
			h, e := workers[r.IntN(2)], &edge{from: from[r.IntN(2)], thread: r.IntN(2)}
			h.begin()
			parent := r.Uint32N(1 << 28)
			for range r.IntN(1000) {
				l := link{edge: e, parent: parent}
				if outcomes {
					l.outcome = r.Uint32N(1 << r.IntN(14))
				}
				h.add(b, e, l.parent, l.outcome)
				want = append(want, l)
				b.count++
				parent += r.Uint32N(1 << r.IntN(20))
			}
		}
		for number, l := range want {
			run := runOf(b.runs, uint32(number))
			parent, outcome := workers[run.worker].link(run, uint32(number))
			if parent != l.parent || outcome != l.outcome || run.from != l.from.pair ||
				int(run.thread) != l.thread {
				t.Fatalf("state %d: %+v, parent %d, outcome %d; want %+v", number, run, parent,
					outcome, l)
			}
		}
		if chunks := len(workers[0].chunks); chunks < 4 {
			t.Errorf("%d chunks, want at least 4", chunks)
		}
	}
}

// TestArchive: an archive returns its runs, across blocks.
func TestArchive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var a archive
	var at, sizes []int
	next := uint32(0)
	for range 300 {
		runs := make([]run, r.IntN(100))
		for i := range runs {
			next++
			runs[i].first = next
		}
		at, sizes = append(at, a.add(runs)), append(sizes, len(runs))
	}
	next = 0
	for i, n := range sizes {
		got := a.slice(at[i], n)
		if len(got) != n {
			t.Fatalf("%d runs, want %d", len(got), n)
		}
		for _, r := range got {
			next++
			if r.first != next {
				t.Fatalf("run %d, want %d", r.first, next)
			}
		}
	}
	if len(a.blocks) < 3 {
		t.Errorf("%d blocks, want at least 3", len(a.blocks))
	}
}
