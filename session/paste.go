package session

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// Schedule returns the schedule from the initial state to the present one.
func (s *Session) Schedule() schedule.Schedule { return s.scheduleTo(s.at) }

func (s *Session) scheduleTo(n int) schedule.Schedule {
	out := make(schedule.Schedule, n)
	for i, e := range s.path[1 : n+1] {
		out[i] = e.move
	}
	return out
}

type scheduleError struct {
	// Step is the number of the move among the steps, from 1, or of the step after a choice.
	Step   int
	Choice bool
	Thread semantics.Tid
	// Reason is a clause that says what the thread does there instead.
	Reason string
}

// Error names the move and says why it does not fit.
func (e *scheduleError) Error() string {
	return fmt.Sprintf("%s does not fit: %s", moveName(e.Step, e.Choice), e.Reason)
}

// moveName names a step, or a choice before it.
func moveName(step int, isChoice bool) string {
	if isChoice {
		return fmt.Sprintf("a choice before step %d", step)
	}
	return fmt.Sprintf("step %d", step)
}

// fit executes a schedule without changing the session. It returns the state at the end, or before
// the first move that does not fit.
func (s *Session) fit(
	k semantics.Config, moves schedule.Schedule,
) (semantics.Config, *scheduleError) {
	step := 1
	for _, m := range moves {
		next, stuck := play(k, m)
		if stuck != nil {
			v := View{s: s, now: &entry{config: k}}
			reason := clause(v.Next(m.Thread).Text)
			if m.Do != schedule.Step {
				reason = m.Thread.String() + " has nothing to choose there; " + reason
			}
			return k, &scheduleError{
				Step: step, Choice: m.Do != schedule.Step, Thread: m.Thread, Reason: reason,
			}
		}
		if m.Do == schedule.Step {
			step++
		}
		k = next
	}
	return k, nil
}

// Paste plays a schedule from the initial state. If a move does not fit, it plays none and names
// the move in the result.
func (s *Session) Paste(moves schedule.Schedule) Result { return s.playFrom(0, moves) }

// Fits returns nil if Play accepts a schedule, and otherwise an error that says why not.
func (s *Session) Fits(moves schedule.Schedule) error {
	if _, err := s.fit(s.path[s.at].config, moves); err != nil {
		return err
	}
	return nil
}

// Play is like Paste, but plays a schedule from the present state.
func (s *Session) Play(moves schedule.Schedule) Result { return s.playFrom(s.at, moves) }

func (s *Session) playFrom(n int, moves schedule.Schedule) Result {
	if _, err := s.fit(s.path[n].config, moves); err != nil {
		move := moveName(err.Step, err.Choice)
		return Result{
			Stop: Refused, Thread: err.Thread,
			Text: fmt.Sprintf("%s%s of the schedule does not fit: %s.", strings.ToUpper(move[:1]),
				move[1:], err.Reason),
		}
	}
	return s.act(func() Result {
		s.at = n
		for made, m := range moves {
			s.report(made)
			s.mustMake(m)
		}
		return Result{Moves: len(moves), Text: s.whereabouts()}
	})
}

func (s *Session) mustMake(m schedule.Move) {
	if stuck := s.make(m); stuck != nil {
		panic(il.Unknown(stuck))
	}
}
