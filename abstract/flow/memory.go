package flow

import (
	"slices"

	"wobbly/il"
)

// What a thread knows where the threads rely on each other: Theorem 2g.
//
// Besides the objects of a name it knows o, to which the cells of the meeting object
// lead, and those that it has made itself. A value says which fields it relies on: it
// is true as long as the other thread stores into none of them, but into own objects.
// What is known of cells is packed, a row for each object: whether the other thread can
// get at it, and what its cells hold that some command reads.
//
//	m+2       o
//	m+3, ...  objects that the thread has made
const fixedRows = 3 // besides those of the name: z, e and o

// The first of a row.
const (
	private value = iota
	exposed       // the other thread can get at the object
)

// object is the value without what it relies on.
func (v value) object() value { return v & 0xffff }

// relied is what the value relies on.
func (v value) relied() set { return set(v >> 16) }

// relying is an object that is known by relying on fields.
func relying(o value, on set) value {
	if o == none {
		return none
	}
	return o | value(on)<<16
}

// width is how many values a row has.
func (x *analysis) width() int { return 1 + x.sets.read }

// first is the cells in the beginning, as Definition 9 of docs/plus.md has them.
func (x *follower) first() string {
	q, w := x.name, x.width()
	known := make([]value, 0, (len(q.fields)+fixedRows)*w)
	row := func(open, to value) {
		known = append(known, open)
		known = append(known, slices.Repeat([]value{to}, w-1)...)
	}
	for i, f := range q.fields {
		row(private, q.elsewhere())
		if f != noField && x.sets.column[f] >= 0 {
			known[i*w+1+x.sets.column[f]] = value(i + 1)
		}
	}
	o := q.elsewhere() + 1
	row(exposed, o) // of z
	row(private, q.elsewhere())
	row(exposed, o)
	return q.pack(known)
}

// rows is how many objects have cells.
func (x *follower) rows(held string) int { return len(held) / (x.name.bytes() * x.width()) }

// isPrivate tells whether the other thread cannot get at an object that is known.
func (x *follower) isPrivate(held string, o value) bool {
	return x.name.at(held, int(o)*x.width()) == private
}

// stepRelying is what the field f of an object leads to.
func (x *follower) stepRelying(held string, at value, f int) value {
	o := at.object()
	if o == none {
		return none
	}
	column := x.sets.column[f]
	if column < 0 {
		return none
	}
	v := x.name.at(held, int(o)*x.width()+1+column)
	on := x.sets.join(at.relied(), v.relied())
	if !x.isPrivate(held, o) {
		on = x.sets.join(on, x.single[f])
	}
	return relying(v.object(), on)
}

// storeRelying is the cells once the field f of an object holds v, and what of this
// the other thread may see.
func (x *follower) storeRelying(held string, at value, f int, v value) (after string, seen set) {
	known, w, column := x.name.unpack(held, 0), x.width(), x.sets.column[f]
	o := at.object()
	set := func(on set) {
		if column >= 0 && !x.options.without(ClauseCells) {
			known[int(o)*w+1+column] = relying(v.object(), on)
		}
	}
	if o != none && known[int(o)*w] == private {
		set(v.relied())
		return x.name.pack(known), 0
	}
	if column >= 0 {
		x.disturb(known, at, column)
	}
	if !x.options.without(ClausePublic) {
		x.expose(known, v)
	}
	if o != none {
		set(x.sets.join(v.relied(), at.relied()))
	}
	return x.name.pack(known), x.single[f]
}

// disturb is what a store into an object that is not private, or not known, leaves of
// what is known of this field of all objects that are not private.
func (x *follower) disturb(known []value, at value, column int) {
	w := x.width()
	for row := 0; row < len(known); row += w {
		cell := &known[row+1+column]
		switch {
		case known[row] == private || *cell == none:
		case at != none:
			if !x.options.without(ClauseBase) {
				*cell = relying(cell.object(), x.sets.join(cell.relied(), at.relied()))
			}
		case !x.options.without(ClauseForget):
			*cell = none
		}
	}
}

// expose gives a private object to the other thread, with all that it leads to.
func (x *follower) expose(known []value, v value) {
	w := x.width()
	for pending := []value{v}; len(pending) > 0; {
		o := pending[len(pending)-1].object()
		pending = pending[:len(pending)-1]
		if o == none || known[int(o)*w] == exposed {
			continue
		}
		row := known[int(o)*w : (int(o)+1)*w]
		row[0] = exposed
		pending = append(pending, row[1:]...)
	}
}

// make is a new object, which all its cells hold. Of too many it is not known.
func (x *follower) make(held string) (o value, after string) {
	n := x.rows(held)
	if n-len(x.name.fields)-fixedRows >= x.options.MaxFresh {
		x.dropped = true
		return none, held
	}
	row := slices.Repeat([]value{value(n)}, x.width())
	row[0] = private
	return value(n), held + x.name.pack(row)
}

// collect forgets the objects that the frame has made, or was given back, and that
// neither a variable nor a cell leads to any more, and counts those that are left anew.
func (b *builder) collect(values []value, held string) string {
	rows := b.rows(held)
	if rows <= b.base {
		return held
	}
	w, left := b.width(), rows-b.base
	kept, pending := make([]bool, rows), make([]value, 0, left)
	reach := func(v value) {
		if o := v.object(); o != none && int(o) >= b.base && !kept[o] {
			kept[o] = true
			left--
			pending = append(pending, o)
		}
	}
	row := func(o int) {
		for i := o*w + 1; i < (o+1)*w; i++ {
			reach(b.name.at(held, i))
		}
	}
	for _, v := range values {
		reach(v)
	}
	for o := range b.base {
		row(o)
	}
	for len(pending) > 0 {
		o := int(pending[len(pending)-1])
		pending = pending[:len(pending)-1]
		row(o)
	}
	if left == 0 {
		return held
	}
	return b.renumber(values, b.name.unpack(held, 0), kept)
}

// renumber leaves out what is not kept.
func (b *builder) renumber(values, known []value, kept []bool) string {
	w, n := b.width(), b.base
	as := make([]value, len(kept))
	for o := range kept {
		as[o] = value(o)
		if o >= b.base {
			as[o] = value(n)
			if kept[o] {
				copy(known[n*w:(n+1)*w], known[o*w:(o+1)*w])
				n++
			}
		}
	}
	known = known[:n*w]
	again := func(v *value) {
		if o := v.object(); o != none {
			*v = relying(as[o], v.relied())
		}
	}
	for i := range values {
		again(&values[i])
	}
	for i := range known {
		if i%w != 0 {
			again(&known[i])
		}
	}
	return b.name.pack(known)
}

// round tells whether a state is at the head of a loop that it has gone round.
func (b *builder) round(s *state) bool {
	if s.prev < 0 {
		return false
	}
	n := &b.graph.Nodes[s.node] // whose body is laid out behind it
	if _, loop := n.Stmt.(*il.While); !loop {
		return false
	}
	from := b.frame.states[s.prev].node
	return from > s.node && from <= n.Next
}

// plain is what is known but for what the other thread can get at, and for objects
// from one on, which are made by the thread: these become known to the other, and what
// they lead to.
func (x *follower) plain(values []value, held string, from int) (cells string) {
	known, w := x.name.unpack(held, 0), x.width()
	for o := from; o*w < len(known); o++ {
		x.expose(known, value(o))
	}
	for i := range known {
		if known[i-i%w] == exposed && i%w != 0 {
			known[i] = none
		}
	}
	for i, v := range values {
		if v.relied() != 0 || int(v.object()) >= from {
			values[i] = none
		}
	}
	return x.name.pack(known)
}

// fewStates is how many states a name may have before variants are counted.
const fewStates = 512

// crowded replaces a state by a plain one, once there have been so many at its point
// with the same objects in the variables.
func (b *builder) crowded(s state) bool {
	if b.visits[s.node]++; s.plain || b.visits[s.node] <= b.options.MaxVariants || b.few() {
		return false
	}
	values := b.name.unpack(s.values, 0)
	at := point{node: s.node, values: b.objects(values)}
	if b.crowd[at]++; b.crowd[at] <= b.options.MaxVariants {
		return false
	}
	s.cells, s.plain = b.plain(values, s.cells, b.base), true
	b.put(s, values)
	b.crowdedOut = true
	return true
}

// few tells whether there have been so few states that all variants are followed.
func (x *follower) few() bool { return x.spent <= fewStates }

// objects packs values without what they rely on.
func (x *follower) objects(values []value) string {
	all := make([]value, len(values))
	for i, v := range values {
		all[i] = v.object()
	}
	return x.name.pack(all)
}

// entered is how a method is called: in a plain way, once it has been in so many with
// the same objects in its formals.
func (x *follower) entered(e entry, args []value) entry {
	if x.frames[e] != nil || x.few() {
		return e
	}
	at := entry{unit: e.unit, values: x.objects(args)}
	if x.entries[at]++; x.entries[at] > x.options.MaxVariants {
		e.cells = x.plain(args, e.cells, len(x.name.fields)+fixedRows)
		e.values = x.name.pack(args)
		x.crowdedOut = true
	}
	return e
}
