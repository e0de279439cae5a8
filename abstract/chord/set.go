package chord

import "math/bits"

// set is a set of small numbers, one bit each. It grows as numbers are added.
type set []uint64

// has tells whether i is in s.
func (s set) has(i int32) bool {
	w := int(i >> 6)
	return w < len(s) && s[w]&(1<<(i&63)) != 0
}

// grow makes room for the words of s up to n.
func (s *set) grow(n int) {
	if n > len(*s) {
		*s = append(*s, make(set, n-len(*s))...)
	}
}

// add adds i and tells whether it is new.
func (s *set) add(i int32) bool {
	if s.has(i) {
		return false
	}
	s.grow(int(i>>6) + 1)
	(*s)[i>>6] |= 1 << (i & 63)
	return true
}

// addAll adds t.
func (s *set) addAll(t set) {
	s.grow(len(t))
	for w, x := range t {
		(*s)[w] |= x
	}
}

// addNew adds t, puts what was not there into news too, and tells whether there
// was any.
func (s *set) addNew(t set, news *set) bool {
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

// meets tells whether s and t have an element in common.
func (s set) meets(t set) bool {
	for w := range min(len(s), len(t)) {
		if s[w]&t[w] != 0 {
			return true
		}
	}
	return false
}

// meetIn tells whether s and t have an element in common that is in u.
func (s set) meetIn(t, u set) bool {
	for w := range min(len(s), len(t), len(u)) {
		if s[w]&t[w]&u[w] != 0 {
			return true
		}
	}
	return false
}

// and is what s and t have in common.
func (s set) and(t set) set {
	both := make(set, min(len(s), len(t)))
	for w := range both {
		both[w] = s[w] & t[w]
	}
	return both
}

// each visits the elements in order.
func (s set) each(visit func(i int32)) {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			visit(int32(w<<6 + bits.TrailingZeros64(x)))
		}
	}
}
