package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
)

// Keys implements screen.Screen. While a question is open, the keys of its answers
// replace those of the task that have the same letters.
func (s *Screen) Keys() []screen.Binding {
	choices := s.choiceKeys()
	tasks := slices.DeleteFunc(s.taskKeys(), func(b screen.Binding) bool {
		return slices.ContainsFunc(choices, func(c screen.Binding) bool { return c.Keys[0] == b.Keys[0] })
	})
	return screen.Join(choices, tasks, s.scrollKeys())
}

// choiceKeys choose an answer of the open question by its letter. Numbers would not do:
// many answers are numbers.
func (s *Screen) choiceKeys() []screen.Binding {
	if !s.Asking() {
		return nil
	}
	var table []screen.Binding
	q, _, _ := s.g.Question()
	for i := range q.Choices {
		letter := text.Letter(i)
		table = append(table, screen.Binding{Keys: []string{letter}, Help: "choose answer " + letter, Do: screen.Does(func() { s.choose(i) })})
	}
	return table
}

// taskKeys are the keys for the task. The line of hints shows those that its kind needs.
func (s *Screen) taskKeys() []screen.Binding {
	kind, done := lesson.Play, false
	if s.g != nil {
		kind, done = s.g.Task().Kind, s.g.Done()
	}
	play := !s.Asking() && !done
	hint := func(text string, when bool) string {
		if when && s.g != nil {
			return text
		}
		return ""
	}
	enter := hint("to Step", true)
	switch {
	case s.Asking():
		enter = "answer"
	case s.counterexample() != nil:
		enter = "see why"
	case s.g == nil && s.listed():
		enter = "lessons"
	}
	file := kind == lesson.Program || kind == lesson.Analysis
	return []screen.Binding{
		{Keys: []string{"enter"}, Hint: enter, Help: "answer the question; see why a check failed; else go to the task's program in Step; to Home where no lesson is played", Do: s.enterKey, Off: s.noEnter},
		s.nextKey(hint(s.nextHint(), done && s.noNext() == "")),
		{Keys: []string{"H"}, Hint: hint("heap", play && kind != lesson.Analysis && s.noInit() == ""),
			Help: "choose the initial state, where the task asks for it", Do: screen.Does(s.askInit), Off: s.noInit},
		{Keys: []string{"L"}, Hint: hint("fill in", play && kind == lesson.Analysis),
			Help: "fill in the answer sheet line by line, where the task asks for it", Do: screen.Does(s.fillIn), Off: s.noResults},
		{Keys: []string{"E"}, Hint: hint("edit", play && kind == lesson.Program && s.noEdit() == ""), Help: "edit the program or the answer sheet in your editor, and check it", Do: s.edit, Off: s.noEdit},
		s.checkKey(hint("check", play)),
		s.hintKey(hint("hint", !done)),
		{Keys: []string{"S"}, Hint: hint("save", play && file), Help: "save the task's program or answer sheet, to be changed with any editor", Do: screen.Does(s.askSave), Off: s.noSave},
		{Keys: []string{"O"}, Hint: hint("file", play && file), Help: "check a file: a program, an answer sheet, a schedule, a witness", Do: screen.Does(s.askFile), Off: s.noFile},
		{Keys: []string{"G"}, Help: "go to a task of this lesson", Do: screen.Does(s.askTask), Off: s.absent},
	}
}

func (s *Screen) nextKey(hint string) screen.Binding {
	return screen.Binding{Keys: []string{">"}, Hint: hint, Help: "go on to the next task, or to the next lesson", Do: screen.Does(s.next), Off: s.noNext}
}

func (s *Screen) checkKey(hint string) screen.Binding {
	return screen.Binding{Keys: []string{"d"}, Hint: hint, Help: "is it done? checks what you have: the present state, the initial state, your file or your sheet", Do: s.check, Off: s.noCheck}
}

// Elsewhere returns the keys of the lesson that also work on other screens.
func (s *Screen) Elsewhere() []screen.Binding {
	next, help := "", "hint"
	if s.g.Done() {
		next, help = s.nextHint(), ""
	}
	return []screen.Binding{
		{Keys: []string{"6"}, Hint: "lesson", Help: "screen Lesson: the text of the task, its goal and its hints", Do: func() tea.Cmd { return s.h.Show(screen.Lesson) }},
		s.hintKey(help),
		s.nextKey(next),
	}
}

// scrollKeys move the highlight and scroll the panes.
func (s *Screen) scrollKeys() []screen.Binding {
	return []screen.Binding{
		{Keys: []string{"down", "j"}, Hint: s.downHint(), Help: "the next answer, or down in the focused pane", Do: screen.Does(func() { s.move(1) })},
		{Keys: []string{"up", "k"}, Help: "the answer before, or up", Do: screen.Does(func() { s.move(-1) })},
		{Keys: []string{"pgdown", "space"}, Hint: s.moreHint(), Help: "a page down in the text", Do: screen.Does(func() { s.scrollText(8) })},
		{Keys: []string{"pgup"}, Help: "a page up", Do: screen.Does(func() { s.scrollText(-8) })},
		{Keys: []string{"home"}, Help: "to the beginning of the text", Do: screen.Does(func() { s.top[0] = 0 })},
	}
}

func (s *Screen) moreHint() string {
	if s.g == nil {
		return ""
	}
	return "more"
}

func (s *Screen) downHint() string {
	if s.Asking() {
		return "choose"
	}
	return ""
}

// move moves the highlight of an open question if the question has the focus, and
// scrolls otherwise.
func (s *Screen) move(by int) {
	if q, _, open := s.question(); open && s.h.Focused() == paneGoal {
		s.choose(draw.Clamp(s.chosen+by, len(q.Choices)))
		return
	}
	s.scroll(by)
}

// scroll scrolls the focused pane.
func (s *Screen) scroll(by int) {
	if s.h.Focused() == paneLesson {
		s.scrollText(by)
		return
	}
	s.top[1] += by
	s.bounded()
}

// scrollText scrolls the text.
func (s *Screen) scrollText(by int) {
	s.top[0] += by
	s.bounded()
}

// question returns the open question, if a lesson is played and has one.
func (s *Screen) question() (lesson.Question, int, bool) {
	if s.g == nil {
		return lesson.Question{}, 0, false
	}
	return s.g.Question()
}

// choose highlights an answer of the open question.
func (s *Screen) choose(i int) {
	q, _, open := s.g.Question()
	if !open || i >= len(q.Choices) {
		return // a click on an answer that has gone since
	}
	s.chosen = i
	s.h.FocusOn(paneGoal)
	say := "Enter answers " + text.Letter(i)
	w, _ := s.h.Size()
	s.h.Say(say + ": " + strconv.Quote(draw.Clip(q.Choices[i], w-len(say)-len(`: ""  `))))
}

// enterKey answers the open question, shows why a check failed, or goes to Step.
func (s *Screen) enterKey() tea.Cmd {
	switch {
	case s.g == nil:
		return s.h.Show(screen.Home)
	case s.Asking():
	case s.counterexample() != nil:
		return s.showWhy()
	default:
		return s.toStep()
	}
	switch {
	case s.chosen < 0:
		s.h.Refuse("Choose an answer first, with down and up or by its letter.")
	default:
		s.answer()
	}
	return nil
}

// answer answers the open question with the highlighted choice.
func (s *Screen) answer() {
	s.g.Answer(s.chosen + 1)
	s.chosen, s.top[1] = -1, 0
	if s.Asking() {
		s.h.Say("Your answer counts. One more question.")
	} else {
		s.again()
		status, _ := s.h.Status()
		s.h.Say("Your answer counts. " + status)
	}
	s.keep()
}

// again begins the task again and judges the state where it begins.
func (s *Screen) again() {
	if err := s.begin(); err != nil {
		s.h.Refuse(command.Sentence(err))
		return
	}
	s.observeStart()
}

// counterexample returns the session that shows why the last check failed. It is nil if
// the student did not ask for a check, or no state shows it.
func (s *Screen) counterexample() *session.Session {
	if !s.asked || s.g == nil || s.g.Done() {
		return nil
	}
	return s.verdict.Shown()
}

// showWhy opens the counterexample.
func (s *Screen) showWhy() tea.Cmd {
	x, t := s.counterexample(), s.g.Task()
	p := &screen.Program{File: cmp.Or(s.files[t.Number], t.Program), Core: x.Core(), Pair: x.Pair(), Init: x.Init(), Schedule: x.Schedule(), NoFile: s.files[t.Number] == "",
		Note: whyText(x.Now()) + " Esc goes back to the lesson."}
	if err := s.h.Visit(p); err != nil {
		s.h.Refuse(command.Sentence(err))
		return nil
	}
	s.why = p
	return nil
}

// whyText says how the state of a counterexample violates a goal.
func whyText(v session.View) string {
	if r, ok := v.Race(); ok {
		return r.Text
	}
	return "This execution is against the goal; 6 shows it, and the arrows go through its states."
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

// next goes on to the next task, or after the last one to the next lesson.
func (s *Screen) next() {
	if s.g.Next() {
		s.again()
		return
	}
	g, err := s.o.Open(s.following())
	if err == nil {
		err = s.h.Play(g)
	}
	if err != nil {
		s.h.Refuse(command.Sentence(err))
	}
}

// following returns the name of the next lesson. It is empty if this lesson is not
// finished, or the next one cannot be begun from here.
func (s *Screen) following() string {
	if s.g == nil || !s.g.Finished() || s.o.Following == nil || s.o.Open == nil {
		return ""
	}
	return s.o.Following(s.g)
}

// nextHint says where > leads.
func (s *Screen) nextHint() string {
	if s.following() != "" && s.g.Task().Number == len(s.g.Lesson().Tasks) {
		return "next lesson"
	}
	return "next task"
}

func (s *Screen) askTask() {
	screen.AskSuch(s.h, "go to task", "1 to "+strconv.Itoa(len(s.g.Lesson().Tasks)), "", func(text string) (tea.Cmd, error) {
		n := 0
		for i := range s.g.Lesson().Tasks {
			if strings.TrimSpace(text) == strconv.Itoa(i+1) {
				n = i + 1
			}
		}
		if !s.g.GoTo(n) {
			return nil, fmt.Errorf("this lesson has the tasks 1 to %d", len(s.g.Lesson().Tasks))
		}
		s.again()
		return nil, nil
	})
}

// The functions below say why something cannot be done now. They return "" if it can.

// unasked says that no lesson is played, or that a question has to be answered first.
func (s *Screen) unasked() string {
	if s.Asking() {
		return "First answer the question."
	}
	return s.absent()
}

func (s *Screen) noNext() string {
	switch {
	case s.g == nil:
		return s.absent()
	case s.following() != "" && s.g.Task().Number == len(s.g.Lesson().Tasks):
		return ""
	case s.g.Task().Number == len(s.g.Lesson().Tasks):
		return "This is the last task of the lesson; G goes to another one."
	case !s.g.Done():
		return "This task is not done yet; G goes to any task."
	}
	return ""
}

func (s *Screen) noInit() string {
	if why := s.unasked(); why != "" {
		return why
	}
	switch s.g.Task().Kind {
	case lesson.Heap, lesson.Witness:
		return ""
	case lesson.Program:
		return "This task asks for a program: E edits it, S saves it, O checks a file."
	case lesson.Analysis:
		return "This task asks for an answer sheet: L fills it in, line by line."
	}
	return "The initial state of this task is given: enter plays it."
}

func (s *Screen) noResults() string {
	if why := s.unasked(); why != "" || s.g.Task().Kind == lesson.Analysis {
		return why
	}
	return "This task asks for no answer sheet."
}

// noText says that the task asks neither for a program nor for an answer sheet.
func (s *Screen) noText() string {
	if why := s.unasked(); why != "" {
		return why
	}
	if k := s.g.Task().Kind; k != lesson.Program && k != lesson.Analysis {
		return "This task asks for no program and no answer sheet."
	}
	return ""
}

func (s *Screen) noSave() string {
	if why := s.noText(); why != "" || s.h.Files().Save != nil {
		return why
	}
	return "Nothing can be saved from here."
}

func (s *Screen) noEdit() string {
	switch why := s.noSave(); {
	case why != "":
		return why
	case s.h.Files().Edit == nil:
		return "No editor is known: set VISUAL or EDITOR, or save with S, change the file elsewhere, and check it with O."
	}
	return ""
}

func (s *Screen) noFile() string {
	if why := s.unasked(); why != "" || s.o.Read != nil {
		return why
	}
	return "No file can be read from here."
}

func (s *Screen) noCheck() string {
	if why := s.unasked(); why != "" {
		return why
	}
	if t := s.g.Task(); t.Kind == lesson.Program && s.files[t.Number] == "" {
		return "There is no file of yours yet: E edits the program, S saves it, O checks a file."
	}
	if s.g.Session() != nil && s.h.Program() != s.program {
		return "Another program is open; enter goes back to the task."
	}
	return ""
}
