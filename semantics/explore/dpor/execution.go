package dpor

import (
	"wobbly/il"
	"wobbly/semantics/explore/machine"
)

// A state is an entry of the trace: a program state and the step executed from it.
type state struct {
	at    [2]*point
	next  [2]machine.Footprint // of the commands at these points
	moved int                  // the thread whose command was executed
	last  int                  // the last earlier step of A that touches what is shared, or -1
	clock int                  // no step of A from this one on happens before a step of B so far
	tree  wakeup               // if A moved: the runs of B to explore instead
}

// A wakeup is a wakeup tree: runs of B, each ending with the first step that the sleeping next
// command of A depends on. Runs branch where B can choose.
type wakeup struct {
	step *point // the next step of B
	next []*wakeup
}

// child returns the subtree after the next step p, adding it if it is new.
func (w *wakeup) child(p *point) *wakeup {
	for _, v := range w.next {
		if v.step == p {
			return v
		}
	}
	v := &wakeup{step: p}
	w.next = append(w.next, v)
	return v
}

// An execution is the sequence of steps to the present state: trace[k] is the state before step k.
type execution struct {
	trace []*state
	n     int
}

func (e *execution) top() *state { return e.trace[e.n] }

// push adds the state of m, reusing the memory of states that were popped.
func (e *execution) push(m *stepper, n, clock int) *state {
	e.n = n
	if n == len(e.trace) {
		e.trace = append(e.trace, &state{})
	}
	s := e.trace[n]
	s.at, s.clock, s.last = m.at, clock, -1
	if n > 0 {
		before := e.trace[n-1]
		f := &before.next[a]
		touches := f.Lock != 0 || f.Write != (machine.Cell{}) || len(f.Reads) > 0
		s.last = before.last
		if before.moved == a && touches {
			s.last = n - 1
		}
	}
	for i := range s.next {
		s.next[i] = m.Footprint(i, s.next[i].Reads)
	}
	return s
}

// scheduleReversal adds to a wakeup tree the reversal of the race between B's next step and the
// last step of A that it depends on, and returns the clock after B's step. If nothing else orders
// the two, another execution has them in the opposite order: its run consists of B's steps since
// that of A, followed by this one, and belongs to the state before the step of A. In a deadlock the
// step is the lock() at which B waits.
func (e *execution) scheduleReversal() (clock int) {
	s := e.top()
	for k := s.last; k >= s.clock; k = e.trace[k].last {
		if !e.trace[k].next[a].Conflicts(s.next[b]) {
			continue
		}
		if first := e.section(k, s.next[b].Lock); first >= s.clock {
			w := &e.trace[first].tree
			for _, t := range e.trace[first+1 : e.n] {
				if t.moved == b {
					w = w.child(t.at[b])
				}
			}
			w.child(s.at[b])
		}
		return k + 1
	}
	return s.clock
}

// section returns the step of A that B's next step must precede if k is the last one that it
// depends on. If k takes or releases a lock, that is A's outermost lock() of the section that k
// ends or that A is in; otherwise it is k. lock is as in machine.Footprint.
func (e *execution) section(k int, lock uint8) int {
	if lock == 0 {
		return k
	}
	// depth is A's lock depth, going backwards.
	depth := e.top().at[a].controls[0].Level.DepthOf(int(lock) - 1)
	for ; ; k = e.trace[k].last {
		s := e.trace[k]
		if s.next[a].Lock != lock {
			continue
		}
		if il.Releases(s.at[a].command) {
			depth++
		} else {
			depth--
		}
		if depth == 0 {
			return k
		}
	}
}
