package play_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/session/schedule"
)

// player begins a task of a shipped lesson, with no question open.
func player(t *testing.T, number, task int) *play.Player {
	t.Helper()
	p := asked(t, number, task)
	for q, _, open := p.Game.Question(); open; q, _, open = p.Game.Question() {
		p.Answer(len(q.Choices))
	}
	return p
}

// asked begins a task of a shipped lesson, at its questions.
func asked(t *testing.T, number, task int) *play.Player {
	t.Helper()
	g := lesson.NewGame(lessontest.Read(t, os.DirFS("../../lessons/master"))[number-1])
	g.GoTo(task)
	return &play.Player{Game: g}
}

func do(t *testing.T, p *play.Player, name, arg string) play.Outcome {
	t.Helper()
	return play.Find(name).Do(t.Context(), p, arg)
}

// move plays a schedule from the start, and observes the state.
func move(t *testing.T, p *play.Player, moves string) play.Outcome {
	t.Helper()
	list, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	p.Game.Session().First()
	p.Game.Session().Play(list)
	return p.Observe(t.Context())
}

// A task of each kind, as lesson and task.
var kinds = map[lesson.Kind][2]int{lesson.Play: {1, 1}, lesson.Heap: {7, 1}, lesson.Program: {4, 1}, lesson.Analysis: {9, 1}, lesson.Witness: {11, 1}}

// TestTable: names, keys and words occur once, every verb says what it does, and each has a
// key or a word.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range play.Table() {
		for _, x := range slices.Concat([]string{"name " + v.Name}, v.Keys, v.Words) {
			if seen[x] && !slices.Contains(v.Words, v.Name) {
				t.Errorf("%s occurs twice", x)
			}
			seen[x] = true
		}
		if v.Help == "" || len(v.Keys)+len(v.Words) == 0 || play.Find(v.Name) != v {
			t.Errorf("%+v", v)
		}
	}
	if play.Find("dance") != nil {
		t.Error("a verb that is not there is found")
	}
	if got := play.Find(play.GoTo).Text(); got != "task K: go to a task of this lesson." {
		t.Error(got)
	}
	if got := play.Find(play.Sheet).Text(); got != "sheet: print the answer sheet to be filled in, where the task asks for it." {
		t.Error(got)
	}
}

// TestLine: a line is a verb with what follows it. While a question is open, a word alone is
// an answer to it.
func TestLine(t *testing.T) {
	p := asked(t, 1, 1)
	for line, want := range map[string]string{
		"hint": "hint ", "task  2 ": "task 2", "init A.b=o1": "heap A.b=o1", "b": "answer b", "state": "answer state", "A B": "", "": "answer ",
	} {
		v, arg := p.Line(line)
		got := ""
		if v != nil {
			got = v.Name + " " + arg
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	p = player(t, 1, 1)
	if v, _ := p.Line("b"); v != nil {
		t.Errorf("b is %s, and no question is open", v.Name)
	}
}

// TestAnswer: a letter chooses, and yes lets the choice count.
func TestAnswer(t *testing.T) {
	p := asked(t, 1, 1)
	const first = "First answer the question: choose with a or b, then yes."
	for _, c := range []struct {
		word, text string
		ok         bool
		show       play.Part
	}{
		{"yes", first, false, play.Nothing},
		{"c", first, false, play.Nothing},
		{"a", `You choose a: "no, one copy always overwrites the other before it is used". yes lets it count; another letter chooses again.`, true, play.Nothing},
		{"b", `You choose b: "yes, under some schedules". yes lets it count; another letter chooses again.`, true, play.Nothing},
		{"yes", "Your answer counts.", true, play.Open},
		{"a", "There is no question open.", false, play.Nothing},
	} {
		if o := do(t, p, play.Answer, c.word); o.Text != c.text || o.OK != c.ok || o.Show != c.show {
			t.Errorf("%s: %+v", c.word, o)
		}
	}
	if got := p.Game.Predictions(); got[0] != 2 || p.Picked != 0 {
		t.Errorf("%v, %d", got, p.Picked)
	}
	p = asked(t, 1, 1)
	for _, n := range []int{0, 3} {
		if o := p.Answer(n); o.OK || o.Text != "Answer with the number of one of the choices." {
			t.Errorf("answer %d: %+v", n, o)
		}
	}
	if o := p.Answer(2); !o.OK || p.Answer(2).OK {
		t.Errorf("%+v", o)
	}
}

// TestQuestionFirst: while a question is open, nothing that gives the answer away is done,
// and each face is told how to answer.
func TestQuestionFirst(t *testing.T) {
	p := asked(t, 7, 1)
	for face, want := range map[play.Face]string{play.Lines: "First answer the question: choose with a, b or c, then yes.", play.Keys: "First answer the question.", play.Buttons: "First answer the question."} {
		p.Face = face
		if q, _, _ := p.Game.Question(); face == play.Lines {
			want = "First answer the question: choose with " + play.Letters(q) + ", then yes."
		}
		for _, name := range []string{play.Heap, play.Check, play.Give} {
			if o := do(t, p, name, "A.b=o1,B.b=o1"); o.OK || o.Text != want {
				t.Errorf("%s: %q, want %q", name, o.Text, want)
			}
			if off := play.Find(name).Off(p); off != want {
				t.Errorf("%s is off: %q", name, off)
			}
		}
		if p.Unmoved() != want || p.NoText() != want {
			t.Errorf("%q, %q", p.Unmoved(), p.NoText())
		}
	}
}

// TestLetters: from two choices on.
func TestLetters(t *testing.T) {
	for n, want := range map[int]string{2: "a or b", 3: "a, b or c", 6: "a, b, c, d, e or f"} {
		if got := play.Letters(lesson.Question{Choices: make([]string, n)}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestHints: one after the other; the last one again; none when the task is done.
func TestHints(t *testing.T) {
	p := player(t, 1, 1)
	hints := p.Game.Task().Hints
	v := play.Find(play.Hint)
	for _, want := range []string{"Hint 1 of 3: " + hints[0], "Hint 2 of 3: " + hints[1], "Hint 3 of 3: " + hints[2], "Hint 3 of 3: " + hints[2]} {
		if o := do(t, p, play.Hint, ""); !o.OK || o.Text != want {
			t.Errorf("%+v, want %q", o, want)
		}
	}
	if p.Face = play.Keys; v.Off(p) != "There are no more hints." || do(t, p, play.Hint, "").OK {
		t.Error(v.Off(p))
	}
	move(t, p, "A B A B")
	if o := do(t, p, play.Hint, ""); o.OK || o.Text != "The task is done; no hint is needed." || v.Off(p) != o.Text {
		t.Errorf("%+v", o)
	}
}

// TestObserve: what the lesson says to states, and that a task is done once.
func TestObserve(t *testing.T) {
	p := player(t, 1, 1)
	for _, c := range []struct {
		moves, says string
		won, lost   bool
	}{
		{"A", "", false, false},
		{"A2", "The goal cannot be met from here: all continuations were searched. Go back with undo or restart.", false, true},
		{"A2 B2", "A ran to its end before B began, so B copied back what A had just written.", false, true},
		{"A B A B", "The goal is met.", true, false},
		{"A2 B2", "", false, false},
		{"B A B A", "This meets the goal, too.", false, false},
	} {
		o := move(t, p, c.moves)
		if !o.OK || !strings.HasPrefix(o.Text, c.says) || (o.Text == "") != (c.says == "") || o.Won != c.won || p.Lost != c.lost {
			t.Errorf("%s: %+v, lost %t", c.moves, o, p.Lost)
		}
	}
	if !p.Asked || !p.Verdict.Met() {
		t.Errorf("the verdict that did the task is forgotten: %+v", p.Verdict)
	}
	p = player(t, 1, 2)
	p.Face = play.Keys
	if o := move(t, p, "A2 B2"); o.Text != "There are more ways to end than these. If the threads run one after the other, you see two of them." {
		t.Errorf("%+v", o)
	}
	if got := p.Goals(t.Context()); !slices.Equal(got, []string{"visited(finals): 1 of 3 final states visited"}) {
		t.Errorf("%q", got)
	}
	if o := do(t, p, play.Goal, ""); o.Lines[len(o.Lines)-1] != "Goal: visited(finals): 1 of 3 final states visited" || !strings.HasPrefix(o.Lines[0], "Now reach every final state") {
		t.Errorf("%q", o.Lines)
	}
}

// TestCheck: of each kind the solution, a wrong attempt, and both again when the task is done.
func TestCheck(t *testing.T) {
	for kind, at := range kinds {
		p := player(t, at[0], at[1])
		p.Read = func(name string) (string, error) { return name, nil }
		key, wrong := written(p.Game.Task(), p.Game.Task().Key()), p.Game.Task().Wrongs[0]
		if f, ok := p.Game.Lesson().File(wrong.Move); ok {
			wrong.Move = f.Text
		}
		if o := do(t, p, play.Give, wrong.Move); o.Won || o.Verdict == nil || o.Verdict.Met() || o.File != wrong.Move || p.Said != wrong.Says || !p.Asked {
			t.Errorf("%s: the wrong move: %+v", kind, o)
		}
		if o := do(t, p, play.Give, key); !o.Won || !o.OK || o.Text != "The goal is met." || !o.Verdict.Met() {
			t.Errorf("%s: the solution: %+v", kind, o)
		}
		if o := do(t, p, play.Give, key); o.Won || !o.OK || o.Text != "This meets the goal, too." || o.Verdict != nil {
			t.Errorf("%s: the solution again: %+v", kind, o)
		}
		if o := do(t, p, play.Give, wrong.Move); o.Won || o.OK || o.Text != "This does not meet the goal, but the task is done already." || o.Verdict == nil || !p.Verdict.Met() {
			t.Errorf("%s: the wrong move, later: %+v", kind, o)
		}
	}
}

// written is an attempt as a student writes it down.
func written(t *lesson.Task, a lesson.Attempt) string {
	switch t.Kind {
	case lesson.Program:
		return a.Program
	case lesson.Analysis:
		return a.Results
	case lesson.Play:
		return strings.Join(a.Schedules, " | ")
	case lesson.Heap:
		return a.Heap
	default:
		return a.Heap + " | " + a.Schedules[0]
	}
}

// TestCheckNow: what is in hand, where the task is not about a text.
func TestCheckNow(t *testing.T) {
	p := player(t, 7, 1)
	if o := do(t, p, play.Check, ""); o.Won || o.Verdict == nil || o.Verdict.Met() || !p.Asked {
		t.Errorf("%+v", o)
	}
	if o := do(t, p, play.Heap, p.Game.Task().Key().Heap); !o.OK || !strings.HasPrefix(o.Text, "The initial state is A.b = o1, B.b = o1") || p.Asked || o.Show != play.State {
		t.Errorf("%+v, asked %t", o, p.Asked)
	}
	if o := do(t, p, play.Check, ""); !o.Won {
		t.Errorf("%+v", o)
	}
	for kind, want := range map[lesson.Kind]string{lesson.Program: "This task asks for a program; give FILE checks one.", lesson.Analysis: "This task asks for an answer sheet; give FILE checks one."} {
		if o := do(t, player(t, kinds[kind][0], kinds[kind][1]), play.Check, ""); o.OK || o.Text != want {
			t.Errorf("%+v, want %q", o, want)
		}
	}
}

// TestGiveRefused: what cannot be read, and what is no attempt.
func TestGiveRefused(t *testing.T) {
	p := player(t, 1, 1)
	if o := do(t, p, play.Give, "quick"); o.OK || o.Verdict != nil || !strings.HasPrefix(o.Text, `Schedule "quick": column 1`) {
		t.Errorf("%+v", o)
	}
	p.Read = func(string) (string, error) { return "", errors.New("there is no disk") }
	if o := do(t, p, play.Give, "x"); o.OK || o.Text != "There is no disk." {
		t.Errorf("%+v", o)
	}
}

// TestHeap: where the task asks for an initial state it is chosen, and shown; where not, the
// student is told what the task asks for.
func TestHeap(t *testing.T) {
	for kind, want := range map[lesson.Kind]string{
		lesson.Play: "The initial state of this task is given.", lesson.Heap: "", lesson.Witness: "",
		lesson.Program: "This task asks for a program.", lesson.Analysis: "This task asks for an answer sheet.",
	} {
		p := player(t, kinds[kind][0], kinds[kind][1])
		p.Face = play.Buttons
		if off := play.Find(play.Heap).Off(p); off != want {
			t.Errorf("%s: %q, want %q", kind, off, want)
		}
		o := do(t, p, play.Heap, "")
		if o.OK != (want == "") || want != "" && o.Text != want || want == "" && o.Text != p.HeapText() {
			t.Errorf("%s: %+v", kind, o)
		}
	}
	p := player(t, 11, 1)
	if o := do(t, p, play.Heap, "A.b=o1,B.c=o1,o1.f=o2"); !o.OK || o.Show != play.State || p.Game.Session().At() != 0 {
		t.Errorf("%+v", o)
	}
	if o := do(t, p, play.Heap, "A.x=o1"); o.OK || !strings.HasSuffix(o.Text, ".") {
		t.Errorf("%+v", o)
	}
}

// TestSheet: a blank one, where the task asks for it.
func TestSheet(t *testing.T) {
	for kind, at := range kinds {
		p := player(t, at[0], at[1])
		o := do(t, p, play.Sheet, "")
		if o.OK != (kind == lesson.Analysis) || o.OK && o.Lines[1] != "W: ?" || o.OK != (play.Find(play.Sheet).Off(p) == "") {
			t.Errorf("%s: %+v", kind, o)
		}
	}
}

// TestOnward: from task to task, by number, and to the next lesson.
func TestOnward(t *testing.T) {
	p := player(t, 1, 1)
	next := play.Find(play.Next)
	if o := do(t, p, play.Next, ""); o.OK || o.Text != "This task is not done yet; task K goes to any task." || next.Off(p) != o.Text {
		t.Errorf("%+v", o)
	}
	move(t, p, "A B A B")
	p.Verdict.Says, p.Asked, p.Said, p.Lost, p.Picked = "x", true, "x", true, 1
	if o := do(t, p, play.Next, ""); !o.OK || o.Show != play.Task || o.Text != "Everything that can happen" || p.Game.Task().Number != 2 || p.Asked || p.Said != "" || p.Lost || p.Picked != 0 {
		t.Errorf("%+v, %+v", o, p)
	}
	const last = "This is the last task of the lesson; task K goes to another one."
	if o := do(t, p, play.Next, ""); o.OK || o.Text != last || next.Off(p) != last {
		t.Errorf("%+v", o)
	}
	for number, ok := range map[string]bool{"1": true, "2": true, "0": false, "3": false, "x": false, "": false} {
		if o := do(t, p, play.GoTo, number); o.OK != ok || !ok && o.Text != "This lesson has the tasks 1 to 2." {
			t.Errorf("task %s: %+v", number, o)
		}
	}
	for n := range 2 {
		p.Game.GoTo(n + 1)
		for _, _, open := p.Game.Question(); open; _, _, open = p.Game.Question() {
			p.Answer(1)
		}
		p.Game.Check(context.Background(), p.Game.Task().Key())
	}
	if o := do(t, p, play.Next, ""); o.OK || o.Text != last || p.Onward() != "" {
		t.Errorf("nobody knows of other lessons: %+v", o)
	}
	following, other := "", lesson.NewGame(p.Game.Lesson())
	p.Following = func(*lesson.Game) string { return following }
	p.Open = func(name string) (*lesson.Game, error) {
		if name == "2" {
			return other, nil
		}
		return nil, errors.New("there is no lesson " + name)
	}
	if o := do(t, p, play.Next, ""); o.OK || o.Text != last {
		t.Errorf("%+v", o)
	}
	following = "2"
	if o := do(t, p, play.Next, ""); !o.OK || o.Lesson != other || next.Off(p) != "" || p.Onward() != "2" {
		t.Errorf("%+v", o)
	}
	following = "3"
	if o := do(t, p, play.Next, ""); o.OK || o.Text != "There is no lesson 3." {
		t.Errorf("%+v", o)
	}
}

// TestUnmoved: threads are moved in tasks that ask for a schedule.
func TestUnmoved(t *testing.T) {
	for kind, at := range kinds {
		p := player(t, at[0], at[1])
		if why := p.Unmoved(); (why == "") != kind.Steps() || why != "" && !strings.HasPrefix(why, "No thread is moved in this task. This task asks for ") {
			t.Errorf("%s: %q", kind, why)
		}
		if why := p.NoText(); (why == "") != kind.IsText() {
			t.Errorf("%s: %q", kind, why)
		}
	}
}

// TestHeapExample has an object of its own for each formal.
func TestHeapExample(t *testing.T) {
	for text, want := range map[string]string{
		"m(b) {\n}\n": "A.b=o1,B.b=o2", "m(b, c) {\n}\n": "A.b=o1,A.c=o2,B.b=o3,B.c=o4", "m() {\n}\n": "",
	} {
		if got := play.HeapExample(iltest.Core(t, text).Pairs()[0]); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
