package lesson

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
	"wobbly/session/schedule"
)

// Game is one student playing one lesson. It is at one task; questions of the
// task come first. It is for one goroutine.
//
// In tasks that are done by moving threads, whoever shows the game moves the
// Session itself and calls Observe after each move.
type Game struct {
	l      *Lesson
	task   int // index
	record Record

	s      *session.Session // of the present task; nil where it has none
	init   semantics.Init   // from which it began
	goals  []goal           // of the present task
	trail  []*query.View    // the states to the present one, when last looked
	moves  schedule.Schedule
	visits visits
	runs   []schedule.Schedule // those that are the beginning of no other one
	over   bool                // the present run was counted as an attempt

	changed Changes // see Changed
}

// NewGame begins a lesson.
func NewGame(l *Lesson) *Game {
	g := &Game{l: l, record: newRecord(l)}
	g.enter()
	return g
}

// Lesson is the lesson that is played.
func (g *Game) Lesson() *Lesson { return g.l }

// Task is the present task.
func (g *Game) Task() *Task { return g.l.Tasks[g.task] }

// mine is what the record has of the present task.
func (g *Game) mine() *TaskRecord { return &g.record.Tasks[g.task] }

// Done tells whether the present task is done.
func (g *Game) Done() bool { return g.mine().Done }

// Progress is how many tasks are done, and how many there are.
func (g *Game) Progress() (done, tasks int) {
	return g.record.Done(), len(g.record.Tasks)
}

// Finished tells whether all tasks are done.
func (g *Game) Finished() bool {
	done, tasks := g.Progress()
	return done == tasks
}

// Open is the number of the present task, or, if that is done, of the first one
// that is not; of the last one if all are.
func (g *Game) Open() int {
	if !g.Done() {
		return g.task + 1
	}
	i := slices.IndexFunc(g.record.Tasks, func(t TaskRecord) bool { return !t.Done })
	if i < 0 {
		i = len(g.record.Tasks) - 1
	}
	return i + 1
}

// Record is what there is to hand in so far.
func (g *Game) Record() Record {
	r := g.record
	r.Tasks = slices.Clone(r.Tasks)
	for i := range r.Tasks {
		r.Tasks[i].Predictions = slices.Clone(r.Tasks[i].Predictions)
	}
	return r
}

// Resume takes over a record of this lesson, perhaps of another edition, and goes to the
// first task that is not done. Tasks and questions that have changed since begin anew:
// see Changed. The error says that the record is of another lesson, or cannot be genuine.
func (g *Game) Resume(r Record) error {
	f, err := r.FitTo(g.l)
	if err != nil {
		return err
	}
	g.record, g.changed = f.Record, f.Changed
	g.task = max(0, slices.IndexFunc(g.record.Tasks, func(t TaskRecord) bool { return !t.Done }))
	g.enter()
	return nil
}

// Changed lists what of the resumed record does not apply to this edition of the lesson.
func (g *Game) Changed() Changes { return g.changed }

// GoTo goes to a task by its number, and tells whether there is one.
func (g *Game) GoTo(number int) bool {
	if number < 1 || number > len(g.l.Tasks) {
		return false
	}
	g.task = number - 1
	g.enter()
	return true
}

// Next goes to the next task, and tells whether there is one.
func (g *Game) Next() bool { return g.GoTo(g.task + 2) }

// enter begins the present task. A task that is done begins at the state that met the
// goal.
func (g *Game) enter() {
	t := g.Task()
	g.visits, g.runs, g.goals = visits{}, nil, nil
	g.begin(t.init)
	if t.Kind.Steps() || t.Kind == Heap {
		if s := g.Solved(); s != nil {
			g.init = s.Init()
			if t.Kind.Steps() {
				g.s = s
			}
		}
	}
	if t.Kind == Play {
		g.goals, _ = goalsOn(scopeOf(t.core, t.pair, t.init), t.Goals) // Parse has read them
		g.revisit()
	}
}

// revisit visits the states that the record says were visited, or were visited by the
// solution.
func (g *Game) revisit() {
	t, runs := g.Task(), g.mine().Visited
	if a, ok := g.Solution(); ok {
		runs = a.Schedules
	}
	for _, text := range runs {
		if s, err := t.run(t.init, text); err == nil { // else the record was refused
			g.visits.add(trail(s))
			g.keepRun(s.Schedule())
		}
	}
}

// begin begins a session from an initial state.
func (g *Game) begin(in semantics.Init) {
	g.s, g.trail, g.moves, g.over = nil, nil, nil, false
	g.init = in
	if g.Task().Kind.Steps() {
		g.s, _ = g.Task().begin(in) // Parse, or SetHeap, has tried it
	}
}

// Question is the question that has to be answered first, its number from 1, and
// whether there is one.
func (g *Game) Question() (q Question, number int, open bool) {
	i := slices.Index(g.mine().Predictions, 0)
	if i < 0 || g.Done() {
		return Question{}, 0, false
	}
	return g.Task().Questions[i], i + 1, true
}

// Answer answers the open question with one of its choices, counted from 1. There
// is one answer to each. It is false if there is no such question or choice.
func (g *Game) Answer(choice int) bool {
	q, n, open := g.Question()
	if !open || choice < 1 || choice > len(q.Choices) {
		return false
	}
	g.mine().Predictions[n-1] = choice
	return true
}

// Predictions are the choices that were made for the questions of the task, from
// 1; 0 for those that are open.
func (g *Game) Predictions() []int { return slices.Clone(g.mine().Predictions) }

// Answered is a question with what was predicted.
type Answered struct {
	Question
	Choice int // from 1
}

// Unjudged is what is said to an answer of which a student edition does not know
// whether it is right.
const Unjudged = "Does what you have seen bear that out? Your teacher has the right answers."

// IsJudged tells whether the lesson says what is right: a student edition does not.
func (a Answered) IsJudged() bool { return a.Question.Right >= 0 }

// IsRight tells whether the prediction was right.
func (a Answered) IsRight() bool { return a.IsJudged() && a.Choice == a.Question.Right+1 }

// Answers reveals the right answers, once the task is done, as far as the lesson has
// them.
func (g *Game) Answers() []Answered {
	if !g.Done() {
		return nil
	}
	var all []Answered
	for i, n := range g.mine().Predictions {
		if n > 0 {
			all = append(all, Answered{g.Task().Questions[i], n})
		}
	}
	return all
}

// Hint is the next hint, and its number from 1; the last one again if all were
// given.
func (g *Game) Hint() (string, int) {
	m := g.mine()
	if m.Hints < len(g.Task().Hints) && !m.Done {
		m.Hints++
	}
	n := max(1, m.Hints)
	return g.Task().Hints[n-1], n
}

// Hints are those that were given so far.
func (g *Game) Hints() []string { return g.Task().Hints[:g.mine().Hints] }

// Session is where the threads of the task are moved. It is nil while a question
// is open, and in tasks that move no threads.
func (g *Game) Session() *session.Session {
	if _, _, open := g.Question(); open {
		return nil
	}
	return g.s
}

// Heap is the initial state that is chosen at present.
func (g *Game) Heap() semantics.Init { return g.init }

// HeapText is the same as text.
func (g *Game) HeapText() string { return g.Task().initText(g.init) }

// SetHeap chooses an initial state, in a task that asks for one. In a witness
// task the session begins anew.
func (g *Game) SetHeap(text string) error {
	t := g.Task()
	if !t.Kind.heapIsChosen() {
		return fmt.Errorf("the initial state of this task is given")
	}
	in, err := t.chosen(text)
	if err == nil {
		g.begin(in)
	}
	return err
}

// Link is the line that leads to where the student is, as Begin takes it. There is
// none where the task begins, nor in a task in which nothing is moved and no
// initial state chosen.
func (g *Game) Link() (l schedule.Link, ok bool) {
	t, s := g.Task(), g.s
	if t.Kind == Heap {
		s, _ = t.begin(g.init) // SetHeap has tried it
	}
	if s == nil {
		return l, false
	}
	l = s.Link()
	return l, len(l.Schedule) > 0 || l.Heap != t.initText(t.init)
}

// Begin goes on where an earlier session has ended: text is a schedule, or the
// line that session.Link gives, which chooses the initial state too where the
// task leaves that to the student. The error says what does not fit. Nothing is
// looked at yet.
func (g *Game) Begin(text string) error {
	g.begin(g.Task().init) // a task that is done stands at its solution
	text = strings.TrimSpace(text)
	parts, err := []string{text}, error(nil)
	switch t, link := g.Task(), schedule.IsLink(text); {
	case !t.Kind.Steps() && t.Kind != Heap:
		return fmt.Errorf("task %d moves no threads", t.Number)
	case link:
		parts, err = t.ofLink(text)
	case t.Kind == Heap:
		return fmt.Errorf("task %d asks for an initial state: give the whole link, which has one", t.Number)
	}
	if err != nil {
		return err
	}
	if len(parts) > 1 || g.Task().Kind == Heap {
		if err := g.SetHeap(parts[0]); err != nil {
			return err
		}
		parts = parts[1:]
	}
	return g.playOn(parts)
}

// playOn plays a schedule, if there is one.
func (g *Game) playOn(parts []string) error {
	if len(parts) == 0 {
		return nil
	}
	moves, err := schedule.Parse(parts[0])
	if err != nil || len(moves) == 0 {
		return err
	}
	if r := g.s.Play(moves); !r.OK() {
		return fmt.Errorf("schedule %s: %s", text.Quote(moves.String()), strings.TrimSuffix(r.Text, "."))
	}
	return nil
}

// Check checks an attempt that the student gives, and counts it. While a question
// is open it only says so.
func (g *Game) Check(ctx context.Context, a Attempt) Verdict {
	if _, _, open := g.Question(); open {
		return refused(fmt.Errorf("there is a question to answer first"))
	}
	v := g.Task().Check(ctx, a)
	g.Count(a, v)
	return v
}

// Count enters an attempt and what Task.Check has said to it, as Check does.
func (g *Game) Count(a Attempt, v Verdict) {
	switch {
	case v.Met():
		g.win(a)
	case !g.Done():
		g.mine().Attempts++
	}
}

// CheckNow checks what the student has in hand: the state of the session, or the
// chosen heap. Programs and results are given to Check.
func (g *Game) CheckNow(ctx context.Context) Verdict {
	switch s := g.Session(); {
	case g.Task().Kind == Heap:
		return g.Check(ctx, g.now())
	case s == nil:
		return g.Check(ctx, Attempt{})
	default:
		g.follow(s)
		return g.Check(ctx, g.now())
	}
}
