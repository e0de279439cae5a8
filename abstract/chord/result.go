package chord

import (
	"iter"
	"slices"

	"wobbly/il"
)

// Result is what the stages leave of the pairs of accesses of one program
// C1 || C2. It is not changed any more; several goroutines may ask it.
type Result struct {
	*Analysis
	pair    il.Pair
	points  *points
	escaped *escape
	sides   [2]*side
	counts  func() [numStages]uint64 // are made when they are asked for
}

// Last is the last stage that keeps a pair of sites, which a self pair may have
// in any order; false for a pair that is not even original.
func (r *Result) Last(s il.Sites) (Stage, bool) {
	i, ok := r.index[s[0]]
	j, ok2 := r.index[s[1]]
	if !ok || !ok2 || !r.original(i, j) {
		return 0, false
	}
	return r.last(i, j), true
}

// Program is the program C1 || C2.
func (r *Result) Program() il.Pair { return r.pair }

// Count is the exact number of pairs of sites that a stage leaves.
func (r *Result) Count(s Stage) uint64 { return r.counts()[s] }

// Size is how much the alias analysis has found: abstract objects, and units
// in contexts.
func (r *Result) Size() (objects, contexts int) {
	return len(r.points.objects), len(r.points.instances)
}

// Pairs are the pairs of sites that a stage leaves, in order.
func (r *Result) Pairs(s Stage) iter.Seq[il.Sites] {
	return func(yield func(il.Sites) bool) {
		for p, last := range r.from(s) {
			if last >= s && !yield(p) {
				return
			}
		}
	}
}

// Dropped are the pairs of sites that a stage removes, in order.
func (r *Result) Dropped(s Stage) iter.Seq[il.Sites] {
	return func(yield func(il.Sites) bool) {
		for p, last := range r.from(max(s, 1) - 1) {
			if last+1 == s && !yield(p) {
				return
			}
		}
	}
}

// All are the original pairs with the last stage that keeps each, in order.
func (r *Result) All() iter.Seq2[il.Sites, Stage] {
	return func(yield func(il.Sites, Stage) bool) {
		for i, a := range r.accesses {
			for _, j := range r.partners(int32(i), r.ofField[a.field]) {
				if r.original(int32(i), j) && !yield(il.Sites{a.Site, r.accesses[j].Site}, r.last(int32(i), j)) {
					return
				}
			}
		}
	}
}

// partners is what of the right side makes a pair with i on the left: in a self
// pair what is not before it.
func (r *Result) partners(i int32, right []int32) []int32 {
	if r.pair.Left != r.pair.Right {
		return right
	}
	from, _ := slices.BinarySearch(right, i)
	return right[from:]
}

// from is All without what is not reached, unless stage s leaves that too.
func (r *Result) from(s Stage) iter.Seq2[il.Sites, Stage] {
	if s == Original {
		return r.All()
	}
	return r.Reached
}

// Reached visits the pairs of which both sides are reached, with the last stage that
// keeps each, in order. In a self pair places compare as accesses do.
func (r *Result) Reached(yield func(il.Sites, Stage) bool) {
	left, right := r.sides[0], r.sides[1]
	for i := range left.reached {
		a := &left.reached[i]
		p := r.accesses[a.access]
		for _, j := range r.partners(int32(i), right.field(r.Analysis, p.field)) {
			b := &right.reached[j]
			if r.original(a.access, b.access) && !yield(il.Sites{p.Site, r.accesses[b.access].Site}, r.lastOf(a, b)) {
				return
			}
		}
	}
}

// count counts the pairs of each stage: original ones by their fields, what is
// reached by looking at each pair.
func (r *Result) count() (counts [numStages]uint64) {
	for _, all := range r.ofField {
		counts[Original] += r.conflicts(all)
	}
	for _, last := range r.Reached {
		for s := Reachable; s <= last; s++ {
			counts[s]++
		}
	}
	return counts
}

// conflicts is how many pairs of accesses to one field have a write: all pairs
// without those of two reads.
func (r *Result) conflicts(all []int32) uint64 {
	n, reads := uint64(len(all)), uint64(0)
	for _, i := range all {
		if r.accesses[i].Kind == il.Read {
			reads++
		}
	}
	if r.pair.Left == r.pair.Right {
		return n*(n+1)/2 - reads*(reads+1)/2
	}
	return n*n - reads*reads
}
