package exact

import (
	"math"
	"math/big"
	"testing"
)

// values returns numbers around the limits of 32 and 64 bits.
func values() []*big.Int {
	var all []*big.Int
	for _, n := range []uint64{
		0, 1, 2, 3, 1<<32 - 2, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64 - 1,
		math.MaxUint64,
	} {
		all = append(all, new(big.Int).SetUint64(n))
	}
	for _, shift := range []uint{64, 65, 200} {
		all = append(all, new(big.Int).Lsh(big.NewInt(1), shift))
	}
	return all
}

// TestAgainstBig compares every operation with math/big.
func TestAgainstBig(t *testing.T) {
	for _, a := range values() {
		x := ofBig(a)
		if x.String() != a.String() || x.IsZero() != (a.Sign() == 0) || x.Big().Cmp(a) != 0 {
			t.Errorf("ofBig(%s): String %s, IsZero %t, Big %s", a, x, x.IsZero(), x.Big())
		}
		pairs := new(big.Int).Mul(a, new(big.Int).Add(a, big.NewInt(1)))
		pairs.Rsh(pairs, 1)
		if x.Pairs().String() != pairs.String() {
			t.Errorf("%s.Pairs() = %s, want %s", a, x.Pairs(), pairs)
		}
		for _, limit := range []int{-1, 0, 1, math.MaxInt} {
			if want := a.Cmp(big.NewInt(int64(limit))) > 0; x.Exceeds(limit) != want {
				t.Errorf("%s.Exceeds(%d) = %v", a, limit, !want)
			}
			if want := int64(limit); limit >= 0 {
				if a.IsInt64() {
					want = min(want, a.Int64())
				}
				if got := x.UpTo(limit); int64(got) != want {
					t.Errorf("%s.UpTo(%d) = %d, want %d", a, limit, got, want)
				}
			}
		}
		for _, b := range values() {
			y := ofBig(b)
			if want := new(big.Int).Add(a, b); x.Plus(y).String() != want.String() {
				t.Errorf("%s + %s = %s, want %s", a, b, x.Plus(y), want)
			}
			if want := new(big.Int).Mul(a, b); x.Times(y).String() != want.String() {
				t.Errorf("%s · %s = %s, want %s", a, b, x.Times(y), want)
			}
			if d := new(big.Int).Sub(a, b); d.Sign() >= 0 && x.Minus(y).String() != d.String() {
				t.Errorf("%s - %s = %s, want %s", a, b, x.Minus(y), d)
			}
			if x.Less(y) != (a.Cmp(b) < 0) {
				t.Errorf("%s < %s = %v", a, b, x.Less(y))
			}
		}
	}
}

// TestBigIsACopy: modifying the result of Big does not modify the number.
func TestBigIsACopy(t *testing.T) {
	x := ofBig(new(big.Int).Lsh(big.NewInt(1), 100))
	before := x.String()
	x.Big().SetInt64(7)
	if got := x.String(); got != before {
		t.Errorf("after its Big was modified, the number is %s, want %s", got, before)
	}
}
