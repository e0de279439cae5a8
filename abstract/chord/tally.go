package chord

import "wobbly/il"

// Tally counts the pairs of accesses that each stage leaves in at least one of several programs of
// a file, each unordered pair once, as the paper's Figure 11 does. The original pairs are those of
// the file, whatever the programs are.
type Tally struct {
	of *Analysis
	// last has the last stage of unordered pairs of accesses beyond Original. It is nil if each is
	// entered once.
	last   map[[2]int32]Stage
	counts [len(stages)]uint64
}

// NewTally returns a tally for some programs. For a single self pair, whose pairs of accesses are
// unordered, it keeps no record of them.
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

// Enter enters a pair of sites of Result.Reached, with the last stage that keeps it.
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

func (t *Tally) Count(s Stage) uint64 { return t.counts[s] }
