package lattice

import (
	"math/bits"
	"slices"
)

// Subsets are the sets of small numbers, ordered by inclusion.
type Subsets struct{}

func (Subsets) Bottom() Subset { return nil }

// Join returns the union, which is a new set.
func (Subsets) Join(x, y Subset) Subset {
	both := slices.Clone(x)
	both.AddAll(y)
	return both
}

func (Subsets) Leq(x, y Subset) bool {
	for w, missing := range x {
		if w < len(y) {
			missing &^= y[w]
		}
		if missing != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether both have the same elements. They may have room for different ones.
func (l Subsets) Equal(x, y Subset) bool { return l.Leq(x, y) && l.Leq(y, x) }

// Subset is a set of numbers from 0, one bit each. The zero value is empty; the set grows as
// numbers are added.
type Subset []uint64

func (s Subset) Has(i int32) bool {
	w := int(i >> 6)
	return w < len(s) && s[w]&(1<<(i&63)) != 0
}

// grow makes room for the words of s up to n.
func (s *Subset) grow(n int) {
	if n > len(*s) {
		*s = append(*s, make(Subset, n-len(*s))...)
	}
}

// Add adds a number and reports whether it was new.
func (s *Subset) Add(i int32) bool {
	if s.Has(i) {
		return false
	}
	s.grow(int(i>>6) + 1)
	(*s)[i>>6] |= 1 << (i & 63)
	return true
}

func (s *Subset) AddAll(t Subset) {
	s.grow(len(t))
	for w, x := range t {
		(*s)[w] |= x
	}
}

// AddNew adds t and reports whether anything was new. It also adds the new elements to news.
func (s *Subset) AddNew(t Subset, news *Subset) bool {
	s.grow(len(t))
	found := false
	for w, x := range t {
		if fresh := x &^ (*s)[w]; fresh != 0 {
			(*s)[w] |= fresh
			news.grow(w + 1)
			(*news)[w] |= fresh
			found = true
		}
	}
	return found
}

func (s Subset) Meets(t Subset) bool {
	for w := range min(len(s), len(t)) {
		if s[w]&t[w] != 0 {
			return true
		}
	}
	return false
}

// MeetsIn reports whether s and t have a common element in u.
func (s Subset) MeetsIn(t, u Subset) bool {
	for w := range min(len(s), len(t), len(u)) {
		if s[w]&t[w]&u[w] != 0 {
			return true
		}
	}
	return false
}

// And returns the intersection, which is a new set.
func (s Subset) And(t Subset) Subset {
	both := make(Subset, min(len(s), len(t)))
	for w := range both {
		both[w] = s[w] & t[w]
	}
	return both
}

// Each visits the elements in ascending order.
func (s Subset) Each(visit func(i int32)) {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			visit(int32(w<<6 + bits.TrailingZeros64(x)))
		}
	}
}
