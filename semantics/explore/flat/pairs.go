package flat

import (
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// pair is a pair of control states as a number: that of the one of A, times how many
// B has, and that of the one of B.
type pair uint32

// entry is what a search has for a pair of control states: the bucket, or the runs of
// one that is used for another pair.
type entry struct {
	bucket   uint32 // its number; 0 where there is none
	at, runs uint32 // in Search.old
}

// entry is the one of a pair.
func (s *Search) entry(p pair) *entry {
	width := pair(len(s.f.g.Controls(1)))
	return &s.rows[p/width][p%width]
}

// controls are the control states of a pair.
func (s *Search) controls(p pair) [2]*machine.Control {
	width := pair(len(s.f.g.Controls(1)))
	return [2]*machine.Control{s.f.g.Controls(0)[p/width], s.f.g.Controls(1)[p%width]}
}

// runsOf are the runs of a pair.
func (s *Search) runsOf(p pair) []run {
	at := s.entry(p)
	if at.bucket != 0 {
		return s.buckets[at.bucket].runs
	}
	return s.old.slice(int(at.at), int(at.runs))
}

// archive is a list of runs. They lie in blocks, so that nothing moves when there are
// more.
type archive struct {
	blocks [][]run
	count  int
}

const blockRuns = 1 << 12

// add adds runs, and gives the place of the first.
func (a *archive) add(runs []run) (at int) {
	at = a.count
	for len(runs) > 0 {
		if a.count == len(a.blocks)*blockRuns {
			a.blocks = append(a.blocks, make([]run, blockRuns))
		}
		n := copy(a.blocks[a.count/blockRuns][a.count%blockRuns:], runs)
		runs = runs[n:]
		a.count += n
	}
	return at
}

// slice are n runs from a place on.
func (a *archive) slice(at, n int) (runs []run) {
	for end := at + n; at < end; {
		block := a.blocks[at/blockRuns][at%blockRuns:]
		block = block[:min(len(block), end-at)]
		runs, at = append(runs, block...), at+len(block)
	}
	return runs
}

// bucket is the one of a pair of control states, to which states may yet come.
func (s *Search) bucket(at [2]*machine.Control) *bucket {
	a, b := at[0].ID, at[1].ID
	if s.rows[a] == nil {
		s.rows[a] = make([]entry, len(s.f.g.Controls(1)))
	}
	e := &s.rows[a][b]
	if e.bucket != 0 {
		return s.buckets[e.bucket]
	}
	t := s.fresh()
	e.bucket = t.id
	t.at, t.pair, t.persistent = at, pair(a)*pair(len(s.rows[a]))+pair(b), -1
	s.f.counting(at, t.mask)
	t.last = min(forever, s.f.threads[0].shape.last[a]+s.f.threads[1].shape.last[b])
	if t.last < forever {
		for int(t.last) >= len(s.closing) {
			s.closing = append(s.closing, nil)
		}
		t.next, s.closing[t.last] = s.closing[t.last], t
	}
	if s.o.Reduce {
		s.workers[0].reduce(t)
	}
	return t
}

// counting gives mask the values that count in a pair of control states.
func (f *Layout) counting(at [2]*machine.Control, mask []uint64) {
	a, b := f.threads[0].masks[at[0].ID], f.threads[1].masks[at[1].ID]
	for k := range mask {
		mask[k] = a[k] | b[k]
	}
}

// fresh is a bucket of no pair. They are made many at a time, since straight code has
// a pair of control states for each of its states.
func (s *Search) fresh() *bucket {
	const many = 64
	if len(s.spare) == 0 {
		made := make([]bucket, many)
		masks := make([]uint64, many*s.f.words)
		for i := range made {
			b := &made[i]
			b.mask, masks = masks[:s.f.words:s.f.words], masks[s.f.words:]
			b.id = uint32(len(s.buckets))
			s.buckets, s.spare = append(s.buckets, b), append(s.spare, b)
		}
	}
	last := len(s.spare) - 1
	t := s.spare[last]
	s.spare = s.spare[:last]
	return t
}

// retire lets a bucket be used for another pair: no state comes to it any more, and
// none is to be looked at. Its runs are enough to find the path to a state.
func (s *Search) retire(b *bucket) {
	b.close(&s.pool)
	s.pool.release(&b.records, 1)
	*s.entry(b.pair) = entry{at: uint32(s.old.add(b.runs)), runs: uint32(len(b.runs))}
	s.missed += canonical.Missed(uint64(b.count))
	s.Memory += b.linked - b.counted
	b.again()
	s.spare = append(s.spare, b)
}
