package predict

import (
	"fmt"
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
	"wobbly/semantics/execution"
)

// Conflict is a pair of conflicting events of a trace, and the predictors that predict a race.
type Conflict struct {
	hb.Race
	By []bool // parallel to the predictors
}

// Conflicts lists at most limit conflicting pairs of events, by their second event, with the answer
// of each predictor, and returns the number of others. cut has the predictors for which a limit of
// their own left some races out.
func (t *Trace) Conflicts(
	predictors []Predictor, limit int,
) (all []Conflict, more int, cut []bool) {
	v := t.views[printed]
	at := map[hb.Race]int{}
	for j := range v.events {
		v.conflicts(j, -1, func(i int) bool {
			if len(all) == limit {
				more++
				return true
			}
			r := hb.Race{First: i, Second: j}
			at[r] = len(all)
			all = append(all, Conflict{Race: r, By: make([]bool, len(predictors))})
			return true
		})
	}
	for k, p := range predictors {
		cut = append(cut, p.Races(t, func(r hb.Race) bool {
			if n, ok := at[r]; ok {
				all[n].By[k] = true
			}
			return true
		}))
	}
	return all, more, cut
}

// Proof returns a reordering by M2 that ends before both events of a conflict. For the trace of an
// execution it can be executed; for other traces it is correct as printed.
func (t *Trace) Proof(c Conflict) (order []int, ok bool) {
	v := t.views[prefixes]
	if t.Execution == nil {
		v = t.views[printed]
	}
	return linearized(v, c.Race)
}

// SitesOf returns the sites of the events of a conflict.
func (t *Trace) SitesOf(c Conflict) il.Sites {
	x := t.Execution
	return dynamic.Sites(x.Pair, x.Events[c.First], x.Events[c.Second])
}

// Edges lists the pairs of events of different threads that the order of p orders directly, without
// those that follow from others. SyncP, M2 and Maximal have no single order for the whole trace,
// and so no edges.
func (p Predictor) Edges(t *Trace) [][2]int {
	if p.edges == nil {
		return nil
	}
	v := t.views[p.Variant]
	all := p.edges(v)
	slices.SortStableFunc(all, func(a, b hb.Edge) int { return a.To - b.To })
	var useful [][2]int
	clocks, now := make([]hb.Clock, len(v.events)), [2]hb.Clock{{-1, -1}, {-1, -1}}
	for i, e := range v.events {
		c := &now[e.Thread]
		for ; len(all) > 0 && all[0].To == i; all = all[1:] {
			if from := all[0].From; c[e.Thread.Other()] < from {
				*c = c.Join(clocks[from])
				useful = append(useful, [2]int{from, i})
			}
		}
		c[e.Thread] = i
		clocks[i] = *c
	}
	return useful
}

func lockEdges(v *view) []hb.Edge { return hb.Edges(v.events) }

// readEdges returns the edges of SHB: those of the lock, and from each write to its reads.
func readEdges(v *view) []hb.Edge {
	edges := lockEdges(v)
	for i, e := range v.events {
		for _, r := range v.reads[i] {
			if r.from != initial && v.events[r.from].Thread != e.Thread {
				edges = append(edges, hb.Edge{From: r.from, To: i})
			}
		}
	}
	return edges
}

// weakEdges returns the edges of WCP: from an unlock() to a later event that it weakly precedes,
// unless the thread's earlier events imply that.
func weakEdges(v *view) []hb.Edge {
	var edges []hb.Edge
	w := newWeak(v)
	for i, e := range v.events {
		before := w.weak[e.Thread][e.Thread.Other()]
		if after := w.next(i, e); after > before {
			edges = append(edges, hb.Edge{From: after, To: i})
		}
	}
	return edges
}

// OfSteps returns the trace of an execution that was recorded elsewhere.
func OfSteps(x *execution.Execution) (*Trace, error) {
	d, err := dynamic.Begin(x.Core, x.Pair, x.Init)
	if err != nil {
		return nil, err
	}
	for _, m := range x.Moves {
		turn := execution.TurnOf(m)
		if stuck := d.Step(turn.Thread, turn.Decisions...); stuck != nil {
			return nil, fmt.Errorf("step %d: %s", len(d.Moves)+1, stuck)
		}
	}
	return Of(d), nil
}

// Events returns the events of the trace.
func (t *Trace) Events() []dynamic.Event { return t.views[printed].events }

// ReadsPath reports whether event i reads cells on a path besides the one that it accesses.
func (t *Trace) ReadsPath(i int) bool { return len(t.views[prefixes].paths[i]) > 0 }
