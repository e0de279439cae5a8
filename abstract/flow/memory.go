package flow

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// The knowledge of a thread under Theorem 2g. Besides the objects of a name it knows o, to which
// the cells of z lead, and those that it has made. The cells are a list with a row for each known
// object: first whether the object is private or exposed, then the values of its cells, for each
// field that some command reads. The rows are
//
//	0 ... m-1   objects on the path of the name
//	m           z
//	m+1         e
//	m+2         o
//	m+3, ...    objects that the thread has made
//
// The upper 16 bits of a value are the set of fields that it relies on: it is true as long as the
// other thread stores into these fields of its own objects only.

// fixedRows is the number of rows that do not depend on the name: those of z, e and o.
const fixedRows = 3

// The first value of a row.
const (
	private value = iota
	exposed       // the other thread may reach the object
)

// object returns v without the fields that it relies on.
func (v value) object() value { return v & 0xffff }

func (v value) relied() set { return set(v >> 16) }

// relying returns an object that is known by relying on fields.
func relying(o value, on set) value {
	if o == none {
		return none
	}
	return o | value(on)<<16
}

// width returns the number of values in a row.
func (an *analysis) width() int { return 1 + an.sets.read }

// rows returns the number of rows, and so of known objects.
func (fw *follower) rows(cells list) int { return fw.length(cells) / fw.width() }

func (fw *follower) firstMade() int { return len(fw.name.fields) + fixedRows }

// isPrivate reports whether the other thread cannot reach a known object.
func (fw *follower) isPrivate(cells list, o value) bool {
	return fw.at(cells, int(o)*fw.width()) == private
}

// initialRows returns the cells in the initial state, Definition 9 of docs/theory.md.
func (fw *follower) initialRows() list {
	n, w := fw.name, fw.width()
	rows := make([]value, 0, fw.firstMade()*w)
	addRow := func(access, to value) {
		rows = append(rows, access)
		rows = append(rows, slice.Repeat(to, w-1)...)
	}
	for i, f := range n.fields {
		addRow(private, n.elsewhere())
		if f != noField && fw.sets.column[f] >= 0 {
			rows[i*w+1+fw.sets.column[f]] = value(i + 1)
		}
	}
	o := n.elsewhere() + 1
	addRow(exposed, o) // z
	addRow(private, n.elsewhere())
	addRow(exposed, o)
	return fw.intern(rows)
}

// loadRow returns the value of field f of an object.
func (fw *follower) loadRow(cells list, base value, f int) value {
	o, column := base.object(), fw.sets.column[f]
	if o == none || column < 0 {
		return none
	}
	v := fw.at(cells, int(o)*fw.width()+1+column)
	on := fw.sets.union(base.relied(), v.relied())
	if !fw.isPrivate(cells, o) {
		on = fw.sets.union(on, fw.single[f])
	}
	return relying(v.object(), on)
}

// storeRow returns the cells after v is stored into the field f of an object, and the set of fields
// with which the thread is charged.
func (fw *follower) storeRow(cells list, base value, f int, v value) (after list, charged set) {
	rows, w, column := fw.known(cells), fw.width(), fw.sets.column[f]
	o := base.object()
	put := func(on set) {
		if column >= 0 && !fw.options.without(ClauseCells) {
			rows[int(o)*w+1+column] = relying(v.object(), on)
		}
	}
	if o != none && rows[int(o)*w] == private {
		put(v.relied())
		return fw.intern(rows), 0
	}
	// From now on the field of other exposed objects is known only by relying on what the base
	// relies on. If the base is unknown, it may be any of them.
	for row := 0; column >= 0 && row < len(rows); row += w {
		cell := &rows[row+1+column]
		switch {
		case rows[row] == private || *cell == none:
		case base != none:
			if !fw.options.without(ClauseBase) {
				*cell = relying(cell.object(), fw.sets.union(cell.relied(), base.relied()))
			}
		case !fw.options.without(ClauseForget):
			*cell = none
		}
	}
	if !fw.options.without(ClausePublic) {
		fw.expose(rows, v)
	}
	if o != none {
		put(fw.sets.union(v.relied(), base.relied()))
	}
	return fw.intern(rows), fw.single[f]
}

// expose exposes a private object and everything it leads to.
func (fw *follower) expose(rows []value, v value) {
	w := fw.width()
	for pending := []value{v}; len(pending) > 0; {
		o := pending[len(pending)-1].object()
		pending = pending[:len(pending)-1]
		if o == none || rows[int(o)*w] == exposed {
			continue
		}
		row := rows[int(o)*w : (int(o)+1)*w]
		row[0] = exposed
		pending = append(pending, row[1:]...)
	}
}

// create adds a new object, whose cells all hold it. Beyond MaxFresh the object is unknown.
func (fw *follower) create(cells list) (o value, after list) {
	n := fw.rows(cells)
	if n-fw.firstMade() >= fw.options.MaxFresh {
		fw.dropped = true
		return none, cells
	}
	rows := append(fw.known(cells), private)
	for range fw.width() - 1 {
		rows = append(rows, value(n))
	}
	return value(n), fw.intern(rows)
}

// collect drops objects that neither a variable nor a cell leads to, except those known at the
// entry, and renumbers the others.
func (b *builder) collect(values []value, cells list) list {
	n := b.rows(cells)
	if n <= b.base {
		return cells
	}
	w, packed := b.width(), b.all[cells]
	unreached := n - b.base // the number of objects
	kept, pending := slices.Grow(b.kept[:0], n)[:n], b.pending[:0]
	clear(kept)
	reach := func(v value) {
		if o := v.object(); o != none && int(o) >= b.base && !kept[o] {
			kept[o] = true
			unreached--
			pending = append(pending, o)
		}
	}
	for _, v := range values {
		reach(v)
	}
	// The objects known at the entry are roots too.
	for root := 0; unreached > 0 && (len(pending) > 0 || root < b.base); {
		row := root
		if last := len(pending) - 1; last >= 0 {
			row = int(pending[last])
			pending = pending[:last]
		} else {
			root++
		}
		for i := row*w + 1; i < (row+1)*w; i++ {
			reach(fourBytes(packed, i))
		}
	}
	b.kept, b.pending = kept, pending
	if unreached == 0 {
		return cells
	}
	rows, numbers := b.known(cells), make([]value, n)
	next := b.base
	for o := range kept {
		numbers[o] = value(o)
		if o >= b.base {
			numbers[o] = value(next)
			if kept[o] {
				copy(rows[next*w:(next+1)*w], rows[o*w:(o+1)*w])
				next++
			}
		}
	}
	rows = rows[:next*w]
	renumber := func(v *value) {
		if o := v.object(); o != none {
			*v = relying(numbers[o], v.relied())
		}
	}
	for i := range values {
		renumber(&values[i])
	}
	for i := range rows {
		if i%w != 0 {
			renumber(&rows[i])
		}
	}
	return b.intern(rows)
}

// afterLoop reports whether a state is at the head of a loop, after an iteration.
func (b *builder) afterLoop(s *state) bool {
	if s.From < 0 {
		return false
	}
	n := &b.graph.Nodes[s.node]
	if _, loop := n.Stmt.(*il.While); !loop {
		return false
	}
	from := b.frame.states[s.From].node // the nodes of the body are those up to n.Next
	return from > s.node && from <= n.Next
}

// widen returns the cells without anything known about exposed objects. It exposes the objects
// numbered from and above first, with all that they lead to. In values, those that rely on something
// or are such objects become none.
func (fw *follower) widen(values []value, cells list, from int) list {
	rows, w := fw.known(cells), fw.width()
	for o := from; o*w < len(rows); o++ {
		fw.expose(rows, value(o))
	}
	for i := range rows {
		if rows[i-i%w] == exposed && i%w != 0 {
			rows[i] = none
		}
	}
	for i, v := range values {
		if v.relied() != 0 || int(v.object()) >= from {
			values[i] = none
		}
	}
	return fw.intern(rows)
}

// fewStates is the number of states of a name up to which MaxVariants has no effect.
const fewStates = 512

// replaceCrowded counts a state, replaces it by a widened one if there have been more than
// MaxVariants at its node with the same objects in the variables, and reports whether it did.
func (b *builder) replaceCrowded(s state) bool {
	b.visits[s.node]++
	if s.widened || b.visits[s.node] <= b.options.MaxVariants || b.explored <= fewStates {
		return false
	}
	p := point{node: s.node, values: b.objects(s.values)}
	b.crowd[p]++
	if b.crowd[p] <= b.options.MaxVariants {
		return false
	}
	values := b.valuesOf(&s)
	s.cells, s.widened = b.widen(values, s.cells, b.base), true
	b.put(s, values)
	b.follower.widened = true
	return true
}

// objects returns the list of the objects of some values, without what they rely on.
func (fw *follower) objects(values list) list {
	for len(fw.bare) <= int(values) {
		fw.bare = append(fw.bare, unknown)
	}
	if fw.bare[values] == unknown {
		all := fw.known(values)
		for i, v := range all {
			all[i] = v.object()
		}
		fw.bare[values] = fw.intern(all)
	}
	return fw.bare[values]
}

// widenEntry returns the entry e with these arguments, widened if there have been more than
// MaxVariants with the same objects in the formals.
func (fw *follower) widenEntry(e entry, args []value) entry {
	if fw.frames[e] != nil || fw.explored <= fewStates {
		return e
	}
	bare := entry{unit: e.unit, values: fw.objects(e.values)}
	fw.entries[bare]++
	if fw.entries[bare] > fw.options.MaxVariants {
		e.cells = fw.widen(args, e.cells, fw.firstMade())
		e.values = fw.intern(args)
		fw.widened = true
	}
	return e
}

// lost names the first limit that made the analysis give up knowledge, "" if there is none.
func (fw *follower) lost() string {
	switch {
	case fw.dropped:
		return fmt.Sprintf("more than %d objects of its own making at a time", fw.options.MaxFresh)
	case fw.widened:
		return fmt.Sprintf("more than %d variants of what is known of shared objects",
			fw.options.MaxVariants)
	case fw.sets.full:
		return fmt.Sprintf("more than %d sets of fields", maxSets)
	default:
		return ""
	}
}
