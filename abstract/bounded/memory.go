package bounded

// memory is what builders use again and again, so that small frames cost little. Nothing
// that is reached from a frame is used again.
type memory struct {
	key      []byte     // the last one that was made
	builders []*builder // that have explored their frames
	objects  []object   // room for values
	arrivals []arrival  // room for arrivals
}

// builder is one that has not begun with an entry.
func (x *segment) builder(e entry) *builder {
	var b *builder
	if n := len(x.builders); n > 0 {
		b, x.builders = x.builders[n-1], x.builders[:n-1]
	} else {
		b = &builder{seen: map[string]*arrival{}}
	}
	b.segment, b.frame = x, &frame{unit: e.unit, lock: e.lock}
	b.own, b.known, b.all = e.own, e.cases.known, len(e.cases.list)
	for range e.unit.nodes {
		b.here = append(b.here, 0)
	}
	return b
}

// release lets a builder be used again that has explored its frame, or was cut.
func (x *segment) release(b *builder) {
	const large = 64
	if len(b.seen) > large { // clearing it would cost as much each time
		b.seen = map[string]*arrival{}
	}
	clear(b.seen)
	*b = builder{seen: b.seen, here: b.here[:0], ready: b.ready[:0], queue: b.queue}
	b.queue.Clear()
	x.builders = append(x.builders, b)
}

// copied is a copy of values, which may be changed.
func (m *memory) copied(values []object) []object {
	const room = 256
	n := len(values)
	if len(m.objects) < n {
		m.objects = make([]object, max(room, n))
	}
	own := m.objects[:n:n]
	m.objects = m.objects[n:]
	copy(own, values)
	return own
}

// arrival is a new one.
func (m *memory) arrival() *arrival {
	const room = 32
	if len(m.arrivals) == 0 {
		m.arrivals = make([]arrival, room)
	}
	a := &m.arrivals[0]
	m.arrivals = m.arrivals[1:]
	return a
}
