package lesson

import (
	"context"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// watched is the wait for a change of a file. Two files are watched during a lesson: the student's
// solution of the present task is checked whenever its file changes, and for authors the lesson
// restarts when its own file changes.
type watched struct {
	name   string // of the student's file, or of the lesson
	ctx    context.Context
	cancel context.CancelFunc
	opened context.Context // of the program that was open at the beginning; its end ends the wait
}

// waits reports whether the wait is for this file and still active.
func (w *watched) waits(name string, now context.Context) bool {
	return w.ctx != nil && w.name == name && w.opened == now && w.ctx.Err() == nil
}

// begin replaces the wait by one for a file.
func (w *watched) begin(name string, now context.Context) {
	w.end()
	w.name, w.opened = name, now
	w.ctx, w.cancel = context.WithCancel(now)
}

func (w *watched) end() {
	if w.cancel != nil {
		w.cancel()
	}
}

type solutionChanged struct{ name, text string }

// WantsChanges returns the commands that wait for the watched files and that check a changed file.
// It is called after each message.
func (s *Screen) WantsChanges() tea.Cmd {
	if s.Game == nil {
		return nil
	}
	return tea.Batch(s.takeChange(), s.wantsSolution(), s.wantsLesson())
}

// solution returns the student's file of the present task, or "" if there is none to watch.
func (s *Screen) solution() string {
	k := s.Game.Task().Kind
	if k != lesson.Program && k != lesson.Analysis || s.Asking() || s.Game.Done() || s.editing {
		return ""
	}
	return s.files[s.Game.Task().Number]
}

// wantsSolution waits in the background for a change of the student's file.
func (s *Screen) wantsSolution() tea.Cmd {
	name, read, now := s.solution(), s.h.Files().Changed, s.h.Context()
	if name == "" || read == nil {
		s.student.end()
		return nil
	}
	if s.student.waits(name, now) {
		return nil
	}
	s.student.begin(name, now)
	ctx, known := s.student.ctx, s.texts[name]
	return s.h.Background(func(context.Context) screen.Then {
		x := read(ctx, name, known, true)
		if ctx.Err() != nil {
			return nil
		}
		return screen.Does(func() {
			s.student.end()
			if name == s.solution() && x.Text != s.texts[name] {
				s.texts[name], s.news = x.Text, &solutionChanged{name, x.Text}
			}
		})
	})
}

// wantsLesson waits in the background for a change of the lesson's file.
func (s *Screen) wantsLesson() tea.Cmd {
	wait, now := s.o.Changed, s.h.Context()
	if wait == nil || s.source.waits(s.Game.Lesson().Name, now) {
		return nil
	}
	s.source.begin(s.Game.Lesson().Name, now)
	ctx, g := s.source.ctx, s.Game
	return s.h.Background(func(context.Context) screen.Then {
		next, err := wait(ctx, g)
		if ctx.Err() != nil || next == nil && err == nil {
			return nil
		}
		return screen.Does(func() {
			s.source.end()
			s.newer = func() { s.renew(next, err) }
		})
	})
}

// takeChange processes changed files, once no layer covers the screen.
func (s *Screen) takeChange() tea.Cmd {
	if s.h.Top() != nil {
		return nil
	}
	if renew := s.newer; renew != nil {
		s.newer = nil
		renew()
		return nil
	}
	x := s.news
	s.news = nil
	if x == nil || x.name != s.solution() {
		return nil
	}
	cmd, err := s.checkText(x.text, x.name)
	if err != nil {
		s.h.Refuse(x.name + " has changed: " + command.Sentence(err))
		return nil
	}
	if s.Game.Task().Kind == lesson.Analysis {
		s.results[s.Game.Task().Number] = text.Lines(x.text)
	}
	return cmd
}

// renew plays the changed lesson at the same task, or shows why it cannot.
func (s *Screen) renew(g *lesson.Game, err error) {
	name := s.Game.Lesson().Name
	if err != nil {
		// Not command.Sentence: the error may begin with a path.
		s.h.Refuse("The lesson " + name + " has changed, but cannot be used: " +
			strings.TrimSuffix(err.Error(), ".") + ".")
		return
	}
	if s.o.Graded {
		s.h.Refuse("The lesson " + name +
			" has changed; this is the version that your record is of.")
		return
	}
	g.GoTo(s.Game.Task().Number) // if the task has gone, stay at the first one
	if err := s.h.Play(g); err != nil {
		s.h.Refuse(command.Sentence(err))
		return
	}
	s.h.Say("The lesson " + name + " has changed; this task begins anew.")
}
