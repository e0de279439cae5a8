package report

import (
	"fmt"
	"io"
	"strings"

	"wobbly/internal/text"
)

// LessonListText prints the lessons, one on a line with its idea below.
func LessonListText(list []LessonItem, withDone bool) Printed {
	return func(p *page) {
		course := ""
		for _, l := range list {
			if l.Course != course {
				p.line("%s", p.paint(bold, "Lessons "+l.Course))
				course = l.Course
			}
			size := fmt.Sprintf("%s, %d min", text.Count(l.Tasks, "task"), l.Minutes)
			if withDone {
				size = fmt.Sprintf("%d of %s done", l.Done, text.Count(l.Tasks, "task"))
			}
			head := fmt.Sprintf("%3d  %s", l.Number, p.paint(bold, l.Title))
			p.line("%s", pad(head, width-cells(size)-2)+"  "+p.paint(faint, size))
			p.lines(5, p.wrap(l.Idea, width-5))
		}
	}
}

// text prints a lesson: what is read first, its tasks and, as asked for,
// the answers and what closes it.
func (l *Lesson) text(p *page) {
	p.lessonHead(l)
	for i := range l.Tasks {
		p.line("")
		if l.Review {
			p.review(&l.Tasks[i], l.Of)
		} else {
			p.task(&l.Tasks[i], l.Of, l.WithAnswers)
		}
	}
	if l.Closing {
		p.line("")
		p.closing(l)
	}
}

// LessonHeadText prints what is read first.
func LessonHeadText(l *Lesson) Printed {
	return func(p *page) { p.lessonHead(l) }
}

// LessonTaskText prints one of a lesson's tasks.
func LessonTaskText(t *LessonTask, of int) Printed {
	return func(p *page) {
		p.line("")
		p.task(t, of, false)
	}
}

// LessonClosingText prints what is said when all tasks are done.
func LessonClosingText(l *Lesson) Printed {
	return func(p *page) {
		p.line("")
		p.line("%s", p.paint(good, "All tasks of this lesson are done."))
		p.line("")
		p.closing(l)
	}
}

func (p *page) lessonHead(l *Lesson) {
	p.line("%s", p.paint(bold, fmt.Sprintf("Lesson %d: %s", l.Number, l.Title)))
	if l.Review {
		p.prose(0, "What was believed, what is true, and the schedules that show it.")
		return
	}
	p.prose(0, "%s About %d minutes.", l.Idea, l.Minutes)
	p.line("")
	p.text(0, l.Text)
}

// review prints the program of a task and its questions with their answers.
func (p *page) review(t *LessonTask, of int) {
	p.line("%s", p.paint(bold, fmt.Sprintf("Task %d of %d: %s", t.Number, of, t.Title)))
	p.listing(t)
	for i := range t.Questions {
		p.question(&t.Questions[i], i+1)
		p.line("")
	}
}

func (p *page) closing(l *Lesson) {
	p.text(0, l.Win)
	p.line("")
	p.labelled("Not so", "%s", l.Misconception)
	p.label("Further", p.verbatim(l.Extension, width-labelWidth))
}

// verbatim breaks a text into lines. Lines that begin with a space are kept as
// they are.
func (p *page) verbatim(text string, room int) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" || line[0] == ' ' {
			lines = append(lines, line)
		} else {
			lines = append(lines, p.wrap(line, room)...)
		}
	}
	return lines
}

// text prints paragraphs behind an indentation. Lines that begin with a space are
// kept as they are.
func (p *page) text(indent int, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case line == "":
			p.line("")
		case line[0] == ' ':
			p.line("%*s%s", indent, "", line)
		default:
			p.prose(indent, "%s", line)
		}
	}
}

func (p *page) task(t *LessonTask, of int, answers bool) {
	p.line("%s", p.paint(bold, fmt.Sprintf("Task %d of %d: %s", t.Number, of, t.Title)))
	p.text(0, t.Text)
	p.line("")
	p.listing(t)
	if t.Start != "" {
		p.labelled("Start", "%s", t.Start)
	}
	for i, g := range t.Goals {
		p.labelled([]string{"Goal", ""}[min(i, 1)], "%s", g)
	}
	for i, g := range t.Formulas {
		p.labelled([]string{"Formula", ""}[min(i, 1)], "%s", g)
	}
	if t.Results != "" {
		p.label("Sheet", text.Lines(t.Results))
		p.labelled("", "%s", t.Such)
	}
	if t.HowTo != "" {
		p.labelled("Play", "%s", t.HowTo)
	}
	for i := range t.Questions {
		p.line("")
		p.question(&t.Questions[i], i+1)
	}
	if answers {
		p.line("")
		for i, h := range t.Hints {
			p.labelled(fmt.Sprintf("Hint %d", i+1), "%s", h)
		}
		p.label("Solution", text.Lines(t.Solution))
		if t.Verdict != nil {
			p.verdict(t.Verdict, false)
		}
	}
}

// listing prints the program with its line numbers.
func (p *page) listing(t *LessonTask) {
	lines := text.Lines(t.Listing)
	p.line("%s", p.paint(faint, "  "+t.Heading()))
	for i, l := range lines {
		p.line("  %s", p.numbered(i+1, 2, Visible(l)))
	}
	p.line("")
}

// LessonQuestionText prints a question.
func LessonQuestionText(q *LessonQuestion, number int) Printed {
	return func(p *page) {
		p.line("")
		p.question(q, number)
	}
}

func (p *page) question(q *LessonQuestion, n int) {
	p.labelled("Question", "%d. %s", n, q.Text)
	for i, c := range q.Choices {
		mark := " "
		switch i + 1 {
		case q.Right:
			mark = "*"
		case q.Choice:
			mark = "x"
		}
		lines := p.wrap(c, width-labelWidth-5)
		p.line("%*s%s %s  %s", labelWidth-2, "", mark, text.Letter(i), strings.Join(lines[:1], ""))
		p.lines(labelWidth+3, lines[min(1, len(lines)):])
	}
	p.answer(q)
}

func (p *page) answer(q *LessonQuestion) {
	for i, s := range []string{q.Said, q.Voted, q.Because, q.Found} {
		if s != "" {
			p.labelled([]string{"", "Votes", "Why", ""}[i], "%s", s)
		}
	}
	if q.Shown != nil {
		p.lessonRun(q.Shown)
	}
}

// LessonState is a state as a player by lines sees it.
type LessonState struct {
	Steps, Choices, Switches int
	Next                     [2]string // what A and B do next, sentences
	Vars                     [2]string // the variables of the call that each executes
	Cells                    []string  // that hold another object than their own
	Race                     string    // a sentence; empty where there is none
}

func (s LessonState) text(p *page) {
	steps := text.Count(s.Steps, "step")
	if s.Choices > 0 {
		steps += " and " + text.Count(s.Choices, "choice")
	}
	p.labelled("State", "%s, %s", steps, text.CountOf(s.Switches, "switch", "switches"))
	for i, thread := range [2]string{"A", "B"} {
		p.labelled(thread, "%s", s.Next[i])
		if s.Vars[i] != "" {
			p.labelled("", "%s", s.Vars[i])
		}
	}
	if len(s.Cells) > 0 {
		p.labelled("Cells", "%s", strings.Join(s.Cells, ", "))
	}
	if s.Race != "" {
		p.labelled("RACE", "%s", s.Race)
	}
}

// Paragraph prints text, broken into lines.
func Paragraph(w io.Writer, text string) error {
	p := &page{w: w}
	p.text(0, text)
	return p.err
}
