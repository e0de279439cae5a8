package session

import (
	"fmt"
	"strconv"

	"wobbly/internal/slice"
	"wobbly/session/schedule"
)

// Left goes back by n states along the recorded trace, or to its start.
func (s *Session) Left(n int) Result { return s.slide(-n) }

// Right goes forward by n states along the recorded trace, or to its end.
func (s *Session) Right(n int) Result { return s.slide(n) }

// First goes to the initial state.
func (s *Session) First() Result { return s.slide(-s.at) }

// Last goes to the last state of the recorded trace.
func (s *Session) Last() Result { return s.slide(s.Len() - s.at) }

// Go goes to state n of the recorded trace.
func (s *Session) Go(n int) Result {
	if n < 0 || n > s.Len() {
		return Result{
			Stop: Refused,
			Text: fmt.Sprintf("There is no state %d: the trace has the states 0 to %d.",
				n, s.Len()),
		}
	}
	return s.slide(n - s.at)
}

// slide goes n states forward along the recorded trace, or back if n is negative, but not beyond an
// end of the trace.
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

// whereabouts names the present state and describes the last move.
func (s *Session) whereabouts() string {
	return "State " + strconv.Itoa(s.at) + " of " + strconv.Itoa(s.Len()) + ". " + s.Now().Say()
}

// Forward goes along the recorded trace to the next state that satisfies a condition. It makes no
// moves. If there is no such state, the session stays where it is.
func (s *Session) Forward(until Condition) Result { return s.scan(until, 1) }

// Back goes back along the recorded trace to the last earlier state that satisfies a condition. If
// there is none, the session stays where it is.
func (s *Session) Back(until Condition) Result { return s.scan(until, -1) }

// scan goes to the first state that satisfies a condition along the recorded trace, forward if step
// is 1, or back if it is -1.
func (s *Session) scan(until Condition, step int) Result {
	for n := s.at + step; 0 <= n && n <= s.Len(); n += step {
		if until.Holds(s.view(n)) {
			return s.slide(n - s.at)
		}
	}
	where := "From here to the end of the trace"
	if step < 0 {
		where = "From here back to the start"
	}
	return Result{Stop: atEdge, Text: where + " there is no state where " + until.Name + "."}
}

// Branch describes a branch of the history.
type Branch struct {
	Number int
	// From is the state after which the branch begins, the initial state for the first branch.
	From Index
	End  Index
	// Current says whether the branch's trace is the recorded one.
	Current bool
}

// Branches lists the branches by number. The first may be empty.
func (s *Session) Branches() []Branch { return slice.Map(s.branches, s.describe) }

// Branch returns the branch whose trace is the recorded one.
func (s *Session) Branch() Branch { return s.describe(s.on) }

func (s *Session) describe(b *branch) Branch {
	from := Index{b.number, b.from}
	if b.parent != nil {
		from.Branch = b.parent.number
	}
	return Branch{Number: b.number, From: from, End: Index{b.number, b.end()}, Current: b == s.on}
}

// Schedules returns the schedules of all branches, from the initial state to their ends: the one of
// the recorded trace last, the others by number. Restore rebuilds the branches from them.
func (s *Session) Schedules() []schedule.Schedule {
	var all []schedule.Schedule
	for _, b := range s.branches {
		if b == s.on {
			continue
		}
		moves := make(schedule.Schedule, b.end())
		for n := range moves {
			h := b.holder(n + 1)
			moves[n] = h.entries[n-h.from].move
		}
		all = append(all, moves)
	}
	return append(all, s.scheduleTo(s.Len()))
}

// Restore makes the moves of schedules, which may fork, and goes to state at of the last one. It
// cannot be undone. If a schedule does not fit, the error names its first wrong step, and none of
// its moves is made.
func (s *Session) Restore(schedules []schedule.Schedule, at int) Result {
	defer s.dropUndo()
	for _, moves := range schedules {
		if r := s.Paste(moves); !r.OK() && len(moves) > 0 {
			return r
		}
	}
	return s.Go(at)
}

// Onward lists the numbers of the branches that lead on from state n of the recorded trace.
// If there are several, the state is a fork.
func (s *Session) Onward(n int) []int {
	if n < 0 || n > s.Len() {
		return nil
	}
	return slice.Map(s.onward(n), func(b *branch) int { return b.number })
}

// NextBranch changes to the next branch at the last fork of the trace up to the present state. It
// goes to the state right after the fork; at the fork itself, it stays there.
func (s *Session) NextBranch() Result { return s.turn(1) }

// PreviousBranch is NextBranch in the other direction.
func (s *Session) PreviousBranch() Result { return s.turn(-1) }

// turn changes to the next branch if step is 1, or the one before if it is -1, as NextBranch does.
func (s *Session) turn(step int) Result {
	for n := s.at; n >= 0; n-- {
		if len(s.Onward(n)) < 2 {
			continue
		}
		at := s.at
		s.at = n
		branches := s.onward(n)
		i := 0
		for k, b := range branches {
			if n < s.Len() && b.entries[n-b.from] == s.path[n+1] {
				i = k + step
			}
		}
		i = (i + len(branches)) % len(branches)
		s.board(branches[i])
		s.at = min(at, n+1)
		return Result{Moves: at - s.at, Text: fmt.Sprintf("Branch %d, %d of %d at state %d.",
			branches[i].number, i+1, len(branches), n)}
	}
	return Result{Stop: atEdge, Text: "There is no fork between here and the start."}
}

// GoTo goes to a state of the history.
func (s *Session) GoTo(p Index) Result {
	for _, b := range s.branches {
		first := b.from + 1
		if b.parent == nil {
			first = 0
		}
		if b.number == p.Branch && first <= p.At && p.At <= b.end() {
			s.board(b)
			s.at = p.At
			return Result{Text: s.whereabouts()}
		}
	}
	return Result{Stop: Refused, Text: fmt.Sprintf("There is no state %s.", p)}
}
