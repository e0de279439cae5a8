package canonical

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"

	"wobbly/semantics/explore/driver"
)

// A Store keeps the states that a search has met as canonical bytes, in shards by hash. Only one
// goroutine at a time may use a shard, and only one an outbox.
type Store struct {
	shards [Shards]*shard
	out    [Shards]Outbox
	exact  bool
}

const (
	shardBits = 3
	refBits   = 40 // the bits of a Ref: a shard, and an offset or index
	restBits  = refBits - shardBits
	refMask   = 1<<refBits - 1
)

// Shards is the number of shards of a store. Outbox.posted has a bit for each.
const Shards = 1 << shardBits

// A Ref names a state of the store by its shard and the offset of its record or index in the log.
type Ref = driver.Ref

// NoRef is the predecessor of an initial state.
const NoRef = Ref(refMask)

func shardOf(r Ref) int { return int(r >> restBits) }

func placeOf(r Ref) uint64 { return uint64(r) & (1<<restBits - 1) }

// MaxOrdinal bounds the ordinal of a successor.
const MaxOrdinal = 1<<(64-refBits) - 1

// NewStore returns an empty store. With fingerprints it keeps hashes instead of states.
func NewStore(fingerprints bool) *Store {
	s := &Store{exact: !fingerprints}
	for i := range s.shards {
		s.shards[i] = newShard(fingerprints)
	}
	return s
}

// Reset drops all states so that another search can reuse a small store. Refs become invalid.
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

// An Outbox holds the successors of one shard's states until they are inserted.
type Outbox struct {
	Buffer []byte            // the bytes of the successors, one after the other
	to     [Shards][]arrival // the successors, by shard
	posted uint8             // a bit for each shard for which there may be any
}

// An arrival is a state that may be new. Its bytes are in the outbox's buffer, which a round keeps
// to a few times roundBytes.
type arrival struct {
	hash       uint64
	from       uint64 // ordinal (24 bits) and Ref (40 bits) of the state before
	begin, end uint32
}

// Post adds the state in Buffer from begin on, the successor of from with the given ordinal.
func (o *Outbox) Post(begin int, from Ref, ordinal uint64) {
	h := Hash(o.Buffer[begin:])
	to := h & (Shards - 1) // the tables of a shard use the highest bits
	o.posted |= 1 << to
	o.to[to] = append(o.to[to], arrival{
		hash: h, from: ordinal<<refBits | uint64(from), begin: uint32(begin),
		end: uint32(len(o.Buffer)),
	})
}

// Outbox returns the outbox for the successors of states of shard i.
func (s *Store) Outbox(i int) *Outbox { return &s.out[i] }

// Posted returns a bit for each shard to which the first n outboxes may have posted.
func (s *Store) Posted(n int) (shards uint8) {
	for i := range s.out[:n] {
		shards |= s.out[i].posted
	}
	return shards
}

// Insert adds to shard i the new states that the first n outboxes have for it, in their order, and
// returns their number.
func (s *Store) Insert(i, n int) (added int) {
	sh := s.shards[i]
	before := sh.len()
	for from := range s.out[:n] {
		out := &s.out[from]
		if len(out.to[i]) > 0 {
			sh.insert(out.to[i], out.Buffer)
			out.to[i] = out.to[i][:0]
		}
	}
	return sh.len() - before
}

// Flush empties the first n outboxes, whose states have been inserted.
func (s *Store) Flush(n int) {
	for i := range s.out[:n] {
		s.out[i].Buffer, s.out[i].posted = s.out[i].Buffer[:0], 0
	}
}

// Len returns the number of states.
func (s *Store) Len() (n uint64) {
	for _, sh := range s.shards {
		n += uint64(sh.len())
	}
	return n
}

// Memory returns the bytes that the store takes, without the outboxes.
func (s *Store) Memory() (total uint64) {
	for _, sh := range s.shards {
		lines := len(sh.lines) * int(unsafe.Sizeof(line{}))
		total += uint64(sh.prints.Memory() + 8*cap(sh.log) + lines)
		for _, segment := range sh.segments {
			total += uint64(cap(segment))
		}
	}
	return total
}

// A Cursor is a position in the records of a shard. The zero Cursor precedes all.
type Cursor struct{ segment, offset int }

func (c Cursor) at() uint64 { return uint64(c.segment)<<segmentBits | uint64(c.offset) }

// Last returns the cursor after the last record of shard i.
func (s *Store) Last(i int) Cursor {
	segments := s.shards[i].segments
	if len(segments) == 0 {
		return Cursor{}
	}
	n := len(segments) - 1
	return Cursor{n, len(segments[n])}
}

// Read reads the record of shard i at a cursor and advances the cursor, if there is one before end.
func (s *Store) Read(i int, c *Cursor, end Cursor) (r Ref, state []byte, ok bool) {
	sh := s.shards[i]
	if c.at() < end.at() && c.offset == len(sh.segments[c.segment]) {
		*c = Cursor{segment: c.segment + 1}
	}
	if c.at() >= end.at() {
		return NoRef, nil, false
	}
	at := c.at()
	link, state, size := sh.open(at)
	c.offset += size
	if !s.exact {
		at = link
	}
	return Ref(uint64(i)<<restBits | at), state, true
}

// State returns the bytes of a state. With fingerprints there are none.
func (s *Store) State(r Ref) []byte {
	_, state, _ := s.shards[shardOf(r)].open(placeOf(r))
	return state
}

// Forget drops the records of shard i before a cursor, unless the index refers to them.
func (s *Store) Forget(i int, before Cursor) {
	if !s.exact {
		clear(s.shards[i].segments[:before.segment])
	}
}

// A Link leads to the next state of a path. It is a Ref, or with fingerprints an ordinal.
type Link uint64

// Path returns the path on which a state was reached, beginning at an initial state.
func (s *Store) Path(r Ref) []Link {
	var path []Link
	for r != NoRef {
		sh := s.shards[shardOf(r)]
		if s.exact {
			link, _, _ := sh.open(placeOf(r))
			path = append(path, Link(r))
			r = Ref(link)
		} else {
			from := sh.log[placeOf(r)]
			path = append(path, Link(from>>refBits))
			r = Ref(from & refMask)
		}
	}
	slices.Reverse(path)
	return path
}

// Leads reports whether a link leads to the successor with the given ordinal and bytes.
func (s *Store) Leads(l Link, ordinal uint64, state []byte) bool {
	if !s.exact {
		return ordinal == uint64(l)
	}
	return string(s.State(Ref(l))) == string(state)
}

// Hash returns a 64-bit hash of a state's bytes, folded in 8 at a time by 128-bit multiplication.
func Hash(b []byte) uint64 {
	const ( // the multipliers of SplitMix64
		k0 = 0x9e3779b97f4a7c15
		k1 = 0xbf58476d1ce4e5b9
		k2 = 0x94d049bb133111eb
	)
	h := uint64(len(b)) * k0
	var tail uint64
	if n := len(b); n >= 8 {
		tail = binary.LittleEndian.Uint64(b[n-8:]) // overlaps the bytes before it
		for ; len(b) > 8; b = b[8:] {
			hi, lo := bits.Mul64(binary.LittleEndian.Uint64(b)^k1, h^k2)
			h = hi ^ lo
		}
	} else {
		for i, c := range b {
			tail |= uint64(c) << (8 * i)
		}
	}
	hi, lo := bits.Mul64(tail^k1, h^k2)
	h = hi ^ lo
	hi, lo = bits.Mul64(h^k0, k2)
	return hi ^ lo
}
