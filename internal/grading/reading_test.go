package grading

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/lesson"
	"wobbly/report"
)

// TestRead reads right solutions in the forms in which students write them. A text that remains
// ambiguous is not a solution.
func TestRead(t *testing.T) {
	all := masters(t)
	sheet := all[10].Tasks[1].Key().Results
	for i, c := range []struct {
		lesson, task int
		text         string
		want         string // met, not met, illegal, or the beginning of an error
	}{
		{1, 1, "A B A B", "met"},
		{1, 1, "A → B → A → B", "met"},
		{1, 1, "A » B » A » B", "met"},
		{1, 1, "»A B A B«", "met"},
		{1, 1, "A->B=>A --> B", "met"},
		{1, 1, "A à B \uf0e0 A –> B", "met"},
		{1, 1, "A; B; A, then B.", "met"},
		{1, 1, "A-B-A-B", "met"},
		{1, 1, "A + B + A + B", "met"},
		{1, 1, "A|B|A|B", "met"},
		{1, 1, "[A, B, A, B]", "met"},
		{1, 1, "Thread A, thread B, thread A, thread B", "met"},
		{1, 1, "Name: Bab\nSolution: A B A B", "met"},
		{1, 1, "**Answer:** `A B A B`", "met"},
		{1, 1, "1. A\n2. B\n3. A\n4. B", "met"},
		{1, 1, "1 A\n2 B\n3 A\n4 B", "met"},
		{1, 1, "Step 1: A\nStep 2: B\nStep 3: A\nStep 4: B", "met"},
		{1, 1, "I think this works:\n~~~\nA B A B\n~~~\nIt does.", "met"},
		{1, 1, "> A B A B\n> Ada Lovelace", "met"},
		{2, 1, "A(2) B(4) A(2)", "met"},
		{2, 1, "A×2, B×4, A×2", "met"},
		{2, 1, "2A 4B 2A", "met"},
		{2, 1, "2xA, 4xB, 2xA", "met"},
		{2, 1, "A2 B4 A2 // Ada's insertion gets lost", "met"},
		{2, 1, "A2 (loads) B4 (to its end) A2 (stores)  # done", "met"},
		{2, 1, "A:2 B:4 A:2", "met"},
		{1, 2, "- A2 B2\n- B2 A2\n- A B A B", "met"},
		{1, 2, "Schedule 1: A2 B2\nSchedule 2: B2 A2\nSchedule 3: A B A B", "met"},
		{1, 1, "A-B", "not met"},
		{1, 1, "A B C A", `schedule "A B C A": column 5`},
		{1, 1, "A B A B\nA B C", `schedule "A B C": column 5`},
		{1, 1, "2 A, 3 B", `schedule "2 A, 3 B": column 1`},
		{1, 1, "2 A\n4 B", `schedule "2 A": column 1`},
		{1, 1, "First A, and then B", `schedule "First A`},
		{1, 1, "A race happens.", `schedule "A race`},
		{1, 1, "Name: Ada", `schedule "Name: Ada"`},
		{1, 1, strings.Repeat("A → ", maxReading), `schedule "A →`},
		{7, 1, "A.b → o1\nB.b → o1", "met"},
		{7, 1, "• A.b := o1 and B.b := o1.", "met"},
		{7, 1, "Initial state: {A.b = o1; B.b = o1}\nThey share it.", "met"},
		{7, 1, "A.b: o1\nB.b: o1", "met"},
		{7, 1, "both are the same", "initial state: "},
		{13, 1, "Initial state: A.b = o1, B.c = o1, o1.f = o2\nSchedule: A → B", "met"},
		{13, 1, "1. A.b=o1,B.c=o1\n2. o1.f=o2\n3. A\n4. B", "met"},
		{4, 1, "Name: Ada\n\n```il\ninsert(l) {\n  n := new();\n  synchronized {\n" +
			"    t := l.head;\n    n.next := t;\n    l.head := n;\n  }\n}\n```\n\n" +
			"I used a lock.", "met"},
		{4, 1, "1: insert(l) {\n2:  n := new();\n3:  synchronized {\n4:   t := l.head;\n" +
			"5:   n.next := t;\n6:   l.head := n;\n7:  }\n8: }\n", "met"},
		{4, 1, "   1 | insert(l) {\n   2 |   n := new();\n   3 |   synchronized {\n" +
			"   4 |     t := l.head;\n   5 |     n.next := t;\n   6 |     l.head := n;\n" +
			"   7 |   }\n   8 | }\n", "met"},
		{4, 1, "1 insert(l) {\n3  n := new();\n9 }\n", "illegal"},
		{4, 1, "```\ninsert(l) {\n}\n```\nor\n```\ninsert(l) {\n}\n```\n", "illegal"},
		{4, 1, "I would use synchronized.", "illegal"},
		{11, 2, "Name: Ada\n" + sheet + "That is all.\n", "met"},
		{11, 2, pairWord.ReplaceAllString(strings.ReplaceAll(sheet, "reports", "* Reports"),
			"($1, $2)"), "met"},
		{11, 2, strings.NewReplacer(" / ", " and ", "-", "none").Replace(sheet), "met"},
		{11, 2, "reports: 3:5", "line 1: reports lists pairs"},
	} {
		t.Run(fmt.Sprintf("%d: task %d.%d", i, c.lesson, c.task), func(t *testing.T) {
			task := all[c.lesson-1].Tasks[c.task-1]
			if got := outcome(t, task, c.text); c.want == "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("the text %.200q: %s, want %s", c.text, got, c.want)
			}
		})
	}
}

// outcome reads a text and checks what it may mean. It returns met, illegal, not met, or the error
// of Read.
func outcome(t *testing.T, task *lesson.Task, text string) string {
	t.Helper()
	attempts, err := Read(task, text)
	if err != nil {
		return err.Error()
	}
	_, v := Best(attempts,
		func(a lesson.Attempt) lesson.Verdict { return task.Check(t.Context(), a) })
	switch {
	case v.Met():
		return "met"
	case v.Illegal() != "":
		return "illegal"
	default:
		return "not met"
	}
}

// TestSheets reads answer sheets in which old is replaced by new, which students write too.
func TestSheets(t *testing.T) {
	task := masters(t)[10].Tasks[0]
	sheet := task.Key().Results
	for _, c := range []struct{ old, new string }{
		{"method meps", "Method: meps(b)"}, {"method meps", "### meps:"},
		{"W: ", "W = "}, {": -", " = ∅"}, {": -", ": none"}, {"A: ", "a: "},
		{"method ", "unit "}, {"method meps\n", "Ada Lovelace\nmethod meps\n"},
	} {
		text := strings.ReplaceAll(sheet, c.old, c.new)
		if got := outcome(t, task, text); got != "met" {
			t.Errorf("%q for %q: %s, want met:\n%s", c.new, c.old, got, text)
		}
	}
}

// TestHTML reads web pages as text.
func TestHTML(t *testing.T) {
	for _, c := range []struct {
		name, page, want string // want is empty if the file is not a page
	}{
		{"onlinetext.html", "<p>A&nbsp;B<br />A &gt; B</p><p>C</p>", "A\u00a0B\nA > B\nC\n"},
		{"x.HTM", "A <b>B</b>", "A B"},
		{"text", "<!DOCTYPE html><head><title>x</title></head><body>A</body>", "A"},
		{".html", "<!-- <p> --><script>alert(1)</script ><style>p {}</style>A", "A"},
		{"x.html", "<li>A</li><li>B", "\nA\n\nB"},
		{"x.html", "1 < 2 & &lt;b&gt; &#66; &bogus; &#x0;", "1 < 2 & <b> B &bogus; \ufffd"},
		{"x.html", "A <b", "A <b"},
		{"x.html", strings.Repeat("<", 1<<16), strings.Repeat("<", 1<<16)},
		{"1.1.txt", "A < B", ""},
		{"1.1.txt", "insert(l) {}", ""},
	} {
		got := ""
		if isHTML(c.name, c.page) {
			got = htmlText(c.page)
		}
		if got != c.want {
			t.Errorf("htmlText of %s, %.100q: %.100q, want %.100q", c.name, c.page, got, c.want)
		}
	}
}

// TestReceipt finds what a student has typed into Blackboard's form.
func TestReceipt(t *testing.T) {
	const name = "Name: Ada (ada)\r\n\r\nSubmission Field:\r\n"
	const end = "\r\n\r\nComments:\r\nNone.\r\n"
	for receipt, want := range map[string]string{
		name + "<p>A B</p>" + end: "<p>A B</p>",
		name + "There is no student submission text data for this assignment." + end: "",
		name + end: "", "Name: Ada": "", "": "",
	} {
		if got := string(Receipt([]byte(receipt))); got != want {
			t.Errorf("Receipt(%q) = %q, want %q", receipt, got, want)
		}
	}
}

// TestSections grades a text with several tasks, if its name has none.
func TestSections(t *testing.T) {
	for _, c := range []struct {
		name, text string
		points     int
		fault      string // the beginning of the only fault, or empty
	}{
		{"hw.txt", "Ada\nTask 1.1:\nA B A B\n\n2.1) A2 B4 A2\n", 2, ""},
		{"hw.md", "## 1.1\nA B A B\n## Lesson 2, task 1\nA2 B4 A2\n", 2, ""},
		{"onlinetext.html", "<p>1.1: A&nbsp;B A B</p><p>Aufgabe 2.1</p><p>A2 B4 A2</p>", 2, ""},
		{"onlinetext.html", "<p>Task 1.1:</p><p>A » B » A » B</p><p>Task 1.9</p><p>A B</p>", 1,
			"onlinetext.html: there is no lesson 1 with a task 9"},
		{"onlinetext.html", "<p>&nbsp;</p>\n", 0, ""},
		{"onlinetext.html", "<p>A B A B</p>", 0, "onlinetext.html: names no lesson and task"},
		{"1.1.html", "<p>A B A B</p>", 1, ""},
		{"hw.txt", "99.1: A B A B", 0, "hw.txt: names no lesson and task"},
		{"hw.txt", "3:5 read b.f 1", 0, "hw.txt: names no lesson and task"},
		{"hw.txt", "1.1: A B A B\n1.1: hello", 1, ""},
		{"1.1.txt", "1.1: A B A B\n2.1: A2 B4 A2", 2, ""},
		{"1.1.txt", "1.1: A B A B", 1, ""},
		{"1.1.txt", "2.1: A B A B", 1, ""}, // with a single section, the name of the file counts
		{"1.1.txt", "Problem 99.1:\nProblem 99.2:\nA B A B", 1, ""},
		{"hw.txt", "", 0, "hw.txt: names no lesson and task"},
	} {
		d := grades(Options{Lessons: masters(t)}, handIn("ada", c.name, c.text))
		s := d.Students[0]
		faults := strings.Join(s.Faults, "\n")
		if s.Points != c.points || !strings.HasPrefix(faults, c.fault) ||
			(c.fault == "") != (faults == "") {
			t.Errorf("%s, %q: %d points, faults %q; want %d, %q", c.name, c.text, s.Points, faults,
				c.points, c.fault)
		}
	}
}

// TestMalformed: a malformed file and an illegal program count as graded and wrong, and are listed.
func TestMalformed(t *testing.T) {
	d := grades(Options{Lessons: masters(t)}, handIn("ada", "1.1.txt", "hello"),
		handIn("ben", "4.1.il", "insert(l) { n = new() }"),
		handIn("zoe", "4.1.il", "insert(l) { n := new(); }"))
	if d.FilesLost != 0 || !d.Complete() || len(d.Losses) != 1 || !d.Losses[0].Graded ||
		strings.Join(d.Losses[0].Names, " ") != "ada/1.1.txt ben/4.1.il" {
		t.Errorf("%d are not graded, complete is %v, losses are %+v; want 0, true and one loss "+
			"that is graded, of ada/1.1.txt and ben/4.1.il", d.FilesLost, d.Complete(), d.Losses)
	}
	var b strings.Builder
	if err := report.Text(&b, report.Style{}, d); err != nil {
		t.Fatal(err)
	}
	const want = "3 students, 3 files: 3 graded, 0 not.\n" +
		"Of the graded files, 2 are malformed, and so wrong: ada/1.1.txt, ben/4.1.il\n"
	if !strings.HasPrefix(b.String(), want) {
		t.Errorf("the text is\n%s\nwant\n%s", b.String(), want)
	}
}

// TestNames: a report lists the names of twelve files for a reason, and counts further ones.
func TestNames(t *testing.T) {
	for n, want := range map[int]string{
		1:  "1 file     no lesson and task in the name: s00/x.txt",
		12: "s10/x.txt, s11/x.txt",
		13: "s11/x.txt, and 1 more (--format json lists all)",
	} {
		var ins []HandIn
		for i := range n {
			ins = append(ins, handIn(fmt.Sprintf("s%02d", i), "x.txt", "x"))
		}
		var b strings.Builder
		err := report.Text(&b, report.Style{}, grades(Options{Lessons: masters(t)[:1]}, ins...))
		head, _, _ := strings.Cut(b.String(), "\n\n")
		if words := strings.Join(strings.Fields(head), " "); err != nil ||
			!strings.HasSuffix(words, strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%d files: error %v, the text begins\n%s\nwant it to end with %q", n, err,
				head, want)
		}
	}
}
