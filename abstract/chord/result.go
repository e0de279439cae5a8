package chord

import (
	"iter"
	"slices"

	"wobbly/il"
)

// Result is the pairs of accesses that the stages leave of one program C1 || C2. It is safe for
// concurrent use.
type Result struct {
	*Analysis
	pair    il.Pair
	points  *points
	escaped *escape
	sides   [2]*side
	counts  func() [numStages]uint64
}

// Last returns the last stage that keeps a pair of sites, false if not even Original does. The
// sites of a self pair may have any order.
func (r *Result) Last(s il.Sites) (Stage, bool) {
	i, ok := r.index[s[0]]
	j, ok2 := r.index[s[1]]
	if !ok || !ok2 || !r.original(i, j) {
		return 0, false
	}
	return r.last(i, j), true
}

func (r *Result) Program() il.Pair { return r.pair }

// Count returns the number of pairs of sites that a stage leaves.
func (r *Result) Count(s Stage) uint64 { return r.counts()[s] }

// Size returns the number of abstract objects, and of units in contexts.
func (r *Result) Size() (objects, contexts int) {
	return len(r.points.objects), len(r.points.instances)
}

// Pairs returns the pairs of sites that a stage leaves, in order.
func (r *Result) Pairs(s Stage) iter.Seq[il.Sites] {
	return func(yield func(il.Sites) bool) {
		for p, last := range r.from(s) {
			if last >= s && !yield(p) {
				return
			}
		}
	}
}

// Dropped returns the pairs of sites that a stage removes, in order.
func (r *Result) Dropped(s Stage) iter.Seq[il.Sites] {
	return func(yield func(il.Sites) bool) {
		for p, last := range r.from(max(s, 1) - 1) {
			if last+1 == s && !yield(p) {
				return
			}
		}
	}
}

// All returns the original pairs with the last stage that keeps each, in order.
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

// partners returns the elements of the right side that make a pair with i: in a self pair those not
// before it.
func (r *Result) partners(i int32, right []int32) []int32 {
	if r.pair.Left != r.pair.Right {
		return right
	}
	from, _ := slices.BinarySearch(right, i)
	return right[from:]
}

// from returns at least the pairs that stage s leaves.
func (r *Result) from(s Stage) iter.Seq2[il.Sites, Stage] {
	if s == Original {
		return r.All()
	}
	return r.Reached
}

// Reached is an iterator over the pairs of which both sides are reached, with the last stage that
// keeps each, in order.
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

// count counts the pairs of each stage, the original ones by their fields.
func (r *Result) count() (counts [numStages]uint64) {
	for _, all := range r.ofField {
		unordered, ordered := r.conflicts(all)
		if r.pair.Left == r.pair.Right {
			ordered = unordered
		}
		counts[Original] += ordered
	}
	for _, last := range r.Reached {
		for s := Reachable; s <= last; s++ {
			counts[s]++
		}
	}
	return counts
}
