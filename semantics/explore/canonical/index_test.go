package canonical

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestIndex: each state is added once, even if lines are full, and states that were not added are
// not found.
func TestIndex(t *testing.T) {
	const n = 100_000
	s := newShard(false)
	r := rand.New(rand.NewPCG(3, 4))
	states := make([][]byte, 2*n)
	for i := range states {
		states[i] = binary.LittleEndian.AppendUint32(make([]byte, r.IntN(30)), uint32(i))
	}
	for range 2 {
		for i := 0; i < n; i += group / 2 {
			var all []arrival
			var buffer []byte
			for _, state := range states[i:min(n, i+group/2)] {
				begin := uint32(len(buffer))
				buffer = append(buffer, state...)
				all = append(all, arrival{
					hash: Hash(state), from: uint64(NoRef),
					begin: begin, end: uint32(len(buffer)),
				})
			}
			s.insert(all, buffer)
		}
		if s.len() != n {
			t.Fatalf("%d states, want %d", s.len(), n)
		}
	}
	full, displaced := 0, 0
	for i := range s.lines {
		if s.lines[i][takenWord] == slots {
			full++
		}
	}
	for i, state := range states {
		h := Hash(state)
		if s.has(h, state) != (i < n) {
			t.Fatalf("has(state %d of %d) = %t, want %t", i, n, i >= n, i < n)
		}
		if ref, ok := s.lines[s.home(h)].first(tagOf(h)); i < n &&
			(!ok || string(s.record(uint64(ref)<<unitBits)) != string(state)) {
			displaced++
		}
	}
	if full < 10 || displaced < 10 {
		t.Errorf("%d lines are full and %d states are not in the first slot for their tag, "+
			"want at least 10 of each", full, displaced)
	}
}

// TestIndexWraps: states that do not fit into the last line are in the first one.
func TestIndexWraps(t *testing.T) {
	ix := &index{lines: make([]line, minLines)}
	for k := range uint32(slots + 3) {
		ix.put(1<<64-1, k)
	}
	if got := ix.lines[0][takenWord]; got != 3 {
		t.Errorf("%d states in the first line, want 3", got)
	}
	ix.clear()
	if ix.count != 0 || ix.lines[0] != (line{}) || ix.lines[minLines-1] != (line{}) {
		t.Errorf("after clear: %d states in lines %v, want none", ix.count, ix.lines)
	}
}
