package reconstruct

import "wobbly/witness"

// interleave merges the steps of two threads of a program that names locks into an execution of
// Figure 6, by the proof of Lemma S: ok is false if its premise does not hold. An acquisition after
// which its lock is held to the end is final. Both threads run up to their first final acquisition,
// when they hold nothing; then they take the final ones one by one, each as soon as the other
// thread no longer needs the lock, and run on to the next one.
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

// A plan is the lock behaviour of a thread.
type plan struct {
	end   int
	takes []lockStep     // each acquisition of a lock that was not held
	final []int          // the steps of those after which the lock is held to the end
	last  map[string]int // of each lock, the last of takes
}

type lockStep struct {
	at    int
	lock  string
	final bool
}

func planOf(steps []witness.Step) plan {
	p := plan{end: len(steps), last: map[string]int{}}
	depth, open := map[string]int{}, map[string]int{} // open: the index in takes
	for at := range steps {
		lock, by := steps[at].Locks()
		if by == 0 {
			continue
		}
		if depth[lock] += by; by > 0 && depth[lock] == 1 {
			open[lock] = len(p.takes)
			p.takes = append(p.takes, lockStep{at: at, lock: lock})
			p.last[lock] = at
		}
	}
	for i := range p.takes {
		t := &p.takes[i]
		t.final = depth[t.lock] > 0 && open[t.lock] == i
		if t.final {
			p.final = append(p.final, t.at)
		}
	}
	return p
}

// segmentEnd returns the step before which a run from a step on stops: the next final acquisition
// after it, or the end.
func (p *plan) segmentEnd(from int) int {
	for _, at := range p.final {
		if at > from {
			return at
		}
	}
	return p.end
}

// mayRun reports whether the thread can run its segment from a step while the other one is before
// its step at: the locks it takes are free, and the other one no longer needs the lock it keeps.
func (p *plan) mayRun(from int, other *plan, at int) bool {
	to := p.segmentEnd(from)
	for _, t := range p.takes {
		if t.at < from || t.at >= to {
			continue
		}
		if last, used := other.last[t.lock]; t.final && used && last >= at {
			return false
		}
		for _, o := range other.takes {
			if o.final && o.at < at && o.lock == t.lock {
				return false
			}
		}
	}
	return true
}
