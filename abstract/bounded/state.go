package bounded

import (
	"cmp"
	"encoding/binary"

	"wobbly/abstract/paths"
	"wobbly/internal/slice"
)

// A state is a control point of a frame with everything that the thread knows there, and the
// shortest path to it found so far.
type state struct {
	paths.Step
	node int32
	// values has the object of each slot.
	values []object
	// heap has the cells that the thread has written in this segment, and earlier ones of objects
	// that only it knows.
	heap writes
	// own is the number of own objects, including those of the start.
	own object
	// cases are those that the other thread may have handed over.
	cases *cases
	// visible is set if the last command touched a cell that the other thread may know if this one
	// is interrupted now, or released the lock.
	visible bool
	steps   int
	// arrival collects all states with this one's key; nil if the state is not kept.
	arrival *arrival
}

// appendKey appends the identity of a state within its frame, except for its cases.
func (s *state) appendKey(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(s.node))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.own))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.cases.known))
	if s.visible {
		b = append(b, 1)
	}
	for _, v := range s.values {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	for _, w := range s.heap {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	return b
}

// A collector renumbers the objects of a state in the order in which they are reached from its
// variables, and drops those that are not reached. Pinned objects, those that the caller of the
// frame may know, keep their numbers. The arrays are indexed by kind.
type collector struct {
	pinned  [2]int // how many objects are pinned; they have the lowest numbers
	heap    writes
	numbers [2][]object // by old number; none until the object is reached
	kept    [2][]object // old numbers, in their new order
	queue   []object
}

// The kinds of objects.
const (
	kindOwn = iota
	kindShared
)

// kind returns the kind of an object, and its number within that kind.
func (o object) kind() (kind int, number object) {
	if o.isShared() {
		return kindShared, o &^ shared
	}
	return kindOwn, o
}

// collect drops and renumbers the objects of a state. The first own objects are pinned, as many as
// own says, and likewise the first known shared ones. A shared object with written cells stays even
// if nothing leads to it.
func (sr *search) collect(s *state, own object, known int) {
	if s.own == own && s.cases.known == known {
		return
	}
	c := &sr.collector
	c.heap = s.heap
	c.pinned = [2]int{int(own), known}
	c.queue = c.queue[:0]
	for kind, n := range [2]int{int(s.own), s.cases.known} {
		c.kept[kind] = c.kept[kind][:0]
		c.numbers[kind] = c.numbers[kind][:0]
		for range n {
			c.numbers[kind] = append(c.numbers[kind], none)
		}
	}
	for k := range known {
		c.kept[kindShared] = append(c.kept[kindShared], shared|object(k))
	}
	for _, v := range s.values {
		c.reach(v)
	}
	for _, w := range s.heap {
		if c.isPinned(w.base()) {
			c.reach(w.to())
		}
	}
	c.drain()
	for _, w := range s.heap {
		if w.base().isShared() {
			c.reach(w.base())
			c.drain()
		}
	}
	for i, v := range s.values {
		s.values[i] = c.number(v)
	}
	if len(s.heap) > 0 {
		heap := make(writes, 0, len(s.heap))
		for _, w := range s.heap {
			if base := c.number(w.base()); base != none {
				heap = append(heap, writeOf(base, w.field(), c.number(w.to())))
			}
		}
		slice.Sort(heap, cmp.Compare[write])
		s.heap = heap
	}
	s.own = own + object(len(c.kept[kindOwn]))
	s.cases = sr.sets.project(s.cases, c.kept[kindShared])
}

// isPinned reports whether o keeps its number: the first objects of each kind do.
func (c *collector) isPinned(o object) bool {
	kind, n := o.kind()
	return int(n) < c.pinned[kind]
}

// reach keeps an object, which gets the next number of its kind, and queues it for drain.
func (c *collector) reach(o object) {
	if o == none || c.isPinned(o) {
		return
	}
	kind, n := o.kind()
	if c.numbers[kind][n] != none {
		return
	}
	if kind == kindShared { // kept has the pinned ones too
		c.numbers[kind][n] = shared | object(len(c.kept[kind]))
	} else {
		c.numbers[kind][n] = object(c.pinned[kind] + len(c.kept[kind]))
	}
	c.kept[kind] = append(c.kept[kind], o)
	c.queue = append(c.queue, o)
}

// drain reaches everything that the written cells of queued objects lead to.
func (c *collector) drain() {
	for i := 0; i < len(c.queue); i++ {
		for _, w := range c.heap.of(c.queue[i]) {
			c.reach(w.to())
		}
	}
	c.queue = c.queue[:0]
}

// number returns the new number of an object, none if it was dropped.
func (c *collector) number(o object) object {
	if o == none || c.isPinned(o) {
		return o
	}
	kind, n := o.kind()
	return c.numbers[kind][n]
}
