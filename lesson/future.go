package lesson

import (
	"fmt"
	"slices"
	"strconv"

	"wobbly/semantics"
	"wobbly/session/query"
)

// maxFuture limits the states that are searched to find out whether a state is lost.
const maxFuture = 2000

// lost reports whether no state that can be reached from a state meets all goals. It is
// false if the limit is too small to be certain, and for goals about more than one state.
func lost(goals []goal, from *query.View) bool {
	for _, g := range goals {
		if n := g.expr.Needs(); n.History || n.Executions {
			return false
		}
	}
	w := futureSearch{goals: goals, seen: map[string]bool{}}
	for _, g := range goals {
		s := g.expr.Sight()
		w.sees.Steps, w.sees.Switches, w.sees.Changes = w.sees.Steps || s.Steps, w.sees.Switches || s.Switches, w.sees.Changes || s.Changes
	}
	return w.search(from)
}

// futureSearch searches the states that can be reached from one.
type futureSearch struct {
	goals []goal
	sees  query.Sight // what goals can see of a state besides its configuration
	seen  map[string]bool
}

// search reports whether it is certain that no reachable state meets the goals.
func (w *futureSearch) search(from *query.View) bool {
	if w.sees.Changes {
		return false
	}
	for waiting := []*query.View{from}; len(waiting) > 0; {
		v := waiting[0]
		waiting = waiting[1:]
		if key := w.key(v); w.seen[key] {
			continue
		} else if len(w.seen) == maxFuture {
			return false
		} else {
			w.seen[key] = true
		}
		if !slices.ContainsFunc(w.goals, func(g goal) bool { return !g.expr.Holds(v) }) {
			return false
		}
		waiting = append(waiting, successors(v)...)
	}
	return true
}

// key is equal for states that goals cannot distinguish, now or in any successor.
func (w *futureSearch) key(v *query.View) string {
	key := pinned(v.Config)
	if w.sees.Steps {
		key += fmt.Sprint(" ", v.Steps)
	}
	if w.sees.Switches {
		key += fmt.Sprint(" ", v.Switches, v.Last)
	}
	return key
}

// pinned is Config.Key for states in which the identity of objects matters: an extra
// frame holds all of them by number, so that no renaming makes two states equal.
func pinned(k semantics.Config) string {
	var pins semantics.Frame
	for l := range k.H.Size() {
		pins = pins.With(strconv.Itoa(l+1), semantics.Loc(l+1))
	}
	k.Threads[semantics.A].S = &semantics.Stack{Top: pins, Rest: k.Threads[semantics.A].S}
	return k.Key()
}

// successors lists the states after one step or choice.
func successors(v *query.View) []*query.View {
	var all []*query.View
	for _, i := range semantics.Tids {
		for _, c := range v.Config.Threads[i].Point.Choices() {
			if k, stuck := semantics.Choose(v.Config, i, c.Take); stuck == nil {
				next := v.Chosen(k)
				all = append(all, &next)
			}
		}
		if k, _, stuck := semantics.Next(v.Config, i); stuck == nil {
			next := v.Stepped(i, k)
			all = append(all, &next)
		}
	}
	return all
}
