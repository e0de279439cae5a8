package tui

import (
	"charm.land/bubbletea/v2"

	"wobbly/lesson"
)

// watch looks at the session when it has moved. It is called after each message.
func (s *lessonScreen) watch() {
	if s.g == nil || s.g.Session() == nil || s.h.Program() != s.program {
		return
	}
	if at := s.h.Session().Now().Place(); at != s.place {
		s.look()
	}
}

// lookAhead looks at where a task begins that is gone on with.
func (s *lessonScreen) lookAhead() {
	if s.g.Session() != nil && s.h.Session().At() > 0 {
		s.look()
	}
}

// look has the engine look at the present state, and tells what it sees.
func (s *lessonScreen) look() {
	s.place = s.h.Session().Now().Place()
	done := s.g.Done()
	l := s.g.Look(s.h.Context())
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

// add adds a sentence to the status line.
func (s *lessonScreen) add(text string) {
	before, refused := s.h.Status()
	if text = before + " " + text; refused {
		s.h.Refuse(text)
	} else {
		s.h.Say(text)
	}
}

// reaction is what is to be said to a state in which the goal is not reached.
func reaction(l lesson.Look) string {
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

// won tells that the task is done.
func (s *lessonScreen) won() {
	s.top = [2]int{}
	s.h.Push(&triumph{page{h: s.h, title: s.wonTitle(), text: plainLines(s.wonText())}, s})
}

// triumph is the layer that tells that a task is done.
type triumph struct {
	page
	s *lessonScreen
}

func (t *triumph) keys() []binding {
	table := t.page.keys()
	table[0] = binding{keys: []string{"esc", "q", "?"}, hint: "look around", help: "close, and stay here", do: does(t.h.Pop)}
	on := binding{keys: []string{"enter", "n"}, hint: "next task", help: "go on to the next task", do: func() tea.Cmd {
		t.h.Pop()
		t.s.next()
		return nil
	}}
	if t.s.noNext() != "" {
		on.hint, on.help = "to the lesson", "go to the screen Lesson"
		on.do = func() tea.Cmd {
			t.h.Pop()
			return t.h.Show(screenLesson)
		}
	}
	return append([]binding{on}, table...)
}
