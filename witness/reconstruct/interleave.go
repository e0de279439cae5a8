package reconstruct

import "wobbly/witness"

// interleave merges the steps of two threads of a program that names locks into an execution of
// Figure 6, by the proof of Lemma S. If the premise of the lemma does not hold, ok is false. An
// acquisition after which its lock is held to the end is final. Both threads run up to their first
// final acquisition, when they hold nothing; then they make the final ones one by one, each as soon
// as the other thread no longer needs the lock, and run to the next one.
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

// A plan is the use of locks by a thread. Its numbers are indices of the thread's steps.
type plan struct {
	end          int            // the number of steps
	acquisitions []acquisition  // the acquisitions of locks that the thread did not hold
	final        []int          // the final acquisitions
	last         map[string]int // the last acquisition of each lock
}

type acquisition struct {
	at    int // the index of the step
	lock  string
	final bool
}

func planOf(steps []witness.Step) plan {
	p := plan{end: len(steps), last: map[string]int{}}
	depth := map[string]int{}
	for i := range steps {
		lock, by := steps[i].Locks()
		depth[lock] += by
		if by > 0 && depth[lock] == 1 {
			p.acquisitions = append(p.acquisitions, acquisition{at: i, lock: lock})
			p.last[lock] = i
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

// segmentEnd returns the end of the segment that begins at step from: the next final acquisition
// after it, or the end of the thread.
func (p *plan) segmentEnd(from int) int {
	for _, i := range p.final {
		if i > from {
			return i
		}
	}
	return p.end
}

// mayRun reports whether the thread can run its segment from step from while the other one is
// before its own step otherFrom: the locks that the thread takes are free, and the other thread
// will not take the lock that it keeps.
func (p *plan) mayRun(from int, other *plan, otherFrom int) bool {
	to := p.segmentEnd(from)
	for _, a := range p.acquisitions {
		if a.at < from || a.at >= to {
			continue
		}
		last, used := other.last[a.lock]
		if a.final && used && last >= otherFrom {
			return false
		}
		for _, o := range other.acquisitions {
			if o.final && o.at < otherFrom && o.lock == a.lock {
				return false
			}
		}
	}
	return true
}
