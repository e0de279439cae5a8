package lesson

import (
	"fmt"
	"slices"
	"strconv"

	"wobbly/semantics"
	"wobbly/session/query"
)

// maxFuture is how many states are looked at to tell whether a position is lost.
const maxFuture = 2000

// lost tells whether a state from which goals about a state were to be reached
// is lost: no way on leads to one in which all hold. Where the bound does not
// suffice to say so, it is not.
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

// futureSearch is a search of the states that can be reached from one.
type futureSearch struct {
	goals []goal
	sees  query.Sight // what the goals can see of a state beside its configuration
	seen  map[string]bool
}

// search is true if no state ahead fulfils the goals, and that is certain.
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

// key is the same for states that the goals cannot tell apart, nor what lies
// ahead of them.
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

// pinned is Config.Key, but tells states apart too that differ in which object is
// which: a frame more holds them all by number.
func pinned(k semantics.Config) string {
	var pins semantics.Frame
	for l := range k.H.Size() {
		pins = pins.With(strconv.Itoa(l+1), semantics.Loc(l+1))
	}
	k.Threads[semantics.A].S = &semantics.Stack{Top: pins, Rest: k.Threads[semantics.A].S}
	return k.Key()
}

// successors lists where one step or choice leads.
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
