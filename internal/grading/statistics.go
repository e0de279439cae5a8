package grading

import (
	"cmp"
	"slices"

	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/session/query"
)

// statistics counts the wrong solutions and answers of each task on which somebody has worked.
func (o Options) statistics(works []*work) []report.TaskStatistics {
	all := []report.TaskStatistics{}
	for _, l := range o.Lessons {
		for _, t := range l.Tasks {
			if s, ok := statisticsOf(t, works); ok {
				all = append(all, s)
			}
		}
	}
	return all
}

// statisticsOf counts the work on a task. It reports false if there is none.
func statisticsOf(t *lesson.Task, works []*work) (report.TaskStatistics, bool) {
	l := t.Lesson()
	s := report.TaskStatistics{
		Lesson: l.Number, Name: l.Name, Task: t.Number, Title: t.Title, Students: len(works),
		Wrong: []report.WrongAnswer{}, Questions: []report.QuestionStatistics{},
	}
	wrong := map[string]int{}
	answered := false
	for i, q := range t.Questions {
		s.Questions = append(s.Questions, report.QuestionStatistics{Question: q.Text, Choices: []report.ChoiceStatistics{}})
		for k, c := range q.Choices {
			s.Questions[i].Choices = append(s.Questions[i].Choices, report.ChoiceStatistics{Text: c, Right: k == q.Right})
		}
	}
	for _, w := range works {
		tasks, ok := w.tasks[l.Name]
		if !ok {
			continue
		}
		g := &tasks[t.Number-1]
		s.Attempts += g.Attempts
		s.Hints += g.Hints
		switch {
		case !g.Handed:
		case g.Verdict.Truth == query.True:
			s.Handed++
			s.Met++
		default:
			s.Handed++
			for _, what := range wrongs(t, g.Verdict) {
				wrong[what]++
			}
		}
		for i, n := range w.chosen[t] {
			if n > 0 { // a record fits its lesson
				s.Questions[i].Answers++
				s.Questions[i].Choices[n-1].Students++
				answered = true
			}
		}
	}
	for why, n := range wrong {
		s.Wrong = append(s.Wrong, report.WrongAnswer{What: why, Students: n})
	}
	slice.Sort(s.Wrong, func(a, b report.WrongAnswer) int {
		return cmp.Or(-cmp.Compare(a.Students, b.Students), cmp.Compare(a.What, b.What))
	})
	return s, s.Handed > 0 || answered
}

// wrongs says what is wrong with a solution: the lesson's answer to it, or else the goals that
// it does not meet.
func wrongs(t *lesson.Task, v lesson.Verdict) []string {
	if v.Says != "" {
		return []string{v.Says}
	}
	var all []string
	for _, f := range v.Findings {
		goal := "Not met: " + t.Sentence(f.Goal)
		if f.Truth != query.True && !slices.Contains(all, goal) {
			all = append(all, goal)
		}
	}
	return all
}
