package session

import (
	"fmt"
	"strconv"
)

// Left goes back by n states along the recorded trace, or to its start.
func (s *Session) Left(n int) Result { return s.slide(-n) }

// Right goes on by n states along the recorded trace, or to its end.
func (s *Session) Right(n int) Result { return s.slide(n) }

// First goes to the initial state.
func (s *Session) First() Result { return s.slide(-s.at) }

// Last goes to the last state of the recorded trace.
func (s *Session) Last() Result { return s.slide(s.Len() - s.at) }

// Go goes to state n of the recorded trace.
func (s *Session) Go(n int) Result {
	if n < 0 || n > s.Len() {
		return Result{Stop: Refused, Text: fmt.Sprintf("There is no state %d: the trace has the states 0 to %d.", n, s.Len())}
	}
	return s.slide(n - s.at)
}

// slide goes by n states, backward where n is negative.
func (s *Session) slide(n int) Result {
	to := max(0, min(s.at+n, s.Len()))
	moved := to - s.at
	s.at = to
	switch {
	case moved == 0 && n > 0:
		return Result{Stop: atEdge, Text: "This is the end of the trace."}
	case moved == 0 && n < 0:
		return Result{Stop: atEdge, Text: "This is the start."}
	}
	return Result{Moves: max(moved, -moved), Text: s.whereabouts()}
}

// whereabouts names the present state and tells what led to it.
func (s *Session) whereabouts() string {
	return "State " + strconv.Itoa(s.at) + " of " + strconv.Itoa(s.Len()) + ". " + s.Now().Say()
}

// Forward goes on along the recorded trace to the next state of which a
// condition holds. It makes no moves; where there is no such state, it stays.
func (s *Session) Forward(until Condition) Result { return s.scan(until, 1) }

// Back goes back along the recorded trace to the last state before the present
// one of which a condition holds; where there is none, it stays.
func (s *Session) Back(until Condition) Result { return s.scan(until, -1) }

func (s *Session) scan(until Condition, step int) Result {
	for n := s.at + step; 0 <= n && n <= s.Len(); n += step {
		if until.Holds(s.view(n)) {
			return s.slide(n - s.at)
		}
	}
	if step > 0 {
		return Result{Stop: atEdge, Text: fmt.Sprintf("From here to the end of the trace there is no state where %s.", until.Name)}
	}
	return Result{Stop: atEdge, Text: fmt.Sprintf("From here back to the start there is no state where %s.", until.Name)}
}
