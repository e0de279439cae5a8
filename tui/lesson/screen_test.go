package lesson

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/session/query"
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

// play begins a task of a shipped lesson, on a terminal of 80 columns and 24 rows.
func play(t *testing.T, number, task int) (*Screen, *terminal) {
	t.Helper()
	all := lessontest.Read(t, os.DirFS("../../lessons/master"))
	g := lesson.NewGame(all[number-1])
	g.GoTo(task)
	h := &terminal{Host: tuitest.Host{Width: 80, Height: 24, Focus: paneLesson}}
	s := New(h, Options{Read: func(string) (string, error) { return "", os.ErrNotExist }}, g)
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	return s, h
}

// answered is play with all questions answered by their first choice.
func answered(t *testing.T, number, task int) (*Screen, *terminal) {
	t.Helper()
	s, h := play(t, number, task)
	for s.Asking() {
		s.choose(0)
		s.answer()
	}
	h.Focus = paneLesson
	return s, h
}

// done is answered with the task done by its key.
func done(t *testing.T, number, task int) (*Screen, *terminal) {
	t.Helper()
	s, h := answered(t, number, task)
	if v := s.g.Check(context.Background(), s.g.Task().Key()); !v.Met() {
		t.Fatalf("lesson %d, task %d: %v", number, task, v.Findings)
	}
	s.again()
	return s, h
}

// A task of each kind.
var kinds = map[string][2]int{"play": {1, 1}, "heap": {7, 1}, "program": {4, 1}, "analysis": {9, 1}, "witness": {11, 1}}

// TestHints offers in the line of hints what the kind of the task wants.
func TestHints(t *testing.T) {
	for kind, want := range map[string]string{
		"play":     "enter to Step, d check, i hint, pgdown more",
		"heap":     "enter to Step, H heap, d check, i hint, pgdown more",
		"program":  "enter to Step, d check, i hint, S save, O file, pgdown more",
		"analysis": "enter to Step, L fill in, d check, i hint, S save, O file, pgdown more",
		"witness":  "enter to Step, H heap, d check, i hint, pgdown more",
	} {
		at := kinds[kind]
		s, _ := play(t, at[0], at[1])
		if got := strings.Join(tuitest.Hints(s.Keys()), ", "); s.Asking() && got != "enter answer, i hint, down choose, pgdown more" {
			t.Errorf("%s with a question: %s", kind, got)
		}
		s, _ = answered(t, at[0], at[1])
		if got := strings.Join(tuitest.Hints(s.Keys()), ", "); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
		s, _ = done(t, at[0], at[1])
		if got := strings.Join(tuitest.Hints(s.Keys()), ", "); got != "enter to Step, > next task, pgdown more" {
			t.Errorf("%s when it is done: %s", kind, got)
		}
	}
}

// TestOff says what a task asks for, to a key that is for tasks of another kind.
func TestOff(t *testing.T) {
	const (
		file  = "This task asks for no program and no answer sheet."
		sheet = "This task asks for no answer sheet."
		saved = "Nothing can be saved from here."
	)
	for kind, want := range map[string]map[string]string{
		"play":     {"H": "The initial state of this task is given: enter plays it.", "L": sheet, "E": file, "S": file, "O": "", "d": ""},
		"heap":     {"H": "", "L": sheet, "E": file, "S": file, "O": "", "d": ""},
		"program":  {"H": "This task asks for a program: E edits it, S saves it, O checks a file.", "L": sheet, "E": saved, "S": saved, "O": "", "d": "There is no file of yours yet: E edits the program, S saves it, O checks a file."},
		"analysis": {"H": "This task asks for an answer sheet: L fills it in, line by line.", "L": "", "E": saved, "S": saved, "O": "", "d": ""},
		"witness":  {"H": "", "L": sheet, "E": file, "S": file, "O": "", "d": ""},
	} {
		s, _ := answered(t, kinds[kind][0], kinds[kind][1])
		for key, why := range want {
			b, ok := screen.FindKey(s.Keys(), key)
			if !ok || b.Why() != why {
				t.Errorf("%s: %s: %q, want %q", kind, key, b.Why(), why)
			}
		}
	}
}

// TestNoLesson says how to begin one, whichever key is pressed.
func TestNoLesson(t *testing.T) {
	h := &terminal{}
	s := New(h, Options{}, nil)
	for _, b := range s.taskKeys() {
		if why := b.Why(); !strings.HasPrefix(why, "No lesson is played. Begin one with: wobbly lesson 1") {
			t.Errorf("%s: %q", b.Keys[0], why)
		}
	}
	s.o.Open = func(string) (*lesson.Game, error) { return nil, nil }
	if h.Press(t, s.Keys, "enter"); h.At != screen.Home {
		t.Errorf("enter leads to %s", screen.Names[h.At])
	}
	if s.Heading() != "" || s.Command() != "wobbly lesson" || s.Asking() || s.Closed(screen.Reports) != "" {
		t.Error("something is said of no lesson")
	}
	if shown := strings.Join(tuitest.Rows(80, 10, s.Draw), "\n"); !strings.Contains(shown, "Enter goes to Home, which lists the lessons") {
		t.Error(shown)
	}
}

// TestClosed keeps screens closed that would give the answer away, until the task is done.
func TestClosed(t *testing.T) {
	for kind, want := range map[string][]screen.Number{
		"play": nil, "heap": nil, "program": nil, "analysis": {screen.Reports, screen.Analysis}, "witness": {screen.Reports},
	} {
		var closed []screen.Number
		s, _ := answered(t, kinds[kind][0], kinds[kind][1])
		for n := range screen.Count {
			if s.Closed(n) != "" {
				closed = append(closed, n)
			}
		}
		if !slices.Equal(closed, want) {
			t.Errorf("%s: closed are %v, want %v", kind, closed, want)
		}
		s, _ = done(t, kinds[kind][0], kinds[kind][1])
		for n := range screen.Count {
			if why := s.Closed(n); why != "" {
				t.Errorf("%s when it is done: %s", kind, why)
			}
		}
	}
	s, _ := play(t, 1, 1)
	for n := range screen.Count {
		if open := s.Closed(n) == ""; open != (n == screen.Home || n == screen.Lesson) {
			t.Errorf("while a question is open, that %s is open is %t", screen.Names[n], open)
		}
	}
}

// TestChoose highlights answers, from none to the last.
func TestChoose(t *testing.T) {
	s, h := play(t, 1, 2) // two questions with four answers
	h.Focus = paneGoal
	if h.Press(t, s.Keys, "enter"); !h.Refused || s.chosen != -1 {
		t.Fatalf("an answer is given before one is chosen: %q", h.Text)
	}
	for _, tt := range []struct {
		key    string
		chosen int
	}{{"up", 0}, {"down", 1}, {"d", 3}, {"down", 3}, {"up", 2}, {"a", 0}, {"up", 0}} {
		if h.Press(t, s.Keys, tt.key); s.chosen != tt.chosen {
			t.Errorf("%s highlights %d, want %d", tt.key, s.chosen, tt.chosen)
		}
	}
	if s.choose(4); s.chosen != 0 {
		t.Errorf("a click on an answer that is gone highlights %d", s.chosen)
	}
	h.Press(t, s.Keys, "c", "enter")
	if s.chosen != -1 || s.g.Predictions()[0] != 3 || !s.Asking() || !strings.Contains(h.Text, "One more question") {
		t.Errorf("predictions %v, %q", s.g.Predictions(), h.Text)
	}
	h.Press(t, s.Keys, "b", "enter")
	if s.Asking() || !strings.Contains(h.Text, "Reach the goal: enter begins.") {
		t.Errorf("%q", h.Text)
	}
}

// TestHintKey gives hints one by one, in the pane or above another screen, and then no more.
func TestHintKey(t *testing.T) {
	s, h := answered(t, 1, 1)
	h.Press(t, s.Keys, "i")
	if h.Text != "Hint 1 of 3." || len(h.Layers) != 0 {
		t.Errorf("%q, %d layers", h.Text, len(h.Layers))
	}
	h.At = screen.Step
	h.Press(t, s.Elsewhere, "i", "i")
	if h.Text != "Hint 3 of 3; 6 shows all of them." || len(h.Layers) != 1 {
		t.Errorf("%q, %d layers", h.Text, len(h.Layers))
	}
	if h.Press(t, nil, "i"); !h.Refused || h.Text != "There are no more hints." {
		t.Errorf("%q", h.Text)
	}
	s, _ = done(t, 1, 1)
	if why := s.noHint(); why != "The task is done; no hint is needed." {
		t.Errorf("%q", why)
	}
}

// TestReaction speaks of a state in which the goal is not met, the lesson's own words first.
func TestReaction(t *testing.T) {
	verdict := func(truth query.Truth, says string) lesson.Verdict { return lesson.Verdict{Truth: truth, Says: says} }
	for _, tt := range []struct {
		o    lesson.Observation
		want string
	}{
		{lesson.Observation{Verdict: verdict(query.True, "")}, ""},
		{lesson.Observation{Verdict: verdict(query.False, "")}, ""},
		{lesson.Observation{Verdict: verdict(query.False, "Let B load first."), Lost: true, Over: true}, "Let B load first."},
		{lesson.Observation{Verdict: verdict(query.False, ""), Lost: true, Over: true}, "The goal cannot be reached from here"},
		{lesson.Observation{Verdict: verdict(query.False, ""), Over: true}, "No thread can go on"},
	} {
		if got := reaction(tt.o); !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") {
			t.Errorf("%+v: %q, want %q", tt.o, got, tt.want)
		}
	}
}

// TestDoneText says with what a task was done.
func TestDoneText(t *testing.T) {
	for kind, want := range map[string]string{
		"play":     "Task done with A B A B; state 4 meets the goal.",
		"heap":     "Task done with A.b=o1,B.b=o1.",
		"program":  "Task done with your program.",
		"analysis": "Task done with your sheet.",
	} {
		s, _ := done(t, kinds[kind][0], kinds[kind][1])
		if got := s.doneText(); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
		if got := s.summary().text; !strings.HasPrefix(got, want+" ") {
			t.Errorf("%s: %q beside other screens", kind, got)
		}
	}
	s, _ := done(t, 1, 2)
	if got := s.doneText(); got != "Task done with A2 B2 | B2 A2 | A B A B." {
		t.Errorf("several runs: %q", got)
	}
	s, _ = done(t, 4, 1)
	s.solved[1] = "mine.il"
	if got := s.doneText(); got != "Task done with mine.il." {
		t.Errorf("a file: %q", got)
	}
}

// TestOnward says where to go when a task is done.
func TestOnward(t *testing.T) {
	s, _ := done(t, 1, 1)
	if got := s.onward(); got != "> goes on to task 2: Everything that can happen." {
		t.Errorf("%q", got)
	}
	s, h := done(t, 1, 2)
	if got := s.onward(); got != "This was the last task, but others are not done yet; G goes to one." || s.noNext() == "" {
		t.Errorf("%q", got)
	}
	s.g.GoTo(1)
	s.again()
	for s.Asking() {
		s.choose(0)
		s.answer()
	}
	s.g.Check(context.Background(), s.g.Task().Key())
	s.g.GoTo(2)
	if got := s.onward(); got != "All tasks of this lesson are done." {
		t.Errorf("%q", got)
	}
	next := lesson.NewGame(s.g.Lesson())
	s.o.Following = func(*lesson.Game) string { return "2" }
	s.o.Open = func(name string) (*lesson.Game, error) { return next, nil }
	if got := s.onward(); got != "All tasks of this lesson are done. > goes on to the next lesson." || s.nextHint() != "next lesson" {
		t.Errorf("%q, %q", got, s.nextHint())
	}
	if h.Press(t, s.Keys, ">"); h.playing != next {
		t.Error("> does not begin the next lesson")
	}
}

// TestUnfinished asks before q leaves a lesson that is handed in and is not done.
func TestUnfinished(t *testing.T) {
	s, _ := done(t, 1, 1)
	if s.Unfinished() != "" {
		t.Error("q asks though nothing is handed in")
	}
	s.o.Graded = true
	if s.Unfinished() == "" {
		t.Error("q does not ask")
	}
}
