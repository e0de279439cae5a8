package lesson

import (
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/tui/screen"
)

// hintKey is the key of the next hint, with what the line of keys calls it.
func (s *Screen) hintKey(hint string) screen.Binding {
	return screen.Binding{Keys: []string{"i"}, Hint: hint, Help: "the next hint", Do: screen.Does(s.hint), Off: s.noHint}
}

// hint shows the next hint: in the pane of the goal, or above another screen.
func (s *Screen) hint() {
	text, n := s.g.Hint()
	defer s.keep()
	if !s.inFront() {
		title := "Hint " + strconv.Itoa(n) + " of " + strconv.Itoa(len(s.g.Task().Hints))
		s.h.Push(&hinted{screen.Page{H: s.h, Title: title, Text: []string{text}}, s})
		s.h.Say(title + "; 6 shows all of them.")
		return
	}
	_, rows := s.h.Size()
	s.top[1] = len(s.state()) * rows // the end of the pane, where it stands
	s.bounded()
	s.h.Say("Hint " + strconv.Itoa(n) + " of " + strconv.Itoa(len(s.g.Task().Hints)) + ".")
}

// hinted is the layer that shows a hint above another screen than Lesson.
type hinted struct {
	screen.Page
	s *Screen
}

// Keys implements screen.Layer: the key that has led here leads on.
func (l *hinted) Keys() []screen.Binding {
	next := l.s.hintKey("next hint")
	do := next.Do
	next.Do = func() tea.Cmd {
		l.H.Pop()
		return do()
	}
	return append(l.Page.Keys(), next)
}

// noHint says why there is no hint.
func (s *Screen) noHint() string {
	switch {
	case s.g == nil:
		return s.absent()
	case s.g.Done():
		return "The task is done; no hint is needed."
	case len(s.g.Hints()) == len(s.g.Task().Hints):
		return "There are no more hints."
	}
	return ""
}
