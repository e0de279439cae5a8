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
	cut    cuts                             // why the context has ended a level
	start  func(race machine.Sites) problem // from all initial states: that from one from which there is the path to a race
	anew   uint64                           // from how many states on it may be begun anew for what was not found; 0 for never
	lean   bool                             // it is to be
	asked  int                              // how many races there were when that was looked at last
}

// Next implements strategy: it is a level.
func (l *levels) Next(ctx context.Context) bool {
	more := l.Search.Next(ctx)
	if (more || l.Full) && l.leaner() {
		return false
	}
	if !more && !l.Ended && !l.Full && !l.Narrow && !l.Wide {
		l.cut = interrupted(ctx)
	}
	return more
}

// leaner tells whether the search is to be begun anew, since less counts for what was not found:
// after so many states that this costs little, and where it would end.
func (l *levels) leaner() bool {
	if l.anew == 0 || l.Races == l.asked || l.States < l.anew && !l.Full {
		return false
	}
	l.asked, l.lean = l.Races, l.Leaner()
	l.anew = max(l.anew, 2*l.States)
	return l.lean
}

// fast tells whether a search like this may have a flat layout.
func (p problem) fast() bool {
	o := &p.o
	return o.Layout != Canonical && o.Strategy == Breadth && o.Switches < 0 && !p.g.Dead()
}

// flat begins a search in the flat layout, where there is one; nil otherwise.
func (p problem) flat() strategy {
	o := &p.o
	if p.given == nil || !p.fast() {
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

// Done implements strategy. Where the layout did not do, there is no result.
func (l *levels) Done(why cuts) *Result {
	if l.Narrow || l.Wide || l.lean {
		return nil
	}
	why |= l.cut
	if l.Full {
		why |= cutStates
	}
	if l.Unrolled {
		why |= cutUnroll
	}
	r := &Result{
		Layout: Flat,
		States: l.States, Transitions: l.Transitions(), Depth: l.Depth, Ends: l.Ends, Deadlocks: l.Deadlocks,
		Complete: why == 0, Cut: why.reason(), Memory: uint64(l.Most),
	}
	if l.o.Fingerprint {
		r.Missed = l.Missed()
	}
	r.Races = l.list(l.Found(), l.Steps, l.trail)
	return r
}

// trail executes the path to a race, from the given initial state or from one in
// which all that it reads is as it picks.
func (l *levels) trail(race machine.Sites) *trail {
	p := l.problem
	if l.start != nil {
		p = l.start(race)
	}
	starts, steps := l.Path(race)
	x := newExpander(&p)
	x.m.Load(p.given)
	x.m.At = starts
	t := newTrail(x.m)
	t.starts = starts
	for _, s := range steps {
		t.execute(x.m, s.Thread, s.To)
	}
	x.buffer = x.codec.Encode(x.buffer[:0], x.m, 0)
	t.take(x, t.names)
	t.of = &p
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
