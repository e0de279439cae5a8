package lesson

import (
	"cmp"
	"context"
	"strconv"

	"charm.land/bubbletea/v2"

	words "wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/tui/screen"
)

// Options configures the screen. A nil function switches off what needs it.
type Options struct {
	// Game is the lesson to begin with, at its first task to play. It may be nil.
	Game *lesson.Game
	// Open begins a lesson that Home lists, by the name of the item.
	Open func(name string) (*lesson.Game, error)
	// Command returns the command that plays a lesson: "wobbly lesson 4".
	Command func(*lesson.Game) string
	// Next returns the command that plays the next lesson, or "".
	Next func(*lesson.Game) string
	// Unkept describes the lesson work that is in no file, or returns "".
	Unkept func() string
	// Following returns the name of the next lesson for Open, or "".
	Following func(*lesson.Game) string
	// Shell returns the shell command that checks a file.
	Shell func(t *lesson.Task, file string) string
	// Graded is set if the student hands in a record: q then asks before it ends the lesson early.
	Graded bool
	// Keep saves the record. It is called whenever the record may have changed.
	Keep func(*lesson.Game) error
	// Read reads a file that the student names.
	Read func(name string) (string, error)
	// Changed waits until the file of a lesson changes, and begins the new lesson. It returns nil
	// if the lesson has no file or the context ends.
	Changed func(ctx context.Context, g *lesson.Game) (*lesson.Game, error)
}

// Screen is the screen Lesson. See the package comment.
type Screen struct {
	play.Player // whose Game is nil if no lesson is played

	h       Host
	o       Options
	program *screen.Program // the program of the task, see taskProgram
	why     *screen.Program // the execution that showRun has opened, or nil
	whyText string          // what it shows
	work    screen.Worker   // checks

	seen session.Index  // the state that was judged last
	top  map[string]int // the first visible line of each pane

	files   map[int]string    // the student's file, by task
	solved  map[int]string    // the file that did the task, by task
	results map[int][]string  // the lines of the answer sheet, by task
	texts   map[string]string // the last known text of the student's files, by name

	student watched          // the wait for the student's file
	source  watched          // the wait for the file of the lesson
	editing bool             // whether the student's editor is open
	news    *solutionChanged // a change that waits for takeChange, or nil
	newer   func()           // takes a change of the lesson that waits for takeChange, or nil

	hinting  bool // whether Beside shows the last hint instead of the goal
	unseen   bool // whether the task is done and reveal has not shown the answers yet
	formulas bool // whether goals are shown as formulas

	answering bool // whether why answers a question: the answers return when it is closed

	filling int          // the index of the line of the answer sheet that is asked for, or -1
	prompt  screen.Layer // the prompt for that line
}

// Host is the terminal, with two more methods for lessons.
type Host interface {
	screen.Host
	// OpenTask closes all programs, opens that of a task, and goes to the screen Lesson.
	OpenTask(p *screen.Program) error
	// Play begins another lesson.
	Play(g *lesson.Game) error
}

// New returns the screen for a lesson; g is nil if none is played.
func New(h Host, o Options, g *lesson.Game) *Screen {
	return &Screen{
		Player: play.Player{
			Game: g, Face: play.Keys, Read: o.Read, Following: o.Following, Open: o.Open,
		},
		h: h, o: o, work: screen.Worker{H: h},
		top: map[string]int{}, files: map[int]string{}, solved: map[int]string{},
		results: map[int][]string{}, texts: map[string]string{},
	}
}

// Start begins the lesson at its present task.
func (s *Screen) Start() error {
	if err := s.begin(); err != nil {
		return err
	}
	s.observeStart()
	s.introduce()
	if note := s.Game.Changed().Note(); note != "" {
		s.h.Say(note)
	}
	return nil
}

// introduce shows the text of a new lesson in a layer, if it does not fit next to the question.
func (s *Screen) introduce() {
	if p := s.layout(s.body())[0]; !s.Asking() || s.Game.Task().Number > 1 || len(p.lines) <= p.h {
		return
	}
	if done, _ := s.Game.Progress(); done == 0 && s.Game.Predictions()[0] == 0 {
		s.h.Push(&introduction{screen.Page{
			H: s.h, Title: s.title(), Text: plainLines(s.opening()),
		}})
	}
}

type introduction struct{ screen.Page }

func (l *introduction) Keys() []screen.Binding {
	table := l.Page.Keys()
	begin := screen.Binding{Keys: []string{"enter"}, Hint: "begin", Do: screen.Does(l.H.Pop),
		Help: "begin with the first task"}
	table[0] = screen.Binding{Keys: []string{"esc", "q"}, Help: begin.Help, Do: begin.Do}
	return append([]screen.Binding{l.AfterAll(begin)}, table...)
}

// taskProgram returns the program that the other screens show: that of the present task, at the
// state that met the goal if there is one; in a finished program task, the student's.
func (s *Screen) taskProgram() *screen.Program {
	t := s.Game.Task()
	p := &screen.Program{
		File: t.Program, NoFile: true, Core: t.Core(), Pair: t.Pair(), Init: s.Game.Heap(),
		Session: s.Game.Session(), Note: s.greeting(),
	}
	switch t.Kind {
	case lesson.Analysis: // has no initial state; any will do to step through the program
		p.Init = session.OneObject(p.Core, p.Pair)
	case lesson.Program:
		if x := s.Game.Solved(); x != nil {
			p.File = cmp.Or(s.solved[t.Number], t.Program)
			p.Core, p.Pair, p.Init, p.Session = x.Core(), x.Pair(), x.Init(), x
		}
	}
	return p
}

// begin opens the program of the present task, and clears the messages about the previous one.
func (s *Screen) begin() error {
	t, p := s.Game.Task(), s.taskProgram()
	if err := s.h.OpenTask(p); err != nil {
		return err
	}
	s.program = p
	clear(s.top)
	s.hinting, s.unseen, s.answering = false, false, false
	s.Forget()
	s.seen = session.Index{}
	if s.Game.Session() != nil {
		s.seen = s.h.Session().Now().Index()
		s.Verdict = s.Game.Standing(s.h.Context())
	}
	if !s.Game.Done() {
		s.top[paneLesson] = atTask
	}
	if t.Kind == lesson.Analysis && s.results[t.Number] == nil {
		s.results[t.Number] = words.Lines(t.BlankResults())
	}
	return nil
}

func (s *Screen) greeting() string {
	switch _, _, open := s.Game.Question(); {
	case s.Game.Done() && s.Game.Finished():
		return "All tasks of this lesson are done; G goes to any of them."
	case s.Game.Done():
		return "This task is done already; > goes on to the next one."
	case open:
		return "First a question: choose with down and up, answer with enter."
	}
	switch s.Game.Task().Kind {
	case lesson.Program:
		return "Reach the goal: E edits the program, or S saves it for another editor."
	case lesson.Analysis:
		return "Reach the goal: L fills in the sheet, line by line."
	case lesson.Heap:
		return "Reach the goal: H chooses an initial state, and d checks it."
	}
	return "Reach the goal: enter begins."
}

func (s *Screen) Enter() tea.Cmd { return nil }

// The names of the panes.
const (
	paneLesson = "lesson"
	paneGoal   = "goal" // the question, while one is open
)

// Panes implements screen.Screen. The pane that the student needs now comes first.
func (s *Screen) Panes() []string {
	if s.Asking() {
		return []string{paneGoal, paneLesson}
	}
	return []string{paneLesson, paneGoal}
}

func (s *Screen) Command() string {
	if s.Game == nil || s.o.Command == nil {
		return "wobbly lesson"
	}
	return s.o.Command(s.Game) + " --plain"
}

func (s *Screen) Heading() string {
	if s.Game == nil {
		return ""
	}
	text := "task " + strconv.Itoa(s.Game.Task().Number) + " of " +
		strconv.Itoa(len(s.Game.Lesson().Tasks))
	if s.Game.Done() {
		text += ", done"
	}
	return text
}

func (s *Screen) absent() screen.Refusal {
	if s.Game == nil && s.fromHome() {
		return screen.Refusal{Reason: "No lesson is open. Enter goes to Home, which lists the " +
			"lessons; so does the command wobbly."}
	}
	return command.When(s.Game == nil, "No lesson is open. Begin one with: wobbly lesson 1; all "+
		"of them are in: wobbly lesson list.")
}

func (s *Screen) fromHome() bool { return s.Open != nil }

func (s *Screen) noEnter() screen.Refusal {
	if s.fromHome() {
		return screen.Refusal{}
	}
	return s.absent()
}

// Asking reports whether a question is open.
func (s *Screen) Asking() bool {
	_, open := s.question()
	return open
}

// Closed returns why a screen is closed: it would give an answer away.
func (s *Screen) Closed(n screen.Number) screen.Refusal {
	if s.Game == nil || s.Game.Done() || n == screen.Lesson || n == screen.Home {
		return screen.Refusal{}
	}
	k := s.Game.Task().Kind
	switch {
	case s.Asking():
		return screen.Refusal{Reason: "First answer the question; the other screens would give " +
			"the answer away."}
	case s.h.Program() != s.program: // the student has opened another program
	case k == lesson.Analysis && (n == screen.Reports || n == screen.Analysis),
		k == lesson.Witness && n == screen.Reports:
		return screen.Refusal{Reason: "The screen " + screen.Names[n] + " would give the " +
			"solution away. It is open when the task is done."}
	}
	return screen.Refusal{}
}

// Unfinished returns the question of q before it leaves an unfinished graded lesson.
func (s *Screen) Unfinished() string {
	if !s.o.Graded || s.Game.Finished() {
		return ""
	}
	return "This lesson is not done yet. What you did is kept. Quit?"
}

// keep saves the record. Callers defer it, so that the status line ends with any failure.
func (s *Screen) keep() {
	if s.o.Keep == nil {
		return
	}
	if err := s.o.Keep(s.Game); err != nil {
		s.h.Refuse(command.Sentence(err))
	}
}

// Farewell adds the progress of the lesson and the command that continues it.
func (s *Screen) Farewell(bye *screen.Farewell) {
	t := s.Game.Task()
	done, tasks := s.Game.Progress()
	bye.Lesson = screen.LessonDone(s.Game.Lesson(), done, tasks)
	bye.File = s.program.File
	if s.Game.Finished() {
		bye.Next = s.nextLesson()
		return
	}
	if s.o.Command == nil {
		return
	}
	bye.Resume = s.o.Command(s.Game) + " --task " + strconv.Itoa(s.Game.Open())
	if s.Game.Done() || s.h.Program() != s.program || !t.Kind.Steps() && t.Kind != lesson.Heap {
		return
	}
	link := command.LinkOf(s.h.Program().File, s.h.Session())
	if len(link.Schedule) == 0 && link.Heap == session.InitText(t.Core(), t.Pair(), t.Init()) {
		return
	}
	bye.Schedule, bye.Link = link.Schedule.String(), link.String()
	bye.Resume += " --schedule " + words.ShellWord(bye.Link)
}
