package lesson

import (
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/lesson/play"
	"wobbly/tui/screen"
)

// hint shows the next hint: in the goal pane, or in a layer above another screen.
func (s *Screen) hint() {
	if o := s.do(play.Hint, ""); !o.OK {
		s.h.Refuse(o.Text)
		return
	}
	defer s.keep()
	n, all := len(s.Game.Hints()), s.Game.Task().Hints
	title := "Hint " + strconv.Itoa(n) + " of " + strconv.Itoa(len(all))
	if s.h.Front() != screen.Lesson {
		s.h.Push(&hinted{screen.Page{H: s.h, Title: title, Text: []string{all[n-1]}}, s})
		s.h.Say(title + "; 6 shows all of them.")
		return
	}
	_, rows := s.h.Size()
	s.top[paneGoal] = len(s.state()) * rows // the end of the pane, where the hint is
	s.bounded()
	s.h.Say(title + ".")
}

// hinted is the layer that shows a hint above a screen other than Lesson.
type hinted struct {
	screen.Page
	s *Screen
}

// Keys implements screen.Layer. The key that opened the layer shows the next hint.
func (l *hinted) Keys() []screen.Binding {
	next := l.s.bound(play.Hint)
	next.Hint = "next hint"
	do := next.Do
	next.Do = func() tea.Cmd {
		l.H.Pop()
		return do()
	}
	return append(l.Page.Keys(), next)
}
