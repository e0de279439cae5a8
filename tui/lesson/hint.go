package lesson

import (
	"strconv"

	"charm.land/bubbletea/v2"

	"wobbly/tui/screen"
)

// hintKey is the binding of the next hint; hint is its word in the line of hints.
func (s *Screen) hintKey(hint string) screen.Binding {
	return screen.Binding{Keys: []string{"i"}, Hint: hint, Help: "the next hint", Do: screen.Does(s.hint), Off: s.noHint}
}

// hint shows the next hint: in the goal pane, or in a layer above another screen.
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
	s.top[1] = len(s.state()) * rows // the end of the pane, where the hint is
	s.bounded()
	s.h.Say("Hint " + strconv.Itoa(n) + " of " + strconv.Itoa(len(s.g.Task().Hints)) + ".")
}

// hinted is the layer that shows a hint above a screen other than Lesson.
type hinted struct {
	screen.Page
	s *Screen
}

// Keys implements screen.Layer. The key that opened the layer shows the next hint.
func (l *hinted) Keys() []screen.Binding {
	next := l.s.hintKey("next hint")
	do := next.Do
	next.Do = func() tea.Cmd {
		l.H.Pop()
		return do()
	}
	return append(l.Page.Keys(), next)
}

// noHint says why there is no further hint.
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
