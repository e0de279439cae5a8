package query

import (
	"fmt"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// visited tells whether the history has a state for each element.
func (j *judge) visited(n *visited) Value {
	if j.in.History == nil {
		return Value{Kind: Condition, Truth: Unknown, Why: "there is no history to look at"}
	}
	all := True
	var missing, why []string
	for _, x := range n.list {
		if _, ok := x.(*finals); ok {
			t, so := j.allFinals()
			if so != "" {
				why = append(why, so)
			}
			all = all.and(t)
		} else if !j.wasVisited(x) {
			missing = append(missing, j.s.print(x))
			all = False
		}
	}
	if len(missing) > 0 {
		why = append(why, "not yet: "+strings.Join(missing, ", "))
	}
	return Value{Kind: Condition, Truth: all, Why: strings.Join(why, "; ")}
}

// wasVisited tells whether the history has a state in which a condition holds.
func (j *judge) wasVisited(x node) bool {
	for v := range j.in.History {
		e := &evaluator{s: j.s, v: v, focus: v.Focus, quiet: true}
		if e.truth(x) == True {
			return true
		}
	}
	return false
}

// allFinals tells whether the history has every final state, and if not, how many
// of them it has.
func (j *judge) allFinals() (Truth, string) {
	keys, cut := j.finals()
	if keys == nil {
		return Unknown, cut
	}
	visited := map[string]bool{}
	for v := range j.in.History {
		visited[v.Config.Key()] = true
	}
	n := slice.Count(keys, func(k string) bool { return visited[k] })
	switch {
	case n < len(keys):
		return False, fmt.Sprintf("%d of %s visited (up to the names of objects)", n, text.Count(len(keys), "final state"))
	case cut != "":
		return Unknown, "final states beyond what was searched: " + cut
	default:
		return True, ""
	}
}

// finals are the keys of the final states, and what kept the search from finding
// all. They are nil if there was no search.
func (j *judge) finals() (keys []string, cut string) {
	if j.in.Init == nil {
		return nil, "no initial state is given"
	}
	start, err := semantics.NewConfig(j.s.core, j.s.pair, *j.in.Init)
	if err != nil {
		return nil, err.Error()
	}
	keys = []string{}
	search := &search{facts: &facts{s: j.s}, most: j.in.MaxStates}
	search.run(j.ctx, start, func(r *reached) bool {
		if final(r.view.Config) {
			keys = append(keys, r.view.Config.Key())
		}
		return true
	})
	return keys, search.cut
}
