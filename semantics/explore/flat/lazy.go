package flat

// chooser is what a worker needs in a search from all initial states. Only All
// leads to one, so that programs without such searches do without its code.
type chooser interface {
	// branches makes and adds successors, as worker.successors and insert do, but
	// each command has an outcome for each way to pick the initial values that it
	// reads.
	branches(b *bucket, p pull, states []uint64, i int) bool
	// meeting tells whether two paths can lead to one object.
	meeting(state []uint64, p, q rooted) bool
	// fails tells whether a state would need more positions than there are, and
	// whether a command had too many outcomes.
	fails() (narrow, wide bool)
}

// lazy is a worker's chooser.
type lazy struct {
	*worker
	picker
	numbering
	into    *bucket
	source  pull
	made    int      // successors in the batch
	ordinal uint32   // of the outcomes of the present command in the present state
	parent  uint32   // the number of the present state
	present []uint64 // the present state
	note    uint8    // keeps, if that is noted of it
	wide    bool     // a command had too many outcomes
}

// maxOutcomes bounds the outcomes of one command in one state.
const maxOutcomes = 1 << 14

func newLazy(w *worker) chooser {
	l := &lazy{worker: w, numbering: newNumbering(w.f)}
	l.picker.f, l.emit = w.f, l.deliver
	return l
}

func (l *lazy) fails() (narrow, wide bool) { return l.narrow, l.wide }

func (l *lazy) meeting(state []uint64, p, q rooted) bool {
	f := l.worker.f
	a, b := f.follow(state, p.root, p.path), f.follow(state, q.root, q.path)
	if a != 0 && b != 0 && !f.symbol(a) && !f.symbol(b) {
		return a == b
	}
	l.picks = l.picks[:0]
	return l.meet(p, q, state)
}

// branches implements chooser.
func (l *lazy) branches(b *bucket, p pull, states []uint64, i int) bool {
	f := l.worker.f
	words, front := f.words, &p.from.front
	a := &f.threads[p.thread].actions[p.from.at[p.thread].ID]
	l.into, l.source, l.picks = b, p, l.picks[:0]
	for k := 0; len(states) >= words; k++ {
		l.present = states[:words:words]
		states = states[words:]
		l.ordinal, l.parent, l.note = 0, uint32(front.first+i+k), 0
		if len(front.notes) > 0 {
			note := front.notes[i+k-front.begin]
			if note>>p.thread&1 == 0 {
				continue
			}
			l.note = note & keeps
		}
		if at, v, ok := f.writes(a, l.present); ok {
			l.deliver(l.present, at, v)
		} else if l.picker.execute(a, l.present); l.narrow || l.wide {
			l.stop.Store(true)
			return false
		}
	}
	l.flush()
	return true
}

// writes is what a command writes, and where, if all that it reads has a value and
// it writes to one place.
func (f *Layout) writes(a *action, from []uint64) (at operand, v uint8, ok bool) {
	switch a.kind {
	case nothing:
		return operand{}, 0, true
	case copies, loads:
		v = f.follow(from, a.from, a.path)
		return a.to, v, v != 0
	case stores:
		o := f.follow(from, a.to, a.path[:len(a.path)-1])
		v = a.from.get(from)
		return f.cells[int32(o)*f.width+last(a.path)], v, o != 0 && v != 0 && !f.symbol(o)
	default:
		return operand{}, 0, false
	}
}

// deliver posts an outcome of a command.
func (l *lazy) deliver(state []uint64, at operand, v uint8) bool {
	if l.ordinal == maxOutcomes {
		l.wide = true
		return true
	}
	n, words := l.made%batch, l.worker.f.words
	to := l.words[n*words : (n+1)*words : (n+1)*words]
	note := l.note
	if changed := l.put(to, state, at, v); (note != 0 || changed) && !l.ordered(to) {
		l.number(to, l.into.mask)
		note = l.kept
	}
	l.from[n], l.outcomes[n], l.keeping[n] = l.parent, l.ordinal, note
	l.ordinal++
	l.transitions++
	if l.made = n + 1; l.made == batch {
		l.flush()
	}
	return false
}

// ordered gives a successor canonical numbers, if its objects keep theirs, and tells whether that
// is so.
func (l *lazy) ordered(state []uint64) bool {
	s := &l.worker.f.slots
	return (len(l.picks) == 0 || !l.fresh()) && (l.note == 0 || s.keeps(l.present, state)) && s.reorder(l.present, state)
}

// put makes the next successor, a state but for one position, and tells whether
// that is another one than the present.
func (l *lazy) put(to, state []uint64, at operand, v uint8) (changed bool) {
	state, mask, present := state[:len(to)], l.into.mask[:len(to)], l.present[:len(to)]
	for k := range to { // shorter than what copy is made for
		to[k] = state[k]
	}
	at.put(to, v)
	if l.source.crosses {
		l.turn(to)
	}
	diff := uint64(0)
	for k := range to {
		w := to[k] & mask[k]
		to[k] = w
		diff |= w ^ present[k]
	}
	return diff != 0
}

// turn puts the image of a state in its place.
func (l *lazy) turn(state []uint64) {
	was := l.copy(state)
	l.worker.f.mirror.image(was, state)
	l.scratch = append(l.scratch, was)
}

// flush adds the batch.
func (l *lazy) flush() {
	n := l.made
	l.made = 0
	l.worker.f.keys.hashes(l.words, l.hash[:n])
	l.unasked--
	l.insert(l.into, l.source, n)
}
