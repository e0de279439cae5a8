package explore

import (
	"bytes"
	"cmp"
	"slices"
)

// step is a step on the way to a state, with everything that was open before
// it.
type step struct {
	thread int
	from   *Control // whose command is executed
	to     *Control
	picks  []named // initial values that the step needed
	made   int     // by a new(): the object; -1 otherwise
}

// named is an initial value in a trail: a register, or a cell of an object.
type named struct {
	register Place // where object is -1
	object   int
	field    int32
	value    int
}

// trail is the way from an initial state to a state. Its objects keep their
// names all along: they are numbered from 0 in the order in which they were
// met or made.
type trail struct {
	starts  [2]*Control
	steps   []step
	initial []bool // of each object
	given   bool   // the first objects are those of the given initial state, in its order

	state []byte // the present one
	name  []int  // of each object of the present state, from 1
}

// races lists the races that were seen, each with its witness.
func (e *engine) races() []Race {
	first := map[pair]sighting{}
	var pairs []pair
	for i := range e.found {
		t := &e.found[i]
		for k, p := range t.pairs {
			old, ok := first[p]
			if !ok {
				pairs = append(pairs, p)
			}
			if !ok || t.first[k].round < old.round { // of the same round, the first shard's
				first[p] = t.first[k]
			}
		}
	}
	return e.list(pairs, func(p pair) *trail { return e.trail(first[p].at) })
}

// list makes the races of pairs of sites, sorted by positions.
func (e *engine) list(pairs []pair, trailOf func(pair) *trail) []Race {
	slices.SortFunc(pairs, func(p, q pair) int {
		return cmp.Or(e.compare(0, p[0], q[0]), e.compare(1, p[1], q[1]))
	})
	var races []Race
	for _, p := range pairs {
		t := trailOf(p)
		races = append(races, Race{
			Left:    accessOf(e.g.threads[0].sites[p[0]]),
			Right:   accessOf(e.g.threads[1].sites[p[1]]),
			Steps:   len(t.steps),
			Witness: e.witness(t),
		})
	}
	return races
}

// compare orders the loads and stores of thread i by position, reads first.
func (e *engine) compare(i int, s, t int32) int {
	a, b := accessOf(e.g.threads[i].sites[s]), accessOf(e.g.threads[i].sites[t])
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Kind, b.Kind))
}

// trail follows the links of the store back from a state, and then executes the
// way forward.
func (e *engine) trail(r ref) *trail {
	var way []uint64 // of each state its ordinal and ref, the last one first
	for r != noRef {
		s := e.shards[r.shard()]
		if e.o.Fingerprint {
			from := s.log[r.at()]
			way = append(way, from>>refBits)
			r = ref(from & refMask)
			continue
		}
		link, _, _ := s.open(r.at())
		way = append(way, uint64(r))
		r = ref(link)
	}
	slices.Reverse(way)
	x := newExpander(e.g, &e.o)
	t := e.begin(x, way[0])
	for _, to := range way[1:] {
		e.follow(t, x, to)
	}
	return t
}

// leads tells whether the state in x.buffer is the one that an entry of a way
// stands for.
func (e *engine) leads(x *expander, to uint64) bool {
	if e.o.Fingerprint {
		return x.ordinal == to
	}
	r := ref(to)
	return bytes.Equal(x.buffer, e.shards[r.shard()].record(r.at()))
}

// begin is the trail of an initial state.
func (e *engine) begin(x *expander, to uint64) *trail {
	t := &trail{given: e.given != nil}
	x.m.load(e.given)
	for range x.m.n {
		t.initial = append(t.initial, true)
	}
	x.watch = func() {
		if t.state == nil && e.leads(x, to) {
			t.starts = x.m.at
			t.take(x, nil)
		}
	}
	x.starts()
	if t.state == nil {
		panic("explore: no initial state leads to a state that was met")
	}
	return t
}

// follow adds the step that leads to the next state of a way.
func (e *engine) follow(t *trail, x *expander, to uint64) {
	x.switches = x.codec.decode(t.state, x.m)
	from, found := x.m.at, false
	names := t.name
	x.ordinal = 0
	x.watch = func() {
		if found || !e.leads(x, to) {
			return
		}
		found = true
		i := x.moving
		s := step{thread: i, from: from[i], to: x.m.at[i], made: -1}
		names, s.picks = t.define(x.m, names, x.picks)
		if int(x.m.n) > len(names) { // names[o-1] is the name of object o
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
func (t *trail) define(m *Machine, names []int, picks []pick) ([]int, []named) {
	names = slices.Clone(names)
	var values []named
	for _, p := range picks {
		if int(p.object) > len(names) {
			names = append(names, len(t.initial))
			t.initial = append(t.initial, true)
		}
		v := named{register: p.at, object: -1, value: names[p.object-1]}
		if p.at >= m.g.heap {
			cell := p.at - m.g.heap
			v.object, v.field = names[cell/m.g.width], cell%m.g.width
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
	for _, o := range x.codec.met {
		if names == nil {
			t.name = append(t.name, int(o)-1)
		} else {
			t.name = append(t.name, names[o-1])
		}
	}
}
