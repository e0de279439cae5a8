package compact

import "wobbly/internal/exact"

// totals memoises, per trie node, how many expressions of W (or of Wr) and
// accesses it holds, and how far down the nearest of each is.
type totals struct {
	t    *tries
	set  touch // wobbly or written
	done []bool
	all  []total
}

type total struct {
	touched, accesses exact.Nat
	toTouched, toAccs int32 // fields to the nearest; far if there is none
}

const far = int32(1) << 30

func newTotals(t *tries, set touch) *totals { return &totals{t: t, set: set} }

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
	t := total{toTouched: far, toAccs: far}
	if n == 0 {
		return t
	}
	for _, e := range s.t.below(n) {
		k := s.of(e.to)
		t.touched, t.accesses = t.touched.Plus(k.touched), t.accesses.Plus(k.accesses)
		t.toTouched, t.toAccs = min(t.toTouched, k.toTouched+1), min(t.toAccs, k.toAccs+1)
	}
	if s.t.nodes[n].touch&s.set != 0 {
		t.touched, t.toTouched = t.touched.Plus(exact.Of(1)), 0
	}
	s.t.levels(s.t.nodes[n].accs, func(_ uint32, set setID) {
		c := s.t.sets.count(set)
		t.accesses, t.toAccs = t.accesses.Plus(exact.Of(uint64(c[0])+uint64(c[1]))), 0
	})
	return t
}
