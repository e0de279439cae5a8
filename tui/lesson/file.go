package lesson

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// fillIn asks for the lines of the answer sheet. If the text contains the program, it scrolls to
// it.
func (s *Screen) fillIn() {
	if !s.Game.Done() {
		s.Forget() // the verdict is about the sheet as it was
	}
	first := s.listing()[0].text
	for _, p := range s.layout(s.body()) {
		for i, l := range p.lines {
			if p.name == paneLesson && l.text == first {
				s.top[paneLesson] = i
			}
		}
	}
	s.bounded()
	s.askResults(0)
}

// askResults asks for the lines of the answer sheet, one after the other, beginning at index from.
func (s *Screen) askResults(from int) {
	method := ""
	for i, line := range s.results[s.Game.Task().Number] {
		name, value, ok := strings.Cut(line, ":")
		switch {
		case !ok:
			method = strings.TrimPrefix(line, "method ")
		case i >= from:
			label := method + ", " + name
			if name == lesson.PartReports.String() || name == lesson.PartFiltered.String() {
				label = name
			}
			s.askLine(i, label, lesson.Such(name), strings.Trim(value, " ?"))
			return
		}
	}
	s.filling = -1
	s.h.Say("The sheet is filled in; d checks it, L goes through it again.")
}

// askLine asks for line i of the answer sheet, which stays as it is if the answer has a mistake. It
// shows an example while nothing is typed.
func (s *Screen) askLine(i int, label, example, value string) {
	t := s.Game.Task()
	screen.AskWithExample(s.h, label, example, value, func(typed string) (tea.Cmd, error) {
		sheet := slices.Clone(s.results[t.Number])
		name, _, _ := strings.Cut(sheet[i], ":")
		sheet[i] = name + ": " + cmp.Or(strings.TrimSpace(typed), "?")
		if _, err := t.ParseResults(strings.Join(sheet, "\n")); err != nil {
			return nil, err
		}
		s.results[t.Number] = sheet
		s.h.Say("")
		s.askResults(i + 1)
		return nil, nil
	})
	s.filling, s.prompt = i, s.h.Top()
}

// check checks the student's file, sheet, initial state or session.
func (s *Screen) check() tea.Cmd {
	switch t := s.Game.Task(); t.Kind {
	case lesson.Program:
		return s.checkFile(s.files[t.Number])
	case lesson.Analysis:
		cmd, err := s.checkText(strings.Join(s.results[t.Number], "\n"), "the sheet")
		if err != nil {
			s.h.Refuse(command.Sentence(err))
		}
		return cmd
	}
	return s.tell(s.do(play.Check, ""))
}

// given returns the program or answer sheet that the student has to change, and a name for its
// file.
func (s *Screen) given() (name, text string) {
	t := s.Game.Task()
	if t.Kind == lesson.Analysis {
		name = fmt.Sprintf("sheet-%d.%d.txt", s.Game.Lesson().Number, t.Number)
		return name, strings.Join(s.results[t.Number], "\n") + "\n"
	}
	return t.Program, t.Core().Source.Text
}

func (s *Screen) askSave() {
	name, _ := s.given()
	screen.Ask(s.h, "save as", name, func(name string) (tea.Cmd, error) {
		if err := s.save(name); err != nil {
			return nil, err
		}
		file := s.files[s.Game.Task().Number]
		how := "Change it with any editor, and it is checked whenever it changes; d checks it too"
		if s.h.Files().Changed == nil {
			how = "Change it with any editor; d checks it"
		}
		s.h.Say("Saved: " + file + ". " + how + s.inShell(file) + ".")
		return nil, nil
	})
}

// save saves the text of the task. The file may get another name, if one with this name exists.
func (s *Screen) save(name string) error {
	_, text := s.given()
	where, err := screen.SaveAs(s.h, name, []byte(text))
	if err != nil {
		return err
	}
	s.files[s.Game.Task().Number] = where
	s.texts[where] = text
	return nil
}

// edit opens the student's file in an editor. It first saves the text of the task if there is none.
func (s *Screen) edit() tea.Cmd {
	t := s.Game.Task()
	if s.files[t.Number] == "" {
		name, _ := s.given()
		if err := s.save(name); err != nil {
			s.h.Refuse(command.Sentence(err))
			return nil
		}
	}
	s.editing = true
	return screen.Edit(s.h, s.files[t.Number], s.Edited)
}

// Edited checks the student's file after the editor has ended.
func (s *Screen) Edited(err error) tea.Cmd {
	s.editing = false
	if err != nil {
		s.h.Refuse("The editor failed: " + command.Sentence(err))
		return nil
	}
	return s.checkFile(s.files[s.Game.Task().Number])
}

func (s *Screen) askFile() {
	t := s.Game.Task()
	name := s.files[t.Number]
	if name == "" && t.Kind == lesson.Program {
		name = t.Program
	}
	screen.Ask(s.h, "check file", name, s.tryFile)
}

func (s *Screen) checkFile(name string) tea.Cmd {
	cmd, err := s.tryFile(name)
	if err != nil {
		s.h.Refuse(command.Sentence(err))
	}
	return cmd
}

// tryFile reads and checks a file. It fails if the file is not an attempt at the task.
func (s *Screen) tryFile(name string) (tea.Cmd, error) {
	content, err := s.Read(name)
	if err != nil {
		return nil, err
	}
	t := s.Game.Task()
	s.texts[name] = content
	if t.Kind.IsText() {
		s.files[t.Number] = name
	}
	if t.Kind == lesson.Analysis {
		s.results[t.Number] = text.Lines(content)
	}
	return s.checkText(content, name)
}

// checkText checks a solution in the background, since the goals of a program task may need a
// search. name names it in messages.
func (s *Screen) checkText(solution, name string) (tea.Cmd, error) {
	t := s.Game.Task()
	attempt, err := t.ParseAttempt(solution)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	label := func() string { return "Checking " + name + "..." }
	return s.work.Start(label, func(ctx context.Context) screen.Then {
		verdict := t.Check(ctx, attempt)
		return func() tea.Cmd {
			stopped := s.work.Finish()
			switch {
			case t != s.Game.Task():
				return nil
			case stopped && !verdict.Met():
				s.h.Say("Stopped; whether this does it was not decided.")
				return nil
			}
			return s.checked(s.Count(attempt, verdict), name)
		}
	}), nil
}

// checked shows the outcome of a check. After a success, the page about it is opened last, above
// the student's program.
func (s *Screen) checked(o play.Outcome, name string) tea.Cmd {
	var cmd tea.Cmd
	if o.Won {
		s.solved[s.Game.Task().Number] = name
		cmd = s.showSolution()
	}
	return tea.Batch(s.tell(o), cmd)
}

// showSolution opens the student's successful program in place of the task's, on this screen.
func (s *Screen) showSolution() tea.Cmd {
	if s.Game.Task().Kind != lesson.Program {
		return nil
	}
	front := s.h.Front()
	if err := s.begin(); err != nil {
		s.h.Refuse(command.Sentence(err))
		return nil
	}
	if front == screen.Lesson {
		return nil
	}
	return s.h.Show(front)
}
