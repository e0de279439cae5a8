package flat

import (
	"sync/atomic"

	"wobbly/internal/parallel"
	"wobbly/semantics/explore/machine"
)

// A flat search goes level by level, as every breadth-first search. The states of
// a level lie in buckets by their control states. A bucket pulls its new states
// out of the few buckets that lead to it: each pull is one command, executed in
// many states. So the goroutines that fill buckets share nothing that they write,
// what they find does not depend on how many they are, and a bucket is mostly
// small enough for the nearer caches.
//
// Without loops, the control states tell after which level nothing can come to a
// bucket any more. It is then used for another pair of control states, with all that
// it has allocated: its runs are enough to find the path to a state again. This is the
// sweep-line method (Christensen, Kristensen and Mailund, 2001). So straight code,
// where a pair has a state or two, allocates hardly anything for a pair; and a bucket
// of few states has no table.

// Options are the knobs of a search: as in package explore.
type Options struct {
	MaxStates   int // states to meet; 0 for no limit
	Fingerprint bool
	Reduce      bool // and keep one of a state and its image: see mirror.go
	Prune       bool
	Workers     int
	Report      func() // called now and then by the goroutine of Next
}

// Search is a breadth-first search under way.
type Search struct {
	Counts
	Ended    bool // all states were looked at
	Full     bool // Options.MaxStates was met
	Narrow   bool // a state has more objects or symbols than the layout has positions for
	Wide     bool // a command can pick the initial values that it reads in too many ways
	Unrolled bool // the bound on rounds left something out

	f          *Layout
	o          Options
	mirror     *mirror             // nil where images are kept, too
	candidates *machine.Candidates // nil without Options.Prune
	pool       pool
	workers    []*worker
	stop       atomic.Bool
	rows       [][]entry // by the control states of A and B
	old        archive   // of buckets that are used again
	buckets    []*bucket // by number, from 1
	spare      []*bucket // of no pair
	active     []*bucket // with states of the present level
	targets    []*bucket // that pull
	closing    []*bucket // by the level after which nothing comes, the first one
	hits       map[machine.Sites]hit
	sites      []machine.Sites // of hits, as they were found
	counted    uint64          // states of which Report was told
	missed     float64         // of buckets that are used again: see Missed
}

// Counts are what a search has come to so far.
type Counts struct {
	States    uint64 // met
	Looked    uint64 // of these, looked at
	Depth     int    // steps of those of the present level
	Races     int    // pairs of sites that race
	Ends      uint64 // states in which both threads have ended
	Deadlocks uint64 // states in which a thread waits for ever
	Memory    int    // bytes of all buckets
	Most      int    // and when they were most

	skipped uint64 // steps that were not made, since no race comes after them or others lead to the same states
}

// hit is a state in which a race was seen first.
type hit struct {
	in     pair
	number uint32 // in the bucket
	steps  int    // of a path to it
}

// Start begins a search at the initial states.
func (f *Layout) Start(o Options) *Search {
	s := &Search{f: f, o: o, buckets: make([]*bucket, 1), hits: map[machine.Sites]hit{}}
	if s.pool.words = f.words; o.Reduce {
		s.mirror = f.mirror
	}
	s.rows = make([][]entry, len(f.g.Controls(0)))
	for i := range max(1, o.Workers) {
		w := newWorker(f, &s.pool, o.Fingerprint, &s.stop)
		w.history.worker = uint32(i)
		s.workers = append(s.workers, w)
	}
	s.begin()
	if o.Prune && !f.g.Bounded() {
		s.candidates = f.g.Candidates()
		for p := range f.racing {
			s.candidates.Found(p)
		}
	}
	return s
}

// begin adds the initial states: one for each pair of control states in which
// the threads may begin.
func (s *Search) begin() {
	w, g := s.workers[0], s.f.g
	for i := range s.f.threads {
		s.Unrolled = s.Unrolled || g.Controls(i)[0].Cut
	}
	for _, a := range g.Starts(0) {
		for _, b := range g.Starts(1) {
			at := [2]*machine.Control{a, b}
			if s.crosses(at) {
				continue
			}
			t := s.bucket(at)
			copy(w.words, s.f.start)
			w.hash[0] = s.f.keys.seal(w.words[:s.f.words], t.mask)
			w.history.begin()
			w.insert(t, pull{}, 1)
			s.targets = append(s.targets, t)
		}
	}
	s.turn(0)
}

// expand finds out where the threads can go from the states of a bucket.
func (s *Search) expand(b *bucket) {
	if b.ready {
		return
	}
	b.ready = true
	for i, c := range b.at {
		if b.persistent == 1-i || c.Op == machine.OpEnd || !c.Free && b.at[1-i].Level > 0 {
			continue
		}
		for _, next := range c.Next {
			at := b.at
			at[i] = next
			d := edge{thread: i, crosses: s.crosses(at), sleep: i == 1 && !s.o.Reduce && s.mirror == nil && s.f.commute(b.at)}
			if d.crosses {
				at = s.turned(at)
			}
			d.to = s.bucket(at)
			b.edges = append(b.edges, d)
		}
	}
}

// parallel does something for each of n numbers.
func (s *Search) parallel(n int, do func(w *worker, i int)) {
	if len(s.workers) == 1 || n == 1 {
		for i := range n {
			do(s.workers[0], i)
		}
		return
	}
	parallel.Each(len(s.workers), n, func(w, i int) { do(s.workers[w], i) })
}
