package flat

import (
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// A bucket has the states of one pair of control states. Once it can get no more states it is
// reused for another pair.
type bucket struct {
	at    [2]*machine.Control
	known int // how many known objects were picked on the way there, if that has a bound
	pair  pair
	id    uint32   // its place in Space.buckets
	mask  []uint64 // the values that count
	visited

	// How the states were reached; see history.
	runs      []run
	linkBytes int // the bytes that this takes in the histories of workers

	// Facts about the pair of control states.
	independent [2]answer // whether the steps of a thread suffice
	persistent  int       // a thread whose steps suffice from all states, or -1
	edges       []edge
	expanded    bool    // whether edges are known
	last        int32   // the last level in which the bucket can get states
	next        *bucket // another one with the same last level

	// The present level.
	frontier frontier
	pulls    []*edge // the edges that lead here from the frontiers of other buckets
	before   int     // the number of states before the level that is being made
	fresh    flags   // the flags of the states after these
	memory   int     // the bytes that the space counts for the bucket
}

// An edge is a step of a thread from one bucket to another.
type edge struct {
	from, to  *bucket
	thread    int
	known     int  // how many known objects the step picks, if that has a bound
	sleep     bool // whether A need not move from where it leads: see Layout.commute
	exchanges bool // whether it leads to the images of the states after the step: see symmetry
}

// waiting returns an upper bound on the steps that a bucket pulls.
func (b *bucket) waiting() (steps int) {
	for _, e := range b.pulls {
		steps += e.from.frontier.size() - int(e.from.frontier.sleepers(e.thread))
	}
	return steps
}

// A frontier is the part of a bucket's records that belongs to the present level.
type frontier struct {
	records    records // as they were when the level began
	first      int     // the number of the first of records
	begin, end int     // the positions of the frontier in records
	flags      flags   // the flags of the states
	raced      int     // the position of a state that races at sites that are looked for, or -1
}

func (f *frontier) size() int { return f.end - f.begin }

// moves reports whether thread i moves from the state at a position. Without flags, both threads
// do.
func (f *frontier) moves(i, position int) bool {
	return len(f.flags.of) == 0 || f.flags.of[position-f.begin]>>i&1 != 0
}

// movers returns the number of states from which thread i steps, given that it can. Steps of a
// thread that sleeps count, those that the reduction leaves out do not.
func (f *frontier) movers(i int) (n uint64) {
	if len(f.flags.of) == 0 || f.flags.asleep > 0 {
		return uint64(f.size())
	}
	for _, flag := range f.flags.of {
		n += uint64(flag >> i & 1)
	}
	return n
}

// sleepers returns the number of states in which thread i could move but sleeps.
func (f *frontier) sleepers(i int) uint64 {
	if i == 0 {
		return uint64(f.flags.asleep)
	}
	return 0
}

// Each state has bit i for a thread i that moves from it, and the bit retains.
const (
	movesA uint8 = 1 << iota
	movesB
	retains // something is known about an initial object that nothing leads to
	usual   = movesA | movesB
)

type flags struct {
	of     []uint8 // the flags of each state; empty if all have the usual ones
	asleep int     // how many states there are from which A need not move
}

// fill makes the flags of n states explicit.
func (f *flags) fill(n int) {
	if len(f.of) == 0 {
		for range n {
			f.of = append(f.of, usual)
		}
	}
}

// add adds the flags of the state that follows n others.
func (f *flags) add(n int, flag uint8) {
	if flag == usual && len(f.of) == 0 {
		return
	}
	f.fill(n)
	f.of = append(f.of, flag)
	if flag&movesA == 0 {
		f.asleep++
	}
}

func (f *flags) reset() { f.of, f.asleep = f.of[:0], 0 }

// visited is the set of a bucket's states. An exact search keeps them as records and finds them by
// a hash table with open addressing, at most 3/4 full, whose slot is given by the highest bits of
// the hash. An entry holds the number of a state, counted from 1, and in the rest of its 32 bits a
// tag, which is the next bits of the hash. A small set has no table. With fingerprints only these
// and the frontier's records are kept.
type visited struct {
	table   []uint32
	log     uint // the binary logarithm of the table's size, 0 without one
	prints  driver.Fingerprints
	count   int // the number of states so far
	records records
	first   int // the number of the first of records: with fingerprints, earlier ones are gone
}

const (
	fewStates = firstChunk // how many states a set has without a table: they lie in one chunk
	maxStates = 1 << 30    // how many states a table can name
	// minTable is the binary logarithm of the smallest table's size. Tables below 1<<smallTable are
	// made twice as large as necessary, so that they grow less often and collide less. Tables of
	// fingerprints are not: they are most of a state's memory.
	minTable   = 5
	smallTable = 14
)

// free returns the slot of a table where a hash that is not in it belongs.
func free(table []uint32, h uint64, log uint) uint64 {
	mask := uint64(len(table) - 1)
	i := h >> (64 - log)
	for table[i&mask] != 0 {
		i++
	}
	return i & mask
}

// tagOf returns the tag of a hash, shifted above the bits of a number.
func tagOf(h uint64, log uint) uint32 { return uint32(h>>32) << log }

// reserve makes room for n more states.
func (v *visited) reserve(n int, p *pool, keys *hashKeys) {
	if v.log == 0 && v.count+n <= fewStates || v.log > 0 && v.count+n <= 1<<v.log/4*3 {
		return
	}
	log := driver.TableLog(v.count+n, minTable)
	if log < smallTable {
		log++
	}
	before := v.table
	v.table = p.tables[log].empty(1 << log)
	for i := range v.count {
		h := keys.hash(v.records.at(i, p.words))
		v.table[free(v.table, h, log)] = tagOf(h, log) | uint32(i+1)
	}
	if before != nil {
		p.tables[v.log].put(before)
	}
	v.log = log
}

// reservePrints is reserve for fingerprints.
func (v *visited) reservePrints(n int, p *pool) {
	if v.prints.Fits(n) {
		return
	}
	log := driver.TableLog(v.count+n, minTable)
	if before := v.prints.Grow(p.prints[log].empty(1 << log)); before != nil {
		p.prints[v.log].put(before)
	}
	v.log = log
}

// close frees the table once the bucket can get no more states.
func (v *visited) close(p *pool) {
	if v.table != nil {
		p.tables[v.log].put(v.table)
	}
	if t := v.prints.Take(); t != nil {
		p.prints[v.log].put(t)
	}
	v.table, v.log = nil, 0
}

// bucketBytes is roughly the size of a bucket without the memory it points to.
const bucketBytes = 384

func (b *bucket) bytes() int {
	total := bucketBytes + 4*len(b.table) + b.prints.Memory() + b.records.memory()
	if b.frontier.first != b.first { // the frontier has records of its own
		total += b.frontier.records.memory()
	}
	return total + b.linkBytes
}

// reset empties the bucket for another pair of control states. It keeps its memory; fields that are
// set for every pair or level need no reset.
func (b *bucket) reset() {
	b.count, b.before, b.first, b.linkBytes, b.memory = 0, 0, 0, 0, 0
	b.expanded, b.independent = false, [2]answer{}
	b.runs, b.edges, b.pulls = b.runs[:0], b.edges[:0], b.pulls[:0]
	b.frontier.begin, b.frontier.end = 0, 0
}
