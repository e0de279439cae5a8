package canonical

import (
	"math/bits"
	"slices"
)

// Store keeps the states that a search has met, as canonical bytes. It is cut
// into shards by the hash of a state. Only one goroutine works on a shard at a
// time, and only one on an outbox.
type Store struct {
	shards [Shards]*shard
	out    [Shards]Outbox
	exact  bool
}

const (
	shardBits = 3
	refBits   = 40 // of a Ref: shard and offset or index
	restBits  = refBits - shardBits
	refMask   = 1<<refBits - 1
)

// Shards is how many parts a store has.
const Shards = 1 << shardBits

// Outbox.posted has a bit for each.
const _ = uint8(1<<Shards - 1)

// Ref names a state of the store: its shard, and the offset of its record or
// the index in the log.
type Ref uint64

// NoRef stands for the state before an initial one.
const NoRef = Ref(refMask)

func makeRef(shard int, at uint64) Ref { return Ref(uint64(shard)<<restBits | at) }

func (r Ref) shard() int { return int(r >> restBits) }
func (r Ref) at() uint64 { return uint64(r) & (1<<restBits - 1) }

// MaxOrdinal bounds the number of a successor among those of a state.
const MaxOrdinal = 1<<(64-refBits) - 1

// NewStore makes an empty store, of hashes instead of states with fingerprints.
func NewStore(fingerprints bool) *Store {
	s := &Store{exact: !fingerprints}
	for i := range s.shards {
		s.shards[i] = newShard(fingerprints)
	}
	return s
}

// Reset drops all states, so that another search can have the memory of a small one.
// Refs are of no use any more.
func (s *Store) Reset() {
	for i := range s.shards {
		s.shards[i].reset()
		out := &s.out[i]
		out.Buffer, out.posted = out.Buffer[:0], 0
		for to := range out.to {
			out.to[to] = out.to[to][:0]
		}
	}
}

// Outbox holds the successors of states of one shard, until they are inserted.
type Outbox struct {
	Buffer []byte // their bytes, one after the other
	to     [Shards][]arrival
	posted uint8 // to which shards there may be any, as bits
}

// arrival is a state that may be new. Its bytes are in the buffer of the shard
// that it comes from.
type arrival struct {
	hash       uint64
	from       uint64 // ordinal (24 bits) and Ref (40 bits) of the state before
	begin, end uint32
}

// Post adds the state whose bytes are those of Buffer from begin on, and which is
// a successor of another one, numbered among those.
func (o *Outbox) Post(begin int, from Ref, ordinal uint64) {
	h := Hash(o.Buffer[begin:])
	to := h & (Shards - 1) // tables use the bits from above
	o.posted |= 1 << to
	o.to[to] = append(o.to[to], arrival{
		hash: h, from: ordinal<<refBits | uint64(from), begin: uint32(begin), end: uint32(len(o.Buffer)),
	})
}

// Outbox is where the successors of states of shard i go.
func (s *Store) Outbox(i int) *Outbox { return &s.out[i] }

// Insert adds to shard i what is new of what the outboxes have for it, in their
// order.
func (s *Store) Insert(i int) {
	for from := range s.out {
		out := &s.out[from]
		if len(out.to[i]) == 0 {
			continue
		}
		s.shards[i].insert(out.to[i], out.Buffer)
		out.to[i] = out.to[i][:0]
	}
}

// Flush empties the outboxes, of which all has been inserted, and tells how many
// states were new.
func (s *Store) Flush() (fresh uint64) {
	for i := range s.out {
		s.out[i].Buffer, s.out[i].posted = s.out[i].Buffer[:0], 0
		fresh += uint64(s.shards[i].fresh)
		s.shards[i].fresh = 0
	}
	return fresh
}

// InsertAll is Insert for all shards, and Flush, where one outbox alone has been used. It hands
// on the shards in which some may be new, in order.
func (s *Store) InsertAll(outbox int, each func(shard int)) (fresh uint64) {
	out := &s.out[outbox]
	for left := out.posted; left != 0; left &= left - 1 {
		i := bits.TrailingZeros8(left)
		h := s.shards[i]
		h.insert(out.to[i], out.Buffer)
		out.to[i] = out.to[i][:0]
		fresh += uint64(h.fresh)
		h.fresh = 0
		each(i)
	}
	out.Buffer, out.posted = out.Buffer[:0], 0
	return fresh
}

// Memory is how many bytes the store takes.
func (s *Store) Memory() (total uint64) {
	for _, s := range s.shards {
		total += s.memory()
	}
	return total
}

// Cursor is a position in the records of a shard. The zero Cursor is before all.
type Cursor struct{ segment, offset int }

func (c Cursor) at() uint64 { return uint64(c.segment)<<segmentBits | uint64(c.offset) }

// Last is the cursor behind the last record of shard i.
func (s *Store) Last(i int) Cursor {
	segments := s.shards[i].segments
	if len(segments) == 0 {
		return Cursor{}
	}
	n := len(segments) - 1
	return Cursor{n, len(segments[n])}
}

// Read reads the record of shard i at a cursor and moves it on, if there is one
// before end.
func (s *Store) Read(i int, c *Cursor, end Cursor) (r Ref, state []byte, ok bool) {
	h := s.shards[i]
	if c.at() >= end.at() {
		return NoRef, nil, false
	}
	if c.offset == len(h.segments[c.segment]) {
		*c = Cursor{segment: c.segment + 1}
		if c.at() >= end.at() {
			return NoRef, nil, false
		}
	}
	at := c.at()
	link, state, size := h.open(at)
	c.offset += size
	if !s.exact {
		at = link
	}
	return makeRef(i, at), state, true
}

// State is the bytes of a state. It is not for fingerprints.
func (s *Store) State(r Ref) []byte {
	_, state, _ := s.shards[r.shard()].open(r.at())
	return state
}

// Forget drops the records of shard i before a cursor, if the table does not lead
// to them.
func (s *Store) Forget(i int, before Cursor) {
	if s.exact {
		return
	}
	for k := range before.segment {
		s.shards[i].segments[k] = nil
	}
}

// Link is how a path leads on to a state: by its Ref, or with fingerprints by the
// number among the successors of the state before.
type Link uint64

// Path is the path on which a state was reached, from an initial state on.
func (s *Store) Path(r Ref) []Link {
	var path []Link
	for r != NoRef {
		h := s.shards[r.shard()]
		if !s.exact {
			from := h.log[r.at()]
			path = append(path, Link(from>>refBits))
			r = Ref(from & refMask)
			continue
		}
		link, _, _ := h.open(r.at())
		path = append(path, Link(r))
		r = Ref(link)
	}
	slices.Reverse(path)
	return path
}

// Leads tells whether a link leads to the given successor of the state before.
func (s *Store) Leads(l Link, ordinal uint64, state []byte) bool {
	if !s.exact {
		return ordinal == uint64(l)
	}
	return string(s.State(Ref(l))) == string(state)
}

// Missed bounds the probability that a search of n states with 64-bit
// fingerprints has taken one for another, if hashes are as good as random:
// n(n-1)/2 pairs, each with probability 2^-64.
func Missed(n uint64) float64 {
	hi, lo := bits.Mul64(n, max(n, 1)-1)
	pairs := (float64(hi)*(1<<32)*(1<<32) + float64(lo)) / 2
	return min(1, pairs/(1<<32)/(1<<32))
}
