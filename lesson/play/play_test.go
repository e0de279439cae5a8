package play_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/internal/iltest"
	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/session/schedule"
)

// player begins a task of a shipped lesson, and answers its questions.
func player(t *testing.T, number, task int) *play.Player {
	t.Helper()
	p := atQuestions(t, number, task)
	for q, _, open := p.Game.Question(); open; q, _, open = p.Game.Question() {
		p.Answer(len(q.Choices))
	}
	return p
}

// atQuestions begins a task of a shipped lesson, and leaves its questions open.
func atQuestions(t *testing.T, number, task int) *play.Player {
	t.Helper()
	g := lesson.NewGame(lessontest.Read(t, os.DirFS("../course"))[number-1])
	g.GoTo(task)
	return &play.Player{Game: g}
}

// do runs the verb with a name.
func do(t *testing.T, p *play.Player, name, arg string) play.Outcome {
	t.Helper()
	return play.Find(name).Do(t.Context(), p, arg)
}

// expect compares OK and Text of an outcome. Of a text that ends in "...", it compares only the
// beginning.
func expect(t *testing.T, what string, o play.Outcome, ok bool, text string) {
	t.Helper()
	begin, isOpen := strings.CutSuffix(text, "...")
	if o.OK != ok || o.Text != text && !(isOpen && strings.HasPrefix(o.Text, begin)) {
		t.Errorf("%s: OK %t, %q; want %t, %q", what, o.OK, o.Text, ok, text)
	}
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

// kinds has a task of each kind: the numbers of its lesson and of the task.
var kinds = map[lesson.Kind][2]int{
	lesson.Play: {1, 1}, lesson.Heap: {7, 1}, lesson.Program: {4, 1}, lesson.Analysis: {11, 1},
	lesson.Witness: {13, 1},
}

// TestTable checks that names, keys and words are unique, and that every verb has a help and a key
// or a word.
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
			t.Errorf("%s has no help, cannot be called, or is another verb: %+v", v.Name, v)
		}
	}
	if v := play.Find("dance"); v != nil {
		t.Errorf(`Find("dance") = %q, want nil`, v.Name)
	}
	for name, want := range map[string]string{
		play.GoTo:  "task K: go to a task of this lesson.",
		play.Sheet: "sheet: print the answer sheet to be filled in, where the task asks for it.",
	} {
		if got := play.Find(name).Text(); got != want {
			t.Errorf("Text() of %s = %q, want %q", name, got, want)
		}
	}
}

// TestLine checks that a line is a verb with arguments, and that a single word is an answer while a
// question is open.
func TestLine(t *testing.T) {
	p := atQuestions(t, 1, 1)
	for line, want := range map[string]string{
		"hint": "hint ", "task  2 ": "task 2", "init A.b=o1": "heap A.b=o1",
		"b": "answer b", "state": "answer state", "": "answer ", "A B": "",
	} {
		v, arg := p.Line(line)
		got := ""
		if v != nil {
			got = v.Name + " " + arg
		}
		if got != want {
			t.Errorf("Line(%q) = %q, want %q", line, got, want)
		}
	}
	p = player(t, 1, 1)
	if v, _ := p.Line("b"); v != nil {
		t.Errorf(`Line("b") without an open question = %s, want nil`, v.Name)
	}
}

// TestAnswer checks that a letter chooses, and that yes records the choice.
func TestAnswer(t *testing.T) {
	p := atQuestions(t, 1, 1)
	const (
		first = "First answer the question: choose with a or b, then yes."
		again = " yes records it; another letter chooses again."
	)
	for _, c := range []struct {
		word, text string
		ok         bool
		show       play.Part
	}{
		{"yes", first, false, play.Nothing},
		{"c", first, false, play.Nothing},
		{"a", `You choose a: "no, one copy always overwrites a value before the other thread ` +
			`reads it".` + again, true, play.Nothing},
		{"b", `You choose b: "yes, under some schedules".` + again, true, play.Nothing},
		{"yes", "Recorded.", true, play.Open},
		{"a", "There is no question open.", false, play.Nothing},
	} {
		o := do(t, p, play.Answer, c.word)
		expect(t, c.word, o, c.ok, c.text)
		if o.Show != c.show {
			t.Errorf("%s: Show = %d, want %d", c.word, o.Show, c.show)
		}
	}
	if got := p.Game.Predictions(); got[0] != 2 || p.Picked != 0 {
		t.Errorf("Predictions() = %v with %d picked, want 2 first and none picked", got, p.Picked)
	}
	p = atQuestions(t, 1, 1)
	for _, n := range []int{0, 3} {
		expect(t, "a number of no choice", p.Answer(n), false,
			"Answer with the number of one of the choices.")
	}
	if o := p.Answer(2); !o.OK {
		t.Errorf("Answer(2) = %+v, want it accepted", o)
	}
	if o := p.Answer(2); o.OK {
		t.Errorf("the second Answer(2) = %+v, want it refused", o)
	}
}

// TestQuestionFirst checks that no verb that would give the answer away is available while a
// question is open, and that each face says how to answer.
func TestQuestionFirst(t *testing.T) {
	p := atQuestions(t, 7, 1)
	q, _, _ := p.Game.Question()
	for face, want := range map[play.Face]string{
		play.Lines: "First answer the question: choose with " + play.Letters(q) + ", then yes.",
		play.Keys:  "First answer the question.", play.Buttons: "First answer the question.",
	} {
		p.Face = face
		for _, name := range []string{play.Heap, play.Check, play.Give} {
			expect(t, name, do(t, p, name, "A.b=o1,B.b=o1"), false, want)
			if off := play.Find(name).Why(p).String(); off != want {
				t.Errorf("Why of %s = %q, want %q", name, off, want)
			}
		}
		if p.Unmoved().String() != want || p.NoText().String() != want {
			t.Errorf("Unmoved() = %q and NoText() = %q, want both %q", p.Unmoved(), p.NoText(),
				want)
		}
	}
}

func TestLetters(t *testing.T) {
	for n, want := range map[int]string{2: "a or b", 3: "a, b or c", 6: "a, b, c, d, e or f"} {
		if got := play.Letters(lesson.Question{Choices: make([]string, n)}); got != want {
			t.Errorf("Letters of %d choices = %q, want %q", n, got, want)
		}
	}
}

// TestHints checks that hints come one after the other, that the line player repeats the last one,
// and that there are none when the task is done.
func TestHints(t *testing.T) {
	p := player(t, 1, 1)
	hints := p.Game.Task().Hints
	v := play.Find(play.Hint)
	for _, n := range []int{1, 2, 3, 3} {
		expect(t, "by lines", do(t, p, play.Hint, ""), true,
			fmt.Sprintf("Hint %d of 3: %s", n, hints[n-1]))
	}
	p.Face = play.Keys
	const noMore = "There are no more hints."
	if got := v.Why(p).String(); got != noMore {
		t.Errorf("Why of hint after the last hint = %q, want %q", got, noMore)
	}
	expect(t, "after the last hint", do(t, p, play.Hint, ""), false, noMore)
	move(t, p, "A B A B")
	expect(t, "when it is done", do(t, p, play.Hint, ""), false,
		"The task is done; no hint is needed.")
}

// TestObserve checks the lesson's answers to states, and that a task is won only once.
func TestObserve(t *testing.T) {
	p := player(t, 1, 1)
	for _, c := range []struct {
		moves, says string
		won, lost   bool
	}{
		{"A", "", false, false},
		{"A2", "The goal cannot be met from here: all continuations were searched. " +
			"Go back with undo or restart.", false, true},
		{"A2 B2", "A finished before B began, so B copied back the value that A had just " +
			"written...", false, true},
		{"A B A B", "The goal is met.", true, false},
		{"A2 B2", "", false, false},
		{"B A B A", "This meets the goal, too.", false, false},
	} {
		o := move(t, p, c.moves)
		expect(t, c.moves, o, true, c.says)
		if o.Won != c.won || p.Lost != c.lost {
			t.Errorf("%s: won %t, lost %t; want %t, %t", c.moves, o.Won, p.Lost, c.won, c.lost)
		}
	}
	if !p.Asked || !p.Verdict.Met() {
		t.Errorf("after more moves: asked %t, verdict %+v; want the verdict that finished the task",
			p.Asked, p.Verdict)
	}
	p = player(t, 1, 2)
	p.Face = play.Keys
	expect(t, "one of three ends", move(t, p, "A2 B2"), true, "There is another final state...")
	const goal = "Every state in which the program can end has been visited: 1 of 3 final states " +
		"visited"
	if got := p.Goals(t.Context()); !slices.Equal(got, []string{goal}) {
		t.Errorf("Goals() = %q, want %q", got, goal)
	}
	lines := do(t, p, play.Goal, "").Lines
	if len(lines) < 2 || lines[len(lines)-1] != "Goal: "+goal ||
		!strings.HasPrefix(lines[0], "Now visit every state") {
		t.Errorf("the goal is shown as %q, want the task first and \"Goal: %s\" at the end", lines,
			goal)
	}
}

// TestVotes checks that the votes of a class are recorded, and pick the answer with most votes.
func TestVotes(t *testing.T) {
	p := atQuestions(t, 1, 1)
	const such = " Give one number for each, such as 3 12."
	expect(t, "too few", do(t, p, play.Votes, "3"), false,
		"The question has 2 answers, and these are 1 number."+such)
	expect(t, "none", do(t, p, play.Votes, ""), false,
		"The question has 2 answers, and these are 0 numbers."+such)
	expect(t, "a word", do(t, p, play.Votes, "3 many"), false,
		"Votes are numbers, one for each answer, such as 3 12.")
	expect(t, "votes", do(t, p, play.Votes, "3, 12"), true,
		"The class: a 3, b 12 of 15 votes. Now answer for the class.")
	if p.Picked != 2 {
		t.Errorf("answer %d is picked, want 2", p.Picked)
	}
	p.Answer(p.Picked)
	expect(t, "no question", do(t, p, play.Votes, "3 12"), false,
		"Votes are about an open question, and there is none.")
}

// TestWhy checks that why answers the questions of a task that is done, and shows their schedules.
func TestWhy(t *testing.T) {
	p := player(t, 3, 1)
	expect(t, "not done", do(t, p, play.Why, ""), false,
		"The questions are answered when the task is done.")
	move(t, p, "A B")
	if o := do(t, p, play.Why, ""); len(o.Answers) != 2 || o.Answers[0].Computed != "no" ||
		o.Answers[1].Computed != "yes" {
		t.Errorf("why = %+v, want the answers no and yes", o)
	}
	for number, want := range map[string]string{"1": "A", "2": "A B"} {
		o := do(t, p, play.Why, number)
		if o.Shown == nil || o.Shown.Schedule().String() != want {
			t.Errorf("why %s = %+v, want the schedule %s shown", number, o, want)
		}
	}
	for _, number := range []string{"0", "3", "x"} {
		expect(t, number, do(t, p, play.Why, number), false,
			"This task has 2 questions.")
	}
	p = player(t, 1, 2)
	p.Game.Check(t.Context(), p.Game.Task().Key())
	expect(t, "a number", do(t, p, play.Why, "1"), false,
		"No schedule shows the answer to this question.")
	p = player(t, 6, 3)
	p.Game.Check(t.Context(), p.Game.Task().Key())
	expect(t, "no question", do(t, p, play.Why, ""), false, "This task asks no question.")
}

// TestAgain checks that again restarts a task that is done, with its questions.
func TestAgain(t *testing.T) {
	p := player(t, 1, 1)
	expect(t, "not done", do(t, p, play.Again, ""), false, "This task is not done yet.")
	move(t, p, "A B A B")
	if o := do(t, p, play.Again, ""); !o.OK || o.Show != play.Task || p.Game.Done() ||
		!p.Unanswered().Refuses() || p.Asked {
		t.Errorf("again = %+v, want the task as at the start", o)
	}
}

// TestFormula checks that formula lists the goals as formulas.
func TestFormula(t *testing.T) {
	p := atQuestions(t, 3, 2)
	want := []string{"race(o1.f)"}
	if got := do(t, p, play.Form, "").Lines; !slices.Equal(got, want) {
		t.Errorf("formula prints %q, want %q", got, want)
	}
}

// TestGive checks files of each kind of task: a wrong attempt, the solution, and both again after
// the task is done.
func TestGive(t *testing.T) {
	for kind, at := range kinds {
		p := player(t, at[0], at[1])
		p.Read = func(name string) (string, error) { return name, nil }
		key, wrong := written(p.Game.Task(), p.Game.Task().Key()), p.Game.Task().Wrongs[0]
		if f, ok := p.Game.Lesson().File(wrong.Move); ok {
			wrong.Move = f.Text
		}
		o := do(t, p, play.Give, wrong.Move)
		expect(t, kind.String()+", the wrong move", o, false, "")
		if o.Verdict == nil || o.Verdict.Met() || o.File != wrong.Move ||
			p.Said != wrong.Says || !p.Asked {
			t.Errorf("%s: the outcome of the wrong move is %+v, want its verdict, file and answer",
				kind, o)
		}
		o = do(t, p, play.Give, key)
		expect(t, kind.String()+", the solution", o, true, "The goal is met.")
		if !o.Won || !o.Verdict.Met() {
			t.Errorf("%s: the outcome of the solution is %+v, want the task won", kind, o)
		}
		o = do(t, p, play.Give, key)
		expect(t, kind.String()+", the solution again", o, true, "This meets the goal, too.")
		if o.Won || o.Verdict != nil {
			t.Errorf("%s: the outcome of the solution again is %+v, want no verdict", kind, o)
		}
		o = do(t, p, play.Give, wrong.Move)
		expect(t, kind.String()+", the wrong move again", o, false,
			"This does not meet the goal, but the task is already done.")
		if o.Verdict == nil || !p.Verdict.Met() {
			t.Errorf("%s: after the wrong move again, the verdict is %+v, want that of the solution",
				kind, p.Verdict)
		}
	}
}

// written returns an attempt as text.
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

// TestCheck checks that check judges the present state, unless the task asks for a text.
func TestCheck(t *testing.T) {
	p := player(t, 7, 1)
	if o := do(t, p, play.Check, ""); o.Won || o.Verdict == nil || o.Verdict.Met() || !p.Asked {
		t.Errorf("check = %+v, want a verdict that is not met", o)
	}
	o := do(t, p, play.Heap, p.Game.Task().Key().Heap)
	expect(t, "the solution", o, true, "The initial state is A.b = o1, B.b = o1...")
	if p.Asked || o.Show != play.State {
		t.Errorf("heap = %+v, asked %t; want the state shown, and no verdict asked for", o, p.Asked)
	}
	if o := do(t, p, play.Check, ""); !o.Won {
		t.Errorf("check = %+v, want the task won", o)
	}
	for kind, want := range map[lesson.Kind]string{
		lesson.Program:  "This task asks for a program; give FILE checks one.",
		lesson.Analysis: "This task asks for an answer sheet; give FILE checks one.",
	} {
		p := player(t, kinds[kind][0], kinds[kind][1])
		expect(t, kind.String(), do(t, p, play.Check, ""), false, want)
	}
}

// TestGiveRefused checks that attempts that cannot be read are refused.
func TestGiveRefused(t *testing.T) {
	p := player(t, 1, 1)
	expect(t, "no schedule", do(t, p, play.Give, "quick"), false, `Schedule "quick": column 1...`)
	p.Read = func(string) (string, error) { return "", errors.New("there is no disk") }
	expect(t, "no disk", do(t, p, play.Give, "x"), false, "There is no disk.")
}

// TestHeap checks that heap chooses and shows the initial state if the task asks for one, and says
// otherwise what the task asks for.
func TestHeap(t *testing.T) {
	for kind, want := range map[lesson.Kind]string{
		lesson.Play: "The initial state of this task is given.", lesson.Heap: "",
		lesson.Witness:  "",
		lesson.Program:  "This task asks for a program.",
		lesson.Analysis: "This task asks for an answer sheet.",
	} {
		p := player(t, kinds[kind][0], kinds[kind][1])
		p.Face = play.Buttons
		if off := play.Find(play.Heap).Why(p).String(); off != want {
			t.Errorf("%s: Why of heap = %q, want %q", kind, off, want)
		}
		ok := want == ""
		if ok {
			want = p.HeapText()
		}
		expect(t, kind.String(), do(t, p, play.Heap, ""), ok, want)
	}
	p := player(t, 13, 1)
	if o := do(t, p, play.Heap, "A.b=o1,B.c=o1,o1.f=o2"); !o.OK || o.Show != play.State ||
		p.Game.Session().At() != 0 {
		t.Errorf("heap = %+v, want state 0 of the new heap", o)
	}
	if o := do(t, p, play.Heap, "A.x=o1"); o.OK || !strings.HasSuffix(o.Text, ".") {
		t.Errorf("heap with an unknown variable = %+v, want a refusal in a sentence", o)
	}
}

// TestSheet checks that sheet prints a blank sheet in tasks that ask for one.
func TestSheet(t *testing.T) {
	for kind, at := range kinds {
		p := player(t, at[0], at[1])
		o := do(t, p, play.Sheet, "")
		want := kind == lesson.Analysis
		if o.OK != want || want && !slices.Contains(o.Lines, "W: ?") {
			t.Errorf("%s: sheet = %+v, want a blank sheet: %t", kind, o, want)
		}
	}
}

// TestNext checks that next goes from task to task and to the next lesson, and task to any task.
func TestNext(t *testing.T) {
	p := player(t, 1, 1)
	next := play.Find(play.Next)
	const (
		undone = "This task is not done yet; task K goes to any task."
		last   = "This is the last task of the lesson; task K goes to another one."
	)
	expect(t, "a task that is not done", do(t, p, play.Next, ""), false, undone)
	move(t, p, "A B A B")
	p.Verdict.Says, p.Asked, p.Said, p.Lost, p.Picked = "x", true, "x", true, 1
	o := do(t, p, play.Next, "")
	expect(t, "a task that is done", o, true, "Everything that can happen")
	if o.Show != play.Task || p.Game.Task().Number != 2 {
		t.Errorf("next = %+v in task %d, want task 2", o, p.Game.Task().Number)
	}
	if p.Verdict.Says != "" || p.Asked || p.Said != "" || p.Lost || p.Picked != 0 {
		t.Errorf("after next the player is %+v, want nothing left of the task before", p)
	}
	expect(t, "the last task is not done", do(t, p, play.Next, ""), false, undone)
	for number, ok := range map[string]bool{
		"1": true, "2": true, "0": false, "3": false, "x": false, "": false,
	} {
		want := "This lesson has 2 tasks."
		if n, err := strconv.Atoi(number); ok && err == nil {
			want = p.Game.Lesson().Tasks[n-1].Title
		}
		expect(t, "task "+number, do(t, p, play.GoTo, number), ok, want)
	}
	for n := range 2 {
		p.Game.GoTo(n + 1)
		for _, _, open := p.Game.Question(); open; _, _, open = p.Game.Question() {
			p.Answer(1)
		}
		p.Game.Check(context.Background(), p.Game.Task().Key())
	}
	expect(t, "no other lessons are known", do(t, p, play.Next, ""), false, last)
	following, other := "", lesson.NewGame(p.Game.Lesson())
	p.Following = func(*lesson.Game) string { return following }
	p.Open = func(name string) (*lesson.Game, error) {
		if name == "2" {
			return other, nil
		}
		return nil, errors.New("there is no lesson " + name)
	}
	expect(t, "the last lesson", do(t, p, play.Next, ""), false, last)
	following = "2"
	if o := do(t, p, play.Next, ""); !o.OK || o.Lesson != other || next.Why(p).Refuses() {
		t.Errorf("next after the last task = %+v, want the next lesson", o)
	}
	following = "3"
	expect(t, "a lesson that is gone", do(t, p, play.Next, ""), false, "There is no lesson 3.")
}

// TestUnmoved checks that threads can be moved only in tasks that ask for a schedule.
func TestUnmoved(t *testing.T) {
	for kind, at := range kinds {
		p := player(t, at[0], at[1])
		why := p.Unmoved().String()
		refuses := strings.HasPrefix(why, "No thread is moved in this task.")
		if refuses == kind.Steps() || !refuses && why != "" {
			t.Errorf("%s: Unmoved() = %q, want a refusal: %t", kind, why, !kind.Steps())
		}
		if why := p.NoText(); !why.Refuses() != kind.IsText() {
			t.Errorf("%s: NoText() = %q, want a refusal: %t", kind, why, !kind.IsText())
		}
	}
}

func TestHeapExample(t *testing.T) {
	for text, want := range map[string]string{
		"m(b) {\n}\n": "A.b=o1,B.b=o2", "m(b, c) {\n}\n": "A.b=o1,A.c=o2,B.b=o3,B.c=o4",
		"m() {\n}\n": "",
	} {
		if got := play.HeapExample(iltest.Core(t, text).Pairs()[0]); got != want {
			t.Errorf("HeapExample of %q = %q, want %q", text, got, want)
		}
	}
}
