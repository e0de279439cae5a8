package absence

import (
	"context"
	"maps"
	"math"

	"wobbly/il"
)

// A Finder looks for certificates of the accesses of a pair of units. It is not safe for concurrent
// use.
type Finder struct {
	*program
	// whole is the solution in which each thread relies on all stores of the other one; nil if it
	// was not found. invariant is its record, nil until needed.
	whole     [2]*walker
	invariant *[2]threadInvariant
}

// NoLimit is a limit that no Finder reaches.
const NoLimit = math.MaxInt

// NewFinder returns a Finder that stops when its Work exceeds limit. If ctx ends, the Finder finds
// fewer certificates. The error is ErrRecursive.
func NewFinder(ctx context.Context, core *il.Core, p il.Pair, limit int) (*Finder, error) {
	if core.Recursive {
		return nil, ErrRecursive
	}
	f := &Finder{program: newProgram(core, p, limit)}
	f.whole, _ = f.solve(ctx, func(w *walker) cells { return w.after })
	return f, nil
}

// Work returns the work of the Finder so far: the sum, over the statements that it has walked, of
// the size of the state. It may exceed the limit by one statement.
func (f *Finder) Work() int { return f.work }

// Absent returns a certificate that the accesses at two sites never race. It returns nil if it
// finds none, the limit is reached or ctx ends. Check accepts the certificate.
func (f *Finder) Absent(ctx context.Context, sites [2]il.Site) *Certificate {
	c := &Certificate{Units: [2]string{f.pair.Left.Name, f.pair.Right.Name}, Sites: sites}
	if f.whole[0] != nil && separated(f.whole, sites) == nil {
		if f.invariant == nil {
			f.invariant = f.record(ctx, f.whole)
		}
		c.threads = f.invariant
	} else {
		walkers, err := f.solve(ctx, func(w *walker) cells { return w.before(sites[w.thread]) })
		if err != nil || separated(walkers, sites) != nil {
			return nil
		}
		c.threads = f.record(ctx, walkers)
	}
	if c.threads == nil {
		return nil
	}
	return c
}

// before returns the values that a thread may have stored before an access at a site.
func (w *walker) before(s il.Site) cells {
	all := cells{}
	for _, r := range w.at(s) {
		all.join(r.before)
	}
	return all
}

// solve walks through both units until each thread relies on the relevant stores of the other one.
// It begins with no stores, so it ends with the least solution.
func (f *Finder) solve(
	ctx context.Context, relevant func(*walker) cells,
) (walkers [2]*walker, err error) {
	relies := [2]cells{{}, {}}
	for {
		for i := range walkers {
			walkers[i] = &walker{
				program: f.program, ctx: ctx, thread: i, relies: maps.Clone(relies[i]),
				loop: iterate,
			}
			if err := walkers[i].walk(); err != nil {
				return [2]*walker{}, err
			}
		}
		done := true
		for i := range walkers {
			if relies[1-i].join(relevant(walkers[i])) {
				done = false
			}
		}
		if done {
			return walkers, nil
		}
	}
}

// iterate returns the least state that covers s and the state after an iteration of a loop.
func iterate(w *walker, l *il.While, s *state, held il.Level) (*state, error) {
	for {
		end, err := w.block(l.Body, s.clone(), held)
		if err != nil {
			return nil, err
		}
		if w.within(end, s) {
			return s, nil
		}
		w.join(s, end)
	}
}

// record returns the invariant of a solution: the states of loops, in the order of a walk that
// meets each loop once for each state at entry of its method. It returns nil if the limit is
// reached or ctx ends.
func (f *Finder) record(ctx context.Context, walkers [2]*walker) *[2]threadInvariant {
	threads := &[2]threadInvariant{}
	for i, w := range walkers {
		thread := &threads[i]
		thread.relies = w.relies
		recorder := &walker{program: f.program, ctx: ctx, thread: i, relies: w.relies}
		recorder.loop = func(w *walker, l *il.While, s *state, held il.Level) (*state, error) {
			scratch := &walker{
				program: f.program, ctx: ctx, thread: i, formals: w.formals, relies: w.relies,
				loop:  iterate,
				found: map[occurrence]*reached{}, exits: map[string]*state{},
			}
			s, err := iterate(scratch, l, s, held)
			if err != nil {
				return nil, err
			}
			thread.loops = append(thread.loops, s.clone())
			if _, err := w.block(l.Body, s.clone(), held); err != nil {
				return nil, err
			}
			return s, nil
		}
		if err := recorder.walk(); err != nil {
			return nil
		}
	}
	return threads
}
