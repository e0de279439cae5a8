package canonical

import (
	"encoding/binary"
	"math/bits"

	"wobbly/semantics/explore/driver"
)

// A shard has an arena of records. In exact mode records stay and an index leads to them. A record
// is then the length of the state, the Ref of the state before (5 bytes), and the bytes of the
// state. With fingerprints, a table has the hashes, a log says how each state was reached, and a
// record is kept until its state is expanded; it has an index in the log instead of the Ref.

const (
	linkBytes   = 5
	segmentBits = 20 // records lie in segments of 1 MiB
	segmentSize = 1 << segmentBits
	// firstSegment is the initial size of the first segment; most searches are small.
	firstSegment = 1 << 10
	// keptSegment bounds a first segment that is reused by another search.
	keptSegment = 1 << 16
	// Records begin at multiples of a unit so that 32 bits can address 8 GB.
	unitBits    = 1
	maxSegments = 1 << (32 + unitBits - segmentBits)

	group     = 32 // the number of lookups whose cache misses overlap
	minPrints = 6  // logarithm of the size of the smallest table of fingerprints
)

// MaxBytes bounds the bytes of a state, which must fit into a segment.
const MaxBytes = segmentSize - 16

// A shard is the part of the states whose hashes end in the same bits.
type shard struct {
	fingerprint bool
	index       // in exact mode: the offsets of the records, in units
	// prints and log are used with fingerprints. An entry of the log has an ordinal (24 bits) and
	// the Ref of the state before (40 bits).
	prints   driver.Fingerprints
	log      []uint64
	segments [][]byte
	ahead    byte // depends on what was read ahead, so that the compiler keeps the reads
}

func newShard(fingerprint bool) *shard {
	s := &shard{fingerprint: fingerprint}
	if fingerprint {
		s.prints.Grow(make([]uint64, 1<<minPrints))
	} else {
		s.lines = make([]line, minLines)
	}
	return s
}

func (s *shard) reset() {
	if s.fingerprint {
		s.prints = driver.Fingerprints{}
		s.prints.Grow(make([]uint64, 1<<minPrints))
	} else {
		s.index.clear()
	}
	if len(s.segments) > 0 && cap(s.segments[0]) <= keptSegment {
		s.segments[0] = s.segments[0][:0]
		clear(s.segments[1:])
		s.segments = s.segments[:1]
	} else {
		s.segments = nil
	}
	s.log = s.log[:0]
}

func (s *shard) len() int {
	if s.fingerprint {
		return s.prints.Len()
	}
	return s.count
}

// insert adds the new states among all, in order. It reads the index, and with exact states the
// records, for a whole group before it looks any up, so that cache misses overlap.
func (s *shard) insert(all []arrival, buffer []byte) {
	for len(all) > 0 {
		next := all[:min(group, len(all))]
		all = all[len(next):]
		s.reserve(len(next))
		s.touch(next)
		for i := range next {
			a := &next[i]
			state := buffer[a.begin:a.end]
			switch {
			case s.fingerprint:
				if s.prints.Add(a.hash) {
					s.write(uint64(len(s.log)), state)
					s.log = append(s.log, a.from)
				}
			case !s.has(a.hash, state):
				s.put(a.hash, uint32(s.write(a.from&refMask, state)>>unitBits))
			}
		}
	}
}

// touch reads the memory that inserting arrivals will need.
func (s *shard) touch(next []arrival) {
	sum := uint32(0)
	if s.fingerprint {
		for i := range next {
			sum += uint32(s.prints.Peek(next[i].hash))
		}
		s.ahead = byte(sum)
		return
	}
	for i := range next {
		sum += s.lines[s.home(next[i].hash)][takenWord]
	}
	for i := range next {
		h := next[i].hash
		if ref, ok := s.lines[s.home(h)].first(tagOf(h)); ok {
			at := uint64(ref) << unitBits
			sum += uint32(s.segments[at>>segmentBits][at&(segmentSize-1)])
		}
	}
	s.ahead = byte(sum)
}

func (s *shard) has(hash uint64, state []byte) bool {
	tag := tagOf(hash)
	for i := s.home(hash); ; i = s.next(i) {
		l := &s.lines[i]
		lo, hi := l.alike(tag)
		for ; lo != 0; lo &= lo - 1 {
			ref := l[bits.TrailingZeros64(lo)/8]
			if string(s.record(uint64(ref)<<unitBits)) == string(state) {
				return true
			}
		}
		for ; hi != 0; hi &= hi - 1 {
			ref := l[8+bits.TrailingZeros64(hi)/8]
			if string(s.record(uint64(ref)<<unitBits)) == string(state) {
				return true
			}
		}
		if l[takenWord] < slots {
			return false
		}
	}
}

// write appends a record and returns its offset. link is the Ref of the state before or, with
// fingerprints, the index of this state in the log.
func (s *shard) write(link uint64, state []byte) uint64 {
	var head [4 + linkBytes]byte
	n := 1
	if len(state) < 0xff {
		head[0] = byte(len(state))
	} else {
		n = 4
		head[0] = 0xff
		head[1], head[2], head[3] = byte(len(state)), byte(len(state)>>8), byte(len(state)>>16)
	}
	binary.LittleEndian.PutUint32(head[n:], uint32(link))
	head[n+4] = byte(link >> 32)
	size := recordSize(n, len(state))
	last := len(s.segments) - 1
	if last < 0 || len(s.segments[last])+size > segmentSize {
		if len(s.segments) == maxSegments && !s.fingerprint {
			panic("canonical: more states than the index can name")
		}
		capacity := segmentSize
		if last < 0 {
			capacity = firstSegment
		}
		s.segments = append(s.segments, make([]byte, 0, capacity))
		last++
	}
	segment := s.segments[last]
	at := uint64(last)<<segmentBits | uint64(len(segment))
	segment = append(segment, head[:n+linkBytes]...)
	segment = append(segment, state...)
	for len(segment)&(1<<unitBits-1) != 0 {
		segment = append(segment, 0)
	}
	s.segments[last] = segment
	return at
}

// recordSize returns the size of a record with n bytes of length and the given bytes of state.
func recordSize(n, state int) int {
	const unit = 1 << unitBits
	return (n + linkBytes + state + unit - 1) &^ (unit - 1)
}

// open reads the record at an offset: its link, its state, and its size.
func (s *shard) open(at uint64) (link uint64, state []byte, size int) {
	b := s.segments[at>>segmentBits][at&(segmentSize-1):]
	n, head := int(b[0]), 1
	if n == 0xff {
		n, head = int(b[1])|int(b[2])<<8|int(b[3])<<16, 4
	}
	link = uint64(binary.LittleEndian.Uint32(b[head:])) | uint64(b[head+4])<<32
	begin, end := head+linkBytes, head+linkBytes+n
	return link, b[begin:end:end], recordSize(head, n)
}

func (s *shard) record(at uint64) []byte {
	_, state, _ := s.open(at)
	return state
}

func (s *shard) reserve(n int) {
	switch {
	case !s.fingerprint:
		for s.full(n) {
			s.grow()
		}
	case !s.prints.Fits(n):
		s.prints.Grow(make([]uint64, 1<<driver.TableLog(s.prints.Len()+n, minPrints)))
	}
}

// grow rebuilds the index at twice the size. As in insert, the cache misses of a group overlap.
func (s *shard) grow() {
	lines := 2 * len(s.lines)
	s.lines = nil // so that the old index can be freed first
	s.lines, s.count = make([]line, lines), 0
	var hashes [group]uint64
	var at [group]uint32
	n := 0
	put := func() {
		sum := uint32(0)
		for _, h := range hashes[:n] {
			sum += s.lines[s.home(h)][takenWord]
		}
		s.ahead = byte(sum)
		for i, h := range hashes[:n] {
			s.put(h, at[i])
		}
		n = 0
	}
	for k, segment := range s.segments {
		for offset := 0; offset < len(segment); {
			ref := uint64(k)<<segmentBits | uint64(offset)
			_, state, size := s.open(ref)
			hashes[n], at[n] = Hash(state), uint32(ref>>unitBits)
			n++
			if n == group {
				put()
			}
			offset += size
		}
	}
	put()
}
