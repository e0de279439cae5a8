package machine

import (
	"math/bits"

	"wobbly/il"
)

// Candidates are the pairs of accesses that may race according to the program text and whose race
// has not been found. In a program with more than 64 accesses, some share a bit.
type Candidates struct {
	g *Program
	// count is the number of pairs, by the bits of A's access and of B's. mask has, for each bit of
	// A's access, the bits of B's with which there is a pair.
	count   [64][64]int64
	mask    [64]uint64
	removed map[[2]il.Stmt]bool
}

// Candidates returns the candidate pairs of p: accesses of the same field, at least one of them a
// store, unless both are under lock() of their own units. It counts accesses that are alike in this
// together, because a text may have many thousands of one field.
func (p *Program) Candidates() *Candidates {
	c := &Candidates{g: p, removed: map[[2]il.Stmt]bool{}}
	type alike struct {
		kind il.AccessKind
		bit  uint
		lock il.Level
	}
	all := map[string]map[alike]int64{} // by field
	for _, u := range p.reached() {
		for s, a := range il.Accesses(u.Body) {
			counts := all[a.Field()]
			if counts == nil {
				counts = map[alike]int64{}
				all[a.Field()] = counts
			}
			counts[alike{a.Kind, p.bits[s], p.core.LevelAt(s).Locks()}]++
		}
	}
	for _, counts := range all {
		for a, n := range counts {
			for b, m := range counts {
				if (a.kind == il.Write || b.kind == il.Write) && !a.lock.Excludes(b.lock) {
					c.count[a.bit][b.bit] += n * m
					c.mask[a.bit] |= 1 << b.bit
				}
			}
		}
	}
	return c
}

// Sites are a load or store of A and one of B, as indices of Program.Sites.
type Sites [2]int32

// Found removes the pair of two sites, whose race was found.
func (c *Candidates) Found(race Sites) {
	c.remove([2]il.Stmt{c.g.threads[0].sites[race[0]], c.g.threads[1].sites[race[1]]})
}

// Absent removes a pair of conflicting accesses that is known never to race, in both orders if the
// threads run the same unit.
func (c *Candidates) Absent(s il.Sites) {
	a, okA := c.g.core.AccessAt(s[0])
	b, okB := c.g.core.AccessAt(s[1])
	if !okA || !okB || c.g.core.LevelAt(a).Locks().Excludes(c.g.core.LevelAt(b).Locks()) {
		return
	}
	c.remove([2]il.Stmt{a, b})
	if p := c.g.Pair(); p.Left == p.Right {
		c.remove([2]il.Stmt{b, a})
	}
}

// remove removes a candidate pair unless that was done before.
func (c *Candidates) remove(pair [2]il.Stmt) {
	if c.removed[pair] {
		return
	}
	c.removed[pair] = true
	p, q := c.g.bits[pair[0]], c.g.bits[pair[1]]
	c.count[p][q]--
	if c.count[p][q] == 0 {
		c.mask[p] &^= 1 << q
	}
}

// None reports whether no candidate pair can race in control states a and b or after them.
func (c *Candidates) None(a, b *Control) bool {
	for rest := a.Future.Sites; rest != 0; rest &= rest - 1 {
		if c.mask[bits.TrailingZeros64(rest)]&b.Future.Sites != 0 {
			return false
		}
	}
	return true
}
