package flat

import (
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// A bucket has the states of one pair of control states. It is used for another pair when it gets
// no more states.
type bucket struct {
	at    [2]*machine.Control
	known int // known objects that were picked on the way there, if that has a bound
	pair  pair
	id    uint32   // its place in Space.buckets
	mask  []uint64 // the values that count
	visited

	// How the states were reached: see history.
	runs      []run
	linkBytes int // that this takes in the histories of workers

	// What follows from the pair of control states.
	independent [2]answer // whether the steps of a thread suffice
	persistent  int       // a thread whose steps suffice from all states, or -1
	edges       []edge
	expanded    bool    // edges are known
	last        int32   // the last level in which the bucket can get states
	next        *bucket // another one with the same last level

	// The present level.
	frontier frontier
	pulls    []*edge // that lead here from the frontiers of other buckets
	before   int     // states before the level that is being made
	fresh    flags   // of the states after these
	memory   int     // bytes that the space counts for it
}

// An edge leads from a bucket to another by a step of a thread.
type edge struct {
	from, to  *bucket
	thread    int
	known     int  // known objects that the step picks, if that has a bound
	sleep     bool // A need not move from where it leads: see Layout.commute
	exchanges bool // it leads to the images of the states after the step: see symmetry
}

// waiting returns how many steps a bucket pulls, at most.
func (b *bucket) waiting() (steps int) {
	for _, e := range b.pulls {
		steps += e.from.frontier.size() - int(e.from.frontier.sleepers(e.thread))
	}
	return steps
}

// A frontier is the states of a bucket in the present level: some of its last records.
type frontier struct {
	records    records // as they were when the level began
	first      int     // number of the first of records
	begin, end int     // positions in records
	flags      flags   // of each state
	raced      int     // position of a state that races at sites that are looked for, or -1
}

func (f *frontier) size() int { return f.end - f.begin }

// moves reports whether thread i moves from the state at a position.
func (f *frontier) moves(i, position int) bool {
	return len(f.flags.of) == 0 || f.flags.of[position-f.begin]>>i&1 != 0
}

// movers returns from how many states thread i, which can move, does.
func (f *frontier) movers(i int) (n uint64) {
	if len(f.flags.of) == 0 || f.flags.asleep > 0 {
		return uint64(f.size())
	}
	for _, flag := range f.flags.of {
		n += uint64(flag >> i & 1)
	}
	return n
}

// sleepers returns from how many states thread i can move but need not.
func (f *frontier) sleepers(i int) uint64 {
	if i == 0 {
		return uint64(f.flags.asleep)
	}
	return 0
}

// A state has a flag for each thread that moves from it, bit i for thread i, and retains.
const (
	movesA uint8 = 1 << iota
	movesB
	retains // something is known of an initial object that nothing leads to
	usual   = movesA | movesB
)

type flags struct {
	of     []uint8 // empty if all states have the usual ones
	asleep int     // states from which A need not move
}

func (f *flags) fill(n int) {
	if len(f.of) == 0 {
		for range n {
			f.of = append(f.of, usual)
		}
	}
}

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

// reset removes all flags and keeps their memory.
func (f *flags) reset() { f.of, f.asleep = f.of[:0], 0 }

// visited is the set of the states of a bucket. In an exact search, they are records, found by a
// hash table with open addressing that is at most 3/4 full: the highest bits of its hash say in
// which slot a state belongs. An entry has as many bits for the number of a state, from 1, and in
// the rest of its 32 bits a tag, the next bits of the hash. A set of few states has no table. With
// fingerprints, only these and the records of the frontier are kept.
type visited struct {
	table   []uint32
	log     uint // logarithm of the table's size, 0 without one
	prints  driver.Fingerprints
	count   int // states so far
	records records
	first   int // number of the first of records: with fingerprints, earlier ones are gone
}

const (
	fewStates = firstChunk // that a set has without a table: they lie in one chunk
	maxStates = 1 << 30    // that a table can name
	// minTable is the logarithm of the size of the smallest table. Tables below 1<<smallTable are
	// made twice as large as necessary, so that they grow less often and entries lie further apart;
	// but not for fingerprints, where the table is most of what a state takes.
	minTable   = 5
	smallTable = 14
)

func free(table []uint32, h uint64, log uint) uint64 {
	mask := uint64(len(table) - 1)
	i := h >> (64 - log)
	for table[i&mask] != 0 {
		i++
	}
	return i & mask
}

// tagOf returns the tag of a hash in a table of 1<<log slots.
func tagOf(h uint64, log uint) uint32 { return uint32(h>>32) << log }

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

// reservePrints is reserve with fingerprints.
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

// close frees the table: there will be no more states.
func (v *visited) close(p *pool) {
	if v.table != nil {
		p.tables[v.log].put(v.table)
	}
	if t := v.prints.Take(); t != nil {
		p.prints[v.log].put(t)
	}
	v.table, v.log = nil, 0
}

// bucketBytes is about the size of a bucket without what it points to.
const bucketBytes = 384

func (b *bucket) bytes() int {
	total := bucketBytes + 4*len(b.table) + b.prints.Memory() + b.records.memory()
	if b.frontier.first != b.first { // the frontier has records of its own
		total += b.frontier.records.memory()
	}
	return total + b.linkBytes
}

// reset empties the bucket for another pair. It keeps its memory, and the fields that are set for
// each pair or level.
func (b *bucket) reset() {
	b.count, b.before, b.first, b.linkBytes, b.memory = 0, 0, 0, 0, 0
	b.expanded, b.independent = false, [2]answer{}
	b.runs, b.edges, b.pulls = b.runs[:0], b.edges[:0], b.pulls[:0]
	b.frontier.begin, b.frontier.end = 0, 0
}
