package lesson

import (
	"cmp"
	"context"
	"strconv"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// Options is what the caller gives for lessons. Fields that are nil switch
// off what needs them.
type Options struct {
	// Game is the lesson to begin with, at the task to begin with. nil: none.
	Game *lesson.Game
	// Open begins a lesson of home, by its item's name.
	Open func(name string) (*lesson.Game, error)
	// Command is the command that plays a lesson, "wobbly lesson 4".
	Command func(*lesson.Game) string
	// Next is the command that plays the lesson behind it, empty if there is none.
	Next func(*lesson.Game) string
	// Unkept is what was done in lessons and no file keeps, empty for nothing. nil: nothing.
	Unkept func() string
	// Following is what Open knows the lesson behind it by, empty if there is none.
	Following func(*lesson.Game) string
	// Shell is the command that checks a file, for a shell.
	Shell func(t *lesson.Task, file string) string
	// Graded tells that what the student does is kept, to be handed in: q asks
	// before it leaves a lesson that is not done.
	Graded bool
	// Keep is called when there may be something new to keep.
	Keep func(*lesson.Game) error
	// Read reads a file that the student names.
	Read func(name string) (string, error)
	// Changed waits until the file of a lesson holds another one, and begins that. It gives nil
	// where nothing is to be waited for, or the context ends. nil: no lesson changes.
	Changed func(ctx context.Context, g *lesson.Game) (*lesson.Game, error)
}

// Screen shows the lesson that is played. It is the one screen that lives
// on when another program is opened: its task's, or one that the student looks
// at in between.
type Screen struct {
	h       Host
	o       Options
	g       *lesson.Game    // nil: no lesson is played
	program *screen.Program // of the task, as it was opened
	why     *screen.Program // that was opened to show why the task is not done; nil for none
	work    screen.Worker   // checks

	seen    session.Index // that was looked at last
	verdict lesson.Verdict
	asked   bool   // the verdict is what was asked for, and not seen in passing
	said    string // what the lesson says to the last move
	chosen  int    // the highlighted choice of the open question, -1 for none
	top     [2]int // how far the panes are scrolled: the text, and the goal

	files   map[int]string    // the student's file, by task
	solved  map[int]string    // the file that did the task, by task
	results map[int][]string  // the lines of the answer sheet, by task
	texts   map[string]string // what the student's files held when they were read last, by name

	student watched          // the student's file
	source  watched          // the lesson's own
	editing bool             // the student's editor has the file
	news    *solutionChanged // what has changed, and is not taken over yet
	newer   *lessonChanged

	filling int          // the line of these that is asked for, -1 for none
	prompt  screen.Layer // that asks for it
}

// Host is what a lesson wants of the terminal beside what screens do.
type Host interface {
	screen.Host
	// OpenTask opens the program of a task instead of those that are open, and
	// stays at the screen Lesson.
	OpenTask(p *screen.Program) error
	// Play begins another lesson.
	Play(g *lesson.Game) error
}

// New makes the screen of a lesson, nil for none.
func New(h Host, o Options, g *lesson.Game) *Screen {
	return &Screen{h: h, o: o, g: g, work: screen.Worker{H: h, To: screen.Lesson}, files: map[int]string{}, solved: map[int]string{}, results: map[int][]string{}, texts: map[string]string{}}
}

// Start begins the lesson at its present task.
func (s *Screen) Start() error {
	if err := s.begin(); err != nil {
		return err
	}
	s.observeStart()
	return nil
}

// taskProgram is the program that the other screens show with the present task: that of
// the task, at the state that met the goal if there is one; in a program task that is
// done, that of the student.
func (s *Screen) taskProgram() *screen.Program {
	t := s.g.Task()
	p := &screen.Program{File: t.Program, Core: t.Core(), Pair: t.Pair(), Init: s.g.Heap(), Session: s.g.Session(), Note: s.greeting(), NoFile: true}
	switch t.Kind {
	case lesson.Analysis: // has no initial state; any will do to step through the program
		p.Init = session.OneObject(p.Core, p.Pair)
	case lesson.Program:
		if x := s.g.Solved(); x != nil {
			p.File, p.Core, p.Pair, p.Init, p.Session = cmp.Or(s.solved[t.Number], t.Program), x.Core(), x.Pair(), x.Init(), x
		}
	}
	return p
}

// begin begins the present task, or goes back to it.
func (s *Screen) begin() error {
	t, p := s.g.Task(), s.taskProgram()
	if err := s.h.OpenTask(p); err != nil {
		return err
	}
	s.program = p
	s.top, s.chosen, s.verdict, s.asked, s.said = [2]int{}, -1, lesson.Verdict{}, false, ""
	if s.seen = (session.Index{}); s.g.Session() != nil {
		s.seen = s.h.Session().Now().Index()
		s.verdict = s.g.Standing(s.h.Context())
	}
	if t.Kind == lesson.Analysis && s.results[t.Number] == nil {
		s.results[t.Number] = words.Lines(t.BlankResults())
	}
	return nil
}

// greeting is what the status line says when a task begins.
func (s *Screen) greeting() string {
	switch _, _, open := s.g.Question(); {
	case s.g.Done() && s.g.Finished():
		return "All tasks of this lesson are done; G goes to any of them."
	case s.g.Done():
		return "This task is done already; > goes on to the next one."
	case open:
		return "First a question: choose with down and up, answer with enter."
	}
	switch s.g.Task().Kind {
	case lesson.Program:
		return "Reach the goal: E edits the program, or S saves it for another editor."
	case lesson.Analysis:
		return "Reach the goal: L fills in the sheet, line by line."
	case lesson.Heap:
		return "Reach the goal: H chooses an initial state, and d checks it."
	}
	return "Reach the goal: enter begins."
}

// Enter implements screen.Screen.
func (s *Screen) Enter() tea.Cmd { return nil }

// The panes of Lesson.
const (
	paneLesson = "lesson"
	paneGoal   = "goal" // the question, while one is open
)

// Panes implements screen: what the student is to look at comes first.
func (s *Screen) Panes() []string {
	if s.Asking() {
		return []string{paneGoal, paneLesson}
	}
	return []string{paneLesson, paneGoal}
}

// Command implements screen.Screen.
func (s *Screen) Command() string {
	if s.g == nil || s.o.Command == nil {
		return "wobbly lesson"
	}
	return s.o.Command(s.g) + " --plain"
}

// Heading implements screen.Screen.
func (s *Screen) Heading() string {
	if s.g == nil {
		return ""
	}
	text := "task " + strconv.Itoa(s.g.Task().Number) + " of " + strconv.Itoa(len(s.g.Lesson().Tasks))
	if s.g.Done() {
		text += ", done"
	}
	return text
}

// absent says that there is no lesson.
func (s *Screen) absent() string {
	switch {
	case s.g != nil:
		return ""
	case s.listed():
		return "No lesson is played. Enter goes to Home, which lists the lessons; so does the command wobbly."
	}
	return "No lesson is played. Begin one with: wobbly lesson 1; all of them are in: wobbly lesson list."
}

// listed tells whether Home can begin a lesson.
func (s *Screen) listed() bool { return s.o.Open != nil }

// noEnter says why enter does nothing.
func (s *Screen) noEnter() string {
	if s.listed() {
		return ""
	}
	return s.absent()
}

// inFront tells whether the screen Lesson is the one in front.
func (s *Screen) inFront() bool { return s.h.Front() == screen.Lesson }

// Asking tells whether a question is open.
func (s *Screen) Asking() bool {
	if s.g == nil {
		return false
	}
	_, _, open := s.g.Question()
	return open
}

// Closed says why a screen may not be looked at now: it would give an answer away.
func (s *Screen) Closed(n screen.Number) string {
	if s.g == nil || s.g.Done() || n == screen.Lesson || n == screen.Home {
		return ""
	}
	k := s.g.Task().Kind
	switch {
	case s.Asking():
		return "First answer the question; the other screens would give the answer away."
	case s.h.Program() != s.program: // another program, which the student has opened
	case k == lesson.Analysis && (n == screen.Reports || n == screen.Analysis), k == lesson.Witness && n == screen.Reports:
		return "The screen " + screen.Names[n] + " would give the solution away. It is open when the task is done."
	}
	return ""
}

// Unfinished is what q asks before it leaves a lesson that is handed in.
func (s *Screen) Unfinished() string {
	if !s.o.Graded || s.g.Finished() {
		return ""
	}
	return "This lesson is not done yet. What you did is kept. Quit?"
}

// keep has the record kept. That this fails is the last word.
func (s *Screen) keep() {
	if s.o.Keep == nil {
		return
	}
	if err := s.o.Keep(s.g); err != nil {
		s.h.Refuse(command.Sentence(err))
	}
}

// Farewell is what is left to say of a lesson.
func (s *Screen) Farewell(bye *screen.Farewell) {
	t := s.g.Task()
	done, tasks := s.g.Progress()
	bye.Lesson = strconv.Itoa(done) + " of " + words.Count(tasks, "task") + " done"
	bye.File = s.program.File
	if s.g.Finished() {
		bye.Next = s.nextLesson()
		return
	}
	if s.o.Command == nil {
		return
	}
	bye.Resume = s.o.Command(s.g) + " --task " + strconv.Itoa(s.g.Open())
	if s.g.Done() || s.h.Program() != s.program || !t.Kind.Steps() && t.Kind != lesson.Heap {
		return
	}
	link := command.LinkOf(s.h.Program().File, s.h.Session())
	if len(link.Schedule) == 0 && link.Heap == session.InitText(t.Core(), t.Pair(), t.Init()) {
		return
	}
	bye.Schedule, bye.Link = link.Schedule.String(), link.String()
	bye.Resume += " --schedule " + words.ShellWord(bye.Link)
}
