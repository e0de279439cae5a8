package flat

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"

	"wobbly/internal/poll"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// Options say which states are met, and how they are kept.
type Options struct {
	Fingerprint bool // whether to keep hashes of states instead of states
	Reduce      bool // whether to leave out images, and interleavings that lead to no other race
	Workers     int  // the number of goroutines
	Known       int  // the most known objects that may be picked as initial values; 0 for no limit
}

// A Space is a driver.Layout. It holds the states that a breadth-first search has met, in buckets
// by control states. A bucket pulls its new states from the few buckets that lead to it; each pull
// is one command executed in many states. Workers that fill buckets share nothing that they write,
// so the result does not depend on their number, and a bucket mostly fits into a near cache.
//
// Without loops, control states determine the level after which a bucket gets no more states. Then
// its memory is reused for another pair of control states: its runs suffice to find the path to a
// state again. This is the sweep-line method (Christensen, Kristensen and Mailund, 2001).
// Straight-line code, where a pair has only a state or two, therefore allocates hardly anything per
// pair, and a small bucket has no table.
type Space struct {
	// Narrow and Wide say why a search from all initial states failed: a state has more objects or
	// symbols than positions, or a command has too many outcomes.
	Narrow, Wide bool

	f        *Layout
	goal     *driver.Goal
	o        Options
	symmetry *symmetry // nil if images are kept, too
	workers  []*worker
	failing  atomic.Bool // whether a worker has failed

	pool    pool
	rows    [][]entry // by the control states of A and B
	old     archive   // the runs of buckets that were reused
	buckets []*bucket // by number, from 1
	spare   []*bucket // those that are not used for any pair
	closing []*bucket // by the level after which they get no states, the first in a list

	level   int32
	active  []*bucket    // those with states of the present level
	targets []*bucket    // those that pull states of the next level
	hits    []driver.Hit // those of the present level

	counts driver.Counts // its Transitions are those that were not made
	memory int           // the bytes of all buckets
	missed float64       // the sum of driver.Missed for the buckets that were reused
}

// A pair identifies a bucket: the pair of control states and, if it is bounded, the number of known
// objects that were picked. As a number it is (a*controls of B + b)*levels + known.
type pair uint32

// An entry is the bucket of a pair, or the runs of a bucket that was reused since.
type entry struct {
	bucket   uint32 // its number; 0 if there is none
	at, runs uint32 // where the runs are in Space.old, and how many
}

// NewSpace prepares a breadth-first search for the goal in the layout.
func (l *Layout) NewSpace(ctx context.Context, goal *driver.Goal, o Options) *Space {
	s := &Space{f: l, goal: goal, o: o, buckets: make([]*bucket, 1)}
	s.pool.words = l.words
	if o.Reduce {
		s.symmetry = l.symmetry
	}
	s.rows = make([][]entry, len(l.g.Controls(0)))
	for i := range max(1, o.Workers) {
		w := &worker{Space: s, f: l, poll: poll.Every(batchesPerPoll, ctx)}
		w.words = make([]uint64, batch*l.words)
		w.history = history{worker: uint32(i), outcomes: l.initial > 0}
		if l.initial > 0 {
			w.picker, w.numbering = picker{f: l, emit: w.deliver}, newNumbering(l)
		}
		s.workers = append(s.workers, w)
	}
	return s
}

// Start adds an initial state for each pair of control states in which the threads may begin.
func (s *Space) Start() int {
	w, g := s.workers[0], s.f.g
	for i := range s.f.threads {
		s.cut(g.Controls(i)[0])
	}
	for _, a := range g.Starts(0) {
		for _, b := range g.Starts(1) {
			at := [2]*machine.Control{a, b}
			if s.exchanges(at) {
				continue
			}
			t := s.bucket(at, 0)
			copy(w.words, s.f.start)
			w.hash[0] = s.f.keys.seal(w.words[:s.f.words], t.mask)
			w.history.begin()
			w.insert(t, &edge{}, 1)
			s.targets = append(s.targets, t)
		}
	}
	s.advance()
	return len(s.active)
}

// cut records it if a bound on iterations leaves something out after c.
func (s *Space) cut(c *machine.Control) {
	if c.Cut {
		s.counts.Cuts |= driver.CutUnroll
	}
}

// Round makes a round of each level.
func (s *Space) Round(int) int { return len(s.active) }

// Look finds the races in a bucket's frontier and, with the reduction, the threads that move there.
func (s *Space) Look(w, part int) {
	x, b := s.workers[w], s.active[part]
	front := &b.frontier
	front.raced = -1
	if machine.Deadlock(b.at[0], b.at[1]) && s.goal.Sought(b.at[0], b.at[1]) {
		front.raced = front.begin
	}
	if machine.Conflict(b.at[0], b.at[1]) && s.goal.Sought(b.at[0], b.at[1]) {
		p := s.f.threads[0].actions[b.at[0].ID].target
		q := s.f.threads[1].actions[b.at[1].ID].target
		for i := front.begin; i < front.end && front.raced < 0; i++ {
			if x.meet(b, front.records.at(i, s.f.words), p, q) {
				front.raced = i
			}
		}
	}
	if !s.o.Reduce || b.persistent >= 0 || b.independent == [2]answer{no, no} || s.hopeless(b) {
		return
	}
	front.flags.fill(front.size())
	for k := range front.flags.of {
		state := front.records.at(front.begin+k, s.f.words)
		for i, a := range b.independent {
			if a == maybe && !x.reacher.clash(s.f, b.at, i, state) {
				front.flags.of[k] &= 1<<i | retains
				break
			}
		}
	}
}

// Hits also returns the image of a race where images of states are not kept.
func (s *Space) Hits() []driver.Hit {
	s.hits = s.hits[:0]
	for _, b := range s.active {
		if b.frontier.raced < 0 {
			continue
		}
		p := machine.Sites{b.at[0].Site, b.at[1].Site}
		at := driver.Ref(b.pair)<<32 | driver.Ref(b.frontier.first+b.frontier.raced)
		h := driver.Hit{Sites: p, At: at, Steps: int(s.level)}
		s.hits = append(s.hits, h)
		if s.symmetry != nil {
			h.Sites = machine.Sites{p[1], p[0]}
			s.hits = append(s.hits, h)
		}
	}
	return s.hits
}

func (s *Space) hopeless(b *bucket) bool { return s.goal.Hopeless(b.at[0], b.at[1]) }

// Plan lists the pulls of the level and counts states without successors.
func (s *Space) Plan() int {
	s.targets = s.targets[:0]
	for _, b := range s.active {
		if s.hopeless(b) {
			continue
		}
		s.expand(b)
		for k := range b.edges {
			e := &b.edges[k]
			s.cut(b.at[e.thread])
			if s.hopeless(e.to) { // the step is counted but not made
				if e.known == 0 {
					s.counts.Transitions += b.frontier.movers(e.thread)
				}
				continue
			}
			if e.known == 0 {
				s.counts.Transitions += b.frontier.sleepers(e.thread)
			}
			if len(e.to.pulls) == 0 {
				s.targets = append(s.targets, e.to)
			}
			e.to.pulls = append(e.to.pulls, e)
		}
		switch {
		case len(b.edges) > 0:
		case b.at[0].Op == machine.OpEnd && b.at[1].Op == machine.OpEnd:
			s.counts.Ends += uint64(b.frontier.size())
		default:
			s.counts.Deadlocks += uint64(b.frontier.size())
		}
	}
	return len(s.targets)
}

// expand finds the successor buckets of b.
func (s *Space) expand(b *bucket) {
	if b.expanded {
		return
	}
	b.expanded = true
	for i, c := range b.at {
		if b.persistent == 1-i || c.Op == machine.OpEnd || !c.Allowed(b.at[1-i]) {
			continue
		}
		for _, next := range c.Next {
			at := b.at
			at[i] = next
			e := edge{from: b, thread: i, exchanges: s.exchanges(at)}
			e.sleep = i == 1 && !s.o.Reduce && s.symmetry == nil && s.f.commute(b.at)
			if e.exchanges {
				at = s.f.exchanged(at)
			}
			maxKnown := 0 // how many known objects the command may pick
			if s.f.threads[i].actions[c.ID].resolves() {
				maxKnown = s.o.Known - b.known
			}
			for e.known = 0; e.known <= maxKnown; e.known++ {
				e.to = s.bucket(at, b.known+e.known)
				b.edges = append(b.edges, e)
			}
		}
	}
}

// exchanges reports whether the images of a pair's states are kept instead of the states.
func (s *Space) exchanges(at [2]*machine.Control) bool {
	return s.symmetry != nil && at[0].ID > at[1].ID
}

func (s *Space) Waiting(part int) int { return s.targets[part].waiting() }

func (s *Space) Fill(w, part, room int) (int, bool) {
	b := s.targets[part]
	ok := s.workers[w].fill(b, min(room, maxStates-b.count))
	return b.count - b.before, ok
}

func (s *Space) Failed() bool {
	for _, w := range s.workers {
		s.Narrow, s.Wide = s.Narrow || w.narrow, s.Wide || w.wide
	}
	return s.Narrow || s.Wide
}

func (s *Space) Advance() bool {
	for _, b := range s.active {
		s.counts.Looked += uint64(b.frontier.size())
	}
	s.level++
	s.advance()
	if len(s.active) == 0 {
		return false
	}
	s.counts.Depth = int(s.level)
	return true
}

// advance makes the states that were added last the present level.
func (s *Space) advance() {
	s.account(s.targets...)
	for _, b := range s.active {
		if s.o.Fingerprint {
			s.pool.release(&b.frontier.records, 0)
		}
		b.frontier.flags.reset()
		b.frontier = frontier{flags: b.frontier.flags, first: b.first}
		if b.last < s.level {
			s.retire(b)
		} else {
			s.account(b)
		}
	}
	s.active = s.active[:0]
	for _, b := range s.targets {
		b.pulls = b.pulls[:0]
		if b.count == b.before {
			continue
		}
		s.active = append(s.active, b)
		b.frontier.flags.reset()
		b.fresh, b.frontier.flags = b.frontier.flags, b.fresh
		b.frontier.records, b.frontier.first = b.records, b.first
		b.frontier.begin, b.frontier.end = b.before-b.first, b.count-b.first
		b.before = b.count
		if s.o.Fingerprint {
			b.records, b.first = records{}, b.count
		}
	}
	if int(s.level) >= len(s.closing) {
		return
	}
	// Free buckets that get no states after this level, and those without states.
	for b := s.closing[s.level]; b != nil; {
		next := b.next
		b.close(&s.pool)
		if b.frontier.size() == 0 {
			s.retire(b)
		} else {
			s.account(b)
		}
		b = next
	}
	s.closing[s.level] = nil
}

func (s *Space) account(buckets ...*bucket) {
	for _, b := range buckets {
		now := b.bytes()
		s.memory += now - b.memory
		b.memory = now
	}
	s.counts.MaxMemory = max(s.counts.MaxMemory, uint64(s.memory))
}

// levels returns the number of buckets of a pair of control states: one for each number of known
// objects that were picked.
func (s *Space) levels() int { return s.o.Known + 1 }

// room returns how many more known objects may be picked after some were.
func (s *Space) room(known int) int {
	if s.o.Known == 0 {
		return machine.AnyKnown
	}
	return s.o.Known - known
}

// full reports whether no more known objects may be picked after some were.
func (s *Space) full(known int) bool { return s.o.Known > 0 && known == s.o.Known }

// bucket returns the bucket of a pair of control states and a number of picked objects. It must
// still be able to get states.
func (s *Space) bucket(at [2]*machine.Control, known int) *bucket {
	a, b := at[0].ID, at[1].ID*int32(s.levels())+int32(known)
	if s.rows[a] == nil {
		s.rows[a] = make([]entry, len(s.f.g.Controls(1))*s.levels())
	}
	e := &s.rows[a][b]
	if e.bucket != 0 {
		return s.buckets[e.bucket]
	}
	if len(s.spare) == 0 { // make many: straight code has a pair of control states for each state
		made := make([]bucket, newBuckets)
		masks := make([]uint64, newBuckets*s.f.words)
		for i := range made {
			b := &made[i]
			b.mask, masks = masks[:s.f.words:s.f.words], masks[s.f.words:]
			b.id = uint32(len(s.buckets))
			s.buckets, s.spare = append(s.buckets, b), append(s.spare, b)
		}
	}
	t := s.spare[len(s.spare)-1]
	s.spare = s.spare[:len(s.spare)-1]
	e.bucket = t.id
	t.at, t.known, t.persistent = at, known, -1
	t.pair = pair(a)*pair(len(s.rows[a])) + pair(b)
	s.f.counting(at, t.mask)
	t.last = min(forever, s.f.threads[0].shape.last[a]+s.f.threads[1].shape.last[at[1].ID])
	if t.last < forever {
		for int(t.last) >= len(s.closing) {
			s.closing = append(s.closing, nil)
		}
		t.next, s.closing[t.last] = s.closing[t.last], t
	}
	if s.o.Reduce {
		for i := range at {
			t.independent[i] = s.workers[0].reacher.independent(s.f, at, i)
		}
		t.persistent = slices.Index(t.independent[:], yes)
	}
	return t
}

const newBuckets = 64

// retire frees a bucket, which gets no more states and has no frontier, for another pair.
func (s *Space) retire(b *bucket) {
	b.close(&s.pool)
	s.pool.release(&b.records, 1)
	*s.entry(b.pair) = entry{at: uint32(s.old.add(b.runs)), runs: uint32(len(b.runs))}
	s.missed += driver.Missed(uint64(b.count))
	s.memory += b.linkBytes - b.memory
	b.reset()
	s.spare = append(s.spare, b)
}

func (s *Space) entry(p pair) *entry {
	width := pair(len(s.f.g.Controls(1)) * s.levels())
	return &s.rows[p/width][p%width]
}

func (s *Space) controls(p pair) [2]*machine.Control {
	width, p := pair(len(s.f.g.Controls(1))), p/pair(s.levels())
	return [2]*machine.Control{s.f.g.Controls(0)[p/width], s.f.g.Controls(1)[p%width]}
}

func (s *Space) known(p pair) int { return int(p % pair(s.levels())) }

// Counts adds up the buckets. So does Missed: states of different buckets are never compared.
func (s *Space) Counts() driver.Counts {
	c := s.counts
	for _, w := range s.workers {
		c.Transitions += w.transitions
		if w.capped {
			c.Cuts |= driver.CutAliases
		}
	}
	c.Memory = uint64(s.memory)
	if s.o.Fingerprint {
		c.Missed = s.missed
		for _, row := range s.rows {
			for _, e := range row {
				if e.bucket != 0 {
					c.Missed += driver.Missed(uint64(s.buckets[e.bucket].count))
				}
			}
		}
		c.Missed = min(1, c.Missed)
	}
	return c
}

// Leaner reports whether less would be relevant in a search for the pairs that remain to be found.
func (s *Space) Leaner() bool {
	known := Known{}
	maps.Copy(known, s.f.known)
	for _, h := range s.goal.Hits() {
		known[h.Sites] = true
	}
	r := s.f.relevance(known)
	_, a := r.all(0)
	_, b := r.all(1)
	return a+b < s.f.relevant
}

// Forget frees the memory that only a running search needs, after another search has replaced this
// one. Path still works.
func (s *Space) Forget() {
	for _, b := range s.buckets[1:] {
		b.visited, b.frontier, b.fresh = visited{}, frontier{}, flags{}
	}
	s.pool, s.spare, s.active, s.targets = pool{}, nil, nil, nil
}
