package lesson_test

import (
	"context"
	"testing"

	"wobbly/lesson"
	"wobbly/session/query"
)

// solved solves a task with its key and returns the game.
func solved(t *testing.T, l *lesson.Lesson, task int) *lesson.Game {
	t.Helper()
	g := lesson.NewGame(l)
	g.GoTo(task)
	ready(g)
	if v := g.Check(context.Background(), g.Task().Key()); !v.Met() {
		t.Fatalf("%s, task %d: %v", l.Name, task, v.Findings)
	}
	return g
}

// TestSolved checks the state that Solved returns for each task of the shipped lessons.
func TestSolved(t *testing.T) {
	for _, l := range shipped(t) {
		for _, task := range l.Tasks {
			g := solved(t, l, task.Number)
			s := g.Solved()
			if task.Kind == lesson.Analysis {
				if s != nil {
					t.Errorf("%s, task %d: Solved of an answer sheet is not nil", l.Name,
						task.Number)
				}
				continue
			}
			if s == nil {
				t.Errorf("%s, task %d: Solved = nil, want a session", l.Name, task.Number)
				continue
			}
			a, _ := g.Solution()
			if task.Kind == lesson.Program && s.Core().Source.Text != a.Program {
				t.Errorf("%s, task %d: the program is not the student's:\n%s", l.Name, task.Number,
					s.Core().Source.Text)
			}
			if _, race := s.Now().Race(); task.Kind == lesson.Witness && !race {
				t.Errorf("%s, task %d: the witness does not end in a race", l.Name, task.Number)
			}
		}
	}
}

// TestSolvedAgain checks that a task that is done begins at the state that met the goal, even after
// the record was saved and resumed.
func TestSolvedAgain(t *testing.T) {
	for _, tt := range []struct {
		lesson, task int
		schedule     string
	}{
		{1, 1, "A B A B"}, // a goal about a state
		{1, 2, "A B A B"}, // the last of three runs
		{2, 1, "A2 B4 A2"},
		{5, 1, "A4 B8 A4"},
		{13, 2, ""}, // a witness, with the schedule of the key
	} {
		l := shippedLesson(t, tt.lesson)
		g := solved(t, l, tt.task)
		if tt.schedule == "" {
			tt.schedule = g.Task().Key().Schedules[0]
		}
		resumed := lesson.NewGame(l)
		if err := resumed.Resume(g.Record()); err != nil {
			t.Fatal(err)
		}
		for _, g := range []*lesson.Game{g, resumed} {
			g.GoTo(tt.task)
			if got := g.Session().Schedule().String(); got != tt.schedule {
				t.Errorf("lesson %d, task %d begins after %q, want %q", tt.lesson, tt.task, got,
					tt.schedule)
			}
			if want := keyHeap(t, g); g.HeapText() != want {
				t.Errorf("lesson %d, task %d begins in %s, want %s", tt.lesson, tt.task,
					g.HeapText(), want)
			}
			if v := g.CheckNow(context.Background()); !v.Met() {
				t.Errorf("lesson %d, task %d: the goal is not met where it begins: %v", tt.lesson,
					tt.task, v.Findings)
			}
		}
	}
}

// keyHeap returns the initial state of the key of a task, as Game.HeapText writes it.
func keyHeap(t *testing.T, g *lesson.Game) string {
	t.Helper()
	fresh := lesson.NewGame(g.Lesson())
	fresh.GoTo(g.Task().Number)
	if heap := g.Task().Key().Heap; heap != "" {
		if err := fresh.SetHeap(heap); err != nil {
			t.Fatal(err)
		}
	}
	return fresh.HeapText()
}

// TestSolvedHeap checks that a heap task that is done begins in the initial state that solved it.
func TestSolvedHeap(t *testing.T) {
	g := solved(t, shippedLesson(t, 7), 2)
	g.GoTo(2)
	if got, want := g.HeapText(), keyHeap(t, g); got != want {
		t.Errorf("the initial state is %s, want %s", got, want)
	}
}

// TestOpenTasksBeginAtTheStart checks that a task that is not done begins at its initial state.
func TestOpenTasksBeginAtTheStart(t *testing.T) {
	g := solved(t, shippedLesson(t, 1), 1)
	g.GoTo(2)
	ready(g)
	if _, ok := g.Solution(); ok || g.Solved() != nil || g.Session().At() != 0 {
		t.Errorf("task 2 has a solution, or begins at state %d, want none and 0", g.Session().At())
	}
}

// TestForgedSolution checks that a task whose recorded solution cannot be executed begins at its
// initial state.
func TestForgedSolution(t *testing.T) {
	l := shippedLesson(t, 1)
	for name, a := range map[string]*lesson.Attempt{
		"none":        nil,
		"empty":       {},
		"no schedule": {Schedules: []string{"quick"}},
		"too long":    {Schedules: []string{"A9"}},
	} {
		r := lesson.NewGame(l).Record()
		r.Tasks[0].Done, r.Tasks[0].Solution = true, a
		g := lesson.NewGame(l)
		if err := g.Resume(r); err != nil {
			t.Fatal(err)
		}
		g.GoTo(1)
		if g.Solved() != nil || g.Session().At() != 0 {
			t.Errorf("%s: Solved is not nil, or the task begins at state %d, want nil and 0", name,
				g.Session().At())
		}
	}
}

// TestBeginInSolvedTask checks that Begin executes a schedule from the initial state, even in a
// task that is done.
func TestBeginInSolvedTask(t *testing.T) {
	g := solved(t, shippedLesson(t, 1), 1)
	g.GoTo(1)
	if err := g.Begin("B2"); err != nil || g.Session().Schedule().String() != "B2" {
		t.Errorf("Begin(\"B2\") = %v, then the schedule is %s, want B2", err,
			g.Session().Schedule())
	}
}

// TestObserveSolved checks that Observe recognises a state that meets the goal in a task that is
// done, and that no single state meets a goal about all visited states.
func TestObserveSolved(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		task            int
		atStart, atGoal query.Truth
	}{{1, query.False, query.True}, {2, query.False, query.False}} {
		g := solved(t, shippedLesson(t, 1), tt.task)
		g.GoTo(tt.task)
		if got := g.Observe(ctx).Truth; got != tt.atGoal {
			t.Errorf("task %d, at the state that solved it: Observe is %v, want %v", tt.task, got,
				tt.atGoal)
		}
		g.Session().First()
		got := g.Observe(ctx)
		if got.Truth != tt.atStart || got.Lost || got.Over || got.Says != "" {
			t.Errorf("task %d, at the start: Observe = %+v, want %v and nothing else", tt.task, got,
				tt.atStart)
		}
	}
}

// TestSolvedByAnotherPair checks Solved for a student's program with other method names. Solved
// returns a session only if the program has a single pair, because the record does not say which
// pair met the goal.
func TestSolvedByAnotherPair(t *testing.T) {
	const one = `put(l) {
  n := new();
  synchronized {
    t := l.head;
    n.next := t;
    l.head := n;
  }
}
`
	const two = one + "get(l) {\n  synchronized {\n    t := l.head;\n  }\n}\n"
	l := shippedLesson(t, 5)
	for program, want := range map[string]string{one: "put", two: ""} {
		r := lesson.NewGame(l).Record()
		r.Tasks[1].Done, r.Tasks[1].Solution = true, &lesson.Attempt{Program: program}
		g := lesson.NewGame(l)
		if err := g.Resume(r); err != nil {
			t.Fatal(err)
		}
		g.GoTo(2)
		got := ""
		if s := g.Solved(); s != nil {
			got = s.Pair().Left.Name
		}
		if got != want {
			t.Errorf("Solved for\n%s\nruns %q, want %q", program, got, want)
		}
	}
}

func TestMoves(t *testing.T) {
	for _, tt := range []struct {
		a    lesson.Attempt
		want string
	}{
		{lesson.Attempt{}, ""},
		{lesson.Attempt{Program: "m() {\n}\n"}, ""},
		{lesson.Attempt{Heap: "A.b=o1"}, "A.b=o1"},
		{lesson.Attempt{Schedules: []string{"A2 B2", "B2 A2"}}, "A2 B2 | B2 A2"},
		{lesson.Attempt{Heap: "A.b=o1", Schedules: []string{"A B"}}, "A.b=o1 | A B"},
	} {
		if got := tt.a.Moves(); got != tt.want {
			t.Errorf("Moves of %+v = %q, want %q", tt.a, got, tt.want)
		}
	}
}
