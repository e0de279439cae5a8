package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/lesson"
	"wobbly/lesson/course"
)

// openLesson opens a lesson.
func openLesson(t testing.TB, h *Handler, fields map[string]any) (g gameView) {
	t.Helper()
	must(t, h, "lesson.open", fields, &g)
	return g
}

// doLesson makes a move of a lesson.
func doLesson(t testing.TB, h *Handler, g gameView, what, arg string) (d gameDone) {
	t.Helper()
	must(t, h, "lesson.do", map[string]any{"game": g.Game, "what": what, "arg": arg}, &d)
	return d
}

// TestLessonView: while a question is open, the session can be seen but not moved. Hints are
// counted, and an unavailable command says so.
func TestLessonView(t *testing.T) {
	h := New(Options{})
	g := openLesson(t, h, map[string]any{"lesson": "1", "theme": "dark"})
	if g.Task.Question == nil || g.View == nil || g.View.At != 0 || len(g.Tasks) < 2 ||
		g.Number != 1 {
		t.Fatalf("lesson.open = %+v, want the question of lesson 1 at state 0", g)
	}
	do := func(what, arg string) gameDone { return doLesson(t, h, g, what, arg) }
	if d := do("line", "a"); d.Answer.OK || d.Game.View.Length != 0 ||
		!strings.Contains(d.Answer.Text, "question") {
		t.Errorf("a = %+v, want to answer the question first", d.Answer)
	}
	d := do("answer", "1")
	for d.Game.Task.Question != nil {
		d = do("answer", "1")
	}
	if d.Game.View == nil || d.Game.View.Session != g.View.Session {
		t.Fatalf("after the answer, the session is another one: %+v", d)
	}
	if d = do("line", "a"); !d.Answer.OK || d.Game.View.At != 1 {
		t.Errorf("a = %+v, want state 1", d.Answer)
	}
	if d = do("check", ""); d.Game.Task.Verdict == nil || d.Game.Task.Verdict.Verdict != "not met" {
		t.Errorf("check = %+v, want \"not met\"", d.Game.Task.Verdict)
	}
	if d = do("line", "state"); d.Game.Task.Verdict == nil {
		t.Error("the verdict is gone although the state is the same")
	}
	if d = do("line", "b"); d.Game.Task.Verdict != nil {
		t.Errorf("in another state, the verdict is %+v, want none", d.Game.Task.Verdict)
	}
	if d = do("line", "fix"); d.Answer.OK ||
		!strings.Contains(d.Answer.Text, "you find the repair") {
		t.Errorf("fix = %+v, want a refusal: you find the repair", d.Answer)
	}
	if d = do("hint", ""); len(d.Game.Task.Hints) != 1 {
		t.Errorf("hint = %+v, want one hint", d.Game.Task)
	}
	var r bytes.Buffer
	if p := put(t, h, "lesson.list", nil, nil); p != nil {
		t.Errorf("lesson.list: %+v", p)
	}
	if err := json.Compact(&r, g.Record); err != nil ||
		!strings.Contains(r.String(), `"lesson":"01-scheduler"`) {
		t.Errorf("the record = %s, %v; want one of 01-scheduler", r.String(), err)
	}
}

// TestDoneTask: a task that is done opens at the state that met the goal, and later checks do not
// replace the verdict of the first success.
func TestDoneTask(t *testing.T) {
	const repaired = `insert(l) {
  n := new();
  synchronized {
    t := l.head;
    n.next := t;
    l.head := n;
  }
}
`
	h := New(Options{})
	g := openLesson(t, h, map[string]any{"lesson": "5"})
	given := g.Task.Program
	do := func(what, arg string) gameDone { return doLesson(t, h, g, what, arg) }
	do("answer", "1")
	do("answer", "2")
	if d := do("line", "A4 B8 A4"); !d.Won {
		t.Fatalf("A4 B8 A4: the task is %+v, want it won", d.Game.Task)
	}
	do("line", "restart")
	do("task", "2")
	do("answer", "2")
	if d := do("give", repaired); !d.Won || d.Game.Task.Verdict.Verdict != "met" {
		t.Fatalf("the first repair: the task is %+v, want it won", d.Game.Task)
	}
	d := do("give", given)
	if d.Won || d.Game.Task.Verdict.Verdict != "met" ||
		!slices.Contains(d.Says, "This does not meet the goal, but the task is already done.") {
		t.Errorf("a worse program takes the place of the one that did it: %q, %+v", d.Says,
			d.Game.Task.Verdict)
	}
	if d := do("give", repaired); d.Won || d.Game.Task.Verdict.Verdict != "met" ||
		d.Answer.Text != "This meets the goal, too." {
		t.Errorf("the second repair = %+v, want it met, not won again", d)
	}
	if d := do("task", "1"); d.Game.View == nil || d.Game.View.At != 16 {
		t.Errorf("the done task 1 is shown at %+v, want the state that met the goal", d.Game.View)
	}
}

// TestEditedLesson: saved work continues even if the lesson has been edited since. A task that has
// changed starts over, the student is told so, and the earlier work stays in the record.
func TestEditedLesson(t *testing.T) {
	text, err := course.Files.ReadFile("01-scheduler.lesson")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new, changed string
		records           int
	}{
		{"share one object, o1", "share one object o1", "", 1},
		{"goal: visited(finals)", "goal: visited(A ended)", "task 2 has changed", 2},
	} {
		l, errs := lesson.Parse("01-scheduler.lesson",
			strings.Replace(string(text), c.old, c.new, 1))
		if len(errs) > 0 {
			t.Fatalf("parsing the edited lesson: %v", errs)
		}
		before := lesson.NewGame(l)
		before.Answer(2)
		if v := before.Check(t.Context(),
			lesson.Attempt{Schedules: []string{"A B A B"}}); !v.Met() {
			t.Fatalf("A B A B = %+v, want the goal met", v)
		}
		before.Next()
		before.Answer(3)
		var b bytes.Buffer
		records := lesson.Records{Lessons: []lesson.Record{before.Record()}}
		if err := records.Write(&b); err != nil {
			t.Fatal(err)
		}
		h := New(Options{})
		g := openLesson(t, h, map[string]any{"lesson": "1", "record": json.RawMessage(b.Bytes())})
		if !g.Tasks[0].Done || g.Task.Number != 2 ||
			strings.Contains(g.Changed, "has changed") != (c.changed != "") ||
			!strings.Contains(g.Changed, c.changed) {
			t.Errorf("%s: tasks %+v, changed %q; want task 1 done and %q", c.old, g.Tasks,
				g.Changed, c.changed)
		}
		for range 2 { // what is stored is given back
			r, err := lesson.ReadRecords(bytes.NewReader(g.Record))
			if err != nil || len(r.Lessons) != c.records ||
				r.Lessons[len(r.Lessons)-1].Tasks[0].Solution == nil {
				t.Errorf("%s: %v, %s; want %d records with the solution", c.old, err, g.Record,
					c.records)
			}
			g = openLesson(t, h, map[string]any{"lesson": "1", "record": g.Record})
		}
	}
}

// TestSheetIsExplained: a task that asks for a sheet explains how to write its lines, and other
// tasks do not.
func TestSheetIsExplained(t *testing.T) {
	for name, explained := range map[string]bool{"11": true, "4": false} {
		g := openLesson(t, New(Options{}), map[string]any{"lesson": name})
		if got := strings.Contains(g.Task.Such, "A: such as 12:5 read x.f 1"); got != explained ||
			(g.Task.Such != "") != explained {
			t.Errorf("lesson %s: the explanation of sheets is %q", name, g.Task.Such)
		}
	}
}

// TestRefutedAttempt: a wrong program gets an execution for each goal that a state refutes, and the
// page can open its last state.
func TestRefutedAttempt(t *testing.T) {
	h := New(Options{})
	g := openLesson(t, h, map[string]any{"lesson": "4"})
	given := g.Task.Program
	for _, do := range [][2]string{{"answer", "1"}, {"give", given}} {
		d := doLesson(t, h, g, do[0], do[1])
		if g = d.Game; do[0] == "give" &&
			(len(d.Says) > 0 || d.Answer.Text != "" ||
				!slices.Contains(d.Answer.Plain,
					"There is no race from any initial state: not met, see the state after 4 "+
						"steps.")) {
			t.Errorf("in addition to the verdict, the lesson says %q, %+v", d.Says, d.Answer)
		}
	}
	if g.Task.Verdict == nil || len(g.Task.Verdict.Goals) != 3 {
		t.Fatalf("the verdict is %+v, want 3 goals", g.Task.Verdict)
	}
	for _, goal := range g.Task.Verdict.Goals {
		s := goal.Shown
		if goal.Verdict == "met" {
			if s != nil {
				t.Errorf("%s is met, but the execution %+v shows why not", goal.Goal, s)
			}
			continue
		}
		if s == nil || s.Program != given || s.Name != "insert.il" ||
			s.Units != [2]string{"insert(l)", "insert(l)"} || len(s.Steps) == 0 {
			t.Fatalf("%s: %+v, want an execution of insert.il", goal.Goal, s)
		}
		var v view
		if p := put(t, h, "session.open",
			map[string]any{"name": s.Name, "program": s.Program,
				"schedule": s.Line}, &v); p != nil || v.Length != len(s.Steps) || v.At != v.Length {
			t.Errorf("%s leads to %+v, %+v", s.Line, v.Headline, p)
		}
		if (v.Race != nil) != (goal.Goal == "There is no race from any initial state") {
			t.Errorf("%s: the race at the end is %+v", goal.Goal, v.Race)
		}
	}
}

// TestManyLessons: any number of lessons can be opened: the oldest is closed, and continues later
// where it was.
func TestManyLessons(t *testing.T) {
	h := New(Options{})
	first := openLesson(t, h, map[string]any{"lesson": "1"})
	d := doLesson(t, h, first, "answer", "1")
	for range maxSessions - 1 {
		openLesson(t, h, map[string]any{"lesson": "2"})
	}
	var g gameView
	if p := put(t, h, "lesson.view", map[string]any{"game": first.Game}, &g); p != nil {
		t.Errorf("the first lesson is closed too early: %+v", p)
	}
	g = openLesson(t, h, map[string]any{"lesson": "1"})
	if !reflect.DeepEqual(g.Task.Question, d.Game.Task.Question) {
		t.Errorf("the reopened lesson is at %+v, want %+v", g.Task.Question, d.Game.Task.Question)
	}
	if p := put(t, h, "lesson.view", map[string]any{"game": first.Game}, &g); p == nil ||
		p.Code != "session" {
		t.Errorf("the first lesson is still open: %+v", p)
	}
}

// TestLessonCounts: a goal about several states shows its progress from the start. After the task
// is done, the goal only says that it is reached again.
func TestLessonCounts(t *testing.T) {
	h := New(Options{})
	g := openLesson(t, h, map[string]any{"lesson": "1", "theme": ""})
	do := func(what string, lines ...string) (d gameDone) {
		for _, arg := range lines {
			d = doLesson(t, h, g, what, arg)
		}
		return d
	}
	do("answer", "1")
	if d := do("line", "A B A B"); !d.Game.Task.Done {
		t.Fatalf("A B A B: the task is %+v, want it done", d.Game.Task)
	}
	for _, name := range []string{"far-left", "far-right", "left"} { // two of them have no word
		var d gameDone
		p := put(t, h, "lesson.do",
			map[string]any{"game": g.Game, "what": "line", "name": name}, &d)
		if p != nil || !d.Answer.OK {
			t.Fatalf("%s is refused: %+v, %+v", name, p, d.Answer)
		}
		if name == "left" && (!strings.HasPrefix(d.Game.View.Headline, "State 3 of 4") ||
			!strings.HasPrefix(d.Answer.Text, "A ")) {
			t.Errorf("%q is followed by %q", d.Game.View.Headline, d.Answer.Text)
		}
	}
	if d := do("line", "first", "B A B A"); !slices.Equal(d.Says,
		[]string{"This meets the goal, too."}) {
		t.Errorf("B A B A says %q, want that it meets the goal, too", d.Says)
	}
	if d := do("line", "first", "A2 B2"); len(d.Says) > 0 || d.Game.Task.Lost {
		t.Errorf("A2 B2 says %q, lost %t; want neither", d.Says, d.Game.Task.Lost)
	}
	d := do("task", "2")
	if !slices.Equal(d.Game.Task.Goals,
		[]string{"Every state in which the program can end has been visited."}) {
		t.Errorf("while a question is open, the goals are %q", d.Game.Task.Goals)
	}
	for n, lines := range [][]string{
		nil, {"A2 B2"}, {"first", "A"}, {"first", "B2 A2"}, {"first", "A B A B"},
	} {
		if n == 0 {
			d = do("answer", "1", "1")
		} else {
			d = do("line", lines...)
		}
		want := fmt.Sprintf("Every state in which the program can end has been visited: "+
			"%d of 3 final states visited", []int{0, 1, 1, 2, 3}[n])
		if n == 4 {
			want = "Every state in which the program can end has been visited."
		}
		if !slices.Equal(d.Game.Task.Goals, []string{want}) || d.Game.Task.Done != (n == 4) {
			t.Errorf("after %q the goals are %q, done %t; want %q", lines, d.Game.Task.Goals,
				d.Game.Task.Done, want)
		}
	}
}
