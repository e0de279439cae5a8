package explore

import (
	"slices"

	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// step is a step on the way to a state, with everything that was open before
// it.
type step struct {
	thread int
	from   *machine.Control // whose command is executed
	to     *machine.Control
	picks  []named // initial values that the step needed
	made   int     // by a new(): the object; -1 otherwise
}

// named is an initial value in a trail: a register, or a cell of an object.
type named struct {
	register machine.Address // where object is -1
	object   int
	field    int32
	value    int
}

// trail is the path from an initial state to a state. Its objects keep their
// names all along: they are numbered from 0 in the order in which they were
// met or made.
type trail struct {
	starts  [2]*machine.Control
	steps   []step
	initial []bool // of each object
	given   bool   // the first objects are those of the given initial state, in its order

	state []byte // the present one
	name  []int  // of each object of the present state, from 1
}

// trail follows the links of the store back from a state, and then executes the
// path forward.
func (e *engine) trail(r canonical.Ref) *trail {
	path := e.store.Path(r)
	x := newExpander(&e.problem)
	t := e.begin(x, path[0])
	for _, to := range path[1:] {
		e.follow(t, x, to)
	}
	return t
}

// begin is the trail of an initial state.
func (e *engine) begin(x *expander, to canonical.Link) *trail {
	t := &trail{given: e.given != nil}
	x.m.Load(e.given)
	for range x.m.Objects() {
		t.initial = append(t.initial, true)
	}
	x.watch = func() {
		if t.state == nil && e.store.Leads(to, x.ordinal, x.buffer) {
			t.starts = x.m.At
			t.take(x, nil)
		}
	}
	x.starts()
	if t.state == nil {
		panic("explore: no initial state leads to a state that was met")
	}
	return t
}

// follow adds the step that leads to the next state of a path.
func (e *engine) follow(t *trail, x *expander, to canonical.Link) {
	x.switches = x.codec.Decode(t.state, x.m)
	from, found := x.m.At, false
	names := t.name
	x.ordinal = 0
	x.watch = func() {
		if found || !e.store.Leads(to, x.ordinal, x.buffer) {
			return
		}
		found = true
		i := x.moving
		s := step{thread: i, from: from[i], to: x.m.At[i], made: -1}
		names, s.picks = t.define(x.m, names, x.picks)
		if int(x.m.Objects()) > len(names) { // names[o-1] is the name of object o
			s.made = len(t.initial)
			t.initial = append(t.initial, false)
			names = append(names, s.made)
		}
		t.steps = append(t.steps, s)
		t.take(x, names)
	}
	e.g.Expand(0, from[0])
	e.g.Expand(1, from[1])
	x.picks = x.picks[:0]
	x.steps()
	if !found {
		panic("explore: a state does not lead to its successor")
	}
}

// define names the initial values that were picked in a state, and the objects
// that came into being with them.
func (t *trail) define(m *machine.Machine, names []int, picks []pick) ([]int, []named) {
	names = slices.Clone(names)
	var values []named
	for _, p := range picks {
		if int(p.object) > len(names) {
			names = append(names, len(t.initial))
			t.initial = append(t.initial, true)
		}
		v := named{register: p.at, object: -1, value: names[p.object-1]}
		if o, f := m.ObjectOf(p.at); o > 0 {
			v.object, v.field = names[o-1], f
		}
		values = append(values, v)
	}
	return names, values
}

// take makes the state in x.buffer the present one. names are those of the
// objects of the machine, by number from 1; nil where they are their numbers.
func (t *trail) take(x *expander, names []int) {
	t.state = slices.Clone(x.buffer)
	t.name = t.name[:0:0]
	for _, o := range x.codec.Met() {
		if names == nil {
			t.name = append(t.name, int(o)-1)
		} else {
			t.name = append(t.name, names[o-1])
		}
	}
}
