package flat

import (
	"context"
	"sync/atomic"
)

// worker makes successors and adds them to buckets. Each is used by one
// goroutine at a time, and so is each bucket.
type worker struct {
	f           *Layout
	pool        *pool
	fingerprint bool
	stop        *atomic.Bool // the context is done
	words       []uint64     // successors of a batch
	hash        [batch]uint64
	from        [batch]uint32 // the numbers of the states that they come from
	outcomes    [batch]uint32 // from all initial states, which outcomes of their commands they are
	keeping     [batch]uint8  // and keeps, where that is to be noted
	unasked     int           // batches until the context is looked at
	touched     uint64        // what was read ahead, so that the reads are made
	transitions uint64
	reacher     reacher
	lazy        chooser // from all initial states
	history     history
}

// batch is how many successors are looked up together, so that their cache misses
// overlap.
const batch = 64

// batches is how many are made between two looks at the context.
const batches = 64

func newWorker(f *Layout, p *pool, fingerprint bool, stop *atomic.Bool) *worker {
	w := &worker{f: f, pool: p, fingerprint: fingerprint, stop: stop, words: make([]uint64, batch*f.words)}
	if f.lazy != nil {
		w.lazy, w.history.outcomes = f.lazy(w), true
	}
	return w
}

// fill makes the pulls of a bucket. At most limit new states are added, and then
// it fails; it may also fail when the context is done.
func (w *worker) fill(ctx context.Context, b *bucket, limit int) bool {
	w.reserve(b, min(limit, b.waiting()/2)) // mostly, two paths lead to a state
	for _, sleep := range []bool{true, false} {
		for _, p := range b.pulls {
			if p.sleep == sleep && !w.fillBy(ctx, b, p, limit) {
				return false
			}
		}
	}
	return true
}

// fillBy makes a pull of a bucket, as fill makes all.
func (w *worker) fillBy(ctx context.Context, b *bucket, p pull, limit int) bool {
	first := b.count
	w.history.begin()
	ok := w.pull(ctx, b, p, b.before+limit)
	b.linked += w.history.size(b.count - first)
	return ok
}

// pull makes one pull.
func (w *worker) pull(ctx context.Context, b *bucket, p pull, most int) bool {
	front := &p.from.front
	for i := front.begin; i < front.end; {
		if !w.goesOn(ctx) {
			return false
		}
		chunk, first := chunkOf(i)
		end := min(front.end, first+room(chunk))
		states := front.records.chunks[chunk]
		for i < end {
			n := min(batch, end-i, most-b.count)
			if n <= 0 {
				return false
			}
			at := (i - first) * w.f.words
			now := states[at : at+n*w.f.words]
			if w.lazy == nil {
				w.insert(b, p, w.successors(b, p, now, i))
			} else if !w.lazy.branches(b, p, now, i) {
				return false
			}
			i += n
		}
	}
	return true
}

// goesOn tells whether the context is not done. It is asked for every batch, and asks now
// and then: a context may look at a clock.
func (w *worker) goesOn(ctx context.Context) bool {
	if w.unasked--; w.unasked >= 0 {
		return true
	}
	w.unasked = batches
	if w.stop.Load() || ctx.Err() != nil {
		w.stop.Store(true)
		return false
	}
	return true
}

// successors makes the successors of some states, of which the first has position i
// in the front of the bucket, as p says, and tells how many there are.
func (w *worker) successors(b *bucket, p pull, states []uint64, i int) (made int) {
	f, words := w.f, w.f.words
	front := &p.from.front
	a := &f.threads[p.thread].actions[p.from.at[p.thread].ID]
	slow := a.kind == several || a.kind == makes
	for k := 0; len(states) >= words; k++ {
		from := states[:words:words]
		states = states[words:]
		if len(front.notes) > 0 && front.notes[i+k-front.begin]>>p.thread&1 == 0 {
			continue
		}
		to := w.words[made*words : (made+1)*words : (made+1)*words]
		for j := range to { // shorter than what copy is made for
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

// reserve makes room in the table of a bucket for n more states.
func (w *worker) reserve(b *bucket, n int) {
	if w.fingerprint {
		b.reservePrints(n, w.pool)
	} else {
		b.reserve(n, w.pool, &w.f.keys)
	}
}

// insert adds those of the first n successors of the batch that are new. They come
// from p.
func (w *worker) insert(b *bucket, p pull, n int) {
	w.reserve(b, n)
	sum := uint64(0)
	switch {
	case w.fingerprint:
		for _, h := range w.hash[:n] {
			sum += b.prints[h>>(64-b.log)]
		}
		for k := range n {
			w.addFingerprint(b, p, k)
		}
	case b.log == 0:
		for k := range n {
			w.addToFew(b, p, k)
		}
	default:
		shift := 64 - b.log
		for _, h := range w.hash[:n] {
			sum += uint64(b.table[h>>(shift&63)])
		}
		w.addAll(b, p, n)
	}
	w.touched = sum
}

// addToFew is add to a bucket without a table.
func (w *worker) addToFew(b *bucket, p pull, k int) {
	words := w.f.words
	state := w.words[k*words : (k+1)*words : (k+1)*words]
	if b.count > 0 {
		for have := b.records.chunks[0][:b.count*words]; len(have) > 0; have = have[words:] {
			if equal(state, have[:words]) {
				return
			}
		}
	}
	w.append(b, p, state, k)
}

// addAll adds those of the first n successors that are new.
func (w *worker) addAll(b *bucket, p pull, n int) {
	words := w.f.words
	table, shift, numbers := b.table, (64-b.log)&63, uint32(1)<<b.log-1
	mask := uint64(len(table) - 1)
	var free []uint64
next:
	for k, h := range w.hash[:n] {
		state := w.words[k*words : (k+1)*words : (k+1)*words]
		tag := tagOf(h, b.log)
		i := h >> shift
		for e := table[i&mask]; e != 0; e = table[i&mask] {
			if e&^numbers == tag && equal(state, b.records.at(int(e&numbers)-1, words)) {
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
		w.added(b, p, k)
	}
}

// free is the rest of the chunk in which the next record of a bucket lies.
func (w *worker) free(b *bucket) []uint64 {
	chunk, first := chunkOf(b.count - b.first)
	if chunk == len(b.records.chunks) {
		b.records.chunks = append(b.records.chunks, w.pool.ofChunk(chunk).take(room(chunk)*w.f.words))
	}
	return b.records.chunks[chunk][(b.count-b.first-first)*w.f.words:]
}

// addFingerprint is add with fingerprints. The fingerprint 0 stands for none and
// is counted as 1.
func (w *worker) addFingerprint(b *bucket, p pull, k int) {
	h := max(w.hash[k%batch], 1)
	table, mask := b.prints, uint64(len(b.prints)-1)
	i := h >> (64 - b.log)
	for ; table[i&mask] != 0; i++ {
		if table[i&mask] == h {
			return
		}
	}
	table[i&mask] = h
	words := w.f.words
	w.append(b, p, w.words[k*words:(k+1)*words:(k+1)*words], k)
}

// append adds successor k, which is new.
func (w *worker) append(b *bucket, p pull, state []uint64, k int) {
	to := w.free(b)[:len(state)]
	for j := range to {
		to[j] = state[j]
	}
	w.added(b, p, k)
}

// added notes how the state that was added last was reached, which is successor k.
func (w *worker) added(b *bucket, p pull, k int) {
	note := p.note() | w.keeping[k%batch]
	if note != usual || len(b.notes) > 0 {
		b.note(note)
	}
	w.history.add(b, p, w.from[k%batch], w.outcomes[k%batch])
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
