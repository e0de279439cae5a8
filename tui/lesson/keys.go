package lesson

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbletea/v2"

	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/lesson/play"
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
	var table []screen.Binding
	q, _, _ := s.question()
	for i := range q.Choices {
		letter := text.Letter(i)
		choose := screen.Does(func() { s.choose(i) })
		table = append(table, screen.Binding{Keys: []string{letter}, Help: "choose answer " + letter, Do: choose})
	}
	return table
}

// taskKeys are enter, and the keys of the verbs.
func (s *Screen) taskKeys() []screen.Binding {
	keys := []screen.Binding{{
		Keys: []string{"enter"}, Hint: s.enterHint(), Do: s.enterKey, Off: s.noEnter,
		Help: "answer the question; see why a check failed; else go to the task's program in Step; " +
			"to Home where no lesson is played",
	}}
	for _, v := range play.Table() {
		if len(v.Keys) > 0 {
			keys = append(keys, s.bound(v.Name))
		}
	}
	return keys
}

// bound binds the key of a verb: to what this screen does for it, or to the verb itself.
// The line of hints shows those that the task wants.
func (s *Screen) bound(name string) screen.Binding {
	v := play.Find(name)
	do, ok := map[string]func() tea.Cmd{
		play.Sheet: screen.Does(s.fillIn), play.Edit: s.edit, play.Check: s.check, play.Hint: screen.Does(s.hint),
		play.Save: screen.Does(s.askSave), play.Give: screen.Does(s.askFile),
	}[name]
	if !ok {
		do = func() tea.Cmd { return s.ask(v) }
	}
	b := screen.Binding{Keys: v.Keys, Help: v.Help, Do: do, Off: func() string { return s.off(v) }}
	switch {
	case s.Game == nil, v.Off != nil && v.Off(&s.Player) != "":
	case name == play.Next:
		b.Hint = s.nextHint()
	case s.Game.Done():
	case name == play.Give && !s.Game.Task().Kind.IsText():
	case name == play.Edit && (s.Game.Task().Kind != lesson.Program || s.off(v) != ""):
	default:
		b.Hint = v.Hint
	}
	return b
}

// off says why the key of a verb cannot be used now: its own reason, or one of this screen.
func (s *Screen) off(v *play.Verb) string {
	why := s.absent()
	if why == "" && v.Off != nil {
		why = v.Off(&s.Player)
	}
	if why != "" {
		return why
	}
	files, t := s.h.Files(), s.Game.Task()
	switch {
	case v.Name == play.Give && s.Read == nil:
		return "No file can be read from here."
	case v.Name == play.Save && files.Save == nil, v.Name == play.Edit && files.Save == nil:
		return "Nothing can be saved from here."
	case v.Name == play.Edit && files.Edit == nil:
		return "No editor is known: set VISUAL or EDITOR, or save with S, change the file elsewhere, " +
			"and check it with O."
	case v.Name == play.Check && t.Kind == lesson.Program && s.files[t.Number] == "":
		return "There is no file of yours yet: E edits the program, S saves it, O checks a file."
	case v.Name == play.Check && s.Game.Session() != nil && s.h.Program() != s.program:
		return "Another program is open; enter goes back to the task."
	}
	return ""
}

// ask does a verb, and asks first for what it wants to know.
func (s *Screen) ask(v *play.Verb) tea.Cmd {
	value := func(of func(*play.Player) string) string {
		if of == nil {
			return ""
		}
		return of(&s.Player)
	}
	if v.Arg.Prompt == "" {
		return s.tell(s.do(v.Name, ""))
	}
	try := func(typed string) (tea.Cmd, error) { return s.try(v.Name, strings.TrimSpace(typed)) }
	screen.AskSuch(s.h, v.Arg.Prompt, value(v.Arg.Such), value(v.Arg.Begin), try)
	return nil
}

// Elsewhere returns the keys of the lesson that also work on other screens.
func (s *Screen) Elsewhere() []screen.Binding {
	show := func() tea.Cmd { return s.h.Show(screen.Lesson) }
	return []screen.Binding{
		{Keys: []string{"6"}, Hint: "lesson", Help: "screen Lesson: the text of the task, its goal and its hints", Do: show},
		s.bound(play.Hint), s.bound(play.Next),
	}
}

// question returns the open question, if a lesson is played and has one.
func (s *Screen) question() (lesson.Question, int, bool) {
	if s.Game == nil {
		return lesson.Question{}, 0, false
	}
	return s.Game.Question()
}

// choose highlights an answer of the open question.
func (s *Screen) choose(i int) {
	q, _, open := s.question()
	if !open || i >= len(q.Choices) {
		return // a click on an answer that has gone since
	}
	s.Picked = i + 1
	s.h.FocusOn(paneGoal)
	say := "Enter answers " + text.Letter(i)
	w, _ := s.h.Size()
	s.h.Say(say + ": " + strconv.Quote(draw.Clip(q.Choices[i], w-len(say)-len(`: ""  `))))
}

// enterHint says what enter does.
func (s *Screen) enterHint() string {
	switch {
	case s.Game == nil && s.listed():
		return "lessons"
	case s.Game == nil:
		return ""
	case s.Asking():
		return "answer"
	case s.counterexample() != nil:
		return "see why"
	}
	return "to Step"
}

// enterKey answers the open question, shows why a check failed, or goes to Step.
func (s *Screen) enterKey() tea.Cmd {
	switch {
	case s.Game == nil:
		return s.h.Show(screen.Home)
	case s.Asking() && s.Picked == 0:
		s.h.Refuse("Choose an answer first, with down and up or by its letter.")
		return nil
	case s.Asking():
		return s.answer()
	case s.counterexample() != nil:
		return s.showWhy()
	}
	return s.toStep()
}

// answer answers the open question with the highlighted choice.
func (s *Screen) answer() tea.Cmd { return s.tell(s.Answer(s.Picked)) }

// again begins the task again and judges the state where it begins.
func (s *Screen) again() {
	if err := s.begin(); err != nil {
		s.h.Refuse(command.Sentence(err))
		return
	}
	s.observeStart()
}

// nextHint says where > leads.
func (s *Screen) nextHint() string {
	if s.Onward() != "" && s.Game.Task().Number == len(s.Game.Lesson().Tasks) {
		return "next lesson"
	}
	return "next task"
}

// do does a verb.
func (s *Screen) do(name, arg string) play.Outcome {
	return play.Find(name).Do(s.h.Context(), &s.Player, arg)
}

// try does a verb with what was typed for it. The error is why nothing was done, so that
// it can be typed again.
func (s *Screen) try(name, typed string) (tea.Cmd, error) {
	o := s.do(name, typed)
	if !o.OK {
		return nil, errors.New(o.Text)
	}
	return s.tell(o), nil
}

// tell shows the outcome of a verb.
func (s *Screen) tell(o play.Outcome) tea.Cmd {
	if o.Lesson != nil {
		if err := s.h.Play(o.Lesson); err != nil {
			s.h.Refuse(command.Sentence(err))
		}
		return nil
	}
	defer s.keep()
	switch {
	case o.Verdict != nil || o.Won:
		s.judged(o)
	case !o.OK:
		s.h.Refuse(o.Text)
	case o.Show == play.Task:
		s.again()
	case o.Show == play.Open && s.Asking():
		s.top[1] = 0
		s.h.Say(o.Text + " One more question.")
	case o.Show != play.Nothing:
		s.again()
		if status, refused := s.h.Status(); !refused && o.Show == play.Open {
			s.h.Say(o.Text + " " + status)
		} else if !refused {
			s.h.Say(o.Text)
		}
	default:
		s.h.Say(o.Text)
	}
	return nil
}
