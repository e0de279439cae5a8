package unordered

import (
	"iter"
	"math/bits"

	"wobbly/il"
)

// candidates are the pairs of sites that may be unordered, as far as the program text
// tells, and of which no execution was found yet.
type candidates struct {
	threads [2]*thread
	pair    []siteSet // by the site of A: the sites of B
	left    int       // how many
	// Sets of bits of sites, that may stand for others too:
	of    [2][]uint64 // by the site of a thread: the sites of the other one that it is a candidate with
	ofBit [64]uint64  // by the bit of a site of A: those of B
}

// siteSet is a set of sites, in a bit each: there are as many sets as sites.
type siteSet []uint64

func (s siteSet) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s siteSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s siteSet) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

// all visits the sites of the set, in order.
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
	w := &candidates{}
	for i, t := range threads {
		w.of[i] = make([]uint64, len(t.sites))
	}
	for k := range threads[0].sites {
		row := make(siteSet, (len(threads[1].sites)+63)/64)
		for l := range threads[1].sites {
			if conflict(&threads[0].sites[k], &threads[1].sites[l]) {
				row.add(l)
				w.left++
			}
		}
		w.pair = append(w.pair, row)
	}
	w.number(threads)
	return w
}

// conflict tells whether two accesses can be of one cell, one of them a store,
// and unordered: not if the threads always hold the lock there.
func conflict(a, b *site) bool {
	return a.Conflicts(b.Access) && a.base.Meets(&b.base) && !(a.locked && b.locked)
}

// number takes the bits of sites from threads that have the same ones.
func (w *candidates) number(threads [2]*thread) {
	w.threads = threads
	for k := range threads[0].sites {
		w.sumA(k)
	}
	for l := range threads[1].sites {
		w.sumB(l)
	}
	w.sum()
}

// sumA works out the set of site k of A.
func (w *candidates) sumA(k int) {
	w.of[0][k] = 0
	for l := range w.pair[k].all() {
		w.of[0][k] |= 1 << w.threads[1].sites[l].bit
	}
}

// sumB works out the set of site l of B.
func (w *candidates) sumB(l int) {
	w.of[1][l] = 0
	for k := range w.pair {
		if w.pair[k].has(l) {
			w.of[1][l] |= 1 << w.threads[0].sites[k].bit
		}
	}
}

// sum works out the sets of the bits of A.
func (w *candidates) sum() {
	w.ofBit = [64]uint64{}
	for k, set := range w.of[0] {
		w.ofBit[w.threads[0].sites[k].bit] |= set
	}
}

// has tells whether site p of thread i is a candidate with site q of the other one.
func (w *candidates) has(i int, p, q int32) bool {
	if i == 1 {
		p, q = q, p
	}
	return w.pair[p].has(int(q))
}

// found takes a pair off, given as for has.
func (w *candidates) found(i int, p, q int32) {
	if i == 1 {
		p, q = q, p
	}
	w.pair[p].remove(int(q))
	w.left--
	w.sumA(int(p))
	w.sumB(int(q))
	w.sum()
}

// none tells whether there is no candidate pair of sites of two sets, A's and B's.
func (w *candidates) none(a, b uint64) bool {
	for ; a != 0; a &= a - 1 {
		if w.ofBit[bits.TrailingZeros64(a)]&b != 0 {
			return false
		}
	}
	return true
}

// stmts is the set of the loads and stores of candidate pairs.
func (w *candidates) stmts() map[il.Stmt]bool {
	set := map[il.Stmt]bool{}
	for k, row := range w.pair {
		for l := range row.all() {
			set[w.threads[0].sites[k].stmt] = true
			set[w.threads[1].sites[l].stmt] = true
		}
	}
	return set
}
