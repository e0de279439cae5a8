package step

import (
	"context"

	"charm.land/bubbletea/v2"

	"wobbly/tui/screen"
)

// autoplay shows the states of the recorded trace one after the other.
type autoplay struct {
	run int // its number: the pauses of earlier runs are dropped
	at  int // the state that it shows; it ends if the session stands elsewhere
	on  bool
}

// play starts or stops the autoplay. At the end of the trace it starts from the beginning.
func (s *Screen) play() tea.Cmd {
	if s.auto.on && s.auto.at == s.s.At() {
		s.auto.on = false
		s.h.Say("Stopped.")
		return nil
	}
	if s.s.At() == s.s.Len() {
		s.s.First()
		s.anew()
	}
	s.auto = autoplay{run: s.auto.run + 1, at: s.s.At(), on: true}
	s.h.Say("The trace plays; ctrl+p stops it.")
	return s.pause()
}

func (s *Screen) noPlay() string {
	switch {
	case s.h.Pause() == nil:
		return "Nothing plays by itself here."
	case s.s.Len() == 0:
		return "There is no trace yet: a and b make one."
	}
	return ""
}

// pause returns a command that waits and then shows the next state, unless the user has gone
// to another one.
func (s *Screen) pause() tea.Cmd {
	run, wait := s.auto.run, s.h.Pause()
	return s.h.Background(func(ctx context.Context) screen.Then {
		wait(ctx)
		return func() tea.Cmd {
			switch {
			case !s.auto.on || run != s.auto.run:
				return nil
			case s.s.At() != s.auto.at || s.h.Front() != screen.Step || s.h.Top() != nil:
				s.auto.on = false
				return nil
			}
			s.act(s.s.Right(1))
			s.auto.at = s.s.At()
			s.auto.on = s.s.At() < s.s.Len()
			if !s.auto.on {
				return nil
			}
			return s.pause()
		}
	})
}
