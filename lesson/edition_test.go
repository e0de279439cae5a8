package lesson_test

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/internal/lessontest"
	"wobbly/lesson"
	"wobbly/lesson/course"
	"wobbly/session/query"
)

// secretLines returns the lines in the keys of a master, except those that are too short to be
// searched for, such as "right: a".
func secretLines(text string) (all []string) {
	inside := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "# key", line == "# end":
			inside = line == "# key"
		case inside && len(line) > len("right: a"):
			all = append(all, line)
		}
	}
	return all
}

// TestExamEditions checks that the exam editions of the shipped lessons have no line of a key.
func TestExamEditions(t *testing.T) {
	names, err := fs.Glob(course.Files, "*"+lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) != 18 {
		t.Errorf("%d shipped lessons, want 18: %q", len(names), names)
	}
	for _, n := range names {
		text, err := course.Files.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		exam, errs := lesson.Exam(n, string(text))
		for _, e := range errs {
			t.Errorf("Exam(%s): %v", n, e)
		}
		secrets := secretLines(string(text))
		if len(secrets) == 0 {
			t.Errorf("%s has no key", n)
		}
		for _, s := range secrets {
			entry := slices.ContainsFunc([]string{
				"right:", "value:", "analysis:", "because:", "shown:", "solution:", "-- ",
			}, func(k string) bool { return strings.HasPrefix(s, k) })
			if entry && strings.Contains(exam, s) {
				t.Errorf("the exam edition of %s still contains %q", n, s)
			}
		}
	}
}

// exams reads the exam editions of the shipped lessons.
func exams(t *testing.T) []*lesson.Lesson {
	t.Helper()
	files := fstest.MapFS{}
	names, err := fs.Glob(course.Files, "*"+lesson.Extension)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		text, err := course.Files.ReadFile(n)
		if err != nil {
			t.Fatal(err)
		}
		exam, errs := lesson.Exam(n, string(text))
		if len(errs) > 0 {
			t.Fatalf("Exam(%s): %v", n, errs)
		}
		files[n] = &fstest.MapFile{Data: []byte(exam)}
	}
	return lessontest.Read(t, files)
}

// normalized returns the statements of a program's units as text, so that layout and names of units
// make no difference. It is empty for a program that is not legal.
func normalized(text string) string {
	prog, errs := parse.File(il.NewSource("x.il", text))
	if len(errs) > 0 {
		return ""
	}
	core, errs := check.Program(prog, check.Options{Tolerate: check.A2})
	if len(errs) > 0 {
		return ""
	}
	var b strings.Builder
	for _, u := range core.Units {
		for _, s := range u.Body.List() {
			b.WriteString(il.Text(s) + ";")
		}
	}
	return b.String()
}

// TestNoSolutionIsGiven checks that no program of an exam edition solves a task of any lesson.
func TestNoSolutionIsGiven(t *testing.T) {
	ctx := context.Background()
	given := map[string]string{}
	for _, l := range exams(t) {
		for _, f := range l.Files {
			if text := normalized(f.Text); text != "" {
				given[text] = l.Name + ": " + f.Name
			}
		}
	}
	for _, l := range shipped(t) {
		for _, task := range l.Tasks {
			if task.Kind != lesson.Program {
				continue
			}
			if where, leaked := given[normalized(task.Key().Program)]; leaked {
				t.Errorf("%s, task %d is solved by the file %s", l.Name, task.Number, where)
			}
			for _, f := range l.Files {
				v := task.Check(ctx, lesson.Attempt{Program: f.Text})
				if v.Met() && given[normalized(f.Text)] != "" {
					t.Errorf("%s, task %d is solved by the file %s, which is given", l.Name,
						task.Number, f.Name)
				}
			}
		}
	}
}

// TestExamPlays checks that an exam edition plays like its master, with the same verdicts, answers
// to wrong moves, and grades, except that it does not judge answers to questions.
func TestExamPlays(t *testing.T) {
	ctx := context.Background()
	all := shipped(t)
	for i, l := range exams(t) {
		master := all[i]
		if l.HasKey() || !master.HasKey() || l.Digest() != master.Digest() {
			t.Errorf("%s: key %t, of the master %t; digests %s and %s", l.Name, l.HasKey(),
				master.HasKey(), l.Digest(), master.Digest())
		}
		for _, e := range lesson.Lint(ctx, l) {
			t.Errorf("Lint of the exam: %v", e)
		}
		g := lesson.NewGame(l)
		for {
			task, inMaster := g.Task(), master.Tasks[g.Task().Number-1]
			ready(g)
			for _, w := range inMaster.Wrongs {
				v := g.Check(ctx, wrongAttempt(t, inMaster, w))
				if v.Truth != query.False || v.Says != w.Says {
					t.Errorf("%s, task %d: the wrong move %s is %s with the answer %q, want %q",
						l.Name, task.Number, w.Move, v.Truth, v.Says, w.Says)
				}
			}
			if v := g.Check(ctx, inMaster.Key()); !v.Met() || !g.Done() {
				t.Errorf("%s, task %d: the master's solution does not solve it", l.Name,
					task.Number)
			}
			for _, a := range g.Answers(ctx) {
				if a.IsJudged() || a.Because != "" || a.Computed != "" || a.Shown != nil {
					t.Errorf("%s, task %d reveals an answer", l.Name, task.Number)
				}
			}
			if !g.Next() {
				break
			}
		}
		byExam := lesson.GradeRecord(ctx, l, g.Record())
		byMaster := lesson.GradeRecord(ctx, master, g.Record())
		if byMaster.Fault != "" || graded(byMaster) != len(l.Tasks) ||
			graded(byExam) != len(l.Tasks) {
			t.Errorf("%s: the master grades %d tasks as done (%q) and the exam %d, want %d", l.Name,
				graded(byMaster), byMaster.Fault, graded(byExam), len(l.Tasks))
		}
		for k := range byExam.Tasks {
			if byExam.Tasks[k].Right != 0 ||
				byExam.Tasks[k].Predicted != len(l.Tasks[k].Questions) {
				t.Errorf("%s, task %d: the exam edition judges answers", l.Name, k+1)
			}
		}
	}
}

// TestRightIsGraded checks that the master grades answers to questions, and that an exam edition
// grades a record without answers as such.
func TestRightIsGraded(t *testing.T) {
	l := shipped(t)[0]
	for _, exam := range exams(t) {
		grade := lesson.GradeRecord(t.Context(), exam, lesson.NewGame(exam).Record())
		for _, g := range grade.Tasks {
			if g.Right != 0 || g.Predicted != 0 {
				t.Errorf("%s: the grade of a task without answers is %+v", exam.Name, g)
			}
		}
	}
	g := lesson.NewGame(l)
	g.Answer(l.Tasks[0].Questions[0].Right + 1)
	if got := lesson.GradeRecord(t.Context(), l, g.Record()).Tasks[0]; got.Right != 1 {
		t.Errorf("the grade of a right answer is %+v, want 1 right", got)
	}
}

// TestExamRefuses checks that Exam refuses a lesson in which students could see a part of the key.
func TestExamRefuses(t *testing.T) {
	secret := func(s string) string { return "# key\n" + s + "# end\n" }
	for name, c := range map[string]struct{ text, want string }{
		"no key at all": {
			strings.NewReplacer("# key\n", "", "# end\n", "").Replace(lesson.Template),
			"1:1: the lesson has no key",
		},
		"solution": {edited(t, edit{secret("solution: A3 B3\n"), "solution: A3 B3\n"}),
			"solution: students can read this; put it between lines # key and # end"},
		"right": {edited(t, edit{"choice: yes, if", "right: yes, if"},
			edit{"right: b\n", ""}), "right: students can read this; make it a choice:"},
		"because": {edited(t,
			edit{
				"because: Shown when the task is done.\n# end\n",
				"# end\nbecause: Shown when the task is done.\n",
			}), "because: students can read this"},
		"wrong moves": {edited(t, edit{"wrong: B3 A3\n", secret("wrong: B3 A3\n")}),
			"wrong: is in the key, and task 1 has no other"},
		"exam already": {mustExam(t), "1:1: this is an exam edition already"},
		"solution's file": {
			replaced(programTask+"must: reports none\n"+secret("solution: second.il\n")+
				"wrong: first.il\nwhen: true\nsays: No.\n") +
				"-- second.il --\nleft() {\n  lock();\n}\n",
			"only the key needs the file second.il",
		},
		"given solution": {
			replaced(programTask + "must: reports none\n" + secret("solution: first.il\n") +
				"wrong: first.il\nwhen: true\nsays: No.\n"),
			"the file first.il is the program of one task and the solution of another",
		},
	} {
		_, errs := lesson.Exam("13-x.lesson", c.text)
		if all := errorTexts(errs); !strings.Contains(all, c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, all, c.want)
		}
	}
}

// errorTexts returns the messages of errors, one on a line.
func errorTexts(errs lesson.Errors) string {
	var all []string
	for _, e := range errs {
		all = append(all, e.Error())
	}
	return strings.Join(all, "\n")
}

// mustExam returns the exam edition of the template.
func mustExam(t *testing.T) string {
	t.Helper()
	text, errs := lesson.Exam("13-x.lesson", lesson.Template)
	if len(errs) > 0 {
		t.Fatalf("Exam(13-x.lesson): %v", errs)
	}
	return text
}

// TestKeyMarks checks the errors for marks that do not match, letters without a choice, and keys in
// an exam edition.
func TestKeyMarks(t *testing.T) {
	exam := mustExam(t)
	for name, c := range map[string]struct{ text, want string }{
		"no end": {edited(t, edit{"solution: A3 B3\n# end\n", "solution: A3 B3\n"}),
			": the key does not end; end it with # end"},
		"no begin": {edited(t, edit{"# key\nsolution:", "solution:"}),
			": this ends a key that was not started; start it with # key"},
		"within": {edited(t, edit{"# key\nsolution:", "# key\n# key\nsolution:"}),
			": a key within a key"},
		"part of a file": {edited(t, edit{"  x := b.f;\n}", "# key\n  x := b.f;\n# end\n}"}),
			": a key in the files of a lesson must contain whole files"},
		"out of a file": {edited(t, edit{"  x := b.f;\n}", "# key\n  x := b.f;\n}"}) + "# end\n",
			": a key in the files of a lesson must contain whole files"},
		"letter": {edited(t, edit{"right: b", "right: d"}), "right: there is no choice d"},
		"two right": {edited(t, edit{"right: b", "right: b\nright: a"}),
			"a second right answer"},
		"edition": {"edition: teacher\n" + lesson.Template,
			"1:10: edition: can only be exam"},
		"exam's key": {exam + "# key\n# end\n", ": an exam edition cannot have a key"},
		"exam's right": {strings.Replace(exam, "choice: yes", "right: yes", 1),
			": an exam edition does not say what is right"},
		"exam's reason": {strings.Replace(exam, "choice: yes", "because: So.\nchoice: yes", 1),
			": an exam edition does not say what is right"},
		"exam's move": {strings.Replace(exam, "wrong: B3", "solution: A3 B3\nwrong: B3", 1),
			": an exam edition has no solution:"},
		"many choices": {edited(t, edit{"choice: no\n", strings.Repeat("choice: no\n", 7)}),
			"a question has at most 6 answers"},
	} {
		l, errs := lesson.Parse("13-x.lesson", c.text)
		if all := errorTexts(errs); l != nil || !strings.Contains(all, c.want) {
			t.Errorf("%s: got\n%s\nwant %s", name, all, c.want)
		}
	}
}

// TestRightChoice checks that the right answer can be written as "right: TEXT" in place of the
// choice.
func TestRightChoice(t *testing.T) {
	l, errs := lesson.Parse("13-x.lesson",
		edited(t, edit{"choice: yes, if", "right: yes, if"}, edit{"right: b\n", ""}))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if got := l.Tasks[0].Questions[0].Right; got != 1 {
		t.Errorf("Right = %d, want 1", got)
	}
}

// TestEditionsLineEnds checks that a byte order mark and the line ends of Windows do not change the
// digest of a lesson.
func TestEditionsLineEnds(t *testing.T) {
	text := mustExam(t)
	l, errs := lesson.Parse("13-x.lesson", text)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	m, errs := lesson.Parse("13-x.lesson", "\ufeff"+strings.ReplaceAll(text, "\n", "\r\n"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if l.Digest() != m.Digest() {
		t.Errorf("digests %s and %s, want the same", l.Digest(), m.Digest())
	}
	if strings.Contains(text, "solution:") {
		t.Errorf("the exam shows a solution:\n%s", text)
	}
}
