package chord

import (
	"iter"
	"slices"

	"wobbly/il"
)

// Result is the analysis of one program C1 || C2. It is safe for concurrent use.
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

// Reached iterates, in order, over the pairs whose sides are both reached, with the last stage that
// keeps each.
func (r *Result) Reached(yield func(il.Sites, Stage) bool) {
	left, right := r.sides[0], r.sides[1]
	for i := range left.reached {
		a := &left.reached[i]
		p := r.accesses[a.access]
		for _, j := range r.partners(int32(i), right.field(r.Analysis, p.field)) {
			b := &right.reached[j]
			sites := il.Sites{p.Site, r.accesses[b.access].Site}
			if r.original(a.access, b.access) && !yield(sites, r.lastOf(a, b)) {
				return
			}
		}
	}
}

// Tally counts the pairs of accesses that each stage leaves in at least one of several programs of
// a file, each unordered pair once, as the paper's Figure 11 does. The original pairs are those of
// the file, whatever the programs are.
type Tally struct {
	analysis *Analysis
	// last has the last stage of unordered pairs of accesses beyond Original. It is nil if each is
	// entered once.
	last   map[[2]int32]Stage
	counts [len(stages)]uint64
}

// NewTally returns a tally for some programs. For a single self pair, whose pairs of accesses are
// unordered, it keeps no record of them.
func NewTally(a *Analysis, programs []il.Pair) *Tally {
	t := &Tally{analysis: a}
	if len(programs) != 1 || programs[0].Left != programs[0].Right {
		t.last = map[[2]int32]Stage{}
	}
	for _, all := range a.ofField {
		n, reads := uint64(len(all)), uint64(0)
		for _, i := range all {
			if a.accesses[i].Kind == il.Read {
				reads++
			}
		}
		t.counts[Original] += n*(n+1)/2 - reads*(reads+1)/2
	}
	return t
}

// Enter counts a pair of sites of Result.Reached, with the last stage that keeps it.
func (t *Tally) Enter(s il.Sites, last Stage) {
	known := Original
	if t.last != nil {
		i, j := t.analysis.index[s[0]], t.analysis.index[s[1]]
		key := [2]int32{min(i, j), max(i, j)}
		if known = t.last[key]; known < last {
			t.last[key] = last
		}
	}
	for ; known < last; known++ {
		t.counts[known+1]++
	}
}

// Count returns how many pairs stage s leaves.
func (t *Tally) Count(s Stage) uint64 { return t.counts[s] }
