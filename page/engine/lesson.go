package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"wobbly/il"
	"wobbly/internal/service"
	"wobbly/internal/slice"
	"wobbly/lesson"
	"wobbly/lessons"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/command"
)

// playing is a lesson that is played.
type playing struct {
	number   int
	g        *lesson.Game
	stepping *stepping // of the present task; nil where nothing is stepped
	verdict  *verdictView
	lost     bool
}

// games are the lessons that are played, by their numbers, and what all that were played
// have come to.
type games struct {
	open    map[int]*playing
	last    int
	records lesson.Records
}

// allLessons are the shipped ones.
var allLessons = sync.OnceValues(func() ([]*lesson.Lesson, error) {
	names, err := fs.Glob(lessons.Files, "*"+lesson.Extension)
	if err != nil {
		return nil, err
	}
	var all []*lesson.Lesson
	for _, n := range names {
		text, err := fs.ReadFile(lessons.Files, n)
		if err != nil {
			return nil, err
		}
		l, errs := lesson.Parse(n, string(text))
		if len(errs) > 0 {
			return nil, errs[0]
		}
		all = append(all, l)
	}
	return all, nil
})

// take takes over what a record holds, if there is one.
func (x *games) take(record json.RawMessage) error {
	if len(record) == 0 || string(record) == "null" {
		return nil
	}
	r, err := lesson.ReadRecords(bytes.NewReader(record))
	if err != nil {
		return refuse("record", "this is no record of lessons: %s", err)
	}
	x.records = *r
	return nil
}

// lessons is the verb lesson.list.
func (c *call) lessons(p lessonsAsk) ([]byte, int, error) {
	if err := c.h.games.take(p.Record); err != nil {
		return nil, 0, err
	}
	return c.h.lessonList()
}

// lessonList is the document of the lessons, with what is done.
func (h *Handler) lessonList() ([]byte, int, error) {
	all, err := allLessons()
	if err != nil {
		return nil, 0, err
	}
	return documentOf(report.Lessons{List: service.LessonList(all, &h.games.records)}, 0)
}

// openLesson is the verb lesson.open.
func (c *call) openLesson(p lessonAsk) (gameView, error) {
	all, err := allLessons()
	if err != nil {
		return gameView{}, err
	}
	l, err := service.FindLesson(all, p.Lesson)
	if err != nil {
		return gameView{}, err
	}
	games := &c.h.games
	if err := games.take(p.Record); err != nil {
		return gameView{}, err
	}
	g := lesson.NewGame(l)
	if r, ok := games.records.Of(l); ok {
		if err := g.Resume(r); err != nil {
			return gameView{}, refuse("record", "%s", err)
		}
	}
	if p.Task != 0 && !g.GoTo(p.Task) {
		return gameView{}, refuse("name", "lesson %d has the tasks 1 to %d, not %d", l.Number, len(l.Tasks), p.Task)
	}
	if p.Schedule != "" {
		if err := g.Begin(p.Schedule); err != nil {
			return gameView{}, refuse("link", "%s", err)
		}
	}
	if len(games.open) >= maxSessions {
		c.closeOldest()
	}
	if games.open == nil {
		games.open = map[int]*playing{}
	}
	games.last++
	x := &playing{number: games.last, g: g}
	games.open[x.number] = x
	return c.game(x, p.Theme)
}

// closeOldest closes the lesson that was opened first. What was answered in it is in the
// record, so that it goes on where it was when it is opened again.
func (c *call) closeOldest() {
	oldest := c.h.games.open[slices.Min(slices.Collect(maps.Keys(c.h.games.open)))]
	if oldest.stepping != nil {
		delete(c.h.sessions.open, oldest.stepping.number)
	}
	delete(c.h.games.open, oldest.number)
}

// playing is the lesson of a number.
func (c *call) playing(number int) (*playing, error) {
	x, ok := c.h.games.open[number]
	if !ok {
		return nil, hinted(refuse("session", "there is no open lesson %d", number), "lesson.open begins one")
	}
	return x, nil
}

// viewLesson is the verb lesson.view.
func (c *call) viewLesson(p gameAsk) (gameView, error) {
	x, err := c.playing(p.Game)
	if err != nil {
		return gameView{}, err
	}
	return c.game(x, p.Theme)
}

// record is the verb lesson.record.
func (c *call) record(struct{}) ([]byte, int, error) {
	records := c.h.games.records
	if records.Schema == "" {
		records.Schema = lesson.RecordSchema
	}
	var b bytes.Buffer
	err := records.Write(&b)
	return document(&b), 0, err
}

// doLesson is the verb lesson.do.
func (c *call) doLesson(p gameDo) (gameDone, error) {
	x, err := c.playing(p.Game)
	if err != nil {
		return gameDone{}, err
	}
	do := map[string]func(*call, *playing, string, *gameDone) error{
		"line": (*call).lessonLine, "answer": (*call).lessonAnswer, "heap": (*call).lessonHeap, "give": (*call).lessonGive,
		"hint": (*call).lessonHint, "check": (*call).lessonCheck, "next": (*call).lessonNext, "task": (*call).lessonTask,
	}[p.What]
	if do == nil {
		return gameDone{}, unknown("move of a lesson", p.What, []string{"line", "answer", "heap", "give", "hint", "check", "next", "task"})
	}
	done := gameDone{Answer: emptyAnswer(), Says: []string{}}
	before := x.g.Done()
	if err := do(c, x, p.Arg, &done); err != nil {
		return gameDone{}, err
	}
	done.Won = x.g.Done() && !before
	if done.Won {
		c.h.games.keep(x.g)
	}
	done.Game, err = c.game(x, p.Theme)
	done.Answer.Plain = append(done.Answer.Plain, done.Says...)
	return done, err
}

// keep enters what a lesson has come to.
func (x *games) keep(g *lesson.Game) {
	if x.records.Schema == "" {
		x.records.Schema = lesson.RecordSchema
	}
	x.records.Put(g.Record())
}

// lessonLine does a command of the session.
func (c *call) lessonLine(x *playing, line string, done *gameDone) error {
	if _, err := c.gameSession(x); err != nil || x.stepping == nil {
		done.Answer = refusedAnswer(whyNoSession(x.g))
		return err
	}
	do, _, parsed := command.Parse(line)
	answer, err := c.command(x.stepping, line, "", "")
	if err != nil {
		return err
	}
	done.Answer = answer
	if parsed == nil && (answer.OK || answer.Moves > 0) && changesState(do) {
		x.elsewhere()
		c.observe(x, do, done)
	}
	return nil
}

// elsewhere forgets what was said of another state.
func (x *playing) elsewhere() {
	x.lost = false
	if !x.g.Done() {
		x.verdict = nil
	}
}

// changesState tells whether a command can bring the session to another state.
func changesState(do *command.Command) bool {
	switch do.Name {
	case command.State, command.Explain, command.Eval, command.Analysis, command.Fix, command.Shrink, command.Watch, command.Schedule, command.Save, command.Until:
		return false
	}
	return true
}

// whyNoSession says why nothing is stepped now.
func whyNoSession(g *lesson.Game) string {
	if _, _, open := g.Question(); open {
		return "First the question: answer it with one of its choices."
	}
	return "Nothing is stepped in this task."
}

// observe lets the lesson see the state that a command has led to.
func (c *call) observe(x *playing, do *command.Command, done *gameDone) {
	before := x.g.Done()
	l := x.g.Observe(c.ctx)
	x.lost = l.Lost
	switch {
	case x.g.Done() && !before:
		c.won(x, l.Verdict, done)
	case do.Name == command.Undo || do.Name == command.Redo || do.Looks():
	case before && l.Met():
		done.Says = append(done.Says, "This reaches the goal, too.")
	case l.Says != "":
		done.Says = append(done.Says, l.Says)
	case l.Lost:
		done.Says = append(done.Says, "From here the goal cannot be reached any more: every way on was looked at. Undo or restart.")
	case l.Over:
		done.Says = append(done.Says, "No thread can go on, and the goal is not reached. Undo or restart.")
	}
}

// won keeps the verdict of the attempt that did the task, and tells what it says.
func (c *call) won(x *playing, v lesson.Verdict, done *gameDone) {
	x.verdict = verdictOf(x.g.Task(), v)
	done.Says = append(done.Says, paragraphs(x.verdict.Says, x.verdict.Done)...)
}

// paragraphs are the texts that are not empty.
func paragraphs(texts ...string) []string {
	return slice.Filter(texts, func(t string) bool { return strings.TrimSpace(t) != "" })
}

// verdictOf is what an attempt comes to.
func verdictOf(t *lesson.Task, v lesson.Verdict) *verdictView {
	d := service.Verdict(t, v)
	w := &verdictView{Verdict: d.Verdict, Says: d.Says, Done: d.Done, Goals: []goalView{}}
	for i, g := range d.Goals {
		w.Goals = append(w.Goals, goalView{g.Goal, g.Verdict, g.Why, shownOf(v.Findings[i].Shown, g.Shown)})
	}
	return w
}

// shownOf is the execution to where a session stands; nil for none.
func shownOf(s *session.Session, d *report.LessonRun) *shownView {
	if s == nil {
		return nil
	}
	source := s.Core().Source
	return &shownView{
		Name: source.Name, Program: source.Text, Units: d.Units, Heap: d.Heap, Schedule: d.Schedule, Line: d.Link,
		Steps: list(slice.Map(d.Steps, func(x report.LessonStep) shownStep { return shownStep(x) })), Cells: d.Cells, Race: d.Race,
	}
}

// said is an answer of a lesson.
func (d *gameDone) said(ok bool, text string) error {
	d.Answer.OK, d.Answer.Text, d.Answer.Plain = ok, text, []string{text}
	return nil
}

// lessonAnswer answers the open question.
func (c *call) lessonAnswer(x *playing, text string, done *gameDone) error {
	n, err := strconv.Atoi(text)
	_, _, open := x.g.Question()
	switch {
	case !open:
		return done.said(false, "There is no question open.")
	case err != nil || !x.g.Answer(n):
		return done.said(false, "Answer with the number of one of the choices.")
	}
	c.h.games.keep(x.g)
	return done.said(true, "Your answer counts.")
}

// lessonHeap chooses an initial state.
func (c *call) lessonHeap(x *playing, text string, done *gameDone) error {
	if _, _, open := x.g.Question(); open {
		return done.said(false, whyNoSession(x.g))
	}
	if err := x.g.SetHeap(text); err != nil {
		return done.said(false, "No: "+err.Error()+".")
	}
	x.elsewhere()
	return done.said(true, "Heap: "+x.g.Task().Start(x.g.Heap())+".")
}

// lessonGive checks a text that is given: a program, or the table of an analysis.
func (c *call) lessonGive(x *playing, text string, done *gameDone) error {
	if len(text) > maxProgram {
		return refuse("limit", "what is given has at most 1 MB")
	}
	if err := tooDeep(il.NewSource("", text)); err != nil {
		return err
	}
	at, err := x.g.Task().ParseAttempt(text)
	if err != nil {
		return done.said(false, command.Sentence(err))
	}
	before := x.g.Done()
	return c.checked(x, x.g.Check(c.ctx, at), before, done)
}

// lessonCheck checks what is in hand.
func (c *call) lessonCheck(x *playing, _ string, done *gameDone) error {
	if k := x.g.Task().Kind; k == lesson.Program || k == lesson.Analysis {
		return done.said(false, "Give the text that is to be checked.")
	}
	before := x.g.Done()
	return c.checked(x, x.g.CheckNow(c.ctx), before, done)
}

// checked answers a check of an attempt; before is whether the task was done before it.
// The verdict that stays beside a task that is done is that of the attempt that did it.
func (c *call) checked(x *playing, v lesson.Verdict, before bool, done *gameDone) error {
	c.h.games.keep(x.g)
	switch {
	case v.Met():
		c.won(x, v, done)
		return done.said(true, "The goal is met.")
	case before:
		done.Says = append([]string{"This does not do it. The task is done already."}, verdictOf(x.g.Task(), v).reasons()...)
		return nil
	}
	x.verdict = verdictOf(x.g.Task(), v)
	done.Answer.Plain = append(done.Answer.Plain, x.verdict.lines()...)
	return nil
}

// lines is what is read out about an attempt that does not do it.
func (v *verdictView) lines() []string {
	return append([]string{"The goal is not met."}, v.reasons()...)
}

// reasons is what the lesson says to an attempt, and each goal with its verdict.
func (v *verdictView) reasons() []string {
	lines := paragraphs(v.Says)
	for _, g := range v.Goals {
		lines = append(lines, strings.Join(paragraphs(g.Goal+": "+g.Verdict, g.Why), ", ")+".")
	}
	return lines
}

// lessonHint gives the next hint.
func (c *call) lessonHint(x *playing, _ string, done *gameDone) error {
	if x.g.Done() {
		return done.said(false, "This task is done already.")
	}
	text, n := x.g.Hint()
	c.h.games.keep(x.g)
	return done.said(true, fmt.Sprintf("Hint %d of %d: %s", n, len(x.g.Task().Hints), text))
}

// lessonNext goes to the next task.
func (c *call) lessonNext(x *playing, _ string, done *gameDone) error {
	if !x.g.Next() {
		return done.said(false, "This is the last task.")
	}
	x.verdict, x.lost = nil, false
	return done.said(true, x.g.Task().Title)
}

// lessonTask goes to a task.
func (c *call) lessonTask(x *playing, text string, done *gameDone) error {
	n, err := strconv.Atoi(text)
	if err != nil || !x.g.GoTo(n) {
		return done.said(false, "There is no such task.")
	}
	x.verdict, x.lost = nil, false
	return done.said(true, x.g.Task().Title)
}
