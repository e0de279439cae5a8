package flat

import "testing"

// TestMovers: without flags both threads move from every state. With flags those that the reduction
// leaves out do not count, unless states of A sleep.
func TestMovers(t *testing.T) {
	for _, tt := range []struct {
		f    frontier
		want [2]uint64
	}{
		{frontier{begin: 2, end: 5}, [2]uint64{3, 3}},
		{frontier{begin: 2, end: 5, flags: flags{of: []uint8{usual, movesA, movesB | retains}}},
			[2]uint64{2, 2}},
		{frontier{begin: 0, end: 2, flags: flags{of: []uint8{movesA, movesA}}}, [2]uint64{2, 0}},
		{frontier{begin: 0, end: 2, flags: flags{of: []uint8{movesA, movesA}, asleep: 1}},
			[2]uint64{2, 2}},
	} {
		if got := [2]uint64{tt.f.movers(0), tt.f.movers(1)}; got != tt.want {
			t.Errorf("%+v: movers %d, want %d", tt.f, got, tt.want)
		}
		if a, b := tt.f.sleepers(0), tt.f.sleepers(1); a != uint64(tt.f.flags.asleep) || b != 0 {
			t.Errorf("%+v: %d and %d sleep", tt.f, a, b)
		}
	}
	f := frontier{begin: 2, end: 4, flags: flags{of: []uint8{movesA, movesB}}}
	if !f.moves(0, 2) || f.moves(1, 2) || f.moves(0, 3) || !f.moves(1, 3) || f.size() != 2 {
		t.Error("moves does not use the flag of the position")
	}
}
