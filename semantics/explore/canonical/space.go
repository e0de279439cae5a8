package canonical

import (
	"context"
	"math/bits"

	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// A Problem is a program with the accesses to look for and the initial states.
type Problem struct {
	Program *machine.Program
	Given   *semantics.Init // the initial state; nil for all
	Goal    *driver.Goal
}

// Options say which states are met, and how they are kept.
type Options struct {
	Switches int // the most switches between the threads; negative for no limit
	// Known bounds the known objects that an execution may pick as initial values; 0 for no limit.
	Known       int32
	MaxStates   int    // the number of states to meet; 0 for no limit
	MaxObjects  int32  // the number of objects that a state may have
	Fingerprint bool   // whether to keep hashes of states instead of states
	Reduce      bool   // whether to leave out interleavings that lead to no other race
	Workers     int    // the number of goroutines
	Store       *Store // an empty store to keep states in; nil to make one
	// Work is the number of successors that a shard makes in a round before it leaves a state; 0
	// means roundWork.
	Work int
}

// A config is the constant part of a search.
type config struct {
	Problem
	o    Options
	room uint64 // the number of successors that a state may have
}

// A space holds the states that a search has met, in a store; Breadth and Depth make it a
// driver.Layout. One worker at a time expands the states of a shard and posts their successors to
// the shards to which these belong.
type space struct {
	*config
	store   *Store
	workers []*worker
	found   [Shards]races
	hits    []driver.Hit // those of the present round
	initial cursor       // the next initial state
	started bool         // whether all initial states were posted
	parts   int          // how many outboxes are used in the present round
	targets []int        // the shards to which something was posted
	work    int          // how many successors a shard makes in a round before it leaves a state
	looked  uint64       // how many states were expanded
	depth   int
	cuts    driver.Cuts
}

// races are the pairs of sites at which states of a shard race.
type races struct {
	driver.SiteSet
	fresh []driver.Hit // those found in the present round
	steps int          // the distance of the states that are expanded from the start
}

// add records that two sites race in a state, unless they do in an earlier one.
func (r *races) add(p machine.Sites, at Ref) {
	if r.Add(p) {
		r.fresh = append(r.fresh, driver.Hit{Sites: p, At: at, Steps: r.steps})
	}
}

func newSpace(ctx context.Context, p Problem, o Options) *space {
	c := &config{Problem: p, o: o, room: MaxSuccessors(o.MaxStates)}
	s := &space{config: c, store: o.Store}
	if s.store == nil {
		s.store = NewStore(o.Fingerprint)
	}
	for range max(1, min(o.Workers, Shards)) {
		w := &worker{expander: newExpander(ctx, s.config)}
		w.codec.Patch = true
		w.to = w
		s.workers = append(s.workers, w)
	}
	return s
}

// MaxSuccessors bounds the successors of one state in a search of at most the given number of
// states. The limit on states is not enough, because nearly all successors may be known states.
func MaxSuccessors(states int) uint64 {
	const least = 1 << 14
	if states == 0 {
		return MaxOrdinal
	}
	return min(MaxOrdinal, max(least, 2*uint64(states)))
}

const (
	// roundWork is how many successors a shard makes in a round; near the limit, it is minWork.
	roundWork = 1 << 15
	minWork   = 1 << 8
	// roundBytes bounds the bytes of the successors that a shard makes in a round before it leaves
	// its other states to the next round, and those of one state before its expansion is
	// interrupted.
	roundBytes = 1 << 20
)

// Start posts nothing yet: initial states are posted in the first rounds.
func (s *space) Start() int {
	s.Program.ExpandSome()
	for i := range 2 {
		if s.Program.Controls(i)[0].Cut {
			s.cuts |= driver.CutUnroll
		}
	}
	return 0
}

// begin starts a round with the given number of outboxes.
func (s *space) begin(parts, room int) int {
	s.parts, s.work = parts, roundWork
	if s.o.Work > 0 {
		s.work = s.o.Work
	}
	s.work = min(s.work, max(minWork, room/Shards))
	return parts
}

// worker returns worker w, ready to post the successors of a shard's states.
func (s *space) worker(w, shard int) *worker {
	x := s.workers[w]
	x.out, x.work, x.before = s.store.Outbox(shard), s.work, 0
	s.found[shard].steps = s.depth
	return x
}

// expand makes the control states that a state leads to. Workers share control states, so this must
// precede the expansion of the state.
func (s *space) expand(state []byte) {
	at, _ := Controls(state)
	for i, id := range at {
		s.Program.Expand(i, s.Program.Controls(i)[id])
	}
}

func (s *space) Hits() []driver.Hit {
	s.hits = s.hits[:0]
	for i := range s.found[:s.parts] {
		s.hits = append(s.hits, s.found[i].fresh...)
		s.found[i].fresh = s.found[i].fresh[:0]
	}
	return s.hits
}

func (s *space) Plan() int {
	s.targets = s.targets[:0]
	for posted := s.store.Posted(s.parts); posted != 0; posted &= posted - 1 {
		s.targets = append(s.targets, bits.TrailingZeros8(posted))
	}
	return len(s.targets)
}

// Waiting returns 0: a shard takes all that was posted to it.
func (s *space) Waiting(int) int { return 0 }

func (s *space) Fill(_, part, _ int) (int, bool) {
	return s.store.Insert(s.targets[part], s.parts), true
}

func (s *space) Failed() bool { return false }

func (s *space) Counts() driver.Counts {
	c := driver.Counts{Looked: s.looked, Depth: s.depth, Cuts: s.cuts, Memory: s.store.Memory()}
	c.MaxMemory = c.Memory
	for _, x := range s.workers {
		c.Add(x.Counts)
	}
	if s.o.Fingerprint {
		c.Missed = driver.Missed(s.store.Len())
	}
	return c
}

// A worker is an expander that posts successors to their shards.
type worker struct {
	*expander
	out    *Outbox
	work   int // how many successors may still be made in this round
	before int // the bytes in out when the expansion of the state began or was resumed
}

func (w *worker) full() bool {
	w.work--
	return w.poll.Step() || w.work < 0 || len(w.out.Buffer)-w.before > roundBytes
}

func (w *worker) take() {
	x, out := w.expander, w.out
	if x.from != NoRef && x.Goal.Hopeless(x.m.At[0], x.m.At[1]) {
		return
	}
	begin := len(out.Buffer)
	out.Buffer = x.codec.Encode(out.Buffer, x.m, x.switches)
	if len(out.Buffer)-begin > MaxBytes || x.m.Objects() > x.o.MaxObjects || x.made > x.room {
		x.Cuts |= driver.CutStateSize
		out.Buffer = out.Buffer[:begin]
		return
	}
	out.Post(begin, x.from, x.made)
}
