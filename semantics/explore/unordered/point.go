package unordered

import (
	"slices"

	"wobbly/il"
	"wobbly/semantics/explore"
)

// op is what a command is to a search.
type op uint8

const (
	local   op = iota // x := y, x := new(), pop
	access            // load, store
	push              // reads the cells of its arguments
	acquire           // lock()
	release           // unlock()
	end               // none: the thread has ended
)

// point is a control state of a thread with what a search asks of it.
type point struct {
	control  *explore.Control
	id       uint64
	op       op
	site     int32 // of an access, in thread.sites
	level    int   // of the lock, before the command
	live     []explore.Place
	all      explore.Ahead // what the thread may do from here on
	toLock   explore.Ahead // the same before its next lock()
	does     explore.Ahead // what the command does, as far as it matters
	next     []*point
	expanded bool
}

// point is the point of a control state of thread i, a new one where it is met
// for the first time.
func (c *code) point(i int, at *explore.Control) *point {
	t := c.threads[i]
	for len(t.points) <= at.ID() {
		t.points = append(t.points, nil)
	}
	if p := t.points[at.ID()]; p != nil {
		return p
	}
	p := &point{
		control: at, id: uint64(at.ID()), level: at.Level(), live: at.Live(),
		all: at.Ahead(), toLock: at.AheadToLock(), does: at.Does(),
	}
	t.points[at.ID()] = p
	switch s := c.g.Command(at).(type) {
	case nil:
		p.op = end
	case *il.Load:
		p.op, p.site = access, t.siteOf[s]
		if at.Idle() { // what the cell holds does not matter
			p.does.Reads = c.fieldBits(s.Src.Fields[:len(s.Src.Fields)-1])
		}
	case *il.Store:
		p.op, p.site = access, t.siteOf[s]
	case il.Push:
		p.op = push
	case *il.Lock:
		p.op = acquire
	case *il.Unlock:
		p.op = release
	}
	return p
}

// fieldBits is the set of some fields, as in explore.Ahead.
func (c *code) fieldBits(fields []string) (set uint64) {
	for _, f := range fields {
		k, _ := slices.BinarySearch(c.core.Fields, f)
		set |= 1 << (k % 64)
	}
	return set
}
