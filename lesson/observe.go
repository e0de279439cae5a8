package lesson

import (
	"context"
	"fmt"
	"slices"

	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
	"wobbly/session/schedule"
)

// Observation is the result of Observe.
type Observation struct {
	Verdict
	// Lost means that the goal cannot be met from here, because all continuations were searched.
	Lost bool
	// Over means that neither thread can take a step: each has ended, waits or is stuck.
	Over bool
}

// Observe judges the present state of the session: whether it meets the goal, which finishes the
// task; whether the goal can still be met; and which answer the lesson has. It does nothing if the
// task moves no threads.
//
// In a finished task, Observe only judges whether the state meets the goal as well. A goal about
// all visited states is not about a single state, so no state meets it again.
func (g *Game) Observe(ctx context.Context) Observation {
	s, done := g.Session(), g.Done()
	if s == nil {
		return Observation{Verdict: Verdict{Truth: query.False}}
	}
	g.recordMoves(s)
	if done && g.needsHistory() {
		return Observation{Verdict: Verdict{Truth: query.False}}
	}
	t := g.Task()
	o := Observation{Over: isOver(s.Now())}
	if t.Kind == Witness {
		o.Verdict = t.Check(ctx, g.now())
	} else {
		o.Verdict = g.judge(ctx)
		o.Lost = !o.Met() && unreachable(g.goals, g.trail[len(g.trail)-1])
	}
	switch { // g.over ensures that a failed run counts only once
	case o.Met():
		g.win(g.now())
	case (o.Lost || o.Over) && !g.over && !g.Done():
		g.over = true
		g.taskRecord().Attempts++
	case !o.Lost && !o.Over:
		g.over = false
	}
	if done {
		o.Lost, o.Over, o.Says = false, false, ""
	}
	return o
}

// Standing judges the goals about all visited states, also before the first move. It returns the
// zero Verdict if the task has no such goal, is done, or moves no threads now.
func (g *Game) Standing(ctx context.Context) Verdict {
	s := g.Session()
	if s == nil || g.Done() || !g.needsHistory() {
		return Verdict{}
	}
	g.recordMoves(s)
	return g.judge(ctx)
}

func (g *Game) judge(ctx context.Context) Verdict {
	t := g.Task()
	v := t.judge(ctx, Verdict{}, t.core, t.pair,
		query.Situation{Now: g.trail[len(g.trail)-1], History: g.visits.all(), Init: &t.init})
	if g.dropped && !v.Met() {
		v.Says = notKept
	}
	return v
}

func isOver(v session.View) bool {
	for _, i := range semantics.Tids {
		if stop := v.Next(i).Stop; stop == session.Went || stop == session.AtChoice {
			return false
		}
	}
	return true
}

// win records the first successful attempt as the solution.
func (g *Game) win(a Attempt) {
	if r := g.taskRecord(); !r.Done {
		r.Done = true
		r.Attempts++
		r.Solution = &a
		r.Visited = nil
	}
}

// now returns the present state of the session, or the chosen initial state, as an attempt.
func (g *Game) now() Attempt {
	t := g.Task()
	switch t.Kind {
	case Heap:
		return Attempt{Heap: g.HeapText()}
	case Witness:
		return Attempt{Heap: g.HeapText(), Schedules: []string{g.moves.String()}}
	}
	a := Attempt{}
	for _, r := range g.runs {
		if text := r.String(); text != g.moves.String() && g.needsHistory() {
			a.Schedules = append(a.Schedules, text)
		}
	}
	a.Schedules = append(a.Schedules, g.moves.String())
	return a
}

// needsHistory reports whether a goal is about all visited states.
func (g *Game) needsHistory() bool {
	return slices.ContainsFunc(g.goals, func(x goal) bool { return x.expr.Needs().History })
}

const maxRuns = 1000

var notKept = fmt.Sprintf("This run does not count: at most %d runs, of %d characters, are kept "+
	"for a goal about all of them. Continue one of the earlier runs instead.", maxRuns,
	maxRunsText)

// recordMoves updates trail, visits and runs to the schedule of the session, of which it may have
// seen only a beginning, or another branch. The states of a run that is not kept do not count as
// visited, because a solution must contain all runs that it needs.
func (g *Game) recordMoves(s *session.Session) {
	moves := s.Schedule()
	same := 0
	for same < min(len(moves), len(g.moves)) && moves[same] == g.moves[same] {
		same++
	}
	if g.trail == nil || same < len(moves) || len(moves) < len(g.moves) {
		known := min(same, max(0, len(g.trail)-1))
		if len(g.trail) == 0 {
			g.trail = trail(s)
		} else {
			g.trail = slices.Clone(g.trail[:same+1])
			for n := same + 1; n <= s.At(); n++ {
				v, _ := s.State(n)
				g.trail = append(g.trail, after(g.trail[n-1], v))
			}
		}
		if g.dropped {
			known = 0
		}
		g.dropped = !g.keepRun(moves)
		if !g.dropped {
			g.visits.add(g.trail[known:])
		}
		g.recordRuns()
	}
	g.moves = moves
}

// recordRuns records the runs if a goal is about all visited states.
func (g *Game) recordRuns() {
	record := g.taskRecord()
	if record.Done || !g.needsHistory() {
		return
	}
	record.Visited = nil
	for _, r := range g.runs {
		if len(r) > 0 {
			record.Visited = append(record.Visited, r.String())
		}
	}
}

// keepRun adds a run and drops those that it extends. It returns false if there are too many.
func (g *Game) keepRun(moves schedule.Schedule) bool {
	isPrefix := func(x, y schedule.Schedule) bool {
		return len(x) <= len(y) && slices.Equal(x, y[:len(x)])
	}
	if slices.ContainsFunc(g.runs, func(r schedule.Schedule) bool { return isPrefix(moves, r) }) {
		return true
	}
	runs := slice.Filter(g.runs, func(r schedule.Schedule) bool { return !isPrefix(r, moves) })
	runs = append(runs, slices.Clone(moves))
	if g.needsHistory() && checkRuns(slice.Map(runs, schedule.Schedule.String)) != nil {
		return false
	}
	g.runs = runs
	return true
}
