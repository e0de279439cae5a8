package lesson

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// course is a lesson with nearly every kind of line.
const course = `lesson: Take turns
idea: One at a time.
minutes: 10
misconception: Lines run in turn.
text:
  Two threads, one object.
win:
  That is all.
extension:
  Try more.

task: play
title: Swap
points: 3
text:
  Swap the fields, please.
done: Well done.
program: swap.il
pair: left,right
heap: A.c=o1,B.c=o1
allow: A2
question: Can the fields swap, at the end?
choice: no, never
choice: yes
# key
right: b
value: possible(true)
because: There is a way.
# end
question: How many ways are there?
choice: 1
choice: 2
# key
right: b
because: So it is.
# end
goal: A ended and B ended
goal: not race
hint: Think.
hint: Look.
hint: Do it.
# key
solution: A2 B2
# end
wrong: A
when: B ended
also: way
says: Too early.

task: program
title: Repair
text:
  Lock it.
program: swap.il
pair: left,right
must: keep statements
goal: no race
hint: Think.
hint: Look.
hint: Do it.
# key
solution: good.il
# end
wrong: bad.il
when: race
says: It races.

task: analysis
title: Analyse
text:
  Fill in.
program: swap.il
fill: W L
hint: Think.
hint: Look.
hint: Do it.
wrong: sheet.txt
when: left W c
says: No.

task: witness
title: Prove
text:
  Give one.
program: prove.il
pair: left,right
race: 3:3 7:3
hint: Think.
hint: Look.
hint: Do it.
# key
solution: A.c=o1,B.c=o1 | A B
# end
wrong: A.c=o1,B.c=o2 | A B
when: not race
says: No.

-- prove.il --
// proves
left(c) { x := c.f;
  c.g := x; }

right(c) { y := c.g;
  // back
  c.f := y; }

# key
-- good.il --
left(c) { synchronized { x := c.f; c.g := x; } }
right(c) { synchronized { y := c.g; c.f := y; } }

-- bad.il --
left(c) { }
right(c) { }

-- sheet.txt --
unit left
W: c
L: 0
# end


-- swap.il --
// swaps
left(c) { x := c.f;
  c.g := x; }

right(c) {  y := c.g;
  // back
  c.f := y; }

init { A.c = o1; B.c = o1; }
`

// asHeap has the edits that make the first task of course a heap task.
var asHeap = []string{
	"task: play", "task: heap",
	"# key\nsolution: A2 B2", "# key\nsolution: one",
	"wrong: A\n", "wrong: one\n",
}

// parsed parses course after edits, which alternate between an old text and a new one. The lesson
// need not pass Lint.
func parsed(t *testing.T, edits ...string) *Lesson {
	t.Helper()
	text := course
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(text, edits[i]) {
			t.Fatalf("the lesson has no %q", edits[i])
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	l, errs := Parse("20-turns.lesson", text)
	for _, e := range errs {
		t.Fatalf("parsing the lesson with the edits %q: %v", edits, e)
	}
	return l
}

// TestDigests edits each kind of line of a lesson, and checks for which tasks and questions earlier
// work no longer counts.
func TestDigests(t *testing.T) {
	before := parsed(t)
	edited := map[string]bool{"edition": true} // see TestDigestsOfEditions
	for _, c := range []struct {
		key, from, to string
		want          string // the changes of a record of all tasks
	}{
		{"lesson", "Take turns", "Taking turns", ""},
		{"idea", "One at a time", "One, at a time", ""},
		{"course", "minutes: 10", "course: for everyone\nminutes: 10", ""},
		{"sentence", "goal: not race\n", "goal: not race\nsentence: They never race.\n", ""},
		{"shown", "because: There is a way.", "because: There is a way.\nshown: A", ""},
		{"minutes", "minutes: 10", "minutes: 15", ""},
		{"misconception", "Lines run in turn", "Lines take turns", ""},
		{"text", "Two threads, one", "Two threads and one", ""},
		{"win", "That is all.", "That is it.", ""},
		{"extension", "Try more.", "Try less.", ""},
		{"title", "title: Swap", "title: Swap them", ""},
		{"text", "fields, please", "fields please", ""},
		{"points", "points: 3", "points: 4", ""},
		{"done", "Well done.", "Well done!", ""},
		{"hint", "hint: Think.", "hint: Think!", ""},
		{"right", "right: b", "right: a", ""},
		{"value", "possible(true)", "possible(A ended)", ""},
		{"analysis", "value: possible(true)", "analysis: reports", ""},
		{"because", "There is a way.", "There is one.", ""},
		{"solution", "solution: A2 B2", "solution: B2 A2", ""},
		{"wrong", "wrong: A\n", "wrong: B\n", ""},
		{"when", "when: B ended", "when: A ended", ""},
		{"also", "also: way\n", "", ""},
		{"says", "Too early.", "Too early!", ""},
		{"# comment", "task: play", "# an aside\ntask: play", ""},
		{"another file", "left(c) { }\nright", "left(c) { skip; }\nright", ""},
		{"solution's file", "left(c) { synchronized { x := c.f; ",
			"left(c) { synchronized { skip; x := c.f; ", ""},
		{"comma of a question", "swap, at the end?", "swap at the end?", ""},
		{"line break of a question", "swap, at the end?", "swap,\n  at the end?", ""},
		{"comma of a choice", "choice: no, never", "choice: no: never!", ""},
		{"blanks of a goal", "goal: A ended and B ended", "goal: A ended   and B ended", ""},
		{"order of goals", "goal: A ended and B ended\ngoal: not race",
			"goal: not race\ngoal: A ended and B ended", ""},
		{"comment of a program", "// swaps", "// they swap", ""},
		{"comment within", "  // back\n  c.f := y; }\n\ninit", "  //\n  c.f := y; }\n\ninit", ""},
		{"blanks at the ends of lines", "right(c) {  y := c.g;", "right(c) {  y := c.g; ", ""},
		// a witness names the text
		{"comment of a witness's program", "// proves", "// it proves", "task 4 has changed"},

		{"question", "Can the fields", "Must the fields", "question 1 of task 1 has changed"},
		{"choice", "choice: yes", "choice: maybe", "question 1 of task 1 has changed"},
		{"choice", "choice: yes", "choice: yes\nchoice: both", "question 1 of task 1 has changed"},
		{"order of choices", "choice: 1\nchoice: 2", "choice: 2\nchoice: 1",
			"question 2 of task 1 has changed"},
		{"task", "task: play", "task: heap", "task 1 has changed"},
		{"goal", "goal: not race", "goal: A ended", "task 1 has changed"},
		{"goal", "goal: not race\n", "", "task 1 has changed"},
		{"goal", "goal: no race", "goal: never(race)", "task 2 has changed"},
		{"heap", "heap: A.c=o1,B.c=o1", "heap: A.c=o1,B.c=o2", "task 1 has changed"},
		{"allow", "allow: A2\n", "", "task 1 has changed"},
		{"pair", "pair: left,right", "pair: right,left", "task 1 has changed"},
		{"must", "must: keep statements", "must: at most 9 statements", "task 2 has changed"},
		{"must", "must: keep statements\n", "", "task 2 has changed"},
		{"fill", "fill: W L", "fill: W L A", "task 3 has changed"},
		{"pair of an analysis", "fill: W L", "pair: left,right\nfill: W L", "task 3 has changed"},
		{"race", "race: 3:3 7:3", "race: 2:11 7:3", "task 4 has changed"},
		{"program", "right(c) {  y := c.g;", "right(c) {  y := c.h;",
			"task 1, task 2 and task 3 have changed"},
		{"positions of a program", "right(c) {  y", "right(c) { y",
			"task 1, task 2 and task 3 have changed"},
		{"init block", "o1; B.c = o1;", "o1; B.c = o2;", "task 1, task 2 and task 3 have changed"},
	} {
		edited[c.key] = true
		edits := []string{c.from, c.to}
		if c.key == "task" { // which needs a heap's attempt
			edits = asHeap
		}
		after := parsed(t, edits...)
		f, err := worked(before).FitTo(after)
		if err != nil {
			t.Errorf("%s: %v", c.key, err)
			continue
		}
		got := ""
		if len(f.Changed) > 0 {
			got = f.Changed.String()
		}
		if got != c.want {
			t.Errorf("%s, %q for %q: changes %q, want %q", c.key, c.to, c.from, got, c.want)
		}
		kept := f.Record.Done() == 4 && slices.Equal(f.Record.Tasks[0].Predictions, []int{2, 1})
		if unchanged := len(f.Changed) == 0; kept != unchanged {
			t.Errorf("%s, %q for %q: changes %q, but all work is kept: %t", c.key, c.to, c.from,
				got, kept)
		}
	}
	for _, key := range append(slices.Clone(lessonKeys), taskKeys...) {
		if !edited[key] {
			t.Errorf("no case edits a line %s:", key)
		}
	}
}

// worked returns a record in which each task is done and each question is answered.
func worked(l *Lesson) Record {
	r := newRecord(l)
	for i := range r.Tasks {
		r.Tasks[i].Done, r.Tasks[i].Attempts = true, 1
		r.Tasks[i].Solution = &Attempt{}
		for q := range r.Tasks[i].Predictions {
			r.Tasks[i].Predictions[q] = 2 - q
		}
	}
	return r
}

// TestDigestsOfEditions checks that a lesson and its exam edition have the same digests, and that
// no two tasks or questions have the same.
func TestDigestsOfEditions(t *testing.T) {
	master := parsed(t)
	text, errs := Exam("20-turns.lesson", course)
	if len(errs) > 0 {
		t.Fatalf("Exam(20-turns.lesson): %v", errs)
	}
	exam, errs := Parse("20-turns.lesson", text)
	if len(errs) > 0 {
		t.Fatalf("parsing the exam: %v", errs)
	}
	seen := map[string]bool{}
	for i, task := range master.Tasks {
		compare := func(what, inMaster, inExam string) {
			t.Helper()
			if inMaster != inExam {
				t.Errorf("%s: digest %s in the lesson, %s in the exam", what, inMaster, inExam)
			}
			if seen[inMaster] {
				t.Errorf("%s: the digest %s occurs twice", what, inMaster)
			}
			seen[inMaster] = true
		}
		compare(fmt.Sprintf("task %d", i+1), task.Digest(), exam.Tasks[i].Digest())
		for q := range task.Questions {
			compare(fmt.Sprintf("task %d, question %d", i+1, q+1), task.Questions[q].digest,
				exam.Tasks[i].Questions[q].digest)
		}
	}
}

// cutCourse returns the part of course between two texts, with the first.
func cutCourse(from, to string) string {
	return course[strings.Index(course, from):strings.Index(course, to)]
}

// TestTasksMove checks that a record fits a lesson whose tasks and questions have moved.
func TestTasksMove(t *testing.T) {
	before := parsed(t)
	second := cutCourse("task: program", "task: analysis")
	questions := cutCourse("question: Can", "goal: A ended")
	first, last, _ := strings.Cut(questions, "question: How")
	after := parsed(t, second, "", "task: play", second+"task: play", questions,
		"question: How"+last+first)
	r := worked(before)
	r.Tasks[1].Attempts = 7
	f, err := r.FitTo(after)
	if err != nil || len(f.Changed) > 0 {
		t.Fatalf("FitTo = %v, %v; want no change", f.Changed, err)
	}
	moved := f.Record.Tasks
	if moved[0].Attempts != 7 || moved[1].Attempts != 1 ||
		!slices.Equal(moved[1].Predictions, []int{1, 2}) || f.Record.Done() != 4 {
		t.Errorf("FitTo = %+v, want task 1 with 7 attempts, task 2 with 1 and its predictions, "+
			"and 4 done", f.Record)
	}
}

// withoutDigests returns a record as earlier versions of wobbly wrote it.
func withoutDigests(r Record) Record {
	r.Tasks = slices.Clone(r.Tasks)
	for i := range r.Tasks {
		r.Tasks[i].Digest, r.Tasks[i].Questions = "", nil
	}
	return r
}

// TestOldRecords checks that a record without digests of tasks applies as a whole to the edition
// that it names, and that for another edition its solutions are kept and its predictions dropped.
func TestOldRecords(t *testing.T) {
	before, after := parsed(t), parsed(t, "fields, please", "fields please")
	r := withoutDigests(worked(before))
	f, err := r.FitTo(before)
	if err != nil || len(f.Changed) > 0 || f.Record.Done() != 4 ||
		!slices.Equal(f.Record.Tasks[0].Predictions, []int{2, 1}) {
		t.Errorf("FitTo the same lesson = %+v, %v; want no change, predictions [2 1] and 4 done",
			f, err)
	}
	f, err = r.FitTo(after)
	const changed = "question 1 of task 1 and question 2 of task 1 have changed"
	if err != nil || f.Changed.String() != changed || f.Record.Done() != 4 ||
		slices.Max(f.Record.Tasks[0].Predictions) > 0 {
		t.Errorf("FitTo a changed lesson = %+v, %v; want %s, no prediction and 4 done", f, err,
			changed)
	}
	r.Tasks[0].Solution = nil
	if f, err = r.FitTo(after); err != nil || f.Record.Tasks[0].Done {
		t.Errorf("FitTo without a solution of task 1 = %+v, %v; want task 1 not done", f, err)
	}
	r.Tasks = r.Tasks[:3]
	if _, err = r.FitTo(before); err == nil {
		t.Error("FitTo without task 4 succeeds, want an error")
	}
	f, err = r.FitTo(parsed(t, asHeap...))
	if err != nil || len(f.Changed) == 0 || f.Changed[0] != (Change{Task: 1}) {
		t.Errorf("FitTo with another kind of task 1 = %+v, %v; want a change of task 1", f, err)
	}
}

// TestPut checks that a record replaces another only if no work is lost.
func TestPut(t *testing.T) {
	first := parsed(t)
	same := parsed(t, "fields, please", "fields please")
	changed := parsed(t, "goal: not race\n", "")
	asked := parsed(t, "Can the fields", "Must the fields")
	for _, c := range []struct {
		what     string
		old, new Record
		want     int
	}{
		{"the same edition", worked(first), newRecord(first), 1},
		{"another text", worked(first), newRecord(same), 1},
		{"a task that has changed", worked(first), newRecord(changed), 2},
		{"one that nobody has worked on", newRecord(first), newRecord(changed), 1},
		{"a question that has changed", worked(first), newRecord(asked), 2},
		{"an old record of this edition", withoutDigests(worked(first)), newRecord(first), 1},
		{"an old record of another one", withoutDigests(worked(first)), newRecord(same), 2},
		{"another lesson", Record{Lesson: "other", Digest: first.Digest()}, newRecord(first), 2},
	} {
		all := Records{Lessons: []Record{c.old}}
		all.Put(c.new)
		if len(all.Lessons) != c.want || all.Lessons[c.want-1].Digest != c.new.Digest {
			t.Errorf("%s: %d records after Put, want %d with the new one last", c.what,
				len(all.Lessons), c.want)
		}
	}
	all := Records{Lessons: []Record{worked(first)}}
	all.Put(worked(changed))
	for _, l := range []*Lesson{first, changed} {
		if r, ok := all.Of(l); !ok || r.Digest != l.Digest() {
			t.Errorf("Of(%s) = the record of %s, %t; want its own", l.Digest(), r.Digest, ok)
		}
		if e := newRecord(l).Edition([]*Lesson{first, changed}); e != l {
			t.Errorf("Edition of a new record of %s = %s, want the same", l.Digest(), e.Digest())
		}
	}
	if _, begun := all.Of(parsed(t)); !begun {
		t.Error("Of the first edition, parsed again, finds no record")
	}
	if e := worked(same).Edition([]*Lesson{changed, first}); e != first {
		t.Error("Edition returns the edition in which a task has changed, want the other one")
	}
}

// TestChanges checks that String lists up to eight changes and counts the rest.
func TestChanges(t *testing.T) {
	var c Changes
	for i := range maxListed {
		c = append(c, Change{Task: i + 1})
	}
	if got, want := c.String(), "task 7 and task 8 have changed"; !strings.HasSuffix(got, want) {
		t.Errorf("String() of %d changes = %q, want suffix %q", len(c), got, want)
	}
	nine := append(c, Change{9, 1})
	if got, want := nine.String(), "task 8 and 1 more have changed"; !strings.HasSuffix(got, want) {
		t.Errorf("String() of %d changes = %q, want suffix %q", len(nine), got, want)
	}
	const note = "Since you began this lesson, task 1 has changed. This work starts again; the " +
		"rest is as you left it."
	if c[:0].Note() != "" || c[:1].Note() != note {
		t.Errorf("Note() of no change = %q, of one = %q; want none and %q", c[:0].Note(),
			c[:1].Note(), note)
	}
}

// TestCounterpart checks that the counterpart of a task is the same task, or else the one at the
// same place, if it is of the same kind.
func TestCounterpart(t *testing.T) {
	l := parsed(t)
	second := cutCourse("task: program", "task: analysis")
	moved := parsed(t, second, "", "task: play", second+"task: play")
	changed := parsed(t, "fill: W L", "fill: W L A")
	shorter := parsed(t, cutCourse("task: witness", "-- prove.il"), "")
	for _, c := range []struct {
		of   *Task
		want *Task
	}{
		{l.Tasks[0], l.Tasks[0]}, {moved.Tasks[0], l.Tasks[1]}, {moved.Tasks[1], l.Tasks[0]},
		{changed.Tasks[2], l.Tasks[2]}, {shorter.Tasks[2], l.Tasks[2]},
	} {
		if got := l.Counterpart(c.of); got != c.want {
			t.Errorf("Counterpart(%s) = %v, want %v", c.of.Title, got, c.want)
		}
	}
	if got := shorter.Counterpart(l.Tasks[3]); got != nil {
		t.Errorf("Counterpart in a shorter lesson = %s, want none", got.Title)
	}
	heap := parsed(t, asHeap...)
	if got := l.Counterpart(heap.Tasks[0]); got != nil {
		t.Errorf("Counterpart of a heap task = %s, want none", got.Title)
	}
}
