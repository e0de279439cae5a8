package lesson

import (
	"cmp"

	"charm.land/bubbletea/v2"

	"wobbly/lesson/play"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// Watch judges the state of the session if it has changed. It is called after each
// message.
func (s *Screen) Watch() {
	if s.Game == nil || s.Game.Session() == nil || s.h.Program() != s.program {
		return
	}
	if s.h.Session().Now().Index() != s.seen {
		s.observe()
	}
}

// observeStart judges the state in which a task begins that is continued.
func (s *Screen) observeStart() {
	if s.Game.Session() != nil && s.h.Session().At() > 0 && !s.Game.Done() {
		s.observe()
	}
}

// observe judges the present state and says what the lesson says about it.
func (s *Screen) observe() {
	s.seen = s.h.Session().Now().Index()
	o := s.Observe(s.h.Context())
	switch said, refused := s.h.Status(); {
	case o.Text == "":
	case refused:
		s.h.Refuse(said + " " + o.Text)
	default:
		s.h.Say(said + " " + o.Text)
	}
	if o.Won {
		s.won()
	}
	s.keep()
}

// won shows that the task is done, in a layer above the screen in front.
func (s *Screen) won() {
	clear(s.top)
	s.h.Push(&triumph{screen.Page{H: s.h, Title: s.wonTitle(), Text: plainLines(s.wonText())}, s})
}

// triumph is the layer that shows that a task is done.
type triumph struct {
	screen.Page
	s *Screen
}

func (t *triumph) Keys() []screen.Binding {
	on := screen.Binding{Keys: []string{"enter", ">"}, Hint: t.s.nextHint(), Help: "go on to the next task, or to the next lesson", Do: func() tea.Cmd {
		t.H.Pop()
		return t.s.tell(t.s.do(play.Next, ""))
	}}
	if t.s.off(play.Find(play.Next)) != "" {
		on.Hint, on.Help = "to the lesson", "go to the screen Lesson"
		on.Do = func() tea.Cmd {
			t.H.Pop()
			return t.H.Show(screen.Lesson)
		}
	}
	table := t.Page.Keys()
	table[0] = screen.Binding{Keys: []string{"esc", "q"}, Hint: "look around", Help: "close, and stay here", Do: screen.Does(t.H.Pop)}
	return append([]screen.Binding{on}, table...)
}

// counterexample returns the session that shows why the last check failed. It is nil if
// the student did not ask for a check, or no state shows it.
func (s *Screen) counterexample() *session.Session {
	if !s.Asked || s.Game == nil || s.Game.Done() {
		return nil
	}
	return s.Verdict.Shown()
}

// showWhy opens the counterexample.
func (s *Screen) showWhy() tea.Cmd {
	x, t := s.counterexample(), s.Game.Task()
	why := "This execution is against the goal; 6 shows it, and the arrows go through its states."
	if r, ok := x.Now().Race(); ok {
		why = r.Text
	}
	file := s.files[t.Number]
	p := &screen.Program{File: cmp.Or(file, t.Program), NoFile: file == "", Core: x.Core(), Pair: x.Pair(), Init: x.Init(),
		Schedule: x.Schedule(), Note: why + " Esc goes back to the lesson."}
	if err := s.h.Visit(p); err != nil {
		s.h.Refuse(command.Sentence(err))
		return nil
	}
	s.why = p
	return nil
}

// toStep shows the program of the task on Step.
func (s *Screen) toStep() tea.Cmd {
	if s.h.Program() != s.program {
		s.again()
	}
	cmd := s.h.Show(screen.Step)
	s.h.Say(s.h.Session().Now().Say())
	return cmd
}
