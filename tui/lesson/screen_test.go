package lesson

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/semantics"
	"wobbly/tui/draw"
	"wobbly/tui/screen"
	"wobbly/tui/tuitest"
)

// terminal is a terminal that opens the programs of tasks.
type terminal struct {
	tuitest.Host
	playing *lesson.Game
}

func (h *terminal) OpenTask(p *screen.Program) error {
	s, err := p.NewSession()
	if err != nil {
		return err
	}
	h.Open, h.On, h.At, h.Layers = p, s, screen.Lesson, nil
	h.Say(p.Note)
	return nil
}

func (h *terminal) Play(g *lesson.Game) error {
	h.playing = g
	return nil
}

// begun returns a screen on which a task of a shipped lesson begins, on 80 columns and 24 rows.
func begun(t *testing.T, number, task int) (*Screen, *terminal) {
	t.Helper()
	all := lessontest.Read(t, os.DirFS("../../lesson/course"))
	g := lesson.NewGame(all[number-1])
	g.GoTo(task)
	h := &terminal{Host: tuitest.Host{Width: 80, Height: 24, Focus: paneLesson}}
	s := New(h, Options{Read: func(string) (string, error) { return "", os.ErrNotExist }}, g)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s, h
}

// answered is like begun, after each question was answered with its first choice.
func answered(t *testing.T, number, task int) (*Screen, *terminal) {
	t.Helper()
	s, h := begun(t, number, task)
	for s.Asking() {
		s.choose(0)
		s.tell(s.Answer(s.Picked))
	}
	h.Focus = paneLesson
	return s, h
}

// done is like answered, after the task was done by its key.
func done(t *testing.T, number, task int) (*Screen, *terminal) {
	t.Helper()
	s, h := answered(t, number, task)
	if v := s.Game.Check(context.Background(), s.Game.Task().Key()); !v.Met() {
		t.Fatalf("lesson %d, task %d: %v", number, task, v.Findings)
	}
	s.again()
	return s, h
}

// kinds has the numbers of a lesson and a task for each kind of task.
var kinds = map[string][2]int{
	"play": {1, 1}, "heap": {7, 1}, "program": {4, 1}, "analysis": {11, 1}, "witness": {13, 1},
}

// TestHints: the hint line suits the kind of the task.
func TestHints(t *testing.T) {
	for kind, want := range map[string]string{
		"play":     "enter to Step, d check, i hint, pgdown more",
		"heap":     "enter to Step, H heap, d check, i hint, pgdown more",
		"program":  "enter to Step, d check, i hint, S save, O file, pgdown more",
		"analysis": "enter to Step, L fill in, d check, i hint, S save, O file, pgdown more",
		"witness":  "enter to Step, H heap, d check, i hint, pgdown more",
	} {
		at := kinds[kind]
		s, _ := begun(t, at[0], at[1])
		if got := strings.Join(tuitest.Hints(s.Keys()), ", "); s.Asking() &&
			got != "enter answer, i hint, down choose, pgdown more" {
			t.Errorf("%s with a question: %s", kind, got)
		}
		s, _ = answered(t, at[0], at[1])
		if got := strings.Join(tuitest.Hints(s.Keys()), ", "); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
		s, _ = done(t, at[0], at[1])
		got := strings.Join(tuitest.Hints(s.Keys()), ", ")
		if got != "enter to Step, Y answers, > next task, pgdown more" {
			t.Errorf("%s when it is done: %s", kind, got)
		}
	}
}

// TestEnterHelp: help on Enter is about what it does now.
func TestEnterHelp(t *testing.T) {
	help := func(s *Screen) string {
		enter, _ := screen.FindKey(s.Keys(), "enter")
		down, _ := screen.FindKey(s.Keys(), "down")
		return enter.Help + "; " + down.Help
	}
	s, _ := begun(t, 1, 1)
	if got := help(s); got != "answer the question; the next answer, or down in the focused pane" {
		t.Errorf("with an open question: %s", got)
	}
	s, _ = answered(t, 1, 1)
	if got := help(s); got != "open the task's program in Step; down in the focused pane" {
		t.Errorf("answered: %s", got)
	}
}

// TestOff: a key for another kind of task says what the task asks for.
func TestOff(t *testing.T) {
	const (
		schedule = "This task asks for a schedule."
		heap     = "This task asks for an initial state."
		program  = "This task asks for a program; O checks one."
		sheet    = "This task asks for an answer sheet; O checks one."
		both     = "This task asks for an initial state and a schedule."
		given    = "The initial state of this task is given."
		saved    = "Nothing can be saved from here."
		noFile   = "There is no file of yours yet: E edits the program, S saves it, O checks a " +
			"file."
	)
	for kind, want := range map[string]map[string]string{
		"play":     {"H": given, "L": schedule, "E": schedule, "S": schedule, "O": "", "d": ""},
		"heap":     {"H": "", "L": heap, "E": heap, "S": heap, "O": "", "d": ""},
		"program":  {"H": program, "L": program, "E": saved, "S": saved, "O": "", "d": noFile},
		"analysis": {"H": sheet, "L": "", "E": saved, "S": saved, "O": "", "d": ""},
		"witness":  {"H": "", "L": both, "E": both, "S": both, "O": "", "d": ""},
	} {
		s, _ := answered(t, kinds[kind][0], kinds[kind][1])
		for key, why := range want {
			b, ok := screen.FindKey(s.Keys(), key)
			if !ok || b.Why().String() != why {
				t.Errorf("%s: the key %s is off because of %q, want %q", kind, key, b.Why(), why)
			}
		}
	}
}

// TestNoLesson: every key says how to begin a lesson.
func TestNoLesson(t *testing.T) {
	h := &terminal{}
	s := New(h, Options{}, nil)
	for _, b := range s.taskKeys() {
		if why := b.Why().String(); !strings.HasPrefix(why,
			"No lesson is open. Begin one with: wobbly lesson 1") {
			t.Errorf("%s: refusal = %q, want that no lesson is open", b.Keys[0], why)
		}
	}
	s.Open = func(string) (*lesson.Game, error) { return nil, nil }
	h.Press(t, s.Keys, "enter")
	if h.At != screen.Home {
		t.Errorf("enter leads to %s", screen.Names[h.At])
	}
	if s.Heading() != "" || s.Command() != "wobbly lesson" || s.Asking() ||
		s.Closed(screen.Reports).Refuses() {
		t.Errorf("without a lesson: heading %q, command %q, asking %t, Reports closed %t; want no "+
			"heading, wobbly lesson, false, false", s.Heading(), s.Command(), s.Asking(),
			s.Closed(screen.Reports).Refuses())
	}
	const want = "Enter goes to Home, which lists the lessons"
	if shown := strings.Join(tuitest.Rows(80, 10, s.Draw), "\n"); !strings.Contains(shown, want) {
		t.Errorf("the screen = %q, want it to contain %q", shown, want)
	}
}

// TestClosed: screens that would give the answer away stay closed until the task is done.
func TestClosed(t *testing.T) {
	for kind, want := range map[string][]screen.Number{
		"play": nil, "heap": nil, "program": nil, "analysis": {screen.Reports, screen.Analysis},
		"witness": {screen.Reports},
	} {
		var closed []screen.Number
		s, _ := answered(t, kinds[kind][0], kinds[kind][1])
		for n := range screen.Count {
			if s.Closed(n).Refuses() {
				closed = append(closed, n)
			}
		}
		if !slices.Equal(closed, want) {
			t.Errorf("%s: the screens %v are closed, want %v", kind, closed, want)
		}
		s, _ = done(t, kinds[kind][0], kinds[kind][1])
		for n := range screen.Count {
			if why := s.Closed(n); why.Refuses() {
				t.Errorf("%s when it is done: %s", kind, why)
			}
		}
	}
	s, _ := begun(t, 1, 1)
	for n := range screen.Count {
		if open := !s.Closed(n).Refuses(); open != (n == screen.Home || n == screen.Lesson) {
			t.Errorf("while a question is open, screen %s is open: %t", screen.Names[n], open)
		}
	}
}

// TestChoose highlights answers, from none to the last.
func TestChoose(t *testing.T) {
	s, h := begun(t, 1, 2) // two questions with four answers
	h.Focus = paneGoal
	h.Press(t, s.Keys, "enter")
	if !h.Refused || s.Picked != 0 {
		t.Fatalf("enter without a highlighted answer: %q, want a refusal", h.Text)
	}
	for _, tt := range []struct {
		key    string
		chosen int
	}{{"up", 0}, {"down", 1}, {"d", 3}, {"down", 3}, {"up", 2}, {"a", 0}, {"up", 0}} {
		h.Press(t, s.Keys, tt.key)
		if s.Picked != tt.chosen+1 {
			t.Errorf("%s highlights %d, want %d", tt.key, s.Picked-1, tt.chosen)
		}
	}
	s.choose(4)
	if s.Picked != 1 {
		t.Errorf("a click on an answer that is gone highlights %d", s.Picked-1)
	}
	h.Press(t, s.Keys, "c", "enter")
	if s.Picked != 0 || s.Game.Predictions()[0] != 3 || !s.Asking() ||
		!strings.Contains(h.Text, "One more question") {
		t.Errorf("c and enter: predictions %v, %q; want 3, and one more question",
			s.Game.Predictions(), h.Text)
	}
	h.Press(t, s.Keys, "b", "enter")
	if s.Asking() || !strings.Contains(h.Text, "Reach the goal: enter begins.") {
		t.Errorf("b and enter: %q, asking %t; want \"Reach the goal: enter begins.\"", h.Text,
			s.Asking())
	}
}

// TestHintKey: the key shows one hint after another until none is left, in the pane, or on another
// screen in place of the goal. A hint never covers the state.
func TestHintKey(t *testing.T) {
	s, h := answered(t, 1, 1)
	h.Press(t, s.Keys, "i")
	if h.Text != "Hint 1 of 3." || len(h.Layers) != 0 {
		t.Errorf("i: %q, %d layers; want hint 1 without a layer", h.Text, len(h.Layers))
	}
	h.At = screen.Step
	h.Press(t, s.Elsewhere, "i", "i")
	if h.Text != "Hint 3 of 3; 6 shows all of them." || len(h.Layers) != 0 {
		t.Errorf("i twice on Step: %q, %d layers; want hint 3 without a layer", h.Text,
			len(h.Layers))
	}
	beside := func() string {
		return strings.Join(tuitest.Rows(80, 21, func(c draw.Canvas) { s.Beside(c) }), "\n")
	}
	if shown := beside(); !strings.HasPrefix(shown, " Hint 3  Let each thread take one step.") {
		t.Errorf("the pane = %q, want hint 3 first", shown)
	}
	h.On.Step(semantics.A)
	s.Watch()
	if shown := beside(); !strings.HasPrefix(shown, " Goal  ") {
		t.Errorf("after a move, the pane = %q, want the goal", shown)
	}
	h.Press(t, s.Elsewhere, "i")
	if !h.Refused || h.Text != "There are no more hints." {
		t.Errorf("i: %q, refused %t; want \"There are no more hints.\"", h.Text, h.Refused)
	}
	s, _ = done(t, 1, 1)
	if why, want := s.off(play.Find(play.Hint)).String(),
		"The task is done; no hint is needed."; why != want {
		t.Errorf("refusal of a hint = %q, want %q", why, want)
	}
}

// TestHintBesideQuestion shows a hint together with the open question.
func TestHintBesideQuestion(t *testing.T) {
	s, h := begun(t, 1, 1)
	h.Press(t, s.Keys, "enter", "i") // enter closes the introduction
	shown := strings.Join(tuitest.Rows(80, 21, s.Draw), "\n")
	if n := len(s.Game.Hints()); n != 1 ||
		!strings.Contains(shown, "Hint 1   What must each thread have read") {
		t.Errorf("%d hints are given, want 1 next to the question:\n%s", n, shown)
	}
}

// TestReveal: a task that was done on another screen is shown beside the state that met the goal. >
// opens the answers, and the number of a question opens the schedule that answers it.
func TestReveal(t *testing.T) {
	s, h := answered(t, 3, 1)
	h.At = screen.Step
	kept := false // whether the task was done when its record was kept
	s.o.Keep = func(g *lesson.Game) error { kept = g.Done(); return nil }
	for _, i := range semantics.Tids {
		h.On.Step(i)
		s.Watch()
	}
	if !kept {
		t.Error("the record is not kept when the task is done")
	}
	if !s.Game.Done() || len(h.Layers) != 0 {
		t.Fatalf("done %t, %d layers; want the task done on Step without a layer", s.Game.Done(),
			len(h.Layers))
	}
	h.Press(t, s.Elsewhere, ">")
	if len(h.Layers) != 1 || s.Game.Task().Number != 1 {
		t.Fatalf("> leads to %d layers in task %d, want the answers in task 1", len(h.Layers),
			s.Game.Task().Number)
	}
	shown := strings.Join(tuitest.Rows(80, 24, h.Layers[0].Draw), "\n")
	for _, want := range []string{
		"You said: no. That is wrong. The right answer: yes.", "That is right.",
		"Press 1 for a state to look at.", "Press 2 to play the schedule.",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("the answers lack %q:\n%s", want, shown)
		}
	}
	h.Press(t, h.Layers[0].Keys, "2")
	if got := h.Open.Schedule.String(); got != "A B" ||
		!strings.Contains(h.Text, "The answer to question 2: yes.") {
		t.Errorf("the schedule = %s with %q, want A B with the answer to question 2", got, h.Text)
	}
}

// TestRevealLast: the hint line of another screen names the key for the answers, even after the
// last task, where > leads nowhere else.
func TestRevealLast(t *testing.T) {
	s, h := answered(t, 3, 2)
	h.At = screen.Step
	for _, i := range semantics.Tids {
		h.On.Step(i)
		s.Watch()
	}
	b, ok := screen.FindKey(s.Elsewhere(), ">")
	if !s.Game.Done() || !ok || b.Hint != "answers" || b.Why().Refuses() {
		t.Errorf("done %t, the hint of > is %q, off because of %q; want answers", s.Game.Done(),
			b.Hint, b.Why())
	}
}

// TestDoneText names the attempt that did the task.
func TestDoneText(t *testing.T) {
	for kind, want := range map[string]string{
		"play":     "Task done with A B A B; state 4 meets the goal.",
		"heap":     "Task done with A.b=o1,B.b=o1.",
		"program":  "Task done with your program.",
		"analysis": "Task done with your sheet.",
	} {
		s, _ := done(t, kinds[kind][0], kinds[kind][1])
		if got := s.doneText(); got != want {
			t.Errorf("%s: doneText() = %q, want %q", kind, got, want)
		}
		if got := s.summary().text; !strings.HasPrefix(got, want+" ") {
			t.Errorf("%s: summary() = %q, want prefix %q", kind, got, want)
		}
	}
	s, _ := done(t, 1, 2)
	if got := s.doneText(); got != "Task done with A2 B2 | B2 A2 | A B A B." {
		t.Errorf("doneText() of several runs = %q", got)
	}
	s, _ = done(t, 4, 1)
	s.solved[1] = "mine.il"
	if got := s.doneText(); got != "Task done with mine.il." {
		t.Errorf("doneText() of a file = %q, want mine.il named", got)
	}
}

// TestOnward says where to go when a task is done.
func TestOnward(t *testing.T) {
	s, _ := done(t, 1, 1)
	if got, want := s.onward(),
		"> goes on to task 2, \"Everything that can happen\"."; got != want {
		t.Errorf("onward() = %q, want %q", got, want)
	}
	s, h := done(t, 1, 2)
	if got := s.onward(); got != "This was the last task, but others are not done yet; G goes to "+
		"one." || !s.off(play.Find(play.Next)).Refuses() {
		t.Errorf("onward() = %q, want that this was the last task, and the next refused", got)
	}
	s.Game.GoTo(1)
	s.again()
	for s.Asking() {
		s.choose(0)
		s.tell(s.Answer(s.Picked))
	}
	s.Game.Check(context.Background(), s.Game.Task().Key())
	s.Game.GoTo(2)
	if got, want := s.onward(), "All tasks of this lesson are done."; got != want {
		t.Errorf("onward() = %q, want %q", got, want)
	}
	next := lesson.NewGame(s.Game.Lesson())
	s.Following = func(*lesson.Game) string { return "2" }
	s.Open = func(name string) (*lesson.Game, error) { return next, nil }
	if got := s.onward(); s.nextHint() != "next lesson" ||
		got != "All tasks of this lesson are done. > goes on to the next lesson." {
		t.Errorf("onward() = %q with hint %q, want the next lesson", got, s.nextHint())
	}
	h.Press(t, s.Keys, ">")
	if h.playing != next {
		t.Error("> does not begin the next lesson")
	}
}

// TestHeapKey: a typed initial state is shown on the other screens, and an illegal one is asked for
// again.
func TestHeapKey(t *testing.T) {
	for kind, typed := range map[string]string{
		"heap": "A.b=o1, B.b=o1", "witness": "A.b=o1,B.c=o1,o1.f=o2",
	} {
		s, h := answered(t, kinds[kind][0], kinds[kind][1])
		before := s.program
		if _, err := s.try(play.Heap, strings.ReplaceAll(typed, " ", "")); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if s.program == before ||
			!slices.EqualFunc(s.program.Init.Cells, s.Game.Heap().Cells, func(a, b [3]string) bool {
				return a == b
			}) || h.Text != s.HeapText() {
			t.Errorf("%s: the initial state = %+v with %q, want the game's: %s", kind,
				s.program.Init, h.Text, s.HeapText())
		}
		if _, err := s.try(play.Heap, "A.x=o1"); err == nil || s.program.Init.Stacks[0]["x"] != "" {
			t.Errorf("%s: an illegal initial state is accepted", kind)
		}
	}
}

// TestDoneAgain: going back to a task that is done says nothing about the state that met the goal.
func TestDoneAgain(t *testing.T) {
	s, h := done(t, 1, 1)
	s.again()
	if want := "This task is done already; > goes on to the next one."; h.Text != want {
		t.Errorf("status = %q, want %q", h.Text, want)
	}
}

// TestChangedLesson tells the student what has changed since the record was begun.
func TestChangedLesson(t *testing.T) {
	text, err := os.ReadFile("../../lesson/course/01-scheduler.lesson")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"share one object, o1", "share one object o1", "First a question"},
		{"goal: visited(finals)", "goal: visited(A ended)",
			"Since you began this lesson, task 2 has changed."},
	} {
		edited, errs := lesson.Parse("01-scheduler",
			strings.Replace(string(text), tt.old, tt.new, 1))
		if len(errs) > 0 {
			t.Fatalf("parsing the edited lesson: %v", errs)
		}
		before, g := lesson.NewGame(edited), lesson.NewGame(lessontest.Read(t,
			os.DirFS("../../lesson/course"))[0])
		before.GoTo(2)
		before.Hint()
		if err := g.Resume(before.Record()); err != nil {
			t.Fatal(err)
		}
		h := &terminal{Host: tuitest.Host{Width: 80, Height: 24}}
		if err := New(h, Options{}, g).Start(); err != nil || !strings.HasPrefix(h.Text, tt.want) {
			t.Errorf("%s: Start = %v with %q, want prefix %q", tt.old, err, h.Text, tt.want)
		}
	}
}

// TestUnfinished: q asks before it leaves an unfinished lesson that is to be handed in.
func TestUnfinished(t *testing.T) {
	s, _ := done(t, 1, 1)
	if s.Unfinished() != "" {
		t.Errorf("Unfinished() of an ungraded lesson = %q, want none", s.Unfinished())
	}
	s.o.Graded = true
	if s.Unfinished() == "" {
		t.Error("Unfinished() of a graded lesson is empty, want a question")
	}
}

// TestLayersTurnThePage: enter continues only after the end of the text has been seen.
func TestLayersTurnThePage(t *testing.T) {
	s, _ := done(t, 1, 2)
	s.reveal()
	top := s.h.Top().(*winLayer)
	pages := 0
	for ; pages < 20; pages++ {
		top.Draw(draw.NewFrame(80, 22, false).All())
		enter, _ := screen.FindKey(top.Keys(), "enter")
		if enter.Hint != "more" {
			break
		}
		screen.Perform(s.h, enter)
	}
	if pages == 0 || pages > 6 || s.h.Top() != screen.Layer(top) {
		t.Errorf("enter turns %d pages and then the top layer is %v; want 1 to 6, and the answers",
			pages, s.h.Top())
	}
	if _, ok := screen.FindKey(top.Keys(), ">"); !ok {
		t.Error("the layer of a done task has no key >")
	}
}

// TestFillIn asks for each line of an answer sheet in turn.
func TestFillIn(t *testing.T) {
	s, h := begun(t, 11, 1)
	s.fillIn()
	var shown []string
	for _, p := range s.beingFilled() {
		shown = append(shown, p.text)
	}
	sheet := []string{"   method meps", " > W: ?", "   L: ?", "   A: ?"}
	if !slices.Equal(shown, sheet) {
		t.Errorf("the sheet is shown as %q, want %q", shown, sheet)
	}
	var asked []int
	for s.filling >= 0 && len(asked) < 20 {
		asked = append(asked, s.filling)
		h.Press(t, s.Keys, "enter")
	}
	if want := []int{1, 2, 3, 5, 6, 7, 9, 10, 11}; !slices.Equal(asked, want) {
		t.Errorf("the lines %v of the sheet are asked for, want %v:\n%s", asked, want,
			strings.Join(s.results[s.Game.Task().Number], "\n"))
	}
}
