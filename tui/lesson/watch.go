package lesson

import (
	"charm.land/bubbletea/v2"

	"wobbly/lesson"
	"wobbly/tui/screen"
)

// Watch judges the state of the session if it has changed. It is called after each
// message.
func (s *Screen) Watch() {
	if s.g == nil || s.g.Session() == nil || s.h.Program() != s.program {
		return
	}
	if at := s.h.Session().Now().Index(); at != s.seen {
		s.observe()
	}
}

// observeStart judges the state in which a task begins that is continued or done.
func (s *Screen) observeStart() {
	if s.g.Session() != nil && s.h.Session().At() > 0 {
		s.observe()
	}
}

// observe judges the present state and says what the lesson says about it.
func (s *Screen) observe() {
	s.seen = s.h.Session().Now().Index()
	done := s.g.Done()
	l := s.g.Observe(s.h.Context())
	defer s.keep()
	if done {
		return
	}
	s.verdict, s.asked, s.said = l.Verdict, false, reaction(l)
	if s.g.Done() {
		s.add("The goal is reached.")
		s.won()
		return
	}
	if s.said != "" {
		s.add(s.said)
	}
}

// add appends a sentence to the status line.
func (s *Screen) add(text string) {
	before, refused := s.h.Status()
	if text = before + " " + text; refused {
		s.h.Refuse(text)
	} else {
		s.h.Say(text)
	}
}

// reaction is the reaction to a state that does not meet the goal. It may be empty.
func reaction(l lesson.Observation) string {
	switch {
	case l.Met():
		return ""
	case l.Says != "":
		return l.Says
	case l.Lost:
		return "The goal cannot be reached from here: every way on was looked at. u undoes, R restarts."
	case l.Over:
		return "No thread can go on, and the goal is not reached. u undoes, R restarts."
	}
	return ""
}

// won shows that the task is done, in a layer above the screen in front.
func (s *Screen) won() {
	s.top = [2]int{}
	s.h.Push(&triumph{screen.Page{H: s.h, Title: s.wonTitle(), Text: plainLines(s.wonText())}, s})
}

// triumph is the layer that shows that a task is done.
type triumph struct {
	screen.Page
	s *Screen
}

// Keys implements screen.Layer.
func (t *triumph) Keys() []screen.Binding {
	table := t.Page.Keys()
	table[0] = screen.Binding{Keys: []string{"esc", "q"}, Hint: "look around", Help: "close, and stay here", Do: screen.Does(t.H.Pop)}
	on := screen.Binding{Keys: []string{"enter", ">"}, Hint: t.s.nextHint(), Help: "go on to the next task, or to the next lesson", Do: func() tea.Cmd {
		t.H.Pop()
		t.s.next()
		return nil
	}}
	if t.s.noNext() != "" {
		on.Hint, on.Help = "to the lesson", "go to the screen Lesson"
		on.Do = func() tea.Cmd {
			t.H.Pop()
			return t.H.Show(screen.Lesson)
		}
	}
	return append([]screen.Binding{on}, table...)
}
