package cli

import (
	"strings"

	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/query"
)

// lessonDocument describes a lesson for a reader.
func lessonDocument(l *lesson.Lesson) *report.Lesson {
	d := &report.Lesson{
		Number: l.Number, Name: l.Name, Title: l.Title, Idea: l.Idea, Text: string(l.Text), Minutes: l.Minutes,
		Misconception: l.Misconception, Win: string(l.Win), Extension: string(l.Extension),
		Of: len(l.Tasks),
	}
	for _, t := range l.Tasks {
		d.Tasks = append(d.Tasks, taskDocument(t))
	}
	return d
}

// taskDocument describes a task, with its questions but without their answers.
func taskDocument(t *lesson.Task) report.LessonTask {
	pair := t.Pair()
	d := report.LessonTask{
		Number: t.Number, Kind: t.Kind.String(), Title: t.Title, Text: string(t.Text), Program: t.Program,
		Listing: t.Listing(), Units: [2]string{pair.Left.Name, pair.Right.Name}, Goals: t.Goals, Hints: t.Hints[:],
	}
	for _, m := range t.Musts {
		d.Goals = append(d.Goals[:len(d.Goals):len(d.Goals)], m.Text)
	}
	switch t.Kind {
	case lesson.Play, lesson.Heap, lesson.Witness:
		d.Start = t.Start(t.Init())
	case lesson.Analysis:
		d.Sheet = t.BlankSheet()
	}
	for i := range t.Questions {
		d.Questions = append(d.Questions, questionDocument(t.Questions[i]))
	}
	return d
}

func questionDocument(q lesson.Question) report.LessonQuestion {
	return report.LessonQuestion{Text: q.Text, Choices: q.Choices}
}

// answered is a question with its right answer.
func answered(q lesson.Question, choice int) report.LessonQuestion {
	d := questionDocument(q)
	d.Choice, d.Right, d.Because = choice, q.Right+1, q.Because
	if d.Right == 0 && choice > 0 {
		d.Because = lesson.Unjudged
	}
	return d
}

// goalWord is a truth as documents have it.
func goalWord(t query.Truth) string {
	return map[query.Truth]string{query.True: report.GoalMet, query.False: report.GoalNotMet, query.Unknown: report.GoalUndecided}[t]
}

// goalDocuments describes findings.
func goalDocuments(list []lesson.Finding) []report.LessonGoal {
	out := []report.LessonGoal{}
	for _, f := range list {
		out = append(out, report.LessonGoal{Goal: f.Goal, Verdict: goalWord(f.Truth), Why: f.Why})
	}
	return out
}

// verdictDocument describes what a solution comes to.
func verdictDocument(t *lesson.Task, v lesson.Verdict) report.LessonVerdict {
	d := report.LessonVerdict{
		Task: t.Number, Kind: t.Kind.String(), Title: t.Title, Verdict: goalWord(v.Truth), Goals: goalDocuments(v.Findings), Says: v.Says,
	}
	if v.Met() {
		d.Done = string(t.Done)
	}
	return d
}

// lessonSolveCmd is `wobbly lesson solve`.
type lessonSolveCmd struct {
	lessonArg
	packFlag
	Task int `help:"Only this task." placeholder:"K"`
}

// Run implements the command.
func (c *lessonSolveCmd) Run(a *app) error {
	l, err := c.find(c.Lesson)
	if err != nil {
		return err
	}
	if !l.HasKey() {
		return usage("Give the teacher's master: wobbly lesson solve "+wordFor(l)+" --master FILE", "this is the student edition of lesson %s: it holds no key", wordFor(l))
	}
	d := lessonDocument(l)
	d.WithAnswers, d.Closing = true, true
	for i, t := range l.Tasks {
		v, ok := await(a, func() lesson.Verdict { return t.Check(a.ctx, t.Key()) })
		if !ok {
			return errInterrupted
		}
		x := verdictDocument(t, v)
		a.foundVerdict(v)
		d.Tasks[i].Verdict, d.Tasks[i].Solution = &x, solutionText(t)
		for k := range t.Questions {
			d.Tasks[i].Questions[k] = answered(t.Questions[k], 0)
		}
	}
	if c.Task != 0 {
		if c.Task < 0 || c.Task > len(d.Tasks) {
			return noTask(l, c.Task)
		}
		x := d.Tasks[c.Task-1]
		d.Tasks, d.Closing = []report.LessonTask{x}, false
	}
	return report.LessonText(a.text(), a.style(a.sys.Stdout), d)
}

func noTask(l *lesson.Lesson, n int) error {
	return usage("", "lesson %d has the tasks 1 to %d, not %d", l.Number, len(l.Tasks), n)
}

// solutionText is a task's solution as a student would write it down.
func solutionText(t *lesson.Task) string {
	k := t.Key()
	switch t.Kind {
	case lesson.Program:
		return k.Program
	case lesson.Analysis:
		return k.Sheet
	case lesson.Heap:
		return k.Heap
	case lesson.Witness:
		return "heap: " + k.Heap + "\nschedule: " + strings.Join(k.Schedules, "")
	default:
		return strings.Join(k.Schedules, "\n")
	}
}

// foundVerdict enters a verdict into the exit code.
func (a *app) foundVerdict(v lesson.Verdict) {
	switch v.Truth {
	case query.False:
		a.found(exitFound)
	case query.Unknown:
		a.found(exitInconclusive)
	}
}
