package lesson

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/semantics"
	"wobbly/session/query"
)

// farthest is how many states are looked at to tell whether a position is lost.
const farthest = 2000

// lost tells whether a state from which goals about a state were to be reached
// is lost: no way on leads to one in which all hold. Where the bound does not
// suffice to say so, it is not.
func lost(goals []goal, from *query.View) bool {
	for _, g := range goals {
		if n := g.expr.Needs(); n.History || n.Executions {
			return false
		}
	}
	w := walk{goals: goals, seen: map[string]bool{}}
	w.what()
	return w.search(from)
}

// walk is a search ahead of a state.
type walk struct {
	goals          []goal
	steps, changes bool // the goals ask for numbers of steps, or for what has changed
	switches       bool
	seen           map[string]bool
}

// what finds out what the goals can see of a state beside its configuration.
func (w *walk) what() {
	for _, g := range w.goals {
		text := g.expr.String()
		w.steps = w.steps || strings.Contains(text, "steps") || strings.Contains(text, "objects")
		w.switches = w.switches || strings.Contains(text, "switches") || strings.Contains(text, "last")
		w.changes = w.changes || strings.Contains(text, "changed")
	}
}

// search is true if no state ahead fulfils the goals, and that is certain.
func (w *walk) search(from *query.View) bool {
	if w.changes {
		return false
	}
	for waiting := []*query.View{from}; len(waiting) > 0; {
		v := waiting[0]
		waiting = waiting[1:]
		if key := w.key(v); w.seen[key] {
			continue
		} else if len(w.seen) == farthest {
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
func (w *walk) key(v *query.View) string {
	key := pinned(v.Config)
	if w.steps {
		key += fmt.Sprint(" ", v.Steps)
	}
	if w.switches {
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
