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

// Pairs returns the pairs of sites that all stages leave, in order.
func (r *Result) Pairs() iter.Seq[il.Sites] {
	return func(yield func(il.Sites) bool) {
		for p, last := range r.Reached {
			if last == Unlocked && !yield(p) {
				return
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
