package unordered

import (
	"bytes"
	"slices"

	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/machine"
)

// race returns the race of a hit. It has no execution if that would be too long.
func (e *engine) race(s hit) Race {
	access := func(i int, n int32) explore.Access {
		return explore.AccessOf(e.program.threads[i].sites[n].stmt)
	}
	sites := [2]int32{s.f.site, s.q}
	if s.f.thread == 1 {
		sites[0], sites[1] = sites[1], sites[0]
	}
	r := Race{Left: access(0, sites[0]), Right: access(1, sites[1])}
	if d := s.drawn; d != nil {
		x := e.program.execution(e.program, d.steps, d.first, &d.found)
		r.Execution = &x
	} else {
		r.Execution = e.part.toProgram(e.program.core, e.program.units, e.trail(s))
	}
	return r
}

// execution returns steps of c as an execution of the units of p. c may be a slice of p.
func (c *code) execution(p *code, steps []driver.Step, first int, found *machine.Found) Execution {
	out := Execution{First: first}
	if c.start != nil {
		out.Init = *c.start
	} else {
		out.Init = found.Init(c.g, p.units)
	}
	from := [2]*machine.Control{c.threads[0].ended.Control, c.threads[1].ended.Control}
	for _, s := range steps {
		turn := execution.Turn{Thread: semantics.Tid(s.Thread)}
		for _, choice := range c.g.Choices(from[s.Thread], s.From) {
			turn.Decisions = append(turn.Decisions, choice.Take)
		}
		out.Steps = append(out.Steps, turn)
		from[s.Thread] = s.From
	}
	return out
}

// trail returns an execution of the slice that ends in a hit. It follows the store's links back and
// then executes the path again.
func (e *engine) trail(s hit) Execution {
	var path []int32
	for n := s.from; n != none; n = e.store.from[n] {
		path = append(path, n)
	}
	slices.Reverse(path)
	t := &trail{mover: e.code.mover(), store: e.store, second: s.q, to: path[0]}
	t.visitor, t.path = t, driver.NewPath(t.machine, t.start)
	t.starts()
	for k, n := range path {
		t.to = none
		if k+1 < len(path) {
			t.to = path[k+1]
		}
		f := t.decode(t.store.state(n))
		t.from, t.watching, t.found = t.at, f.made, false
		for i := range 2 {
			t.thread, t.picks = i, t.picks[:0]
			t.step(i, f)
		}
		if !t.found {
			panic("unordered: a state does not lead to its successor")
		}
	}
	return t.execution(e.program, t.path.Steps, t.first, &t.path.Found)
}

// A trail is a visitor that follows the states of an execution.
type trail struct {
	mover
	path     *driver.Path
	store    *store
	second   int32     // the site of the second access
	to       int32     // the next state; none for the second access
	from     [2]*point // where the threads are in the state before; nil before the initial state
	watching bool      // whether the first access was made before that state
	first    int       // the step that made the first access
	thread   int       // the thread whose step is tried
	found    bool      // whether that step was the right one
	buffer   []byte
}

// state recognises the next state.
func (t *trail) state(at [2]*point, f first) {
	if t.found || t.to == none {
		return
	}
	var ok bool
	if t.buffer, ok = t.encode(t.buffer[:0], f); ok && bytes.Equal(t.buffer, t.store.state(t.to)) {
		t.arrive(at)
		t.path.Renumber(t.numbers.Met())
		if f.made && !t.watching {
			t.first = len(t.path.Steps) - 1
		}
	}
}

// pair recognises the second access.
func (t *trail) pair(q int32, _ first) {
	if !t.found && t.to == none && q == t.second {
		t.arrive(t.at)
	}
}

func (t *trail) more() bool { return !t.found }

// arrive adds the step that led to the present state.
func (t *trail) arrive(at [2]*point) {
	t.found = true
	for _, p := range t.picks {
		t.path.Pick(p)
	}
	if from := t.from[t.thread]; from != nil {
		t.path.Step(t.thread, from.Control, at[t.thread].Control)
	}
}
