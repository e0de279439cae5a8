package hb

import (
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
)

// parse reads a recording: each word is a thread and what it does, r or w with a cell, or l or u
// for the lock.
func parse(text string) []dynamic.Event {
	var events []dynamic.Event
	for i, w := range strings.Fields(text) {
		e := dynamic.Event{At: il.Pos(i)}
		if w[0] == 'B' {
			e.Thread = semantics.B
		}
		switch w[1] {
		case 'r':
			e.Kind = dynamic.Read
		case 'w':
			e.Kind = dynamic.Write
		case 'l':
			e.Kind = dynamic.Acquire
		case 'u':
			e.Kind = dynamic.Release
		default:
			panic(w)
		}
		if e.IsAccess() {
			e.Cell = semantics.Addr{Loc: 1, Field: w[2:]}
		}
		events = append(events, e)
	}
	return events
}

// TestFastTrackTable has each rule of FastTrack, and a case in which it reports only some races.
func TestFastTrackTable(t *testing.T) {
	tests := []struct {
		name, events string
		track, all   []Race
	}{
		{"write and read", "Awx Brx", []Race{{0, 1}}, []Race{{0, 1}}},
		{"reads alone", "Arx Brx Arx", nil, nil},
		{"another cell", "Awx Bwy", nil, nil},
		{"ordered by the lock", "Awx Al Au Bl Brx Bu", nil, nil},
		{"the lock in the wrong order", "Bl Bu Awx Al Au Brx", []Race{{2, 5}}, []Race{{2, 5}}},
		{"one lock() is not enough", "Awx Bl Bu Brx", []Race{{0, 3}}, []Race{{0, 3}}},
		{"re-entrant: the inner unlock() is harmless", "Al Al Au Awx Au Bl Brx Bu", nil, nil},
		{"re-entrant: the other waits for the outer one", "Al Al Au Brx Awx Au", []Race{{3, 4}},
			[]Race{{3, 4}}},
		{"reads inflate, a write after both", "Arx Brx Al Au Bl Bu Bwx", nil, nil},
		{"reads inflate, a write after one", "Arx Brx Bwx", []Race{{0, 2}}, []Race{{0, 2}}},
		{"reads deflate after a write", "Arx Brx Al Au Bl Bu Bwx Bl Bu Al Arx Awx Au", nil, nil},
		{"nothing is left of reads before a write", "Arx Brx Awx Bwx", []Race{{1, 2}, {2, 3}},
			[]Race{{1, 2}, {2, 3}, {0, 3}}},
		{"a write and a read before one write", "Awx Arx Bwx", []Race{{0, 2}, {1, 2}},
			[]Race{{1, 2}, {0, 2}}},
		{"the same epoch: the second write goes unseen", "Awx Brx Awx", []Race{{0, 1}},
			[]Race{{0, 1}, {1, 2}}},
		{"the last write alone is kept", "Awx Awx Brx", []Race{{0, 2}}, []Race{{1, 2}, {0, 2}}},
		{"the last epoch alone is kept", "Awx Al Awx Au Bl Bu Brx Brx", nil, nil},
		{"an older write in another epoch", "Awx Al Au Awx Brx", []Race{{3, 4}},
			[]Race{{3, 4}, {0, 4}}},
	}
	for _, tt := range tests {
		events := parse(tt.events)
		if got := fastTrackRaces(events); !slices.Equal(got, tt.track) {
			t.Errorf("%s: FastTrack reports %v, want %v", tt.name, got, tt.track)
		}
		if got := slices.Collect(Races(events, Of(events))); !slices.Equal(got, tt.all) {
			t.Errorf("%s: Races yields %v, want %v", tt.name, got, tt.all)
		}
		var seen tally
		compareThree(t, events, &seen)
	}
}

// TestInflation: a cell has a vector of reads exactly as long as it needs one.
func TestInflation(t *testing.T) {
	tests := []struct {
		events string
		shared bool
	}{
		{"Arx", false},
		{"Arx Arx Awx", false},
		{"Arx Al Au Bl Brx Bu", false},
		{"Arx Brx", true},
		{"Arx Brx Al Au Bl Bu", true},
		{"Arx Brx Bwx", false},
	}
	for _, tt := range tests {
		d := newFastTrack()
		for i, e := range parse(tt.events) {
			d.step(i, e)
		}
		if got := d.cells[semantics.Addr{Loc: 1, Field: "x"}].shared != nil; got != tt.shared {
			t.Errorf("%s: the cell has a vector of reads: %t, want %t", tt.events, got, tt.shared)
		}
	}
}

// TestEdges: edges lead from the last unlock() of one thread to the next lock() of the other.
func TestEdges(t *testing.T) {
	tests := []struct {
		events string
		want   []Edge
	}{
		{"", nil},
		{"Al Au Al Au", nil},
		{"Al Au Bl Bu Al", []Edge{{1, 2}, {3, 4}}},
		{"Al Au Bl Bl Bu Bu", []Edge{{1, 2}}},
		{"Al Al Au Au Bl Bu", []Edge{{3, 4}}},
	}
	for _, tt := range tests {
		if got := Edges(parse(tt.events)); !slices.Equal(got, tt.want) {
			t.Errorf("Edges(%s) = %v, want %v", tt.events, got, tt.want)
		}
	}
	o := Of(parse("Awx Al Au Bl Brx"))
	if got := o.Clock(4); got != (Clock{2, 4}) {
		t.Errorf("Clock(4) = %v, want {2, 4}", got)
	}
}

// fastTrackRaces lists the races that FastTrack (Flanagan and Freund, PLDI 2009, Figures 2 and 5)
// reports, in its order. It reports at most two races at an access. For each cell: it reports a
// race if and only if there is one; the first report is at the first access that is in a race with
// an earlier one; and all pairs that it reports are races. It need not report all races, and not
// each pair of sites that races.
//
// Deviations:
//
//  1. After a race it continues as if there had been none, as implementations do; its rules have no
//     successor there. What it then reports of the cell is still true, but may be incomplete.
//  2. Its shortcut for a read that the same epoch has made already is also taken where reads are a
//     vector. The first such read represents all.
func fastTrackRaces(events []dynamic.Event) []Race {
	d := newFastTrack()
	for i, e := range events {
		d.step(i, e)
	}
	return d.races
}

// epoch is c@t: a thread, and one more than the number of releases that it had made before. The
// zero value is ⊥e, 0@A, which is before everything.
type epoch struct {
	clock  uint32
	thread semantics.Tid
}

// fastTrack is the state of the analysis.
type fastTrack struct {
	clocks [2][2]uint32 // C of each thread: the clock that it knows of each thread
	locks  [4][2]uint32 // L of each lock: what its last release published
	cells  map[semantics.Addr]*shadow
	races  []Race
}

// shadow is the state for a cell.
type shadow struct {
	write  last      // W: the last write
	read   last      // R, while one epoch is enough
	shared *[2]reads // R otherwise: the last read of each thread; nil before
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

// step analyses event i.
func (d *fastTrack) step(i int, e dynamic.Event) {
	switch e.Kind {
	case dynamic.Acquire:
		d.acquire(e.Thread, e.Slot)
	case dynamic.Release:
		d.release(e.Thread, e.Slot)
	case dynamic.Read:
		d.read(d.cell(e.Cell), last{d.epoch(e.Thread), i})
	case dynamic.Write:
		d.write(d.cell(e.Cell), last{d.epoch(e.Thread), i})
	}
}

// acquire: C_t := C_t ⊔ L.
func (d *fastTrack) acquire(t semantics.Tid, slot int) {
	c := &d.clocks[t]
	for u := range c {
		c[u] = max(c[u], d.locks[slot][u])
	}
}

// release: L := C_t, then inc_t.
func (d *fastTrack) release(t semantics.Tid, slot int) {
	d.locks[slot] = d.clocks[t]
	d.clocks[t][t]++
}

// epoch is E(t), the current epoch of t.
func (d *fastTrack) epoch(t semantics.Tid) epoch { return epoch{d.clocks[t][t], t} }

// cell returns the state for a cell, which it makes once.
func (d *fastTrack) cell(a semantics.Addr) *shadow {
	s := d.cells[a]
	if s == nil {
		s = new(shadow)
		d.cells[a] = s
	}
	return s
}

// before is e ≼ C_t.
func (d *fastTrack) before(e epoch, t semantics.Tid) bool {
	return e.clock <= d.clocks[t][e.thread]
}

// check checks the premise that an earlier access is before the present one. If it is not, that is
// a race.
func (d *fastTrack) check(earlier, now last) {
	if !d.before(earlier.epoch, now.thread) {
		d.races = append(d.races, Race{earlier.event, now.event})
	}
}

// read applies the rules of reads.
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

// write applies the rules of writes.
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
