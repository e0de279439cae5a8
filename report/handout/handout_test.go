package handout_test

import (
	"errors"
	"strings"
	"testing"

	"wobbly/report"
	"wobbly/report/handout"
)

// written returns the page that Write writes for a lesson.
func written(t *testing.T, l *report.Lesson) string {
	t.Helper()
	var b strings.Builder
	if err := handout.Write(&b, l); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// question is a question whose second choice is right.
var question = report.LessonQuestion{
	Text: "Is there a race?", Choices: []string{"no", "yes"}, Right: 2, Because: "Both access b.f.",
}

// task returns a program task of three lines.
func task() report.LessonTask {
	return report.LessonTask{
		Number: 1, Title: "Repair it", Program: "m.il", Units: [2]string{"m", "m"},
		Listing: "m(b) {\n  x := b.f;\n}\n", Goals: []string{"no race", "keep statements"},
		Hints: []string{"Look at line 2."}, Solution: "synchronized { ... }",
		Questions: []report.LessonQuestion{{Text: question.Text, Choices: question.Choices}},
	}
}

// lesson returns a lesson of some tasks.
func lesson(tasks ...report.LessonTask) *report.Lesson {
	return &report.Lesson{
		Number: 4, Title: "The lock", Idea: "One at a time.", Minutes: 20, Of: 2, Tasks: tasks,
	}
}

// contains checks that a page has some texts, in this order, and others not at all.
func contains(t *testing.T, page string, want []string, not ...string) {
	t.Helper()
	rest := page
	for _, text := range want {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Errorf("%q is missing, or in another place:\n%s", text, page)
			return
		}
		rest = after
	}
	for _, text := range not {
		if strings.Contains(page, text) {
			t.Errorf("%q is on the page:\n%s", text, page)
		}
	}
}

// TestStudentsPage checks that the page has the questions and room for answers, and gives no answer
// away.
func TestStudentsPage(t *testing.T) {
	contains(t, written(t, lesson(task())), []string{
		"<title>Lesson 4: The lock</title>",
		// No line to write on is alone on a page.
		".room:nth-last-child(-n+3) { break-before: avoid; }",
		"section.task + section.task { break-inside: avoid; }",
		"<h1>Lesson 4: The lock</h1>",
		"<p>One at a time. About 20 minutes.</p>",
		"Name: <span",
		"<h2>Task 1 of 2: Repair it</h2>",
		"<p class=\"before\">m.il: A runs m, B runs m</p>",
		"<pre>  1  m(b) {\n  2    x := b.f;\n  3  }\n</pre>",
		"<dt>Goal</dt><dd>no race</dd><dt>Goal</dt><dd>keep statements</dd>",
		"<p>Question 1. Is there a race?</p>",
		"<li>a) no</li><li>b) yes</li>",
		"<p>Your solution:</p>",
	}, "class=\"right\"", "Hint", "Solution", "Look at line 2", "<img", "At the end")
}

// TestTeachersPage checks that the page marks the right answers, and has the hints and the
// solution.
func TestTeachersPage(t *testing.T) {
	x := task()
	x.Questions = []report.LessonQuestion{question}
	l := lesson(x)
	l.WithAnswers = true
	contains(t, written(t, l), []string{
		"<li>a) no</li><li class=\"right\">b) yes</li>",
		"<p>Both access b.f.</p>",
		"<p>Hint 1. Look at line 2.</p>",
		"<p class=\"key before\">Solution</p><pre>synchronized { ... }</pre>",
	}, "Name:", "Your solution", "class=\"room\"")
}

// TestRoom checks that there are three lines for a schedule or an initial state, and four more than
// the program has if it is to be changed. A sheet is filled in where it is printed.
func TestRoom(t *testing.T) {
	program, play, sheet := task(), task(), task()
	play.Start = "A.b = o1"
	sheet.Results, sheet.Such = "unit m\nW: ?\n", "Commas separate elements."
	for _, tt := range []struct {
		task  report.LessonTask
		lines int
	}{{program, 3 + 4}, {play, 3}, {sheet, 0}} {
		page := written(t, lesson(tt.task))
		if got := strings.Count(page, `<div class="room">`); got != tt.lines {
			t.Errorf("%d lines to write on, want %d:\n%s", got, tt.lines, page)
		}
	}
	contains(t, written(t, lesson(sheet)), []string{
		"<p class=\"before\">m.il</p>",
		"<p class=\"before\">Fill in. Commas separate elements.</p><pre class=\"sheet\">unit " +
			"m\nW: ?\n</pre>",
	}, "A runs")
	contains(t, written(t, lesson(play)), []string{"<dt>Start</dt><dd>A.b = o1</dd>"})
}

// TestProse checks that lines that begin with a space are kept, in every text of a lesson.
func TestProse(t *testing.T) {
	const text = "One.\n\n  kept  as\n   it is\nTwo.\n"
	const want = "<p>One.</p>\n<pre>  kept  as\n   it is</pre>\n<p>Two.</p>"
	x := task()
	x.Text = text
	l := lesson(x)
	l.Text, l.Win, l.Extension = text, text, text
	l.Misconception, l.Closing = "Locks are slow.", true
	contains(t, written(t, l), []string{
		want, "<h2>Task", want, "<h2>At the end</h2>", want,
		"<p>Not so: Locks are slow.</p>", want,
	})
}

// TestHostile checks that the texts of a lesson cannot add HTML to the page.
func TestHostile(t *testing.T) {
	x := task()
	x.Title, x.Picture = "<script>", `<svg onload="x"/>`
	x.Listing = "m(b) {\n  x := b.f; </pre><b>\x1b\u202e\n}\n"
	x.Goals = []string{"a < b & c"}
	page := written(t, lesson(x))
	contains(t, page, []string{
		"Task 1 of 2: &lt;script&gt;", "&lt;/pre&gt;&lt;b&gt;",
		"src=\"data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9IngiLz4=\"", "<dd>a &lt; b &amp; c</dd>",
	}, "<script>", "<b>", "onload", "\x1b", "\u202e")
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriteFails(t *testing.T) {
	if err := handout.Write(full{}, lesson(task())); err == nil {
		t.Error("Write returns no error for a page that cannot be written")
	}
}
