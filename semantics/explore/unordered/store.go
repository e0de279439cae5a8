package unordered

import "wobbly/semantics/explore/canonical"

const none = -1

// A store keeps the states that a search has met as bytes, from number 0, and their predecessors.
type store struct {
	bytes  []byte
	ends   []int    // where the bytes of each state end
	from   []int32  // the state before each one, or none
	hashes []uint64 // the hash of each state
	table  []int32  // open addressing: state+1, or 0
}

func (s *store) len() int { return len(s.ends) }

func (s *store) state(n int32) []byte { return s.bytes[s.begin(int(n)):s.ends[n]] }

// begin returns the offset of state n.
func (s *store) begin(n int) int {
	if n == 0 {
		return 0
	}
	return s.ends[n-1]
}

// add adds the state whose bytes were appended to s.bytes, or removes them if the state is not new.
func (s *store) add(from int32) (added bool) {
	begin := s.begin(len(s.ends))
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
	if len(s.ends) <= len(s.table)/2 {
		return true
	}
	s.table = make([]int32, 2*len(s.table))
	mask = uint64(len(s.table) - 1)
	for n, h := range s.hashes {
		i := h & mask
		for s.table[i] != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = int32(n + 1)
	}
	return true
}
