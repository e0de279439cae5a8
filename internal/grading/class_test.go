package grading

import (
	"bytes"
	"context"
	"fmt"
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

func grades(o Options, ins ...HandIn) *report.Grades {
	return Class(context.Background(), o, len(ins), func(i int) HandIn { return ins[i] })
}

func handIn(name, file, text string) HandIn {
	return HandIn{
		Who{Name: name}, []File{{Path: name + "/" + file, Name: file, Text: []byte(text)}},
	}
}

// explosions are programs that a search does not come to the end of, or that are large.
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
		"deep":     "get(b) { " + deep.String() + " }\nset(b) { " + deep.String() + " }\n",
		"wide":     "get(b) { " + wide.String() + " }\nset(b) { " + wide.String() + " }\n",
		"many":     many.String(),
		"heap":     "get(b) { while * { n := new(); n.f := b; b := n; x := b.f; } }\nset(b) { while * { n := new(); n.f := b; b := n; b.f := b; } }\n",
		"nested":   strings.Repeat("{", 4000),
		"long":     "get(b) { " + strings.Repeat("x := b.f; ", 100_000) + "}\n",
		"name":     "get(" + strings.Repeat("b", 1<<18) + ") {\n}\n",
		"escapes":  "get(b) { \x1b[2J\u202e }",
		"not text": "\xff\xfe\x00",
		"empty":    "",
	}
}

// hostile are hand-ins that want to harm, each of another kind.
func hostile(t testing.TB, all []*lesson.Lesson) []HandIn {
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
	bad := hostile(t, all)
	ins := append(bad[:len(bad):len(bad)],
		handIn("good", "record.json", string(lessontest.Record(t, all, 0))))
	d := grades(Options{Lessons: all, Workers: 2}, ins...)
	if len(d.Students) != len(ins) || len(bad) != 50 {
		t.Fatalf("%d students, %d hostile", len(d.Students), len(bad))
	}
	for i := range d.Students {
		s := &d.Students[i]
		if s.Student == "good" {
			if s.Points != 49 || s.Done != 49 || len(s.Faults) > 0 || s.Signed != "Student 0" {
				t.Errorf("the good one has %d points, %q, %q", s.Points, s.Faults, s.Signed)
			}
			continue
		}
		if s.Points != 0 {
			t.Errorf("%q has %d points", s.Student, s.Points)
		}
		for _, f := range s.Faults {
			if len(f) > 2*maxFault || strings.ContainsAny(f, "\x1b\n\u202e") {
				t.Errorf("%q: the fault %q is too long or has control characters", s.Student, f)
			}
		}
	}
	var text, table, host bytes.Buffer
	for _, err := range []error{
		report.Text(&text, report.Style{}, d), report.GradesCSV(&table, d),
		report.GradescopeJSON(&host, d),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	if strings.ContainsAny(text.String()+table.String(), "\x1b\u202e") {
		t.Error("an escape is printed")
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
		var b bytes.Buffer
		if err := report.JSON(&b, grades(Options{Lessons: all, Workers: workers, QuestionPoints: 2}, ins...)); err != nil {
			t.Fatal(err)
		}
		texts[i] = b.String()
	}
	if texts[0] != texts[1] {
		t.Error("one worker and seven differ")
	}
}

// TestPoints: points are given for tasks, and for questions if the lesson has the right answers.
func TestPoints(t *testing.T) {
	all := masters(t)[:1]
	good, other := handIn("good", "r.json", string(lessontest.Record(t, all, 0))), handIn("other",
		"r.json", string(lessontest.Record(t, all, 1)))
	d := grades(Options{Lessons: all, QuestionPoints: 10}, good, other)
	if d.MaxPoints != 32 || d.Students[0].Points != 32 || d.Students[1].Points != 2 {
		t.Errorf("%d at most; %d and %d", d.MaxPoints, d.Students[0].Points, d.Students[1].Points)
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
	if d := grades(Options{Lessons: []*lesson.Lesson{l}, QuestionPoints: 10}, handIn("x", "1.1.txt", "A B A B")); d.MaxPoints != 6 || d.Students[0].Points != 5 || d.Key {
		t.Errorf("an exam edition: %d at most, %d", d.MaxPoints, d.Students[0].Points)
	}
}

func source(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../lesson/course/" + name + lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// edited returns a master with an edit.
func edited(t testing.TB, name, old, new string) *lesson.Lesson {
	t.Helper()
	text := source(t, name)
	l, errs := lesson.Parse(name, strings.Replace(text, old, new, 1))
	if len(errs) > 0 || !strings.Contains(text, old) {
		t.Fatal(old, errs)
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
		"task: play\ntitle: One step\ntext:\n  Step.\nprogram: swap.il\npair: left,right\ngoal: steps == 1\n"+
			"hint: A.\nhint: A.\nhint: A.\nsolution: A\nwrong: A2\nwhen: steps == 2\nsays: No.\n\ntask: play\n")
	record := func(l *lesson.Lesson) HandIn {
		return handIn("s", "record.json", string(lessontest.Record(t, []*lesson.Lesson{l}, 0)))
	}
	const changed = "record.json: lesson 01-scheduler: task 1 has changed since the record was started; the work on it is not graded (--master accepts older editions too)"
	for _, c := range []struct {
		what   string
		older  []*lesson.Lesson
		in     HandIn
		points int // of 2 tasks, and 3 questions
		faults string
	}{
		{"prose was edited", nil, record(prose), 5, ""},
		{"a goal was edited", nil, record(older), 3, changed},
		{"the older edition is there", []*lesson.Lesson{prose, older}, record(older), 5, ""},
		{"a task was taken out", []*lesson.Lesson{longer}, record(longer), 5,
			"record.json: lesson 01-scheduler: task 1 of the older edition is not graded"},
		{"a file of the older edition", nil, handIn("s", "1.1.txt", "A2 B2"), 0, ""},
		{"a file, and the older edition is there", []*lesson.Lesson{older},
			handIn("s", "1.1.txt", "A2 B2"), 1, ""},
		{"a file that is none", []*lesson.Lesson{older}, handIn("s", "1.1.txt", "A9"), 0, ""},
		{"a file that is not in form", []*lesson.Lesson{older}, handIn("s", "1.1.txt", "?"), 0, ""},
	} {
		d := grades(Options{Lessons: now, Older: c.older, QuestionPoints: 1}, c.in).Students[0]
		if faults := strings.Join(d.Faults, "\n"); d.Points != c.points || faults != c.faults {
			t.Errorf("%s: %d points, want %d; %s", c.what, d.Points, c.points, faults)
		}
	}
}

// TestRecordsOfEditions: if there are several records of a lesson, each is graded. Work that was
// repeated after a change is not reported as changed.
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
			t.Errorf("%d records: %+v", n, d)
		}
	}
}

// TestStatistics: what was wrong, and how questions were answered, are counted.
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
		t.Fatalf("%d tasks", len(d.Statistics))
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

// TestRoster: names, students who are not in the roster, and those who handed in nothing are
// listed.
func TestRoster(t *testing.T) {
	r, err := ReadRoster(strings.NewReader("\ufeffid, email,Name\nada,ada@example.org,Ada L.\nada2,,Ada M.\nben,,\n\nzoe,z@example.org,\"=Zoe, A.\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := grades(Options{Lessons: masters(t)[:1], Roster: r},
		handIn("ada_123_assign", "1.1.txt", "A B A B"), handIn("ada2", "1.1.txt", ""),
		handIn("adam", "x", ""))
	names := []string{d.Students[0].Name, d.Students[1].Name, d.Students[2].Name}
	if diff := cmp.Diff([]string{"Ada L.", "Ada M.", ""}, names); diff != "" ||
		!d.Students[2].Unknown || d.Students[0].Unknown ||
		d.Students[0].Email != "ada@example.org" {
		t.Errorf("names (-want +got):\n%s\nstudents: %+v", diff, d.Students)
	}
	if diff := cmp.Diff([]report.Missing{{ID: "ben"}, {ID: "zoe", Name: "=Zoe, A.", Email: "z@example.org"}}, d.Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	var b bytes.Buffer
	if err := report.GradesCSV(&b, d); err != nil ||
		!strings.Contains(b.String(), "zoe,\"'=Zoe, A.\",z@example.org,,0,2,0") {
		t.Errorf("GradesCSV: %v, want a row of zoe:\n%s", err, b.String())
	}
	for _, bad := range []string{"", "name\nx\n", "id\na\na\n", "id\n\"a\n"} {
		if _, err := ReadRoster(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is a roster", bad)
		}
	}
}

// TestLikeness: likeness counts what two hand-ins have in common with nobody else, and not what the
// task itself contains.
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
			t.Errorf("not there: %s in\n%s", want, evidence)
		}
	}
}

// TestExpected: the solution and the wrong moves of a task are expected in their usual form.
func TestExpected(t *testing.T) {
	task := masters(t)[3].Tasks[0]
	loose := func(text string) string { return strings.ReplaceAll(text, "{", "{\n\n") }
	for i := range task.Wrongs {
		if f, ok := task.Lesson().File(task.Wrongs[i].Move); ok {
			task.Wrongs[i].Move = loose(f.Text)
		}
	}
	c := &class{own: map[*lesson.Task][]string{}}
	for _, text := range append(c.expected(task), "no program") {
		if want := text != "no program"; c.expects(task, text) != want {
			t.Errorf("expects %q: %t", text, !want)
		}
		if strings.Contains(text, "{\n\n") {
			t.Errorf("a program that is not in its usual form is expected: %q", text)
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
		t.Errorf("%d students, %d not reached", len(d.Students), d.NotReached)
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
		{"Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n\"Lovelace, Ada\",12345,S1,al1,A\n", Who{"lovelaceada", "12345"}, "12345", "Lovelace, Ada"},
		{"Identifier,Full name,Email address\nParticipant 12345,Ada Lovelace,a@x\n",
			Who{"Ada Lovelace", "12345"}, "Participant 12345", "Ada Lovelace"},
		{"First name,Surname,ID number\nAda,Lovelace,S1\n", Who{"Ada Lovelace", "99"}, "S1",
			"Ada Lovelace"},
		{"Last Name,First Name,Username,Student ID\nLovelace,Ada,ada,4711\n", Who{Name: "ada"},
			"4711", "Ada Lovelace"},
		{"id,name\nada,Ada\nada2,Other\n", Who{Name: "ada2_x"}, "ada2", "Other"},
		// which of them?
		{"id,name\n1,Ada Lovelace\n2,Ada Lovelace\n", Who{"Ada Lovelace", "99"}, "", ""},
		{"id,name\nada,Ada\n", Who{Name: "adam"}, "", ""},
		// macOS writes letters and their marks apart
		{"id,name\n1,Zo\u00eb M\u00fcller\n", Who{Name: "Zoe\u0308 Mu\u0308ller"}, "1",
			"Zo\u00eb M\u00fcller"},
	} {
		r, err := ReadRoster(strings.NewReader(c.roster))
		if err != nil {
			t.Errorf("%q: %v", c.roster, err)
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
	if _, err := ReadRoster(strings.NewReader("Matrikel;Name\n1;Ada\n")); err == nil ||
		!strings.Contains(err.Error(), `it has "Matrikel", "Name"`) {
		t.Error(err)
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
	wrong, _ := all[3].File(task.Wrongs[0].Move)
	for _, n := range []int{11, 12} {
		ins[n].Files[0].Text = []byte(wrong.Text)
	}
	d := grades(Options{Lessons: all}, ins...)
	var got []string
	for _, x := range d.Likeness {
		got = append(got, strings.Join(x.Students, " "))
	}
	if len(got) != 2 || got[0] != "s07 s31 s50" || got[1] != "s03 s04" {
		t.Errorf("the ranks are %q, want s07 s31 s50 before s03 s04", got)
	}
}
