package session

import (
	"fmt"

	"wobbly/semantics"
	"wobbly/session/schedule"
)

// Step lets thread i resolve the choices before which it stands, in the ways
// given, and then execute its next command. If a choice is left over, the
// command is not executed, and the result has the ways to resolve it; those
// given before are resolved all the same. If the first way given does not
// fit, nothing is done.
func (s *Session) Step(i semantics.Tid, takes ...semantics.Take) Result {
	return s.act(func() Result {
		from := s.at
		for _, t := range takes {
			if r := s.choose(i, t); !r.OK() {
				r.Moves = s.at - from
				return r
			}
		}
		stuck := s.make(schedule.Move{Thread: i, Do: schedule.Step})
		if stuck == nil {
			return Result{Moves: s.at - from, Text: s.Now().Say()}
		}
		r := s.halted(i, stuck)
		r.Moves = s.at - from
		return r
	})
}

// Choose resolves the choice before which thread i stands, which is no step.
func (s *Session) Choose(i semantics.Tid, t semantics.Take) Result {
	return s.act(func() Result { return s.choose(i, t) })
}

func (s *Session) choose(i semantics.Tid, t semantics.Take) Result {
	p := s.path[s.at].config.Threads[i].Point
	for _, c := range p.Choices() {
		if c.Take == t {
			s.make(schedule.Choose(i, t))
			return Result{Moves: 1, Text: s.Now().Say()}
		}
	}
	r := Result{Stop: Refused, Thread: i, Options: p.Choices()}
	if r.Options == nil {
		r.Text = fmt.Sprintf("%s has nothing to choose here. %s", i, s.Now().Next(i).Text)
	} else {
		r.Text = fmt.Sprintf("%s cannot choose %s here. %s", i, t, s.Now().Next(i).Text)
	}
	return r
}

// halted is the result where thread i cannot go on.
func (s *Session) halted(i semantics.Tid, stuck *semantics.Stuck) Result {
	n := s.Now().Next(i)
	return Result{Stop: stopOf(stuck), Thread: i, Options: n.Options, Stuck: stuck, Text: n.Text}
}
