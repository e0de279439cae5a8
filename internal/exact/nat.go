// Package exact counts exactly: natural numbers that are 64 bits wide while they fit and big
// beyond, for sizes that are usually small and sometimes exponential in a program.
package exact

import (
	"math/big"
	"math/bits"
)

// Nat is an exact natural number. The zero value is 0.
type Nat struct {
	n uint64
	b *big.Int // the number if it needs more than 64 bits, otherwise nil; never modified
}

// Of returns n, which must not be negative, as a Nat.
func Of[I int | int32 | uint32 | uint64](n I) Nat { return Nat{n: uint64(n)} }

// ofBig returns b as a Nat, which owns b from then on.
func ofBig(b *big.Int) Nat {
	if b.IsUint64() {
		return Nat{n: b.Uint64()}
	}
	return Nat{b: b}
}

// Big returns the number as a new big integer.
func (x Nat) Big() *big.Int {
	if x.b != nil {
		return new(big.Int).Set(x.b)
	}
	return new(big.Int).SetUint64(x.n)
}

// String returns the decimal form.
func (x Nat) String() string { return x.Big().String() }

// IsZero reports whether the number is 0.
func (x Nat) IsZero() bool { return x.b == nil && x.n == 0 }

// Exceeds reports whether the number is greater than limit.
func (x Nat) Exceeds(limit int) bool { return x.b != nil || limit < 0 || x.n > uint64(limit) }

// UpTo returns the number, or limit if it is greater.
func (x Nat) UpTo(limit int) int {
	if x.Exceeds(limit) {
		return limit
	}
	return int(x.n)
}

func (x Nat) Less(y Nat) bool {
	switch {
	case x.b == nil && y.b == nil:
		return x.n < y.n
	case x.b != nil && y.b != nil:
		return x.b.Cmp(y.b) < 0
	}
	return x.b == nil
}

func (x Nat) Plus(y Nat) Nat {
	if x.b == nil && y.b == nil {
		if sum, carry := bits.Add64(x.n, y.n, 0); carry == 0 {
			return Nat{n: sum}
		}
	}
	return ofBig(new(big.Int).Add(x.Big(), y.Big()))
}

// Minus returns x - y. y must not be greater than x.
func (x Nat) Minus(y Nat) Nat {
	if x.b == nil {
		return Nat{n: x.n - y.n}
	}
	return ofBig(new(big.Int).Sub(x.b, y.Big()))
}

func (x Nat) Times(y Nat) Nat {
	if x.b == nil && y.b == nil {
		if hi, lo := bits.Mul64(x.n, y.n); hi == 0 {
			return Nat{n: lo}
		}
	}
	return ofBig(new(big.Int).Mul(x.Big(), y.Big()))
}

// Pairs returns x(x+1)/2, the number of unordered pairs of x things, each also with itself.
func (x Nat) Pairs() Nat {
	if x.b == nil && x.n < 1<<32-1 { // both factors have at most 32 bits
		return Nat{n: x.n * (x.n + 1) / 2}
	}
	b := x.Big()
	b.Mul(b, x.Plus(Of(1)).Big())
	return ofBig(b.Rsh(b, 1))
}
