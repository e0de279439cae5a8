package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"charm.land/bubbletea/v2"

	"wobbly/internal/quick"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/session/schedule"
	"wobbly/tui/home"
	lessonscreen "wobbly/tui/lesson"
	"wobbly/tui/screen"
)

// shippedLessons returns the eighteen lessons of the course, with their keys.
func shippedLessons(t testing.TB) []*lesson.Lesson {
	t.Helper()
	masters := os.DirFS("../lesson/course")
	names, err := fs.Glob(masters, "*"+lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	var all []*lesson.Lesson
	for _, n := range names {
		text, err := fs.ReadFile(masters, n)
		if err != nil {
			t.Fatal(err)
		}
		l, errs := lesson.Parse(n, string(text))
		if len(errs) > 0 {
			t.Fatalf("parsing %s: %v", n, errs)
		}
		all = append(all, l)
	}
	return all
}

// A desk has the student's files, and the record that was saved last.
type desk struct {
	files map[string]string
	kept  *lesson.Game
}

// options returns options for lessons that use the desk.
func (d *desk) options() Options {
	return Options{
		Lesson: lessonscreen.Options{
			Command: func(g *lesson.Game) string {
				return "wobbly lesson " + strconv.Itoa(g.Lesson().Number)
			},
			Shell: func(t *lesson.Task, file string) string {
				return fmt.Sprintf("wobbly lesson check %d %s --task %d", t.Lesson().Number,
					file, t.Number)
			},
			Graded: true,
			Keep:   func(g *lesson.Game) error { d.kept = g; return nil },
			Read: func(name string) (string, error) {
				if text, ok := d.files[name]; ok {
					return text, nil
				}
				return "", errors.New("cannot read " + name)
			},
		},
		Files: screen.Files{Save: func(name string, data []byte) (string, error) {
			d.files[name] = string(data)
			return name, nil
		}},
		Home: home.Options{Items: []home.Item{{Group: "Lessons", Lesson: true, Name: "1",
			Title: "You are the scheduler"}}},
		Terminal: Terminal{NoColor: true},
	}
}

// lessonAt begins a lesson at a task. change, which may be nil, changes the options before that.
func lessonAt(t testing.TB, number, task int, change func(*Options)) (*app, *desk) {
	t.Helper()
	d := &desk{files: map[string]string{}}
	o := d.options()
	o.Width, o.Height = 80, 24
	if change != nil {
		change(&o)
	}
	o.Lesson.Game = lesson.NewGame(shippedLessons(t)[number-1])
	o.Lesson.Game.GoTo(task)
	a, err := newApp(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.layers) == 1 { // the text of the lesson comes first
		press(t, a, "enter")
	}
	return a, d
}

// predict answers all open questions with their first choice.
func predict(t testing.TB, a *app) {
	t.Helper()
	for a.lesson.Asking() {
		press(t, a, "down", "enter")
	}
}

// moves presses the keys of a schedule, from the start.
func moves(t testing.TB, a *app, text string) {
	t.Helper()
	all, err := schedule.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if a.session.At() > 0 {
		press(t, a, "R")
	}
	for _, m := range all {
		key := command.ThreadWord(m.Thread)
		if m.Do == schedule.Step {
			press(t, a, key)
			continue
		}
		for _, o := range a.session.Now().Next(m.Thread).Options {
			if take, ok := m.Take(a.session.Now().Config().Threads[m.Thread].Point.Stmt()); ok &&
				o.Take == take {
				press(t, a, key, command.BranchOf(o.Take).Key)
			}
		}
	}
}

// fill replaces the text of the prompt and accepts it.
func fill(t testing.TB, a *app, text string) {
	t.Helper()
	press(t, a, "ctrl+u")
	typed(t, a, text)
	press(t, a, "enter")
}

// hand enters a solution with keys, as a student would.
func hand(t testing.TB, a *app, d *desk, x lesson.Attempt) {
	t.Helper()
	switch a.o.Lesson.Game.Task().Kind {
	case lesson.Play:
		press(t, a, "enter")
		for _, s := range x.Schedules {
			moves(t, a, s)
		}
	case lesson.Heap:
		press(t, a, "H")
		fill(t, a, x.Heap)
		press(t, a, "d")
	case lesson.Witness:
		press(t, a, "H")
		fill(t, a, x.Heap)
		press(t, a, "enter")
		moves(t, a, x.Schedules[0])
		if !a.o.Lesson.Game.Done() {
			press(t, a, "6", "d")
		}
	case lesson.Program:
		d.files["mine.il"] = x.Program
		press(t, a, "O")
		fill(t, a, "mine.il")
	case lesson.Analysis:
		press(t, a, "L")
		for _, line := range strings.Split(strings.TrimRight(x.Results, "\n"), "\n") {
			if _, value, filled := strings.Cut(line, ":"); filled {
				fill(t, a, strings.TrimSpace(value))
			}
		}
		press(t, a, "d")
	}
}

// TestLessonsOnScreen plays every task of every lesson with keys. Each wrong move gets the lesson's
// answer, the solution wins, and the work is kept.
func TestLessonsOnScreen(t *testing.T) {
	for _, l := range shippedLessons(t) {
		for _, task := range l.Tasks {
			where := fmt.Sprintf("lesson %d, task %d", l.Number, task.Number)
			for _, w := range task.Wrongs {
				wrongMove(t, where, task, w)
			}
			a, d := lessonAt(t, l.Number, task.Number, nil)
			predict(t, a)
			hand(t, a, d, task.Key())
			if !a.o.Lesson.Game.Done() {
				t.Errorf("%s: the key does not do the task: %s\n%s", where, a.status,
					textOf(a.render()))
				continue
			}
			if d.kept == nil || !d.kept.Record().Tasks[task.Number-1].Done {
				t.Errorf("%s: the saved record does not have the task as done", where)
			}
			goOn(t, a)
			if want := min(task.Number+1, len(l.Tasks)); a.at != screen.Lesson ||
				a.o.Lesson.Game.Task().Number != want {
				t.Errorf("%s: > leads to task %d on %s, want task %d on Lesson", where,
					a.o.Lesson.Game.Task().Number, screen.Names[a.at], want)
			}
		}
	}
}

// goOn looks at the answers of a task that is done, and goes on to the next task, if there is one.
func goOn(t testing.TB, a *app) {
	t.Helper()
	g := a.o.Lesson.Game
	before := g.Task().Number
	for range 2 {
		if g.Task().Number == before && (before < len(g.Lesson().Tasks) || a.at != screen.Lesson) {
			press(t, a, ">")
		}
	}
}

// wrongMove makes a wrong move that the lesson lists, and checks the lesson's answer. Step by step,
// the move may reach the goal before its end.
func wrongMove(t *testing.T, where string, task *lesson.Task, w lesson.Wrong) {
	t.Helper()
	if task.Kind == lesson.Analysis {
		return // a wrong sheet may lack lines; TestSheet gives one
	}
	a, d := lessonAt(t, task.Lesson().Number, task.Number, nil)
	predict(t, a)
	hand(t, a, d, attempt(t, task, w.Move))
	switch {
	case a.o.Lesson.Game.Done() && task.Kind.Steps():
	case a.o.Lesson.Game.Done() || !told(a, w.Says) ||
		a.at == screen.Step && !strings.Contains(a.status, w.Says):
		t.Errorf("%s: after the wrong move %s, the status is %q, want %q", where, w.Move, a.status,
			w.Says)
	}
}

// told reports whether the screen Lesson contains a text, if the terminal is high enough for it.
func told(a *app, text string) bool {
	at, w, h, status := a.at, a.width, a.height, a.status
	a.at, a.width, a.height, a.status = screen.Lesson, 60, 300, ""
	shown := textOf(a.render())
	a.at, a.width, a.height, a.status = at, w, h, status
	return strings.Contains(words(shown), words(text))
}

// words returns a text with single blanks.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// attempt returns a move of a lesson's file as an attempt.
func attempt(t testing.TB, task *lesson.Task, move string) lesson.Attempt {
	t.Helper()
	if f, ok := task.Lesson().File(move); ok {
		move = f.Text
	}
	x, err := task.ParseAttempt(move)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestLesson plays a lesson: questions first, hints, a lost position, the goal, the next task.
func TestLesson(t *testing.T) {
	a, d := lessonAt(t, 1, 1, nil)
	for _, tt := range []struct{ keys, status string }{
		{"enter", "Choose an answer first"},
		{"S", "First answer the question."},
		{">", "This task is not done yet"},
		{"H", "First answer the question."},
		{"down down", `Enter answers b: "yes, under some schedules"`},
		{"a", `Enter answers a: "no, one copy`},
		{"enter", "Recorded."},
		{"H", "The initial state of this task is given"},
		{"E", "This task asks for a schedule."},
		{"L", "This task asks for a schedule."},
		{"i", "Hint 1 of 3."},
		{"i i i", "There are no more hints."},
		{"d", "Not done."},
		{"enter a a", "The goal cannot be met from here"},
		{"b b", "A finished before B began"},
		{"a", "A has ended. A finished before B began"},
		{"enter", "has ended. A finished before B began"},
		{"u u u b a b", "The goal is met."},
	} {
		press(t, a, strings.Fields(tt.keys)...)
		if !strings.Contains(a.status, tt.status) && len(a.layers) == 0 {
			t.Errorf("%s: status %q, want %q", tt.keys, a.status, tt.status)
		}
	}
	press(t, a, ">")
	for _, want := range []string{
		"Task 1 of 2 is done", "You said: no, one copy always", "The right answer: yes, under some",
		"enter next task",
	} {
		if !told(a, want) && !strings.Contains(flat(a), want) {
			t.Errorf("the answers lack %q:\n%s", want, textOf(a.render()))
		}
	}
	r := d.kept.Record().Tasks[0]
	if !r.Done || r.Hints != 3 || r.Predictions[0] != 1 || r.Attempts != 3 || r.Solution == nil {
		t.Errorf("the saved record of task 1 = %+v, want it done with 3 hints and attempts", r)
	}
	press(t, a, "esc")
	if a.at != screen.Step || a.session.At() != 4 {
		t.Errorf("esc leads to %s, state %d; want Step, state 4", screen.Names[a.at],
			a.session.At())
	}
	press(t, a, "6", ">")
	if a.o.Lesson.Game.Task().Number != 2 || a.at != screen.Lesson || !a.lesson.Asking() {
		t.Errorf("> leads to task %d on %s, want a question of task 2 on Lesson",
			a.o.Lesson.Game.Task().Number, screen.Names[a.at])
	}
}

// flat returns the text of a screen as running text, without frames.
func flat(a *app) string {
	return words(strings.NewReplacer("│", " ", "║", " ").Replace(textOf(a.render())))
}

// TestTaskDone solves tasks and looks at Step afterwards, which says that the task is done, and by
// what. It does not claim that the present state meets the goal.
func TestTaskDone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {200, 50}} {
		sized := func(o *Options) { o.Width, o.Height = size[0], size[1] }
		for _, tt := range []struct {
			lesson, task int
			done         string
			at           int // the state that met the goal
		}{
			{1, 1, "Task done with A B A B; state 4 meets the goal.", 4},
			{2, 1, "Task done with A2 B4 A2; state 8 meets the goal.", 8},
			{5, 1, "Task done with A4 B8 A4; state 16 meets the goal.", 16},
			{5, 2, "Task done with mine.il.", 0},
		} {
			where := fmt.Sprintf("lesson %d, task %d at %d columns", tt.lesson, tt.task, size[0])
			a, d := lessonAt(t, tt.lesson, tt.task, sized)
			predict(t, a)
			key := a.o.Lesson.Game.Task().Key()
			hand(t, a, d, key)
			press(t, a, "esc")
			check := func(when string, state int) {
				t.Helper()
				if shown := flat(a); !strings.Contains(shown, tt.done) &&
					!(a.at == screen.Lesson && told(a, tt.done)) ||
					strings.Contains(shown, "met:") || strings.Contains(shown, "met A") {
					t.Errorf("%s, %s: the screen lacks %q, or judges the present state:\n%s", where,
						when, tt.done, textOf(a.render()))
				}
				if a.session.At() != state {
					t.Errorf("%s, %s: state %d, want %d", where, when, a.session.At(), state)
				}
				if key.Program != "" && a.program.Core.Source.Text != key.Program {
					t.Errorf("%s, %s: another program is shown:\n%s", where, when,
						a.program.Core.Source.Text)
				}
			}
			a.Show(screen.Step)
			check("when it is done", tt.at)
			press(t, a, "R")
			check("back at the start", 0)
			press(t, a, "6", "G")
			fill(t, a, strconv.Itoa(tt.task))
			check("when it is gone to again", tt.at)
			press(t, a, "enter")
			check("back on Step", tt.at)
		}
	}
}

// TestSolvedProgramIsListed: the text of the lesson shows the program that did the task, and does
// not name a file that was not checked.
func TestSolvedProgramIsListed(t *testing.T) {
	a, d := lessonAt(t, 5, 2, func(o *Options) { o.Width, o.Height = 120, 40 })
	predict(t, a)
	if shown := flat(a); !strings.Contains(shown, " split.il ") ||
		!strings.Contains(shown, "A runs insert") {
		t.Errorf("the program of the task is not listed:\n%s", textOf(a.render()))
	}
	hand(t, a, d, a.o.Lesson.Game.Task().Key())
	d.files["worse.il"] = a.o.Lesson.Game.Task().Core().Source.Text
	press(t, a, "esc", "O")
	fill(t, a, "worse.il")
	shown := flat(a)
	if !strings.Contains(shown, " mine.il ") || !told(a, "Task done with mine.il.") ||
		strings.Contains(shown, "with worse.il") {
		t.Errorf("the program that did the task is not shown:\n%s", textOf(a.render()))
	}
}

// TestLessonEnd finishes a lesson: its idea, the misconception, and the next lesson are shown.
func TestLessonEnd(t *testing.T) {
	a, d := lessonAt(t, 1, 1, nil)
	for a.o.Lesson.Game.Task() != nil {
		predict(t, a)
		hand(t, a, d, a.o.Lesson.Game.Task().Key())
		if a.o.Lesson.Game.Finished() {
			break
		}
		goOn(t, a)
	}
	press(t, a, ">")
	l := a.o.Lesson.Game.Lesson()
	for _, want := range []string{
		string(l.Win), l.Misconception, string(l.Extension), "All tasks",
	} {
		if !told(a, want) {
			t.Errorf("the end of the lesson lacks %q:\n%s", want, textOf(a.render()))
		}
	}
	bye := a.farewell()
	if bye.Lesson != "1, You are the scheduler: 2 of 2 tasks done" || bye.Resume != "" {
		t.Errorf("farewell() = %+v, want 2 of 2 tasks done and nothing to resume", bye)
	}
	if got := a.guard(); got != "" {
		t.Errorf("q asks %q although all tasks are done", got)
	}
}

// TestClosedScreens: screens that would give an answer away are closed, and say so.
func TestClosedScreens(t *testing.T) {
	for _, tt := range []struct {
		lesson, task int
		closed, open string // the keys of the screens, after the questions are answered
	}{
		{1, 1, "45", "123"}, {11, 1, "245", "13"}, {13, 1, "25", "134"}, {4, 1, "45", "123"},
		{14, 1, "", "12345"},
	} {
		a, _ := lessonAt(t, tt.lesson, tt.task, func(o *Options) {
			s := screenOptions(t)
			o.Reports, o.Analysis, o.Theorem = s.Reports, s.Analysis, s.Theorem
		})
		if a.lesson.Asking() {
			for n := screen.Step; n < screen.Lesson; n++ {
				a.Show(n)
				if a.at != screen.Lesson ||
					!strings.HasPrefix(a.status, "First answer") && !a.later(n).Refuses() {
					t.Errorf("%s is not closed while a question is open", screen.Names[n])
				}
			}
			checkTable(t, "Lesson with a question", a.table())
		}
		predict(t, a)
		checkTable(t, "Lesson", a.table())
		for _, k := range tt.closed {
			press(t, a, string(k))
			if a.at != screen.Lesson || !a.refused {
				t.Errorf("lesson %d, task %d: screen %c is open, want it closed", tt.lesson,
					tt.task, k)
			}
		}
		for _, k := range tt.open {
			press(t, a, string(k))
			if strconv.Itoa(int(a.at)) != string(k) {
				t.Errorf("lesson %d, task %d: screen %c is closed (%s), want it open", tt.lesson,
					tt.task, k, a.status)
			}
			checkSize(t, a.render(), 80, 24)
			press(t, a, "esc")
			press(t, a, "6")
		}
	}
}

// TestLessonGuard: q asks in a lesson that is to be handed in.
func TestLessonGuard(t *testing.T) {
	a, _ := lessonAt(t, 1, 1, nil)
	if _, cmd := a.Update(keyOf("q")); cmd != nil || len(a.layers) != 1 {
		t.Fatalf("q quits or opens %d layers, want a question", len(a.layers))
	}
	press(t, a, "n")
	a, _ = lessonAt(t, 1, 1, func(o *Options) { o.Lesson.Graded = false })
	if _, cmd := a.Update(keyOf("q")); cmd == nil {
		t.Error("q asks although nothing is handed in")
	}
}

// TestLessonFarewell: the command to continue leads to the same state.
func TestLessonFarewell(t *testing.T) {
	a, _ := lessonAt(t, 1, 1, nil)
	if bye := a.farewell(); bye.Resume != "wobbly lesson 1 --task 1" ||
		bye.Lesson != "1, You are the scheduler: 0 of 2 tasks done" {
		t.Errorf("farewell() = %+v, want 0 of 2 tasks done, to resume with task 1", bye)
	}
	predict(t, a)
	press(t, a, "enter", "b", "a")
	bye := a.farewell()
	if bye.Schedule != "B A" || bye.Resume != "wobbly lesson 1 --task 1 --schedule '"+bye.Link+"'" {
		t.Errorf("farewell() = %+v, want the schedule B A, to resume with its link", bye)
	}
	for _, text := range []string{bye.Link, bye.Schedule} {
		g := lesson.NewGame(shippedLessons(t)[0])
		if err := g.Begin(text); err != nil {
			t.Fatal(err)
		}
		g.Answer(1)
		if got := g.Session().Schedule().String(); got != "B A" {
			t.Errorf("a lesson that begins with %s is at %s, want B A", text, got)
		}
	}
	a, _ = lessonAt(t, 13, 1, nil)
	predict(t, a)
	press(t, a, "H")
	fill(t, a, "A.b=o1,B.c=o1")
	bye = a.farewell()
	g := lesson.NewGame(shippedLessons(t)[12])
	if err := g.Begin(bye.Link); err != nil || g.HeapText() != a.o.Lesson.Game.HeapText() {
		t.Errorf("Begin(%s) = %v with the heap %s, want %s", bye.Link, err, g.HeapText(),
			a.o.Lesson.Game.HeapText())
	}
	for _, text := range []string{"A9", "nonsense", strings.Replace(bye.Link, "get", "got", 1)} {
		if err := lesson.NewGame(shippedLessons(t)[0]).Begin(text); err == nil {
			t.Errorf("Begin(%s): no error", text)
		}
	}
	for _, tt := range []struct{ lesson, task int }{{4, 1}, {7, 1}} {
		g := lesson.NewGame(shippedLessons(t)[tt.lesson-1])
		if err := g.Begin("A"); err == nil {
			t.Errorf("Begin(A) of lesson %d, task %d: no error", tt.lesson, tt.task)
		}
	}
}

// TestGoOn: a lesson that is begun at a state opens at that state.
func TestGoOn(t *testing.T) {
	for moves, want := range map[string]string{
		"A B": "Reach the goal", "A2": "cannot be met", "A B A B": "The goal is met.",
	} {
		g := lesson.NewGame(shippedLessons(t)[0])
		g.Answer(1)
		if err := g.Begin(moves); err != nil {
			t.Fatal(err)
		}
		a, err := newApp(context.Background(),
			Options{
				Lesson:   lessonscreen.Options{Game: g},
				Terminal: Terminal{NoColor: true, Width: 80, Height: 24},
			})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(a.status, want) || a.session.Schedule().String() != moves ||
			g.Done() != (len(a.layers) == 1) {
			t.Errorf("begun at %s: status %q, %d layers, at %s; want %q", moves, a.status,
				len(a.layers), a.session.Schedule(), want)
		}
	}
}

// TestNotKept: a record that cannot be written is reported, in addition to any other message.
func TestNotKept(t *testing.T) {
	a, _ := lessonAt(t, 1, 1, func(o *Options) {
		o.Lesson.Keep = func(*lesson.Game) error { return errors.New("cannot write the record") }
	})
	for _, keys := range []string{"down enter", "i", "d", "enter a", "a"} {
		a.Say("")
		press(t, a, strings.Fields(keys)...)
		if !a.refused || a.status != "Cannot write the record." {
			t.Errorf("%s: status = %q, refused %t; want \"Cannot write the record.\"", keys,
				a.status, a.refused)
		}
	}
}

// TestOtherProgram: a student may open another program and come back.
func TestOtherProgram(t *testing.T) {
	a, _ := lessonAt(t, 1, 1, nil)
	predict(t, a)
	press(t, a, "enter", "a", "b")
	if err := a.open(burble(t)); err != nil {
		t.Fatal(err)
	}
	press(t, a, "a", "b")
	if a.o.Lesson.Game.Done() ||
		!strings.Contains(textOf(a.render()), "not the program of the task") {
		t.Errorf("the screen does not say that this is not the program of the task:\n%s",
			textOf(a.render()))
	}
	press(t, a, "6", "enter")
	if a.program.Core != a.o.Lesson.Game.Task().Core() || a.session.Schedule().String() != "A B" {
		t.Errorf("enter leads to %s after %s", a.program.File, a.session.Schedule())
	}
	press(t, a, "a", "b")
	if !a.o.Lesson.Game.Done() {
		t.Errorf("after coming back, the goal is not noticed: status %q", a.status)
	}
}

// fakeEditor writes a file when it is run.
type fakeEditor struct{ edit func() error }

func (e fakeEditor) Run() error        { return e.edit() }
func (fakeEditor) SetStdin(io.Reader)  {}
func (fakeEditor) SetStdout(io.Writer) {}
func (fakeEditor) SetStderr(io.Writer) {}

// TestLessonFiles: programs and sheets can be edited in files.
func TestLessonFiles(t *testing.T) {
	var d *desk
	var a *app
	edit := func(file string) screen.Editor {
		return fakeEditor{func() error {
			d.files[file] = a.o.Lesson.Game.Task().Key().Program
			return nil
		}}
	}
	a, d = lessonAt(t, 4, 1, func(o *Options) { o.Files.Edit = edit })
	predict(t, a)
	press(t, a, "d")
	if want := "There is no file of yours yet"; !strings.Contains(a.status, want) {
		t.Errorf("status = %q, want it to contain %q", a.status, want)
	}
	press(t, a, "O")
	fill(t, a, "none.il")
	if !a.refused || !strings.Contains(a.status, "Cannot read none.il") {
		t.Errorf("none.il: status = %q, refused %t; want that it cannot be read", a.status,
			a.refused)
	}
	press(t, a, "esc", "S")
	fill(t, a, "insert.il")
	if !strings.Contains(d.files["insert.il"], "insert(l)") ||
		!strings.Contains(a.status, "wobbly lesson check 4 insert.il --task 1") {
		t.Errorf("saved %q with status %q, want insert(l) and the command that checks it",
			d.files["insert.il"], a.status)
	}
	press(t, a, "d")
	if !a.refused || !strings.Contains(a.status, "Not done") {
		t.Errorf("d: status = %q, refused %t; want \"Not done\"", a.status, a.refused)
	}
	if shown := textOf(a.render()); !strings.Contains(shown, "see the state after 4 steps") ||
		!strings.Contains(shown, "see why") {
		t.Errorf("the screen does not say why the program fails:\n%s", shown)
	}
	press(t, a, "enter")
	if _, races := a.session.Now().Race(); a.at != screen.Step || a.program.File != "insert.il" ||
		a.session.Schedule().String() != "A B3" || !races {
		t.Errorf("enter leads to %s of %s after %s: %s", screen.Names[a.at], a.program.File,
			a.session.Schedule(), a.status)
	}
	if shown := words(textOf(a.render())); !strings.Contains(shown, "Race on o1.head") {
		t.Errorf("next to the counterexample, the race is not named:\n%s", textOf(a.render()))
	}
	press(t, a, "left", "esc", "enter")
	if a.session.Schedule().String() != "A B3" {
		t.Errorf("enter leads to %s after coming back", a.session.Schedule())
	}
	press(t, a, "esc")
	if a.at != screen.Lesson || a.o.Lesson.Game.Task().Core() != a.program.Core {
		t.Errorf("Esc leads to %s of %s", screen.Names[a.at], a.program.File)
	}
	if _, cmd := a.Update(keyOf("E")); cmd == nil {
		t.Fatal("E does nothing")
	}
	if err := edit("insert.il").Run(); err != nil {
		t.Fatal(err)
	}
	runCmd(a, a.lesson.Edited(nil))
	if !a.o.Lesson.Game.Done() {
		t.Errorf("the edited program does not do the task: status %q", a.status)
	}
	press(t, a, "esc")
	runCmd(a, a.lesson.Edited(errors.New("exit status 1")))
	if !a.refused || !strings.Contains(a.status, "editor") {
		t.Errorf("status = %q, refused %t; want that the editor failed", a.status, a.refused)
	}
}

// TestSheet: the answer sheet is filled in line by line, a line that cannot be read is asked for
// again, and a file works too.
func TestSheet(t *testing.T) {
	a, d := lessonAt(t, 6, 4, nil)
	predict(t, a)
	press(t, a, "L")
	fill(t, a, "many")
	if !a.refused || !strings.Contains(a.status, "the level L is a number") || len(a.layers) != 1 {
		t.Errorf("many: status = %q, refused %t, %d layers; want the prompt to ask for a number",
			a.status, a.refused, len(a.layers))
	}
	fill(t, a, "1")
	press(t, a, "esc", "d")
	if !a.refused || a.o.Lesson.Game.Done() {
		t.Errorf("d: status = %q, refused %t; want the task not done", a.status, a.refused)
	}
	d.files["sheet.txt"] = a.o.Lesson.Game.Task().Key().Results
	press(t, a, "O")
	fill(t, a, "sheet.txt")
	if !a.o.Lesson.Game.Done() {
		t.Errorf("sheet.txt: status = %q, want the task done", a.status)
	}
}

// lessonScenes lists the states of lessons that have a golden.
var lessonScenes = []struct {
	name         string
	lesson, task int
	keys         []string
}{
	{"lesson-question", 1, 1, []string{"down"}},
	{"lesson-play", 1, 1, []string{"b", "enter", "i", "i"}},
	{"lesson-step", 1, 1, []string{"b", "enter", "enter", "a", "b", "a"}},
	{"lesson-lost", 1, 1, []string{"b", "enter", "enter", "a", "a"}},
	{"lesson-won", 1, 1, []string{"a", "enter", "enter", "a", "b", "a", "b"}},
	{"lesson-done", 1, 1, []string{"a", "enter", "enter", "a", "b", "a", "b", "esc", "6"}},
	{"lesson-two", 3, 2, []string{"a", "enter", "b", "enter"}},
	{"lesson-heap", 7, 2, []string{"a", "enter", "d"}},
	{"lesson-program", 4, 1, []string{"a", "enter", "S", "enter", "d"}},
	{"lesson-sheet", 11, 1, []string{"a", "enter", "L", "b", ".", "f", "enter"}},
	{"lesson-witness", 13, 2, []string{"a", "enter", "a", "enter", "enter", "a"}},
}

// TestLessonGoldens compares lessons with their goldens.
func TestLessonGoldens(t *testing.T) {
	for _, scene := range lessonScenes {
		checkScene(t, scene.name, func(t *testing.T, on Terminal) *app {
			a, _ := lessonAt(t, scene.lesson, scene.task, func(o *Options) { o.Terminal = on })
			press(t, a, scene.keys...)
			return a
		})
	}
}

// TestLessonMonkey presses random keys in random tasks at random sizes. Nothing panics, every row
// has the right width, and the record still fits the lesson.
func TestLessonMonkey(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	all := shippedLessons(t)
	for n := range quick.Cases(60) {
		l := all[r.IntN(len(all))]
		a, _ := lessonAt(t, l.Number, 1+r.IntN(len(l.Tasks)), nil)
		for k := range 400 {
			press(t, a, allKeys[r.IntN(len(allKeys))])
			if k%20 == 0 {
				a.Update(tea.WindowSizeMsg{Width: 40 + r.IntN(180), Height: 12 + r.IntN(50)})
				a.Update(tea.MouseClickMsg{
					X: r.IntN(a.width), Y: r.IntN(a.height), Button: tea.MouseLeft,
				})
				a.Update(tea.MouseWheelMsg{
					X: r.IntN(a.width), Y: r.IntN(a.height), Button: tea.MouseWheelDown,
				})
				checkSize(t, a.render(), a.width, a.height)
			}
		}
		if err := lesson.NewGame(l).Resume(a.o.Lesson.Game.Record()); err != nil &&
			a.o.Lesson.Game.Lesson() == l {
			t.Fatalf("monkey %d: %v", n, err)
		}
	}
}

// TestLessonTurnsOff: without a lesson, its keys say that there is none.
func TestLessonTurnsOff(t *testing.T) {
	a := start(t, burble(t), Options{Terminal: Terminal{NoColor: true}})
	press(t, a, "6")
	for _, k := range []string{"enter", "d", "i", "H", "L", "E", "S", "O", "G", ">"} {
		press(t, a, k)
		if !strings.Contains(a.status, "No lesson is open") {
			t.Errorf("%s: status = %q, want that no lesson is open", k, a.status)
		}
	}
	press(t, a, "down", "pgdown", "home", "tab")
	checkSize(t, a.render(), 80, 24)
	if a.session.Now().Config().Threads[semantics.A].Point.Unit() == nil {
		t.Error("the keys have ended the session")
	}
}

// TestAnswersAreSeen: on a small terminal, all answers to a first question are visible, whichever
// is highlighted and whatever the status line says.
func TestAnswersAreSeen(t *testing.T) {
	for _, l := range shippedLessons(t) {
		for _, task := range l.Tasks {
			if len(task.Questions) == 0 {
				continue
			}
			a, _ := lessonAt(t, l.Number, task.Number,
				func(o *Options) { o.Width, o.Height = 60, 20 })
			for range len(task.Questions[0].Choices) + 1 {
				shown := a.render()
				for i, c := range task.Questions[0].Choices {
					if words := strings.Fields(c); !strings.Contains(shown,
						" "+text.Letter(i)+"  "+words[0]) {
						t.Errorf("lesson %d, task %d: answer %s is not visible:\n%s", l.Number,
							task.Number, text.Letter(i), shown)
					}
				}
				if shown = a.render(); !strings.Contains(shown, "question 1") {
					t.Errorf("lesson %d, task %d: the question is not visible:\n%s", l.Number,
						task.Number, shown)
				}
				press(t, a, "down")
			}
		}
	}
}

// TestNextLesson: after the last task of a lesson, > goes to the next lesson once all tasks are
// done. After the last lesson there is none.
func TestNextLesson(t *testing.T) {
	all := shippedLessons(t)
	following := func(o *Options) {
		o.Lesson.Open = func(name string) (*lesson.Game, error) {
			n, err := strconv.Atoi(name)
			return lesson.NewGame(all[n-1]), err
		}
		o.Lesson.Following = func(g *lesson.Game) string {
			if n := g.Lesson().Number; n < len(all) {
				return strconv.Itoa(n + 1)
			}
			return ""
		}
	}
	a, d := lessonAt(t, 1, 2, following)
	predict(t, a)
	hand(t, a, d, a.o.Lesson.Game.Task().Key())
	press(t, a, "esc", "6", ">")
	if shown := textOf(a.render()); !a.lesson.Game.Done() ||
		!strings.Contains(shown, "Question 1: ") {
		t.Errorf("the first > on the screen Lesson does not show the answers:\n%s", shown)
	}
	press(t, a, "esc", ">")
	if !a.refused || !strings.Contains(a.status, "last task") {
		t.Errorf("> while task 1 is not done: status %q, want that this was the last task",
			a.status)
	}
	press(t, a, "G")
	fill(t, a, "1")
	predict(t, a)
	hand(t, a, d, a.o.Lesson.Game.Task().Key())
	if shown := textOf(a.render()); !strings.Contains(shown, "> shows what was right") {
		t.Errorf("the screen does not say that > shows the answers:\n%s", shown)
	}
	press(t, a, "esc", "6", "G")
	fill(t, a, "2")
	if shown := textOf(a.render()); !strings.Contains(shown, "> next lesson") ||
		!told(a, "goes on to the next lesson") {
		t.Errorf("the screen does not say that > goes on to the next lesson:\n%s", shown)
	}
	press(t, a, ">")
	if shown := textOf(a.render()); !strings.Contains(shown, "Lesson 2: "+all[1].Title) ||
		!a.lesson.Asking() {
		t.Errorf("> does not lead to lesson 2:\n%s", shown)
	}
}

// TestAnswersComeBack: the schedule that answers a question is closed by esc, and the answers are
// open again.
func TestAnswersComeBack(t *testing.T) {
	a, d := lessonAt(t, 3, 1, nil)
	predict(t, a)
	hand(t, a, d, a.o.Lesson.Game.Task().Key())
	for _, key := range []string{">", "1", "esc", "2"} {
		press(t, a, key)
	}
	if shown := textOf(a.render()); len(a.layers) != 0 ||
		!strings.Contains(shown, "The answer to question 2: yes. Esc goes back.") {
		t.Errorf("2 does not play the schedule of question 2; %d layers:\n%s", len(a.layers), shown)
	}
	press(t, a, "esc")
	if shown := textOf(a.render()); !strings.Contains(shown, "Task 1 of 2 is done") ||
		!strings.Contains(shown, "Question 1: ") {
		t.Errorf("esc does not lead back to the answers; %d layers:\n%s", len(a.layers), shown)
	}
	press(t, a, "esc", "1", "esc")
	if len(a.layers) != 0 {
		t.Errorf("%d layers after the answers were closed, want none", len(a.layers))
	}
}

// TestSlipInAPrompt: an invalid text stays in the prompt with an error above it, and keys still go
// to the prompt.
func TestSlipInAPrompt(t *testing.T) {
	a, _ := lessonAt(t, 7, 1, nil)
	predict(t, a)
	press(t, a, "H")
	fill(t, a, "A.b=o1;B.b=p")
	if shown := textOf(a.render()); len(a.layers) != 1 ||
		!strings.Contains(shown, "initial state: A.b=o1;B.b=p") ||
		!strings.Contains(shown, "there is no object p; objects are called o1, o2") {
		t.Fatalf("the invalid text is not in the prompt with its error; %d layers:\n%s",
			len(a.layers), shown)
	}
	checkSize(t, a.render(), 80, 24)
	press(t, a, "backspace", "o", "1", "enter")
	g := a.o.Lesson.Game
	if a.refused || len(a.layers) != 0 && !g.Done() ||
		session.InitText(g.Task().Core(), g.Task().Pair(), g.Heap()) != session.HeapOne {
		t.Errorf("status = %q with the heap %s, want %s", a.status, a.o.Lesson.Game.HeapText(),
			session.HeapOne)
	}
	press(t, a, "H")
	fill(t, a, "A.b")
	press(t, a, "esc")
	if len(a.layers) != 0 {
		t.Errorf("%d layers after esc, want none", len(a.layers))
	}
}

// TestSlipInAnyPrompt: on every screen, an invalid text stays in the prompt, and keys still go to
// the prompt. An empty line does nothing.
func TestSlipInAnyPrompt(t *testing.T) {
	onStep := func() *app { return start(t, burble(t), Options{Terminal: Terminal{NoColor: true}}) }
	inLesson := func() *app {
		a, _ := lessonAt(t, 4, 1, nil)
		predict(t, a)
		return a
	}
	for _, tt := range []struct {
		begin           func() *app
		key, text, says string
	}{
		{onStep, ":", "A.b ==", "Column"},
		{onStep, "w", "zz.f", "Column"},
		{onStep, "g", "99", "There is no state 99"},
		{onStep, "/", "touch o9.f", "There is no cell"},
		{onStep, "p", "A x", "No schedule"},
		{inLesson, "O", "none.il", "Cannot read none.il"},
		{inLesson, "G", "7", "This lesson has 3 tasks."},
	} {
		a := tt.begin()
		press(t, a, tt.key)
		fill(t, a, tt.text)
		shown := textOf(a.render())
		if len(a.layers) != 1 || !a.refused || !strings.Contains(shown, ": "+tt.text) ||
			!strings.Contains(shown, "! "+tt.says) {
			t.Errorf("%s %s: %d layers, want the text in the prompt below %q:\n%s", tt.key, tt.text,
				len(a.layers), tt.says, shown)
		}
		press(t, a, "ctrl+u", "esc")
		if len(a.layers) != 0 {
			t.Errorf("%s: %d layers after esc, want none", tt.key, len(a.layers))
		}
	}
	a := onStep()
	press(t, a, ":", "enter")
	if len(a.layers) != 0 || a.refused {
		t.Errorf("an empty line: status %q, %d layers; want neither", a.status, len(a.layers))
	}
}

// TestKeysKeepTheirMeaning: on Step, a key of the screen Lesson does the same or nothing, and Step
// says how to get to the lesson and its hints.
func TestKeysKeepTheirMeaning(t *testing.T) {
	shared := map[string]bool{ // the same on every screen, each with its own words
		"enter": true, "down": true, "j": true, "up": true, "k": true, "pgdown": true, "pgup": true,
		"home": true,
		"E":    true, "H": true, "S": true, // edit, initial state, save
	}
	a, _ := lessonAt(t, 4, 1, nil)
	predict(t, a)
	bound := map[string]string{}
	for _, b := range a.table() {
		for _, k := range b.Keys {
			bound[k] = b.Help
		}
	}
	for n := screen.Step; n < screen.Lesson; n++ {
		a.at = n
		checkTable(t, screen.Names[n], a.table())
		for _, b := range a.table() {
			for _, k := range b.Keys {
				if help, ok := bound[k]; ok && help != b.Help && !shared[k] &&
					!(k == "6" || n == screen.Theorem && (k == "d" || k == "space")) {
					t.Errorf("%s: %s is %q, and in Lesson %q", screen.Names[n], k, b.Help, help)
				}
			}
		}
	}
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {120, 40}} {
		a, _ := lessonAt(t, 1, 1, func(o *Options) { o.Width, o.Height = size[0], size[1] })
		predict(t, a)
		press(t, a, "enter")
		if shown := textOf(a.render()); !strings.Contains(shown, "6 lesson") ||
			!strings.Contains(shown, "i hint") {
			t.Errorf("%v: the hints do not name the keys 6 and i:\n%s", size, shown)
		}
		press(t, a, "i")
		if shown := textOf(a.render()); !strings.Contains(shown, "Hint 1 of 3") ||
			len(a.o.Lesson.Game.Hints()) != 1 {
			t.Errorf("%v: i gives no hint:\n%s", size, shown)
		}
	}
}

// TestCounterAtTheStart: a goal about all visited states shows its progress before the first move,
// on both screens, and this does not count as an attempt.
func TestCounterAtTheStart(t *testing.T) {
	a, _ := lessonAt(t, 1, 2, nil)
	if shown := textOf(a.render()); strings.Contains(shown, "final states visited") {
		t.Errorf("the progress is shown before the question is answered:\n%s", shown)
	}
	predict(t, a)
	const want = "0 of 3 final"
	if shown := textOf(a.render()); !strings.Contains(shown, want) {
		t.Errorf("the screen Lesson lacks %q:\n%s", want, shown)
	}
	press(t, a, "enter")
	for _, size := range []tea.WindowSizeMsg{{Width: 80, Height: 24}, {Width: 60, Height: 20},
		{Width: 40, Height: 12}} {
		a.Update(size)
		shown := textOf(a.render())
		if a.at != screen.Step || !strings.Contains(shown, want) {
			t.Errorf("Step with %v lacks %q:\n%s", size, want, shown)
		}
	}
	if r := a.o.Lesson.Game.Record(); r.Tasks[1].Attempts != 0 {
		t.Errorf("task 2 is %+v, want no attempt", r.Tasks[1])
	}
	a, _ = lessonAt(t, 1, 1, nil)
	predict(t, a)
	if shown := textOf(a.render()); strings.Contains(shown, "not met") {
		t.Errorf("a goal without progress is called not met:\n%s", shown)
	}
}

// TestInitialStateIsEdited: the prompt for an initial state lists its objects, ready to be edited,
// instead of a keyword.
func TestInitialStateIsEdited(t *testing.T) {
	a, _ := lessonAt(t, 7, 1, nil)
	predict(t, a)
	press(t, a, "H")
	const want = "\ninitial state: o1,o2,A.b=o1,B.b=o2"
	if shown := textOf(a.render()); !strings.Contains(shown, want) {
		t.Errorf("the prompt lacks %q:\n%s", want, shown)
	}
	press(t, a, "end", "backspace")
	typed(t, a, "1")
	press(t, a, "enter")
	if a.refused ||
		a.o.Lesson.Game.HeapText() != "o1,o2,A.b=o1,B.b=o1" && a.o.Lesson.Game.HeapText() != "one" {
		t.Errorf("status = %q with the heap %s, want one object", a.status,
			a.o.Lesson.Game.HeapText())
	}
}

// TestHintsAreNamed: from 60 columns on, the key line of every task says how to get a hint and how
// to check.
func TestHintsAreNamed(t *testing.T) {
	for _, l := range shippedLessons(t) {
		for _, task := range l.Tasks {
			for _, size := range [][2]int{{60, 20}, {80, 24}} {
				a, _ := lessonAt(t, l.Number, task.Number, func(o *Options) {
					o.Width, o.Height = size[0], size[1]
					o.Files.Edit = func(string) screen.Editor { return fakeEditor{} }
				})
				predict(t, a)
				if last := row(a, size[1]-1); !strings.Contains(last, "i hint") ||
					!strings.Contains(last, "d check") {
					t.Errorf("lesson %d, task %d: the hints are %q, want i and d among them",
						l.Number, task.Number, last)
				}
			}
		}
	}
}

// TestHintsFollow: the key that showed a hint above Step shows the next one until there is none. No
// key of the layers above a lesson's screens is bound twice.
func TestHintsFollow(t *testing.T) {
	a, _ := lessonAt(t, 1, 1, nil)
	predict(t, a)
	press(t, a, "enter")
	for n := 1; n <= 3; n++ {
		press(t, a, "i")
		if shown := textOf(a.render()); len(a.layers) != 0 ||
			!strings.Contains(shown, fmt.Sprintf("Hint %d of 3", n)) {
			t.Errorf("%d layers, want none, and hint %d of 3 in\n%s", len(a.layers), n, shown)
		}
	}
	press(t, a, "i")
	if a.status != "There are no more hints." || len(a.layers) != 0 ||
		len(a.o.Lesson.Game.Hints()) != 3 {
		t.Errorf("i after the last hint: status %q, %d layers; want no more hints", a.status,
			len(a.layers))
	}
	moves(t, a, "A B A B")
	if shown := flat(a); !strings.Contains(shown, "Task done with A B A B") {
		t.Errorf("the screen does not say that the task is done:\n%s", textOf(a.render()))
	}
	press(t, a, ">")
	checkTable(t, "answers", screen.Join(a.Top().Keys(), always()))
}

// TestRefusedAndSeen: if a run stops early, the lesson's answer to the state is added, and the
// refusal stays visible.
func TestRefusedAndSeen(t *testing.T) {
	a, _ := lessonAt(t, 13, 1, nil)
	predict(t, a)
	press(t, a, "enter", "A", "B")
	if !a.refused || a.status != "B has ended. A has already read. Stop it before line 3." {
		t.Errorf("status = %q, refused %t; want that B has ended and A has already read", a.status,
			a.refused)
	}
}

// TestKeyOfLesson: on another screen, a key of the screen Lesson says where it works.
func TestKeyOfLesson(t *testing.T) {
	a, _ := lessonAt(t, 2, 1, nil)
	press(t, a, "b", "enter", "1", "M")
	const want = "M is a key of Lesson (the goals as formulas), not of Step; 6 goes there."
	if a.at != screen.Step || a.status != want {
		t.Errorf("M on %s: status %q, want %q on Step", screen.Names[a.at], a.status, want)
	}
}
