package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
	"wobbly/session/schedule"
)

// Game is a student playing a lesson. It is at one task, whose questions come first. It is not
// safe for concurrent use.
//
// In play and witness tasks, the caller moves the Session and calls Observe after each move.
type Game struct {
	l      *Lesson
	task   int // the index of the present task
	record Record

	// The following fields belong to the present task.

	// s is the session that the student moves, or nil if the task has none.
	s *session.Session
	// init is the start of the session, or the initial state that the student chose.
	init  semantics.Init
	goals []goal
	// moves is the schedule of the session at the last call of Observe, and trail has its states.
	moves schedule.Schedule
	trail []*query.View
	// visits has the visited states of all runs.
	visits visits
	// runs has the schedules that are not prefixes of others.
	runs []schedule.Schedule
	// over means that the present run was counted as an attempt.
	over bool
	// dropped means that the present run is not in runs because there are too many.
	dropped bool

	changed Changes
	// answers caches the results of Answers, without the student's answers.
	answers map[*Task][]Answered
	// kept has the first records of tasks that are repeated, by index. Record returns these.
	kept map[int]TaskRecord
}

// NewGame begins a lesson.
func NewGame(l *Lesson) *Game {
	g := &Game{l: l, record: newRecord(l)}
	g.enter()
	return g
}

// Lesson returns the lesson of the game.
func (g *Game) Lesson() *Lesson { return g.l }

// Task returns the present task.
func (g *Game) Task() *Task { return g.l.Tasks[g.task] }

func (g *Game) taskRecord() *TaskRecord { return &g.record.Tasks[g.task] }

// Done reports whether the present task is done.
func (g *Game) Done() bool { return g.taskRecord().Done }

// Progress returns the number of tasks done and of all tasks.
func (g *Game) Progress() (done, tasks int) {
	return g.record.Done(), len(g.record.Tasks)
}

// Finished reports whether all tasks are done.
func (g *Game) Finished() bool {
	done, tasks := g.Progress()
	return done == tasks
}

// Open returns the number, from 1, of the task to continue with: the present one or, if that is
// done, the first one that is not. If all are done it is the last one.
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

// Record returns the student's work so far.
func (g *Game) Record() Record {
	r := g.record
	r.Tasks = slices.Clone(r.Tasks)
	for i := range r.Tasks {
		if first, ok := g.kept[i]; ok {
			r.Tasks[i] = first
		}
		r.Tasks[i].Predictions = slices.Clone(r.Tasks[i].Predictions)
		r.Tasks[i].Votes = slices.Clone(r.Tasks[i].Votes)
	}
	return r
}

// Again restarts the present task with its questions. The record ignores the repetition.
func (g *Game) Again() {
	g.again(g.task)
	g.enter()
}

// AllAgain restarts the whole lesson, like Again.
func (g *Game) AllAgain() {
	for i := range g.l.Tasks {
		g.again(i)
	}
	g.GoTo(1)
}

// again replaces the record of a task, given by its index, by an empty one.
func (g *Game) again(task int) {
	if g.kept == nil {
		g.kept = map[int]TaskRecord{}
	}
	if _, ok := g.kept[task]; !ok {
		g.kept[task] = g.record.Tasks[task]
	}
	g.record.Tasks[task] = newRecord(g.l).Tasks[task]
}

// IsAgain reports whether the whole lesson is being repeated.
func (g *Game) IsAgain() bool { return len(g.kept) == len(g.l.Tasks) }

// Resume continues from a record of this lesson, perhaps of another edition, at the first task that
// is not done. Tasks and questions that have changed since then start again; Changed lists them.
// The error says that the record is of another lesson, or cannot be genuine.
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

// Changed lists the work of the resumed record that does not apply to this edition.
func (g *Game) Changed() Changes { return g.changed }

// GoTo goes to the task with the given number, and reports whether it exists.
func (g *Game) GoTo(number int) bool {
	if number < 1 || number > len(g.l.Tasks) {
		return false
	}
	g.task = number - 1
	g.enter()
	return true
}

// Next goes to the next task, and reports whether it exists.
func (g *Game) Next() bool { return g.GoTo(g.task + 2) }

// enter begins the present task. A finished task begins at the state that met the goal.
func (g *Game) enter() {
	t := g.Task()
	g.visits, g.runs, g.goals, g.dropped = visits{}, nil, nil, false
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
		scope := scopeOf(t.core, t.pair, t.init)
		for _, text := range t.Goals {
			x, _ := goalOn(scope, text) // Parse has read it without an error
			g.goals = append(g.goals, x)
		}
		// Mark the states visited by the record or the solution as visited.
		runs := g.taskRecord().Visited
		if a, ok := g.Solution(); ok {
			runs = a.Schedules
		}
		for _, text := range runs {
			if s, err := t.run(t.init, text); err == nil { // Resume has refused other records
				g.visits.add(trail(s))
				g.keepRun(s.Schedule())
			}
		}
	}
}

func (g *Game) begin(in semantics.Init) {
	g.s, g.trail, g.moves, g.over = nil, nil, nil, false
	g.init = in
	if g.Task().Kind.Steps() {
		g.s, _ = g.Task().begin(in) // Parse, or SetHeap, has tried it
	}
}

// Question returns the open question and its number from 1. open is false if there is none.
func (g *Game) Question() (q Question, number int, open bool) {
	i := slices.Index(g.taskRecord().Predictions, 0)
	if i < 0 || g.Done() {
		return Question{}, 0, false
	}
	return g.Task().Questions[i], i + 1, true
}

// Answer answers the open question with one of its choices, counted from 1. An answer cannot be
// changed. It returns false if no question is open or the choice does not exist.
func (g *Game) Answer(choice int) bool {
	q, n, open := g.Question()
	if !open || choice < 1 || choice > len(q.Choices) {
		return false
	}
	g.taskRecord().Predictions[n-1] = choice
	return true
}

// Predictions returns the student's answers to the questions of the task, as numbers of choices
// from 1, or 0 if there is no answer.
func (g *Game) Predictions() []int { return slices.Clone(g.taskRecord().Predictions) }

// Hint returns the next hint and its number from 1. Once all hints are given, or the task is done,
// it returns the last one again.
func (g *Game) Hint() (hint string, number int) {
	r := g.taskRecord()
	if r.Hints < len(g.Task().Hints) && !r.Done {
		r.Hints++
	}
	n := max(1, r.Hints)
	return g.Task().Hints[n-1], n
}

// Hints returns the hints given so far.
func (g *Game) Hints() []string { return g.Task().Hints[:g.taskRecord().Hints] }

// Session returns the session in which the student moves the threads. It is nil while a question is
// open, and in tasks without threads to move.
func (g *Game) Session() *session.Session {
	if _, _, open := g.Question(); open {
		return nil
	}
	return g.s
}

// Stage is like Session, but also returns the session while a question is open, for display.
func (g *Game) Stage() *session.Session { return g.s }

// Heap returns the chosen initial state.
func (g *Game) Heap() semantics.Init { return g.init }

// HeapText returns the chosen initial state as text.
func (g *Game) HeapText() string { return g.Task().initText(g.init) }

// SetHeap sets the initial state of a heap or witness task. A witness session starts again.
func (g *Game) SetHeap(text string) error {
	t := g.Task()
	if !t.Kind.heapIsChosen() {
		return errors.New("the initial state of this task is given")
	}
	in, err := t.chosen(text)
	if err == nil {
		g.begin(in)
	}
	return err
}

// Link returns the link to the present state, for Begin. ok is false at the start of the task, and
// in tasks with neither threads to move nor an initial state to choose.
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

// Begin continues where an earlier session ended. The argument is a schedule or a link, which also
// sets the initial state if the student may choose it. Begin does not judge the state: call
// Observe.
func (g *Game) Begin(moves string) error {
	g.begin(g.Task().init) // a task that is done begins at its solution
	moves = strings.TrimSpace(moves)
	t := g.Task()
	parts := []string{moves}
	var err error
	switch {
	case !t.Kind.Steps() && t.Kind != Heap:
		return fmt.Errorf("task %d moves no threads", t.Number)
	case schedule.IsLink(moves):
		parts, err = t.linkParts(moves)
	case t.Kind == Heap:
		return fmt.Errorf("task %d asks for an initial state: give the whole link, which has one",
			t.Number)
	}
	if err != nil {
		return err
	}
	if len(parts) > 1 || t.Kind == Heap {
		if err := g.SetHeap(parts[0]); err != nil {
			return err
		}
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return nil
	}
	list, err := schedule.Parse(parts[0])
	if err != nil || len(list) == 0 {
		return err
	}
	if err := g.s.Fits(list); err != nil {
		return fmt.Errorf("schedule %s: %w", text.Quote(list.String()), err)
	}
	g.s.Play(list)
	return nil
}

// Check checks an attempt and counts it. It refuses while a question is open.
func (g *Game) Check(ctx context.Context, a Attempt) Verdict {
	if _, _, open := g.Question(); open {
		return refused(errors.New("there is a question to answer first"))
	}
	v := g.Task().Check(ctx, a)
	g.Count(a, v)
	return v
}

// Count records an attempt that Task.Check has judged.
func (g *Game) Count(a Attempt, v Verdict) {
	switch {
	case v.Met():
		g.win(a)
	case !g.Done():
		g.taskRecord().Attempts++
	}
}

// CheckNow checks and counts the session's present state or the chosen initial state.
func (g *Game) CheckNow(ctx context.Context) Verdict {
	if g.Task().Kind == Heap {
		return g.Check(ctx, g.now())
	}
	s := g.Session()
	if s == nil {
		return g.Check(ctx, Attempt{})
	}
	g.recordMoves(s)
	return g.Check(ctx, g.now())
}
