package session

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// Policy says which move comes next, and whether one does. A policy may keep a
// state of its own; it is used for one run.
type Policy func(View) (schedule.Move, bool)

// Only lets one thread go on. Its choices are not made.
func Only(i semantics.Tid) Policy {
	return func(View) (schedule.Move, bool) { return schedule.Move{Thread: i, Do: schedule.Step}, true }
}

// random draws each move from those that are possible, choices included, each
// with the same chances. The same seed gives the same run.
func random(seed uint64) Policy {
	r := rand.New(rand.NewPCG(seed, 0))
	return func(v View) (schedule.Move, bool) {
		var possible []schedule.Move
		for _, i := range semantics.Tids {
			possible = append(possible, moves(v.now.config, i)...)
		}
		if len(possible) == 0 {
			return schedule.Move{}, false
		}
		return possible[r.IntN(len(possible))], true
	}
}

// moves lists the moves that thread i can make: its step, or its choices.
func moves(k semantics.Config, i semantics.Tid) []schedule.Move {
	if semantics.Enabled(k, i) == nil {
		return []schedule.Move{{Thread: i, Do: schedule.Step}}
	}
	return slice.Map(k.Threads[i].Point.Choices(), func(c semantics.Choice) schedule.Move { return schedule.Choose(i, c.Take) })
}

// maxRun is how many moves a run makes at most.
const maxRun = 10_000

// Run makes moves as a policy says until a condition holds of a state, at least
// one and at most maxRun. Where recorded moves are the same, it follows them.
func (s *Session) Run(p Policy, until Condition) Result {
	return s.act(func() Result {
		for n := 1; n <= maxRun; n++ {
			s.tell(n)
			m, ok := p(s.Now())
			if !ok {
				return s.noMove(n - 1)
			}
			if stuck := s.make(m); stuck != nil {
				r := s.halted(m.Thread, stuck)
				r.Moves = n - 1
				return r
			}
			if until.Holds(s.Now()) {
				return Result{Moves: n, Text: s.Now().Say()}
			}
		}
		return Result{Stop: atLimit, Moves: maxRun, Text: fmt.Sprintf("Stopped after %d moves; until now there was no state where %s.", maxRun, until.Name)}
	})
}

// noMove is the result where a policy has no move, after n of them.
func (s *Session) noMove(n int) Result {
	v := s.Now()
	if v.Done() {
		return Result{Stop: Ended, Moves: n, Text: "Both threads have ended."}
	}
	a, b := v.Next(semantics.A), v.Next(semantics.B)
	return Result{Stop: Waits, Moves: n, Text: "No thread can go on. " + a.Text + " " + b.Text}
}

// RunThread lets thread i go on until something interesting comes: it has to
// choose, it waits, it has ended (the result then has that Stop, and Moves tells
// how far it came), or its next command would touch a cell of an object that
// the other thread can reach. A first step of that last kind is made.
func (s *Session) RunThread(i semantics.Tid) Result {
	var others []bool // what the other thread can reach; steps of thread i that touch nothing of it do not change it
	r := s.Run(Only(i), Condition{"something comes that the other thread can see", func(v View) bool {
		k := v.now.config
		if others == nil {
			others = reach(k, i.Other())
		}
		c, ok := k.Command(i)
		return ok && touchesAny(c, k, i, others)
	}})
	if r.OK() {
		r.Text = "Stopped before a cell that " + i.Other().String() + " can reach. " + s.Now().Next(i).Text
	}
	return r
}

// touchesAny tells whether a command reads or writes a cell of one of the
// objects.
func touchesAny(c il.Command, k semantics.Config, i semantics.Tid, objects []bool) bool {
	return slices.ContainsFunc(touched(c, k, i), func(a semantics.Addr) bool { return int(a.Loc) <= len(objects) && objects[a.Loc-1] })
}

// RunRandom makes a random run from the present state: to the end of both
// threads, or to where none can go on.
func (s *Session) RunRandom(seed uint64) Result {
	r := s.Run(random(seed), EndsBoth())
	if r.OK() {
		r.Text = fmt.Sprintf("A random run of seed %d to the end: %d moves.", seed, r.Moves)
	}
	return r
}
