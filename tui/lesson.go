package tui

import (
	"charm.land/bubbletea/v2"

	"wobbly/session"
)

// LessonOptions is what the caller gives the screen Lesson.
type LessonOptions struct {
	// Of is the task that a program belongs to, and whether it belongs to one.
	// It is called when the program is opened. nil: there are no lessons.
	Of func(*Program) (LessonTask, bool)
}

// LessonTask is a task of a lesson, such as the screen needs it. Texts are
// paragraphs; one that begins with a blank is shown as it is.
type LessonTask struct {
	Lesson    string // "4  The lock"
	Title     string // of the task
	Text      []string
	Goals     []string
	Hints     []string // from a nudge to almost the move
	Questions []LessonQuestion
	Done      []string // is told when the task is done

	// Check says whether the session has come to the goal. It has to be quick.
	Check func(*session.Session) LessonVerdict
	// Answered gets the predictions, as indices; it may be nil.
	Answered func(question, choice int)
	// Next is the program of the next task. nil: this is the last one.
	Next func() (*Program, error)
}

// LessonQuestion is something to predict.
type LessonQuestion struct {
	Text    string
	Choices []string // at most nine
	Right   int
	Because string // is told when the task is done
}

// LessonVerdict is what a check came to.
type LessonVerdict struct {
	Won  bool
	Text string // a sentence
}

// lessonScreen shows the task that the program belongs to.
type lessonScreen struct {
	a       *app
	task    LessonTask
	there   bool
	hints   int   // that are shown
	answers []int // to the questions so far
	verdict LessonVerdict
	top     int
}

func newLesson(a *app) screen {
	s := &lessonScreen{a: a}
	if of := a.o.Lesson.Of; of != nil && a.program != nil {
		s.task, s.there = of(a.program)
	}
	return s
}

func (s *lessonScreen) enter() tea.Cmd         { return nil }
func (s *lessonScreen) panes() []string        { return []string{"lesson"} }
func (s *lessonScreen) update(tea.Msg) tea.Cmd { return nil }
func (s *lessonScreen) command() string        { return "wobbly lesson" }

func (s *lessonScreen) heading() string {
	if s.verdict.Won {
		return "done"
	}
	return ""
}

func (s *lessonScreen) keys() []binding {
	scroll := func(by int) func() tea.Cmd {
		return does(func() { s.top = clamp(s.top+by, len(s.lines(s.a.width-4))) })
	}
	return []binding{
		{keys: []string{"enter"}, hint: "play", help: "go to Step and move the threads", do: func() tea.Cmd { return s.a.show(screenStep) }},
		{keys: []string{"c"}, hint: "check", help: "check whether the goal is reached in the present state", do: does(s.check), off: s.noCheck},
		{keys: []string{"p"}, hint: "predict", help: "answer the next question", do: does(s.predict), off: s.noQuestion},
		{keys: []string{"h"}, hint: "hint", help: "show the next hint", do: does(s.hint), off: s.noHint},
		{keys: []string{"n"}, hint: "next", help: "go on to the next task", do: s.next, off: s.noNext},
		{keys: []string{"down", "j"}, help: "down", do: scroll(1)},
		{keys: []string{"up", "k"}, help: "up", do: scroll(-1)},
		{keys: []string{"pgdown"}, help: "ten down", do: scroll(10)},
		{keys: []string{"pgup"}, help: "ten up", do: scroll(-10)},
	}
}

func (s *lessonScreen) absent() string {
	if !s.there {
		return "This program belongs to no lesson. Open one with: wobbly lesson 4; all of them are in: wobbly lesson list."
	}
	return ""
}

func (s *lessonScreen) open() int { return len(s.task.Questions) - len(s.answers) }

func (s *lessonScreen) noCheck() string {
	switch {
	case !s.there:
		return s.absent()
	case s.task.Check == nil:
		return "This task cannot be checked in the session."
	case s.open() > 0:
		return "First predict: " + plural(s.open(), "question") + " not answered yet."
	}
	return ""
}

func (s *lessonScreen) noQuestion() string {
	switch {
	case !s.there:
		return s.absent()
	case len(s.task.Questions) == 0:
		return "This task asks no question."
	case s.open() == 0:
		return "All questions are answered."
	}
	return ""
}

func (s *lessonScreen) noHint() string {
	switch {
	case !s.there:
		return s.absent()
	case len(s.task.Hints) == 0:
		return "This task has no hints."
	case s.hints == len(s.task.Hints):
		return "There are no more hints."
	}
	return ""
}

func (s *lessonScreen) noNext() string {
	switch {
	case !s.there:
		return s.absent()
	case s.task.Next == nil:
		return "This is the last task of the lesson."
	case !s.verdict.Won:
		return "This task is not done yet; c checks it."
	}
	return ""
}

// check asks the lesson about the session. What is won stays won.
func (s *lessonScreen) check() {
	v := s.task.Check(s.a.session)
	if v.Won || !s.verdict.Won {
		s.verdict = v
	}
	if v.Won {
		s.a.say(v.Text)
		return
	}
	s.a.refuse(v.Text)
}

// predict asks the next question.
func (s *lessonScreen) predict() {
	n := len(s.answers)
	q := s.task.Questions[n]
	var options []option
	for i, text := range q.Choices {
		options = append(options, option{itoa(i + 1), text, func() tea.Cmd {
			s.answers = append(s.answers, i)
			if s.task.Answered != nil {
				s.task.Answered(n, i)
			}
			s.a.say("Noted; whether it is right is told when the task is done.")
			return nil
		}})
	}
	s.a.choose(q.Text, options)
}

func (s *lessonScreen) hint() {
	s.hints++
	s.a.say("Hint " + itoa(s.hints) + " of " + itoa(len(s.task.Hints)) + ": " + s.task.Hints[s.hints-1])
}

func (s *lessonScreen) next() tea.Cmd {
	p, err := s.task.Next()
	if err == nil {
		err = s.a.open(p)
	}
	if err != nil {
		s.a.refuse("The next task cannot be opened: " + sentence(err))
		return nil
	}
	return s.a.show(screenLesson)
}

// text is all that the screen says, as paragraphs.
func (s *lessonScreen) text() []string {
	t := s.task
	text := append([]string{t.Title, ""}, t.Text...)
	text = append(text, "")
	for _, g := range t.Goals {
		text = append(text, "Goal: "+g)
	}
	for n, q := range t.Questions {
		text = append(text, "", "Question "+itoa(n+1)+": "+q.Text)
		text = append(text, s.answer(n, q)...)
	}
	for n, h := range t.Hints[:s.hints] {
		text = append(text, "", "Hint "+itoa(n+1)+": "+h)
	}
	if s.verdict.Text != "" {
		text = append(text, "", s.verdict.Text)
	}
	if s.verdict.Won && len(t.Done) > 0 {
		text = append(append(text, ""), t.Done...)
	}
	return text
}

// answer is what has been predicted, and, when the task is done, what is right.
func (s *lessonScreen) answer(n int, q LessonQuestion) []string {
	if n >= len(s.answers) {
		return []string{"  p answers it."}
	}
	said := "  You said: " + q.Choices[s.answers[n]] + "."
	switch {
	case !s.verdict.Won:
		return []string{said}
	case s.answers[n] == q.Right:
		return append([]string{said + " That is right."}, wordy(q.Because)...)
	}
	return append([]string{said + " It is: " + q.Choices[q.Right] + "."}, wordy(q.Because)...)
}

// wordy is a text as a paragraph, none where it is empty.
func wordy(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// lines is the text in lines of w cells.
func (s *lessonScreen) lines(w int) []string {
	if !s.there {
		return wrap(s.absent(), w)
	}
	return paragraphs(s.text(), w)
}

func (s *lessonScreen) draw(c canvas) {
	title := "Lesson"
	if s.there {
		title = s.task.Lesson
	}
	in := box(c, s.a.frameLook("lesson"), title, s.heading())
	in.wheel(func(rows int) tea.Cmd { s.top = clamp(s.top+rows, len(s.lines(in.w-2))); return nil })
	drawText(in, s.lines(in.w-2), s.top)
}
