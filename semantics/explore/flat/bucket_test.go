package flat

import "testing"

// TestMovers checks that both threads move from every state if there are no flags. With flags, the
// states that the reduction leaves out do not count, unless states of A sleep.
func TestMovers(t *testing.T) {
	type counts struct{ moversA, moversB, sleepersA, sleepersB uint64 }
	for _, tt := range []struct {
		f    frontier
		want counts
	}{
		{frontier{begin: 2, end: 5}, counts{3, 3, 0, 0}},
		{frontier{begin: 2, end: 5, flags: flags{of: []uint8{usual, movesA, movesB | retains}}},
			counts{2, 2, 0, 0}},
		{frontier{begin: 0, end: 2, flags: flags{of: []uint8{movesA, movesA}}},
			counts{2, 0, 0, 0}},
		{frontier{begin: 0, end: 2, flags: flags{of: []uint8{movesA, movesA}, asleep: 1}},
			counts{2, 2, 1, 0}},
	} {
		f := tt.f
		got := counts{f.movers(0), f.movers(1), f.sleepers(0), f.sleepers(1)}
		if got != tt.want {
			t.Errorf("%+v: %+v, want %+v", f, got, tt.want)
		}
	}
}

// TestMoves checks that a thread moves from a state if the flag of the state's position says so.
func TestMoves(t *testing.T) {
	f := frontier{begin: 2, end: 4, flags: flags{of: []uint8{movesA, movesB}}}
	for position, want := range map[int][2]bool{2: {true, false}, 3: {false, true}} {
		if got := [2]bool{f.moves(0, position), f.moves(1, position)}; got != want {
			t.Errorf("A and B move from position %d: %t, want %t", position, got, want)
		}
	}
	if got := f.size(); got != 2 {
		t.Errorf("size = %d, want 2", got)
	}
}
