package explore

import (
	"context"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/driver"
	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
)

// ErrUnroll is returned if the bound on iterations makes the program too large: loops are unrolled,
// and each multiplies what is inside.
var ErrUnroll = machine.ErrUnroll

// ErrMemory is the cause with which a context is cancelled when memory runs out.
var ErrMemory = driver.ErrMemory

// Ended returns why ctx ends a search, or NotCut if it is not done.
func Ended(ctx context.Context) Cut { return reason(driver.Ended(ctx)) }

// Search decides which pairs of accesses of p race (Definition 3.6), from all well-behaved initial
// states or from a given one, in the executions that o allows. A search that is cut returns what it
// has found. The error says what is wrong with the options or the initial state, or is ErrUnroll.
func Search(ctx context.Context, core *il.Core, p il.Pair, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	g, err := machine.Compile(core, p, machine.Options{Unroll: o.Unroll})
	if err != nil {
		return nil, err
	}
	return search(ctx, g, o)
}

// search is Search on a compiled program, with options that check accepts.
func search(ctx context.Context, g *machine.Program, o Options) (*Result, error) {
	given, err := o.given(g)
	if err != nil {
		return nil, err
	}
	p := problem{g: g, o: o, given: given}
	if o.Strategy == Random {
		return p.sample(ctx), nil
	}
	switch {
	case !p.fast():
	case given == nil && (o.MaxStates == 0 || o.MaxStates > smallSearch || o.Layout == Flat):
		return p.fromAll(ctx), nil
	case given != nil:
		if f := flat.New(g, given, o.maxObjects(given)); f != nil {
			s, _ := p.flatIn(ctx, f, nil)
			if r := s.run(); r.Cut != CutStates || o.Layout == Flat {
				return r, nil
			}
		}
	}
	return p.canonical(ctx).run(), nil
}

type problem struct {
	g     *machine.Program
	o     Options
	given *semantics.Init // the initial state; nil for all
	reuse
}

// reuse is what all searches of one program share.
type reuse struct {
	store      *canonical.Store    // empty; nil to make one
	candidates *machine.Candidates // the races that a search with Prune looks for; nil for all
	work       int                 // see canonical.Options
}

// searching is a running search in one layout.
type searching struct {
	*driver.Search
	problem problem
	layout  Layout
	space   space
	goal    *driver.Goal
}

// A space is a layout that can rebuild the execution on which it met a state.
type space interface {
	driver.Layout
	Path(h driver.Hit) *driver.Path
}

func (p problem) goal(known map[machine.Sites]bool) *driver.Goal {
	candidates := p.candidates
	if candidates == nil && p.o.Prune && !p.g.Bounded() && len(p.g.Core().Locks) == 0 {
		candidates = p.g.Candidates()
		for _, x := range p.o.Absent {
			candidates.Absent(x)
		}
	}
	return driver.NewGoal(candidates, known)
}

// canonical begins a search in the canonical layout.
func (p problem) canonical(ctx context.Context) *searching {
	s := &searching{problem: p, layout: Canonical, goal: p.goal(nil)}
	about := canonical.Problem{Program: p.g, Given: p.given, Goal: s.goal}
	o := canonical.Options{
		Switches: p.o.Switches, Known: int32(p.o.known()),
		MaxStates: p.o.MaxStates, MaxObjects: p.o.maxObjects(p.given),
		Fingerprint: p.o.Fingerprint, Reduce: p.o.Reduce,
		Workers: p.o.Workers, Work: p.work, Store: p.store,
	}
	if p.o.Strategy == Depth {
		o.Workers = 1
		s.begin(ctx, canonical.NewDepth(ctx, about, o), o.Workers)
	} else {
		s.begin(ctx, canonical.NewBreadth(ctx, about, o), o.Workers)
	}
	return s
}

func (s *searching) begin(ctx context.Context, states space, workers int) {
	o := driver.Options{MaxStates: s.problem.o.MaxStates, Workers: workers}
	if report := s.problem.o.Progress; report != nil {
		o.Progress = func(p Progress) {
			races := slice.Map(s.found(), func(f found) Race { return f.race })
			p.Races = len(Distinct(s.problem.g.Pair(), races))
			report(p)
		}
	}
	s.space, s.Search = states, driver.New(ctx, states, s.goal, o)
}

// fast reports whether the search may use a flat layout.
func (p problem) fast() bool {
	o := &p.o
	return o.Layout != Canonical && o.Strategy == Breadth && o.Switches < 0 && !p.g.Dead()
}

// flatIn begins a search in a flat layout for the pairs that are not known.
func (p problem) flatIn(
	ctx context.Context, f *flat.Layout, known flat.Known,
) (*searching, *flat.Space) {
	s := &searching{problem: p, layout: Flat, goal: p.goal(known)}
	o := flat.Options{
		Fingerprint: p.o.Fingerprint, Reduce: p.o.Reduce, Workers: p.o.Workers, Known: p.o.known(),
	}
	space := f.NewSpace(ctx, s.goal, o)
	s.begin(ctx, space, p.o.Workers)
	return s, space
}

func (s *searching) run() *Result {
	s.Run()
	return s.result()
}

func (s *searching) result() *Result {
	c := s.space.Counts()
	cut := reason(s.Cuts | c.Cuts)
	r := &Result{
		Layout: s.layout,
		States: uint64(s.States), Transitions: c.Transitions, Depth: c.Depth,
		Ends: c.Ends, StuckEnds: c.StuckEnds, DeadlockStates: c.Deadlocks,
		Complete: cut == NotCut, Cut: cut, Missed: c.Missed, Memory: c.MaxMemory,
	}
	r.add(s.found()...)
	return r
}

// found returns the races in the order in which they were found.
func (s *searching) found() (all []found) {
	for _, h := range s.goal.Hits() {
		path := func() *driver.Path { return s.space.Path(h) }
		all = append(all, found{h.Sites, s.problem.race(h.Sites, h.Steps, path)})
	}
	return all
}

type found struct {
	sites machine.Sites
	race  Race
}
