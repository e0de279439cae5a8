package lesson_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/lesson"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/session"
	"wobbly/session/query"
	"wobbly/session/schedule"
)

// graded counts the tasks of a grade whose solutions are correct.
func graded(g lesson.Grade) (n int) {
	for _, t := range g.Tasks {
		if t.Verdict.Met() {
			n++
		}
	}
	return n
}

// ready answers all open questions of the present task.
func ready(g *lesson.Game) {
	for _, _, open := g.Question(); open; _, _, open = g.Question() {
		g.Answer(1)
	}
}

// TestSolutions plays each lesson: in each task, the wrong moves must not win and must get their
// answers, and then the solution must win.
func TestSolutions(t *testing.T) {
	ctx := context.Background()
	for _, l := range shipped(t) {
		g := lesson.NewGame(l)
		for {
			task := g.Task()
			where := fmt.Sprintf("%s, task %d", l.Name, task.Number)
			ready(g)
			for _, w := range task.Wrongs {
				v := g.Check(ctx, wrongAttempt(t, task, w))
				if v.Truth != query.False || v.Says != w.Says {
					t.Errorf("%s: the wrong move %s is %s with the answer %q, want %q", where,
						w.Move, v.Truth, v.Says, w.Says)
				}
			}
			if g.Done() {
				t.Errorf("%s is done by a wrong move", where)
			}
			if v := g.Check(ctx, task.Key()); !v.Met() || !g.Done() {
				t.Errorf("%s is not done by its solution: %v", where, v.Findings)
			}
			if len(g.Answers(ctx)) != len(task.Questions) {
				t.Errorf("%s reveals %d of %d answers", where, len(g.Answers(ctx)),
					len(task.Questions))
			}
			if !g.Next() {
				break
			}
		}
		if !g.Finished() {
			t.Errorf("%s is not finished", l.Name)
		}
		checkRegrading(t, l, g.Record())
	}
}

// wrongAttempt returns a wrong move as an attempt.
func wrongAttempt(t *testing.T, task *lesson.Task, w lesson.Wrong) lesson.Attempt {
	t.Helper()
	text := w.Move
	if f, ok := task.Lesson().File(w.Move); ok {
		text = f.Text
	}
	a, err := task.ParseAttempt(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// checkRegrading writes a record, reads it, and checks that its grade has all tasks done.
func checkRegrading(t *testing.T, l *lesson.Lesson, r lesson.Record) {
	t.Helper()
	var b, again bytes.Buffer
	all := &lesson.Records{}
	all.Put(r)
	if err := all.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	back, err := lesson.ReadRecords(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := back.Write(&again); err != nil || again.String() != text {
		t.Errorf("%s: the record changes when it is read and written: %v", l.Name, err)
	}
	of, ok := back.Of(l)
	if !ok {
		t.Fatalf("%s: the records that were read have none of it", l.Name)
	}
	g := lesson.GradeRecord(context.Background(), l, of)
	if g.Fault != "" || graded(g) != len(l.Tasks) {
		t.Errorf("%s: %d of %d tasks are graded as done (%s), want all", l.Name, graded(g),
			len(l.Tasks), g.Fault)
	}
	for i, task := range g.Tasks {
		wrongs := len(l.Tasks[i].Wrongs)
		if task.Attempts != wrongs+1 || task.Predicted != len(l.Tasks[i].Questions) {
			t.Errorf("%s, task %d: %d attempts and %d predictions, want %d and %d", l.Name, i+1,
				task.Attempts, task.Predicted, wrongs+1, len(l.Tasks[i].Questions))
		}
	}
}

// TestMoveByMove plays solutions move by move: the goal must be noticed at the last move and not
// before, and the record must have a solution that wins.
func TestMoveByMove(t *testing.T) {
	ctx := context.Background()
	for _, l := range shipped(t) {
		for _, task := range l.Tasks {
			if !task.Kind.Steps() {
				continue
			}
			g := lesson.NewGame(l)
			g.GoTo(task.Number)
			ready(g)
			key := task.Key()
			if task.Kind == lesson.Witness {
				if err := g.SetHeap(key.Heap); err != nil {
					t.Fatal(err)
				}
			}
			var last lesson.Observation
			for _, run := range key.Schedules {
				moves, err := schedule.Parse(run)
				if err != nil {
					t.Fatal(err)
				}
				g.Session().First()
				for i := range moves {
					if g.Done() {
						t.Errorf("%s, task %d is done before its solution ends", l.Name,
							task.Number)
					}
					if last.Lost && i > 0 {
						t.Errorf("%s, task %d: a position on the way to the goal is called lost",
							l.Name, task.Number)
					}
					g.Session().Play(moves[i : i+1])
					last = g.Observe(ctx)
				}
			}
			if !last.Met() || !g.Done() {
				t.Errorf("%s, task %d: the goal is not noticed: %v", l.Name, task.Number,
					last.Findings)
				continue
			}
			if s := g.Record().Tasks[task.Number-1].Solution; s == nil ||
				!task.Check(ctx, *s).Met() {
				t.Errorf("%s, task %d: the record's solution does not win: %v", l.Name,
					task.Number, s)
			}
		}
	}
}

// shippedLesson returns the shipped lesson with a number.
func shippedLesson(t testing.TB, number int) *lesson.Lesson {
	t.Helper()
	for _, l := range shipped(t) {
		if l.Number == number {
			return l
		}
	}
	t.Fatalf("there is no lesson %d", number)
	return nil
}

// TestQuestionsFirst checks that nothing is revealed while a question is open.
func TestQuestionsFirst(t *testing.T) {
	ctx := context.Background()
	g := lesson.NewGame(shippedLesson(t, 1))
	if g.Session() != nil {
		t.Error("the threads can be moved before the question is answered")
	}
	if v := g.Check(ctx, g.Task().Key()); v.Met() || g.Done() {
		t.Error("the task can be done before the question is answered")
	}
	if v := g.CheckNow(ctx); v.Met() {
		t.Error("the goal can be checked before the question is answered")
	}
	if l := g.Observe(ctx); l.Met() || l.Lost || l.Over {
		t.Errorf("Observe before the question is answered = %+v, want nothing", l)
	}
	if _, n, open := g.Question(); !open || n != 1 {
		t.Errorf("Question = number %d, open %t; want number 1, open", n, open)
	}
	for _, answer := range []struct {
		choice int
		want   bool
	}{{0, false}, {3, false}, {2, true}, {1, false}} {
		if got := g.Answer(answer.choice); got != answer.want {
			t.Errorf("Answer(%d) = %t, want %t", answer.choice, got, answer.want)
		}
	}
	if g.Answers(ctx) != nil {
		t.Error("the right answer is revealed before the task is done")
	}
	if g.Session() == nil {
		t.Error("there is no session after the question is answered")
	}
	ready(g)
	if v := g.Check(ctx, g.Task().Key()); !v.Met() {
		t.Errorf("Check of the key: %v, want the task solved", v.Findings)
	}
	if a := g.Answers(ctx); len(a) != 1 || !a[0].IsRight() || a[0].Because == "" {
		t.Errorf("Answers = %+v, want one that is right, with a reason", a)
	}
}

// TestLost checks from which states Observe says that the goal can no longer be reached.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		lesson, task int
		moves        string
		lost         bool
	}{
		{1, 1, "A", false}, {1, 1, "A B", false}, {1, 1, "A2", true}, {1, 1, "B2", true},
		{1, 1, "A B2", false},
		{2, 1, "A2 B2", false}, {2, 1, "A4 B", true}, {2, 1, "A4 B2", true},
		{2, 2, "A B A", true}, {2, 2, "B2 A", false}, {2, 2, "A B", true},
		{3, 1, "A2", true}, {3, 1, "A", false}, {3, 2, "A2", true},
		{4, 2, "B2", true}, {4, 2, "A2 B", false},
		{8, 1, "A2", false}, {8, 1, "A4", true}, {9, 1, "A", false}, {9, 1, "A2", true},
		{9, 1, "B2", true},
		{10, 1, "B", true}, {10, 2, "A A+3", false}, {10, 2, "A A-0", true},
	} {
		g := lesson.NewGame(shippedLesson(t, c.lesson))
		g.GoTo(c.task)
		ready(g)
		moves, err := schedule.Parse(strings.ReplaceAll(c.moves, "+3", "+ A+ A+"))
		if err != nil {
			t.Fatal(err)
		}
		if r := g.Session().Play(moves); !r.OK() {
			t.Fatalf("Play(%v) is refused: %s", moves, r.Text)
		}
		if l := g.Observe(context.Background()); l.Lost != c.lost || l.Met() {
			t.Errorf("lesson %d, task %d after %s: lost %t, met %t; want lost %t and not met",
				c.lesson, c.task, c.moves, l.Lost, l.Met(), c.lost)
		}
	}
}

// TestAttempts checks that a failed run counts once, however often it is observed, and that hints
// are counted.
func TestAttempts(t *testing.T) {
	ctx := context.Background()
	g := lesson.NewGame(shippedLesson(t, 1))
	ready(g)
	s := g.Session()
	for _, i := range []semantics.Tid{semantics.A, semantics.A, semantics.B, semantics.B} {
		s.Step(i)
		g.Observe(ctx)
		g.Observe(ctx)
	}
	if n := g.Record().Tasks[0].Attempts; n != 1 {
		t.Errorf("%d attempts after one run that is lost, want 1", n)
	}
	s.First()
	g.Observe(ctx)
	s.Step(semantics.B)
	g.Observe(ctx)
	s.Step(semantics.B)
	g.Observe(ctx)
	if n := g.Record().Tasks[0].Attempts; n != 2 {
		t.Errorf("%d attempts after two runs that are lost, want 2", n)
	}
	for want := 1; want <= 4; want++ {
		if _, n := g.Hint(); n != min(want, 3) {
			t.Errorf("call %d of Hint returns number %d, want %d", want, n, min(want, 3))
		}
	}
	if n := g.Record().Tasks[0].Hints; n != 3 {
		t.Errorf("%d hints in the record, want 3", n)
	}
}

// TestResume checks that a record is continued, and rejected if it does not fit the lesson.
func TestResume(t *testing.T) {
	ctx := context.Background()
	one, two := shippedLesson(t, 1), shippedLesson(t, 2)
	g := lesson.NewGame(one)
	ready(g)
	g.Check(ctx, g.Task().Key())
	r := g.Record()
	h := lesson.NewGame(one)
	if err := h.Resume(r); err != nil || h.Task().Number != 2 || h.Finished() {
		t.Errorf("Resume = %v, at task %d; want task 2 of a lesson that is not finished", err,
			h.Task().Number)
	}
	for name, change := range map[string]func(*lesson.Record){
		"lesson":      func(r *lesson.Record) { r.Lesson = two.Name },
		"tasks":       func(r *lesson.Record) { r.Tasks = r.Tasks[:1] },
		"kind":        func(r *lesson.Record) { r.Tasks[0].Kind = "heap" },
		"hints":       func(r *lesson.Record) { r.Tasks[0].Hints = 4 },
		"attempts":    func(r *lesson.Record) { r.Tasks[0].Attempts = -1 },
		"predictions": func(r *lesson.Record) { r.Tasks[0].Predictions = []int{1, 1} },
		"answer":      func(r *lesson.Record) { r.Tasks[0].Predictions = []int{3} },
		"schedule":    func(r *lesson.Record) { r.Tasks[1].Visited = []string{"A2 B2", "A9"} },
	} {
		r := g.Record()
		change(&r)
		if err := lesson.NewGame(one).Resume(r); err == nil {
			t.Errorf("Resume of a record with invalid %s succeeds, want an error", name)
		}
		if grade := lesson.GradeRecord(ctx, one, r); grade.Fault == "" || graded(grade) != 0 {
			t.Errorf("the grade of a record with invalid %s is %+v, want a fault", name, grade)
		}
	}
}

// TestVisitedStays checks that visited states are remembered when a game is left and continued, and
// when another task is opened in between.
func TestVisitedStays(t *testing.T) {
	ctx := context.Background()
	l := shippedLesson(t, 1)
	play := func(g *lesson.Game, text string) lesson.Observation {
		t.Helper()
		g.Session().First()
		moves, err := schedule.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Session().Play(moves)
		return g.Observe(ctx)
	}
	again := func(g *lesson.Game) *lesson.Game {
		t.Helper()
		var b bytes.Buffer
		all := &lesson.Records{}
		all.Put(g.Record())
		if err := all.Write(&b); err != nil {
			t.Fatal(err)
		}
		back, err := lesson.ReadRecords(&b)
		if err != nil {
			t.Fatal(err)
		}
		h := lesson.NewGame(l)
		if err := h.Resume(back.Lessons[0]); err != nil || !h.GoTo(2) {
			t.Fatal(err)
		}
		return h
	}
	g := lesson.NewGame(l)
	g.GoTo(2)
	ready(g)
	play(g, "A2 B2")
	g = again(g)
	if v := play(g, "B2 A2"); v.Met() ||
		v.Findings[0].Why != "2 of 3 final states visited (up to the names of objects)" {
		t.Errorf("after the second schedule: %v, want 2 of 3 final states visited", v.Findings)
	}
	g.GoTo(1)
	g.GoTo(2)
	g = again(g)
	want := []string{"A2 B2", "B2 A2"}
	if got := g.Record().Tasks[1].Visited; !slices.Equal(got, want) {
		t.Errorf("Visited = %q, want %q", got, want)
	}
	if v := play(g, "A B A B"); !v.Met() {
		t.Errorf("after the third final state: %v, want the goal met", v.Findings)
	}
	r := g.Record().Tasks[1]
	if r.Visited != nil || r.Solution == nil || !l.Tasks[1].Check(ctx, *r.Solution).Met() {
		t.Errorf("the record of the task is %+v, want a solution that wins in place of Visited", r)
	}
}

// TestForged checks that a grader does not believe a record that claims that tasks are done.
func TestForged(t *testing.T) {
	l := shippedLesson(t, 1)
	r := lesson.NewGame(l).Record()
	for i := range r.Tasks {
		r.Tasks[i].Done = true
	}
	r.Tasks[0].Solution = &lesson.Attempt{Schedules: []string{"A2 B2"}}
	g := lesson.GradeRecord(context.Background(), l, r)
	if graded(g) != 0 || !g.Tasks[0].Handed || g.Tasks[1].Handed {
		t.Errorf("the grade of a forged record is %+v, want no task done, and the first handed in",
			g)
	}
	for name, a := range map[string]lesson.Attempt{
		"nothing": {}, "no schedule": {Schedules: []string{"quick"}},
		"too long": {Schedules: []string{"A9"}},
	} {
		if v := l.Tasks[0].Check(context.Background(), a); v.Truth != query.False ||
			len(v.Findings) != 1 {
			t.Errorf("%s: Check = %v, want false with one finding", name, v)
		}
	}
}

// TestReadRecords checks that invalid records are rejected with a reason in plain words.
func TestReadRecords(t *testing.T) {
	for text, want := range map[string]string{
		"": "its end is missing", "{": "its end is missing", "nothing": "it is damaged",
		"{}": "its schema is", `{"schema":"wobbly/check/1","lessons":[]}`: "its schema is",
		`{"schema":"wobbly/lesson-record/1","lessons":[]} {}`:          "",
		`{"schema":"wobbly/lesson-record/1","lessons":[{"lesson":1}]}`: "it is damaged",
	} {
		r, err := lesson.ReadRecords(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ReadRecords(%q) = %v, %v; want the error %q", text, r, err, want)
		}
	}
}

// TestForms checks that a solution can be handed in as a link or a trace of a session, and a
// witness as JSON.
func TestForms(t *testing.T) {
	ctx := context.Background()
	for _, l := range shipped(t) {
		for _, task := range l.Tasks {
			key := task.Key()
			if !task.Kind.Steps() || len(key.Schedules) > 1 {
				continue
			}
			for name, text := range forms(t, task, key) {
				a, err := task.ParseAttempt(text)
				if err != nil {
					t.Errorf("%s, task %d: parsing the %s: %v", l.Name, task.Number, name, err)
					continue
				}
				if v := task.Check(ctx, a); !v.Met() {
					t.Errorf("%s, task %d: the %s does not win: %v", l.Name, task.Number, name,
						v.Findings)
				}
			}
		}
	}
}

// forms returns a solution in each form in which it can be handed in, by the form's name.
func forms(t *testing.T, task *lesson.Task, key lesson.Attempt) map[string]string {
	t.Helper()
	in := task.Init()
	if key.Heap != "" {
		var err error
		if in, err = session.ParseInit(task.Core(), task.Pair(), key.Heap); err != nil {
			t.Fatal(err)
		}
	}
	s, err := session.New(task.Core(), task.Pair(), in)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := schedule.Parse(key.Schedules[0])
	if err != nil {
		t.Fatal(err)
	}
	s.Paste(moves)
	all := map[string]string{
		"link": s.Link().String() + "\n", "trace": s.Trace("test", "").String(),
	}
	if task.Kind == lesson.Witness {
		w, err := s.Witness()
		if err != nil {
			t.Fatal(err)
		}
		text, err := w.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		all["witness"] = string(text)
		all["lines"] = "# mine\nheap: " + key.Heap + "\nschedule: " + key.Schedules[0]
	}
	return all
}

// TestFormsRefused checks that ParseAttempt refuses links and traces of another program, from
// another state, or with other units, and texts that it cannot read.
func TestFormsRefused(t *testing.T) {
	one, three := shippedLesson(t, 1).Tasks[0], shippedLesson(t, 3).Tasks[0]
	for name, text := range forms(t, one, one.Key()) {
		if _, err := three.ParseAttempt(text); err == nil {
			t.Errorf("ParseAttempt of the %s of another program succeeds, want an error", name)
		}
	}
	other := session.AllDifferent(one.Core(), one.Pair())
	s, err := session.New(one.Core(), one.Pair(), other)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.ParseAttempt(s.Link().String()); err == nil ||
		!strings.Contains(err.Error(), "another initial state") {
		t.Errorf("ParseAttempt of a link from another state = %v, want another initial state", err)
	}
	pair := one.Pair()
	pair.Left, pair.Right = pair.Right, pair.Left
	s, err = session.New(one.Core(), pair, session.OneObject(one.Core(), pair))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := one.ParseAttempt(s.Link().String()); err == nil ||
		!strings.Contains(err.Error(), "the task of left and right") {
		t.Errorf("ParseAttempt of a link of other units = %v, want that the task has others", err)
	}
	for task, texts := range map[*lesson.Task][]string{
		one:                          {"", "# nothing", "A C", "wobbly:1:x", "trace 1\n"},
		shippedLesson(t, 7).Tasks[0]: {"A.b", "A.b=o1", "A.q=o1,B.b=o1", "", "A.b=o1,B.b=.f"},
		shippedLesson(t, 13).Tasks[0]: {"one", "one | A | B", "half | A", "one | C", "{}", "{",
			`{"schema":1}`},
		shippedLesson(t, 11).Tasks[0]: {"W: b", "unit nobody", "unit meps\nQ: b",
			"unit meps\nL: many", "unit meps\nA: 3:5 peek b.f 1", "unit meps\nL: 0\nL: 0",
			"reports: 3:5 / 3:5"},
	} {
		for _, text := range texts {
			if a, err := task.ParseAttempt(text); err == nil {
				t.Errorf("%s: ParseAttempt(%q) = %v, want an error", task.Title, text, a)
			}
		}
	}
}

// TestDeterministic checks that the same attempts give the same records and verdicts.
func TestDeterministic(t *testing.T) {
	play := func() string {
		var b bytes.Buffer
		print := func(v lesson.Verdict) {
			for _, f := range v.Findings {
				fmt.Fprintln(&b, f.Goal, f.Truth, f.Why)
				if f.Shown != nil {
					fmt.Fprintln(&b, f.Shown.Link())
				}
			}
			fmt.Fprintln(&b, v.Truth, v.Says)
		}
		all := &lesson.Records{}
		for _, l := range shipped(t) {
			g := lesson.NewGame(l)
			for more := true; more; more = g.Next() {
				ready(g)
				for _, w := range g.Task().Wrongs {
					print(g.Check(context.Background(), wrongAttempt(t, g.Task(), w)))
				}
				print(g.Check(context.Background(), g.Task().Key()))
			}
			all.Put(g.Record())
		}
		if err := all.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if first, second := play(), play(); first != second {
		t.Errorf("two games with the same attempts differ:\n%s\nand\n%s", first, second)
	}
}

// TestInterrupted checks that a search that is interrupted decides nothing.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	task := shippedLesson(t, 5).Tasks[1]
	if v := task.Check(ctx, task.Key()); v.Truth != query.Unknown {
		t.Errorf("Check of an interrupted search = %v, want unknown", v)
	}
}

// TestRandomRuns checks the claims of lesson 10: 1,000 random runs do not find the race, with
// several seeds, and the numbers of interleavings.
func TestRandomRuns(t *testing.T) {
	task := shippedLesson(t, 10).Tasks[1]
	in := task.Init()
	for seed := range uint64(5) {
		o := explore.Defaults()
		o.Init, o.Start = explore.Given, &in
		o.Strategy, o.Runs, o.Seed = explore.Random, 1000, seed
		r, err := explore.Search(context.Background(), task.Core(), task.Pair(), o)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Races) > 0 {
			t.Errorf("the search with seed %d finds the race, want it missed", seed)
		}
	}
	for k, want := range []int64{6, 16, 31, 52} {
		n, err := explore.Interleavings(task.Core(), task.Pair(), k)
		if err != nil || n.Int64() != want {
			t.Errorf("Interleavings with %d iterations = %v, %v; want %d", k, n, err, want)
		}
	}
}

// TestShape checks that the shipped lessons are numbered without gaps, take 10 to 20 minutes, and
// ask at least one question.
func TestShape(t *testing.T) {
	for i, l := range shipped(t) {
		if l.Number != i+1 || l.Minutes < 10 || l.Minutes > 20 {
			t.Errorf("%s: number %d, %d minutes; want number %d, 10 to 20 minutes", l.Name,
				l.Number, l.Minutes, i+1)
		}
		questions := 0
		for _, task := range l.Tasks {
			questions += len(task.Questions)
		}
		if questions == 0 {
			t.Errorf("%s has no question", l.Name)
		}
	}
}

// TestBegin checks that a game begins where an earlier one ended, and that links that do not fit
// are rejected.
func TestBegin(t *testing.T) {
	link := func(number int, heap, moves string) string {
		task := shippedLesson(t, number).Tasks[0]
		in, err := session.ParseInit(task.Core(), task.Pair(), heap)
		if err != nil {
			t.Fatal(err)
		}
		s, err := session.New(task.Core(), task.Pair(), in)
		if err != nil {
			t.Fatal(err)
		}
		all, err := schedule.Parse(moves)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) > 0 && !s.Play(all).OK() {
			t.Fatalf("playing %q from %s in lesson %d is refused", moves, heap, number)
		}
		return s.Link().String()
	}
	for _, c := range []struct {
		lesson int
		text   string
		// moves and heap are the state after Begin. Without moves, Begin must return an error.
		moves, heap string
	}{
		{1, "A B", "A B", "o1,o2,o3,o1.f=o2,o1.g=o3,o3.f=o2,A.c=o1,B.c=o1"},
		{1, link(1, "file", "B A"), "B A", "o1,o2,o3,o1.f=o2,o1.g=o3,o3.f=o2,A.c=o1,B.c=o1"},
		{7, link(7, "one", ""), "-", "one"},
		{13, link(13, "one", "A"), "A", "one"},
		{1, "A9", "", ""},
		{1, "quick", "", ""},
		{1, link(1, "one", "A"), "", ""},
		{1, link(13, "one", "A"), "", ""},
		{4, "A", "", ""},
		{7, "A", "", ""},
	} {
		g := lesson.NewGame(shippedLesson(t, c.lesson))
		err := g.Begin(c.text)
		if (err == nil) != (c.moves != "") {
			t.Errorf("lesson %d: Begin(%q) = %v, want an error: %t", c.lesson, c.text, err,
				c.moves == "")
		}
		ready(g)
		if err != nil {
			continue
		}
		moves := "-"
		if s := g.Session(); s != nil {
			moves = s.Schedule().String()
		}
		if moves != c.moves || g.HeapText() != c.heap {
			t.Errorf("lesson %d after Begin(%q): %s from %s, want %s from %s", c.lesson, c.text,
				moves, g.HeapText(), c.moves, c.heap)
		}
	}
}

// TestGameRecord checks the methods of a game that return parts of its record.
func TestGameRecord(t *testing.T) {
	g := lesson.NewGame(shippedLesson(t, 1))
	g.Hint()
	g.Answer(2)
	if got, want := g.Hints(), g.Task().Hints[:1]; !slices.Equal(got, want) {
		t.Errorf("Hints = %q, want %q", got, want)
	}
	if got := g.Predictions(); !slices.Equal(got, []int{2}) {
		t.Errorf("Predictions = %v, want [2]", got)
	}
	key := g.Task().Key()
	g.Count(key, g.Task().Check(context.Background(), key))
	if done, tasks := g.Progress(); done != 1 || tasks != 2 {
		t.Errorf("Progress = %d of %d tasks, want 1 of 2", done, tasks)
	}
	if done, open := g.Record().Done(), g.Open(); done != 1 || open != 2 {
		t.Errorf("%d tasks are done and task %d is open, want 1 and task 2", done, open)
	}
}

// TestAsked checks that every task states its goal, and that listings omit the init block.
func TestAsked(t *testing.T) {
	for _, l := range shipped(t) {
		for _, task := range l.Tasks {
			if len(task.Asked()) == 0 || strings.Contains(task.Listing(), "init") {
				t.Errorf("%s, task %d: goals %q, listing\n%s\nwant a goal, and no init block",
					l.Name, task.Number, task.Asked(), task.Listing())
			}
		}
	}
	task := shippedLesson(t, 1).Tasks[0]
	const start = "o1.f = o2, o1.g = o3, o3.f = o2, A.c = o1, B.c = o1; every other cell holds " +
		"its own object"
	if got := task.Start(task.Init()); got != start {
		t.Errorf("Start = %q, want %q", got, start)
	}
}

// TestShown checks that the execution that shows why a goal is not met is one of the program that
// was checked, and ends in a state that shows it.
func TestShown(t *testing.T) {
	ctx := context.Background()
	shown := 0
	for _, l := range shipped(t) {
		for _, task := range l.Tasks {
			for _, w := range task.Wrongs {
				v := task.Check(ctx, wrongAttempt(t, task, w))
				for _, f := range v.Findings {
					if f.Shown == nil {
						continue
					}
					shown++
					_, races := f.Shown.Now().Race()
					if f.Truth != query.False || strings.HasPrefix(f.Goal, "no race") && !races ||
						task.Kind == lesson.Program && f.Shown.Core() == task.Core() {
						t.Errorf("%s, task %d, %s: the goal %q is %s, and %s does not show why",
							l.Name, task.Number, w.Move, f.Goal, f.Truth, f.Shown.Link())
					}
					if v.Shown() == nil {
						t.Errorf("%s, task %d, %s: the verdict shows nothing", l.Name,
							task.Number, w.Move)
					}
				}
			}
		}
	}
	const minShown = 5
	if shown < minShown {
		t.Errorf("%d findings show a state, want at least %d", shown, minShown)
	}
}

func TestProgress(t *testing.T) {
	for want, visits := range map[string]*query.Visits{
		"1 of 3 final states visited": {Visited: 1, All: 3},
		"0 of 1 final state visited":  {All: 1},
		"":                            nil,
	} {
		if got := (lesson.Finding{Visits: visits}).Progress(); got != want {
			t.Errorf("Progress with %+v = %q, want %q", visits, got, want)
		}
	}
}

// TestOpenAnswers checks a record with a task that is done and has an open question. The question
// gets its answer too, and is not asked again.
func TestOpenAnswers(t *testing.T) {
	l := shippedLesson(t, 7)
	task := l.Tasks[2]
	if len(task.Questions) != 2 {
		t.Fatalf("task 3 of lesson 7 has %d questions, want 2", len(task.Questions))
	}
	key := task.Key()
	r := lesson.NewGame(l).Record()
	r.Tasks[2].Done, r.Tasks[2].Solution, r.Tasks[2].Predictions = true, &key, []int{0, 1}
	g := lesson.NewGame(l)
	if err := g.Resume(r); err != nil {
		t.Fatal(err)
	}
	g.GoTo(3)
	a := g.Answers(context.Background())
	if len(a) != 2 || a[0].Choice != 0 ||
		a[0].Said() != "The right answer: yes, x and c can hold the same object." ||
		a[1].Choice != 1 || !a[1].IsRight() {
		t.Errorf("Answers() = %+v, want the first one open and the second one right", a)
	}
	if _, _, open := g.Question(); open {
		t.Error("Question returns an open question of a task that is done")
	}
}

// TestOver checks that a run is over when both threads have ended or wait for ever, but not while a
// choice is open.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		lesson, task int
		moves        string
		over         bool
	}{
		{1, 1, "", false}, {1, 1, "A2", false}, {1, 1, "B2", false}, {1, 1, "A2 B2", true},
		{10, 2, "", false}, {10, 2, "A A+ A+", false}, {10, 2, "B2 A", false},
	} {
		g := lesson.NewGame(shippedLesson(t, c.lesson))
		g.GoTo(c.task)
		ready(g)
		moves, err := schedule.Parse(c.moves)
		if err != nil {
			t.Fatal(err)
		}
		if len(moves) > 0 && !g.Session().Play(moves).OK() {
			t.Fatalf("playing %q in lesson %d is refused", c.moves, c.lesson)
		}
		if l := g.Observe(context.Background()); l.Over != c.over {
			t.Errorf("lesson %d, task %d after %s: over = %t, want %t", c.lesson, c.task, c.moves,
				l.Over, c.over)
		}
	}
}

// TestSheetCells checks that mistakes in a sheet are attributed to their part and unit, and to no
// other, and that missing elements are counted, except levels.
func TestSheetCells(t *testing.T) {
	const sheet = "unit meps\nW: b.f\nL: 0\nA: 3:5 read b.f 1\n" +
		"unit reps\nW: b.f\nL: 0\nA: 9:3 write b.f 0\n" +
		"unit beps\nW: b, b.f\nL: 0\nA: 15:3 write b.f 0\n"
	task := shippedLesson(t, 11).Tasks[0]
	for _, c := range []struct{ old, now, goal, why string }{
		{"meps\nW: b.f", "meps\nW: -", "W of meps", "1 element missing"},
		{"W: b, b.f", "W: -", "W of beps", "2 elements missing"},
		{"meps\nW: b.f", "meps\nW: b, b.f", "W of meps",
			"b is not in W: no statement of meps assigns or copies it"},
		{"meps\nW: b.f", "meps\nW: out, b.f", "W of meps",
			"out is not in W: out is not a parameter of meps"},
		{"b.f\nL: 0\nA: 9", "b.f\nL: 1\nA: 9", "L of reps", "1 is not the level at the end"},
		{"b.f\nL: 0\nA: 9", "b.f\nL: -\nA: 9", "L of reps", ""},
		{"9:3 write b.f 0", "-", "A of reps", "1 element missing"},
		{"9:3 write b.f 0", "9:3 read b.f 0", "A of reps",
			"1 element missing; 9:3 read b.f 0 is not in A: it is not a read"},
		{"3:5 read b.f 1", "3:5 write b.g 1", "A of meps",
			"1 element missing; 3:5 write b.g 1 is not in A"},
		{"3:5 read b.f 1", "3:5 read b.f 0", "A of meps",
			"1 element missing; 3:5 read b.f 0 is not in A: the lock level is different there"},
		{"3:5 read b.f 1", "3:5 read b.f 1, 3:5 read out.f 1", "A of meps",
			"3:5 read out.f 1 is not in A: out is not a parameter of meps"},
		{"3:5 read b.f 1", "3:5 read b.f 1, 4:5 read b.f 1", "A of meps",
			"4:5 read b.f 1 is not in A"},
	} {
		if strings.Count(sheet, c.old) != 1 {
			t.Fatalf("%q occurs %d times in the sheet, want once", c.old,
				strings.Count(sheet, c.old))
		}
		v := task.Check(context.Background(),
			lesson.Attempt{Results: strings.Replace(sheet, c.old, c.now, 1)})
		if len(v.Findings) != 9 || v.Met() {
			t.Errorf("%s: Check finds %+v, want 9 findings", c.now, v.Findings)
		}
		for _, f := range v.Findings {
			wantFalse, why := f.Goal == c.goal, ""
			if wantFalse {
				why = c.why
			}
			if (f.Truth == query.False) != wantFalse || f.Why != why {
				t.Errorf("%s: %s is %s because %q, want false: %t, because %q", c.now, f.Goal,
					f.Truth, f.Why, wantFalse, why)
			}
		}
	}
}

// TestDoneTask checks that playing a task that is done never reports that the goal is missed or out
// of reach, and that reaching it again is noticed.
func TestDoneTask(t *testing.T) {
	g := lesson.NewGame(shippedLesson(t, 1))
	ready(g)
	for n, c := range []struct {
		moves string
		met   bool
	}{{"A B A B", true}, {"B A B A", true}, {"A2 B2", false}, {"B2 A", false}, {"A B A B", true}} {
		moves, err := schedule.Parse(c.moves)
		if err != nil {
			t.Fatal(err)
		}
		g.Session().First()
		g.Session().Play(moves)
		l := g.Observe(t.Context())
		if n > 0 && (l.Lost || l.Over || l.Says != "") {
			t.Errorf("after %s: Observe = %+v, want no word about a task that is done", c.moves, l)
		}
		if l.Met() != c.met || !g.Done() {
			t.Errorf("after %s: met %t, done %t; want met %t, done", c.moves, l.Met(), g.Done(),
				c.met)
		}
	}
}
