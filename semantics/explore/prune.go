package explore

import (
	"math/bits"

	"wobbly/il"
)

// hopes are the pairs of accesses that may race, as far as the program text
// tells, and of which no race was seen yet. Accesses share one of 64 bits where
// a program has more of them.
type hopes struct {
	bit  map[il.Stmt]uint
	left [64][64]int32 // how many pairs, by the bits of A's access and of B's
	mask [64]uint64    // by the bit of A's access: the bits of B's with such a pair
	seen map[[2]il.Stmt]bool
}

// hopes collects the pairs of g: accesses of the same field, one of them a
// store, unless both are under a lock() of their own unit.
func (g *Program) hopes() *hopes {
	h := &hopes{bit: g.bits, seen: map[[2]il.Stmt]bool{}}
	all := g.accesses()
	for _, a := range all {
		for _, b := range all {
			if a.field != b.field || a.kind == il.Read && b.kind == il.Read || a.locked && b.locked {
				continue
			}
			p, q := h.bit[a.stmt], h.bit[b.stmt]
			h.left[p][q]++
			h.mask[p] |= 1 << q
		}
	}
	return h
}

// bounded tells whether a bound on rounds leaves anything out. What lies ahead
// is known within the bound only, so pruning would hide that it was met.
func (g *Program) bounded() bool {
	for _, f := range g.flows {
		for n := range f.nodes {
			if f.nodes[n].cut {
				return true
			}
		}
	}
	return false
}

// textAccess is an access of the program text.
type textAccess struct {
	stmt   il.Stmt
	field  string
	kind   il.AccessKind
	locked bool // under a lock() of the unit that it stands in
}

// accesses lists the accesses of the units that either thread can reach.
func (g *Program) accesses() []textAccess {
	var all []textAccess
	for _, u := range g.reached() {
		depth := 0
		il.Walk(u.Body, func(s il.Stmt) {
			switch s := s.(type) {
			case *il.Lock:
				depth++
			case *il.Unlock:
				depth--
			case *il.Load:
				all = append(all, textAccess{s, s.Src.Fields[len(s.Src.Fields)-1], il.Read, depth > 0})
			case *il.Store:
				all = append(all, textAccess{s, s.Dst.Fields[len(s.Dst.Fields)-1], il.Write, depth > 0})
			}
		})
	}
	return all
}

// number gives each access one of 64 bits.
func (g *Program) number() {
	g.bits = map[il.Stmt]uint{}
	for _, u := range g.reached() {
		il.Walk(u.Body, func(s il.Stmt) {
			switch s.(type) {
			case *il.Load, *il.Store:
				g.bits[s] = uint(len(g.bits) % 64)
			}
		})
	}
}

// found takes notice of a race of the accesses a and b.
func (h *hopes) found(a, b il.Stmt) {
	key := [2]il.Stmt{a, b}
	if h.seen[key] {
		return
	}
	h.seen[key] = true
	p, q := h.bit[a], h.bit[b]
	if h.left[p][q]--; h.left[p][q] == 0 {
		h.mask[p] &^= 1 << q
	}
}

// none tells whether no race that was not seen yet can lie ahead of control
// states of A and B.
func (h *hopes) none(a, b *Control) bool {
	for rest := a.all.sites; rest != 0; rest &= rest - 1 {
		if h.mask[bits.TrailingZeros64(rest)]&b.all.sites != 0 {
			return false
		}
	}
	return true
}

// note tells e's hopes of the races that were seen since the last time.
func (e *engine) note() {
	if e.hopes == nil {
		return
	}
	for i := range e.found {
		t := &e.found[i]
		for ; e.noted[i] < len(t.pairs); e.noted[i]++ {
			p := t.pairs[e.noted[i]]
			e.hopes.found(e.g.threads[0].sites[p[0]], e.g.threads[1].sites[p[1]])
		}
	}
}
