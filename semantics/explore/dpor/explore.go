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
	// Unroll is how often a loop is entered each time it is reached. It is negative for programs
	// without loops.
	Unroll        int
	MaxExecutions uint64 // 0 means no limit
}

// cutExecutions says that Options.MaxExecutions has cut the result.
const cutExecutions explore.Cut = "executions"

type Result struct {
	Executions uint64 // explored to their end: Complete + Deadlocked + Blocked
	Complete   uint64 // ended with both threads at their ends
	Deadlocked uint64 // ended in a deadlock
	// Blocked executions were abandoned because every continuation is explored elsewhere. There are
	// none, since the reduction is optimal.
	Blocked uint64
	Steps   uint64 // executed in all; steps that executions share count once
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
// lists the races and deadlocks that any execution from in shows. A result that is cut has what was
// found before. The error is errLoop, errStuck, explore.ErrUnroll, or says why in is not an initial
// state of p.
func Explore(ctx context.Context, core *il.Core, p il.Pair, in semantics.Init, o Options) (*Result, error) {
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
	access := func(q *point) explore.Access {
		site, _ := il.SiteOf(q.command)
		return explore.Access{Stmt: il.StmtOf(q.command), At: q.command.Pos(), Kind: site.Kind}
	}
	p[[2]il.Command{s.at[a].command, s.at[b].command}] = Race{access(s.at[a]), access(s.at[b])}
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
// continues with on. It leaves the execution as it was.
func (x *explorer) visit(n, clock int, on func()) {
	if x.stopped() {
		return
	}
	s := x.push(x.stepper, n, clock)
	pair := [2]il.Command{s.at[a].command, s.at[b].command}
	if _, known := x.races[pair]; !known && meet(s.next[a], s.next[b]) {
		x.races.add(s)
	}
	on()
	x.n = n - 1
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
	return f.Access && g.Access && (f.Write != none || g.Write != none) && accessed(f) == accessed(g)
}

// free continues from the present state with both threads: first with A, if it can move, then with
// B as far as that leads to unexplored executions. A is not asleep: the last step was A's, or a
// step of B that A's next command depends on.
func (x *explorer) free() {
	s := x.top()
	switch {
	case x.done():
		x.result.Complete++
	case x.Enabled(a):
		s.moved, s.tree = a, wakeup{}
		x.make(a, func() { x.visit(x.n+1, s.clock, x.free) })
		// The executions after the step of A have found out how to continue with B instead. There
		// is at most one way, since the next step of B is chosen.
		tree := s.tree
		for _, w := range tree.next {
			x.asleep(w)
		}
	case x.Enabled(b): // A has ended or waits for the lock
		x.stepB(s, func(clock int) { x.visit(x.n+1, clock, x.free) })
	case x.deadlock():
		x.result.Deadlocked++
		x.deadlocks.add(s)
		x.race()
	default:
		x.err = errStuck
	}
}

// asleep continues from the present state with B, as w says: everything that begins with A's next
// command is explored elsewhere.
func (x *explorer) asleep(w *wakeup) {
	s := x.top()
	if s.next[a].Conflicts(s.next[b]) { // wakes A
		x.stepB(s, func(clock int) { x.visit(x.n+1, clock, x.free) })
		return
	}
	if len(w.next) == 0 || !x.Enabled(b) {
		x.result.Blocked++
		return
	}
	x.stepB(s, func(clock int) {
		for _, v := range w.next {
			if v.step == x.at[b] {
				x.visit(x.n+1, clock, func() { x.asleep(v) })
			}
		}
	})
}

// stepB executes the next command of B in s and continues with the clock after it.
func (x *explorer) stepB(s *state, on func(clock int)) {
	s.moved = b
	clock := x.race()
	x.make(b, func() { on(clock) })
}

func (x *explorer) make(i int, on func()) {
	x.result.Steps++
	if err := x.step(i, on); x.err == nil {
		x.err = err
	}
}

func (x *explorer) stopped() bool {
	r := &x.result
	switch {
	case x.err != nil || r.Cut != explore.NotCut:
		return true
	case x.o.MaxExecutions > 0 && r.ended() >= x.o.MaxExecutions:
		r.Cut = cutExecutions
	case r.Steps%1024 == 0:
		r.Cut = explore.Ended(x.ctx)
	}
	return r.Cut != explore.NotCut
}
