package racemob

import (
	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/witness"
)

// A runner makes the run of a task, with steering if timeout is set.
type runner struct {
	x         *dynamic.Execution
	chance    *dynamic.Chance
	watch     *watch
	limit     int // how many steps the run may have
	task      Task
	candidate Candidate
	first     int // the side that should come first
	timeout   int // τ; 0 for no steering

	drawn     [2]bool             // whether the decisions of the thread are drawn
	decisions [2][]semantics.Take // the choices before the thread's next step
	next      semantics.Config    // the present configuration after the decisions

	steered   bool // whether a thread was held back, which happens once in a run
	timedOut  bool
	futile    bool
	holding   bool          // whether a thread is being held back
	held      semantics.Tid // that thread
	remaining int           // how many steps of τ are left

	meetings map[int]*execution.Execution // the first one of each candidate
	met      bool                         // whether the task's candidate has one, to end steering
	due      bool                         // whether second has to move next
	second   semantics.Tid
}

func (r *runner) run() {
	for {
		r.next = r.x.Last()
		for _, i := range semantics.Tids {
			if !r.drawn[i] {
				r.decisions[i], r.drawn[i] = r.chance.Resolve(r.x.Last(), i), true
			}
			r.next, _ = semantics.Choose(r.next, i, r.decisions[i]...)
		}
		i, ok := r.choose()
		if !ok {
			return
		}
		if len(r.x.Events) >= r.limit {
			r.x.Cut = true
			return
		}
		if r.x.Step(i, r.decisions[i]...) != nil {
			panic("racemob: a thread that can move is stuck")
		}
		r.drawn[i] = false
		n := len(r.x.Events) - 1
		r.watch.step(n, r.x.Events[n])
	}
}

func (r *runner) can(i semantics.Tid) bool { return semantics.Enabled(r.next, i) == nil }

// choose returns the thread to move next: a random one of those that can, unless steering decides.
func (r *runner) choose() (semantics.Tid, bool) {
	met := r.meet()
	switch {
	case r.due:
		r.due = false
		return r.second, true
	case met:
		return r.lead(), true
	case r.holding:
		return r.wait(), true
	}
	i := semantics.Tids[r.chance.IntN(2)] // with steering, better than longer turns
	if !r.can(i) {
		i = i.Other()
	}
	if r.can(i) && r.violates(i) {
		r.steered, r.holding, r.held, r.remaining = true, true, i, r.timeout
		return r.wait(), true
	}
	return i, r.can(i)
}

// meet records a candidate if both threads are before its accesses, on one cell, and reports
// whether it is the one to steer, for the first time.
func (r *runner) meet() bool {
	race, ok := semantics.Race(r.next)
	if !ok {
		return false
	}
	n, ok := r.watch.candidate(r.x.Pair.Sites(siteOf(race[semantics.A]), siteOf(race[semantics.B])))
	if !ok {
		return false
	}
	if s := r.watch.observation(n); !s.CoEnabled {
		s.CoEnabled = true
		m := r.x.Prefix(len(r.x.Moves))
		m.Configs[len(m.Moves)] = r.next
		r.meetings[n] = m
	}
	return n == r.task.Candidate && r.timeout > 0 && !r.met
}

// lead makes both threads, which are before the accesses, execute them in the wanted order. The
// first access may redirect the path of the second one to another cell.
func (r *runner) lead() semantics.Tid {
	leader := semantics.A
	if p, _, _ := r.nextAccess(leader); p != r.first {
		leader = leader.Other()
	}
	r.met, r.holding, r.due, r.second = true, false, true, leader.Other()
	return leader
}

// wait returns the thread to move next while one is held back: the other one, for τ steps. If that
// cannot move, because it has ended or waits for a lock of the held one, waiting longer is futile.
func (r *runner) wait() semantics.Tid {
	other := r.held.Other()
	if r.remaining > 0 && r.can(other) {
		r.remaining--
		return other
	}
	r.holding, r.timedOut, r.futile = false, true, !r.can(other)
	return r.held
}

// violates reports whether the next step of a thread is the access that should come second, and the
// other thread has not made the first one on this cell. Only one thread is held back in a run.
func (r *runner) violates(i semantics.Tid) bool {
	if r.timeout == 0 || r.steered || r.met {
		return false
	}
	p, cell, ok := r.nextAccess(i)
	return ok && p != r.first && !r.watch.has(i.Other(), r.candidate.Sites[r.first], cell)
}

// nextAccess returns the access of the candidate that a thread is about to make, if any.
func (r *runner) nextAccess(i semantics.Tid) (side int, cell semantics.Addr, ok bool) {
	a, ok := semantics.NextAccess(r.next, i)
	if !ok {
		return 0, semantics.Addr{}, false
	}
	side, ok = r.candidate.side(i, siteOf(a))
	return side, a.Cell, ok
}

func siteOf(a semantics.Access) il.Site { return il.Site{At: a.Command.Pos(), Kind: a.Kind} }

// Meeting returns the run's evidence that a candidate is a race in the sense of Definition 3.6, if
// there is any: an execution to a configuration in which both threads are before the accesses, on
// one cell, with the choices before them resolved. The configuration was observed or, if the
// accesses were made unordered, is reached by the same branch decisions of both threads.
func (r *Run) Meeting(candidate int) (*execution.Execution, bool) {
	if m, ok := r.Meetings[candidate]; ok {
		return m, true
	}
	if accesses, ok := r.Accesses[candidate]; ok {
		return bringTogether(r.Execution, accesses)
	}
	return nil, false
}

// bringTogether tries to bring together two accesses that were made unordered: it repeats the
// execution up to the first one, holds its thread back, and runs the other thread along the same
// path. The result is false if that leads to another cell or waits for a lock, as it does if the
// other thread needs the effects of the first access or of later steps.
func bringTogether(x *dynamic.Execution, accesses [2]int) (*execution.Execution, bool) {
	from, to := accesses[0], accesses[1]
	m := x.Prefix(from)
	resolve := func(move semantics.Move) {
		if t := execution.TurnOf(move); m.Choose(t.Thread, t.Decisions...) != nil {
			panic("racemob: a choice cannot be repeated")
		}
	}
	resolve(x.Moves[from])
	for _, move := range x.Moves[from+1 : to] {
		t := execution.TurnOf(move)
		if t.Thread == x.Moves[to].Thread && m.Step(t.Thread, t.Decisions...) != nil {
			return nil, false
		}
	}
	resolve(x.Moves[to])
	_, races := m.Race()
	return m, races
}

// Witness returns a certificate that a candidate races in the sense of Definition 3.6; nil if the
// run does not show it.
func (r *Run) Witness(candidate int) *witness.Witness {
	m, ok := r.Meeting(candidate)
	if !ok {
		return nil
	}
	w, ok := m.Witness()
	if !ok {
		panic("racemob: the threads do not race where they have met")
	}
	return w
}
