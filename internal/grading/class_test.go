package grading

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/report"
)

// masters returns the eighteen lessons with their keys.
func masters(t testing.TB) []*lesson.Lesson {
	t.Helper()
	return lessontest.Read(t, os.DirFS("../../lesson/course"))
}

// grades grades the hand-ins.
func grades(o Options, ins ...HandIn) *report.Grades {
	return Class(context.Background(), o, len(ins), func(i int) HandIn { return ins[i] })
}

// handIn returns the hand-in of one file by the student called name.
func handIn(name, file, text string) HandIn {
	return HandIn{
		Who:   Who{Name: name},
		Files: []File{{Path: name + "/" + file, Name: file, Text: []byte(text)}},
	}
}

// explosions returns programs that cannot be searched to the end, are large, or are not text.
func explosions() map[string]string {
	var deep, wide, many strings.Builder
	for range 40 {
		deep.WriteString("while * { ")
	}
	deep.WriteString("b.f := b;" + strings.Repeat(" }", 40))
	for i := range 60 {
		fmt.Fprintf(&wide, "x%d := new(); b.f%d := x%d; ", i, i, i)
	}
	for i := range 30 {
		fmt.Fprintf(&many, "m%d(b) { while * { n := new(); b.f := n; b := b.g; } }\n", i)
	}
	return map[string]string{
		"deep": "get(b) { " + deep.String() + " }\nset(b) { " + deep.String() + " }\n",
		"wide": "get(b) { " + wide.String() + " }\nset(b) { " + wide.String() + " }\n",
		"many": many.String(),
		"heap": "get(b) { while * { n := new(); n.f := b; b := n; x := b.f; } }\n" +
			"set(b) { while * { n := new(); n.f := b; b := n; b.f := b; } }\n",
		"nested":   strings.Repeat("{", 4000),
		"long":     "get(b) { " + strings.Repeat("x := b.f; ", 100_000) + "}\n",
		"name":     "get(" + strings.Repeat("b", 1<<18) + ") {\n}\n",
		"escapes":  "get(b) { \x1b[2J\u202e }",
		"not text": "\xff\xfe\x00",
		"empty":    "",
	}
}

// hostileHandIns returns fifty hand-ins that try to exhaust time or memory, claim what was not
// solved, or contain escape sequences.
func hostileHandIns(t testing.TB, all []*lesson.Lesson) []HandIn {
	t.Helper()
	var ins []HandIn
	for name, text := range explosions() {
		ins = append(ins, handIn("explodes-"+name, "4.3.il", text),
			handIn("again-"+name, "12.2.il", text))
	}
	claim := func(schedules ...string) string {
		r := lesson.NewGame(all[0]).Record()
		for i := range r.Tasks {
			r.Tasks[i].Done, r.Tasks[i].Solution = true, &lesson.Attempt{Schedules: schedules}
		}
		out := &lesson.Records{}
		out.Put(r)
		var b bytes.Buffer
		if err := out.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	head := `{"schema":"wobbly/lesson-record/1","lessons":`
	for name, text := range map[string]string{
		"claims":    claim(),
		"schedule":  claim("A999999999999 B999999999999"),
		"schedules": claim(strings.Fields(strings.Repeat("A2,B2 ", 50_000))...),
		"nested":    head + strings.Repeat("[", 500_000),
		"objects":   head + strings.Repeat(`[{"lesson":`, 50_000),
		"lessons": head + "[" +
			strings.TrimSuffix(strings.Repeat(`{"lesson":"01-scheduler"},`, 20_000), ",") + "]}",
		"numbers": head + `[{"lesson":"01-scheduler","tasks":[{"attempts":1e400}]}]}`,
		"negative": head + `[{"lesson":"01-scheduler","digest":"` + all[0].Digest() +
			`","tasks":[{"kind":"play","attempts":-1}]}]}`,
		"escapes": head + `[{"lesson":"\u001b[2J\u202e"}]}`,
	} {
		ins = append(ins, handIn("record-"+name, "record.json", text))
	}
	for _, f := range [][2]string{
		{"onlinetext.html", strings.Repeat("<", 1<<20)},
		{"onlinetext.html", strings.Repeat("<!--", 1<<18)},
		{"1.1.html", "<p>A</p><script src=//x></script>\x1b]0;owned\a&#27;[2J&#x202e;"},
		{"hw.txt", strings.Repeat("1.1: A\n", 1<<17)},
		{"hw.txt", "1.1:\n" + strings.Repeat("x\n", 1<<19)},
		{"1.1.txt", strings.Repeat("ab: ", 1<<14)},
		{"1.1.txt", strings.Repeat("```\nA B\n```\n", 5000)},
	} {
		ins = append(ins, handIn(fmt.Sprintf("text-%d", len(ins)), f[0], f[1]))
	}
	for n := range 50 - len(ins) {
		ins = append(ins,
			handIn(fmt.Sprintf("noise-%d\n\x1b[31m", n), "1.1.txt",
				strings.Repeat("A B | ", 1+n*5000)))
	}
	return ins
}

// TestHostile: hostile hand-ins are graded together with good ones. The good ones get all their
// points, the others only what they have solved, and long or special text from them is not echoed.
func TestHostile(t *testing.T) {
	all := masters(t)
	hostile := hostileHandIns(t, all)
	ins := slices.Concat(hostile, []HandIn{
		handIn("good", "record.json", string(lessontest.Record(t, all, 0))),
	})
	d := grades(Options{Lessons: all, Workers: 2}, ins...)
	if len(d.Students) != len(ins) || len(hostile) != 50 {
		t.Fatalf("%d students and %d hostile hand-ins, want %d and 50", len(d.Students),
			len(hostile), len(ins))
	}
	for i := range d.Students {
		s := &d.Students[i]
		if s.Student == "good" {
			if s.Points != 49 || s.Done != 49 || len(s.Faults) > 0 || s.Signed != "Student 0" {
				t.Errorf("the good hand-in has %d points, %d tasks done, faults %q, signed %q; "+
					"want 49, 49, none, \"Student 0\"", s.Points, s.Done, s.Faults, s.Signed)
			}
			continue
		}
		if s.Points != 0 {
			t.Errorf("%q has %d points, want 0", s.Student, s.Points)
		}
		for _, f := range s.Faults {
			if len(f) > 2*maxFault || strings.ContainsAny(f, "\x1b\n\u202e") {
				t.Errorf("%q: the fault %q is too long or has control characters", s.Student, f)
			}
		}
	}
	var text, table bytes.Buffer
	if err := report.Text(&text, report.Style{}, d); err != nil {
		t.Errorf("Text: %v", err)
	}
	if err := report.GradesCSV(&table, d); err != nil {
		t.Errorf("GradesCSV: %v", err)
	}
	if err := report.GradescopeJSON(io.Discard, d); err != nil {
		t.Errorf("GradescopeJSON: %v", err)
	}
	if i := strings.IndexAny(text.String(), "\x1b\u202e"); i >= 0 {
		t.Errorf("Text prints an escape at offset %d", i)
	}
	if i := strings.IndexAny(table.String(), "\x1b\u202e"); i >= 0 {
		t.Errorf("GradesCSV prints an escape at offset %d", i)
	}
}

// TestWorkers: the grades do not depend on the distribution of the work.
func TestWorkers(t *testing.T) {
	all := masters(t)[:4]
	var ins []HandIn
	for n := range 12 {
		ins = append(ins,
			handIn(fmt.Sprint("s", n), "record.json", string(lessontest.Record(t, all, n))),
			handIn(fmt.Sprint("w", n), "4.1.il", "insert(l) {\n  n := new();\n}\n"))
	}
	var texts [2]string
	for i, workers := range []int{1, 7} {
		d := grades(Options{Lessons: all, Workers: workers, QuestionPoints: 2}, ins...)
		var b bytes.Buffer
		if err := report.JSON(&b, d); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Errorf("the grades of one worker are\n%s\nand those of seven\n%s", texts[0], texts[1])
	}
}

// TestPoints: points are given for tasks, and for questions if the lesson has the right answers.
func TestPoints(t *testing.T) {
	all := masters(t)[:1]
	good := handIn("good", "r.json", string(lessontest.Record(t, all, 0)))
	other := handIn("other", "r.json", string(lessontest.Record(t, all, 1)))
	d := grades(Options{Lessons: all, QuestionPoints: 10}, good, other)
	if d.MaxPoints != 32 || d.Students[0].Points != 32 || d.Students[1].Points != 2 {
		t.Errorf("%d and %d of %d points, want 32 and 2 of 32", d.Students[0].Points,
			d.Students[1].Points, d.MaxPoints)
	}
	text, errs := lesson.Exam("01-scheduler.lesson", source(t, "01-scheduler"))
	if len(errs) > 0 {
		t.Fatalf("Exam(01-scheduler.lesson): %v", errs)
	}
	l, errs := lesson.Parse("01-scheduler.lesson",
		strings.Replace(text, "task: play\n", "task: play\npoints: 5\n", 1))
	if len(errs) > 0 {
		t.Fatalf("parsing the exam: %v", errs)
	}
	d = grades(Options{Lessons: []*lesson.Lesson{l}, QuestionPoints: 10},
		handIn("x", "1.1.txt", "A B A B"))
	if d.MaxPoints != 6 || d.Students[0].Points != 5 || d.Key {
		t.Errorf("an exam edition: %d of %d points, key %t; want 5 of 6, false",
			d.Students[0].Points, d.MaxPoints, d.Key)
	}
}

// source returns the text of a lesson.
func source(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../lesson/course/" + name + lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// edited returns a lesson in which new replaces the first occurrence of old, which must exist.
func edited(t testing.TB, name, old, new string) *lesson.Lesson {
	t.Helper()
	text := source(t, name)
	if !strings.Contains(text, old) {
		t.Fatalf("the lesson %s has no text %q", name, old)
	}
	l, errs := lesson.Parse(name, strings.Replace(text, old, new, 1))
	if len(errs) > 0 {
		t.Fatalf("parsing %s with %q: %v", name, new, errs)
	}
	return l
}

// TestEditions: a record is graded with the edition that it was started with, if that is available.
// Otherwise the changes are named and the rest is graded.
func TestEditions(t *testing.T) {
	now := masters(t)[:1]
	prose := edited(t, "01-scheduler", "share one object, o1", "share one object o1")
	older := edited(t, "01-scheduler", "goal: A ended and B ended and o1.f == o3 and o1.g == o2",
		"goal: A ended and B ended")
	longer := edited(t, "01-scheduler", "task: play\n",
		"task: play\ntitle: One step\ntext:\n  Step.\nprogram: swap.il\npair: left,right\n"+
			"goal: steps == 1\nhint: A.\nhint: A.\nhint: A.\nsolution: A\n"+
			"wrong: A2\nwhen: steps == 2\nsays: No.\n\ntask: play\n")
	record := func(l *lesson.Lesson) HandIn {
		return handIn("s", "record.json", string(lessontest.Record(t, []*lesson.Lesson{l}, 0)))
	}
	const changed = "record.json: lesson 01-scheduler: task 1 has changed since the record was " +
		"started; the work on it is not graded (--master accepts older editions too)"
	for _, c := range []struct {
		name   string
		older  []*lesson.Lesson
		in     HandIn
		points int // 1 for each of 2 tasks and 3 questions
		faults string
	}{
		{"prose was edited", nil, record(prose), 5, ""},
		{"a goal was edited", nil, record(older), 3, changed},
		{"the older edition is available", []*lesson.Lesson{prose, older}, record(older), 5, ""},
		{"a task was removed", []*lesson.Lesson{longer}, record(longer), 5,
			"record.json: lesson 01-scheduler: task 1 of the older edition is not graded"},
		{"a file of the older edition", nil, handIn("s", "1.1.txt", "A2 B2"), 0, ""},
		{"a file, and the older edition is available", []*lesson.Lesson{older},
			handIn("s", "1.1.txt", "A2 B2"), 1, ""},
		{"a file with a wrong solution", []*lesson.Lesson{older},
			handIn("s", "1.1.txt", "A9"), 0, ""},
		{"a malformed file", []*lesson.Lesson{older}, handIn("s", "1.1.txt", "?"), 0, ""},
	} {
		d := grades(Options{Lessons: now, Older: c.older, QuestionPoints: 1}, c.in).Students[0]
		if faults := strings.Join(d.Faults, "\n"); d.Points != c.points || faults != c.faults {
			t.Errorf("%s: %d points, want %d; faults %q, want %q", c.name, d.Points, c.points,
				faults, c.faults)
		}
	}
}

// TestRecordsOfEditions: if there are several records of a lesson, each is graded, up to
// maxEditions. Work that was repeated after a change is not reported as changed.
func TestRecordsOfEditions(t *testing.T) {
	now := masters(t)[:1]
	older := edited(t, "01-scheduler", "goal: A ended and B ended and o1.f == o3 and o1.g == o2",
		"goal: A ended and B ended")
	var all lesson.Records
	for _, l := range []*lesson.Lesson{older, now[0]} {
		r, err := lesson.ReadRecords(bytes.NewReader(lessontest.Record(t, []*lesson.Lesson{l}, 0)))
		if err != nil {
			t.Fatal(err)
		}
		all.Lessons = append(all.Lessons, r.Lessons...)
	}
	in := func(list ...lesson.Record) HandIn {
		var b bytes.Buffer
		if err := (&lesson.Records{Lessons: list}).Write(&b); err != nil {
			t.Fatal(err)
		}
		return handIn("s", "record.json", b.String())
	}
	if d := grades(Options{Lessons: now}, in(all.Lessons...)).Students[0]; d.Points != 2 ||
		len(d.Faults) > 0 {
		t.Errorf("the grades are %+v, want 2 points without a fault", d)
	}
	for n, want := range map[int]string{
		maxEditions:     "",
		maxEditions + 1: "record.json: lesson 01-scheduler occurs again, and is left out",
	} {
		var list []lesson.Record
		for i := range n {
			r := all.Lessons[1]
			r.Digest = fmt.Sprint(i)
			list = append(list, r)
		}
		if d := grades(Options{Lessons: now}, in(list...)).Students[0]; d.Points != 2 ||
			strings.Join(d.Faults, "\n") != want {
			t.Errorf("%d records: %d points and faults %q, want 2 points and %q", n, d.Points,
				d.Faults, want)
		}
	}
}

// TestStatistics counts wrong solutions and the answers to questions.
func TestStatistics(t *testing.T) {
	all := masters(t)
	var ins []HandIn
	for n := range 3 {
		ins = append(ins,
			handIn(fmt.Sprint("r", n), "record.json", string(lessontest.Record(t, all[:1], n))))
	}
	for n := range 2 {
		ins = append(ins, handIn(fmt.Sprint("w", n), "1.1.txt", "A2 B2"))
	}
	ins = append(ins, handIn("v", "1.1.txt", "A B"))
	d := grades(Options{Lessons: all}, ins...)
	if len(d.Statistics) != 2 {
		t.Fatalf("statistics of %d tasks, want 2", len(d.Statistics))
	}
	s := d.Statistics[0]
	if s.Handed != 6 || s.Met != 3 || s.Attempts != 1+2+3 || len(s.Wrong) != 2 ||
		!strings.HasPrefix(s.Wrong[0].What, "A finished before B began") ||
		s.Wrong[0].Students != 2 ||
		s.Wrong[1].What != "Not met: Both threads have ended, o1.f is o3, and o1.g is o2." {
		t.Errorf("the statistics are %+v, want 6 handed in, 3 met and both wrong answers", s)
	}
	if c := s.Questions[0].Choices; !c[1].Right || c[0].Right || c[1].Students != 2 ||
		c[0].Students != 1 {
		t.Errorf("the choices are %+v, want 2 students right and 1 wrong", c)
	}
}

// TestStatisticsOfOpenQuestions: an open question counts for no choice, and a task without other
// results is left out.
func TestStatisticsOfOpenQuestions(t *testing.T) {
	all := masters(t)[6:7]
	in := func(name string, predictions ...int) HandIn {
		r := lesson.NewGame(all[0]).Record()
		r.Tasks[2].Predictions = predictions
		out := &lesson.Records{}
		out.Put(r)
		var b bytes.Buffer
		if err := out.Write(&b); err != nil {
			t.Fatal(err)
		}
		return handIn(name, "record.json", b.String())
	}
	d := grades(Options{Lessons: all}, in("none", 0, 0), in("second", 0, 3), in("both", 2, 1),
		in("first", 2))
	if len(d.Statistics) != 1 || d.Statistics[0].Task != 3 || d.Statistics[0].Handed != 0 {
		t.Fatalf("the statistics are %+v, want those of task 3 only", d.Statistics)
	}
	var got [][]int
	for _, q := range d.Statistics[0].Questions {
		var counts []int
		for _, c := range q.Choices {
			counts = append(counts, c.Students)
		}
		got = append(got, counts)
	}
	if diff := cmp.Diff([][]int{{0, 2}, {1, 0, 1}}, got); diff != "" {
		t.Errorf("choices (-want +got):\n%s", diff)
	}
}

// TestRoster: the document has the names of students, marks those who are not in the roster, and
// lists those who handed in nothing.
func TestRoster(t *testing.T) {
	r, err := ReadRoster(strings.NewReader("\ufeffid, email,Name\n" +
		"ada,ada@example.org,Ada L.\nada2,,Ada M.\nben,,\n\nzoe,z@example.org,\"=Zoe, A.\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := grades(Options{Lessons: masters(t)[:1], Roster: r},
		handIn("ada_123_assign", "1.1.txt", "A B A B"), handIn("ada2", "1.1.txt", ""),
		handIn("adam", "x", ""))
	var students []string
	for _, s := range d.Students {
		students = append(students, fmt.Sprintf("%s, %s, %t", s.Name, s.Email, s.Unknown))
	}
	wantStudents := []string{"Ada L., ada@example.org, false", "Ada M., , false", ", , true"}
	if diff := cmp.Diff(wantStudents, students); diff != "" {
		t.Errorf("names, addresses and whether unknown (-want +got):\n%s", diff)
	}
	wantMissing := []report.Missing{
		{ID: "ben"}, {ID: "zoe", Name: "=Zoe, A.", Email: "z@example.org"},
	}
	if diff := cmp.Diff(wantMissing, d.Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	var b bytes.Buffer
	if err := report.GradesCSV(&b, d); err != nil ||
		!strings.Contains(b.String(), "zoe,\"'=Zoe, A.\",z@example.org,,0,2,0") {
		t.Errorf("GradesCSV: %v, want a row of zoe:\n%s", err, b.String())
	}
	for roster, want := range map[string]string{
		"":            "a header line such as id,name,email",
		"name\nx\n":   "needs a column id",
		"id\na\na\n":  "has a twice",
		"id\n\"a\n":   "not a roster: parse error",
		"\"id\na\n":   "parse error on line 2",
		"a\"b,c\na\n": "not a roster: parse error",
	} {
		_, err := ReadRoster(strings.NewReader(roster))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ReadRoster(%q): %v, want an error with %q", roster, err, want)
		}
	}
}

// TestLikeness: two hand-ins are alike in what they have in common with nobody else, and not in
// what the task itself contains.
func TestLikeness(t *testing.T) {
	all := masters(t)
	program := func(comment, name string) string {
		return "left(b) {\n  " + comment + "\n  " + name + " := b.f;\n}\n"
	}
	var ins []HandIn
	for n := range 6 {
		ins = append(ins,
			handIn(fmt.Sprint("s", n), "12.2.il",
				program("// everybody says so", fmt.Sprint("mine", n))))
	}
	ins = append(ins, handIn("eve", "12.2.il", program("// I  am not sure why", "frog")),
		handIn("mallory", "12.2.il", program("// I am not sure why", "frog")))
	d := grades(Options{Lessons: all}, ins...)
	if len(d.Likeness) != 1 || !slices.Equal(d.Likeness[0].Students, []string{"eve", "mallory"}) {
		t.Fatalf("likeness = %+v, want eve and mallory", d.Likeness)
	}
	evidence := strings.Join(d.Likeness[0].Evidence, "\n")
	for _, want := range []string{
		`task 2 of lesson 12: the same comment "// I am not sure why"`, "the same name frog",
		"the same wrong program",
	} {
		if !strings.Contains(evidence, want) {
			t.Errorf("the evidence lacks %q:\n%s", want, evidence)
		}
	}
}

// TestExpected: the solution and the wrong moves of a task are expected, and are formatted.
func TestExpected(t *testing.T) {
	task := masters(t)[3].Tasks[0]
	loose := func(text string) string { return strings.ReplaceAll(text, "{", "{\n\n") }
	for i := range task.Wrongs {
		if f, ok := task.Lesson().File(task.Wrongs[i].Move); ok {
			task.Wrongs[i].Move = loose(f.Text)
		}
	}
	c := &class{known: map[*lesson.Task][]string{}}
	for _, text := range append(c.expected(task), "no program") {
		if want := text != "no program"; c.expects(task, text) != want {
			t.Errorf("expects(%q) = %t, want %t", text, !want, want)
		}
		if strings.Contains(text, "{\n\n") {
			t.Errorf("a program that is not formatted is expected: %q", text)
		}
	}
}

// TestInterrupt keeps what was graded until the context ends, and counts the rest.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := Options{Lessons: masters(t)[:1], Workers: 1, Progress: func(done int) {
		if done == 2 {
			cancel()
		}
	}}
	d := Class(ctx, o, 5,
		func(i int) HandIn { return handIn(fmt.Sprint("s", i), "1.1.txt", "A B A B") })
	if len(d.Students) != 2 || d.NotReached != 3 || d.Complete() || d.Students[0].Points != 1 {
		t.Errorf("%d students, %d not reached, complete %t; want 2 students with 1 point, 3, false",
			len(d.Students), d.NotReached, d.Complete())
	}
}

// TestRosters reads tables from spreadsheets and learning platforms.
func TestRosters(t *testing.T) {
	utf16 := func(s string) string {
		var b strings.Builder
		b.WriteString("\xff\xfe")
		for _, c := range []byte(s) {
			b.Write([]byte{c, 0})
		}
		return b.String()
	}
	for _, c := range []struct {
		roster   string
		who      Who
		id, name string
	}{
		{"id;name\nada;\"Lovelace; Ada\"\n", Who{Name: "ada_1"}, "ada", "Lovelace; Ada"},
		{"sep=;\nid;name\nada;Ada\n", Who{Name: "ada"}, "ada", "Ada"},
		{utf16("id\tname\r\nada\tAda\r\n"), Who{Name: "ada"}, "ada", "Ada"},
		{"Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n" +
			"\"Lovelace, Ada\",12345,S1,al1,A\n",
			Who{"lovelaceada", "12345"}, "12345", "Lovelace, Ada"},
		{"Identifier,Full name,Email address\nParticipant 12345,Ada Lovelace,a@x\n",
			Who{"Ada Lovelace", "12345"}, "Participant 12345", "Ada Lovelace"},
		{"First name,Surname,ID number\nAda,Lovelace,S1\n", Who{"Ada Lovelace", "99"}, "S1",
			"Ada Lovelace"},
		{"Last Name,First Name,Username,Student ID\nLovelace,Ada,ada,4711\n", Who{Name: "ada"},
			"4711", "Ada Lovelace"},
		{"id,name\nada,Ada\nada2,Other\n", Who{Name: "ada2_x"}, "ada2", "Other"},
		// two people of the same name
		{"id,name\n1,Ada Lovelace\n2,Ada Lovelace\n", Who{"Ada Lovelace", "99"}, "", ""},
		{"id,name\nada,Ada\n", Who{Name: "adam"}, "", ""},
		// the name of a file on macOS, where letters and their marks are separate characters
		{"id,name\n1,Zo\u00eb M\u00fcller\n", Who{Name: "Zoe\u0308 Mu\u0308ller"}, "1",
			"Zo\u00eb M\u00fcller"},
	} {
		r, err := ReadRoster(strings.NewReader(c.roster))
		if err != nil {
			t.Errorf("ReadRoster(%q): %v", c.roster, err)
			continue
		}
		var got person
		if p := r.find(c.who); p != nil {
			got = *p
		}
		if got.id != c.id || got.name != c.name {
			t.Errorf("%q: find(%v) = %q, %q; want %q, %q", c.roster, c.who, got.id, got.name, c.id,
				c.name)
		}
	}
	const heads = `it has "Matrikel", "Name"`
	if _, err := ReadRoster(strings.NewReader("Matrikel;Name\n1;Ada\n")); err == nil ||
		!strings.Contains(err.Error(), heads) {
		t.Errorf("a roster without ids: %v, want an error with %q", err, heads)
	}
}

// TestLikenessRanks lists the copy of a program first, and three copies as one group. It lists
// neither the solution that everybody finds nor a mistake that the lesson expects.
func TestLikenessRanks(t *testing.T) {
	all := masters(t)
	task := all[3].Tasks[0]
	var ins []HandIn
	for n := range 60 {
		ins = append(ins,
			handIn(fmt.Sprintf("s%02d", n), "4.1.il",
				task.Key().Program+strings.Repeat("// x", n)+"\n"))
	}
	const copied = "insert(l) {\n" +
		"  frog := new();\n" +
		"  toad := l.head; // my own idea\n" +
		"  frog.next := toad;\n" +
		"  l.head := frog;\n" +
		"}\n"
	for _, n := range []int{7, 31, 50} {
		ins[n].Files[0].Text = []byte(copied)
	}
	for _, n := range []int{3, 4} {
		ins[n].Files[0].Text = []byte(strings.Replace(task.Key().Program, "n := new();",
			"n := new(); // new one", 1))
	}
	wrong, ok := all[3].File(task.Wrongs[0].Move)
	if !ok {
		t.Fatalf("the lesson has no file %s", task.Wrongs[0].Move)
	}
	for _, n := range []int{11, 12} {
		ins[n].Files[0].Text = []byte(wrong.Text)
	}
	d := grades(Options{Lessons: all}, ins...)
	var got []string
	for _, x := range d.Likeness {
		got = append(got, strings.Join(x.Students, " "))
	}
	if len(got) != 2 || got[0] != "s07 s31 s50" || got[1] != "s03 s04" {
		t.Errorf("the groups are %q, want s07 s31 s50 before s03 s04", got)
	}
}
