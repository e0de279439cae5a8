package explore

import (
	"context"

	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
)

// levels is a breadth-first search in the flat layout under way.
type levels struct {
	problem
	*flat.Search
	layout *flat.Layout
	cut    cuts // why the context has ended a level
}

// Next implements strategy: it is a level.
func (l *levels) Next(ctx context.Context) bool {
	more := l.Search.Next(ctx)
	if !more && !l.Ended && !l.Full {
		l.cut = interrupted(ctx)
	}
	return more
}

// flat begins a search in the flat layout, where there is one; nil otherwise.
func (p problem) flat() strategy {
	o := &p.o
	if o.Strategy != Breadth || p.given == nil || o.Switches >= 0 || p.g.Dead() {
		return nil
	}
	layout := flat.New(p.g, p.given, o.mostObjects(p.given))
	if layout == nil {
		return nil
	}
	return p.levels(layout)
}

// levels begins a search in a layout.
func (p problem) levels(layout *flat.Layout) *levels {
	o := &p.o
	l := &levels{problem: p, layout: layout}
	l.Search = layout.Start(flat.Options{
		MaxStates: o.MaxStates, Fingerprint: o.Fingerprint, Reduce: o.Reduce, Prune: o.Prune, Workers: o.Workers, Report: l.report,
	})
	return l
}

// report tells the caller how far the search has come.
func (l *levels) report() {
	if l.o.Progress == nil {
		return
	}
	l.o.Progress(Progress{
		States: l.States, Frontier: l.States - l.Looked, Depth: l.Depth, Races: l.Races, Memory: uint64(l.Memory),
	})
}

// Done implements strategy.
func (l *levels) Done(why cuts) *Result {
	why |= l.cut
	if l.Full {
		why |= cutStates
	}
	if l.Unrolled {
		why |= cutUnroll
	}
	r := &Result{
		States: l.States, Transitions: l.Transitions(), Depth: l.Depth, Ends: l.Ends, Deadlocks: l.Deadlocks,
		Complete: why == 0, Cut: why.reason(), Memory: uint64(l.Most),
	}
	if l.o.Fingerprint {
		r.Missed = l.Missed()
	}
	r.Races = l.list(l.Found(), l.trail)
	return r
}

// trail executes the path to a race.
func (l *levels) trail(race machine.Sites) *trail {
	starts, steps := l.Path(race)
	x := newExpander(&l.problem)
	x.m.Load(l.given)
	x.m.At = starts
	t := newTrail(x.m)
	t.starts = starts
	for _, s := range steps {
		t.execute(x.m, s.Thread, s.To)
	}
	x.buffer = x.codec.Encode(x.buffer[:0], x.m, 0)
	t.take(x, t.names)
	return t
}

// execute executes a step of thread i of m to a control state.
func (t *trail) execute(m *machine.Machine, i int, to *machine.Control) {
	before := m.Objects()
	t.steps = append(t.steps, step{i, m.At[i], to})
	if m.Execute(i) != machine.Done {
		panic("explore: a state does not lead to its successor")
	}
	if m.Objects() > before {
		t.names = append(t.names, t.Object(true))
	}
	m.At[i] = to
}
