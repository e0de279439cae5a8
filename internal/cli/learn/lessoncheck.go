package learn

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/grading"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/command"
	"wobbly/session/query"
)

type lessonCheckCmd struct {
	lessonArg
	File string `arg:"" name:"FILE" help:"A solution or a record; - is standard input."`
	PackFlag
	Task int `help:"The task; needed if several tasks have the same kind of solution." placeholder:"K"`
	console.JSONFlag
}

func (c *lessonCheckCmd) Run(a *console.App) error {
	// A lesson such as 4.1 names a task too, like the name of a file.
	if number, task, ok := strings.Cut(c.Lesson, "."); ok && c.Task == 0 {
		if n, err := strconv.Atoi(task); err == nil && n > 0 {
			c.Lesson, c.Task = number, n
		}
	}
	l, err := c.find(c.Lesson)
	if err != nil {
		return err
	}
	data, err := a.Read(c.File)
	if err != nil {
		return err
	}
	d := &report.LessonCheck{
		Lesson: l.Number, Name: l.Name, Title: l.Title, Tasks: []report.LessonVerdict{},
	}
	decoded, err := grading.Decode(data) // as wobbly grade reads it
	switch {
	case err != nil:
		return console.Usage("", "%s %s", report.FileName(c.File), err)
	case grading.IsRecord([]byte(decoded)):
		err = c.checkRecord(a, l, []byte(decoded), d)
	default:
		err = c.checkSolution(a, l, decoded, d)
	}
	if err != nil {
		return err
	}
	return a.Print(d, c.JSON)
}

// checkRecord grades the work on a lesson in a record and appends the verdicts to d.
func (c *lessonCheckCmd) checkRecord(a *console.App, l *lesson.Lesson, data []byte,
	d *report.LessonCheck) error {
	all, err := lesson.ReadRecords(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s: %w", report.FileName(c.File), err)
	}
	r, ok := all.Of(l)
	if !ok {
		return console.Usage("", "%s has no work on lesson %d", report.FileName(c.File), l.Number)
	}
	g := lesson.GradeRecord(a.Ctx, l, r)
	f, _ := r.FitTo(l) // the error, if any, is in g.Fault
	if g.Fault != "" {
		return console.Usage("", "%s: %s", report.FileName(c.File), g.Fault)
	}
	for i := range g.Tasks {
		v := g.Tasks[i].Verdict
		switch {
		case g.Tasks[i].Handed:
			// the verdict is on the solution
		case slices.Contains(g.Changed, lesson.Change{Task: i + 1}):
			v.Says = "This task has changed since the record was started. Use the lessons of " +
				"that time (--pack or --master)."
		default:
			v.Says = "Nothing was handed in for this task."
		}
		recordExit(a, v)
		x := ask.Verdict(l.Tasks[i], v)
		if v.Met() {
			f.Record.Tasks[i].Done = true
			x.Questions = slice.Map(f.Record.Review(a.Ctx, l.Tasks[i]), ask.Answered)
		}
		d.Tasks = append(d.Tasks, x)
	}
	return nil
}

// checkSolution checks a solution of one task and appends the verdict to d.
func (c *lessonCheckCmd) checkSolution(a *console.App, l *lesson.Lesson, solution string,
	d *report.LessonCheck) error {
	t, err := c.task(l, solution)
	if err != nil {
		return err
	}
	attempts, err := grading.Read(t, solution)
	if err != nil {
		return console.Usage("See: wobbly help lesson check", "%s: %s",
			report.FileName(c.File), err)
	}
	v, ok := console.Await(a, func() lesson.Verdict {
		_, v := grading.Best(attempts,
			func(x lesson.Attempt) lesson.Verdict { return t.Check(a.Ctx, x) })
		return v
	})
	if !ok {
		return console.ErrInterrupted
	}
	recordExit(a, v)
	x := verdictOn(t, v, c.File)
	if v.Met() && l.HasKey() {
		for i := range t.Questions {
			x.Questions = append(x.Questions, ask.Answered(t.Answer(a.Ctx, i)))
		}
	}
	d.Tasks = append(d.Tasks, x)
	return nil
}

// task returns the task that the file is for: the one that the flag names, or the only one
// that takes such a file.
func (c *lessonCheckCmd) task(l *lesson.Lesson, solution string) (*lesson.Task, error) {
	if c.Task != 0 {
		if c.Task < 0 || c.Task > len(l.Tasks) {
			return nil, taskError(l, c.Task)
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
		_, err := grading.Read(t, solution)
		return err != nil
	})
	file := report.FileName(c.File)
	numbers := slice.Map(fits, func(t *lesson.Task) string { return strconv.Itoa(t.Number) })
	switch len(fits) {
	case 0:
		return nil, console.Usage("wobbly lesson show "+wordFor(l)+
			" prints what each task asks for.",
			"%s is not a solution of any task of lesson %d", file, l.Number)
	case 1:
		return fits[0], nil
	default:
		return nil, console.Usage("Choose one with --task "+text.Or(numbers)+".",
			"%s could be a solution of tasks %s of lesson %d", file, text.And(numbers), l.Number)
	}
}

// verdictOn describes the verdict on a solution in a file. A counterexample opens in that file.
func verdictOn(t *lesson.Task, v lesson.Verdict, file string) report.LessonVerdict {
	d := ask.Verdict(t, v)
	if t.Kind != lesson.Program || file == "-" || file == "" {
		return d
	}
	for i, f := range v.Findings {
		if r := d.Goals[i].Shown; r != nil {
			r.Link = command.LinkOf(file, f.Shown).String()
			r.Open = "wobbly step " + console.ShellWord(file) + " --schedule " +
				console.ShellWord(r.Link)
		}
	}
	return d
}

type lessonSolveCmd struct {
	lessonArg
	PackFlag
	Task int  `help:"Only this task." placeholder:"K"`
	HTML bool `help:"Write a page to print." name:"html"`
	console.OutputFlag
}

func (c *lessonSolveCmd) Run(a *console.App) error {
	l, err := c.find(c.Lesson)
	if err != nil {
		return err
	}
	if !l.HasKey() {
		return console.Usage("Name the master: wobbly lesson solve "+wordFor(l)+" --master FILE",
			"this is an exam edition of lesson %s, which has no key", wordFor(l))
	}
	if c.Task < 0 || c.Task > len(l.Tasks) {
		return taskError(l, c.Task)
	}
	d := ask.Lesson(l)
	d.WithAnswers = true
	d.Closing = c.Task == 0
	for i, t := range l.Tasks {
		if c.Task != 0 && i != c.Task-1 {
			continue
		}
		v, ok := console.Await(a, func() lesson.Verdict { return t.Check(a.Ctx, t.Key()) })
		if !ok {
			return console.ErrInterrupted
		}
		x := ask.Verdict(t, v)
		recordExit(a, v)
		d.Tasks[i].Verdict = &x
		d.Tasks[i].Solution = solutionText(t)
		for k := range t.Questions {
			d.Tasks[i].Questions[k] = ask.Answered(t.Answer(a.Ctx, k))
		}
	}
	if c.Task != 0 {
		d.Tasks = d.Tasks[c.Task-1 : c.Task]
	}
	return printLesson(c.OutputFlag, a, l, d, c.HTML)
}

func taskError(l *lesson.Lesson, n int) error {
	return console.Usage("", "lesson %d has %s; there is no task %d", l.Number,
		text.Count(len(l.Tasks), "task"), n)
}

// solutionText returns a task's solution as a student would write it down.
func solutionText(t *lesson.Task) string {
	k := t.Key()
	switch t.Kind {
	case lesson.Program:
		return k.Program
	case lesson.Analysis:
		return k.Results
	case lesson.Heap:
		return k.Heap
	case lesson.Witness:
		return "heap: " + k.Heap + "\nschedule: " + strings.Join(k.Schedules, "")
	default:
		return strings.Join(k.Schedules, "\n")
	}
}

// recordExit makes the exit of the run at least as bad as a verdict.
func recordExit(a *console.App, v lesson.Verdict) {
	switch v.Truth {
	case query.False:
		a.Found(console.ExitFound)
	case query.Unknown:
		a.Found(console.ExitInconclusive)
	}
}
