package unordered

import "wobbly/semantics/explore/machine"

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
	control  *machine.Control
	id       uint64
	op       op
	site     int32 // of an access, in thread.sites
	level    int32 // of the lock, before the command
	live     []machine.Address
	next     []*point
	expanded bool

	future    machine.Effects // what the thread may do from here on
	untilLock machine.Effects // the same before its next lock()
	effects   machine.Effects // what the command does, as far as it matters
}

// point is the point of a control state of thread i, a new one where it is met
// for the first time.
func (c *code) point(i int, at *machine.Control) *point {
	t := c.threads[i]
	for len(t.points) <= int(at.ID) {
		t.points = append(t.points, nil)
	}
	if p := t.points[at.ID]; p != nil {
		return p
	}
	p := &point{
		control: at, id: uint64(at.ID), site: -1, level: at.Level, live: at.Live,
		future: at.Future, untilLock: at.UntilLock, effects: at.Effects,
	}
	t.points[at.ID] = p
	switch at.Op {
	case machine.OpEnd:
		p.op = end
	case machine.OpLoad, machine.OpStore:
		stmt := c.g.Sites(i)[at.Site]
		p.op, p.site = access, t.siteOf[stmt]
		if at.Idle { // what the cell holds does not matter
			p.effects.Reads = c.g.Fields(t.sites[p.site].Base().Fields)
		}
	case machine.OpPush:
		p.op = push
	case machine.OpLock:
		p.op = acquire
	case machine.OpUnlock:
		p.op = release
	}
	return p
}
