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
func (x *follower) first() list {
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
	return x.lists.number(known)
}

// rows is how many objects have cells.
func (x *follower) rows(held list) int { return x.lists.length(held) / x.width() }

// isPrivate tells whether the other thread cannot get at an object that is known.
func (x *follower) isPrivate(held list, o value) bool {
	return x.lists.at(held, int(o)*x.width()) == private
}

// stepRelying is what the field f of an object leads to.
func (x *follower) stepRelying(held list, at value, f int) value {
	o := at.object()
	if o == none {
		return none
	}
	column := x.sets.column[f]
	if column < 0 {
		return none
	}
	v := x.lists.at(held, int(o)*x.width()+1+column)
	on := x.sets.join(at.relied(), v.relied())
	if !x.isPrivate(held, o) {
		on = x.sets.join(on, x.single[f])
	}
	return relying(v.object(), on)
}

// storeRelying is the cells once the field f of an object holds v, and what of this
// the other thread may see.
func (x *follower) storeRelying(held list, at value, f int, v value) (after list, seen set) {
	known, w, column := x.lists.known(held), x.width(), x.sets.column[f]
	o := at.object()
	set := func(on set) {
		if column >= 0 && !x.options.without(ClauseCells) {
			known[int(o)*w+1+column] = relying(v.object(), on)
		}
	}
	if o != none && known[int(o)*w] == private {
		set(v.relied())
		return x.lists.number(known), 0
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
	return x.lists.number(known), x.single[f]
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
func (x *follower) make(held list) (o value, after list) {
	n := x.rows(held)
	if n-len(x.name.fields)-fixedRows >= x.options.MaxFresh {
		x.dropped = true
		return none, held
	}
	known := append(x.lists.known(held), private)
	for range x.width() - 1 {
		known = append(known, value(n))
	}
	return value(n), x.lists.number(known)
}

// collect forgets the objects that the frame has made, or was given back, and that
// neither a variable nor a cell leads to any more, and counts those that are left anew.
func (b *builder) collect(values []value, held list) list {
	rows := b.rows(held)
	if rows <= b.base {
		return held
	}
	w, left, packed := b.width(), rows-b.base, b.lists.all[held]
	kept, pending := slices.Grow(b.kept[:0], rows)[:rows], b.pending[:0]
	clear(kept)
	reach := func(v value) {
		if o := v.object(); o != none && int(o) >= b.base && !kept[o] {
			kept[o] = true
			left--
			pending = append(pending, o)
		}
	}
	row := func(o int) {
		for i := o*w + 1; i < (o+1)*w; i++ {
			reach(fourBytes(packed, i))
		}
	}
	for _, v := range values {
		reach(v)
	}
	for at := 0; left > 0 && (len(pending) > 0 || at < b.base); {
		if last := len(pending) - 1; last >= 0 {
			o := pending[last]
			pending = pending[:last]
			row(int(o))
		} else {
			row(at)
			at++
		}
	}
	b.kept, b.pending = kept, pending
	if left == 0 {
		return held
	}
	return b.renumber(values, b.lists.known(held), kept)
}

// renumber leaves out what is not kept.
func (b *builder) renumber(values, known []value, kept []bool) list {
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
	return b.lists.number(known)
}

// round tells whether a state is at the head of a loop that it has gone round.
func (b *builder) round(s *state) bool {
	if s.From < 0 {
		return false
	}
	n := &b.graph.Nodes[s.node] // whose body is laid out behind it
	if _, loop := n.Stmt.(*il.While); !loop {
		return false
	}
	from := b.frame.states[s.From].node
	return from > s.node && from <= n.Next
}

// plain is what is known but for what the other thread can get at, and for objects
// from one on, which are made by the thread: these become known to the other, and what
// they lead to.
func (x *follower) plain(values []value, held list, from int) (cells list) {
	known, w := x.lists.known(held), x.width()
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
	return x.lists.number(known)
}

// fewStates is how many states a name may have before variants are counted.
const fewStates = 512

// crowded replaces a state by a plain one, once there have been so many at its point
// with the same objects in the variables.
func (b *builder) crowded(s state) bool {
	if b.visits[s.node]++; s.plain || b.visits[s.node] <= b.options.MaxVariants || b.few() {
		return false
	}
	at := point{node: s.node, values: b.objects(s.values)}
	n := b.crowd[at] + 1
	if b.crowd[at] = n; n <= b.options.MaxVariants {
		return false
	}
	values := b.valuesOf(&s)
	s.cells, s.plain = b.plain(values, s.cells, b.base), true
	b.put(s, values)
	b.crowdedOut = true
	return true
}

// few tells whether there have been so few states that all variants are followed.
func (x *follower) few() bool { return x.spent <= fewStates }

// objects is values without what they rely on.
func (x *follower) objects(values list) list {
	for len(x.bare) <= int(values) {
		x.bare = append(x.bare, unknown)
	}
	if x.bare[values] == unknown {
		all := x.lists.known(values)
		for i, v := range all {
			all[i] = v.object()
		}
		x.bare[values] = x.lists.number(all)
	}
	return x.bare[values]
}

// entered is how a method is called: in a plain way, once it has been in so many with
// the same objects in its formals.
func (x *follower) entered(e entry, args []value) entry {
	if x.frames[e] != nil || x.few() {
		return e
	}
	at := entry{unit: e.unit, values: x.objects(e.values)}
	if x.entries[at]++; x.entries[at] > x.options.MaxVariants {
		e.cells = x.plain(args, e.cells, len(x.name.fields)+fixedRows)
		e.values = x.lists.number(args)
		x.crowdedOut = true
	}
	return e
}
