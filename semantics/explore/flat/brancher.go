package flat

import "wobbly/semantics/explore/machine"

// A brancher is the extra memory of a worker in a search from all initial states, where a command
// has one outcome for each way to pick the initial values that it reads.
type brancher struct {
	picker
	numbering
	wide   bool // whether a command had too many outcomes
	capped bool // whether the bound on known objects left something out

	// The pull in progress.
	into    *bucket
	source  *edge
	present []uint64 // the state that the command is executed in
	parent  uint32   // the number of that state
	flag    uint8    // its flag retains, or 0
	outcome uint32   // the number of the next outcome of the command in it
	made    int      // how many successors are in the batch
}

// maxOutcomes bounds the outcomes of one command in one state.
const maxOutcomes = 1 << 14

// branch adds the successors of some states by e to b. The first of them is at position i of their
// bucket's frontier. It returns false if the layout is too narrow or there are too many outcomes.
func (w *worker) branch(b *bucket, e *edge, states []uint64, i int) bool {
	f := w.f
	words, front := f.words, &e.from.frontier
	a := &f.threads[e.thread].actions[e.from.at[e.thread].ID]
	w.into, w.source = b, e
	limit := machine.AnyKnown
	if w.o.Known > 0 {
		limit, w.numbering.full = e.known, w.full(b.known)
	}
	w.begin(limit)
	for k := i; len(states) >= words; k++ {
		w.present = states[:words:words]
		states = states[words:]
		if !front.moves(e.thread, k) {
			continue
		}
		w.outcome, w.parent, w.flag = 0, uint32(front.first+k), 0
		if len(front.flags.of) > 0 {
			w.flag = front.flags.of[k-front.begin] & retains
		}
		if at, v, ok := f.executeClosed(a, w.present); ok {
			w.deliver(w.present, at, v)
		} else if w.execute(a, w.present); w.narrow || w.wide {
			return false
		}
	}
	w.capped = w.capped || w.limited && w.numbering.full
	w.flush()
	return true
}

// deliver adds an outcome to the batch: the state with v at a position. It reports whether the
// command must stop because it has too many outcomes. An outcome that picked fewer known objects
// than the edge says belongs to another edge and is dropped.
func (w *worker) deliver(state []uint64, at operand, v uint8) (stop bool) {
	if w.knownPicks < w.limit {
		return false
	}
	if w.outcome == maxOutcomes {
		w.wide = true
		return true
	}
	n, words := w.made%batch, w.f.words
	to := w.words[n*words : (n+1)*words : (n+1)*words]
	flag := w.flag
	changed := w.put(to, state, at, v)
	if w.numbering.full && flag != 0 || (flag != 0 || changed) && !w.ordered(to) {
		w.number(to, w.into.mask)
		flag = w.numbering.flags
	}
	w.from[n], w.outcomes[n], w.flags[n] = w.parent, w.outcome, flag
	w.outcome++
	w.transitions++
	w.made = n + 1
	if w.made == batch {
		w.flush()
	}
	return false
}

// ordered reports whether a successor's objects keep their numbers, and then renumbers its symbols.
func (w *worker) ordered(state []uint64) bool {
	for i := range w.picks {
		if w.picks[i].fresh {
			return false
		}
	}
	s := &w.f.lanes
	return (w.flag == 0 || s.retained(w.present, state)) && s.reorder(w.present, state)
}

// put writes to to what state is after v was written at at, or the image of that if the edge says
// so, without values that do not count. It reports whether this differs from the present state.
func (w *worker) put(to, state []uint64, at operand, v uint8) (changed bool) {
	state, mask, present := state[:len(to)], w.into.mask[:len(to)], w.present[:len(to)]
	for k := range to { // too short for copy to be faster
		to[k] = state[k]
	}
	at.put(to, v)
	if w.source.exchanges {
		was := w.copy(to)
		w.symmetry.image(was, to)
		w.scratch = append(w.scratch, was)
	}
	diff := uint64(0)
	for k := range to {
		u := to[k] & mask[k]
		to[k] = u
		diff |= u ^ present[k]
	}
	return diff != 0
}

func (w *worker) flush() {
	n := w.made
	w.made = 0
	for k := range n {
		w.hash[k] = w.f.keys.hash(w.words[k*w.f.words : (k+1)*w.f.words])
	}
	w.poll.Step()
	w.insert(w.into, w.source, n)
}
