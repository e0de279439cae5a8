package canonical

import (
	"context"
	"math/bits"

	"wobbly/semantics"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// Problem is what a search is about.
type Problem struct {
	Program *machine.Program
	Given   *semantics.Init // the initial state; nil for all
	Goal    *driver.Goal
}

// Options say which states are met, and how they are kept.
type Options struct {
	Switches    int    // how often to go on with the other thread; negative for always
	MaxStates   int    // states that the search may meet; 0 for no limit
	MaxObjects  int32  // objects of a state
	Fingerprint bool   // keep hashes of states instead of states
	Reduce      bool   // leave out interleavings that lead to no other race
	Workers     int    // goroutines of the search
	Store       *Store // an empty one to keep states in; nil to make one
	// Work is how many successors a shard makes in a round before it leaves a state; 0 for the usual
	// number.
	Work int
}

// config is what does not change in a search.
type config struct {
	Problem
	o    Options
	room uint64 // successors that a state may have
}

// space holds the states that a search has met, in a store. The states of each shard are looked at
// by one worker at a time, which posts their successors to the shards that these belong to.
type space struct {
	*config
	store   *Store
	workers []*expander
	posters []poster
	found   [Shards]races
	hits    []driver.Hit // of the present round
	initial cursor       // in the initial states
	started bool         // all initial states were posted
	parts   int          // outboxes that are used in the present round
	targets []int        // shards to which something was posted
	work    int          // successors that a shard makes in the round before it leaves a state
	looked  uint64
	depth   int
	cuts    driver.Cuts
}

// races are the pairs of sites of which the states of a shard have raced.
type races struct {
	driver.SiteSet
	fresh []driver.Hit // in the present round
	steps int          // to the states that are looked at
}

func (r *races) add(p machine.Sites, at Ref) {
	r.Add(p)
	r.fresh = append(r.fresh, driver.Hit{Sites: p, At: at, Steps: r.steps})
}

// newSpace is a space without states.
func newSpace(ctx context.Context, p Problem, o Options) *space {
	s := &space{config: &config{p, o, MaxSuccessors(o.MaxStates)}, store: o.Store}
	if s.store == nil {
		s.store = NewStore(o.Fingerprint)
	}
	s.workers = make([]*expander, max(1, min(o.Workers, Shards)))
	s.posters = make([]poster, len(s.workers))
	for w := range s.workers {
		x := newExpander(ctx, s.config)
		x.codec.Patch = true
		s.workers[w], s.posters[w].expander = x, x
		x.to = &s.posters[w]
	}
	return s
}

// MaxSuccessors is how many successors of one state are made where a search is to meet so many
// states: nearly all of them may lead to states that were met, which the limit on states does not
// see.
func MaxSuccessors(states int) uint64 {
	const least = 1 << 14
	if states == 0 {
		return MaxOrdinal
	}
	return min(MaxOrdinal, max(least, 2*uint64(states)))
}

const (
	// roundWork is how many successors a shard makes in a round, and leastWork how many where the
	// limit on states is near.
	roundWork = 1 << 15
	leastWork = 1 << 8
	// roundBytes is how much the successors that a shard makes in a round may take before it leaves
	// its other states to the next round, and those that a state has before it is left in between.
	roundBytes = 1 << 20
)

// Start implements driver.Layout: the initial states are posted in the first round, or rounds.
func (s *space) Start() int {
	s.Program.ExpandSome()
	for i := range 2 {
		if s.Program.Controls(i)[0].Cut {
			s.cuts |= driver.CutUnroll
		}
	}
	return 0
}

// begin begins a round in which so many outboxes are used.
func (s *space) begin(parts, room int) int {
	s.parts, s.work = parts, roundWork
	if s.o.Work > 0 {
		s.work = s.o.Work
	}
	s.work = min(s.work, max(leastWork, room/Shards))
	return parts
}

// poster makes worker w post the successors of states of a shard.
func (s *space) poster(w, shard int) *poster {
	p := &s.posters[w]
	p.out, p.work, p.before = s.store.Outbox(shard), s.work, 0
	s.found[shard].steps = s.depth
	return p
}

// expand makes the control states that a state leads to. Goroutines share them, so it is done
// before any looks at the state.
func (s *space) expand(state []byte) {
	at, _ := Controls(state)
	for i, id := range at {
		s.Program.Expand(i, s.Program.Controls(i)[id])
	}
}

// Hits implements driver.Layout.
func (s *space) Hits() []driver.Hit {
	s.hits = s.hits[:0]
	for i := range s.found[:s.parts] {
		s.hits = append(s.hits, s.found[i].fresh...)
		s.found[i].fresh = s.found[i].fresh[:0]
	}
	return s.hits
}

// Plan implements driver.Layout.
func (s *space) Plan() int {
	s.targets = s.targets[:0]
	for posted := s.store.Posted(s.parts); posted != 0; posted &= posted - 1 {
		s.targets = append(s.targets, bits.TrailingZeros8(posted))
	}
	return len(s.targets)
}

// Waiting implements driver.Layout: a shard takes all that was posted to it.
func (s *space) Waiting(int) int { return 0 }

// Fill implements driver.Layout.
func (s *space) Fill(_, part, _ int) (int, bool) {
	return s.store.Insert(s.targets[part], s.parts), true
}

// Failed implements driver.Layout.
func (s *space) Failed() bool { return false }

// Counts implements driver.Layout.
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

// poster is the sink of a search: it posts states to the shards that they belong to.
type poster struct {
	*expander
	out    *Outbox
	work   int // successors that may be made in this round
	before int // bytes in out when the state was begun or gone on with
}

// full implements sink.
func (p *poster) full() bool {
	p.work--
	return p.poll.Step() || p.work < 0 || len(p.out.Buffer)-p.before > roundBytes
}

// take implements sink.
func (p *poster) take() {
	x, out := p.expander, p.out
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
