package reconstruct

import "wobbly/witness"

// interleave merges the steps of two threads of a program that names locks into an execution of
// Figure 6, by the proof of Lemma S: ok is false if its premise does not hold. An acquisition after
// which its lock is held to the end is final. Both threads run up to their first final acquisition,
// when they hold nothing; then they take the final ones one by one, each as soon as the other
// thread does not need the lock any more, and run to the next one.
func interleave(steps [2][]witness.Step) (all []witness.Step, ok bool) {
	var plans [2]plan
	for i := range steps {
		plans[i] = planOf(steps[i])
	}
	done := [2]int{}
	run := func(i int) {
		to := plans[i].segmentEnd(done[i])
		all = append(all, steps[i][done[i]:to]...)
		done[i] = to
	}
	for i := range steps {
		if len(plans[i].final) == 0 || plans[i].final[0] > 0 {
			run(i)
		}
	}
	for done[0] < len(steps[0]) || done[1] < len(steps[1]) {
		moved := false
		for i := range steps {
			if done[i] < len(steps[i]) && plans[i].mayRun(done[i], &plans[1-i], done[1-i]) {
				run(i)
				moved = true
			}
		}
		if !moved {
			return nil, false
		}
	}
	return all, true
}

// A plan is the use of locks by a thread. Its numbers are those of steps.
type plan struct {
	end          int
	acquisitions []acquisition  // of locks that were not held
	final        []int          // the final acquisitions
	last         map[string]int // by lock: its last acquisition
}

type acquisition struct {
	at    int
	lock  string
	final bool
}

func planOf(steps []witness.Step) plan {
	p := plan{end: len(steps), last: map[string]int{}}
	depth := map[string]int{}
	for at := range steps {
		lock, by := steps[at].Locks()
		depth[lock] += by
		if by > 0 && depth[lock] == 1 {
			p.acquisitions = append(p.acquisitions, acquisition{at: at, lock: lock})
			p.last[lock] = at
		}
	}
	for i := range p.acquisitions {
		a := &p.acquisitions[i]
		a.final = depth[a.lock] > 0 && p.last[a.lock] == a.at
		if a.final {
			p.final = append(p.final, a.at)
		}
	}
	return p
}

// segmentEnd returns the step before which the segment that begins at a step ends: the next final
// acquisition after it, or the end.
func (p *plan) segmentEnd(from int) int {
	for _, at := range p.final {
		if at > from {
			return at
		}
	}
	return p.end
}

// mayRun reports whether the thread can run its segment from a step while the other one is before
// its step at: the locks it takes are free, and the other one will not take the lock that it keeps.
func (p *plan) mayRun(from int, other *plan, at int) bool {
	to := p.segmentEnd(from)
	for _, a := range p.acquisitions {
		if a.at < from || a.at >= to {
			continue
		}
		last, used := other.last[a.lock]
		if a.final && used && last >= at {
			return false
		}
		for _, o := range other.acquisitions {
			if o.final && o.at < at && o.lock == a.lock {
				return false
			}
		}
	}
	return true
}
