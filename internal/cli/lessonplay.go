package cli

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/service"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/lesson"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/command"
	"wobbly/session/query"
	"wobbly/tui/plain"
)

// player plays a lesson by lines.
type player struct {
	a    *app
	d    *lessonStore
	g    *lesson.Game
	in   *bufio.Scanner
	x    *command.Controls // of the session of the present task
	quit bool
	pick int   // the choice that was made for the open question and does not count yet, from 1
	err  error // of writing, the first one
}

// linePrompt is what stands before a line that is awaited on a terminal.
const linePrompt = "> "

// play plays a lesson by lines, until the input ends or says so. It gives the lesson that is
// played then, which may be a later one.
func (a *app) play(d *lessonStore, g *lesson.Game) (*lesson.Game, error) {
	p := &player{a: a, d: d, g: g, in: bufio.NewScanner(a.sys.Stdin), x: lessonControls()}
	p.in.Buffer(nil, plain.MaxLine)
	p.begin()
	for !p.quit && p.err == nil {
		if err := p.prompt(); err != nil {
			return p.g, err
		}
		more, ok := await(a, p.in.Scan)
		if !ok {
			return p.g, errInterrupted
		}
		if !more {
			break
		}
		p.obey(strings.TrimSpace(p.in.Text()))
	}
	return p.g, errors.Join(p.err, plain.LineError(p.in.Err()))
}

// begin prints what the lesson begins with, and its present task.
func (p *player) begin() {
	p.show(report.LessonHeadText(service.Lesson(p.g.Lesson())))
	if note := p.g.Changed().Note(); note != "" {
		p.say(note)
	}
	p.task()
}

// prompt shows what was printed, and on a terminal that a line is awaited.
func (p *player) prompt() error {
	if isTerminal(p.a.sys.Stdout) {
		p.a.out.WriteString(linePrompt) // an error stays until Flush
	}
	return p.a.out.Flush()
}

// keep keeps the first error of writing.
func (p *player) keep(err error) {
	if p.err == nil {
		p.err = err
	}
}

// show prints something.
func (p *player) show(d report.Shown) { p.keep(p.a.show(d)) }

func (p *player) say(text string) { p.keep(report.Paragraph(p.a.text(), text)) }

// howTo says how a task is played by lines.
func howTo(t *lesson.Task) string {
	const rest = " hint, next, help, quit."
	switch t.Kind {
	case lesson.Play:
		return "a or b is a step of A or B, a+ and a- resolve a choice, A2 B is a longer schedule; undo, restart, state, goal, check," + rest
	case lesson.Heap:
		return initExample(t) + " chooses an initial state; check," + rest
	case lesson.Program:
		return fmt.Sprintf("wobbly lesson show %d --program %s prints the program to be changed; give FILE checks yours;%s", t.Lesson().Number, t.Program, rest)
	case lesson.Analysis:
		return "sheet prints the sheet to be filled in; give FILE checks yours;" + rest
	case lesson.Witness:
		return initExample(t) + " chooses an initial state; a or b is a step, A2 B a longer schedule; undo, restart, state, check," + rest
	default:
		panic(il.Unknown(t.Kind))
	}
}

// initExample is a line that chooses an initial state of a task.
func initExample(t *lesson.Task) string {
	pair := t.Pair()
	var parts []string
	for i, u := range [2]*il.Unit{pair.Left, pair.Right} {
		for _, x := range u.Formals {
			parts = append(parts, fmt.Sprintf("%s.%s=o%d", semantics.Tid(i), x, len(parts)+1))
		}
	}
	return "init " + strings.Join(parts, ",")
}

// task prints the present task and its open question or its state. Of a task that is
// done it prints what met the goal: the student's program or the state.
func (p *player) task() {
	t := p.g.Task()
	d := service.Task(t)
	d.Questions, d.HowTo = nil, howTo(t)
	if s := p.g.Solved(); s != nil && t.Kind == lesson.Program {
		d.Program, d.Listing = "your "+t.Program, s.Core().Source.Text
		d.Units = [2]string{s.Pair().Left.Name, s.Pair().Right.Name}
	}
	p.show(report.LessonTaskText(&d, len(p.g.Lesson().Tasks)))
	if p.already() {
		p.state()
	} else {
		p.question()
	}
}

// already reports whether the task is done, and says so if it is.
func (p *player) already() bool {
	t, rest := p.g.Task(), "."
	if t.Number < len(p.g.Lesson().Tasks) {
		rest = "; next goes on to the next one."
	}
	if p.g.Done() {
		p.say("This task is done already" + rest)
	}
	return p.g.Done()
}

// question prints the open question. Where there is none, the student may move.
func (p *player) question() {
	q, n, open := p.g.Question()
	if open {
		d := service.Question(q)
		p.show(report.LessonQuestionText(&d, n))
		p.say("Choose with " + p.letters() + ".")
		return
	}
	if s := p.g.Session(); s != nil && s.At() > 0 { // begun at the end of a schedule
		p.observe()
		return
	}
	p.state()
}

// lessonControls are what a session of a lesson is driven with.
func lessonControls() *command.Controls {
	return &command.Controls{
		Seed:   1,
		Files:  command.Files{Save: saveFile, Tool: "wobbly " + service.BuildVersion()},
		Voice:  command.Voice{NoRace: "Step on"},
		Closed: service.ClosedInLessons,
	}
}

// words are what a line of a lesson can begin with beside the words of a
// session's commands.
func (p *player) words() map[string]func(string) {
	return map[string]func(string){
		"answer": p.answer, "hint": p.hint, "check": p.check, "goal": p.goal, "task": p.goTo, "init": p.initial, "give": p.give, "sheet": p.blank,
		"next": p.next, "help": p.help, "?": p.help, "quit": p.leave, "q": p.leave,
	}
}

// obey does what a line says.
func (p *player) obey(line string) {
	word, rest, _ := strings.Cut(line, " ")
	if do, known := p.words()[word]; known {
		do(strings.TrimSpace(rest))
		return
	}
	if _, _, open := p.g.Question(); open && !strings.Contains(line, " ") {
		p.answer(line)
		return
	}
	c, arg, err := command.Parse(line)
	var unknown *command.UnknownError
	switch {
	case errors.As(err, &unknown):
		p.say("This is neither a word nor a schedule (" + unknown.Schedule.Error() + "). help lists the words.")
	case c.Name == command.State:
		p.stateOf("")
	default:
		p.drive(c, arg)
	}
}

// drive does a command of the session, if threads can be moved now.
func (p *player) drive(c *command.Command, arg string) {
	s := p.session()
	if s == nil {
		return
	}
	p.x.Session, p.x.File = s, p.g.Task().Program
	a := c.Run(p.a.ctx, p.x, arg)
	if a.Open != nil {
		p.say("A line that leads elsewhere is not followed in a lesson; wobbly lesson --schedule begins with one.")
		return
	}
	for _, row := range a.Rows {
		a.Lead = append(a.Lead, row[0]+": "+row[1])
	}
	if a.Question != nil {
		a.Lines = append(a.Lines, a.Question.Spoken()...)
	}
	for _, text := range append(append(a.Lead, a.Lines...), a.Text) {
		if text != "" {
			p.say(text)
		}
	}
	switch {
	case !a.State:
	case c.Name == command.Undo || c.Name == command.Redo || c.Looks():
		p.g.Observe(p.a.ctx)
		p.state()
	case a.OK() || a.Moves > 0:
		p.observe()
	}
}

func (p *player) leave(string) { p.quit = true }

func (p *player) help(string) {
	p.say("Words: " + howTo(p.g.Task()))
	p.say("While a question is open, a letter chooses an answer and yes lets it count. task K goes to a task.")
	own := p.words()
	var more []string
	for _, c := range command.Table() {
		if w := c.Word(); w != "" && own[w] == nil && p.x.Closed(c.Name) == "" {
			more = append(more, w)
		}
	}
	p.say("Where threads are moved, the words of wobbly step --plain mean here what they mean there: " + strings.Join(more, ", ") + ".")
}

// letters are those that choose an answer to the open question: "a, b or c".
func (p *player) letters() string {
	q, _, _ := p.g.Question()
	var list []string
	for i := range q.Choices {
		list = append(list, text.Letter(i))
	}
	return strings.Join(list[:len(list)-1], ", ") + " or " + list[len(list)-1]
}

// answer chooses an answer by its letter, or lets the one that is chosen count.
func (p *player) answer(word string) {
	q, _, open := p.g.Question()
	i, letter := text.OfLetter(word, len(q.Choices))
	switch {
	case !open:
		p.say("There is no question open.")
	case letter:
		p.pick = i + 1
		p.say(fmt.Sprintf("You choose %s: %q. yes lets it count; another letter chooses again.", word, q.Choices[i]))
	case word == "yes" && p.pick > 0:
		p.g.Answer(p.pick)
		p.pick = 0
		p.say("Your answer counts.")
		p.question()
	default:
		p.say("First the question: choose with " + p.letters() + ", then yes.")
	}
}

func (p *player) hint(string) {
	if p.already() {
		return
	}
	text, n := p.g.Hint()
	p.say("Hint " + strconv.Itoa(n) + " of 3: " + text)
}

func (p *player) goal(string) {
	d := service.Task(p.g.Task())
	p.say(d.Text)
	standing := p.g.Standing(p.a.ctx)
	for _, g := range d.Goals {
		if !slices.ContainsFunc(standing.Findings, func(f lesson.Finding) bool { return f.Goal == g && f.Progress() != "" }) {
			p.say("Goal: " + g)
		}
	}
	p.progress(standing)
}

// session is where threads can be moved now. Where they cannot, it says why.
func (p *player) session() *session.Session {
	s := p.g.Session()
	if s == nil {
		if _, _, open := p.g.Question(); open {
			p.say("First the question: choose with " + p.letters() + ", then yes.")
		} else {
			p.say("Nothing is stepped in this task. " + howTo(p.g.Task()))
		}
	}
	return s
}

// observe says what the engine sees in the present state.
func (p *player) observe() {
	wasDone := p.g.Done()
	l := p.g.Observe(p.a.ctx)
	switch {
	case p.g.Done() && !wasDone:
		p.won(l.Verdict)
		return
	case wasDone && l.Met():
		p.say("This reaches the goal, too.")
	case l.Says != "":
		p.say(l.Says)
	case l.Lost:
		p.say("From here the goal cannot be reached any more: every way on was looked at. undo or restart.")
	case l.Over:
		p.say("No thread can go on, and the goal is not reached. undo or restart.")
	}
	p.progress(l.Verdict)
	p.state()
}

// progress says how far goals about what was visited are reached.
func (p *player) progress(v lesson.Verdict) {
	for _, f := range v.Findings {
		if far := f.Progress(); far != "" && f.Truth != query.True {
			p.say("Goal: " + f.Goal + ": " + far + ".")
		}
	}
}

// won says that the task is done, reveals the answers, and says where to go on.
func (p *player) won(v lesson.Verdict) {
	d := service.Verdict(p.g.Task(), v)
	p.show(report.LessonVerdictText(&d, false))
	list := slice.Map(p.g.Answers(), func(x lesson.Answered) report.LessonQuestion { return service.Answered(x.Question, x.Choice) })
	p.show(report.LessonAnswersText(list))
	if p.g.Finished() {
		p.show(report.LessonClosingText(service.Lesson(p.g.Lesson())))
		if p.d.following(p.g) != nil {
			p.say("next goes on to the next lesson.")
		}
		return
	}
	if p.g.Task().Number == len(p.g.Lesson().Tasks) {
		p.say("This was the last task, but others are not done yet; task K goes to one.")
		return
	}
	p.say("next goes on to the next task.")
}

func (p *player) stateOf(string) {
	if p.session() != nil {
		p.state()
	}
}

// state prints the present state, if threads can be moved.
func (p *player) state() {
	s := p.g.Session()
	if s == nil {
		if p.g.Task().Kind == lesson.Heap {
			p.say("Heap: " + p.g.Task().Start(p.g.Heap()) + ".")
		}
		return
	}
	v := s.Now()
	p.show(service.LessonState(v))
}

func (p *player) initial(text string) {
	switch _, _, open := p.g.Question(); {
	case open:
		p.say("First the question: choose with " + p.letters() + ", then yes.")
	case p.g.Task().Kind == lesson.Analysis:
		p.say("This task begins in no initial state. " + howTo(p.g.Task()))
	case text == "":
		p.say("Heap: " + p.g.Task().Start(p.g.Heap()) + ".")
	default:
		if err := p.g.SetHeap(text); err != nil {
			p.say("No: " + err.Error() + ".")
			return
		}
		p.say("Heap: " + p.g.Task().Start(p.g.Heap()) + ".")
		if p.g.Session() != nil {
			p.state()
		}
	}
}

func (p *player) blank(string) {
	if t := p.g.Task(); t.Kind == lesson.Analysis {
		_, err := p.a.out.WriteString(t.BlankResults())
		p.keep(err)
		return
	}
	p.say("This task has no sheet.")
}

// check checks what is in hand.
func (p *player) check(string) {
	if p.already() {
		return
	}
	if k := p.g.Task().Kind; k == lesson.Program || k == lesson.Analysis {
		p.say(howTo(p.g.Task()))
		return
	}
	p.checked(p.g.CheckNow(p.a.ctx), false, "")
}

// give checks a file.
func (p *player) give(name string) {
	text, err := readSolution(name)
	if err != nil {
		p.say("No: " + err.Error() + ".")
		return
	}
	at, err := p.g.Task().ParseAttempt(text)
	if err != nil {
		p.say(report.FileName(name) + ": " + err.Error() + ".")
		return
	}
	already := p.g.Done()
	p.checked(p.g.Check(p.a.ctx, at), already, name)
}

// checked tells what an attempt comes to that a file holds; the file may be empty.
func (p *player) checked(v lesson.Verdict, already bool, file string) {
	if v.Met() {
		p.won(v)
		return
	}
	d := verdictOn(p.g.Task(), v, file)
	p.show(report.LessonVerdictText(&d, already))
}

func (p *player) next(string) {
	switch l := p.d.following(p.g); {
	case p.g.Next():
		p.task()
	case !p.g.Finished():
		p.say("This is the last task; task K goes to another one.")
	case l == nil:
		p.say("This is the last task of the last lesson.")
	default:
		p.nextLesson(l)
	}
}

// nextLesson goes on with another lesson. What was done in this one is kept.
func (p *player) nextLesson(l *lesson.Lesson) {
	g, err := p.d.open(wordFor(l))
	if err == nil {
		err = p.d.keep(p.g)
	}
	if err != nil {
		p.say("No: " + err.Error() + ".")
		return
	}
	p.g, p.pick = g, 0
	p.begin()
}

func (p *player) goTo(text string) {
	n, err := strconv.Atoi(text)
	if err != nil || !p.g.GoTo(n) {
		p.say("There is no such task.")
		return
	}
	p.task()
}
