package lesson

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// fillIn asks for all lines of the answer sheet.
func (s *Screen) fillIn() {
	s.toListing()
	s.askResults(0)
}

// toListing scrolls the text to the program, if the text has it.
func (s *Screen) toListing() {
	first := s.listing()[0].text
	for _, p := range s.layout(s.body()) {
		for i, l := range p.lines {
			if p.name == paneLesson && l.text == first {
				s.top[0] = i
			}
		}
	}
	s.bounded()
}

// askResults asks for the lines of the answer sheet one by one, from index from on.
func (s *Screen) askResults(from int) {
	sheet := s.results[s.Game.Task().Number]
	unit := ""
	for i, line := range sheet {
		name, value, filled := strings.Cut(line, ":")
		if !filled {
			unit = strings.TrimPrefix(line, "unit ") + ", "
			continue
		}
		if i >= from {
			if name == lesson.PartReports.String() || name == lesson.PartFiltered.String() {
				unit = ""
			}
			s.askLine(i, unit+name, lesson.Such(name), strings.Trim(value, " ?"))
			return
		}
	}
	s.filling = -1
	s.h.Say("The sheet is filled in; d checks it, L goes through it again.")
}

// askLine asks for line i of the answer sheet. such is an example of what it may say.
func (s *Screen) askLine(i int, label, such, value string) {
	t := s.Game.Task()
	screen.AskSuch(s.h, label, such, value, func(text string) (tea.Cmd, error) {
		sheet := s.results[t.Number]
		before := sheet[i]
		name, _, _ := strings.Cut(before, ":")
		if text = strings.TrimSpace(text); text == "" {
			text = "?"
		}
		sheet[i] = name + ": " + text
		if _, err := t.ParseResults(strings.Join(sheet, "\n")); err != nil {
			sheet[i] = before
			return nil, err
		}
		s.h.Say("")
		s.askResults(i + 1)
		return nil, nil
	})
	s.filling, s.prompt = i, s.h.Top()
}

// check checks the student's present solution: the file, the sheet, the initial state or
// the state of the session.
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

// judged shows the outcome of a check.
func (s *Screen) judged(o play.Outcome) {
	s.top[1] = 0
	switch {
	case o.Won:
		s.h.Say(o.Text)
		s.won()
	case o.Text != "": // the task was done before
		s.h.Say(o.Text)
	case !s.inFront():
		s.h.Refuse("Not done; 6 says why.")
	case s.counterexample() != nil:
		s.h.Refuse("Not done; enter shows why, step by step.")
	default:
		s.h.Refuse("Not done.")
	}
}

// text returns the text that the student is to change, the program or the answer sheet,
// and a name for its file.
func (s *Screen) text() (name, text string) {
	t := s.Game.Task()
	if t.Kind == lesson.Analysis {
		return "sheet-" + strconv.Itoa(s.Game.Lesson().Number) + "." + strconv.Itoa(t.Number) + ".txt", strings.Join(s.results[t.Number], "\n") + "\n"
	}
	return t.Program, t.Core().Source.Text
}

func (s *Screen) askSave() {
	name, _ := s.text()
	screen.Ask(s.h, "save as", name, func(name string) (tea.Cmd, error) {
		if err := s.save(name); err != nil {
			return nil, err
		}
		file := s.files[s.Game.Task().Number]
		s.h.Say("Saved: " + file + ". Change it with any editor" + s.checkedBy() + s.inShell(file) + ".")
		return nil, nil
	})
}

// checkedBy says how the student's file is checked, as the end of a sentence.
func (s *Screen) checkedBy() string {
	if s.h.Files().Changed == nil {
		return "; d checks it"
	}
	return ", and it is checked whenever it changes; d checks it too"
}

// save saves the text of the task. The file may get another name than the one given.
func (s *Screen) save(name string) error {
	_, text := s.text()
	where, err := s.h.Files().Save(name, []byte(text))
	if err != nil {
		return fmt.Errorf("not saved: %w", err)
	}
	s.h.Bye().Saved = append(s.h.Bye().Saved, where)
	s.files[s.Game.Task().Number] = where
	s.texts[where] = text
	return nil
}

// Edited is the message that the student's editor has ended.
type Edited struct{ Err error }

// edit opens the student's file in the editor. It creates the file if there is none.
func (s *Screen) edit() tea.Cmd {
	t := s.Game.Task()
	if s.files[t.Number] == "" {
		name, _ := s.text()
		if err := s.save(name); err != nil {
			s.h.Refuse(command.Sentence(err))
			return nil
		}
	}
	s.editing = true
	return tea.Exec(s.h.Files().Edit(s.files[t.Number]), func(err error) tea.Msg { return Edited{err} })
}

func (s *Screen) askFile() {
	t := s.Game.Task()
	name := s.files[t.Number]
	if name == "" && t.Kind == lesson.Program {
		name = t.Program
	}
	screen.Ask(s.h, "check file", name, s.tryFile)
}

// checkFile reads and checks a file, and refuses one that cannot be read.
func (s *Screen) checkFile(name string) tea.Cmd {
	cmd, err := s.tryFile(name)
	if err != nil {
		s.h.Refuse(command.Sentence(err))
	}
	return cmd
}

// tryFile reads and checks a file. The error says that it cannot be read, or that it is
// not an attempt at the task.
func (s *Screen) tryFile(name string) (tea.Cmd, error) {
	t := s.Game.Task()
	held, err := s.Read(name)
	if err != nil {
		return nil, err
	}
	s.texts[name] = held
	switch t.Kind {
	case lesson.Analysis:
		s.results[t.Number] = text.Lines(held)
		s.files[t.Number] = name
	case lesson.Program:
		s.files[t.Number] = name
	}
	return s.checkText(held, name)
}

// checked is the result of a check beside the loop.
type checked struct {
	task    *lesson.Task
	name    string // of the file, or "the sheet"
	attempt lesson.Attempt
	verdict lesson.Verdict
}

// checkText checks a text beside the event loop, since the goals of a program task may
// need a search. name is what the text is called in messages.
func (s *Screen) checkText(text, name string) (tea.Cmd, error) {
	t := s.Game.Task()
	at, err := t.ParseAttempt(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s.work.Start(func() string { return "Checking " + name + "..." }, func(ctx context.Context) tea.Msg {
		return checked{task: t, name: name, attempt: at, verdict: t.Check(ctx, at)}
	}), nil
}

// Update implements screen.Screen.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	if e, ok := msg.(Edited); ok {
		s.editing = false
		if e.Err != nil {
			s.h.Refuse("The editor failed: " + command.Sentence(e.Err))
			return nil
		}
		return s.checkFile(s.files[s.Game.Task().Number])
	}
	s.changed(msg)
	msg, ok := s.work.Result(msg)
	if !ok {
		return nil
	}
	stopped := s.work.Stopped()
	s.work.Finish()
	c, ok := msg.(checked)
	switch {
	case !ok || c.task != s.Game.Task():
	case stopped && !c.verdict.Met():
		s.h.Say("Stopped; it is not known whether this does it.")
	default:
		o := s.Count(c.attempt, c.verdict)
		var cmd tea.Cmd
		if o.Won {
			s.solved[c.task.Number] = c.name
			cmd = s.showSolution() // before tell, whose page lies above it
		}
		s.tell(o)
		return cmd
	}
	return nil
}

// showSolution opens the program that has just done the task in the place of the task's
// own, and stays on the screen in front.
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
