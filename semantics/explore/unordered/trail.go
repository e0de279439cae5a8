package unordered

import (
	"bytes"
	"slices"

	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/machine"
)

// race is the race of a hit, with its execution.
func (x *engine) race(s hit) Race {
	sites := [2]int32{s.f.site, s.q}
	if s.f.thread == 1 {
		sites[0], sites[1] = sites[1], sites[0]
	}
	r := Race{Left: x.program.access(0, sites[0]), Right: x.program.access(1, sites[1])}
	if s.draw != nil {
		r.Execution = x.program.drawn(s.draw)
	} else {
		r.Execution = x.part.toProgram(x.program.core, x.program.units, x.execution(s))
	}
	return r
}

// access describes a site of thread i.
func (c *code) access(i int, n int32) explore.Access {
	s := &c.threads[i].sites[n]
	return explore.Access{Stmt: s.stmt, At: s.At, Kind: s.Kind}
}

// execution is an execution of the slice that ends in a hit. It follows the
// links of the store back, and then executes the way forward.
func (x *engine) execution(s hit) Execution {
	var way []int32
	for n := s.from; n != none; n = x.store.from[n] {
		way = append(way, n)
	}
	slices.Reverse(way)
	t := &trail{mover: x.code.mover(), store: x.store, second: s.q, to: way[0]}
	t.see = t
	for range t.m.Objects() {
		t.names = append(t.names, t.Object(false))
	}
	t.starts()
	for i, p := range t.next.at {
		t.pending[i] = t.decisions(t.threads[i].ended, p)
	}
	t.arrive(t.next, t.names)
	for k := range way[1:] {
		t.follow(way[k], way[k+1])
	}
	t.follow(s.from, none)
	t.out.Init = t.init(x.program.units, &t.Found)
	return t.out
}

// trail is an execution in the making: the states of a search, come to once more.
type trail struct {
	mover
	machine.Found
	store   *store
	second  int32               // the site of the second access
	pending [2][]semantics.Take // of each thread, since its last step
	names   []int               // in Found, of the objects of the present state, from number 1
	out     Execution

	moving int
	to     int32 // the state that is looked for; none for the second access
	next   *stride
	buffer []byte
}

// stride is a step that leads where a trail has to go.
type stride struct {
	thread  int
	picks   []pick
	at      [2]*point // where the threads stand behind it
	made    bool      // the first access has been made behind it
	objects int32     // of the machine behind it
	met     []int32   // of them, in the order of their numbers in the state
}

// follow makes the step from a state to another.
func (t *trail) follow(from, to int32) {
	f := t.decode(t.store.state(from))
	at := t.at
	t.to, t.next = to, nil
	for i := range 2 {
		t.moving, t.picks = i, t.picks[:0]
		t.step(i, f)
	}
	s := t.next
	if s == nil {
		panic("unordered: a state does not lead to its successor")
	}
	t.out.Steps = append(t.out.Steps, execution.Turn{Thread: semantics.Tid(s.thread), Decisions: t.pending[s.thread]})
	names := t.known(s)
	if to == none {
		return
	}
	if s.made && !f.made {
		t.out.First = len(t.out.Steps) - 1
	}
	t.pending[s.thread] = t.decisions(at[s.thread], s.at[s.thread])
	t.arrive(s, names)
}

// known notes the initial values that a stride needs, and gives names to the
// objects that come into being with it.
func (t *trail) known(s *stride) []int {
	names := slices.Clone(t.names)
	for _, p := range s.picks {
		if int(p.object) > len(names) {
			names = append(names, t.Object(false))
		}
		t.Define(t.m, p.at, names[p.object-1], names)
	}
	if int(s.objects) > len(names) {
		names = append(names, t.Object(true))
	}
	return names
}

// arrive makes the state behind a stride the present one. names are those of the
// objects of the machine.
func (t *trail) arrive(s *stride, names []int) {
	t.names = t.names[:0:0]
	for _, o := range s.met {
		t.names = append(t.names, names[o-1])
	}
}

// state implements visitor: is it the state that is looked for?
func (t *trail) state(at [2]*point, f first) {
	if t.next != nil || t.to == none {
		return
	}
	var ok bool
	if t.buffer, ok = t.encode(t.buffer[:0], f); ok && bytes.Equal(t.buffer, t.store.state(t.to)) {
		t.note(at, f)
		t.next.met = slices.Clone(t.numbers.Met())
	}
}

// pair implements visitor: is it the second access?
func (t *trail) pair(_ int, q int32, f first) {
	if t.next == nil && t.to == none && q == t.second {
		t.note(t.at, f)
	}
}

// more implements visitor.
func (t *trail) more() bool { return t.next == nil }

// note makes the step that led here the next one.
func (t *trail) note(at [2]*point, f first) {
	t.next = &stride{thread: t.moving, picks: slices.Clone(t.picks), at: at, made: f.made, objects: t.m.Objects()}
}
