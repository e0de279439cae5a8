package dpor

import (
	"context"
	"maps"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/semantics/explore/machine"
)

// Options bound an exploration. The zero Options enter no loop.
type Options struct {
	// Unroll is how often a loop is entered each time it is reached, negative without loops.
	Unroll        int
	MaxExecutions uint64 // 0 means no limit
}

// cutExecutions says that Options.MaxExecutions has cut the result.
const cutExecutions explore.Cut = "executions"

// A Result is the result of an exploration.
type Result struct {
	Executions uint64 // how many were explored to their end: Complete + Deadlocked + Blocked
	Complete   uint64 // how many ended with both threads at their ends
	Deadlocked uint64 // how many ended in a deadlock
	// Blocked is how many were abandoned because every continuation is explored elsewhere. It is 0,
	// because the reduction is optimal.
	Blocked uint64
	Steps   uint64 // how many steps were executed; those that executions share count once
	Races   []Race // sorted by positions, reads before writes
	// Deadlocks are the lock() statements at which threads wait for each other, sorted likewise.
	Deadlocks []Race
	Cut       explore.Cut // why there may be more, or explore.NotCut
}

// A Race is a pair of accesses that race (Definition 3.6), thread A's and thread B's. A deadlock
// has its two lock() statements.
type Race struct{ Left, Right explore.Access }

func (r Race) sites() il.Sites {
	return il.Sites{{At: r.Left.At, Kind: r.Left.Kind}, {At: r.Right.At, Kind: r.Right.Kind}}
}

// Explore executes one execution of each Mazurkiewicz class of p from the initial state in, and
// lists the races and deadlocks that any execution from in shows. A result that is cut has those
// that were found before. The error is errLoop, errStuck, explore.ErrUnroll, or says why in is not
// an initial state of p.
func Explore(ctx context.Context, core *il.Core, p il.Pair, in semantics.Init, o Options) (
	*Result, error,
) {
	m, err := newStepper(core, p, in, o.Unroll)
	if err != nil {
		return nil, err
	}
	x := explorer{stepper: m, ctx: ctx, o: o, races: pairs{}, deadlocks: pairs{}}
	m.starts(func() { x.visit(0, 0, x.free) })
	if x.err != nil {
		return nil, x.err
	}
	r := &x.result
	if r.Cut == explore.NotCut && m.cut {
		r.Cut = explore.CutUnroll
	}
	r.Executions = r.ended()
	r.Races, r.Deadlocks = x.races.sorted(), x.deadlocks.sorted()
	return r, nil
}

func (r *Result) ended() uint64 { return r.Complete + r.Deadlocked + r.Blocked }

// pairs maps the commands of A and B that race, or deadlock, to the race.
type pairs map[[2]il.Command]Race

// add adds the commands that the threads are about to execute in s.
func (p pairs) add(s *state) {
	pair := [2]il.Command{s.at[a].command, s.at[b].command}
	p[pair] = Race{explore.AccessOf(il.StmtOf(pair[a])), explore.AccessOf(il.StmtOf(pair[b]))}
}

func (p pairs) sorted() []Race {
	return slice.Sorted(maps.Values(p), func(r, s Race) int { return r.sites().Compare(s.sites()) })
}

type explorer struct {
	*stepper
	execution
	ctx              context.Context
	o                Options
	races, deadlocks pairs
	result           Result
	err              error // the first one
}

// visit makes the machine's state the present one, number n of the execution, records its race, and
// calls next. It leaves the execution as it was.
func (e *explorer) visit(n, clock int, next func()) {
	if e.stopped() {
		return
	}
	s := e.push(e.stepper, n, clock)
	pair := [2]il.Command{s.at[a].command, s.at[b].command}
	if _, known := e.races[pair]; !known && meet(s.next[a], s.next[b]) {
		e.races.add(s)
	}
	next()
	e.n = n - 1
}

// meet is Definition 3.6: two accesses of one cell, at least one of them a store.
func meet(f, g machine.Footprint) bool {
	none := machine.Cell{}
	accessed := func(f machine.Footprint) machine.Cell {
		if f.Write != none {
			return f.Write
		}
		return f.Reads[len(f.Reads)-1]
	}
	return f.Access && g.Access && (f.Write != none || g.Write != none) &&
		accessed(f) == accessed(g)
}

// free continues from the present state with both threads: first with A, if it can move, then with
// B where that leads to unexplored executions. A is not asleep: the last step was A's, or a
// step of B that A's next command depends on.
func (e *explorer) free() {
	s := e.top()
	switch {
	case e.done():
		e.result.Complete++
	case e.Enabled(a):
		s.moved, s.tree = a, wakeup{}
		e.makeStep(a, func() { e.visit(e.n+1, s.clock, e.free) })
		// The executions after the step of A have found out how to continue with B instead. There
		// is at most one way, because the next step of B is chosen.
		tree := s.tree
		for _, w := range tree.next {
			e.asleep(w)
		}
	case e.Enabled(b): // A has ended or waits for the lock
		e.stepB(s, func(clock int) { e.visit(e.n+1, clock, e.free) })
	case e.deadlock():
		e.result.Deadlocked++
		e.deadlocks.add(s)
		e.scheduleReversal()
	default:
		e.err = errStuck
	}
}

// asleep continues from the present state with B, as w says: everything that begins with A's next
// command is explored elsewhere.
func (e *explorer) asleep(w *wakeup) {
	s := e.top()
	if s.next[a].Conflicts(s.next[b]) { // wakes A
		e.stepB(s, func(clock int) { e.visit(e.n+1, clock, e.free) })
		return
	}
	if len(w.next) == 0 || !e.Enabled(b) {
		e.result.Blocked++
		return
	}
	e.stepB(s, func(clock int) {
		for _, v := range w.next {
			if v.step == e.at[b] {
				e.visit(e.n+1, clock, func() { e.asleep(v) })
			}
		}
	})
}

// stepB executes the next command of B in s and calls next with the clock after it.
func (e *explorer) stepB(s *state, next func(clock int)) {
	s.moved = b
	clock := e.scheduleReversal()
	e.makeStep(b, func() { next(clock) })
}

// makeStep is step, and records the error.
func (e *explorer) makeStep(i int, next func()) {
	e.result.Steps++
	if err := e.step(i, next); e.err == nil {
		e.err = err
	}
}

// stopped reports whether the exploration ends here, and records why.
func (e *explorer) stopped() bool {
	r := &e.result
	switch {
	case e.err != nil || r.Cut != explore.NotCut:
		return true
	case e.o.MaxExecutions > 0 && r.ended() >= e.o.MaxExecutions:
		r.Cut = cutExecutions
	case r.Steps%1024 == 0:
		r.Cut = explore.Ended(e.ctx)
	}
	return r.Cut != explore.NotCut
}
