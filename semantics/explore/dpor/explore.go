package dpor

import (
	"context"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// Options bound an exploration. The zero Options enter no loop.
type Options struct {
	// Unroll is how often a loop is entered each time it is reached. It is negative for
	// programs without loops.
	Unroll        int
	MaxExecutions uint64 // 0 means no limit
}

// cutExecutions is the reason of a result that Options.MaxExecutions has cut.
const cutExecutions explore.Cut = "executions"

// Result is the result of an exploration.
type Result struct {
	Executions uint64 // explored to their end: Complete + Blocked
	Complete   uint64 // ended with both threads at their ends
	// Blocked executions were abandoned because every continuation is explored elsewhere.
	// There are none, since the reduction is optimal.
	Blocked uint64
	Steps   uint64      // executed in all; steps that executions share count once
	Races   []Race      // sorted by positions, reads before writes
	Cut     explore.Cut // why there may be more, or explore.NotCut
}

// Race is a pair of accesses that race (Definition 3.6), thread A's and thread
// B's.
type Race struct{ Left, Right explore.Access }

// Explore executes one execution of each Mazurkiewicz class of p from the initial state in,
// and lists the races that any execution from in shows. If it is cut, the result has what
// it found before. The error is errLoop, errStuck, explore.ErrUnroll, or says why in is not
// an initial state of p.
func Explore(ctx context.Context, core *il.Core, p il.Pair, in semantics.Init, o Options) (*Result, error) {
	m, err := newStepper(core, p, in, o.Unroll)
	if err != nil {
		return nil, err
	}
	x := explorer{stepper: m, ctx: ctx, o: o, races: map[[2]il.Command]Race{}}
	m.starts(func() { x.visit(0, 0, x.free) })
	if x.err != nil {
		return nil, x.err
	}
	if x.result.Cut == explore.NotCut && m.cut {
		x.result.Cut = explore.CutUnroll
	}
	x.result.Executions = x.result.Complete + x.result.Blocked
	x.result.Races = x.sorted()
	return &x.result, nil
}

// explorer is an exploration under way.
type explorer struct {
	*stepper
	execution
	ctx    context.Context
	o      Options
	races  map[[2]il.Command]Race
	result Result
	err    error
}

// visit makes the state of the machine the present one, number n on its way,
// notes its race, and goes on from it. It leaves the execution as it was.
func (x *explorer) visit(n, clock int, on func()) {
	if x.stopped() {
		return
	}
	x.note(x.push(x.stepper, n, clock))
	on()
	x.n = n - 1
}

// free goes on from the present state with both threads. A goes first where it
// can; then B, as far as that leads to executions that have not been explored.
// A is not asleep: either its last step led here, or a step of B that its next
// command depends on.
func (x *explorer) free() {
	s := x.top()
	switch {
	case x.done():
		x.result.Complete++
	case x.Enabled(a):
		tree := x.stepA(s)
		for _, w := range tree.next { // at most one: the next step of B is chosen
			x.asleep(w)
		}
	case x.Enabled(b): // A has ended or waits for the lock
		x.stepB(s, func(clock int) { x.visit(x.n+1, clock, x.free) })
	default:
		x.err = errStuck
	}
}

// asleep goes on from the present state with B, as w tells: all that begins
// with A's next command is explored elsewhere.
func (x *explorer) asleep(w *wakeup) {
	s := x.top()
	if s.next[a].Conflicts(s.next[b]) { // wakes A
		x.stepB(s, func(clock int) { x.visit(x.n+1, clock, x.free) })
		return
	}
	if len(w.next) == 0 {
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

// stepA executes the next command of A and goes on freely. The result is what
// the executions behind it found out about going on with B instead.
func (x *explorer) stepA(s *state) wakeup {
	s.moved, s.tree = a, wakeup{}
	x.result.Steps++
	x.fail(x.step(a, func() { x.visit(x.n+1, s.clock, x.free) }))
	return s.tree
}

// stepB executes the next command of B and goes on as told, with the clock
// after the step.
func (x *explorer) stepB(s *state, on func(clock int)) {
	s.moved = b
	clock := x.race()
	x.result.Steps++
	x.fail(x.step(b, func() { on(clock) }))
}

// fail keeps the first error.
func (x *explorer) fail(err error) {
	if x.err == nil {
		x.err = err
	}
}

// stopped reports whether the exploration must end here.
func (x *explorer) stopped() bool {
	r := &x.result
	switch {
	case x.err != nil || r.Cut != explore.NotCut:
		return true
	case x.o.MaxExecutions > 0 && r.Complete+r.Blocked >= x.o.MaxExecutions:
		r.Cut = cutExecutions
	case r.Steps%1024 == 0:
		r.Cut = explore.Ended(x.ctx)
	}
	return r.Cut != explore.NotCut
}
