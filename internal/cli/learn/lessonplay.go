package learn

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/lesson/play"
	"wobbly/report"
	"wobbly/session/command"
	"wobbly/tui/plain"
)

type linePlayer struct {
	play.Player
	a        *console.App
	store    *lessonStore
	controls *command.Controls
	quit     bool
	// err is the first write error.
	err error
}

// linePrompt is printed on a terminal before a line is read.
const linePrompt = "> "

// playLines plays a lesson line by line until the input ends or the user quits. It returns the
// present game, which may be a later lesson.
func playLines(a *console.App, store *lessonStore, g *lesson.Game) (*lesson.Game, error) {
	o := store.options()
	p := &linePlayer{a: a, store: store, controls: &command.Controls{
		Seed:   1,
		Files:  command.Files{Save: saveFile, Tool: "wobbly " + ask.Version},
		Voice:  command.Voice{NoRace: "Step on"},
		Closed: ask.ClosedInLessons,
	}}
	p.Player = play.Player{Game: g, Read: o.Read, Following: o.Following, Open: o.Open}
	in := bufio.NewScanner(a.Sys.Stdin)
	in.Buffer(nil, plain.MaxLine)
	p.begin()
	for !p.quit && p.err == nil {
		if console.IsTerminal(a.Sys.Stdout) {
			a.Out.WriteString(linePrompt) // Flush returns its error too
		}
		if err := a.Out.Flush(); err != nil {
			return p.Game, err
		}
		more, ok := console.Await(a, in.Scan)
		if !ok {
			return p.Game, console.ErrInterrupted
		}
		if !more {
			break
		}
		p.execute(strings.TrimSpace(in.Text()))
	}
	return p.Game, errors.Join(p.err, plain.LineError(in.Err()))
}

// show prints a document, and keeps the first error.
func (p *linePlayer) show(d report.Shown) {
	p.err = cmp.Or(p.err, p.a.Show(d))
}

// say prints paragraphs, and keeps the first error.
func (p *linePlayer) say(texts ...string) {
	for _, text := range texts {
		if text != "" {
			p.err = cmp.Or(p.err, report.Paragraph(p.a.Text(), text))
		}
	}
}

// begin introduces the lesson and its present task.
func (p *linePlayer) begin() {
	p.show(report.LessonHeadText(ask.Lesson(p.Game.Lesson())))
	p.say(p.Game.Changed().Note())
	p.task()
}

// execute executes a line: help, quit, a verb of the lesson, or a command of the session.
func (p *linePlayer) execute(line string) {
	switch line {
	case "help", "?":
		p.help()
		return
	case "quit", "q":
		p.quit = true
		return
	}
	if v, arg := p.Line(line); v != nil {
		p.showOutcome(v.Do(p.a.Ctx, &p.Player, arg))
		return
	}
	c, arg, err := command.Parse(line)
	var unknown *command.UnknownError
	switch why := p.Unmoved(); {
	case errors.As(err, &unknown):
		p.say("This is not a word or a schedule (" + unknown.Schedule.Error() + "). " +
			"help lists the words.")
	case why.Refuses():
		p.say(why.String())
	case c.Name == command.State:
		p.state()
	default:
		p.runCommand(c, arg)
	}
}

func (p *linePlayer) help() {
	isLessonWord := map[string]bool{}
	for _, v := range play.Table() {
		if len(v.Words) > 0 {
			p.say(v.Text())
		}
		for _, w := range v.Words {
			isLessonWord[w] = true
		}
	}
	p.say("help or ?: this list.", "quit or q: leave.")
	var words []string
	for _, c := range command.Table() {
		if w := c.Word(); w != "" && !isLessonWord[w] && !p.controls.Closed(c.Name).Refuses() {
			words = append(words, w)
		}
	}
	p.say("Where you step threads, these words mean the same as in wobbly step --plain: " +
		strings.Join(words, ", ") + ".")
}

func (p *linePlayer) runCommand(c *command.Command, arg string) {
	p.controls.Session = p.Game.Session()
	p.controls.File = p.Game.Task().Program
	a := c.Run(p.a.Ctx, p.controls, arg)
	if a.Open != nil {
		p.say("In a lesson, a link cannot be opened; start with wobbly lesson --schedule.")
		return
	}
	p.say(a.Lead...)
	for _, row := range a.Rows {
		p.say(row[0] + ": " + row[1])
	}
	p.say(a.Lines...)
	if a.Question != nil {
		p.say(a.Question.Spoken()...)
	}
	p.say(a.Text)
	if a.State && (a.OK() || a.Moves > 0) {
		p.showOutcome(p.Observe(p.a.Ctx))
	}
}

// showOutcome prints the outcome of a line.
func (p *linePlayer) showOutcome(o play.Outcome) {
	switch {
	case o.Won:
		p.won(*o.Verdict)
		return
	case o.Lesson != nil:
		if err := p.store.keep(p.Game); err != nil {
			p.say(command.Sentence(err))
			return
		}
		p.Game = o.Lesson
		p.Forget()
		p.begin()
		return
	case o.Show == play.Task:
		p.task()
		return
	}
	if len(o.Answers) > 0 {
		p.show(report.LessonAnswersText(questions(o.Answers)))
	}
	if o.Shown != nil {
		p.show(report.LessonRunText(ask.Run(o.Shown)))
	}
	if o.Verdict != nil {
		d := verdictOn(p.Game.Task(), *o.Verdict, o.File)
		p.show(report.LessonVerdictText(&d, p.Game.Done()))
	} else {
		p.say(o.Text)
	}
	p.say(o.Lines...)
	switch {
	case o.Show == play.Open:
		p.question()
	case o.Show == play.State && p.Game.Session() != nil:
		for _, f := range p.Verdict.Findings {
			if progress := f.Progress(); progress != "" && !p.Game.Done() {
				p.say("Goal: " + strings.TrimSuffix(p.Game.Task().Sentence(f.Goal), ".") +
					": " + progress)
			}
		}
		p.state()
	}
}

// task prints the present task with its open question or its state. For a finished task it prints
// what met the goal: the student's program or the state.
func (p *linePlayer) task() {
	t := p.Game.Task()
	d := ask.Task(t)
	d.Questions, d.HowTo = nil, howTo(t)
	if s := p.Game.Solved(); s != nil && t.Kind == lesson.Program {
		d.Program, d.Listing = "your "+t.Program, s.Core().Source.Text
		d.Units = [2]string{s.Pair().Left.Name, s.Pair().Right.Name}
	}
	p.show(report.LessonTaskText(&d, len(p.Game.Lesson().Tasks)))
	if !p.Game.Done() {
		p.question()
		return
	}
	ending := "."
	if t.Number < len(p.Game.Lesson().Tasks) {
		ending = "; type next for the next one."
	}
	p.say("This task is already done" + ending)
	p.state()
}

// question prints the open question. If there is none, it prints the state and, at the end of a
// schedule, the lesson's comment on it.
func (p *linePlayer) question() {
	if q, n, open := p.Game.Question(); open {
		d := ask.LessonQuestion(q)
		p.show(report.LessonQuestionText(&d, n))
		p.say("Choose with " + play.Letters(q) + ".")
		return
	}
	if s := p.Game.Session(); s != nil && s.At() > 0 {
		p.showOutcome(p.Observe(p.a.Ctx))
		return
	}
	p.state()
}

// state prints the state of the session, or the initial state if the task is to choose one.
func (p *linePlayer) state() {
	if s := p.Game.Session(); s != nil {
		p.show(ask.LessonState(s.Now()))
	} else if p.Game.Task().Kind == lesson.Heap && !p.Unanswered().Refuses() {
		p.say(p.HeapText())
	}
}

// won announces that the task is done, shows the answers, and names the next step.
func (p *linePlayer) won(v lesson.Verdict) {
	d := ask.Verdict(p.Game.Task(), v)
	p.show(report.LessonVerdictText(&d, false))
	p.show(report.LessonAnswersText(questions(p.Game.Answers(p.a.Ctx))))
	switch {
	case p.Game.Finished():
		p.show(report.LessonClosingText(ask.Lesson(p.Game.Lesson())))
		if p.Onward() != "" {
			p.say("Type next for the next lesson.")
		}
	case p.Game.Task().Number == len(p.Game.Lesson().Tasks):
		p.say("This was the last task, but others are not done yet; task K opens one.")
	default:
		p.say("Type next for the next task.")
	}
}

// questions describes questions with their answers, and how to see the schedules that show them.
func questions(all []lesson.Answered) []report.LessonQuestion {
	return slice.Map(all, func(x lesson.Answered) report.LessonQuestion {
		d := ask.Answered(x)
		if x.Shown != nil {
			what := "the schedule"
			if x.Computed == "no" {
				what = "a state to look at"
			}
			d.Found = strings.TrimSpace(fmt.Sprintf("%s why %d shows %s.", d.Found, x.Number, what))
			d.Shown = nil
		}
		return d
	})
}

// howTo explains how to play a task line by line.
func howTo(t *lesson.Task) string {
	heap := "init " + play.HeapExample(t.Pair()) + " chooses an initial state; "
	var words string
	switch t.Kind {
	case lesson.Play:
		words = "a or b is a step of A or B, a+ and a- resolve a choice, A2 B is a longer " +
			"schedule; undo, restart, state, goal, check,"
	case lesson.Heap:
		words = heap + "check,"
	case lesson.Program:
		words = fmt.Sprintf("wobbly lesson show %d --program %s prints the program to change; "+
			"give FILE checks yours;", t.Lesson().Number, t.Program)
	case lesson.Analysis:
		words = "sheet prints the sheet to fill in; give FILE checks yours;"
	case lesson.Witness:
		words = heap + "a or b is a step, A2 B a longer schedule; undo, restart, state, check,"
	}
	return words + " hint, next, help, quit."
}
