package lesson

import (
	"context"

	"wobbly/session/query"
)

// Grade is the result of grading a student's record of a lesson. Every solution was
// checked again.
type Grade struct {
	Lesson string
	Number int
	Fault  string // why the work could not be graded; empty if it could
	Tasks  []TaskGrade

	// Changed lists work that is not graded because the lesson has changed since.
	Changed Changes
}

// TaskGrade is the result of grading one task.
type TaskGrade struct {
	Task      int
	Handed    bool // a solution was handed in
	Verdict   Verdict
	Attempts  int
	Hints     int
	Predicted int // questions answered
	Right     int // of these, correctly; 0 in an exam edition, which has no right answers
	Questions int
}

// Done counts the tasks whose solutions are correct.
func (g *Grade) Done() int {
	n := 0
	for i := range g.Tasks {
		if g.Tasks[i].Verdict.Met() {
			n++
		}
	}
	return n
}

// GradeRecord grades the record of a lesson.
func GradeRecord(ctx context.Context, l *Lesson, r Record) Grade {
	return GradeRecordBy(l, r, func(t *Task, a Attempt) Verdict { return t.Check(ctx, a) })
}

// GradeRecordBy is like GradeRecord, with check in place of Task.Check.
func GradeRecordBy(l *Lesson, r Record, check func(*Task, Attempt) Verdict) Grade {
	g := Grade{Lesson: l.Name, Number: l.Number}
	f, err := r.FitTo(l)
	if err != nil {
		g.Fault = err.Error()
		return g
	}
	g.Changed = f.Changed
	for i, t := range l.Tasks {
		g.Tasks = append(g.Tasks, t.grade(&f.Record.Tasks[i], check))
	}
	return g
}

func (t *Task) grade(r *TaskRecord, check func(*Task, Attempt) Verdict) TaskGrade {
	g := TaskGrade{Task: t.Number, Attempts: r.Attempts, Hints: r.Hints, Questions: len(t.Questions)}
	for i, n := range r.Predictions {
		if n == 0 {
			continue
		}
		g.Predicted++
		if (Answered{Question: t.Questions[i], Choice: n}).IsRight() {
			g.Right++
		}
	}
	g.Verdict.Truth = query.False
	if r.Solution != nil {
		g.Handed = true
		g.Verdict = check(t, *r.Solution)
	}
	return g
}
