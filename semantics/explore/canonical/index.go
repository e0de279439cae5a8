package canonical

import (
	"math/bits"
)

// index leads from the hash of a state to its record, in 6.4 to 12.8 bytes a state. It is made of
// lines of the processor's cache, each of which has room for some states. A state belongs in the
// line that the highest bits of its hash tell, or, where lines are full, in the next one that is
// not. With its record there are a few other bits of its hash, so that hardly any other record is
// compared. The index is made anew from the records when it has to grow.
type index struct {
	lines []line
	count int
}

// line has slots, then their tags, of 8 bits each, then how many are taken.
type line [16]uint32

const (
	slots     = 12 // of a line
	tagWords  = slots
	takenWord = 15
	// maxTaken is how many slots of a line are taken on average, at most.
	maxTaken = 10
	// leastLines is how many lines an index has at first.
	leastLines = 4
)

// home is the number of the line in which a state belongs.
func (x *index) home(hash uint64) uint64 {
	hi, _ := bits.Mul64(hash, uint64(len(x.lines)))
	return hi
}

// next is the number of the line after another one.
func (x *index) next(i uint64) uint64 {
	i++
	if i == uint64(len(x.lines)) {
		return 0
	}
	return i
}

// tagOf is the tag of a state. Shards use the bits below.
func tagOf(hash uint64) uint8 { return uint8(hash >> shardBits) }

// alike has the slots of a line that may have a tag, as bits 7, 15, ... of lo for the first eight
// and of hi. Some that do not have it may be among them.
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

// first is the entry of a slot of a line that may have a tag, if there is one.
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

// put puts a state that is not there in the first slot that is free.
func (x *index) put(hash uint64, ref uint32) {
	i := x.home(hash)
	for x.lines[i][takenWord] == slots {
		i = x.next(i)
	}
	l := &x.lines[i]
	n := l[takenWord]
	l[n] = ref
	l[tagWords+n/4] |= uint32(tagOf(hash)) << (n % 4 * 8)
	l[takenWord]++
	x.count++
}

// full reports whether the index has to grow for n more states.
func (x *index) full(n int) bool { return x.count+n > maxTaken*len(x.lines) }

// clear empties the index.
func (x *index) clear() {
	x.lines, x.count = x.lines[:leastLines], 0
	clear(x.lines)
}
