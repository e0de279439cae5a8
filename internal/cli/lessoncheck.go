package cli

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"wobbly/internal/service"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
)

// lessonCheckCmd is `wobbly lesson check`.
type lessonCheckCmd struct {
	lessonArg
	File string `arg:"" name:"FILE" help:"A solution: schedules, an initial state, a program, an answer sheet, a witness, or a record; - is standard input."`
	packFlag
	Task int `help:"The task that it is a solution of; needed where several take the same kind of file." placeholder:"K"`
	jsonFlag
}

// Run implements the command.
func (c *lessonCheckCmd) Run(a *app) error {
	l, err := c.find(c.Lesson)
	if err != nil {
		return err
	}
	text, err := a.read(c.File)
	if err != nil {
		return err
	}
	d := &report.LessonCheck{Lesson: l.Number, Name: l.Name, Title: l.Title, Tasks: []report.LessonVerdict{}}
	if isRecord(text) {
		err = c.record(a, l, text, d)
	} else {
		err = c.solution(a, l, string(text), d)
	}
	if err != nil {
		return err
	}
	return a.print(d, c.JSON)
}

// isRecord tells whether a text is a record of lessons.
func isRecord(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) && bytes.Contains(text, []byte(`"`+lesson.RecordSchema+`"`))
}

// record checks the solutions of a record again.
func (c *lessonCheckCmd) record(a *app, l *lesson.Lesson, text []byte, d *report.LessonCheck) error {
	all, err := lesson.ReadRecords(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", report.FileName(c.File), err)
	}
	r, ok := all.Of(l.Name)
	if !ok {
		return usage("", "%s holds no work on lesson %d", report.FileName(c.File), l.Number)
	}
	g := lesson.GradeRecord(a.ctx, l, r)
	if g.Fault != "" {
		return usage("", "%s: %s", report.FileName(c.File), g.Fault)
	}
	for i := range g.Tasks {
		v := g.Tasks[i].Verdict
		if !g.Tasks[i].Handed {
			v.Says = "Nothing was handed in for this task."
		}
		a.foundVerdict(v)
		d.Tasks = append(d.Tasks, service.Verdict(l.Tasks[i], v))
	}
	return nil
}

// solution checks a solution of one task.
func (c *lessonCheckCmd) solution(a *app, l *lesson.Lesson, text string, d *report.LessonCheck) error {
	t, err := c.task(l, text)
	if err != nil {
		return err
	}
	at, err := t.ParseAttempt(text)
	if err != nil {
		return usage("See: wobbly help lesson check", "%s: %s", report.FileName(c.File), err)
	}
	v, ok := await(a, func() lesson.Verdict { return t.Check(a.ctx, at) })
	if !ok {
		return errInterrupted
	}
	a.foundVerdict(v)
	d.Tasks = append(d.Tasks, verdictOn(t, v, c.File))
	return nil
}

// task is the task that is meant: the one that was asked for, or the only one
// that takes such a file.
func (c *lessonCheckCmd) task(l *lesson.Lesson, text string) (*lesson.Task, error) {
	if c.Task != 0 {
		if c.Task < 0 || c.Task > len(l.Tasks) {
			return nil, noTask(l, c.Task)
		}
		return l.Tasks[c.Task-1], nil
	}
	if len(l.Tasks) == 1 {
		return l.Tasks[0], nil
	}
	fits := slices.DeleteFunc(slices.Clone(l.Tasks), func(t *lesson.Task) bool {
		if isProgram := strings.HasSuffix(c.File, ".il"); isProgram != (t.Kind == lesson.Program) {
			return true
		}
		_, err := t.ParseAttempt(text)
		return err != nil
	})
	if len(fits) == 1 {
		return fits[0], nil
	}
	return nil, usage("Say which with --task K.", "lesson %d has %d tasks of which %s could be a solution", l.Number, len(fits), report.FileName(c.File))
}

// gradeCmd is `wobbly grade`.
type gradeCmd struct {
	Dir string `arg:"" name:"DIR" help:"A directory with a directory, or a record, of each student."`
	packFlag
	jsonFlag
}

// Run implements the command.
func (c *gradeCmd) Run(a *app) error {
	all, err := c.load()
	if err != nil {
		return err
	}
	in, err := openHandIns(c.Dir)
	if err != nil {
		return err
	}
	defer in.close()
	students, err := in.students()
	if err != nil {
		return err
	}
	d := &report.Grades{Lessons: []report.GradedLesson{}, Students: []report.GradedStudent{}}
	for _, l := range all {
		d.Key = d.Key || l.HasKey()
		d.Lessons = append(d.Lessons, report.GradedLesson{Number: l.Number, Name: l.Name, Tasks: len(l.Tasks)})
	}
	for _, s := range students {
		g, ok := await(a, func() *grader {
			g := &grader{a: a, lessons: all, works: map[string][]lesson.TaskGrade{}}
			for _, f := range s.faults {
				g.fault(f.path, "%s", f.text)
			}
			for _, f := range s.files {
				g.file(in, f)
			}
			return g
		})
		if !ok {
			return errInterrupted
		}
		if g.cut {
			a.found(exitInconclusive)
		}
		d.Students = append(d.Students, g.document(s.name))
	}
	return a.print(d, c.JSON)
}

// grader grades the files of one student.
type grader struct {
	a       *app
	lessons []*lesson.Lesson
	works   map[string][]lesson.TaskGrade // by lesson
	faults  []string
	cut     bool // something was not decided
}

// maxFault is how much is said of a file at most.
const maxFault = 400

func (g *grader) fault(path, format string, args ...any) {
	line := text.Measure(utf8.RuneCountInString).Clip(fmt.Sprintf(format, args...), maxFault, "...")
	g.faults = append(g.faults, text.Name(filepath.Base(path))+": "+line)
}

// solutionFile is how a file is named that holds the solution of one task:
// lesson, task, anything: 4.1.il, 02-2-second-try.txt.
var solutionFile = regexp.MustCompile(`^0*([0-9]+)[.-]([0-9]+)([.-].*)?$`)

// file grades a record, or a solution of one task.
func (g *grader) file(in handIns, path string) {
	text, err := in.read(path)
	m := solutionFile.FindStringSubmatch(filepath.Base(path))
	switch {
	case err != nil:
		g.fault(path, "%s", err)
	case isRecord(text):
		g.record(path, text)
	case m != nil:
		g.solution(path, m[1], m[2], string(text))
	default:
		g.fault(path, "is neither a record of lessons nor named as in 4.1.il, after a lesson and a task")
	}
}

func (g *grader) record(path string, document []byte) {
	all, err := lesson.ReadRecords(bytes.NewReader(document))
	if err != nil {
		g.fault(path, "%s", err)
		return
	}
	for _, r := range all.Lessons {
		i := slices.IndexFunc(g.lessons, func(l *lesson.Lesson) bool { return l.Name == r.Lesson })
		if i < 0 {
			g.fault(path, "there is no lesson %s", text.Name(r.Lesson))
			continue
		}
		w := lesson.GradeRecord(g.a.ctx, g.lessons[i], r)
		if w.Fault != "" {
			g.fault(path, "%s", w.Fault)
			continue
		}
		for k := range w.Tasks {
			g.enter(g.lessons[i], w.Tasks[k])
		}
	}
}

func (g *grader) solution(path, number, task, solution string) {
	i := slices.IndexFunc(g.lessons, func(l *lesson.Lesson) bool { return strconv.Itoa(l.Number) == number })
	k, err := strconv.Atoi(task)
	if i < 0 || err != nil || k < 1 || k > len(g.lessons[i].Tasks) {
		g.fault(path, "there is no lesson %s with a task %s", text.Name(number), text.Name(task))
		return
	}
	t := g.lessons[i].Tasks[k-1]
	at, err := t.ParseAttempt(solution)
	if err != nil {
		g.fault(path, "%s", err)
		return
	}
	g.enter(g.lessons[i], lesson.GradeAttempt(g.a.ctx, t, at))
}

// enter takes over the grade of a task. Of several solutions one that holds
// counts.
func (g *grader) enter(l *lesson.Lesson, x lesson.TaskGrade) {
	if g.works[l.Name] == nil {
		for _, t := range l.Tasks {
			g.works[l.Name] = append(g.works[l.Name], lesson.TaskGrade{Task: t.Number, Questions: len(t.Questions)})
		}
	}
	old := &g.works[l.Name][x.Task-1]
	if old.Handed && (old.Verdict.Met() || !x.Handed) {
		x.Verdict = old.Verdict
		x.Handed = true
	}
	x.Attempts, x.Hints = max(old.Attempts, x.Attempts), max(old.Hints, x.Hints)
	x.Predicted, x.Right = max(old.Predicted, x.Predicted), max(old.Right, x.Right)
	*old = x
}

// document describes the grades of a student.
func (g *grader) document(name string) report.GradedStudent {
	d := report.GradedStudent{Student: name, Works: []report.GradedWork{}, Faults: append([]string{}, g.faults...)}
	for _, l := range g.lessons {
		tasks, ok := g.works[l.Name]
		if !ok {
			continue
		}
		w := report.GradedWork{Number: l.Number, Name: l.Name}
		for i := range tasks {
			x := &tasks[i]
			verdict := service.GoalWord(x.Verdict.Truth)
			if x.Verdict.Met() {
				w.Done++
			}
			g.cut = g.cut || verdict == report.GoalUndecided
			w.Tasks = append(w.Tasks, report.GradedTask{
				Task: x.Task, Handed: x.Handed, Verdict: verdict, Goals: service.Goals(x.Verdict.Findings),
				Attempts: x.Attempts, Hints: x.Hints, Questions: x.Questions, Predicted: x.Predicted, Right: x.Right,
			})
		}
		d.Done += w.Done
		d.Works = append(d.Works, w)
	}
	return d
}
