package bounded

import (
	"cmp"
	"encoding/binary"

	"wobbly/abstract/paths"
	"wobbly/internal/slice"
)

// state is a control point of a frame with what the thread knows there, on a shortest
// path.
type state struct {
	paths.Step
	node   int32
	values []object
	heap   writes
	own    object // how many objects of its own it has had so far
	cases  *cases
	met    bool // the last command has looked at what both may know as soon as the thread is left, or changed it
	steps  int

	arrival *arrival
}

// key appends what makes states of a frame the same, but for their cases.
func (s *state) key(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(s.node))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.own))
	b = binary.LittleEndian.AppendUint16(b, uint16(s.cases.known))
	if s.met {
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

// collector numbers the objects of a state anew, those first that it comes by first,
// and forgets those that nothing leads to. What the caller may know stays.
type collector struct {
	own, known int // how many of each kind the caller may know
	heap       writes
	names      [2][]object // new numbers, of own objects first; none for what does not stay
	kept       [2][]object // what stays, own objects first
	queue      []object
}

// begin makes room for a state with so many objects of each kind.
func (c *collector) begin(h writes, pinned, all [2]int) {
	c.heap, c.own, c.known, c.queue = h, pinned[0], pinned[1], c.queue[:0]
	for k := range c.names {
		c.kept[k], c.names[k] = c.kept[k][:0], c.names[k][:0]
		for range all[k] {
			c.names[k] = append(c.names[k], none)
		}
	}
}

// slot is where the new number of an object is.
func (c *collector) slot(o object) *object {
	if o.isShared() {
		return &c.names[1][o&^shared]
	}
	return &c.names[0][o]
}

// collect does so to a state.
func (x *segment) collect(s *state, own object, known int) {
	if s.own == own && s.cases.known == known {
		return
	}
	c := &x.collector
	c.begin(s.heap, [2]int{int(own), known}, [2]int{int(s.own), s.cases.known})
	for k := range known {
		c.kept[1] = append(c.kept[1], shared|object(k))
	}
	for _, v := range s.values {
		c.visit(v)
	}
	for _, w := range s.heap {
		if c.pinned(w.base()) {
			c.visit(w.to())
		}
	}
	c.drain()
	for _, w := range s.heap {
		if w.base().isShared() {
			c.visit(w.base())
			c.drain()
		}
	}
	for i, v := range s.values {
		s.values[i] = c.name(v)
	}
	s.heap = c.rename()
	s.own = object(c.own + len(c.kept[0]))
	s.cases = x.sets.keep(s.cases, c.kept[1])
}

// pinned tells whether the caller may know an object.
func (c *collector) pinned(o object) bool {
	if o.isShared() {
		return int(o&^shared) < c.known
	}
	return int(o) < c.own
}

// visit gives an object its new number.
func (c *collector) visit(o object) {
	if o == none || c.pinned(o) || *c.slot(o) != none {
		return
	}
	if o.isShared() {
		*c.slot(o) = shared | object(len(c.kept[1]))
		c.kept[1] = append(c.kept[1], o)
	} else {
		*c.slot(o) = object(c.own + len(c.kept[0]))
		c.kept[0] = append(c.kept[0], o)
	}
	c.queue = append(c.queue, o)
}

// drain visits what the visited lead to.
func (c *collector) drain() {
	for i := 0; i < len(c.queue); i++ {
		for _, w := range c.heap.of(c.queue[i]) {
			c.visit(w.to())
		}
	}
	c.queue = c.queue[:0]
}

// name is the new number of an object.
func (c *collector) name(o object) object {
	if o == none || c.pinned(o) {
		return o
	}
	return *c.slot(o)
}

// rename is the writes to what stays, under its new numbers.
func (c *collector) rename() writes {
	if len(c.heap) == 0 {
		return nil
	}
	h := make(writes, 0, len(c.heap))
	for _, w := range c.heap {
		if c.pinned(w.base()) || *c.slot(w.base()) != none {
			h = append(h, writeOf(c.name(w.base()), w.field(), c.name(w.to())))
		}
	}
	slice.Sort(h, func(a, b write) int { return cmp.Compare(a, b) })
	return h
}
