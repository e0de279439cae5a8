package dpor

import (
	"wobbly/il"
	"wobbly/semantics/explore/machine"
)

// state is a state on the way that is being explored, with the step that was
// taken there.
type state struct {
	at    [2]*point
	next  [2]machine.Footprint // of the commands at these points
	moved int                  // the thread whose command was executed
	last  int                  // the last step of A before this one that touches what threads share, or -1
	clock int                  // steps of A from this number on happen before no step of B so far
	tree  wakeup               // if A was executed: how to go on with B instead
}

// execution is the sequence of steps that lead to the present state: way[k] is
// the state before step k.
type execution struct {
	trace []*state
	n     int
}

// top is the present state.
func (e *execution) top() *state { return e.trace[e.n] }

// push adds the state of m, after a step or at the beginning. The memory of
// states that were left is used again.
func (e *execution) push(m *stepper, n, clock int) *state {
	e.n = n
	if n == len(e.trace) {
		e.trace = append(e.trace, &state{})
	}
	s := e.trace[n]
	s.at, s.clock, s.last = m.at, clock, -1
	if n > 0 {
		s.last = e.trace[n-1].lastAfter(n - 1)
	}
	for i := range s.next {
		s.next[i] = m.Footprint(i, s.next[i].Reads)
	}
	return s
}

// lastAfter is last in the state after step k, which was taken in s.
func (s *state) lastAfter(k int) int {
	if f := &s.next[a]; s.moved == a && (f.Lock || f.Write != (machine.Cell{}) || len(f.Reads) > 0) {
		return k
	}
	return s.last
}

// race is called before a step of B is executed in the present state. It looks
// for the last step of A that the step depends on. If nothing else orders the
// two, some other execution has them the other way round: B's steps since that
// of A, and then this one, are noted as a way to go on from the state before it.
// The result is the clock after the step.
func (e *execution) race() (clock int) {
	s := e.top()
	for k := s.last; k >= s.clock; k = e.trace[k].last {
		if !e.trace[k].next[a].Conflicts(s.next[b]) {
			continue
		}
		if first := e.section(k); first >= s.clock {
			e.reverse(first)
		}
		return k + 1
	}
	return s.clock
}

// section is the step that B's next one is to go before, where step k of A is
// the last one that it depends on: k itself, but where k is the unlock() that B
// waits for, the outermost lock() that it ends.
func (e *execution) section(k int) int {
	open := 0 // regions whose end has been passed, going backwards
	for ; ; k = e.trace[k].last {
		switch c := e.trace[k].at[a].command; {
		case il.Releases(c):
			open++
		case il.Acquires(c):
			open--
		}
		if open == 0 {
			return k
		}
	}
}

// reverse notes the steps of B since step k of A, and the one that follows now,
// in the wakeup tree of the state before step k.
func (e *execution) reverse(k int) {
	w := &e.trace[k].tree
	for _, t := range e.trace[k+1 : e.n] {
		if t.moved == b {
			w = w.child(t.at[b])
		}
	}
	w.child(e.top().at[b])
}
