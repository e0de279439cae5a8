package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"wobbly/internal/text"
)

// The schemas of the documents about lessons.
const (
	LessonListSchema  = "wobbly/lesson-list/1"
	LessonCheckSchema = "wobbly/lesson-check/1"
	LessonLintSchema  = "wobbly/lesson-lint/1"
	GradeSchema       = "wobbly/grade/1"
)

// LessonItem is a lesson in the list of lessons.
type LessonItem struct {
	Number  int    `json:"number"`
	Name    string `json:"name"`
	Title   string `json:"title"`
	Course  string `json:"course,omitempty"`
	Idea    string `json:"idea"`
	Minutes int    `json:"minutes"`
	Tasks   int    `json:"tasks"`
	// Done counts the tasks that are done according to the student's record.
	Done int `json:"done"`
}

// Lessons is the list of lessons.
type Lessons struct {
	List []LessonItem `json:"lessons"`
}

// Lesson is a lesson to print: the text before and after its tasks, and the tasks. Texts are
// paragraphs with empty lines between them. A line that begins with a space is verbatim.
type Lesson struct {
	Number                        int
	Name, Title, Idea, Text       string
	Misconception, Win, Extension string
	Minutes                       int
	Tasks                         []LessonTask
	// Of is the number of tasks in the lesson.
	Of int
	// WithAnswers says whether to print hints and solutions too.
	WithAnswers bool
	// Closing says whether to print the text after the last task too.
	Closing bool
	// Review says whether to print only programs, and questions with their answers.
	Review bool
}

// LessonTask is one of the tasks of a Lesson.
type LessonTask struct {
	Number      int
	Kind, Title string
	Text        string
	// Program is the name of the program's file, and Listing its text.
	Program string
	Listing string
	Units   [2]string
	// Start is the initial state, if the task has one, and Picture its picture as SVG. Picture is
	// empty in text output.
	Start   string
	Picture string
	// Goals are the goals in words, and Formulas the same goals as formulas. If Formulas is nil,
	// they are left out.
	Goals    []string
	Formulas []string
	// Results is the blank answer sheet of an analysis, and Such says how to fill it in.
	Results   string
	Such      string
	HowTo     string
	Questions []LessonQuestion
	Hints     []string
	Solution  string
	Verdict   *LessonVerdict
}

// Heading names the program of a task, and the unit of each thread unless the task is an analysis.
func (t *LessonTask) Heading() string {
	if t.Results != "" {
		return t.Program
	}
	return fmt.Sprintf("%s: A runs %s, B runs %s", t.Program, t.Units[0], t.Units[1])
}

// LessonQuestion is a question with the student's answer, and with the right one if it is revealed.
type LessonQuestion struct {
	Text    string   `json:"question"`
	Choices []string `json:"choices"`
	// Choice is the student's choice, from 1, or 0 if there is none.
	Choice int   `json:"choice,omitempty"`
	Votes  []int `json:"votes,omitempty"`
	// Right is the right choice, from 1, or 0 if it is not revealed.
	Right   int    `json:"right,omitempty"`
	Because string `json:"because,omitempty"`
	// Computed is the answer that wobbly computed: yes, no, unknown or a number.
	Computed string `json:"computed,omitempty"`
	// Shown is an execution that shows the answer.
	Shown *LessonRun `json:"shown,omitempty"`

	// Said compares the answer with the right one, in sentences.
	Said  string `json:"-"`
	Voted string `json:"-"`
	// Found says how Computed was found.
	Found string `json:"-"`
	// Picture is the picture of the execution, as SVG.
	Picture string `json:"-"`
}

// The verdicts on goals and tasks.
const (
	GoalMet       = "met"
	GoalNotMet    = "not met"
	GoalUndecided = "not decided"
)

// LessonCheck is the result of checking the solutions that were handed in for a lesson.
type LessonCheck struct {
	Lesson int             `json:"lesson"`
	Name   string          `json:"name"`
	Title  string          `json:"title"`
	Tasks  []LessonVerdict `json:"tasks"`
}

// LessonVerdict is the result of checking a solution of a task.
type LessonVerdict struct {
	Task    int          `json:"task"`
	Kind    string       `json:"kind"`
	Title   string       `json:"title"`
	Verdict string       `json:"verdict"`
	Goals   []LessonGoal `json:"goals"`
	// Says is the lesson's answer to this wrong move.
	Says string `json:"says,omitempty"`
	// Done is the lesson's text after the task is done.
	Done string `json:"done,omitempty"`
	// Questions are the questions of a finished task, with their answers.
	Questions []LessonQuestion `json:"questions,omitempty"`
}

// LessonGoal is a goal with its verdict.
type LessonGoal struct {
	Goal string `json:"goal"`
	// Sentence is the goal in words. It is empty if Goal is in words.
	Sentence string     `json:"sentence,omitempty"`
	Verdict  string     `json:"verdict"`
	Why      string     `json:"why,omitempty"`
	Shown    *LessonRun `json:"shown,omitempty"`
}

// LessonRun is an execution that shows why a goal is not met.
type LessonRun struct {
	Units    [2]string `json:"units"`
	Heap     string    `json:"initial_state"`
	Schedule string    `json:"schedule"`
	// Link leads wobbly step to its end.
	Link  string       `json:"link"`
	Steps []LessonStep `json:"steps"`
	// Cells are the cells that do not hold their own object at the end.
	Cells []string `json:"cells"`
	// Race is a sentence. It is empty if there is no race.
	Race string `json:"race,omitempty"`
	// Open is the command that opens the execution. It is empty if the program has no file.
	Open string `json:"-"`

	// File is the program's file in a hand-in. It may be empty.
	File string `json:"-"`
	// Shared is the part after # of the address that shows the execution of a hand-in on the page.
	Shared string `json:"-"`
	// Page is the whole address. It is empty if no page is known.
	Page string `json:"-"`
}

// LessonStep is a step or choice of an execution.
type LessonStep struct {
	Thread string `json:"thread"`
	At     string `json:"at"`
	Does   string `json:"does"`
}

// LessonLint lists the faults of lessons.
type LessonLint struct {
	Lessons int           `json:"lessons"`
	Faults  []LessonFault `json:"faults"`

	// Warnings say why a lesson has no exam edition.
	Warnings []LessonFault `json:"warnings,omitempty"`
}

// LessonFault is a fault or a warning.
type LessonFault struct {
	File    string `json:"file"`
	At      string `json:"at"`
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`
}

func (Lessons) schema() string      { return LessonListSchema }
func (*LessonCheck) schema() string { return LessonCheckSchema }
func (*LessonLint) schema() string  { return LessonLintSchema }

// LessonListText prints the lessons, each with its idea on the next line.
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

// text prints a lesson: its introduction, its tasks and, if requested, the answers and its closing.
func (l *Lesson) text(p *page) {
	p.lessonHead(l)
	for i := range l.Tasks {
		p.line("")
		if l.Review {
			t := &l.Tasks[i]
			p.painted(bold, "Task %d of %d: %s", t.Number, l.Of, t.Title)
			p.listing(t)
			for n := range t.Questions {
				p.question(&t.Questions[n], n+1)
				p.line("")
			}
		} else {
			p.task(&l.Tasks[i], l.Of, l.WithAnswers)
		}
	}
	if l.Closing {
		p.line("")
		p.closing(l)
	}
}

// LessonHeadText prints the text before the first task.
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

// LessonClosingText prints the text after the last task.
func LessonClosingText(l *Lesson) Printed {
	return func(p *page) {
		p.line("")
		p.spaced("%s", p.paint(good, "All tasks of this lesson are done."))
		p.closing(l)
	}
}

func (p *page) lessonHead(l *Lesson) {
	p.painted(bold, "Lesson %d: %s", l.Number, l.Title)
	if l.Review {
		p.prose(0, "What was believed, what is true, and the schedules that show it.")
		return
	}
	p.para(0, "%s About %d minutes.", l.Idea, l.Minutes)
	p.text(0, l.Text)
}

func (p *page) closing(l *Lesson) {
	p.text(0, l.Win)
	p.line("")
	p.labelled("Not so", "%s", l.Misconception)
	p.label("Further", p.verbatim(l.Extension, width-labelWidth))
}

// verbatim breaks a text into lines. Lines that begin with a space are kept as they are.
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

// text prints indented paragraphs. Lines that begin with a space are verbatim.
func (p *page) text(indent int, text string) { p.lines(indent, p.verbatim(text, width-indent)) }

func (p *page) task(t *LessonTask, of int, answers bool) {
	p.painted(bold, "Task %d of %d: %s", t.Number, of, t.Title)
	p.text(0, t.Text)
	p.line("")
	p.listing(t)
	p.labelled("Start", "%s", t.Start)
	p.labelledList("Goal", t.Goals)
	p.labelledList("Formula", t.Formulas)
	if t.Results != "" {
		p.label("Sheet", text.Lines(t.Results))
		p.labelled("", "%s", t.Such)
	}
	p.labelled("Play", "%s", t.HowTo)
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

func (p *page) listing(t *LessonTask) {
	p.line("%s", p.paint(faint, "  "+t.Heading()))
	for i, l := range text.Lines(t.Listing) {
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
	for _, part := range [][2]string{
		{"", q.Said}, {"Votes", q.Voted}, {"Why", q.Because}, {"", q.Found},
	} {
		if part[1] != "" {
			p.labelled(part[0], "%s", part[1])
		}
	}
	if q.Shown != nil {
		p.lessonRun(q.Shown)
	}
}

// LessonState is the state that a lesson in plain text shows.
type LessonState struct {
	Steps, Choices, Switches int
	Next                     [2]string
	// Vars are the variables of the call that each executes.
	Vars [2]string
	// Cells are the cells that do not hold their own object.
	Cells []string
	// Race is a sentence. It is empty if there is no race.
	Race string
}

func (s LessonState) text(p *page) {
	steps := text.Count(s.Steps, "step")
	steps += when(s.Choices > 0, " and %s", text.Count(s.Choices, "choice"))
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
	p.labelled("RACE", "%s", s.Race)
}

// Paragraph prints text, broken into lines.
func Paragraph(w io.Writer, text string) error {
	p := &page{w: w}
	p.text(0, text)
	return p.err
}

// LessonVerdictText prints the verdict on a solution. done is true if the task was done before.
func LessonVerdictText(v *LessonVerdict, done bool) Printed {
	return func(p *page) { p.verdict(v, done) }
}

func (c *LessonCheck) text(p *page) {
	for i := range c.Tasks {
		v := &c.Tasks[i]
		p.painted(bold, "Lesson %d, task %d: %s", c.Lesson, v.Task, v.Title)
		p.verdict(v, false)
	}
}

// verdict prints the verdict on a solution. done is true if the task was done before.
func (p *page) verdict(v *LessonVerdict, done bool) {
	for _, g := range v.Goals {
		color := map[string]role{GoalMet: good, GoalNotMet: alarm}[g.Verdict]
		text := strings.TrimSuffix(cmp.Or(g.Sentence, g.Goal), ".")
		text += when(g.Why != "", ": %s", g.Why)
		word := g.Verdict
		for _, l := range p.wrap(text, width-labelWidth-4) {
			p.line("  %s  %s", p.paint(color, pad(word, 12)), l)
			word = ""
		}
		if g.Shown != nil {
			p.lessonRun(g.Shown)
		}
	}
	p.prose(2, "%s", v.Says)
	switch v.Verdict {
	case GoalMet:
		p.line("  %s", p.paint(good, "The task is done."))
	case GoalNotMet:
		if done {
			p.line("  This is not a solution. The task is already done.")
		} else {
			p.line("  The task is not done.")
		}
	default:
		p.prose(2, "It is not known whether the task is done: a search was cut.")
	}
	if v.Done != "" {
		p.text(2, v.Done)
	}
	LessonAnswersText(v.Questions)(p)
}

// maxRunSteps is the number of steps of an execution that are printed.
const maxRunSteps = 40

// LessonRunText prints an execution.
func LessonRunText(r *LessonRun) Printed {
	return func(p *page) { p.lessonRun(r) }
}

// lessonRun prints an execution that shows why a goal is not met, or why an answer is right.
func (p *page) lessonRun(r *LessonRun) {
	const indent = labelWidth + 4
	p.prose(indent, "A runs %s, B runs %s, from the initial state %s. Schedule: %s.",
		r.Units[0], r.Units[1], r.Heap, cmp.Or(r.Schedule, "none, it is the initial state"))
	p.runSteps(indent, r)
	if len(r.Cells) > 0 {
		p.prose(indent, "Then %s.", strings.Join(r.Cells, ", "))
	}
	p.prose(indent, "%s", r.Race)
	if r.Open != "" {
		p.line("%*sSee it: %s", indent, "", r.Open)
	} else {
		p.line("%*sLink: %s", indent, "", r.Link)
	}
	if r.Page != "" {
		p.line("%*sOn the page: %s", indent, "", r.Page)
	}
}

func (p *page) runSteps(indent int, r *LessonRun) {
	for i, s := range r.Steps[:min(len(r.Steps), maxRunSteps)] {
		p.hanging(fmt.Sprintf("%*s%3d  %s  ", indent, "", i+1, pad(s.At, 5)), s.Does)
	}
	if hidden := len(r.Steps) - maxRunSteps; hidden > 0 {
		p.prose(indent, "and %s more.", text.Count(hidden, "step"))
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
	sum += when(len(l.Warnings) > 0,
		", %s: wobbly lesson pack --exam refuses what the warnings are about",
		text.Count(len(l.Warnings), "warning"))
	p.prose(0, "%s.", sum)
}

func (p *page) lessonFaults(kind string, faults []LessonFault) {
	for _, f := range faults {
		text := fmt.Sprintf("%s:%s: %s%s", FileName(f.File), f.At, kind, f.Message)
		text += when(f.Fix != "", "; %s", f.Fix)
		p.line("%s", text)
	}
}
