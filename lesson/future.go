package lesson

import (
	"fmt"
	"slices"
	"strconv"

	"wobbly/semantics"
	"wobbly/session/query"
)

// maxFuture is the maximum number of states that unreachable visits.
const maxFuture = 2000

// unreachable reports whether no state reachable from a state meets all goals. It returns false if
// the search reaches its limit, and for goals about more than one state.
func unreachable(goals []goal, from *query.View) bool {
	for _, g := range goals {
		if n := g.expr.Needs(); n.History || n.Executions {
			return false
		}
	}
	var sees query.Sight // what goals can see of a state besides its configuration
	for _, g := range goals {
		s := g.expr.Sight()
		sees.Steps = sees.Steps || s.Steps
		sees.Switches = sees.Switches || s.Switches
		sees.Changes = sees.Changes || s.Changes
	}
	if sees.Changes {
		return false
	}
	seen := map[string]bool{}
	for waiting := []*query.View{from}; len(waiting) > 0; {
		v := waiting[0]
		waiting = waiting[1:]
		// The key is equal for states that goals cannot distinguish, now or in any successor.
		key := pinned(v.Config)
		if sees.Steps {
			key += fmt.Sprint(" ", v.Steps)
		}
		if sees.Switches {
			key += fmt.Sprint(" ", v.Switches, v.Last)
		}
		switch {
		case seen[key]:
			continue
		case len(seen) == maxFuture:
			return false
		}
		seen[key] = true
		if !slices.ContainsFunc(goals, func(g goal) bool { return !g.expr.Holds(v) }) {
			return false
		}
		for next := range v.Successors() {
			waiting = append(waiting, &next)
		}
	}
	return true
}

// pinned returns a key like Config.Key that distinguishes states with renamed objects. It adds a
// frame that refers to all objects by number, so that no renaming makes two states equal.
func pinned(k semantics.Config) string {
	var pins semantics.Frame
	for l := range k.H.Size() {
		pins = pins.With(strconv.Itoa(l+1), semantics.Loc(l+1))
	}
	k.Threads[semantics.A].S = &semantics.Stack{Top: pins, Rest: k.Threads[semantics.A].S}
	return k.Key()
}
