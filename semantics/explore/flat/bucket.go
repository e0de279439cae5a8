package flat

import "wobbly/semantics/explore/machine"

// bucket has the states of one pair of control states. They are found by an open
// addressing hash table, at most 3/4 full, of which the slot where a state belongs
// is the highest bits of its hash. Exactly, an entry has as many bits for the
// number of a state, from 1, and in the rest of its 32 bits a tag, the next bits of
// the hash. With fingerprints, an entry is a hash.
//
// A bucket of few states has no table.
type bucket struct {
	at      [2]*machine.Control
	pair    pair
	id      uint32   // its place in Search.buckets
	mask    []uint64 // the values that count
	table   []uint32
	prints  []uint64 // instead of table, with fingerprints
	log     uint     // logarithm of the table's size, 0 without one
	count   int      // states so far
	records records
	first   int     // number of the state of the first of records: with fingerprints, earlier ones are gone
	runs    []run   // how the states were reached
	linked  int     // bytes that this takes
	last    int32   // no state comes after this level
	next    *bucket // another one with the same last level
	counted int     // bytes that the search counts for it

	// What follows from the pair of control states.
	independent [2]may // whether the step of a thread suffices: see the reduction
	persistent  int    // a thread of which the steps suffice in all states, or -1
	edges       []edge
	ready       bool // edges are known

	// The present level.
	front  front
	pulls  []pull  // that lead here
	before int     // states before these
	notes  []uint8 // of the states behind these: see front
	asleep int
}

// edge leads from a bucket to another by a step of a thread.
type edge struct {
	thread  int
	to      *bucket
	sleep   bool // A need not move from where it leads: see sleep.go
	crosses bool // it leads to the images of states of the bucket: see mirror.go
}

// front are the states of a bucket that the present level has.
type front struct {
	records    records // as they were when the level began
	first      int     // number of the first of records
	begin, end int     // positions in records
	notes      []uint8 // of each state; nil where all have the usual one
	asleep     int     // states from which A need not move: see sleep.go
	raced      int     // position of a state that races at sites not known before, or -1
}

func (f *front) size() int { return f.end - f.begin }

// pull is a step that leads into a bucket: of one thread, from the front of
// another bucket.
type pull struct {
	from    *bucket
	thread  int
	sleep   bool // A need not move from the states that it brings
	crosses bool // it brings the images of those that the step leads to
}

// few is how many states a bucket has without a table. They lie in one chunk.
const few = firstChunk

// maxBucket is how many states a table can name.
const maxBucket = 1 << 30

// minTable is the logarithm of the size of the least table. One that would be smaller than
// smallTable is made larger than it need be: it has room for more, and its entries lie further apart.
// With fingerprints that is not so: there the table is most of what a state takes.
const (
	minTable   = 5
	smallTable = 14
)

// full tells whether the table has no room for n more states, and how large one
// must be that has.
func (b *bucket) full(n int) (log uint, full bool) {
	if b.log > 0 && b.count+n <= 1<<b.log/4*3 {
		return b.log, false
	}
	for log = minTable; b.count+n > 1<<log/4*3; log++ {
	}
	return log, true
}

// free is the first free slot for a hash.
func free[T uint32 | uint64](table []T, h uint64, log uint) uint64 {
	mask := uint64(len(table) - 1)
	i := h >> (64 - log)
	for table[i&mask] != 0 {
		i++
	}
	return i & mask
}

// tagOf is the tag of a hash in a table of the given size.
func tagOf(h uint64, log uint) uint32 { return uint32(h>>32) << log }

// reserve makes room in the table for n more states.
func (b *bucket) reserve(n int, p *pool, keys *hashKeys) {
	if b.log == 0 && b.count+n <= few {
		return
	}
	log, full := b.full(n)
	if !full {
		return
	}
	if log < smallTable {
		log++
	}
	old := b.table
	b.table = p.tables[log].empty(1 << log)
	for i := range b.count {
		h := keys.hash(b.records.at(i, p.words))
		b.table[free(b.table, h, log)] = tagOf(h, log) | uint32(i+1)
	}
	if old != nil {
		p.tables[b.log].put(old)
	}
	b.log = log
}

// reservePrints is reserve with fingerprints.
func (b *bucket) reservePrints(n int, p *pool) {
	log, full := b.full(n)
	if !full {
		return
	}
	old := b.prints
	b.prints = p.prints[log].empty(1 << log)
	for _, h := range old {
		if h != 0 {
			b.prints[free(b.prints, h, log)] = h
		}
	}
	if old != nil {
		p.prints[b.log].put(old)
	}
	b.log = log
}

// close gives the table back: no state comes any more.
func (b *bucket) close(p *pool) {
	if b.table != nil {
		p.tables[b.log].put(b.table)
	}
	if b.prints != nil {
		p.prints[b.log].put(b.prints)
	}
	b.table, b.prints, b.log = nil, nil, 0
}

// bucketBytes is about what a bucket takes without what it leads to.
const bucketBytes = 384

// memory is how many bytes the bucket takes.
func (b *bucket) memory() int {
	total := bucketBytes + 4*len(b.table) + 8*len(b.prints) + b.records.memory()
	if b.front.first != b.first { // those looked at are apart
		total += b.front.records.memory()
	}
	return total + b.linked
}

// again empties a bucket for another pair. What it has allocated is kept, and what is
// set for each pair or level is left as it is.
func (b *bucket) again() {
	b.count, b.before, b.first, b.linked, b.counted = 0, 0, 0, 0, 0
	b.ready, b.independent = false, [2]may{}
	b.runs, b.edges, b.pulls = b.runs[:0], b.edges[:0], b.pulls[:0]
	b.front.begin, b.front.end = 0, 0
}
