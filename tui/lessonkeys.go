package tui

import (
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/lesson"
	"wobbly/tui/draw"
)

// keys implements screen.
func (s *lessonScreen) keys() []binding { return also(s.choiceKeys(), s.taskKeys(), s.scrollKeys()) }

// choiceKeys choose an answer by its number, while a question is open. The keys
// of the screens are free then.
func (s *lessonScreen) choiceKeys() []binding {
	if !s.asking() {
		return nil
	}
	var table []binding
	q, _, _ := s.g.Question()
	for i := range q.Choices {
		table = append(table, binding{keys: []string{itoa(i + 1)}, help: "choose answer " + itoa(i+1), do: does(func() { s.choose(i) })})
	}
	return table
}

// taskKeys are about the task. The line of hints has those that the task is done
// with.
func (s *lessonScreen) taskKeys() []binding {
	kind, done := lesson.Play, false
	if s.g != nil {
		kind, done = s.g.Task().Kind, s.g.Done()
	}
	play := !s.asking() && !done
	hint := func(text string, when bool) string {
		if when && s.g != nil {
			return text
		}
		return ""
	}
	enter := hint("to Step", true)
	if s.asking() {
		enter = "answer"
	}
	file := kind == lesson.Program || kind == lesson.Analysis
	return []binding{
		{keys: []string{"enter"}, hint: enter, help: "answer the question; else go to the task's program in Step", do: s.enterKey, off: s.absent},
		{keys: []string{"n"}, hint: hint("next task", done && s.noNext() == ""), help: "go on to the next task", do: does(s.next), off: s.noNext},
		{keys: []string{"i"}, hint: hint("initial state", play && kind != lesson.Analysis && s.noInput() == "") + hint("fill in", play && kind == lesson.Analysis),
			help: "choose the initial state, or fill in the answer sheet, where the task asks for it", do: does(s.input), off: s.noInput},
		{keys: []string{"e"}, hint: hint("edit", play && s.noEdit() == ""), help: "edit the program or the answer sheet in your editor, and check it", do: s.edit, off: s.noEdit},
		{keys: []string{"s"}, hint: hint("save", play && file), help: "save the task's program or answer sheet, to be changed with any editor", do: does(s.askSave), off: s.noSave},
		{keys: []string{"f"}, hint: hint("file", play && file), help: "check a file: a program, an answer sheet, a schedule, a witness", do: does(s.askFile), off: s.noFile},
		{keys: []string{"c"}, hint: hint("check", play), help: "check what you have: the present state, the initial state, your file or your sheet", do: s.check, off: s.noCheck},
		{keys: []string{"h"}, hint: hint("hint", !done), help: "the next hint", do: does(s.hint), off: s.noHint},
		{keys: []string{"g"}, help: "go to a task of this lesson", do: does(s.askTask), off: s.absent},
	}
}

// scrollKeys move in the panes.
func (s *lessonScreen) scrollKeys() []binding {
	return []binding{
		{keys: []string{"down", "j"}, hint: s.downHint(), help: "the next answer, or down in the focused pane", do: does(func() { s.move(1) })},
		{keys: []string{"up", "k"}, help: "the answer before, or up", do: does(func() { s.move(-1) })},
		{keys: []string{"pgdown", "space"}, hint: s.moreHint(), help: "a page down in the text", do: does(func() { s.scrollText(8) })},
		{keys: []string{"pgup"}, help: "a page up", do: does(func() { s.scrollText(-8) })},
		{keys: []string{"home"}, help: "to the beginning of the text", do: does(func() { s.top[0] = 0 })},
	}
}

func (s *lessonScreen) moreHint() string {
	if s.g == nil {
		return ""
	}
	return "more"
}

func (s *lessonScreen) downHint() string {
	if s.asking() {
		return "choose"
	}
	return ""
}

// move moves the highlight of the choices, or scrolls.
func (s *lessonScreen) move(by int) {
	if q, _, open := s.question(); open && s.h.Focused() == paneGoal {
		s.choose(draw.Clamp(s.chosen+by, len(q.Choices)))
		return
	}
	s.scroll(by)
}

// scroll scrolls the focused pane.
func (s *lessonScreen) scroll(by int) {
	if s.h.Focused() == paneLesson {
		s.scrollText(by)
		return
	}
	s.top[1] += by
	s.bounded()
}

// scrollText scrolls the text.
func (s *lessonScreen) scrollText(by int) {
	s.top[0] += by
	s.bounded()
}

// question is the open question, if a lesson is played.
func (s *lessonScreen) question() (lesson.Question, int, bool) {
	if s.g == nil {
		return lesson.Question{}, 0, false
	}
	return s.g.Question()
}

// choose highlights a choice.
func (s *lessonScreen) choose(i int) {
	s.chosen = i
	s.h.FocusOn(paneGoal)
	s.h.Say("Enter answers with " + itoa(i+1) + "; an answer stays.")
}

// enterKey answers the open question, or goes to play.
func (s *lessonScreen) enterKey() tea.Cmd {
	switch {
	case !s.asking():
		return s.toStep()
	case s.chosen < 0:
		s.h.Refuse("Choose an answer first, with down and up or by its number.")
	default:
		s.answer()
	}
	return nil
}

// answer answers the open question with the highlighted choice.
func (s *lessonScreen) answer() {
	s.g.Answer(s.chosen + 1)
	s.chosen, s.top[1] = -1, 0
	if s.asking() {
		s.h.Say("Noted. One more question.")
	} else {
		s.again()
		text, _ := s.h.Status()
		s.h.Say("Noted; you will see. " + text)
	}
	s.keep()
}

// again begins the task once more, and looks at where it stands.
func (s *lessonScreen) again() {
	if err := s.begin(); err != nil {
		s.h.Refuse(sentence(err))
		return
	}
	s.lookAhead()
}

// toStep goes to the task's program.
func (s *lessonScreen) toStep() tea.Cmd {
	if s.h.Program() != s.program {
		s.again()
	}
	cmd := s.h.Show(screenStep)
	s.h.Say(s.h.Session().Now().Say())
	return cmd
}

// hint shows the next hint.
func (s *lessonScreen) hint() {
	_, n := s.g.Hint()
	defer s.keep()
	_, rows := s.h.Size()
	s.top[1] = len(s.state()) * rows // the end of the pane, where it stands
	s.bounded()
	s.h.Say("Hint " + itoa(n) + " of " + itoa(len(s.g.Task().Hints)) + ".")
}

// next goes on to the next task.
func (s *lessonScreen) next() {
	s.g.Next()
	s.again()
}

func (s *lessonScreen) askTask() {
	ask(s.h, "go to task", "", func(text string) tea.Cmd {
		n := 0
		for i := range s.g.Lesson().Tasks {
			if strings.TrimSpace(text) == itoa(i+1) {
				n = i + 1
			}
		}
		if !s.g.GoTo(n) {
			s.h.Refuse("This lesson has the tasks 1 to " + itoa(len(s.g.Lesson().Tasks)) + ".")
			return nil
		}
		s.again()
		return nil
	})
}

// The reasons why something cannot be done now.

// unasked says that there is no lesson, or that a question comes first.
func (s *lessonScreen) unasked() string {
	if s.asking() {
		return "First answer the question."
	}
	return s.absent()
}

func (s *lessonScreen) noHint() string {
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

func (s *lessonScreen) noNext() string {
	switch {
	case s.g == nil:
		return s.absent()
	case s.g.Task().Number == len(s.g.Lesson().Tasks):
		return "This is the last task of the lesson; g goes to another one."
	case !s.g.Done():
		return "This task is not done yet; g goes to any task."
	}
	return ""
}

func (s *lessonScreen) noInput() string {
	if why := s.unasked(); why != "" {
		return why
	}
	switch s.g.Task().Kind {
	case lesson.Heap, lesson.Witness, lesson.Analysis:
		return ""
	case lesson.Program:
		return "This task asks for a program: e edits it, s saves it, f checks a file."
	}
	return "The initial state of this task is given: enter plays it."
}

// noText says that the task asks for nothing that is written in a file.
func (s *lessonScreen) noText() string {
	if why := s.unasked(); why != "" {
		return why
	}
	if k := s.g.Task().Kind; k != lesson.Program && k != lesson.Analysis {
		return "This task asks for no program and no answer sheet."
	}
	return ""
}

func (s *lessonScreen) noSave() string {
	if why := s.noText(); why != "" || s.h.Files().Save != nil {
		return why
	}
	return "Nothing can be saved from here."
}

func (s *lessonScreen) noEdit() string {
	switch why := s.noSave(); {
	case why != "":
		return why
	case s.o.Edit == nil:
		return "No editor is known: set VISUAL or EDITOR, or save with s, change the file elsewhere, and check it with f."
	}
	return ""
}

func (s *lessonScreen) noFile() string {
	if why := s.unasked(); why != "" || s.o.Read != nil {
		return why
	}
	return "No file can be read from here."
}

func (s *lessonScreen) noCheck() string {
	if why := s.unasked(); why != "" {
		return why
	}
	if t := s.g.Task(); t.Kind == lesson.Program && s.files[t.Number] == "" {
		return "There is no file of yours yet: e edits the program, s saves it, f checks a file."
	}
	if s.g.Session() != nil && s.h.Program() != s.program {
		return "Another program is open; enter goes back to the task."
	}
	return ""
}
