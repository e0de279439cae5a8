package session

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// Policy returns the next move in a state, or false if there is none. It can have a state of its
// own, so it is used for one run only.
type Policy func(View) (schedule.Move, bool)

// Only returns the policy that runs one thread and makes no choices.
func Only(i semantics.Tid) Policy {
	return func(View) (schedule.Move, bool) {
		return schedule.Move{Thread: i, Do: schedule.Step}, true
	}
}

// random returns the policy that chooses each move uniformly from the possible ones, which include
// choices.
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
	return slice.Map(k.Threads[i].Point.Choices(),
		func(c semantics.Choice) schedule.Move { return schedule.Choose(i, c.Take) })
}

// maxRun limits the moves of a run.
const maxRun = 10_000

// Run makes the moves of a policy until a state satisfies a condition, but at least one and at most
// maxRun moves. It follows recorded moves as long as they are the same.
func (s *Session) Run(p Policy, until Condition) Result {
	return s.act(func() Result {
		for n := range maxRun {
			s.report(n + 1)
			m, ok := p(s.Now())
			if !ok {
				v := s.Now()
				if v.Done() {
					return Result{Stop: Ended, Moves: n, Text: "Both threads have ended."}
				}
				return Result{
					Stop: Waits, Moves: n,
					Text: "No thread can go on. " + v.Next(semantics.A).Text + " " +
						v.Next(semantics.B).Text,
				}
			}
			if stuck := s.make(m); stuck != nil {
				return s.halted(m.Thread, n, stuck)
			}
			if until.Holds(s.Now()) {
				return Result{Moves: n + 1, Text: s.Now().Say()}
			}
		}
		why := fmt.Sprintf("Stopped after %d moves; until now there was no state where %s.", maxRun,
			until.Name)
		return Result{Stop: atLimit, Moves: maxRun, Text: why}
	})
}

// RunThread runs thread i until it has to choose, waits or has ended, which is then the Stop of the
// result, or until its next command would access a cell of an object that the other thread can
// reach. It always makes the first step.
func (s *Session) RunThread(i semantics.Tid) Result {
	// The objects that the other thread can reach do not change while thread i accesses none of
	// them.
	var others []bool
	visible := Condition{"something comes that the other thread can see", func(v View) bool {
		k := v.now.config
		if others == nil {
			others = reach(k, i.Other())
		}
		c, ok := k.Command(i)
		return ok && touchesAny(c, k, i, others)
	}}
	r := s.Run(Only(i), visible)
	if r.OK() {
		r.Text = "Stopped before a cell that " + i.Other().String() + " can reach. " +
			s.Now().Next(i).Text
	}
	return r
}

// touchesAny reports whether a command reads or writes a cell of one of the objects.
func touchesAny(c il.Command, k semantics.Config, i semantics.Tid, objects []bool) bool {
	return slices.ContainsFunc(touched(c, k, i),
		func(a semantics.Addr) bool { return int(a.Loc) <= len(objects) && objects[a.Loc-1] })
}

// RunRandom makes a random run from the present state, until both threads have ended or neither can
// continue.
func (s *Session) RunRandom(seed uint64) Result {
	r := s.Run(random(seed), EndsBoth())
	if r.OK() {
		r.Text = fmt.Sprintf("A random run of seed %d to the end: %d moves.", seed, r.Moves)
	}
	return r
}

// maxSeekStates limits the states of a search while the user waits, for a small heap.
const maxSeekStates = 20_000

// SeekLimits returns the limits of a search while the user waits. The work for a state grows with
// the heap, so large heaps have a lower limit.
func (s *Session) SeekLimits() semantics.Limits {
	states := 40 * maxSeekStates / (20 + s.path[s.at].config.H.Size())
	return semantics.Limits{Iterations: semantics.Unbounded, States: min(states, maxSeekStates)}
}

// Found is the result of a search from a state.
type Found struct {
	// Schedule leads from that state to Config in the fewest steps.
	Schedule schedule.Schedule
	Config   semantics.Config
	// States is the number of states that the search visited.
	States int
	// Cut means that the search reached a limit, so there may be a state although none was found.
	Cut bool
}

// Nearest searches from the present state for a state that satisfies a condition, and for a
// schedule with the fewest steps to it. It reports whether there is one within the limits.
// Conditions about events never hold: the search visits states.
func (s *Session) Nearest(until Condition, limits semantics.Limits) (Found, bool) {
	from := s.path[s.at]
	search := semantics.Search{Start: from.config, Limits: limits}
	found, ok := Found{}, false
	for r := range search.All() {
		s.report(search.States)
		_, race := semantics.Race(r.Config)
		v := View{
			s: s, index: s.indexOf(s.at),
			now: &entry{
				config: r.Config, steps: from.steps, switches: from.switches, last: from.last,
				race: race,
			},
		}
		if !until.Holds(v) {
			continue
		}
		if moves := scheduleOf(r.Moves(), r.Config); len(moves) > 0 {
			found.Schedule, found.Config, ok = moves, r.Config, true
			break
		}
	}
	found.States, found.Cut = search.States, search.Cut
	return found, ok
}

// scheduleOf returns the schedule of an execution: its steps, the choices before them, and the
// pending choices of its last configuration.
func scheduleOf(steps []semantics.Move, last semantics.Config) schedule.Schedule {
	var out schedule.Schedule
	choose := func(i semantics.Tid, choices []semantics.Choice) {
		for _, c := range choices {
			out = append(out, schedule.Choose(i, c.Take))
		}
	}
	for _, m := range steps {
		choose(m.Thread, m.Choices)
		out = append(out, schedule.Move{Thread: m.Thread, Do: schedule.Step})
	}
	for _, i := range semantics.Tids {
		choose(i, last.Threads[i].Chosen)
	}
	return out
}

// Seek makes the moves to the state that Nearest finds.
func (s *Session) Seek(until Condition, limits semantics.Limits) Result {
	found, ok := s.Nearest(until, limits)
	switch {
	case ok:
		r := s.Play(found.Schedule)
		r.Text = fmt.Sprintf("%s from here: %s.", text.Count(found.Schedule.Steps(), "step"),
			found.Schedule)
		if race, races := s.Now().Race(); races {
			r.Text += " " + race.Text
		}
		return r
	case found.Cut:
		return Result{Stop: atLimit,
			Text: fmt.Sprintf("No state where %s was found within the bound of %s from here. "+
				"There may be one further on.", until.Name, text.Count(found.States, "state"))}
	}
	looked := "all " + text.Count(found.States, "state") + " were"
	if found.States == 1 {
		looked = "there is no state but this one, which was"
	}
	return Result{Stop: atEdge, Text: fmt.Sprintf("There is no state ahead where %s: %s looked at.",
		until.Name, looked)}
}
