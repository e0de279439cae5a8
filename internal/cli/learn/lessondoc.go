package learn

import (
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/command"
	"wobbly/session/query"
)

// verdictOn describes what a solution in a file comes to. What shows that a program does
// not do it is opened in that file.
func verdictOn(t *lesson.Task, v lesson.Verdict, file string) report.LessonVerdict {
	d := ask.Verdict(t, v)
	if t.Kind != lesson.Program || file == "-" || file == "" {
		return d
	}
	for i, f := range v.Findings {
		if r := d.Goals[i].Shown; r != nil {
			r.Link = command.LinkOf(file, f.Shown).String()
			r.Open = "wobbly step " + console.ShellWord(file) + " --schedule " + console.ShellWord(r.Link)
		}
	}
	return d
}

type lessonSolveCmd struct {
	lessonArg
	PackFlag
	Task int  `help:"Only this task." placeholder:"K"`
	HTML bool `help:"A page to print." name:"html"`
	console.OutputFlag
}

func (c *lessonSolveCmd) Run(a *console.App) error {
	l, err := c.find(c.Lesson)
	if err != nil {
		return err
	}
	if !l.HasKey() {
		return console.Usage("Give the teacher's master: wobbly lesson solve "+wordFor(l)+" --master FILE", "this is an exam edition of lesson %s, which has no key", wordFor(l))
	}
	d := ask.Lesson(l)
	d.WithAnswers, d.Closing = true, true
	for i, t := range l.Tasks {
		v, ok := console.Await(a, func() lesson.Verdict { return t.Check(a.Ctx, t.Key()) })
		if !ok {
			return console.ErrInterrupted
		}
		x := ask.Verdict(t, v)
		foundVerdict(a, v)
		d.Tasks[i].Verdict, d.Tasks[i].Solution = &x, solutionText(t)
		for k := range t.Questions {
			d.Tasks[i].Questions[k] = ask.Answered(t.Answer(a.Ctx, k))
		}
	}
	if c.Task != 0 {
		if c.Task < 0 || c.Task > len(d.Tasks) {
			return noTask(l, c.Task)
		}
		x := d.Tasks[c.Task-1]
		d.Tasks, d.Closing = []report.LessonTask{x}, false
	}
	return printLesson(c.OutputFlag, a, l, d, c.HTML)
}

func noTask(l *lesson.Lesson, n int) error {
	return console.Usage("", "lesson %d has the tasks 1 to %d, not %d", l.Number, len(l.Tasks), n)
}

// solutionText is a task's solution as a student would write it down.
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

// foundVerdict enters a verdict into the exit code.
func foundVerdict(a *console.App, v lesson.Verdict) {
	switch v.Truth {
	case query.False:
		a.Found(console.ExitFound)
	case query.Unknown:
		a.Found(console.ExitInconclusive)
	}
}
