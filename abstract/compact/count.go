package compact

import "wobbly/internal/exact"

// totals memoises, per trie node, how many wobbly expressions and accesses it
// holds, and how far down the nearest of each is.
type totals struct {
	t    *tries
	done []bool
	all  []total
}

type total struct {
	wobbly, accesses exact.Nat
	toWobbly, toAccs int32 // fields to the nearest; far if there is none
}

const far = int32(1) << 30

func newTotals(t *tries) *totals { return &totals{t: t} }

// of is the total of the trie n.
func (s *totals) of(n nodeID) *total {
	if len(s.all) < len(s.t.nodes) {
		s.all = append(s.all, make([]total, len(s.t.nodes)-len(s.all))...)
		s.done = append(s.done, make([]bool, len(s.t.nodes)-len(s.done))...)
	}
	if !s.done[n] {
		s.all[n] = s.compute(n)
		s.done[n] = true
	}
	return &s.all[n]
}

func (s *totals) compute(n nodeID) total {
	t := total{toWobbly: far, toAccs: far}
	if n == 0 {
		return t
	}
	for _, e := range s.t.below(n) {
		k := s.of(e.to)
		t.wobbly, t.accesses = t.wobbly.Plus(k.wobbly), t.accesses.Plus(k.accesses)
		t.toWobbly, t.toAccs = min(t.toWobbly, k.toWobbly+1), min(t.toAccs, k.toAccs+1)
	}
	if s.t.nodes[n].wobbly {
		t.wobbly, t.toWobbly = t.wobbly.Plus(exact.Of(1)), 0
	}
	s.t.levels(s.t.nodes[n].accs, func(_ uint32, set setID) {
		c := s.t.sets.count(set)
		t.accesses, t.toAccs = t.accesses.Plus(exact.Of(uint64(c[0])+uint64(c[1]))), 0
	})
	return t
}
