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
	b *big.Int // not nil iff the number needs more than 64 bits; never changed
}

// Of makes the number n, which must not be negative.
func Of[I int | int32 | uint32 | uint64](n I) Nat { return Nat{n: uint64(n)} }

func ofBig(b *big.Int) Nat {
	if b.IsUint64() {
		return Nat{n: b.Uint64()}
	}
	return Nat{b: b}
}

// Big returns the number as a new big integer.
func (c Nat) Big() *big.Int {
	if c.b != nil {
		return new(big.Int).Set(c.b)
	}
	return new(big.Int).SetUint64(c.n)
}

// String returns the decimal form.
func (c Nat) String() string { return c.Big().String() }

// IsZero reports whether the number is 0.
func (c Nat) IsZero() bool { return c.b == nil && c.n == 0 }

// Exceeds reports whether the number is greater than limit.
func (c Nat) Exceeds(limit int) bool { return c.b != nil || limit < 0 || c.n > uint64(limit) }

// UpTo returns the number, or limit if it is greater.
func (c Nat) UpTo(limit int) int {
	if c.Exceeds(limit) {
		return limit
	}
	return int(c.n)
}

// Less reports whether c < d.
func (c Nat) Less(d Nat) bool {
	switch {
	case c.b == nil && d.b == nil:
		return c.n < d.n
	case c.b != nil && d.b != nil:
		return c.b.Cmp(d.b) < 0
	}
	return c.b == nil
}

// Plus is c + d.
func (c Nat) Plus(d Nat) Nat {
	if c.b == nil && d.b == nil {
		if sum, carry := bits.Add64(c.n, d.n, 0); carry == 0 {
			return Nat{n: sum}
		}
	}
	return ofBig(new(big.Int).Add(c.Big(), d.Big()))
}

// Minus is c - d. d must not be greater than c.
func (c Nat) Minus(d Nat) Nat {
	if c.b == nil {
		return Nat{n: c.n - d.n}
	}
	return ofBig(new(big.Int).Sub(c.b, d.Big()))
}

// Times is c · d.
func (c Nat) Times(d Nat) Nat {
	if c.b == nil && d.b == nil {
		if hi, lo := bits.Mul64(c.n, d.n); hi == 0 {
			return Nat{n: lo}
		}
	}
	return ofBig(new(big.Int).Mul(c.Big(), d.Big()))
}

// Pairs is c(c+1)/2: the unordered pairs of c things, each with itself too.
func (c Nat) Pairs() Nat {
	if c.b == nil && c.n < 1<<32-1 {
		return Nat{n: c.n * (c.n + 1) / 2}
	}
	b := c.Big()
	b.Mul(b, c.Plus(Of(1)).Big())
	return ofBig(b.Rsh(b, 1))
}
