package chord

import "wobbly/il"

// Tally counts the pairs of accesses of a file that the stages leave in some of several
// of its programs C1 || C2: each unordered pair once, as the paper's Figure 11 does. The
// original pairs are those of the file, whatever programs there are.
type Tally struct {
	of     *Analysis
	last   map[[2]int32]Stage // of unordered pairs of accesses, beyond the original ones; nil where each is entered once
	counts [numStages]uint64
}

// NewTally begins one of the results of some programs. Those of one pair of a unit with
// itself are unordered pairs, and no record is kept of them.
func NewTally(a *Analysis, programs []il.Pair) *Tally {
	t := &Tally{of: a}
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

// Enter enters a pair of sites that is reached in one of the programs, and the last stage
// that keeps it there (Result.Reached).
func (t *Tally) Enter(s il.Sites, last Stage) {
	known := Original
	if t.last != nil {
		i, j := t.of.index[s[0]], t.of.index[s[1]]
		key := [2]int32{min(i, j), max(i, j)}
		if known = t.last[key]; known < last {
			t.last[key] = last
		}
	}
	for ; known < last; known++ {
		t.counts[known+1]++
	}
}

// Count is how many pairs a stage leaves.
func (t *Tally) Count(s Stage) uint64 { return t.counts[s] }
