package explore

import (
	"cmp"
	"context"
	"slices"
)

// roundSteps is how many steps are made at least between two looks at the limits
// of the search.
const roundSteps = 1 << 20

// level looks at the states of the present level and makes the next one. It fails
// where the search is cut.
func (s *flatSearch) level(ctx context.Context) bool {
	s.parallel(len(s.active), func(w *flatWorker, i int) { w.look(s, s.active[i]) })
	s.note()
	s.plan()
	if !s.fill(ctx) {
		if ctx.Err() == nil {
			s.cuts |= cutStates
		}
		s.stopped(ctx)
		return false
	}
	for _, b := range s.active {
		s.looked += uint64(b.front.size())
	}
	s.turn(int32(s.depth) + 1)
	return true
}

// look finds a race in the front of a bucket, and with the reduction which
// threads move from its states.
func (w *flatWorker) look(s *flatSearch, b *bucket) {
	front := &b.front
	front.raced = -1
	if p, ok := b.candidate(); ok {
		if _, known := s.sights[p]; !known {
			w.race(b)
		}
	}
	if !s.o.Reduce || b.alone >= 0 || b.apart == [2]may{no, no} || s.hopeless(b) {
		return
	}
	front.moving = front.moving[:0]
	for i := front.begin; i < front.end; i++ {
		front.moving = append(front.moving, w.moving(b, front.records.at(i, w.f.words)))
	}
}

// candidate are the sites of a bucket whose states may race.
func (b *bucket) candidate() (pair, bool) {
	return pair{b.at[0].site, b.at[1].site}, conflict(b.at[0], b.at[1])
}

// race looks for a state of the front whose threads access the same object.
func (w *flatWorker) race(b *bucket) {
	f, front := w.f, &b.front
	p := f.threads[0].actions[b.at[0].id].target
	q := f.threads[1].actions[b.at[1].id].target
	for i := front.begin; i < front.end; i++ {
		state := front.records.at(i, f.words)
		if f.follow(state, p.root, p.path) == f.follow(state, q.root, q.path) {
			front.raced = i
			return
		}
	}
}

// note takes notice of the races that were seen in the level.
func (s *flatSearch) note() {
	for _, b := range s.active {
		p, _ := b.candidate()
		if b.front.raced < 0 {
			continue
		}
		if _, known := s.sights[p]; known {
			continue
		}
		s.sights[p] = sight{b, b.front.first + b.front.raced}
		s.pairs = append(s.pairs, p)
		if s.hopes != nil {
			s.hopes.found(s.g.threads[0].sites[p[0]], s.g.threads[1].sites[p[1]])
		}
	}
}

// hopeless tells whether no race that was not seen lies ahead of a bucket.
func (s *flatSearch) hopeless(b *bucket) bool {
	return s.hopes != nil && s.hopes.none(b.at[0], b.at[1])
}

// plan lists the pulls of the level, and counts states without a way on.
func (s *flatSearch) plan() {
	s.targets = s.targets[:0]
	for _, b := range s.active {
		if s.hopeless(b) {
			continue
		}
		s.expand(b)
		for _, d := range b.edges {
			if b.at[d.thread].cut {
				s.cuts |= cutUnroll
			}
			if s.hopeless(d.to) { // a step all the same
				s.ends.transitions += b.front.movers(d.thread)
				continue
			}
			if len(d.to.pulls) == 0 {
				s.targets = append(s.targets, d.to)
			}
			d.to.pulls = append(d.to.pulls, pull{b, d.thread})
		}
		switch {
		case len(b.edges) > 0:
		case b.at[0].op == opEnd && b.at[1].op == opEnd:
			s.ends.ends += uint64(b.front.size())
		default:
			s.ends.deadlocks += uint64(b.front.size())
		}
	}
}

// movers is from how many states of the front thread i moves, which can move.
func (f *front) movers(i int) (n uint64) {
	if len(f.moving) == 0 {
		return uint64(f.size())
	}
	for _, m := range f.moving {
		n += uint64(m >> i & 1)
	}
	return n
}

// fill makes the pulls of the level, some million steps at a time, and looks at
// the limits in between. Where the one on states comes near, it does without other
// goroutines, and stops there.
func (s *flatSearch) fill(ctx context.Context) bool {
	for rest := s.targets; len(rest) > 0; {
		n, steps := 0, 0
		for ; n < len(rest) && steps < roundSteps; n++ {
			steps += rest[n].waiting()
		}
		now := rest[:n]
		rest = rest[n:]
		near := s.o.MaxStates > 0 && steps > s.o.MaxStates-int(s.states)
		if near && !s.last(ctx, now) || !near && !s.all(ctx, now) {
			return false
		}
		s.tell()
	}
	return true
}

// all fills buckets.
func (s *flatSearch) all(ctx context.Context, now []*bucket) bool {
	work := s.largestFirst(now)
	s.parallel(len(work), func(w *flatWorker, i int) {
		if !w.fill(ctx, work[i], maxBucket-work[i].count) {
			s.stop.Store(true)
		}
	})
	for _, b := range now {
		s.states += uint64(b.count - b.before)
	}
	return !s.stop.Load()
}

// largestFirst sorts buckets for several goroutines, so that none is left with
// much to do in the end.
func (s *flatSearch) largestFirst(of []*bucket) []*bucket {
	if len(s.hands) == 1 {
		return of
	}
	of = slices.Clone(of)
	slices.SortFunc(of, func(a, b *bucket) int { return cmp.Compare(b.waiting(), a.waiting()) })
	return of
}

// last fills buckets until the limit on states is met.
func (s *flatSearch) last(ctx context.Context, now []*bucket) bool {
	for _, b := range now {
		ok := s.hands[0].fill(ctx, b, s.o.MaxStates-int(s.states))
		s.states += uint64(b.count - b.before)
		if !ok {
			return false
		}
	}
	return true
}

// waiting is how many steps the pulls of a bucket make at most.
func (b *bucket) waiting() (steps int) {
	for _, p := range b.pulls {
		steps += p.from.front.size()
	}
	return steps
}

// turn makes the states that were met last the present level.
func (s *flatSearch) turn(level int32) {
	s.account(s.targets)
	for _, b := range s.active {
		switch {
		case s.o.Fingerprint:
			s.pool.release(&b.front.records)
		case b.last < level:
			s.pool.release(&b.records)
		}
		b.front = front{moving: b.front.moving[:0], first: b.first}
	}
	touched := s.active
	s.active = nil
	for _, b := range s.targets {
		b.pulls = b.pulls[:0]
		if b.count == b.before {
			continue
		}
		s.active = append(s.active, b)
		b.front = front{records: b.records, first: b.first, begin: b.before - b.first, end: b.count - b.first}
		b.before = b.count
		if s.o.Fingerprint {
			b.records, b.first = records{}, b.count
		}
	}
	if level == 0 {
		s.states = uint64(len(s.active))
	}
	s.account(touched)
	s.close(level)
}

// close reuses the memory of the buckets that get no states after a level.
func (s *flatSearch) close(level int32) {
	for _, b := range s.closing[level] {
		b.close(&s.pool)
		if b.front.size() == 0 {
			s.pool.release(&b.records)
		}
	}
	s.account(s.closing[level])
	delete(s.closing, level)
}

// account counts the memory of buckets.
func (s *flatSearch) account(of []*bucket) {
	for _, b := range of {
		now := b.memory()
		s.memory += now - b.counted
		b.counted = now
	}
	s.most = max(s.most, s.memory)
}
