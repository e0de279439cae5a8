package flat

import "wobbly/internal/poll"

// A worker makes successors and adds them to buckets. Each is used by one goroutine at a time.
type worker struct {
	*Space
	f        *Layout
	poll     poll.Context
	history  history
	reacher  reacher
	brancher // for searches from all initial states

	// The present batch of successors.
	words []uint64
	hash  [batch]uint64
	from  [batch]uint32 // the numbers of the states before
	// outcomes and flags are used in searches from all initial states. A flag is retains or 0.
	outcomes [batch]uint32
	flags    [batch]uint8

	ahead       uint64 // depends on what was read ahead, so that the compiler keeps the reads
	transitions uint64
}

const (
	batch          = 64 // how many successors are looked up together: their cache misses overlap
	batchesPerPoll = 64 // how many batches there are between two polls of the context
)

// fill adds the states that a bucket pulls. It returns false if there are more than limit, the
// context is done, or the layout fails. A need not move from a state that only edges with A asleep
// reach, so those edges come first.
func (w *worker) fill(b *bucket, limit int) bool {
	w.reserve(b, min(limit, b.waiting()/2)) // usually, two paths lead to a state
	for _, sleep := range [...]bool{true, false} {
		for _, e := range b.pulls {
			if e.sleep != sleep {
				continue
			}
			first := b.count
			w.history.begin()
			ok := w.pull(b, e, b.before+limit)
			b.linkBytes += w.history.size(b.count - first)
			if !ok {
				return false
			}
		}
	}
	return true
}

// pull executes one edge. It returns false in the same cases as fill.
func (w *worker) pull(b *bucket, e *edge, limit int) bool {
	front := &e.from.frontier
	for i := front.begin; i < front.end; {
		if w.poll.Step() || w.failing.Load() {
			return false
		}
		chunk, first := chunkOf(i)
		end := min(front.end, first+room(chunk))
		states := front.records.chunks[chunk]
		for i < end {
			n := min(batch, end-i, limit-b.count)
			if n <= 0 {
				return false
			}
			at := (i - first) * w.f.words
			now := states[at : at+n*w.f.words]
			if w.f.initial == 0 {
				w.insert(b, e, w.successors(b, e, now, i))
			} else if !w.branch(b, e, now, i) {
				w.failing.Store(true)
				return false
			}
			i += n
		}
	}
	return true
}

// successors computes the successors by e of some states, the first of which is at position i of
// their bucket's frontier, and returns their number.
func (w *worker) successors(b *bucket, e *edge, states []uint64, i int) (made int) {
	f, words := w.f, w.f.words
	front := &e.from.frontier
	a := &f.threads[e.thread].actions[e.from.at[e.thread].ID]
	slow := a.kind == several || a.kind == makes
	for k := 0; len(states) >= words; k++ {
		from := states[:words:words]
		states = states[words:]
		if !front.moves(e.thread, i+k) {
			continue
		}
		to := w.words[made*words : (made+1)*words : (made+1)*words]
		for j := range to { // too short for copy to be faster
			to[j] = from[j]
		}
		if slow {
			f.executeAll(a, from, to)
		} else {
			at, v := f.execute(a, from)
			at.put(to, v)
		}
		w.hash[made%batch] = f.keys.seal(to, b.mask)
		w.from[made%batch] = uint32(front.first + i + k)
		made++
	}
	w.transitions += uint64(made)
	return made
}

// meet reports whether two paths lead, or may lead, to the same object in a state.
func (w *worker) meet(in *bucket, state []uint64, p, q rooted) bool {
	a, b := w.f.follow(state, p.root, p.path), w.f.follow(state, q.root, q.path)
	if w.f.initial == 0 || a != 0 && b != 0 && !w.f.symbol(a) && !w.f.symbol(b) {
		return a == b
	}
	w.begin(w.room(in.known))
	meet := w.picker.meet(p, q, state)
	w.capped = w.capped || w.limited && !meet
	return meet
}

func (w *worker) reserve(b *bucket, n int) {
	if w.o.Fingerprint {
		b.reservePrints(n, &w.pool)
	} else {
		b.reserve(n, &w.pool, &w.f.keys)
	}
}

// insert adds the new states among the first n of the batch, which e reaches. It reads the table
// for all of them before it looks any up, so that the cache misses overlap.
func (w *worker) insert(b *bucket, e *edge, n int) {
	w.reserve(b, n)
	words, sum := w.f.words, uint64(0)
	switch {
	case w.o.Fingerprint:
		for _, h := range w.hash[:n] {
			sum += b.prints.Peek(h)
		}
		for k := range n {
			if b.prints.Add(w.hash[k]) {
				w.append(b, e, k)
			}
		}
	case b.log == 0:
	next:
		for k := range n {
			state := w.words[k*words : (k+1)*words : (k+1)*words]
			if b.count > 0 {
				have := b.records.chunks[0][:b.count*words]
				for ; len(have) > 0; have = have[words:] {
					if equal(state, have[:words]) {
						continue next
					}
				}
			}
			w.append(b, e, k)
		}
	default:
		shift := 64 - b.log
		for _, h := range w.hash[:n] {
			sum += uint64(b.table[h>>(shift&63)])
		}
		w.insertInTable(b, e, n)
	}
	w.ahead = sum
}

func (w *worker) insertInTable(b *bucket, e *edge, n int) {
	words := w.f.words
	table, shift, numbers := b.table, (64-b.log)&63, uint32(1)<<b.log-1
	mask := uint64(len(table) - 1)
	var free []uint64
next:
	for k, h := range w.hash[:n] {
		state := w.words[k*words : (k+1)*words : (k+1)*words]
		tag := tagOf(h, b.log)
		i := h >> shift
		for x := table[i&mask]; x != 0; x = table[i&mask] {
			if x&^numbers == tag && equal(state, b.records.at(int(x&numbers)-1, words)) {
				continue next
			}
			i++
		}
		table[i&mask] = tag | uint32(b.count+1)
		if len(free) == 0 {
			free = w.free(b)
		}
		to := free[:len(state)]
		for j := range to {
			to[j] = state[j]
		}
		free = free[len(to):]
		w.added(b, e, k)
	}
}

func (w *worker) append(b *bucket, e *edge, k int) {
	words := w.f.words
	state := w.words[k*words : (k+1)*words : (k+1)*words]
	to := w.free(b)[:len(state)]
	for j := range to {
		to[j] = state[j]
	}
	w.added(b, e, k)
}

// free returns the unused rest of the chunk for a bucket's next record.
func (w *worker) free(b *bucket) []uint64 {
	chunk, first := chunkOf(b.count - b.first)
	if chunk == len(b.records.chunks) {
		added := w.pool.ofChunk(chunk).take(room(chunk) * w.f.words)
		b.records.chunks = append(b.records.chunks, added)
	}
	return b.records.chunks[chunk][(b.count-b.first-first)*w.f.words:]
}

// added records how the last state, successor k, was reached.
func (w *worker) added(b *bucket, e *edge, k int) {
	flag := usual
	if e.sleep {
		flag = movesB
	}
	flag |= w.flags[k%batch]
	if flag != usual || len(b.fresh.of) > 0 {
		b.fresh.add(b.count-b.before, flag)
	}
	w.history.add(b, e, w.from[k%batch], w.outcomes[k%batch])
	b.count++
}

func equal(a, b []uint64) bool {
	b = b[:len(a)]
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}
