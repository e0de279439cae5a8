package chord

import "wobbly/il"

// Tally counts the pairs of accesses of a file that the stages leave in some of several
// of its programs C1 || C2: each unordered pair once, as the paper's Figure 11 does. The
// original pairs are those of the file, whatever programs there are.
type Tally struct {
	last   map[[2]int32]Stage // of unordered pairs of accesses, beyond the original ones
	counts [numStages]uint64
}

// NewTally begins one.
func NewTally(a *Analysis) *Tally {
	t := &Tally{last: map[[2]int32]Stage{}}
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

// Add adds a program.
func (t *Tally) Add(r *Result) {
	for s, last := range r.reachable {
		i, j := r.index[s[0]], r.index[s[1]]
		key := [2]int32{min(i, j), max(i, j)}
		for known := t.last[key]; known < last; known++ {
			t.counts[known+1]++
			t.last[key] = last
		}
	}
}

// Count is how many pairs a stage leaves.
func (t *Tally) Count(s Stage) uint64 { return t.counts[s] }
