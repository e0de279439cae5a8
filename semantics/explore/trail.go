package explore

import (
	"slices"

	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/machine"
)

// step is a step on the way to a state: the command of a control state is
// executed.
type step struct {
	thread   int
	from, to *machine.Control
}

// trail is the path from an initial state to a state.
type trail struct {
	machine.Found
	starts [2]*machine.Control
	steps  []step
	state  []byte   // the present one
	names  []int    // in Found, of each object of the present state, from 1
	of     *problem // that it is of, if not the one that is searched
}

// newTrail is a trail before its first state, in m as it was loaded.
func newTrail(m *machine.Machine) *trail {
	t := &trail{}
	for range m.Objects() {
		t.names = append(t.names, t.Object(false))
	}
	return t
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
	x.m.Load(e.given)
	t := newTrail(x.m)
	x.watch = func() {
		if t.state == nil && e.store.Leads(to, x.ordinal, x.buffer) {
			t.starts = x.m.At
			t.take(x, t.names)
			x.ended = true
		}
	}
	x.ended = false
	x.starts(func() bool { return true })
	if t.state == nil {
		panic("explore: no initial state leads to a state that was met")
	}
	return t
}

// follow adds the step that leads to the next state of a path.
func (e *engine) follow(t *trail, x *expander, to canonical.Link) {
	x.switches = x.codec.Decode(t.state, x.m)
	from := x.m.At
	x.ordinal = 0
	x.ended = false // true when it is found
	x.watch = func() {
		if x.ended || !e.store.Leads(to, x.ordinal, x.buffer) {
			return
		}
		x.ended = true
		i := x.moving
		names := t.define(x.m, x.picks)
		if int(x.m.Objects()) > len(names) { // names[o-1] is the name of object o
			names = append(names, t.Object(true))
		}
		t.steps = append(t.steps, step{i, from[i], x.m.At[i]})
		t.take(x, names)
	}
	e.g.Expand(0, from[0])
	e.g.Expand(1, from[1])
	x.picks = x.picks[:0]
	x.steps()
	if !x.ended {
		panic("explore: a state does not lead to its successor")
	}
}

// define notes the initial values that were picked in the present state, and gives
// the names of its objects and of those that came into being with the values.
func (t *trail) define(m *machine.Machine, picks []pick) []int {
	names := slices.Clone(t.names)
	for _, p := range picks {
		if int(p.object) > len(names) {
			names = append(names, t.Object(false))
		}
		t.Define(m, p.at, names[p.object-1], names)
	}
	return names
}

// take makes the state in x.buffer the present one. names are those of the
// objects of the machine, by number from 1.
func (t *trail) take(x *expander, names []int) {
	t.state = slices.Clone(x.buffer)
	t.names = nil
	for _, o := range x.codec.Met() {
		t.names = append(t.names, names[o-1])
	}
}
