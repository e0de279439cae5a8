package session

import (
	"fmt"

	"wobbly/internal/slice"
	"wobbly/session/schedule"
)

// Branch describes a branch of the history.
type Branch struct {
	Number  int
	From    Index // the state behind which it begins; the initial state for the first branch
	End     Index // its last state
	Current bool  // its trace is the recorded one
}

// Branches lists the branches by number. The first may be empty.
func (s *Session) Branches() []Branch {
	return slice.Map(s.branches, s.describe)
}

// Branch is the branch whose trace is the recorded one.
func (s *Session) Branch() Branch { return s.describe(s.on) }

func (s *Session) describe(b *branch) Branch {
	from := Index{b.number, b.from}
	if b.parent != nil {
		from.Branch = b.parent.number
	}
	return Branch{b.number, from, Index{b.number, b.end()}, b == s.on}
}

// Schedules are those of all branches, from the initial state to their ends: that of
// the recorded trace last, the others by number. Restore makes the branches of them.
func (s *Session) Schedules() []schedule.Schedule {
	all := make([]schedule.Schedule, 0, len(s.branches))
	for _, b := range s.branches {
		if b != s.on {
			all = append(all, b.schedule(b.end()))
		}
	}
	return append(all, s.scheduleTo(s.Len()))
}

// schedule is the schedule that leads to state n of a branch's trace.
func (b *branch) schedule(n int) schedule.Schedule {
	var out schedule.Schedule
	if b.parent != nil {
		out = b.parent.schedule(min(n, b.from))
	}
	for _, e := range b.entries[:max(0, n-b.from)] {
		out = append(out, e.move)
	}
	return out
}

// Restore makes the moves of schedules, which may fork, and goes to state at of the last one. It
// cannot be undone. Where one does not fit, the text names its first such step, and the moves
// before it are there.
func (s *Session) Restore(schedules []schedule.Schedule, at int) Result {
	defer s.dropUndo()
	for _, w := range schedules {
		if r := s.Paste(w); !r.OK() && len(w) > 0 {
			return r
		}
	}
	return s.Go(at)
}

// Onward lists the numbers of the branches that lead on from state n of the
// recorded trace; where there are several, the state is a fork.
func (s *Session) Onward(n int) []int {
	var all []int
	if n < 0 || n > s.Len() {
		return nil
	}
	b := s.on.holder(n)
	if n < b.end() {
		all = append(all, b.number)
	}
	for _, f := range s.forks[Index{b.number, n}] {
		all = append(all, f.number)
	}
	return all
}

// NextBranch goes over to the next branch at the last fork of the trace up to
// the present state, and to the state right behind the fork; at the fork itself
// it stays and changes the trace that lies ahead.
func (s *Session) NextBranch() Result { return s.turn(1) }

// PreviousBranch is NextBranch the other way.
func (s *Session) PreviousBranch() Result { return s.turn(-1) }

func (s *Session) turn(step int) Result {
	for n := s.at; n >= 0; n-- {
		ahead := s.Onward(n)
		if len(ahead) < 2 {
			continue
		}
		at := s.at
		s.at = n
		branches := s.onward()
		i := 0
		for k, b := range branches {
			if n < s.Len() && b.entries[n-b.from] == s.path[n+1] {
				i = k + step
			}
		}
		i = (i + len(branches)) % len(branches)
		s.board(branches[i])
		s.at = min(at, n+1)
		return Result{Moves: at - s.at, Text: fmt.Sprintf("Branch %d, %d of %d at state %d.", branches[i].number, i+1, len(branches), n)}
	}
	return Result{Stop: atEdge, Text: "There is no fork between here and the start."}
}

// Switch makes the trace of a branch the recorded one. The session stands at
// the same state if that is on it, else at the branch's last one.
func (s *Session) Switch(number int) Result {
	for _, b := range s.branches {
		if b.number != number {
			continue
		}
		here := s.path[s.at]
		s.board(b)
		if s.path[s.at] != here {
			s.at = s.Len()
		}
		return Result{Text: fmt.Sprintf("Branch %d. %s", number, s.whereabouts())}
	}
	return Result{Stop: Refused, Text: fmt.Sprintf("There is no branch %d.", number)}
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
