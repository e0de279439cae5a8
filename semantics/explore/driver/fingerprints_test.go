package driver

import (
	"math/rand/v2"
	"testing"
)

func TestMissed(t *testing.T) {
	for n, want := range map[uint64]float64{
		0: 0, 1: 0, 2: 1.0 / (1 << 32) / (1 << 32), 1 << 32: 0.5 - 1.0/(1<<33),
	} {
		if got := Missed(n); got < want*0.999999 || got > want*1.000001 {
			t.Errorf("Missed(%d) = %g, want %g", n, got, want)
		}
	}
}

// TestFingerprints: hashes survive the growth of the table, even if they belong in one slot, and 0
// is treated as 1.
func TestFingerprints(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var f Fingerprints
	want := map[uint64]bool{}
	for range 20_000 {
		h := r.Uint64()
		if r.IntN(2) == 0 {
			h = r.Uint64N(1000) // all in the first slot
		}
		if !f.Fits(1) {
			f.Grow(make([]uint64, 1<<TableLog(f.Len()+1, 5)))
		}
		f.Peek(h)
		if added := f.Add(h); added == want[max(h, 1)] {
			t.Fatalf("Add(%#x) = %t, want %t", h, added, !added)
		}
		want[max(h, 1)] = true
	}
	if f.Len() != len(want) || f.Memory() != 8<<TableLog(f.Len(), 5) {
		t.Errorf("%d hashes in %d bytes, want %d in %d", f.Len(), f.Memory(), len(want),
			8<<TableLog(f.Len(), 5))
	}
	if table := f.Take(); len(table) == 0 || f.Len() != 0 || f.Fits(1) {
		t.Errorf("Take returns %d slots and leaves %d hashes, want some and none", len(table),
			f.Len())
	}
}

// TestTableLog: a table is at most 3/4 full.
func TestTableLog(t *testing.T) {
	for n, want := range map[int]uint{
		0: 5, 24: 5, 25: 6, 48: 6, 49: 7, 3 << 20: 22, 3<<20 + 1: 23,
	} {
		if got := TableLog(n, 5); got != want {
			t.Errorf("TableLog(%d, 5) = %d, want %d", n, got, want)
		}
	}
}
