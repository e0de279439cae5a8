package query

import (
	"fmt"
	"strings"

	"wobbly/semantics"
)

// visited tells whether the history has a state for each element.
func (j *judge) visited(n *visited) Value {
	if j.in.History == nil {
		return Value{Kind: Condition, Truth: Unknown, Why: "there is no history to look at"}
	}
	all := True
	var missing []string
	for _, x := range n.list {
		t, what := j.wasVisited(x)
		if t != True {
			missing = append(missing, what)
		}
		all = all.and(t)
	}
	why := ""
	if len(missing) > 0 {
		why = "not yet: " + strings.Join(missing, ", ")
	}
	return Value{Kind: Condition, Truth: all, Why: why}
}

// wasVisited tells whether the history has a state for one element, and what it
// lacks.
func (j *judge) wasVisited(x node) (Truth, string) {
	if _, ok := x.(*finals); ok {
		return j.allFinals()
	}
	for v := range j.in.History {
		e := &evaluator{s: j.s, v: v, focus: v.Focus, quiet: true}
		if e.truth(x) == True {
			return True, ""
		}
	}
	return False, j.s.print(x)
}

// allFinals tells whether the history has every final state.
func (j *judge) allFinals() (Truth, string) {
	keys, cut := j.finals()
	if keys == nil {
		return Unknown, cut
	}
	visited := map[string]bool{}
	for v := range j.in.History {
		visited[v.Config.Key()] = true
	}
	n := 0
	for _, k := range keys {
		if visited[k] {
			n++
		}
	}
	switch {
	case n < len(keys):
		return False, fmt.Sprintf("%d of %s (up to the names of objects)", len(keys)-n, plural(uint64(len(keys)), "final state"))
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
