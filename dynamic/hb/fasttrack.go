package hb

import (
	"wobbly/dynamic"
	"wobbly/semantics"
)

// fastTrackRaces lists the races that the detector of that name reports, in the order
// in which it does.
func fastTrackRaces(events []dynamic.Event) []Race {
	d := newFastTrack()
	for i, e := range events {
		d.step(i, e)
	}
	return d.races
}

// epoch is c@t: a thread, and how many releases it had made before, and one. The
// zero value is ⊥e, 0@A, which is before everything.
type epoch struct {
	clock  uint32
	thread semantics.Tid
}

// fastTrack is the state of the analysis.
type fastTrack struct {
	clocks [2][2]uint32 // C: of each thread, the clock it knows of each thread
	lock   [2]uint32    // L: what the last release published
	cells  map[semantics.Addr]*shadow
	races  []Race
}

// shadow is what is kept of a cell.
type shadow struct {
	write  last      // W: the last write
	read   last      // R, while one epoch is enough
	shared *[2]reads // R otherwise: of each thread the last read; nil before
}

// last is an epoch and the access that it stands for.
type last struct {
	epoch
	event int
}

// reads is one entry of a vector of reads.
type reads struct {
	clock uint32
	event int
}

func newFastTrack() *fastTrack {
	d := &fastTrack{cells: map[semantics.Addr]*shadow{}}
	for _, t := range semantics.Tids {
		d.clocks[t][t] = 1
	}
	return d
}

func (d *fastTrack) step(i int, e dynamic.Event) {
	switch e.Kind {
	case dynamic.Acquire:
		d.acquire(e.Thread)
	case dynamic.Release:
		d.release(e.Thread)
	case dynamic.Read:
		d.read(d.cell(e.Cell), last{d.epoch(e.Thread), i})
	case dynamic.Write:
		d.write(d.cell(e.Cell), last{d.epoch(e.Thread), i})
	}
}

// acquire: C_t := C_t ⊔ L.
func (d *fastTrack) acquire(t semantics.Tid) {
	c := &d.clocks[t]
	for u := range c {
		c[u] = max(c[u], d.lock[u])
	}
}

// release: L := C_t, then inc_t.
func (d *fastTrack) release(t semantics.Tid) {
	d.lock = d.clocks[t]
	d.clocks[t][t]++
}

// epoch is E(t), the current epoch of t.
func (d *fastTrack) epoch(t semantics.Tid) epoch { return epoch{d.clocks[t][t], t} }

func (d *fastTrack) cell(a semantics.Addr) *shadow {
	s := d.cells[a]
	if s == nil {
		s = new(shadow)
		d.cells[a] = s
	}
	return s
}

// before is e ≼ C_t.
func (d *fastTrack) before(e epoch, t semantics.Tid) bool { return e.clock <= d.clocks[t][e.thread] }

// check is the premise that an earlier access is before the one at hand. Where
// it fails there is a race.
func (d *fastTrack) check(earlier, now last) {
	if !d.before(earlier.epoch, now.thread) {
		d.races = append(d.races, Race{earlier.event, now.event})
	}
}

// read is the rules of reads.
//
//	same epoch:      R = E(t)
//	read shared:     R ∈ VC, W ≼ C_t; R' = R[t := C_t(t)]
//	read exclusive:  R ∈ Epoch, R ≼ C_t, W ≼ C_t; R' = E(t)
//	read share:      R = c@u ∈ Epoch, W ≼ C_t; R' = ⊥[t := C_t(t), u := c]
func (d *fastTrack) read(s *shadow, now last) {
	t := now.thread
	switch {
	case s.shared == nil && s.read.epoch == now.epoch,
		s.shared != nil && s.shared[t].clock == now.clock:
		return
	}
	d.check(s.write, now)
	switch r := s.read; {
	case s.shared != nil:
		s.shared[t] = reads{now.clock, now.event}
	case d.before(r.epoch, t):
		s.read = now
	default:
		s.shared = new([2]reads)
		s.shared[r.thread] = reads{r.clock, r.event}
		s.shared[t] = reads{now.clock, now.event}
	}
}

// write is the rules of writes.
//
//	same epoch:       W = E(t)
//	write exclusive:  R ∈ Epoch, R ≼ C_t, W ≼ C_t; W' = E(t)
//	write shared:     R ∈ VC, R ⊑ C_t, W ≼ C_t; W' = E(t), R' = ⊥e
func (d *fastTrack) write(s *shadow, now last) {
	if s.write.epoch == now.epoch {
		return
	}
	d.check(s.write, now)
	if s.shared == nil {
		d.check(s.read, now)
	} else {
		u := now.thread.Other()
		r := s.shared[u]
		d.check(last{epoch{r.clock, u}, r.event}, now)
		s.shared, s.read = nil, last{}
	}
	s.write = now
}
