package flow

import (
	"math/bits"

	"wobbly/il"
)

// VarSet is a set of variables of a unit, by their slots.
type VarSet []uint64

// Has reports whether the variable in a slot is in the set.
func (s VarSet) Has(slot int32) bool { return s[slot/64]>>(slot%64)&1 != 0 }

func (s VarSet) add(slot int32) { s[slot/64] |= 1 << (slot % 64) }

// Each visits the slots of the set, in order.
func (s VarSet) Each(visit func(slot int32)) {
	for w, rest := range s {
		for ; rest != 0; rest &= rest - 1 {
			visit(int32(w*64 + bits.TrailingZeros64(rest)))
		}
	}
}

// Liveness returns, for each node, the variables that some path from there reads before assigning
// them. def gives the variable that a statement assigns; it is il.Def unless the caller wants fewer
// assignments to count.
func (g *Graph) Liveness(def func(il.Stmt) (string, bool)) []VarSet {
	live, assigned := g.sets(), make([]int32, len(g.Nodes))
	for n := range g.Nodes {
		s := g.Nodes[n].Stmt
		assigned[n] = None
		if x, ok := def(s); ok {
			assigned[n] = g.Slot(x)
		}
		il.EachExpr(s, func(e il.Expr) { live[n].add(g.Slot(e.Root)) })
	}
	g.Backward(func(n int32) (changed bool) {
		for _, next := range g.Successors(n) {
			if next == None {
				continue
			}
			for w, more := range live[next] {
				if d := assigned[n]; d != None && int(d/64) == w {
					more &^= 1 << (d % 64)
				}
				changed = changed || more&^live[n][w] != 0
				live[n][w] |= more
			}
		}
		return changed
	})
	return live
}

// AllLive returns the result of Liveness if every variable is live everywhere.
func (g *Graph) AllLive() []VarSet {
	live := g.sets()
	for _, s := range live {
		for slot := range g.Vars {
			s.add(int32(slot))
		}
	}
	return live
}

// sets returns an empty set for each node.
func (g *Graph) sets() []VarSet {
	words := (len(g.Vars) + 63) / 64
	pool := make([]uint64, words*len(g.Nodes))
	sets := make([]VarSet, len(g.Nodes))
	for n := range sets {
		sets[n] = pool[n*words : (n+1)*words : (n+1)*words]
	}
	return sets
}
