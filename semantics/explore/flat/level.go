package flat

import (
	"cmp"
	"context"
	"slices"

	"wobbly/internal/slice"
	"wobbly/semantics/explore/machine"
)

// roundSteps is how many steps are made at least between two looks at the limits
// of the search.
const roundSteps = 1 << 18

// Next looks at the states of the present level and makes the next one. It tells
// whether there are any: not where the search is at its end, or at its limit, or
// the context is done.
func (s *Search) Next(ctx context.Context) bool {
	if s.o.MaxStates > 0 && s.States >= uint64(s.o.MaxStates) {
		s.Full = true
		return false
	}
	s.parallel(len(s.active), func(w *worker, i int) { w.inspect(s, s.active[i]) })
	if s.fails() { // the level may have no such races
		return false
	}
	s.note()
	s.plan()
	filled := s.fill(ctx)
	if s.fails() || !filled {
		s.Full = !s.Narrow && !s.Wide && ctx.Err() == nil
		return false
	}
	for _, b := range s.active {
		s.Looked += uint64(b.front.size())
	}
	s.turn(int32(s.Depth) + 1)
	if s.Ended = len(s.active) == 0; s.Ended {
		return false
	}
	s.Depth++
	return true
}

// fails tells whether the layout did not do.
func (s *Search) fails() bool {
	for _, w := range s.workers {
		if w.lazy != nil {
			narrow, wide := w.lazy.fails()
			s.Narrow, s.Wide = s.Narrow || narrow, s.Wide || wide
		}
	}
	return s.Narrow || s.Wide
}

// inspect finds a race in the front of a bucket, and with the reduction which
// threads move from its states.
func (w *worker) inspect(s *Search, b *bucket) {
	front := &b.front
	front.raced = -1
	if p, ok := s.conflict(b); ok {
		if _, known := s.hits[p]; !known {
			w.race(b)
		}
	}
	if !s.o.Reduce || b.persistent >= 0 || b.independent == [2]may{no, no} || s.hopeless(b) {
		return
	}
	front.notes = noted(front.notes, front.size())
	for i := range front.notes {
		front.notes[i] &= w.moving(b, front.records.at(front.begin+i, w.f.words)) | keeps
	}
}

// conflict are the sites of a bucket whose states may race, if that is not known.
func (s *Search) conflict(b *bucket) (machine.Sites, bool) {
	p := machine.Sites{b.at[0].Site, b.at[1].Site}
	return p, machine.Conflict(b.at[0], b.at[1]) && !s.f.racing[p]
}

// race looks for a state of the front whose threads access the same object.
func (w *worker) race(b *bucket) {
	f, front := w.f, &b.front
	p := f.threads[0].actions[b.at[0].ID].target
	q := f.threads[1].actions[b.at[1].ID].target
	for i := front.begin; i < front.end; i++ {
		if w.meeting(front.records.at(i, f.words), p, q) {
			front.raced = i
			return
		}
	}
}

// meeting tells whether two paths lead to one object in a state, or can.
func (w *worker) meeting(state []uint64, p, q rooted) bool {
	if w.lazy != nil {
		return w.lazy.meeting(state, p, q)
	}
	return w.f.follow(state, p.root, p.path) == w.f.follow(state, q.root, q.path)
}

// note takes notice of the races that were seen in the level.
func (s *Search) note() {
	for _, b := range s.active {
		p, _ := s.conflict(b)
		if b.front.raced < 0 {
			continue
		}
		if _, known := s.hits[p]; known {
			continue
		}
		h := hit{b.pair, uint32(b.front.first + b.front.raced), s.Depth}
		s.found(p, h)
		if _, known := s.hits[twin(p)]; s.mirror != nil && !known {
			s.found(twin(p), h)
		}
	}
}

// found takes notice of a race.
func (s *Search) found(p machine.Sites, h hit) {
	s.hits[p] = h
	s.sites = append(s.sites, p)
	s.Races++
	if s.candidates != nil {
		s.candidates.Found(p)
	}
}

// hopeless tells whether no race that was not seen can come from a bucket.
func (s *Search) hopeless(b *bucket) bool {
	return s.candidates != nil && s.candidates.None(b.at[0], b.at[1])
}

// plan lists the pulls of the level, and counts states without a way on.
func (s *Search) plan() {
	s.targets = s.targets[:0]
	for _, b := range s.active {
		if s.hopeless(b) {
			continue
		}
		s.expand(b)
		for _, d := range b.edges {
			s.Unrolled = s.Unrolled || b.at[d.thread].Cut
			if s.hopeless(d.to) { // a step all the same
				s.skipped += b.front.movers(d.thread)
				continue
			}
			s.skipped += b.front.sleepers(d.thread)
			if len(d.to.pulls) == 0 {
				s.targets = append(s.targets, d.to)
			}
			d.to.pulls = append(d.to.pulls, pull{b, d.thread, d.sleep, d.crosses})
		}
		switch {
		case len(b.edges) > 0:
		case b.at[0].Op == machine.OpEnd && b.at[1].Op == machine.OpEnd:
			s.Ends += uint64(b.front.size())
		default:
			s.Deadlocks += uint64(b.front.size())
		}
	}
}

// movers is from how many states of the front thread i moves, which can move.
func (f *front) movers(i int) (n uint64) {
	if len(f.notes) == 0 || f.asleep > 0 {
		return uint64(f.size())
	}
	for _, note := range f.notes {
		n += uint64(note >> i & 1)
	}
	return n
}

// fill makes the pulls of the level, some hundred thousand steps at a time, and looks at
// the limits in between. Where the one on states comes near, it does without other
// goroutines, and stops there.
func (s *Search) fill(ctx context.Context) bool {
	for rest := s.targets; len(rest) > 0; {
		n, steps := 0, 0
		for ; n < len(rest) && steps < roundSteps; n++ {
			steps += rest[n].waiting()
		}
		now := rest[:n]
		rest = rest[n:]
		near := s.o.MaxStates > 0 && steps > s.o.MaxStates-int(s.States)
		if near && !s.last(ctx, now) || !near && !s.all(ctx, now) {
			return false
		}
		s.report()
	}
	return true
}

// all fills buckets.
func (s *Search) all(ctx context.Context, now []*bucket) bool {
	work := s.largestFirst(now)
	s.parallel(len(work), func(w *worker, i int) {
		if !w.fill(ctx, work[i], maxBucket-work[i].count) {
			s.stop.Store(true)
		}
	})
	for _, b := range now {
		s.States += uint64(b.count - b.before)
	}
	return !s.stop.Load()
}

// largestFirst sorts buckets for several goroutines, so that none is left with
// much to do in the end.
func (s *Search) largestFirst(of []*bucket) []*bucket {
	if len(s.workers) == 1 {
		return of
	}
	of = slices.Clone(of)
	slice.Sort(of, func(a, b *bucket) int { return cmp.Compare(b.waiting(), a.waiting()) })
	return of
}

// last fills buckets until the limit on states is met.
func (s *Search) last(ctx context.Context, now []*bucket) bool {
	for _, b := range now {
		ok := s.workers[0].fill(ctx, b, s.o.MaxStates-int(s.States))
		s.States += uint64(b.count - b.before)
		if !ok {
			return false
		}
	}
	return true
}

// waiting is how many steps the pulls of a bucket make at most.
func (b *bucket) waiting() (steps int) {
	for _, p := range b.pulls {
		steps += p.from.front.size() - int(p.from.front.sleepers(p.thread))
	}
	return steps
}

// turn makes the states that were met last the present level.
func (s *Search) turn(level int32) {
	s.account(s.targets...)
	for _, b := range s.active {
		if s.o.Fingerprint {
			s.pool.release(&b.front.records, 0)
		}
		b.front = front{notes: b.front.notes[:0], first: b.first}
		if b.last < level {
			s.retire(b)
		} else {
			s.account(b)
		}
	}
	s.active = s.active[:0]
	for _, b := range s.targets {
		b.pulls = b.pulls[:0]
		if b.count == b.before {
			continue
		}
		s.active = append(s.active, b)
		b.front.notes, b.notes = b.notes, b.front.notes[:0]
		b.front = front{records: b.records, notes: b.front.notes, asleep: b.asleep, first: b.first, begin: b.before - b.first, end: b.count - b.first}
		b.asleep = 0
		b.before = b.count
		if s.o.Fingerprint {
			b.records, b.first = records{}, b.count
		}
	}
	if level == 0 {
		s.States = uint64(len(s.active))
	}
	s.close(level)
}

// close reuses the memory of the buckets that get no states after a level, and those
// of them that have none to look at.
func (s *Search) close(level int32) {
	if int(level) >= len(s.closing) {
		return
	}
	for b := s.closing[level]; b != nil; {
		next := b.next
		if b.close(&s.pool); b.front.size() == 0 {
			s.retire(b)
		} else {
			s.account(b)
		}
		b = next
	}
	s.closing[level] = nil
}

// account counts the memory of buckets.
func (s *Search) account(of ...*bucket) {
	for _, b := range of {
		now := b.memory()
		s.Memory += now - b.counted
		b.counted = now
	}
	s.Most = max(s.Most, s.Memory)
}
