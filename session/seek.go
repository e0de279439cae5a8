package session

import (
	"fmt"

	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

// seekStates is how many states a search should look at at most that someone
// waits for, where the heap is small.
const seekStates = 20_000

// SeekLimits are the limits of a search that someone waits for: the
// effort for a state grows with the heap, so that there are fewer states where
// that is large.
func (s *Session) SeekLimits() semantics.Limits {
	states := 40 * seekStates / (20 + s.path[s.at].config.H.Size())
	return semantics.Limits{Iterations: semantics.Unbounded, States: min(states, seekStates)}
}

// Found is what a search from a state has found.
type Found struct {
	Schedule schedule.Schedule // a way of fewest steps from that state
	Config   semantics.Config  // where it leads
	States   int               // looked at
	Cut      bool              // a limit was met: where nothing was found, there may be something
}

// Nearest looks for a state ahead of the present one of which a condition
// holds, and for a way there with the fewest steps, and tells whether there is
// one within the limits. Conditions about events never hold: the search looks
// at states.
func (s *Session) Nearest(until Condition, limits semantics.Limits) (Found, bool) {
	from := s.path[s.at]
	search := semantics.Search{Start: from.config, Limits: limits}
	found, ok := Found{}, false
	for r := range search.All() {
		s.tell(search.States)
		_, race := semantics.Race(r.Config)
		v := View{s: s, index: s.indexOf(s.at), now: &entry{config: r.Config, steps: from.steps, switches: from.switches, last: from.last, race: race}}
		if !until.Holds(v) {
			continue
		}
		if way := scheduleOf(r.Moves(), r.Config); len(way) > 0 {
			found.Schedule, found.Config, ok = way, r.Config, true
			break
		}
	}
	found.States, found.Cut = search.States, search.Cut
	return found, ok
}

// scheduleOf is the schedule of steps with the choices before them, and of
// those that the last configuration has pending.
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

// Seek goes to the nearest state of which a condition holds, as Nearest finds
// it, and makes the moves that lead there.
func (s *Session) Seek(until Condition, limits semantics.Limits) Result {
	found, ok := s.Nearest(until, limits)
	switch {
	case ok:
		r := s.Play(found.Schedule)
		r.Text = fmt.Sprintf("%s from here: %s.", text.Count(found.Schedule.Steps(), "step"), found.Schedule)
		if race, races := s.Now().Race(); races {
			r.Text += " " + race.Text
		}
		return r
	case found.Cut:
		return Result{Stop: atLimit, Text: fmt.Sprintf("No state where %s was found within the bound of %s from here. There may be one further on.",
			until.Name, text.Count(found.States, "state"))}
	default:
		return Result{Stop: atEdge, Text: fmt.Sprintf("There is no state ahead where %s: %s looked at.", until.Name, allStates(found.States))}
	}
}

// allStates says that a search has met all states.
func allStates(n int) string {
	if n == 1 {
		return "there is no state but this one, which was"
	}
	return "all " + text.Count(n, "state") + " were"
}
