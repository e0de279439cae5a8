package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"wobbly/internal/text"
)

// text prints a table: a row for each student, a column for each lesson, and what else
// is wanted.
func (g *Grades) text(p *page) {
	p.lines(0, table(alignFrom(1, g.table())))
	for i := range g.Students {
		s := &g.Students[i]
		for _, f := range s.notGraded() {
			p.prose(0, "%s: %s", Visible(s.Who()), Visible(f))
		}
		if s.Unknown {
			p.prose(0, "%s: is not in the roster", Visible(s.Student))
		}
	}
	for _, f := range g.LeftOut {
		p.prose(0, "%s", Visible(f))
	}
	for _, m := range g.Missing {
		p.prose(0, "%s: has handed in nothing", Visible(cmp.Or(m.Name, m.ID)))
	}
	p.line("%s.", text.Count(len(g.Students), "student"))
	if g.WithStatistics {
		p.statistics(g)
	}
	if g.WithLikeness {
		p.likeness(g)
	}
}

// table is a row for each student. Points have a column where they are not the number
// of tasks.
func (g *Grades) table() [][]string {
	head := []string{"student"}
	total := 0
	for _, l := range g.Lessons {
		head = append(head, strconv.Itoa(l.Number))
		total += l.Tasks
	}
	head = append(head, "tasks")
	points := g.MaxPoints != total
	if points {
		head = append(head, "points")
	}
	rows := [][]string{head}
	for i := range g.Students {
		row := g.row(&g.Students[i], total)
		if points {
			row = append(row, fmt.Sprintf("%d of %d", g.Students[i].Points, g.MaxPoints))
		}
		rows = append(rows, row)
	}
	return rows
}

func (g *Grades) row(s *GradedStudent, total int) []string {
	row := []string{Visible(s.Who())}
	for _, l := range g.Lessons {
		cell := "-"
		for i := range s.Works {
			if s.Works[i].Name == l.Name {
				cell = fmt.Sprintf("%d/%d", s.Works[i].Done, l.Tasks)
			}
		}
		row = append(row, cell)
	}
	return append(row, fmt.Sprintf("%d of %d", s.Done, total))
}

// statistics prints what was wrong how often.
func (p *page) statistics(g *Grades) {
	for _, s := range g.Statistics {
		p.line("")
		p.line("%s", p.paint(bold, fmt.Sprintf("Lesson %d, task %d: %s", s.Lesson, s.Task, s.Title)))
		p.line("  %d of %s met; %s, %s", s.Met, text.Count(s.Handed, "solution"), text.Count(s.Attempts, "attempt"), text.Count(s.Hints, "hint"))
		for _, x := range s.Wrong {
			p.hanging(fmt.Sprintf("  %4d  ", x.Students), x.What)
		}
		for i, q := range s.Questions {
			p.hanging(fmt.Sprintf("  Question %d  ", i+1), q.Question)
			for k, c := range q.Choices {
				mark := " "
				if c.Right {
					mark = "*"
				}
				p.hanging(fmt.Sprintf("  %4d %s %s  ", c.Students, mark, text.Letter(k)), c.Text)
			}
		}
	}
}

// hanging prints a text behind a label, its further lines below the first.
func (p *page) hanging(label, s string) {
	for i, l := range p.wrap(s, width-len(label)) {
		if i > 0 {
			label = fmt.Sprintf("%*s", len(label), "")
		}
		p.line("%s%s", label, l)
	}
}

// likeness prints what hand-ins have in common.
func (p *page) likeness(g *Grades) {
	p.line("")
	if len(g.Likeness) == 0 {
		p.prose(0, "No two hand-ins have anything in common that the tasks do not give and others do not have.")
		return
	}
	p.prose(0, "Pairs of hand-ins that have in common what the tasks do not give and few others have. This is no verdict: those who work together look alike, and so do those who have the same idea.")
	for _, x := range g.Likeness {
		p.line("")
		p.line("%s", p.paint(bold, Visible(x.Students[0])+" and "+Visible(x.Students[1])))
		for _, e := range x.Evidence {
			p.hanging("  - ", Visible(e))
		}
		if more := x.Count - len(x.Evidence); more > 0 {
			p.line("  and %d more", more)
		}
	}
}

// GradeFeedback prints for one student what their work came to, with what shows why a
// goal is not met. It holds no right answer.
func GradeFeedback(w io.Writer, s *GradedStudent) error {
	p := &page{w: w}
	p.line("%s: %d of %s, %s done", Visible(s.Who()), s.Points, text.Count(s.MaxPoints, "point"), text.Count(s.Done, "task"))
	for _, f := range s.Faults {
		p.prose(0, "Not graded: %s", Visible(f))
	}
	for i := range s.Works {
		x := &s.Works[i]
		p.line("")
		p.line("Lesson %d: %s", x.Number, x.Title)
		for k := range x.Tasks {
			p.line("")
			p.gradedTask(&x.Tasks[k])
		}
	}
	if s.shown() {
		p.line("")
		p.prose(0, "To go through an execution: wobbly step FILE --schedule 'LINK', where FILE is the program that you handed in, or else the lesson's (wobbly lesson show N --program NAME). On the page: Paste, in Step.")
	}
	return p.err
}

// shown tells whether an execution shows why a goal is not met.
func (s *GradedStudent) shown() bool {
	for i := range s.Works {
		for k := range s.Works[i].Tasks {
			if slices.ContainsFunc(s.Works[i].Tasks[k].Goals, func(g LessonGoal) bool { return g.Shown != nil }) {
				return true
			}
		}
	}
	return false
}

// gradedTask prints what a solution of a task came to.
func (p *page) gradedTask(t *GradedTask) {
	p.line("Task %d: %s (%d of %s)", t.Task, t.Title, t.Points, text.Count(t.MaxPoints, "point"))
	if !t.Handed {
		p.line("  Nothing was handed in for this task.")
	} else {
		p.verdict(&LessonVerdict{Verdict: t.Verdict, Goals: t.Goals, Says: t.Says}, false)
	}
	if t.Questions > 0 {
		p.line("  %d of %s answered.", t.Predicted, text.Count(t.Questions, "question"))
	}
}
