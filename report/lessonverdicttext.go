package report

import (
	"cmp"
	"fmt"
	"strings"

	"wobbly/internal/text"
)

// LessonVerdictText prints what a solution comes to, of a task that may be done
// already.
func LessonVerdictText(v *LessonVerdict, done bool) Printed {
	return func(p *page) {
		p.verdict(v, done)
	}
}

// text prints what handed-in solutions come to.
func (c *LessonCheck) text(p *page) {
	for i := range c.Tasks {
		v := &c.Tasks[i]
		p.line("%s", p.paint(bold, fmt.Sprintf("Lesson %d, task %d: %s", c.Lesson, v.Task, v.Title)))
		p.verdict(v, false)
	}
}

func (p *page) verdict(v *LessonVerdict, done bool) {
	for _, g := range v.Goals {
		r := map[string]role{GoalMet: good, GoalNotMet: alarm}[g.Verdict]
		text := strings.TrimSuffix(cmp.Or(g.Sentence, g.Goal), ".")
		if g.Why != "" {
			text += ": " + g.Why
		}
		lines := p.wrap(text, width-labelWidth-4)
		for i, l := range lines {
			word := ""
			if i == 0 {
				word = g.Verdict
			}
			p.line("  %s  %s", p.paint(r, pad(word, 12)), l)
		}
		if g.Shown != nil {
			p.lessonRun(g.Shown)
		}
	}
	if v.Says != "" {
		p.prose(2, "%s", v.Says)
	}
	switch v.Verdict {
	case GoalMet:
		p.line("  %s", p.paint(good, "The task is done."))
	case GoalNotMet:
		if done {
			p.line("  This is no solution. The task is done already.")
		} else {
			p.line("  The task is not done.")
		}
	default:
		p.prose(2, "Whether the task is done was not decided: a search was cut.")
	}
	if v.Done != "" {
		p.text(2, v.Done)
	}
	LessonAnswersText(v.Questions)(p)
}

// maxRunSteps is how many steps of an execution are printed.
const maxRunSteps = 40

// LessonRunText prints an execution.
func LessonRunText(r *LessonRun) Printed {
	return func(p *page) { p.lessonRun(r) }
}

// lessonRun prints an execution that shows why a goal is not met, or an answer.
func (p *page) lessonRun(r *LessonRun) {
	const in = labelWidth + 4
	p.prose(in, "A runs %s, B runs %s, from the initial state %s. Schedule: %s.", r.Units[0], r.Units[1], r.Heap, cmp.Or(r.Schedule, "none, it is the initial state"))
	p.runSteps(in, r)
	if len(r.Cells) > 0 {
		p.prose(in, "Then %s.", strings.Join(r.Cells, ", "))
	}
	if r.Race != "" {
		p.prose(in, "%s", r.Race)
	}
	if r.Open != "" {
		p.line("%*sSee it: %s", in, "", r.Open)
	} else {
		p.line("%*sLink: %s", in, "", r.Link)
	}
	if r.Page != "" {
		p.line("%*sOn the page: %s", in, "", r.Page)
	}
}

func (p *page) runSteps(in int, r *LessonRun) {
	for i, s := range r.Steps[:min(len(r.Steps), maxRunSteps)] {
		lines := p.wrap(s.Does, width-in-12)
		p.line("%*s%3d  %s  %s", in, "", i+1, pad(s.At, 5), lines[0])
		p.lines(in+12, lines[1:])
	}
	if more := len(r.Steps) - maxRunSteps; more > 0 {
		p.prose(in, "and %s more.", text.Count(more, "step"))
	}
}

// LessonAnswersText prints questions with their answers.
func LessonAnswersText(list []LessonQuestion) Printed {
	return func(p *page) {
		for i := range list {
			p.line("")
			p.labelled("Question", "%d. %s", i+1, list[i].Text)
			p.answer(&list[i])
		}
	}
}

func (l *LessonLint) text(p *page) {
	p.lessonFaults("", l.Faults)
	p.lessonFaults("warning: ", l.Warnings)
	sum := text.Count(l.Lessons, "lesson") + ": " + text.Count(len(l.Faults), "fault")
	if n := len(l.Warnings); n > 0 {
		sum += fmt.Sprintf(", %s: wobbly lesson pack --exam refuses what the warnings are about", text.Count(n, "warning"))
	}
	p.prose(0, "%s.", sum)
}

func (p *page) lessonFaults(kind string, faults []LessonFault) {
	for _, f := range faults {
		text := fmt.Sprintf("%s:%s: %s%s", FileName(f.File), f.At, kind, f.Message)
		if f.Fix != "" {
			text += "; " + f.Fix
		}
		p.line("%s", text)
	}
}
