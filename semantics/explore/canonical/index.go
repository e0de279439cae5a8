package canonical

import "math/bits"

// An index maps the hash of a state to its record, in 6.4 to 12.8 bytes a state. It is a hash table
// of cache lines. The highest bits of a hash give the home line of a state; if that is full, the
// state is in the next line that is not. A tag, a few more bits of the hash, is stored with each
// record, so hardly any other record is compared. To grow, the index is rebuilt from the records.
type index struct {
	lines []line
	count int
}

// A line has slots, then their tags, of 8 bits each, then the number of slots in use.
type line [16]uint32

const (
	slots     = 12    // the number of slots of a line
	tagWords  = slots // the index of the first word of tags
	takenWord = 15    // the index of the number of slots in use
	maxTaken  = 10    // how many slots of a line may be in use on average
	minLines  = 4
)

// home returns the number of the line in which the search for a hash begins.
func (ix *index) home(hash uint64) uint64 {
	hi, _ := bits.Mul64(hash, uint64(len(ix.lines)))
	return hi
}

func (ix *index) next(i uint64) uint64 {
	i++
	if i == uint64(len(ix.lines)) {
		return 0
	}
	return i
}

// tagOf returns the tag of a state. The bits below it select the shard.
func tagOf(hash uint64) uint8 { return uint8(hash >> shardBits) }

// alike returns the slots of a line that may have a tag, as bits 7, 15, ... of lo for the first
// eight and of hi for the others. It may include slots with another tag.
func (l *line) alike(tag uint8) (lo, hi uint64) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	x := uint64(l[tagWords]) | uint64(l[tagWords+1])<<32
	y := uint64(l[tagWords+2])
	x ^= ones * uint64(tag)
	y ^= ones * uint64(tag)
	lo, hi = (x-ones)&^x&tops, (y-ones)&^y&(tops>>32)
	if n := l[takenWord]; n < 8 {
		lo, hi = lo&(1<<(8*n)-1), 0
	} else {
		hi &= 1<<(8*(n-8)) - 1
	}
	return lo, hi
}

// first returns the entry of a slot that may have a tag, if there is one.
func (l *line) first(tag uint8) (ref uint32, ok bool) {
	lo, hi := l.alike(tag)
	switch {
	case lo != 0:
		return l[bits.TrailingZeros64(lo)/8], true
	case hi != 0:
		return l[8+bits.TrailingZeros64(hi)/8], true
	}
	return 0, false
}

// put adds a state that is not in the index.
func (ix *index) put(hash uint64, ref uint32) {
	i := ix.home(hash)
	for ix.lines[i][takenWord] == slots {
		i = ix.next(i)
	}
	l := &ix.lines[i]
	n := l[takenWord]
	l[n] = ref
	l[tagWords+n/4] |= uint32(tagOf(hash)) << (n % 4 * 8)
	l[takenWord]++
	ix.count++
}

// full reports whether the index must grow before n states are added.
func (ix *index) full(n int) bool { return ix.count+n > maxTaken*len(ix.lines) }

func (ix *index) clear() {
	ix.lines, ix.count = ix.lines[:minLines], 0
	clear(ix.lines)
}
