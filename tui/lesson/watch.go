package lesson

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"wobbly/lesson/play"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// Watch judges a changed state of the session. It also repeats the lesson's comment after a refused
// key that would replace it, and returns to the answers when the schedule of one is closed. It is
// called after each message.
func (s *Screen) Watch() {
	if s.answering && s.h.Program() == s.program {
		s.reveal()
	}
	if s.Game == nil || s.Game.Session() == nil || s.h.Program() != s.program {
		return
	}
	said, refused := s.h.Status()
	switch {
	case s.h.Session().Now().Index() != s.seen:
		s.observe()
	case refused && s.Said != "" && s.h.Top() == nil && !strings.HasSuffix(said, s.Said):
		s.h.Refuse(said + " " + s.Said)
	}
}

// observeStart judges the state in which a task begins, unless that is the initial one.
func (s *Screen) observeStart() {
	if s.Game.Session() != nil && s.h.Session().At() > 0 && !s.Game.Done() {
		s.observe()
	}
}

// observe judges the present state and shows the lesson's comment.
func (s *Screen) observe() {
	s.seen, s.hinting = s.h.Session().Now().Index(), false
	o := s.Observe(s.h.Context())
	switch said, refused := s.h.Status(); {
	case o.Text == "":
	case refused:
		s.h.Refuse(said + " " + o.Text)
	default:
		s.h.Say(said + " " + o.Text)
	}
	if o.Won {
		s.announceWin()
	}
	s.keep()
}

// announceWin announces that the task is done: in a layer on the Lesson screen; elsewhere in the
// status line, and the next > opens the layer.
func (s *Screen) announceWin() {
	clear(s.top)
	s.unseen = true
	if s.h.Front() == screen.Lesson {
		s.reveal()
	}
}

// reveal shows the layer for the finished task.
func (s *Screen) reveal() {
	s.unseen, s.answering = false, false
	s.h.Push(&winLayer{
		Page: screen.Page{H: s.h, Title: s.wonTitle(), Text: plainLines(s.wonText())}, s: s,
	})
}

// next opens the layer for the finished task if the student has not seen it yet, and otherwise
// starts the next task.
func (s *Screen) next() tea.Cmd {
	if s.unseen {
		s.reveal()
		return nil
	}
	return s.tell(s.do(play.Next, ""))
}

// winLayer is the layer for a finished task. A question's number plays the schedule of its answer.
type winLayer struct {
	screen.Page
	s *Screen
}

func (w *winLayer) Keys() []screen.Binding {
	table := w.Page.Keys()
	table[0] = screen.Binding{
		Keys: []string{"esc", "q"}, Hint: "look around", Help: "close, and stay here",
		Do: screen.Does(w.H.Pop),
	}
	next := w.nextBinding()
	return slices.Concat([]screen.Binding{
		w.AfterAll(next), {Keys: []string{">"}, Help: next.Help, Do: next.Do},
	}, table, w.answerBindings())
}

func (w *winLayer) nextBinding() screen.Binding {
	b := screen.Binding{Keys: []string{"enter"}}
	if w.s.off(play.Find(play.Next)).Refuses() {
		b.Hint, b.Help = "to the lesson", "go to the screen Lesson"
		b.Do = func() tea.Cmd {
			w.H.Pop()
			return w.H.Show(screen.Lesson)
		}
		return b
	}
	b.Hint, b.Help = w.s.nextHint(), "go on to the next task, or to the next lesson"
	b.Do = func() tea.Cmd {
		w.H.Pop()
		return w.s.tell(w.s.do(play.Next, ""))
	}
	return b
}

// answerBindings binds the number of each question whose answer a schedule shows.
func (w *winLayer) answerBindings() []screen.Binding {
	var all []screen.Binding
	for _, x := range w.s.Game.Answers(w.H.Context()) {
		if x.Shown == nil {
			continue
		}
		number := strconv.Itoa(x.Number)
		says := "This answers question " + number + " of the task."
		if x.IsJudged() {
			says = "The answer to question " + number + ": " + x.Choices[x.Right] + "."
		}
		all = append(all, screen.Binding{
			Keys: []string{number}, Hint: "play",
			Help: "play the schedule that answers question " + number,
			Do: func() tea.Cmd {
				w.H.Pop()
				w.s.answering = w.s.showRun(x.Shown, w.s.program.File, true, says)
				return nil
			},
		})
	}
	return all
}

// counterexample returns the session that shows why the last check failed. It is nil if the student
// did not ask for a check, or if no schedule shows it.
func (s *Screen) counterexample() *session.Session {
	if !s.Asked || s.Game == nil || s.Game.Done() {
		return nil
	}
	return s.Verdict.Shown()
}

// showRun opens an execution in Step, at its end, and shows a message about it. It reports whether
// that was possible.
func (s *Screen) showRun(x *session.Session, file string, noFile bool, says string) bool {
	p := &screen.Program{
		File: file, NoFile: noFile, Core: x.Core(), Pair: x.Pair(), Init: x.Init(),
		Schedule: x.Schedule(),
		Note:     says + " The arrows go through its states; esc goes back to the lesson.",
	}
	if err := s.h.Visit(p); err != nil {
		s.h.Refuse(command.Sentence(err))
		return false
	}
	s.why, s.whyText = p, says
	return true
}
