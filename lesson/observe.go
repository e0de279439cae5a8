package lesson

import (
	"context"
	"slices"

	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/query"
	"wobbly/session/schedule"
)

// Observation is what the engine sees after a move.
type Observation struct {
	Verdict
	Lost bool // no way on leads to the goal, and that is certain
	Over bool // both threads have ended, or none can go on
}

// Observe looks at the state to which the session was moved: whether the goal is
// reached, and then the task is done; whether it can still be reached from there;
// and what the lesson says to it. Where nothing was moved, nothing is looked at. Who goes on
// in a task that is done is told nothing but whether this reaches the goal, too.
func (g *Game) Observe(ctx context.Context) Observation {
	s := g.Session()
	if s == nil {
		return Observation{Verdict: Verdict{Truth: query.False}}
	}
	g.follow(s)
	t, done := g.Task(), g.Done()
	l := Observation{Over: isOver(s.Now())}
	if t.Kind == Witness {
		if _, race := s.Now().Race(); race {
			l.Verdict = t.Check(ctx, g.now())
		}
	} else {
		l.Verdict = g.judge(ctx)
		l.Lost = !l.Met() && lost(g.goals, g.trail[len(g.trail)-1])
	}
	g.count(l)
	if done {
		l.Lost, l.Over, l.Says = false, false, ""
	}
	return l
}

// Standing is how far goals about all that was visited are reached, where nothing is moved yet. It
// says nothing where no goal is about that, nor where no threads are moved now.
func (g *Game) Standing(ctx context.Context) Verdict {
	s := g.Session()
	if s == nil || g.Done() || !g.needsHistory() {
		return Verdict{}
	}
	g.follow(s)
	return g.judge(ctx)
}

// judge decides the goals of a play task in the present state.
func (g *Game) judge(ctx context.Context) Verdict {
	t := g.Task()
	return t.judge(ctx, Verdict{}, t.core, t.pair, query.Situation{Now: g.trail[len(g.trail)-1], History: g.visits.all(), Init: &t.init})
}

// isOver tells whether no thread can go on.
func isOver(v session.View) bool {
	for _, i := range semantics.Tids {
		if stop := v.Next(i).Stop; stop == session.Went || stop == session.AtChoice {
			return false
		}
	}
	return true
}

// count enters what was seen into the record: a win, or a run that has come to
// nothing.
func (g *Game) count(l Observation) {
	switch {
	case l.Met():
		g.win(g.now())
	case (l.Lost || l.Over) && !g.over && !g.Done():
		g.over = true
		g.mine().Attempts++
	case !l.Lost && !l.Over:
		g.over = false
	}
}

// win enters that the task is done.
func (g *Game) win(a Attempt) {
	if m := g.mine(); !m.Done {
		m.Done = true
		m.Attempts++
		m.Solution = &a
		m.Visited = nil
	}
}

// now is the present state of the session as an attempt.
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

func (g *Game) needsHistory() bool {
	return slices.ContainsFunc(g.goals, func(x goal) bool { return x.expr.Needs().History })
}

// mostRuns is how many runs are kept for goals about all that was visited.
const mostRuns = 1000

// follow takes note of the states on the way to the session's present one.
func (g *Game) follow(s *session.Session) {
	moves := s.Schedule()
	same := 0
	for same < min(len(moves), len(g.moves)) && moves[same] == g.moves[same] {
		same++
	}
	if g.trail == nil || same < len(moves) || len(moves) < len(g.moves) {
		g.trail = extend(g.trail, same, s)
		g.visits.add(g.trail[min(same, len(g.trail)-1):])
		g.keepRun(moves)
		g.note()
	}
	g.moves = moves
}

// note enters what was visited into the record, where the goals are about that.
func (g *Game) note() {
	m := g.mine()
	if m.Done || !g.needsHistory() {
		return
	}
	m.Visited = nil
	for _, r := range g.runs {
		if len(r) > 0 {
			m.Visited = append(m.Visited, r.String())
		}
	}
}

// extend is trail where the first states are known.
func extend(known []*query.View, same int, s *session.Session) []*query.View {
	if len(known) == 0 {
		return trail(s)
	}
	all := slices.Clone(known[:same+1])
	for n := same + 1; n <= s.At(); n++ {
		v, _ := s.State(n)
		all = append(all, after(all[n-1], v))
	}
	return all
}

// keepRun keeps a run and forgets those that are its beginning.
func (g *Game) keepRun(moves schedule.Schedule) {
	begins := func(x, y schedule.Schedule) bool { return len(x) <= len(y) && slices.Equal(x, y[:len(x)]) }
	if slices.ContainsFunc(g.runs, func(r schedule.Schedule) bool { return begins(moves, r) }) {
		return
	}
	g.runs = slices.DeleteFunc(g.runs, func(r schedule.Schedule) bool { return begins(r, moves) })
	if len(g.runs) < mostRuns {
		g.runs = append(g.runs, slices.Clone(moves))
	}
}
