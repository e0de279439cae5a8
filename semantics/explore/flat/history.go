package flat

import (
	"encoding/binary"
	"sort"
)

// run is states of a bucket that a pull brought, in the order in which they came. It holds no
// pointers, so that the garbage collector does not look at it.
type run struct {
	first     uint32 // number of the first in the bucket
	parent    uint32 // the number of the state that the first comes from
	from      pair   // the bucket of that
	worker    uint32 // which has the links
	chunk     uint32 // of the worker's links
	at        uint16 // where the links begin in the chunk
	thread    uint8  // that steps, or initial
	exchanges bool   // the states are images of those that the step leads to
}

const (
	initial   = 2       // no thread: a run of initial states
	runBytes  = 24      // of a run
	runStates = 256     // a run of more goes on as another
	fewLinks  = 1 << 10 // bytes of the first chunk of links
	maxLinks  = 1 << 16 // and of a chunk at most
	maxLink   = 2 * binary.MaxVarintLen32
)

// history has how a worker reached the states that it added. A link is how far the number of the
// state before is from that of the link before, and which outcome of the command the state is; most
// take a byte each, since a pull goes through states in the order of their numbers.
type history struct {
	worker   uint32
	outcomes bool // links have outcomes: from all initial states
	chunks   [][]byte
	now      []byte // the last of chunks, as far as it is written
	left     int    // states that the present run may still have
	last     uint32 // the number of the state that the last link leads to
	bytes    int    // of all chunks
}

// begin begins a run at the next link.
func (h *history) begin() { h.left = 0 }

// add writes the link of a new state of b, which has count others, and comes from state number
// parent of a pull.
func (h *history) add(b *bucket, e *edge, parent, outcome uint32) {
	if h.left == 0 || h.full() {
		h.open(b, e, parent)
	}
	h.left--
	d := parent - h.last
	h.last = parent
	switch {
	case d >= 0x80 || outcome >= 0x80:
		h.now = binary.AppendUvarint(h.now, uint64(d))
		if h.outcomes {
			h.now = binary.AppendUvarint(h.now, uint64(outcome))
		}
	case h.outcomes:
		h.now = append(h.now, byte(d), byte(outcome))
	default:
		h.now = append(h.now, byte(d))
	}
}

// full reports whether the present chunk may have no room for a link.
func (h *history) full() bool { return len(h.now)+maxLink > cap(h.now) }

// open opens a run of b.
func (h *history) open(b *bucket, e *edge, parent uint32) {
	if h.full() {
		size := min(max(fewLinks, h.bytes), maxLinks)
		h.now = make([]byte, 0, size)
		h.chunks = append(h.chunks, h.now[:size])
		h.bytes += size
	}
	r := run{
		first: uint32(b.count), parent: parent, thread: initial,
		worker: h.worker, chunk: uint32(len(h.chunks) - 1), at: uint16(len(h.now)),
	}
	if e.from != nil {
		r.from, r.thread, r.exchanges = e.from.pair, uint8(e.thread), e.exchanges
	}
	b.runs = append(b.runs, r)
	h.left, h.last = runStates, parent
}

// size is about how many bytes the links of so many states of a pull take, whichever workers write
// them.
func (h *history) size(states int) int {
	each := 1
	if h.outcomes {
		each = 2
	}
	return each*states + (states+runStates-1)/runStates*runBytes
}

// link reads a link of a run: the number of the state that leads to state number of the bucket, and
// the outcome of the command.
func (h *history) link(r run, number uint32) (parent, outcome uint32) {
	links := h.chunks[r.chunk][r.at:]
	next := func() uint32 {
		v, n := binary.Uvarint(links)
		links = links[n:]
		return uint32(v)
	}
	parent = r.parent
	for k := r.first; k <= number; k++ {
		parent += next()
		if h.outcomes {
			outcome = next()
		}
	}
	return parent, outcome
}

// runOf is the run of a state, of those of its bucket.
func runOf(runs []run, number uint32) run {
	after := sort.Search(len(runs), func(i int) bool { return runs[i].first > number })
	return runs[after-1]
}

// archive is a list of runs. They lie in blocks, so that nothing moves when there are more.
type archive struct {
	blocks [][]run
	count  int
}

const blockRuns = 1 << 12

// add adds runs and returns the place of the first.
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

// slice is n runs from a place on.
func (a *archive) slice(at, n int) (runs []run) {
	for end := at + n; at < end; {
		block := a.blocks[at/blockRuns][at%blockRuns:]
		block = block[:min(len(block), end-at)]
		runs, at = append(runs, block...), at+len(block)
	}
	return runs
}
