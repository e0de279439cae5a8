package ask

import (
	"strconv"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/spell"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/session/query"
)

// Lesson describes a lesson for a reader.
func Lesson(l *lesson.Lesson) *report.Lesson {
	d := &report.Lesson{
		Number: l.Number, Name: l.Name, Title: l.Title, Idea: l.Idea, Text: string(l.Text),
		Minutes: l.Minutes, Misconception: l.Misconception, Win: string(l.Win),
		Extension: string(l.Extension), Of: len(l.Tasks),
	}
	for _, t := range l.Tasks {
		d.Tasks = append(d.Tasks, Task(t))
	}
	return d
}

// Task describes a task, with its questions but without their answers.
func Task(t *lesson.Task) report.LessonTask {
	pair := t.Pair()
	d := report.LessonTask{
		Number: t.Number, Kind: t.Kind.String(), Title: t.Title, Text: string(t.Text),
		Program: t.Program, Listing: t.Listing(), Units: [2]string{pair.Left.Name, pair.Right.Name},
		Goals: slice.Map(t.Formulas(), t.Sentence), Hints: t.Hints[:],
	}
	switch t.Kind {
	case lesson.Play, lesson.Heap, lesson.Witness:
		d.Start = t.Start(t.Init())
	case lesson.Analysis:
		lines := slice.Map(t.Parts,
			func(p lesson.Part) string { return p.String() + ": " + lesson.Such(p.String()) + "." })
		d.Results, d.Such = t.BlankResults(), "Commas separate elements. "+strings.Join(lines, " ")
	}
	for _, q := range t.Questions {
		d.Questions = append(d.Questions, LessonQuestion(q))
	}
	return d
}

// LessonQuestion describes a question, without its answer.
func LessonQuestion(q lesson.Question) report.LessonQuestion {
	return report.LessonQuestion{Text: q.Text, Choices: q.Choices}
}

// Answered describes a question with its known answer.
func Answered(a lesson.Answered) report.LessonQuestion {
	d := LessonQuestion(a.Question)
	d.Choice, d.Votes, d.Right, d.Because = a.Choice, a.Votes, a.Right+1, a.Because
	d.Computed, d.Shown = a.Computed, Run(a.Shown)
	d.Said, d.Voted, d.Found = a.Said(), a.Voted(), a.Found
	return d
}

func goalWord(t query.Truth) string {
	return map[query.Truth]string{
		query.True: report.GoalMet, query.False: report.GoalNotMet,
		query.Unknown: report.GoalUndecided,
	}[t]
}

// Run describes the execution up to the present state of a session; it is nil if there is none.
func Run(s *session.Session) *report.LessonRun {
	if s == nil {
		return nil
	}
	pair, state := s.Pair(), LessonState(s.Now())
	d := &report.LessonRun{
		Units: [2]string{session.UnitText(pair.Left), session.UnitText(pair.Right)},
		Heap:  session.InitText(s.Core(), pair, s.Init()), Schedule: s.Schedule().String(),
		Link:  s.Link().String(),
		Steps: []report.LessonStep{}, Cells: append([]string{}, state.Cells...), Race: state.Race,
	}
	for n := 1; n <= s.At(); n++ {
		v, _ := s.State(n)
		e, _ := v.Last()
		d.Steps = append(d.Steps,
			report.LessonStep{Thread: e.Thread.String(), At: e.Where, Does: v.Say()})
	}
	return d
}

// Verdict describes the verdict on a solution.
func Verdict(t *lesson.Task, v lesson.Verdict) report.LessonVerdict {
	out := []report.LessonGoal{}
	for _, f := range v.Findings {
		g := report.LessonGoal{
			Goal: f.Goal, Verdict: goalWord(f.Truth), Why: f.Why, Shown: Run(f.Shown),
		}
		if words := t.Sentence(f.Goal); words != f.Goal {
			g.Sentence = words
		}
		out = append(out, g)
	}
	d := report.LessonVerdict{
		Task: t.Number, Kind: t.Kind.String(), Title: t.Title, Verdict: goalWord(v.Truth),
		Goals: out, Says: v.Says,
	}
	if v.Met() {
		d.Done = string(t.Done)
	}
	return d
}

// LessonState describes a state for a lesson in plain text.
func LessonState(v session.View) report.LessonState {
	d := report.LessonState{
		Steps: v.Steps(), Choices: v.Session().At() - v.Steps(), Switches: v.Switches(),
	}
	for _, i := range semantics.Tids {
		d.Next[i] = v.Next(i).Text
		var vars []string
		for _, f := range v.Frames(i)[:1] {
			for x, l := range f.Vars.Vars() {
				vars = append(vars, x+" = "+v.Name(l))
			}
		}
		d.Vars[i] = strings.Join(vars, ", ")
	}
	for a, l := range v.Heap().Cells() {
		if a.Loc != l {
			d.Cells = append(d.Cells, v.Session().Names().Cell(a)+" = "+v.Name(l))
		}
	}
	if race, ok := v.Race(); ok {
		d.Race = race.Text
	}
	return d
}

// FindLesson finds a lesson by its number, its name, or its name without the number.
// The error is *Refusal.
func FindLesson(all []*lesson.Lesson, word string) (*lesson.Lesson, error) {
	var names []string
	for _, l := range all {
		short := strings.TrimLeft(l.Name, "0123456789-")
		if word == strconv.Itoa(l.Number) || word == l.Name || word == short {
			return l, nil
		}
		names = append(names, short)
	}
	hint := spell.Hint(word, names,
		"There are "+text.Count(len(all), "lesson")+": wobbly lesson lists them.")
	return nil, refuse(hint, "there is no lesson %q", word)
}

// LessonList describes lessons, with their progress from records.
func LessonList(all []*lesson.Lesson, records *lesson.Records) []report.LessonItem {
	list := []report.LessonItem{}
	for _, l := range all {
		x := report.LessonItem{
			Number: l.Number, Name: l.Name, Title: l.Title, Course: l.Course,
			Idea: l.Idea, Minutes: l.Minutes, Tasks: len(l.Tasks),
		}
		x.Done, _ = records.Done(l)
		list = append(list, x)
	}
	return list
}

// ClosedInLessons returns why a command of a session is unavailable in lessons. The refusal is
// empty if the command is available.
func ClosedInLessons(name command.Name) command.Refusal {
	switch name {
	case command.Fix, command.Shrink:
		return command.Refusal{Reason: "In a lesson you find the repair."}
	case command.Analysis:
		return command.Refusal{Reason: "In a lesson you find what the analysis says."}
	case command.Initial:
		return command.Refusal{Reason: "In a lesson the task gives the initial state."}
	}
	return command.Refusal{}
}
