// Package bitset has immutable sets of small numbers. A set is a string, so that sets can be
// compared with == and used as keys of maps.
package bitset

import (
	"iter"
	"math/bits"
	"slices"
)

// A Set is a set of numbers from 0: bit i of byte b stands for 8*b + i. The last byte is not zero.
// The zero value is the empty set.
type Set string

// Of returns the set of some numbers.
func Of(numbers ...int) Set {
	if len(numbers) == 0 {
		return ""
	}
	b := make([]byte, slices.Max(numbers)/8+1)
	for _, n := range numbers {
		b[n/8] |= 1 << (n % 8)
	}
	return Set(b)
}

func (s Set) Has(n int) bool { return n/8 < len(s) && s[n/8]>>(n%8)&1 != 0 }

// With returns the set with n.
func (s Set) With(n int) Set {
	if s.Has(n) {
		return s
	}
	b := make([]byte, max(len(s), n/8+1))
	copy(b, s)
	b[n/8] |= 1 << (n % 8)
	return Set(b)
}

// Without returns the set without n.
func (s Set) Without(n int) Set {
	if !s.Has(n) {
		return s
	}
	b := []byte(s)
	b[n/8] &^= 1 << (n % 8)
	return trimmed(b)
}

func (s Set) Union(t Set) Set {
	if len(s) < len(t) {
		s, t = t, s
	}
	if t == "" || s == t {
		return s
	}
	b := []byte(s)
	for i := range len(t) {
		b[i] |= t[i]
	}
	return Set(b)
}

func (s Set) Intersect(t Set) Set {
	b := []byte(s[:min(len(s), len(t))])
	for i := range b {
		b[i] &= t[i]
	}
	return trimmed(b)
}

// Minus returns the numbers that are in s and not in t.
func (s Set) Minus(t Set) Set {
	if !s.Meets(t) {
		return s
	}
	b := []byte(s)
	for i := range min(len(s), len(t)) {
		b[i] &^= t[i]
	}
	return trimmed(b)
}

func (s Set) Within(t Set) bool {
	if len(s) > len(t) {
		return false
	}
	for i := range len(s) {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

func (s Set) Meets(t Set) bool {
	for i := range min(len(s), len(t)) {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// Len returns how many numbers are in the set.
func (s Set) Len() (n int) {
	for i := range len(s) {
		n += bits.OnesCount8(s[i])
	}
	return n
}

// All yields the numbers in order.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range len(s) {
			for rest := s[i]; rest != 0; rest &= rest - 1 {
				if !yield(8*i + bits.TrailingZeros8(rest)) {
					return
				}
			}
		}
	}
}

// trimmed returns a set without zero bytes at its end, so that equal sets are equal strings.
func trimmed(b []byte) Set {
	n := len(b)
	for n > 0 && b[n-1] == 0 {
		n--
	}
	return Set(b[:n])
}
