package flat

import (
	"encoding/binary"
	"sort"
)

// A run is a sequence of states that one pull added to a bucket. It contains no pointers, so the
// garbage collector need not scan it.
type run struct {
	first     uint32 // the number of the first state in the bucket
	parent    uint32 // the number of the state that the first comes from
	from      pair   // the bucket of the parent
	worker    uint32 // the number of the worker that has the links
	chunk     uint32 // the chunk of the worker's links
	at        uint16 // where the links begin in the chunk
	thread    uint8  // the thread that moves, or initial
	exchanges bool   // whether the states are images of those after the step
}

const (
	initial   = 2       // no thread: a run of initial states
	runBytes  = 24      // the size of a run
	runStates = 256     // the most states of a run
	fewLinks  = 1 << 10 // the bytes of the first chunk of links
	maxLinks  = 1 << 16 // the most bytes of a chunk
	maxLink   = 2 * binary.MaxVarintLen32
)

// A history records how one worker reached the states that it added. A link is the difference
// between the predecessor's number and the previous link's predecessor, followed by the outcome of
// the command. Most links take one byte for each: pulls visit states in the order of the numbers.
type history struct {
	worker   uint32
	outcomes bool // whether links have outcomes, as in a search from all initial states
	chunks   [][]byte
	now      []byte // the written part of the last of chunks
	room     int    // how many states still fit in the present run
	last     uint32 // the predecessor of the last link
	bytes    int    // the size of all chunks
}

// begin ends the present run, so that the next link begins another one.
func (h *history) begin() { h.room = 0 }

// add appends the link of b's next state, which e reaches from state number parent.
func (h *history) add(b *bucket, e *edge, parent, outcome uint32) {
	if h.room == 0 || len(h.now)+maxLink > cap(h.now) {
		h.open(b, e, parent)
	}
	h.room--
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

// open begins a run at the next state of b.
func (h *history) open(b *bucket, e *edge, parent uint32) {
	if len(h.now)+maxLink > cap(h.now) {
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
	h.room, h.last = runStates, parent
}

// size estimates the bytes of a pull's links. The estimate does not depend on the workers.
func (h *history) size(states int) int {
	each := 1
	if h.outcomes {
		each = 2
	}
	return each*states + (states+runStates-1)/runStates*runBytes
}

// link returns the predecessor of state number number of a run, and the outcome of the command.
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

func runOf(runs []run, number uint32) run {
	after := sort.Search(len(runs), func(i int) bool { return runs[i].first > number })
	return runs[after-1]
}

// An archive is a list of runs in blocks, so that runs never move.
type archive struct {
	blocks [][]run
	count  int
}

const blockRuns = 1 << 12

// add adds runs and returns the index of the first.
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

func (a *archive) slice(at, n int) (runs []run) {
	for end := at + n; at < end; {
		block := a.blocks[at/blockRuns][at%blockRuns:]
		block = block[:min(len(block), end-at)]
		runs, at = append(runs, block...), at+len(block)
	}
	return runs
}
