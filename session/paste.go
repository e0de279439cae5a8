package session

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// Schedule is the way from the initial state to the present one.
func (s *Session) Schedule() schedule.Schedule { return s.scheduleTo(s.at) }

func (s *Session) scheduleTo(n int) schedule.Schedule {
	out := make(schedule.Schedule, n)
	for i, e := range s.path[1 : n+1] {
		out[i] = e.move
	}
	return out
}

// scheduleError says which move of a schedule cannot be made.
type scheduleError struct {
	Move   int              // its index in the schedule
	Step   int              // its number among the steps, from 1; of a choice, that of the next step
	Choice bool             // it resolves a choice
	Thread semantics.Tid    // that should make it
	At     semantics.Config // where it should
	Stuck  *semantics.Stuck
	Reason string // what the thread does there instead, a sentence
}

// Error names the step.
func (m *scheduleError) Error() string {
	what := fmt.Sprintf("step %d", m.Step)
	if m.Choice {
		what = fmt.Sprintf("a choice before step %d", m.Step)
	}
	return fmt.Sprintf("%s does not fit: %s", what, m.Reason)
}

// fit executes a schedule without recording it.
func (s *Session) fit(k semantics.Config, moves schedule.Schedule) (semantics.Config, *scheduleError) {
	step := 1
	for n, m := range moves {
		next, stuck := play(k, m)
		if stuck != nil {
			return k, s.scheduleError(k, m, n, step, stuck)
		}
		if m.Do == schedule.Step {
			step++
		}
		k = next
	}
	return k, nil
}

func (s *Session) scheduleError(k semantics.Config, m schedule.Move, n, step int, stuck *semantics.Stuck) *scheduleError {
	v := View{s: s, now: &entry{config: k}}
	reason := clause(v.Next(m.Thread).Text)
	choice := m.Do != schedule.Step
	if choice {
		reason = m.Thread.String() + " has nothing to choose there; " + reason
	}
	return &scheduleError{n, step, choice, m.Thread, k, stuck, reason}
}

// Paste makes the moves of a schedule from the initial state, where recorded
// ones are the same following them. If one does not fit, none is made; the text
// names the first such step.
func (s *Session) Paste(moves schedule.Schedule) Result { return s.playFrom(0, moves) }

// Play makes the moves of a schedule from the present state, all or none.
func (s *Session) Play(moves schedule.Schedule) Result { return s.playFrom(s.at, moves) }

func (s *Session) playFrom(n int, moves schedule.Schedule) Result {
	if _, bad := s.fit(s.path[n].config, moves); bad != nil {
		r := Result{Stop: Refused, Thread: bad.Thread, Stuck: bad.Stuck}
		r.Text = "The schedule is refused: " + bad.Error() + "."
		return r
	}
	return s.act(func() Result {
		s.at = n
		for n, m := range moves {
			s.tell(n)
			if stuck := s.make(m); stuck != nil {
				panic(il.Unknown(stuck)) // fit has seen that it can be made
			}
		}
		return Result{Moves: len(moves), Text: s.whereabouts()}
	})
}

// Link is the line that leads to the present state again.
func (s *Session) Link() schedule.Link {
	return schedule.Link{
		File:     s.core.Source.Name,
		Units:    [2]string{s.pair.Left.Name, s.pair.Right.Name},
		Digest:   s.Digest()[:schedule.DigestDigits],
		Heap:     InitText(s.core, s.pair, s.init),
		Schedule: s.Schedule(),
	}
}

// OpenLink begins a session at the state of a link. changed tells that the text
// of the program is another one than the link was made for, although every move
// fits. The error names the first step that does not.
func OpenLink(core *il.Core, l schedule.Link) (s *Session, changed bool, err error) {
	changed = !l.Fits(digestOf(core))
	s, err = open(core, l.Units, l.Heap)
	if err != nil {
		return nil, changed, blame(err, changed, "line")
	}
	if _, bad := s.fit(s.path[0].config, l.Schedule); bad != nil {
		return nil, changed, blame(bad, changed, "line")
	}
	s.Play(l.Schedule)
	s.dropUndo()
	return s, changed, nil
}

// open begins a session with what links and trace files have.
func open(core *il.Core, units [2]string, heap string) (*Session, error) {
	p, err := PairOf(core, units[0], units[1])
	if err != nil {
		return nil, err
	}
	in, err := ParseInit(core, p, heap)
	if err != nil {
		return nil, err
	}
	return New(core, p, in)
}

// dropUndo makes what was recorded so far the beginning: it cannot be undone.
func (s *Session) dropUndo() { s.done, s.undone = nil, nil }

// blame adds to an error that the program is another one, if it is.
func blame(err error, changed bool, what string) error {
	if !changed {
		return err
	}
	return fmt.Errorf("%w (the file was changed since the %s was made)", err, what)
}
