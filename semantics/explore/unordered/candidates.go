package unordered

import (
	"iter"
	"math/bits"

	"wobbly/il"
)

// candidates are the pairs of sites that may be unordered according to the program text and that
// have not been found.
type candidates struct {
	threads [2]*thread
	pair    []siteSet // the sites of B, by the site of A
	count   int       // the number of pairs
	// of has the bits (site.bit) of the candidates with each site of a thread, and ofBit those of
	// the candidates with all sites of A that have a bit.
	of    [2][]uint64
	ofBit [64]uint64
}

// A siteSet is a set of sites, with a bit for each: there are as many sets as sites.
type siteSet []uint64

func (s siteSet) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s siteSet) add(i int)      { s[i/64] |= 1 << (i % 64) }

func (s siteSet) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*k + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

func newCandidates(threads [2]*thread) *candidates {
	c := &candidates{}
	for i, t := range threads {
		c.of[i] = make([]uint64, len(t.sites))
	}
	for k := range threads[0].sites {
		row := make(siteSet, (len(threads[1].sites)+63)/64)
		for l := range threads[1].sites {
			// Accesses that both threads make under the lock are ordered.
			a, b := &threads[0].sites[k], &threads[1].sites[l]
			if a.Conflicts(b.Access) && a.base.Meets(&b.base) && !a.lock.Excludes(b.lock) {
				row.add(l)
				c.count++
			}
		}
		c.pair = append(c.pair, row)
	}
	c.number(threads)
	return c
}

// number copies the bits of sites from threads that have the same sites.
func (c *candidates) number(threads [2]*thread) {
	c.threads = threads
	for k := range threads[0].sites {
		c.sumA(k)
	}
	for l := range threads[1].sites {
		c.sumB(l)
	}
	c.sumBits()
}

// sumA computes the bits of the candidates with site k of A.
func (c *candidates) sumA(k int) {
	c.of[0][k] = 0
	for l := range c.pair[k].all() {
		c.of[0][k] |= 1 << c.threads[1].sites[l].bit
	}
}

// sumB computes the bits of the candidates with site l of B.
func (c *candidates) sumB(l int) {
	c.of[1][l] = 0
	for k := range c.pair {
		if c.pair[k].has(l) {
			c.of[1][l] |= 1 << c.threads[0].sites[k].bit
		}
	}
}

// sumBits computes ofBit from the bits of the candidates with each site of A.
func (c *candidates) sumBits() {
	c.ofBit = [64]uint64{}
	for k, set := range c.of[0] {
		c.ofBit[c.threads[0].sites[k].bit] |= set
	}
}

// has reports whether site p of thread i is a candidate with site q of the other thread.
func (c *candidates) has(i int, p, q int32) bool {
	if i == 1 {
		p, q = q, p
	}
	return c.pair[p].has(int(q))
}

// found removes a pair, given as for has.
func (c *candidates) found(i int, p, q int32) {
	if i == 1 {
		p, q = q, p
	}
	c.pair[p][q/64] &^= 1 << (q % 64)
	c.count--
	c.sumA(int(p))
	c.sumB(int(q))
	c.sumBits()
}

// none reports whether two sets of bits of sites, A's and B's, contain no candidate pair.
func (c *candidates) none(a, b uint64) bool {
	for ; a != 0; a &= a - 1 {
		if c.ofBit[bits.TrailingZeros64(a)]&b != 0 {
			return false
		}
	}
	return true
}

// stmts returns the accesses that are in a candidate pair.
func (c *candidates) stmts() map[il.Stmt]bool {
	set := map[il.Stmt]bool{}
	for k, row := range c.pair {
		for l := range row.all() {
			set[c.threads[0].sites[k].stmt] = true
			set[c.threads[1].sites[l].stmt] = true
		}
	}
	return set
}
