package unordered

import "wobbly/semantics/explore/canonical"

// none is the number of no state.
const none = -1

// store keeps the states that a search has met, as bytes, numbered from 0, each
// with the one that it was reached from.
type store struct {
	bytes  []byte
	ends   []int    // of each state, where its bytes end
	from   []int32  // of each state, the one before; none of an initial one
	hashes []uint64 // of each state
	table  []int32  // open addressing: state+1, or 0
}

func newStore() *store { return &store{table: make([]int32, 256)} }

// len is the number of states.
func (s *store) len() int { return len(s.ends) }

// state is the bytes of state n.
func (s *store) state(n int32) []byte {
	begin := 0
	if n > 0 {
		begin = s.ends[n-1]
	}
	return s.bytes[begin:s.ends[n]]
}

// add adds a state if it is new. Its bytes are those that were appended to
// s.bytes since the last one, and are taken back if it is not.
func (s *store) add(from int32) bool {
	begin := 0
	if n := len(s.ends); n > 0 {
		begin = s.ends[n-1]
	}
	state := s.bytes[begin:]
	h := canonical.Hash(state)
	mask := uint64(len(s.table) - 1)
	i := h & mask
	for ; s.table[i] != 0; i = (i + 1) & mask {
		n := s.table[i] - 1
		if s.hashes[n] == h && string(s.state(n)) == string(state) {
			s.bytes = s.bytes[:begin]
			return false
		}
	}
	s.ends = append(s.ends, len(s.bytes))
	s.from = append(s.from, from)
	s.hashes = append(s.hashes, h)
	s.table[i] = int32(len(s.ends))
	if len(s.ends) > len(s.table)/2 {
		s.grow()
	}
	return true
}

// grow doubles the table.
func (s *store) grow() {
	s.table = make([]int32, 2*len(s.table))
	mask := uint64(len(s.table) - 1)
	for n, h := range s.hashes {
		i := h & mask
		for s.table[i] != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = int32(n + 1)
	}
}
