package lesson_test

import (
	"context"
	"strings"
	"testing"

	"wobbly/lesson"
)

// An edit replaces the first occurrence of old in the template by new.
type edit struct{ old, new string }

// edited returns the template with edits, each of which must change something.
func edited(t *testing.T, edits ...edit) string {
	t.Helper()
	text := lesson.Template
	for _, e := range edits {
		if !strings.Contains(text, e.old) {
			t.Fatalf("the template does not contain %q", e.old)
		}
		text = strings.Replace(text, e.old, e.new, 1)
	}
	return text
}

// Beginnings of tasks for replaced.
const (
	programTask = "task: program\n" +
		"title: T\n" +
		"program: first.il\n" +
		"pair: left,right\n" +
		"text: T.\n" +
		"hint: 1\n" +
		"hint: 2\n" +
		"hint: 3\n"
	sheetTask = "task: analysis\ntitle: T\nprogram: first.il\ntext: T.\nhint: 1\nhint: 2\nhint: 3\n"
)

// replaced returns the template with another task instead of its own.
func replaced(task string) string {
	text := lesson.Template
	from, to := strings.Index(text, "# A task."), strings.Index(text, "-- first.il --")
	return text[:from] + task + "\n" + text[to:]
}

// TestParseRefuses checks that Parse reports errors with their positions.
func TestParseRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no title": {edited(t, edit{"lesson: A title\n", ""}),
			"1:1: the lesson has no lesson:"},
		"no idea": {edited(t, edit{"idea: The one idea, in a sentence.\n", ""}),
			"1:1: the lesson has no idea:"},
		"minutes": {edited(t, edit{"minutes: 10", "minutes: ten"}),
			`10:10: minutes: "ten" is not a number of minutes`},
		"escape": {edited(t, edit{"minutes: 10", "minutes: 1\x1b[31m0"}),
			"10:11: a terminal would obey the character U+001B; leave it out"},
		"direction": {edited(t, edit{"title: What to do", "title: größe \u202edo"}),
			"24:14: a terminal would obey the character U+202E"},
		"bytes": {edited(t, edit{"title: What to do", "title: \xff"}),
			"24:8: this is not UTF-8"},
		"in a program": {lesson.Template + "// \u009b\n",
			":4: a terminal would obey the character U+009B"},
		"unknown key": {edited(t, edit{"minutes: 10", "duration: 10"}),
			"10:1: there is no key duration; the keys before the first task are lesson, course, " +
				"idea"},
		"key of a task": {edited(t, edit{"minutes: 10", "goal: 10"}),
			"10:1: goal: is not allowed before the first task"},
		"key of a lesson": {edited(t,
			edit{"title: What to do", "minutes: 3\ntitle: What to do"}),
			"24:1: minutes: is not allowed in a task"},
		"no key": {edited(t, edit{"minutes: 10", "ten minutes"}),
			"10:1: a line without a key"},
		"capitals": {edited(t, edit{"minutes: 10", "Minutes: 10"}),
			"10:1: a line without a key"},
		"stray indentation": {edited(t, edit{"question: Can", "  astray\nquestion: Can"}),
			"35:1: an indented line that continues nothing"},
		"empty": {edited(t, edit{"minutes: 10", "minutes:"}),
			"10:1: minutes: is empty"},
		"twice": {edited(t, edit{"minutes: 10", "minutes: 10\nminutes: 10"}),
			"11:10: a second minutes:"},
		"kind": {edited(t, edit{"task: play", "task: ploy"}),
			`23:7: there is no kind of task "ploy"; the kinds are play, heap`},
		"no tasks": {replaced(""), "1:1: the lesson has no task"},
		"only private": {strings.ReplaceAll(strings.ReplaceAll(replaced(sheetTask+
			"fill: W\nwrong: s.txt\nwhen: left W b\nsays: No.\n"+
			"-- s.txt --\n"), "left(b)", "private left(b)"), "right(b)", "private right(b)"),
			"first.il stands for 0 programs"},
		"no program": {edited(t, edit{"program: first.il\n", ""}),
			"23:1: task 1 has no program:"},
		"no such file": {edited(t, edit{"program: first.il", "program: last.il"}),
			"25:10: the lesson has no file last.il"},
		"file twice": {lesson.Template + "-- first.il --\n",
			"78:1: a second file first.il"},
		"no pair": {edited(t, edit{"pair: left,right\n", ""}),
			"23:1: task 1 has no pair:, and first.il stands for 3 programs"},
		"pair of one": {edited(t, edit{"pair: left,right", "pair: left"}),
			`26:7: "left" names no pair`},
		"pair of others": {edited(t, edit{"pair: left,right", "pair: left,wrong"}),
			"26:7: the file has no method wrong; it has left, right"},
		"illegal program": {edited(t, edit{"  x := b.f;", "  x := ;"}), "first.il: E0"},
		"its line": {edited(t, edit{"  x := b.f;", "  x := z.f;"}),
			"65:8: first.il: E0041: "},
		"no heap": {edited(t, edit{"init {\n  A.b = o1;\n  B.b = o1;\n}\n", ""}),
			"23:1: task 1 has no heap:, and first.il no init block"},
		"heap": {edited(t,
			edit{"pair: left,right", "pair: left,right\nheap: A.c=o1"}),
			"27:7: initial state: left has no parameter c"},
		"heap not whole": {edited(t,
			edit{"pair: left,right", "pair: left,right\nheap: A.b=o1"}), "27:7: "},
		"no goal": {edited(t, edit{"goal: A ended and B ended and A.x == B.y\n", ""}),
			"23:1: task 1 has no goal:"},
		"goal": {edited(t, edit{"goal: A ended and", "goal: A endet and"}),
			`45:9: goal: "endet" cannot follow A; did you mean ended?`},
		"goal, unknown name": {edited(t,
			edit{"and A.x == B.y\n\n# Three", "and A.x ==\n  B.z\n\n# Three"}),
			"46:3: goal: B has no variable z"},
		"two hints": {edited(t, edit{"hint: Let A run to its end, and then B.\n", ""}),
			"23:1: task 1 has no third hint, almost the move"},
		"no hints": {edited(t, edit{"hint: Let A run to its end, and then B.\n", ""},
			edit{"hint: Look at line 4", "# Look"}, edit{"hint: What does", "# What"}),
			"23:1: task 1 has no hints"},
		"four hints": {edited(t, edit{"hint: Let A", "hint: No.\nhint: Let A"}),
			"51:7: a task has only three hints"},
		"no solution": {edited(t, edit{"solution: A3 B3\n", ""}),
			"23:1: task 1 has no solution:"},
		"solution": {edited(t, edit{"solution: A3 B3", "solution: A3 C3"}),
			`52:11: solution: schedule "A3 C3": column 4: `},
		"no wrong": {edited(t, edit{"wrong: B3 A3\n", ""},
			edit{"when: A ended and B ended and A.x != B.y\n", ""},
			edit{"says: B has read the cell before A wrote it.\n", ""}),
			"23:1: task 1 has no wrong:"},
		"no when": {edited(t, edit{"when: A ended and B ended and A.x != B.y\n", ""}),
			"57:8: this wrong move needs both when: and says:"},
		"when": {edited(t, edit{"when: A ended", "when: A.q"}), "58:7: when: "},
		"when alone": {edited(t, edit{"wrong: B3 A3\n", ""}),
			"57:7: when: needs a wrong: above it"},
		"one choice": {edited(t, edit{"choice: no\n", ""}),
			"35:11: a question needs at least two answers"},
		"no right": {edited(t, edit{"right: b\n", ""}),
			"35:11: the question has no right: answer"},
		"two right": {edited(t, edit{"choice: no", "right: no"}),
			"39:8: a second right answer"},
		"no because": {edited(t, edit{"because: Shown when the task is done.\n", ""}),
			"35:11: the question has no because:"},
		"choice alone": {edited(t,
			edit{"question: Can both threads end with the same object?\n", ""}),
			"35:9: choice: needs a question: above it"},
		"value": {edited(t, edit{"value: possible(", "value: possibly("}),
			"40:8: value: "},
		"analysis": {edited(t,
			edit{"value: possible(A ended and B ended and A.x == B.y)", "analysis: warnings"}),
			"40:11: analysis: must be reports or filtered"},
		"allow": {edited(t, edit{"pair: left,right", "pair: left,right\nallow: A3"}),
			"27:8: allow: can only be A2"},
		"must of play": {edited(t,
			edit{"goal: A ended", "must: reports none\ngoal: A ended"}),
			"45:7: must: belongs to tasks of kind program"},
		"fill of play": {edited(t, edit{"pair: left,right", "pair: left,right\nfill: W"}),
			"27:7: fill: does not belong to a task of kind play"},
		"must": {replaced(programTask +
			"must: be good\nsolution: first.il\nwrong: first.il\nwhen: true\nsays: No."),
			"29:7: must: it is not one of: keep statements; "},
		"must, no clause": {replaced(programTask +
			"must: a false report without luck\nsolution: first.il\nwrong: first.il\nwhen: true\n" +
			"says: No."),
			"29:7: must: "},
		"no goal, no must": {replaced(programTask +
			"solution: first.il\nwrong: first.il\nwhen: true\nsays: No."),
			"21:1: task 1 has no goal:"},
		"no solution file": {replaced(programTask +
			"must: reports none\nsolution: second.il\nwrong: first.il\nwhen: true\nsays: No."),
			"30:11: solution: the lesson has no file second.il"},
		"no wrong file": {replaced(programTask +
			"must: reports none\nsolution: first.il\nwrong: third.il\nwhen: true\nsays: No."),
			"31:8: wrong: the lesson has no file third.il"},
		"no fill": {replaced(sheetTask + "wrong: first.il\nwhen: left W b\nsays: No."),
			"21:1: task 1 has no fill:"},
		"fill": {replaced(sheetTask +
			"fill: W X\nwrong: first.il\nwhen: left W b\nsays: No."),
			`28:7: fill: there is no "X"`},
		"solution of a sheet": {replaced(sheetTask +
			"fill: W\nsolution: first.il\nwrong: first.il\nwhen: left W b\nsays: No."),
			"29:11: an analysis task has no solution"},
		"goal of a sheet": {replaced(sheetTask +
			"fill: W\ngoal: race\nwrong: first.il\nwhen: left W b\nsays: No."),
			"29:7: a task of kind analysis has no goal"},
		"no sheet": {replaced(sheetTask +
			"fill: W\nwrong: first.il\nwhen: left W b\nsays: No."), "29:8: wrong: line 1: "},
		"when of a sheet": {replaced(sheetTask +
			"fill: W\nwrong: s.txt\nwhen: race\nsays: No.\n-- s.txt --\nunit left\nW: b\n"),
			`30:7: when: "race" names no element of a sheet`},
		"no race": {strings.Replace(replaced(programTask+
			"solution: A=b\nwrong: B\nwhen: true\nsays: No."), "task: program", "task: witness", 1),
			"21:1: task 1 has no race:"},
		"race": {strings.Replace(replaced(programTask+
			"race: 3:3\nsolution: one | A\nwrong: one | B\nwhen: true\n"+
			"says: No."), "task: program", "task: witness", 1),
			`29:7: race: "3:3" are not two positions`},
		"race elsewhere": {strings.Replace(replaced(programTask+
			"race: 3:3 2:3\nsolution: one | A\nwrong: one | B\nwhen: true\n"+
			"says: No."), "task: program", "task: witness", 1),
			"29:7: race: there is no load or store"},
	} {
		l, errs := lesson.Parse("dir/13-x.lesson", c.text)
		var all []string
		for _, e := range errs {
			all = append(all, e.Error())
		}
		if text := strings.Join(all, "\n"); l != nil || !strings.Contains(text, c.want) ||
			!strings.HasPrefix(text, "dir/13-x.lesson:") {
			t.Errorf("%s: got\n%s\nwant %s", name, text, c.want)
		}
	}
}

// TestLintRefuses checks the faults that Lint finds in lessons that Parse accepts.
func TestLintRefuses(t *testing.T) {
	wrongProgram := "must: reports some\n" +
		"solution: second.il\n" +
		"wrong: third.il\n" +
		"when: true\n" +
		"says: No.\n"
	for name, c := range map[string]struct{ text, want string }{
		"solution does not win": {edited(t, edit{"solution: A3 B3", "solution: A3"}),
			"52:11: the solution does not win: A ended and B ended and A.x == B.y: not met"},
		"solution does not fit": {edited(t, edit{"solution: A3 B3", "solution: A4"}),
			"52:11: the solution does not win: The solution can be checked: not met, " +
				`schedule "A4": step 4 does not fit`},
		"goal out of reach": {edited(t,
			edit{"goal: A ended and B ended and A.x == B.y", "goal: A.x == B.m and B.y == A.n"}),
			"52:11: the solution does not win"},
		"wrong move wins": {edited(t, edit{"wrong: B3 A3", "wrong: A2 B3 A"}),
			"57:8: this wrong move wins"},
		"wrong move is silent": {edited(t, edit{"when: A ended", "when: race and A ended"}),
			"58:7: the lesson has no answer to this wrong move"},
		"wrong move cannot be": {edited(t, edit{"wrong: B3 A3", "wrong: B4"}),
			"58:7: the lesson has no answer to this wrong move, because its when: is false " +
				"(schedule"},
		"said by another": {edited(t,
			edit{"wrong: B3 A3", "wrong: B\nwhen: true\nsays: Hm.\nwrong: B3 A3"}),
			"60:8: this wrong move gets the answer of an earlier one"},
		"done before it begins": {edited(t,
			edit{"goal: A ended and B ended and A.x == B.y", "goal: steps >= 0"}),
			"23:1: task 1 is done before it begins"},
		"machine disagrees": {edited(t,
			edit{"choice: no\nchoice: yes", "choice: yes\nchoice: no"}),
			`35:11: the right answer begins with "no", and the machine says yes`},
		"machine counts": {edited(t,
			edit{"value: possible(A ended and B ended and A.x == B.y)", "value: count(schedules)"}),
			`35:11: the right answer begins with "yes", and the machine says 20`},
		"machine counts reports": {edited(t,
			edit{"value: possible(A ended and B ended and A.x == B.y)", "analysis: reports"}),
			`and the machine says 1`},
		"file without use": {lesson.Template + "-- spare.il --\nm(a) {\n}\n",
			"78:1: nothing uses the file spare.il"},
		"too long": {edited(t, edit{"  y := b.f;", strings.Repeat("  y := b.f;\n", 7)}),
			"25:10: first.il has 14 lines, and a screen shows only 12"},
		"solution is illegal": {replaced(programTask+wrongProgram) +
			"-- second.il --\nleft() {\n  lock();\n}\n-- third.il --\n",
			"30:11: the solution does not win: The program is legal: not met, 2:3: E0040"},
		"program wins as it is": {replaced(programTask+wrongProgram) +
			"-- second.il --\nm(b) {\n  b.f := b;\n}\n-- third.il --\n",
			"21:1: task 1 is done before it begins"},
		"nothing wins": {replaced(programTask+
			"goal: no race\nsolution: second.il\nwrong: third.il\nwhen: true\nsays: No.\n") +
			"-- second.il --\n-- third.il --\n",
			"21:1: task 1 is done by a program that does nothing; add a goal such as " +
				"possible(...)"},
		"no pairs": {replaced(programTask+
			"must: filtered some\nsolution: second.il\nwrong: third.il\nwhen: true\nsays: No.\n") +
			"-- second.il --\nprivate m(b) {\n}\n-- third.il --\n",
			"the program has 0 pairs"},
		"empty program": {replaced(programTask+
			"must: filtered some\nsolution: second.il\nwrong: third.il\nwhen: true\nsays: No.\n") +
			"-- second.il --\n-- third.il --\n",
			"The program is legal: not met, 1:1: E0045"},
		"sheet is right": {replaced(sheetTask+
			"fill: L\nwrong: s.txt\nwhen: left L 1\nsays: No.\n") +
			"-- s.txt --\nunit left\nL: 0\nunit right\nL: 0\n",
			"29:8: this wrong move wins"},
	} {
		l, errs := lesson.Parse("13-x.lesson", c.text)
		for _, e := range errs {
			t.Errorf("%s: Parse: %s", name, e)
		}
		if l == nil {
			continue
		}
		var all []string
		for _, e := range lesson.Lint(context.Background(), l) {
			all = append(all, e.Error())
		}
		if text := strings.Join(all, "\n"); !strings.Contains(text, c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, text, c.want)
		}
	}
}

// TestExposed checks that Exposed reports a solution outside of the key.
func TestExposed(t *testing.T) {
	exposed := edited(t, edit{"# key\nsolution: A3 B3\n# end\n", "solution: A3 B3\n"})
	student, errs := lesson.Exam("13-x.lesson", lesson.Template)
	if len(errs) > 0 {
		t.Fatalf("Exam of the template: %v", errs)
	}
	for _, test := range []struct{ name, text, want string }{
		{"the template", lesson.Template, ""},
		{"its exam edition", student, ""},
		{"the template with a solution outside of the key", exposed,
			"13-x.lesson:51:1: solution: students can read this; put it between lines # key and " +
				"# end"},
	} {
		l, errs := lesson.Parse("13-x.lesson", test.text)
		if len(errs) > 0 {
			t.Fatalf("parsing %s: %v", test.name, errs)
		}
		if got := errorTexts(l.Exposed()); got != test.want {
			t.Errorf("Exposed of %s = %q, want %q", test.name, got, test.want)
		}
	}
}

// mustKeep returns the task of a lesson that has only a constraint.
func mustKeep(t *testing.T, constraint string) *lesson.Task {
	t.Helper()
	text := replaced(programTask+"must: "+constraint+"\nsolution: first.il\n"+
		"wrong: second.il\nwhen: true\nsays: No.\n") + "-- second.il --\n"
	l, errs := lesson.Parse("13-x.lesson", text)
	if len(errs) > 0 {
		t.Fatalf("Parse: %v", errs)
	}
	return l.Tasks[0]
}

// TestAnyOrder checks that "keep statements in any order" accepts the statements of the given
// program in any order and with any locking, and nothing else.
func TestAnyOrder(t *testing.T) {
	task := mustKeep(t, "keep statements in any order")
	const (
		left  = "left(b) { n := new(); b.f := n; x := b.f; }\n"
		right = "right(b) { m := new(); b.g := m; y := b.f; }\n"
	)
	for program, want := range map[string]string{
		left + right: "",
		"left(b) { n := new(); synchronized { x := b.f; b.f := n; } }\n" + right: "",
		right + left: "",
		"left(b) { n := new(); x := b.f; }\n" +
			right: "it lacks b.f := n in left",
		"left(b) { n := new(); b.f := n; x := b.f; x := b.f; }\n" +
			right: "it now has x := b.f in left",
		"left(b) { n := new(); b.f := n; }\n" +
			"right(b) { m := new(); b.g := m; y := b.f; x := b.f; }\n": "it lacks x := b.f in left",
		left: "it lacks right(b)",
		"left(b) { skip; }\nright(b) { skip; }\n": "it lacks n := new() in left",
	} {
		v := task.Check(context.Background(), lesson.Attempt{Program: program})
		if f := v.Findings[0]; v.Met() != (want == "") || !v.Met() && f.Why != want {
			t.Errorf("%s: met %t because %q, want %q", program, v.Met(), f.Why, want)
		}
	}
}

// TestSameOrder checks that "keep statements" names the first statement that differs from the given
// program, and says whether it is new or has only moved.
func TestSameOrder(t *testing.T) {
	task := mustKeep(t, "keep statements")
	const right = "right(b) { m := new(); b.g := m; y := b.f; }\n"
	for program, want := range map[string]string{
		"left(b) { lock(); n := new(); unlock(); b.f := n; x := b.f; }\n" + right: "",
		"left(b) { b.f := b; n := new(); b.f := n; x := b.f; }\n" +
			right: "it now has b.f := b",
		"left(b) { n := new(); x := b.f; b.f := n; }\n" +
			right: "it has x := b.f in another place",
		"left(b) { n := new(); x := b.f; b.f := n; x := b.f; }\n" +
			right: "it now has x := b.f",
		"left(b) { n := new(); b.f := n; x := b.f; x := b.g; }\n" +
			right: "it now has x := b.g",
		"left(b) { n := new(); b.f := n; x := b.f; }\n" +
			"right(b) { m := new(); b.g := m; }": "it lacks y := b.f",
	} {
		v := task.Check(context.Background(), lesson.Attempt{Program: program})
		if f := v.Findings[0]; v.Met() != (want == "") || f.Why != want {
			t.Errorf("%s: met %t because %q, want %q", program, v.Met(), f.Why, want)
		}
	}
}

// TestLintAll checks that a lesson without a number, and two lessons with the same number, are
// reported.
func TestLintAll(t *testing.T) {
	var all []*lesson.Lesson
	for _, name := range []string{"1-a.lesson", "01-b.lesson", "c.lesson"} {
		l, errs := lesson.Parse(name, lesson.Template)
		if len(errs) > 0 {
			t.Fatalf("Parse(%s): %v", name, errs[0])
		}
		all = append(all, l)
	}
	var got []string
	for _, e := range lesson.LintAll(all) {
		got = append(got, e.Error())
	}
	if text := strings.Join(got, "\n"); len(got) != 2 ||
		!strings.Contains(text, "01-b.lesson:1:1: a second lesson 1; 1-a.lesson is one") ||
		!strings.Contains(text, "c.lesson:1:1: the name of the file does not begin with a number") {
		t.Errorf("LintAll reports\n%s\nwant a second lesson 1, and a lesson without a number", text)
	}
}

// TestProse checks that lines of a paragraph are joined, and that indented lines stay as they are.
func TestProse(t *testing.T) {
	text := edited(t, edit{
		"  What the student reads first.\n",
		"  One\n  two.\n\n    kept  as\n    it is\n  Three.\n",
	})
	l, errs := lesson.Parse("13-x.lesson", text)
	if len(errs) > 0 {
		t.Fatalf("Parse: %v", errs[0])
	}
	want := "One two.\n\n  kept  as\n  it is\nThree.\n\nA second paragraph."
	if string(l.Text) != want {
		t.Errorf("Text = %q, want %q", l.Text, want)
	}
}

// TestLineEnds checks that a lesson with a byte order mark and the line ends of Windows is read.
func TestLineEnds(t *testing.T) {
	l, errs := lesson.Parse("13-x.lesson",
		"\ufeff"+strings.ReplaceAll(lesson.Template, "\n", "\r\n"))
	if len(errs) > 0 {
		t.Fatalf("Parse: %v", errs[0])
	}
	if errs := lesson.Lint(context.Background(), l); len(errs) > 0 {
		t.Errorf("Lint: %v", errs[0])
	}
}

// FuzzParse checks that Parse returns either a lesson or errors with positions in the text.
func FuzzParse(f *testing.F) {
	f.Add(lesson.Template)
	for _, l := range []string{
		"", "lesson:", "task: play\n  x", "-- a --\n-- a --\n",
		"task: analysis\nfill: W\nprogram: a\n-- a --\nm(b) {\n}\n",
	} {
		f.Add(l)
	}
	for _, l := range shipped(f) {
		file, _ := l.File(l.Tasks[0].Program)
		f.Add(replaced("task: " + l.Tasks[0].Kind.String() + "\nprogram: first.il\nsolution: " +
			l.Tasks[0].Solution + "\n" + file.Text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, errs := lesson.Parse("1-x.lesson", text)
		if (l == nil) != (len(errs) > 0) {
			t.Errorf("Parse returns a lesson: %t, and %d errors; want one or the other", l != nil,
				len(errs))
		}
		for _, e := range errs {
			if e.Message == "" {
				t.Errorf("the error at %s has no message", e.At)
			}
			if e.At.Line < 1 || e.At.Col < 1 || e.At.Line > strings.Count(text, "\n")+2 {
				t.Errorf("the error %v is at a position outside of the text", e)
			}
		}
	})
}
