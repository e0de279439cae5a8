package lesson

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/session"
)

// Solution returns the attempt with which the present task was done. ok is false if the
// task is not done.
func (g *Game) Solution() (a Attempt, ok bool) {
	if m := g.taskRecord(); m.Done && m.Solution != nil {
		return *m.Solution, true
	}
	return Attempt{}, false
}

// Solved returns a session that shows how the present task was done: of a play or
// witness task at the state that met the goal, of a heap task at the initial state that
// was chosen, and of a program task at the start of the student's program. It is nil if
// the task is not done, or if there is no such state: an answer sheet has none.
func (g *Game) Solved() *session.Session {
	a, ok := g.Solution()
	if !ok {
		return nil
	}
	s, err := g.Task().open(a)
	if err != nil { // the record comes from outside
		return nil
	}
	return s
}

// open opens a session at the state to which an attempt leads.
func (t *Task) open(a Attempt) (*session.Session, error) {
	switch t.Kind {
	case Play:
		if err := checkRuns(a.Schedules); err != nil {
			return nil, err
		}
		if len(a.Schedules) == 0 {
			return nil, errors.New("there is no schedule")
		}
		return t.run(t.init, a.Schedules[len(a.Schedules)-1])
	case Heap:
		in, err := t.chosen(a.Heap)
		if err != nil {
			return nil, err
		}
		return t.begin(in)
	case Witness:
		if a.Witness != nil {
			s, err := session.OpenWitness(t.core, a.Witness)
			if err == nil && s.Pair() != t.pair {
				err = errors.New("the witness is of another pair")
			}
			return s, err
		}
		if len(a.Schedules) != 1 {
			return nil, errors.New("a witness has one schedule")
		}
		in, err := t.chosen(a.Heap)
		if err != nil {
			return nil, err
		}
		return t.run(in, a.Schedules[0])
	case Program:
		core, errs := load(t.Program, a.Program, false)
		if len(errs) > 0 {
			return nil, errors.New(errs[0].Message)
		}
		pairs := t.pairsOf(core)
		if len(pairs) != 1 {
			return nil, fmt.Errorf("the program stands for %s", text.Count(len(pairs), "pair"))
		}
		in, _, err := t.startOf(core, pairs[0])
		if err != nil {
			return nil, err
		}
		return session.New(core, pairs[0], in)
	case Analysis:
		return nil, errors.New("an answer sheet has no state")
	default:
		panic(fmt.Sprintf("unreachable: kind %d", t.Kind))
	}
}

// pairsOf returns the pairs of another program on which the goals of a program task may
// be met: the task's pair if the program has its units, and else all pairs.
func (t *Task) pairsOf(core *il.Core) []il.Pair {
	if pair, err := session.PairOf(core, t.pair.Left.Name, t.pair.Right.Name); err == nil {
		return []il.Pair{pair}
	}
	return core.Pairs()
}

// Moves returns the initial state and the schedules of an attempt on one line, as
// ParseAttempt reads them. It is empty if the attempt has neither.
func (a Attempt) Moves() string {
	parts := a.Schedules
	if a.Heap != "" {
		parts = append([]string{a.Heap}, parts...)
	}
	return strings.Join(parts, " | ")
}
