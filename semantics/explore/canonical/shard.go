package canonical

import (
	"encoding/binary"
)

// A shard is an open-addressing table over an arena of records. In exact mode a
// record stays and the table leads to it: [length] [ref of the
// state before, 5 bytes] [bytes]. With fingerprints the table holds the hashes
// themselves, a log how each state was reached, and records are only kept
// while the state waits for its turn: [length] [index in the log, 5 bytes]
// [bytes].

const (
	linkBytes   = 5
	segmentBits = 20 // records lie in segments of 1 MiB
	segmentSize = 1 << segmentBits
	// firstSegment is what the first segment begins with: most searches are small.
	firstSegment = 1 << 10
)

// MaxBytes bounds the bytes of a state, which must fit into a segment.
const MaxBytes = segmentSize - 16

// shard is a part of the store.
type shard struct {
	fingerprint bool
	table       []uint64 // exact: tag (28 bits) and offset+1 (36 bits); else fingerprints
	shift       uint     // 64 less the binary logarithm of the table's size
	count       int
	segments    [][]byte
	bytes       uint64   // of the records so far
	log         []uint64 // with fingerprints: ordinal (24 bits) and ref (40 bits)
	fresh       int      // states added since it was last asked for
	touched     byte     // what insert read ahead, so that the reads are made
}

// A state belongs at the slot that the highest bits of its hash tell. These are
// in the tag too, so that a table can grow without a look at the records.
const (
	tagShift  = 36
	offsetsIn = 1<<tagShift - 1
	minBits   = 6
	maxBits   = 64 - tagShift
	group     = 32 // probes whose cache misses overlap
)

func newShard(fingerprint bool) *shard {
	return &shard{fingerprint: fingerprint, table: make([]uint64, 1<<minBits), shift: 64 - minBits}
}

// keptSegment is how large the first segment may be that another search gets.
const keptSegment = 1 << 16

// reset empties the shard.
func (s *shard) reset() {
	s.table, s.shift = s.table[:1<<minBits], 64-minBits
	clear(s.table)
	if len(s.segments) > 0 && cap(s.segments[0]) <= keptSegment {
		s.segments[0] = s.segments[0][:0]
		clear(s.segments[1:])
		s.segments = s.segments[:1]
	} else {
		s.segments = nil
	}
	s.count, s.bytes, s.fresh, s.log = 0, 0, 0, s.log[:0]
}

// insert adds those of the arrivals that are new, in order. The table is read
// for a whole group before any of it is looked at, so that the cache misses of
// a group overlap; with exact states the same is done for the records.
func (s *shard) insert(all []arrival, buffer []byte) {
	for len(all) > 0 {
		next := all[:min(group, len(all))]
		all = all[len(next):]
		s.reserve(len(next))
		s.touch(next)
		for i := range next {
			c := &next[i]
			if s.fingerprint {
				s.addFingerprint(c, buffer[c.begin:c.end])
			} else {
				s.add(c, buffer[c.begin:c.end])
			}
		}
	}
}

// touch reads what adding arrivals will read.
func (s *shard) touch(next []arrival) {
	var slots [group]uint64
	for i := range next {
		slots[i%group] = s.table[next[i].hash>>s.shift]
	}
	sum := byte(0)
	if !s.fingerprint {
		for i := range next {
			if slot := slots[i%group]; slot != 0 && slot>>tagShift == next[i].hash>>tagShift {
				at := slot&offsetsIn - 1
				sum += s.segments[at>>segmentBits][at&(segmentSize-1)]
			}
		}
	}
	s.touched = sum + byte(slots[0])
}

// add adds a state if it is new.
func (s *shard) add(c *arrival, state []byte) {
	mask := uint64(len(s.table) - 1)
	i := c.hash >> s.shift
	for ; s.table[i] != 0; i = (i + 1) & mask {
		if s.table[i]>>tagShift == c.hash>>tagShift && string(s.record(s.table[i]&offsetsIn-1)) == string(state) {
			return
		}
	}
	at := s.write(c.from&refMask, state)
	s.table[i] = c.hash>>tagShift<<tagShift | (at + 1)
	s.count++
	s.fresh++
}

// addFingerprint is add with fingerprints. The fingerprint 0 stands for none and
// is counted as 1.
func (s *shard) addFingerprint(c *arrival, state []byte) {
	mask := uint64(len(s.table) - 1)
	h := max(c.hash, 1)
	i := h >> s.shift
	for ; s.table[i] != 0; i = (i + 1) & mask {
		if s.table[i] == h {
			return
		}
	}
	s.table[i] = h
	s.write(uint64(len(s.log)), state)
	s.log = append(s.log, c.from)
	s.count++
	s.fresh++
}

// write appends a record and gives its offset.
func (s *shard) write(link uint64, state []byte) uint64 {
	var head [4 + linkBytes]byte
	n := putLength(head[:], len(state))
	binary.LittleEndian.PutUint32(head[n:], uint32(link))
	head[n+4] = byte(link >> 32)
	size := n + linkBytes + len(state)
	last := len(s.segments) - 1
	if last < 0 || len(s.segments[last])+size > segmentSize {
		capacity := segmentSize
		if last < 0 {
			capacity = firstSegment
		}
		s.segments = append(s.segments, make([]byte, 0, capacity))
		last++
	}
	seg := s.segments[last]
	at := uint64(last)<<segmentBits | uint64(len(seg))
	seg = append(seg, head[:n+linkBytes]...)
	s.segments[last] = append(seg, state...)
	s.bytes += uint64(size)
	return at
}

// putLength writes a length in 1 or 4 bytes and gives how many.
func putLength(to []byte, n int) int {
	if n < 0xff {
		to[0] = byte(n)
		return 1
	}
	to[0], to[1], to[2], to[3] = 0xff, byte(n), byte(n>>8), byte(n>>16)
	return 4
}

// open reads the record at an offset: its link, its state, and its size.
func (s *shard) open(at uint64) (link uint64, state []byte, size int) {
	b := s.segments[at>>segmentBits][at&(segmentSize-1):]
	n, head := int(b[0]), 1
	if n == 0xff {
		n, head = int(b[1])|int(b[2])<<8|int(b[3])<<16, 4
	}
	link = uint64(binary.LittleEndian.Uint32(b[head:])) | uint64(b[head+4])<<32
	size = head + linkBytes + n
	return link, b[head+linkBytes : size : size], size
}

func (s *shard) record(at uint64) []byte {
	_, state, _ := s.open(at)
	return state
}

// reserve makes room in the table for n more states: it is at most 3/4 full.
func (s *shard) reserve(n int) {
	if s.count+n <= len(s.table)/4*3 {
		return
	}
	if !s.fingerprint && s.shift == 64-maxBits {
		panic("explore: more states than the table can name")
	}
	old := s.table
	s.table = make([]uint64, 2*len(old))
	s.shift--
	mask := uint64(len(s.table) - 1)
	for _, entry := range old {
		if entry == 0 {
			continue
		}
		i := entry >> s.shift
		for s.table[i] != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = entry
	}
}

// memory is how many bytes the shard holds.
func (s *shard) memory() uint64 {
	total := uint64(8*len(s.table) + 8*cap(s.log))
	for _, seg := range s.segments {
		total += uint64(cap(seg))
	}
	return total
}
