package lesson_test

import (
	"context"
	"strings"
	"testing"

	"wobbly/lesson"
	"wobbly/session"
	"wobbly/session/schedule"
)

// TestSays checks that moves like the wrong ones of the lessons get an answer, but only if
// everything that the answer claims is true.
func TestSays(t *testing.T) {
	const (
		reps = "reps(b) {\n  x := new();\n  b.f := x;\n}\n"
		beps = "beps(b) {\n  b := new();\n  y := new();\n  b.f := y;\n}\n"
		n    = "n(b) {\n  y := new();\n  b.f := y;\n}\n"
		nIn  = "n(b) {\n  y := new();\n  synchronized {\n    b.f := y;\n  }\n}\n"
		mIn  = "m(b) {\n  synchronized {\n    x := b.f;\n  }\n}\n"
	)
	own := func(body string) string {
		return "put(b) {\n" + body + "}\ntake(b) {\n  x := b.f;\n}\n"
	}
	for _, c := range []struct {
		name         string
		lesson, task int
		move         string
		want         string // with which it begins; empty: nothing is said
	}{
		{"no lock at all", 4, 1,
			"insert(l) {\n  n := new();\n  t := l.head;\n  n.next := t;\n  l.head := n;\n}\n", ""},
		{"the store left out", 4, 1,
			"insert(l) {\n  n := new();\n  synchronized {\n    t := l.head;\n    n.next := t;\n" +
				"  }\n}\n",
			""},
		{"nothing changed", 4, 3,
			"get(b) {\n  synchronized {\n    x := b.f;\n  }\n}\nset(b) {\n  y := new();\n" +
				"  b.f := y;\n}\n",
			""},
		{"the link left out", 5, 2,
			"insert(l) {\n  n := new();\n  synchronized {\n    t := l.head;\n    l.head := n;\n" +
				"  }\n}\n",
			""},
		{"B inside its region", 6, 1, "B4", "B took the lock first"},
		{"A ended and B holds the lock", 6, 1, "A7 B", ""},
		{"the lock of modest gone", 6, 3,
			"greedy(b) {\n  x := new();\n  lock();\n  lock();\n  b.f := x;\n  unlock();\n" +
				"  unlock();\n}\nmodest(b) {\n  y := b.f;\n}\n",
			"Now B never waits for ever, but there is a race: an access of the field f"},
		{"other objects", 7, 2, "A.b=o1,B.b=o2,o1.f=o3,o2.f=o4",
			"Follow the paths: A's goes through the object in A.b.f"},
		{"objects of other names", 7, 2, "A.b=o3,B.b=o4,o1.f=o2",
			"Follow the paths: A's goes through the object in A.b.f"},
		{"on the way of the solution", 10, 1, "A", ""},
		{"on the way of the solution, before the end", 10, 1, "A2 B", ""},
		{"a race on q", 10, 1, "A B", ""},
		{"further in the list", 10, 2, "A A+ A+ A+ A-", "A has left the loop and has already read"},
		{"both waited and went on", 9, 1, "A", ""},
		{"nothing changed", 12, 1, reps + beps, ""},
		{"both locked", 12, 1,
			"reps(b) {\n  x := new();\n  synchronized {\n    b.f := x;\n  }\n}\nbeps(b) {\n" +
				"  b := new();\n  y := new();\n  synchronized {\n    b.f := y;\n  }\n}\n",
			""},
		{"the other access left out", 12, 1, reps + "beps(b) {\n  b := new();\n  y := new();\n}\n",
			"Without that access"},
		{"both locked", 12, 3, mIn + nIn, ""},
		{"nobody has moved", 13, 1, "different | ", ""},
		{"A has read", 13, 2, "one | A2", ""},
		{"nothing is reported", 14, 1, "m(b) {\n  c := b;\n  x := c.f;\n}\n" + n, ""},
		{"a real race that the whole analysis filters", 14, 1,
			"m(b) {\n  x := b.f;\n}\nn(b) {\n  y := new();\n  b := b.g;\n  b.f := y;\n}\n",
			"RacerDX reports a pair here"},
		{"a false report, and too long", 14, 1,
			"m(b) {\n  x := b.f;\n  x := x;\n  x := x;\n  x := x;\n  x := x;\n  x := x;\n}\n" +
				"n(b) {\n  b := new();\n  y := new();\n  b.f := y;\n}\n",
			""},
		{"no lock at all", 8, 2,
			"deposit(b) {\n  x := new();\n  b.balance := x;\n}\naudit(b) {\n  y := b.balance;\n}\n",
			"There is still a race: the two accesses"},
		{"A has written", 8, 1, "A3 B", "A has written the balance already"},
		{"A has ended", 9, 1, "A6 B", "One thread ended before"},
		{"B has read", 17, 1, "one | A2 B4", "One thread has already made its access"},
		{"nothing changed", 17, 2, own("  a := b;\n  a := new();\n  a.f := a;\n"),
			"put still writes an object that it has made itself"},
		{"the copy deleted", 17, 2, own("  a := new();\n  a.f := a;\n"),
			"put still writes an object that it has made itself"},
		{"the write deleted", 17, 2, own("  a := b;\n  a := new();\n"),
			"Now put does not write at all"},
		{"B has written", 17, 3, "A2 B2", "B has already written the field h"},
		{"B has read A's object", 18, 1, "A4 B4", "B has A's object, but"},
		{"B has read before", 18, 1, "B4 A4", "B has loaded what was in b.g"},
		{"one after the other", 2, 2, "B4 A4", "Both objects are in the list. B must"},
		{"both have ended", 3, 1, "B2 A2", "Both threads have made their accesses"},
		{"A has stored the head", 4, 2, "A5 B5", "A has already stored the head"},
		{"both have ended", 10, 1, "B3 A4", "One thread has already accessed"},
		{"A has read beyond the loop", 10, 2, "A A+ A+ A+ A+ A+ A+ A+ A+ A- B",
			"A has left the loop and has already read"},
		{"B has written", 10, 2, "A A+ B2", "B has already written"},
		{"B has made its last store", 15, 1, "A3 B4", "B has already made its last store"},
		{"both outside", 14, 2, "m(b) {\n  x := b.f;\n}\n" + n,
			"There is a race: at least one of its two accesses"},
		{"both locked, nothing assigned", 14, 3, mIn + nIn, ""},
	} {
		task := shippedLesson(t, c.lesson).Tasks[c.task-1]
		a, err := task.ParseAttempt(c.move)
		if err != nil {
			t.Errorf("lesson %d, task %d, %s: %v", c.lesson, c.task, c.name, err)
			continue
		}
		v := task.Check(context.Background(), a)
		if v.Met() || v.Says != "" && c.want == "" || !strings.HasPrefix(v.Says, c.want) {
			t.Errorf("lesson %d, task %d, %s: %s with the answer %q, want %q", c.lesson, c.task,
				c.name, v.Truth, v.Says, c.want)
		}
	}
}

// TestHeld checks that the finding about a schedule that met the goal only on its way says when.
func TestHeld(t *testing.T) {
	const held = "it held after step 5, but not at the end"
	for moves, want := range map[string]bool{"A7": true, "A": false} {
		v := shippedLesson(t, 6).Tasks[0].Check(context.Background(),
			lesson.Attempt{Schedules: []string{moves}})
		if why := v.Findings[0].Why; v.Met() || strings.HasSuffix(why, held) != want {
			t.Errorf("%s: %s, %q; want %q: %t", moves, v.Truth, why, held, want)
		}
	}
}

// TestSaysNothingOnTheWay checks that a student who takes the solution's steps in another order is
// not corrected before the step that prevents the goal.
func TestSaysNothingOnTheWay(t *testing.T) {
	g := lesson.NewGame(shippedLesson(t, 10))
	ready(g)
	for _, text := range []string{"A", "A", "B"} {
		moves, err := schedule.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		g.Session().Play(moves)
		if l := g.Observe(context.Background()); l.Says != "" {
			t.Errorf("after %s the answer is %q, want none", g.Session().Schedule(), l.Says)
		}
	}
}

// TestLintEarly checks that Lint reports an answer to a wrong move that is also given without that
// move, unless also: says so, and an also: without need.
func TestLintEarly(t *testing.T) {
	program := func(when string) string {
		return replaced(programTask+
			"must: filtered some\nsolution: second.il\nwrong: third.il\nwhen: "+when+
			"\nsays: No.\n") +
			"-- second.il --\nleft(b) {\n  x := b.f;\n}\n" +
			"right(b) {\n  b := new();\n  b.f := b;\n}\n" +
			"-- third.il --\nleft(b) {\n  b := b;\n}\nright(b) {\n}\n"
	}
	const when = "when: A ended and B ended and A.x != B.y"
	for name, c := range map[string]struct{ text, want string }{
		"start": {
			edited(t, edit{when, "when: not A.x == B.y"}),
			"58:7: when: is true where the task begins; describe the move more exactly, or add " +
				"also: start",
		},
		"way": {
			edited(t, edit{when, "when: B ended or A at 4:3"}),
			"58:7: when: is true on the way of the solution, after A2; describe the move more " +
				"exactly",
		},
		"allowed": {edited(t, edit{when, "when: B ended or A at 4:3\nalso: way"}), ""},
		"only the other": {
			edited(t, edit{when, "when: B ended or A at 4:3\nalso: start"}),
			"57:8: also: start, but when: is false there",
		},
		"without need": {
			edited(t, edit{when, when + "\nalso: way"}),
			"57:8: also: way, but when: is false there",
		},
		"program": {program("no race from all or possible(race) from all"),
			"32:7: when: is true where the task begins"},
		"clauses": {program("reports some and not filtered some"),
			"32:7: when: is true where the task begins"},
		"other clauses": {program("at most 1 statement and reports none and no race from all"), ""},
		"one clause":    {program("not reports some"), ""},
		"without":       {program("reports none without stable-right and no race from all"), ""},
	} {
		l, errs := lesson.Parse("13-x.lesson", c.text)
		if len(errs) > 0 {
			t.Errorf("%s: Parse: %s", name, errs[0])
			continue
		}
		var all []string
		for _, e := range lesson.Lint(context.Background(), l) {
			if strings.Contains(e.Message, "when:") || strings.Contains(e.Message, "also:") {
				all = append(all, e.Error())
			}
		}
		if text := strings.Join(all, "\n"); c.want == "" && text != "" ||
			!strings.Contains(text, c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, text, c.want)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"also": {edited(t, edit{"says: B has", "also: everywhere\nsays: B has"}),
			"59:7: also: must be start"},
		"alone": {
			edited(t, edit{
				"wrong: B3 A3\n" + when + "\nsays: B has read the cell before A wrote it.\n",
				"also: way\n",
			}),
			"57:7: also: needs a wrong: above it",
		},
		"clause": {program("reports some without luck and race"), "32:7: when: "},
		"behind": {program("reports some and A endet"), "32:26: when: "},
	} {
		_, errs := lesson.Parse("13-x.lesson", c.text)
		if text := errorTexts(errs); !strings.Contains(text, c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, text, c.want)
		}
	}
}

// TestSpecialState checks that the witnesses of lesson 13 begin in the state of the proof: one cell
// holds each object on the racing path, and all others hold the last object.
func TestSpecialState(t *testing.T) {
	for _, task := range shippedLesson(t, 13).Tasks {
		in, err := session.ParseInit(task.Core(), task.Pair(), task.Key().Heap)
		if err != nil {
			t.Fatal(err)
		}
		held := map[string]int{}
		for _, c := range in.Cells {
			held[c[2]]++
		}
		for i, o := range in.Objects[:len(in.Objects)-1] {
			if want := min(i, 1); held[o] != want {
				t.Errorf("task %d: %d cells hold %s, want %d", task.Number, held[o], o, want)
			}
		}
		for i := range in.Stacks {
			for x, o := range in.Stacks[i] {
				if o != in.Objects[0] {
					t.Errorf("task %d: the root %s holds %s, want %s", task.Number, x, o,
						in.Objects[0])
				}
			}
		}
	}
}
