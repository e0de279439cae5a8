package lesson

import (
	"cmp"
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

// Keys implements screen.Screen. While a question is open, the keys of its answers replace those of
// the task that have the same letters.
func (s *Screen) Keys() []screen.Binding {
	var choices []screen.Binding // by letters, since many answers are numbers
	q, _ := s.question()
	for i := range q.Choices {
		letter := text.Letter(i)
		choices = append(choices,
			screen.Binding{Keys: []string{letter}, Help: "choose answer " + letter,
				Do: screen.Does(func() { s.choose(i) })})
	}
	tasks := slices.DeleteFunc(s.taskKeys(), func(b screen.Binding) bool {
		return slices.ContainsFunc(choices,
			func(c screen.Binding) bool { return c.Keys[0] == b.Keys[0] })
	})
	return screen.Join(choices, tasks, s.scrollKeys())
}

// taskKeys returns the keys for the task: enter, and those of package play.
func (s *Screen) taskKeys() []screen.Binding {
	keys := []screen.Binding{{
		Keys: []string{"enter"}, Hint: s.enterHint(), Do: s.enterKey, Off: s.noEnter,
		Help: s.enterHelp(),
	}}
	for _, v := range play.Table() {
		if len(v.Keys) > 0 {
			keys = append(keys, s.bound(v.Name))
		}
	}
	return keys
}

// scrollKeys returns the keys that scroll, or move the highlight of a question.
func (s *Screen) scrollKeys() []screen.Binding {
	down, more := "", "more"
	next, before := "the next answer, or down in the focused pane", "the answer before, or up"
	switch {
	case s.Game == nil:
		more = ""
	case s.Asking():
		down = "choose"
	default:
		next, before = "down in the focused pane", "up"
	}
	move := func(by int) func() tea.Cmd { return screen.Does(func() { s.move(by) }) }
	scroll := func(rows int) func() tea.Cmd {
		return screen.Does(func() { s.scroll(paneLesson, rows) })
	}
	return []screen.Binding{
		{Keys: []string{"down", "j"}, Hint: down, Do: move(1),
			Help: next},
		{Keys: []string{"up", "k"}, Help: before, Do: move(-1)},
		{Keys: []string{"pgdown", "space"}, Hint: more, Do: scroll(8),
			Help: "a page down in the text"},
		{Keys: []string{"pgup"}, Help: "a page up", Do: scroll(-8)},
		{Keys: []string{"home"}, Do: screen.Does(func() { s.top[paneLesson] = 0 }),
			Help: "to the beginning of the text"},
	}
}

// move moves the highlight of a focused open question, or else scrolls the focused pane.
func (s *Screen) move(by int) {
	if q, open := s.question(); open && s.h.Focused() == paneGoal {
		s.choose(draw.Clamp(s.Picked-1+by, len(q.Choices)))
		return
	}
	s.scroll(s.h.Focused(), by)
}

func (s *Screen) scroll(pane string, rows int) {
	s.bounded()
	s.top[pane] = max(0, s.top[pane]+rows)
	s.bounded()
}

// bound binds the key of a verb to this screen's action for it, or else to the verb itself. The
// line of hints shows the keys that the task needs.
func (s *Screen) bound(name string) screen.Binding {
	v := play.Find(name)
	do, ok := map[string]func() tea.Cmd{
		play.Check: s.check, play.Edit: s.edit, play.Next: s.next,
		play.Give: screen.Does(s.askFile), play.Hint: screen.Does(s.hint),
		play.Save: screen.Does(s.askSave), play.Sheet: screen.Does(s.fillIn),
		play.Why:  screen.Does(s.reveal),
		play.Form: screen.Does(func() { s.formulas = !s.formulas }),
	}[name]
	if !ok {
		do = func() tea.Cmd { return s.ask(v) }
	}
	b := screen.Binding{
		Keys: v.Keys, Help: v.Help, Do: do, Off: func() screen.Refusal { return s.off(v) },
	}
	switch {
	case s.Game == nil:
	case name == play.Next && s.unseen:
		b.Hint = "answers"
	case v.Why(&s.Player).Refuses():
	case name == play.Next:
		b.Hint = s.nextHint()
	case name == play.Why && !s.unseen:
		b.Hint = "answers"
	case s.Game.Done():
	case name == play.Give && !s.Game.Task().Kind.IsText():
	case name == play.Edit && (s.Game.Task().Kind != lesson.Program || s.off(v).Refuses()):
	default:
		b.Hint = v.Hint
	}
	return b
}

// off returns why the key of a verb cannot be used now.
func (s *Screen) off(v *play.Verb) screen.Refusal {
	why := s.absent()
	if why.Refuses() || v.Name == play.Next && s.unseen {
		return why
	}
	files, t := s.h.Files(), s.Game.Task()
	edits := v.Name == play.Edit
	return cmp.Or(v.Why(&s.Player),
		command.When(v.Name == play.Give && s.Read == nil, "No file can be read from here."),
		command.When((v.Name == play.Save || edits) && files.Save == nil,
			"Nothing can be saved from here."),
		command.When(edits && files.Edit == nil, "No editor is known: set VISUAL or EDITOR, or "+
			"save with S, change the file elsewhere, and check it with O."),
		command.When(v.Name == play.Check && t.Kind == lesson.Program && s.files[t.Number] == "",
			"There is no file of yours yet: E edits the program, S saves it, O checks a file."),
		command.When(v.Name == play.Check && s.Game.Session() != nil && s.h.Program() != s.program,
			"Another program is open.").Then("enter", "goes back to the task"))
}

// ask runs a verb, after asking for its argument if it has one.
func (s *Screen) ask(v *play.Verb) tea.Cmd {
	if v.Arg.Prompt == "" {
		return s.tell(s.do(v.Name, ""))
	}
	value := func(of func(*play.Player) string) string {
		if of == nil {
			return ""
		}
		return of(&s.Player)
	}
	screen.AskWithExample(s.h, v.Arg.Prompt, value(v.Arg.Such), value(v.Arg.Begin),
		func(typed string) (tea.Cmd, error) {
			return s.try(v.Name, strings.TrimSpace(typed))
		})
	return nil
}

// Elsewhere returns the keys of the lesson that also work on other screens.
func (s *Screen) Elsewhere() []screen.Binding {
	show := func() tea.Cmd { return s.h.Show(screen.Lesson) }
	table := []screen.Binding{
		{Keys: []string{"6"}, Hint: "lesson", Do: show,
			Help: "screen Lesson: the text of the task, its goal and its hints"},
		s.bound(play.Hint), s.bound(play.Next),
	}
	for _, name := range []string{play.Edit, play.Heap, play.GoTo} {
		b := s.bound(name)
		b.Hint, b.Unlisted = "", b.Why().Refuses()
		table = append(table, b)
	}
	return table
}

// question returns the open question, if there is one.
func (s *Screen) question() (q lesson.Question, open bool) {
	if s.Game != nil {
		q, _, open = s.Game.Question()
	}
	return q, open
}

func (s *Screen) choose(i int) {
	q, open := s.question()
	if !open || i >= len(q.Choices) {
		return // a click on an answer that has gone since
	}
	s.Picked = i + 1
	s.h.FocusOn(paneGoal)
	say := "Enter answers " + text.Letter(i)
	w, _ := s.h.Size()
	s.h.Say(say + ": " + strconv.Quote(draw.Clip(q.Choices[i], w-len(say)-len(`: ""  `))))
}

func (s *Screen) enterHint() string {
	switch {
	case s.Game == nil && s.fromHome():
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

// enterHelp says what enterKey does now, or without a lesson all that it can do.
func (s *Screen) enterHelp() string {
	switch {
	case s.Game == nil:
		return "answer the question; see why a check failed; otherwise open the task's program " +
			"in Step, or Home if no lesson is open"
	case s.Asking():
		return "answer the question"
	case s.counterexample() != nil:
		return "see why the check failed"
	}
	return "open the task's program in Step"
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
		return s.tell(s.Answer(s.Picked))
	case s.counterexample() != nil:
		x := s.counterexample()
		why := "This execution violates the goal."
		if r, ok := x.Now().Race(); ok {
			why = r.Text
		}
		file := s.files[s.Game.Task().Number]
		s.showRun(x, cmp.Or(file, s.Game.Task().Program), file == "", why)
		return nil
	}
	if s.h.Program() != s.program {
		s.again()
	}
	cmd := s.h.Show(screen.Step)
	s.h.Say(s.h.Session().Now().Say())
	return cmd
}

// again restarts the task, judges its initial state and goes to the screen Lesson.
func (s *Screen) again() {
	if err := s.begin(); err != nil {
		s.h.Refuse(command.Sentence(err))
		return
	}
	s.observeStart()
}

func (s *Screen) nextHint() string {
	if s.Onward() != "" && s.Game.Task().Number == len(s.Game.Lesson().Tasks) {
		return "next lesson"
	}
	return "next task"
}

func (s *Screen) do(name, arg string) play.Outcome {
	return play.Find(name).Do(s.h.Context(), &s.Player, arg)
}

// try runs a verb with a typed argument. After an error the argument can be typed again.
func (s *Screen) try(name, typed string) (tea.Cmd, error) {
	o := s.do(name, typed)
	if !o.OK {
		return nil, errors.New(o.Text)
	}
	return s.tell(o), nil
}

// tell shows the outcome of a verb, and opens what it has changed.
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
		s.top[paneGoal] = 0
		switch {
		case o.Won:
			s.h.Say(o.Text)
			s.announceWin()
		case o.Text != "": // the task was done before
			s.h.Say(o.Text)
		case s.h.Front() != screen.Lesson:
			s.h.Refuse("Not done; 6 says why.")
		case s.counterexample() != nil:
			s.h.Refuse("Not done; enter shows why, step by step.")
		default:
			s.h.Refuse("Not done.")
		}
	case !o.OK:
		s.h.Refuse(o.Text)
	case o.Show == play.Task:
		s.again()
	case o.Show == play.Open && s.Asking():
		s.top[paneGoal] = 0
		s.h.Say(o.Text + " One more question.")
	case o.Show != play.Nothing:
		front := s.h.Front()
		s.again()
		if o.Show == play.State && front != screen.Lesson {
			s.h.Show(front)
		}
		switch status, refused := s.h.Status(); {
		case refused:
		case o.Show == play.Open:
			s.h.Say(o.Text + " " + status)
		default:
			s.h.Say(o.Text)
		}
	default:
		s.h.Say(o.Text)
	}
	return nil
}
