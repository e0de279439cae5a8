package explore

import (
	"context"
	"sync"
	"sync/atomic"

	"wobbly/semantics"
)

// A flat search goes level by level, as every breadth-first search. The states of
// a level lie in buckets by their control states. A bucket pulls its new states
// out of the few buckets that lead to it: each pull is one command, executed in
// many states. So the goroutines that fill buckets share nothing that they write,
// what they find does not depend on how many they are, and a bucket is mostly
// small enough for the nearer caches.
//
// Without loops, the control states tell after which level nothing can come to a
// bucket any more. Its table and its states are then reused for other buckets:
// its runs are enough to find the way to a state again. This is the sweep-line
// method (Christensen, Kristensen and Mailund, 2001).

// flatSearch is a flat search under way.
type flatSearch struct {
	*engine // options and counts; the shards are not used
	f       *flat
	pool    pool
	hands   []*flatWorker
	stop    atomic.Bool
	rows    [][]*bucket         // buckets by the control states of A and B
	active  []*bucket           // with states of the present level
	targets []*bucket           // that pull
	closing map[int32][]*bucket // by the level after which nothing comes
	sights  map[pair]sight
	pairs   []pair // of sights, as they were found
	ends    tally
	memory  int // bytes of all buckets
	most    int // and when they were most
	told    uint64
}

// sight is a state in which a race was seen.
type sight struct {
	in *bucket
	at int
}

// search searches breadth first in the flat layout.
func (f *flat) search(ctx context.Context, o Options, given *semantics.Init) *Result {
	e := &engine{g: f.g, o: o, given: given}
	s := &flatSearch{engine: e, f: f, closing: map[int32][]*bucket{}, sights: map[pair]sight{}}
	s.pool.words = f.words
	s.rows = make([][]*bucket, len(f.g.threads[0].controls))
	for range max(1, e.o.Workers) {
		s.hands = append(s.hands, newFlatWorker(f, &s.pool, e.o.Fingerprint, &s.stop))
	}
	s.begin()
	if o.Prune && !f.g.bounded() {
		e.hopes = f.g.hopes()
	}
	for len(s.active) > 0 && !s.stopped(ctx) && s.level(ctx) {
		s.depth++
	}
	if len(s.active) == 0 {
		s.depth--
	}
	return s.result()
}

// begin adds the initial states: one for each pair of control states in which
// the threads may begin.
func (s *flatSearch) begin() {
	w := s.hands[0]
	for i := range s.g.threads {
		if s.g.threads[i].controls[0].cut {
			s.cuts |= cutUnroll
		}
	}
	for _, a := range s.g.Starts(0) {
		for _, b := range s.g.Starts(1) {
			t := s.bucket([2]*Control{a, b})
			copy(w.words, s.f.start)
			w.hash[0] = s.f.keys.seal(w.words[:s.f.words], t.mask)
			w.insert(t, 1)
			t.add(pull{}, 0, w.keepParents())
			s.targets = append(s.targets, t)
		}
	}
	s.turn(0)
}

// bucket is the one of a pair of control states.
func (s *flatSearch) bucket(at [2]*Control) *bucket {
	a, b := at[0].id, at[1].id
	if s.rows[a] == nil {
		s.rows[a] = make([]*bucket, len(s.g.threads[1].controls))
	}
	if t := s.rows[a][b]; t != nil {
		return t
	}
	t := &bucket{at: at, mask: make([]uint64, s.f.words), alone: -1}
	s.rows[a][b] = t
	for i, c := range at {
		for k, m := range s.f.threads[i].masks[c.id] {
			t.mask[k] |= m
		}
	}
	t.last = min(forever, s.f.threads[0].shape.last[a]+s.f.threads[1].shape.last[b])
	if t.last < forever {
		s.closing[t.last] = append(s.closing[t.last], t)
	}
	if s.o.Reduce {
		s.hands[0].reduce(t)
	}
	return t
}

// expand finds out where the threads can go from the states of a bucket.
func (s *flatSearch) expand(b *bucket) {
	if b.ready {
		return
	}
	b.ready = true
	for i, c := range b.at {
		if b.alone == 1-i || c.op == opEnd || !c.free && b.at[1-i].level > 0 {
			continue
		}
		for _, next := range c.next {
			at := b.at
			at[i] = next
			b.edges = append(b.edges, edge{i, s.bucket(at)})
		}
	}
}

// parallel does something for each of n numbers.
func (s *flatSearch) parallel(n int, do func(w *flatWorker, i int)) {
	if len(s.hands) == 1 || n == 1 {
		for i := range n {
			do(s.hands[0], i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, w := range s.hands {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(w, i)
			}
		})
	}
	wg.Wait()
}
