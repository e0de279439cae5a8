package tui

import (
	"io"

	"charm.land/bubbletea/v2"

	"wobbly/lesson"
	"wobbly/session"
	"wobbly/session/command"
)

// LessonOptions is what the caller gives for lessons. Fields that are nil switch
// off what needs them.
type LessonOptions struct {
	// Game is the lesson to begin with, at the task to begin with. nil: none.
	Game *lesson.Game
	// Open begins a lesson of home, by its item's name.
	Open func(name string) (*lesson.Game, error)
	// Command is the command that plays a lesson, "wobbly lesson 4".
	Command func(*lesson.Game) string
	// Next is the command that plays the lesson behind it, empty if there is none.
	Next func(*lesson.Game) string
	// Shell is the command that checks a file, for a shell.
	Shell func(t *lesson.Task, file string) string
	// Graded tells that what the student does is kept, to be handed in: q asks
	// before it leaves a lesson that is not done.
	Graded bool
	// Keep is called when there may be something new to keep.
	Keep func(*lesson.Game) error
	// Read reads a file that the student names.
	Read func(name string) (string, error)
	// Edit is the student's editor with a file in it.
	Edit func(file string) Editor
}

// Editor is a program that takes the terminal until it ends.
type Editor interface {
	Run() error
	SetStdin(io.Reader)
	SetStdout(io.Writer)
	SetStderr(io.Writer)
}

// lessonScreen shows the lesson that is played. It is the one screen that lives
// on when another program is opened: its task's, or one that the student looks
// at in between.
type lessonScreen struct {
	h       lessonHost
	o       LessonOptions
	g       *lesson.Game // nil: no lesson is played
	program *Program     // of the task, as it was opened
	work    worker       // checks

	place   session.Place // that was looked at last
	verdict lesson.Verdict
	asked   bool   // the verdict is what was asked for, and not seen in passing
	said    string // what the lesson says to the last move
	chosen  int    // the highlighted choice of the open question, -1 for none
	top     [2]int // how far the panes are scrolled: the text, and the goal

	files  map[int]string   // the file that holds the student's solution, by task
	sheets map[int][]string // the lines of the answer sheet in hand, by task

	filling int   // the line of the sheet that is asked for, -1 for none
	prompt  layer // that asks for it
}

// lessonHost is what a lesson wants of the terminal beside what screens do.
type lessonHost interface {
	host
	// OpenTask opens the program of a task instead of those that are open, and
	// stays at the screen Lesson.
	OpenTask(p *Program) error
}

// newLesson makes the screen of a lesson, nil for none.
func newLesson(h lessonHost, o LessonOptions, g *lesson.Game) *lessonScreen {
	return &lessonScreen{h: h, o: o, g: g, work: worker{h: h, to: screenLesson}, files: map[int]string{}, sheets: map[int][]string{}}
}

// start begins the lesson at its present task.
func (s *lessonScreen) start() error {
	if err := s.begin(); err != nil {
		return err
	}
	s.lookAhead()
	return nil
}

// begin begins the present task, or goes back to it.
func (s *lessonScreen) begin() error {
	t := s.g.Task()
	p := &Program{File: t.Program, Core: t.Core(), Pair: t.Pair(), Init: s.g.Heap(), Session: s.g.Session(), Note: s.greeting(), NoFile: true}
	if t.Kind == lesson.Analysis { // which has no initial state; any does to step through the program
		p.Init = session.OneObject(p.Core, p.Pair)
	}
	if err := s.h.OpenTask(p); err != nil {
		return err
	}
	s.program = p
	s.top, s.chosen, s.verdict, s.asked, s.said = [2]int{}, -1, lesson.Verdict{}, false, ""
	if s.place = (session.Place{}); s.g.Session() != nil {
		s.place = s.h.Session().Now().Place()
	}
	if t.Kind == lesson.Analysis && s.sheets[t.Number] == nil {
		s.sheets[t.Number] = linesOf(t.BlankSheet())
	}
	return nil
}

// greeting is what the status line says when a task begins.
func (s *lessonScreen) greeting() string {
	switch _, _, open := s.g.Question(); {
	case s.g.Done() && s.g.Finished():
		return "All tasks of this lesson are done; g goes to any of them."
	case s.g.Done():
		return "This task is done already; n goes on to the next one."
	case open:
		return "First a question: choose with down and up, answer with enter."
	}
	return "Reach the goal: enter begins."
}

func (s *lessonScreen) enter() tea.Cmd { return nil }

// The panes of Lesson.
const (
	paneLesson = "lesson"
	paneGoal   = "goal" // the question, while one is open
)

// panes implements screen: what the student is to look at comes first.
func (s *lessonScreen) panes() []string {
	if s.asking() {
		return []string{paneGoal, paneLesson}
	}
	return []string{paneLesson, paneGoal}
}

func (s *lessonScreen) command() string {
	if s.g == nil || s.o.Command == nil {
		return "wobbly lesson"
	}
	return s.o.Command(s.g) + " --plain"
}

func (s *lessonScreen) heading() string {
	if s.g == nil {
		return ""
	}
	text := "task " + itoa(s.g.Task().Number) + " of " + itoa(len(s.g.Lesson().Tasks))
	if s.g.Done() {
		text += ", done"
	}
	return text
}

// absent says that there is no lesson.
func (s *lessonScreen) absent() string {
	if s.g == nil {
		return "No lesson is played. Begin one with: wobbly lesson 1; all of them are in: wobbly lesson list."
	}
	return ""
}

// asking tells whether a question is open.
func (s *lessonScreen) asking() bool {
	if s.g == nil {
		return false
	}
	_, _, open := s.g.Question()
	return open
}

// closed says why a screen may not be looked at now: it would give an answer away.
func (s *lessonScreen) closed(n number) string {
	if s.g == nil || s.g.Done() || n == screenLesson || n == screenHome {
		return ""
	}
	k := s.g.Task().Kind
	switch {
	case s.asking():
		return "First answer the question; the other screens would give the answer away."
	case s.h.Program() != s.program: // another program, which the student has opened
	case k == lesson.Analysis && (n == screenReports || n == screenAnalysis), k == lesson.Witness && n == screenReports:
		return "The screen " + names[n] + " would give the solution away. It is open when the task is done."
	}
	return ""
}

// unfinished is what q asks before it leaves a lesson that is handed in.
func (s *lessonScreen) unfinished() string {
	if !s.o.Graded || s.g.Finished() {
		return ""
	}
	return "This lesson is not done yet. What you did is kept. Quit?"
}

// keep has the record kept. That this fails is the last word.
func (s *lessonScreen) keep() {
	if s.o.Keep == nil {
		return
	}
	if err := s.o.Keep(s.g); err != nil {
		s.h.Refuse(sentence(err))
	}
}

// farewell is what is left to say of a lesson.
func (s *lessonScreen) farewell(bye *Farewell) {
	t := s.g.Task()
	done, tasks := s.g.Progress()
	bye.Lesson = itoa(done) + " of " + plural(tasks, "task") + " done"
	bye.File = s.program.File
	if s.g.Finished() {
		bye.Next = s.nextLesson()
		return
	}
	if s.o.Command == nil {
		return
	}
	bye.Resume = s.o.Command(s.g) + " --task " + itoa(s.g.Open())
	if s.g.Done() || s.h.Program() != s.program || !t.Kind.Steps() && t.Kind != lesson.Heap {
		return
	}
	link := command.LinkOf(s.h.Program().File, s.h.Session())
	if len(link.Schedule) == 0 && link.Heap == session.InitText(t.Core(), t.Pair(), t.Init()) {
		return
	}
	bye.Schedule, bye.Link = link.Schedule.String(), link.String()
	bye.Resume += " --schedule " + quote(bye.Link)
}
