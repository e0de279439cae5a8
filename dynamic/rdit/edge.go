package rdit

import (
	"cmp"
	"fmt"
	"sort"
	"strings"

	"wobbly/dynamic/hb"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

type by uint8

const (
	byLock    by = iota // an unlock() before a lock(), recorded or possible
	byObject            // two calls of missing methods reach one object
	byCalling           // two calls of missing methods
)

// Cause is the cause of an edge.
type Cause struct {
	By     by
	Object semantics.Loc // the least common object, if By is byObject
	Slot   int           // the slot of the lock, if By is byLock
}

// Side is one end of an edge's cause: a lock() or unlock(), or a call of a missing method in which
// it would have happened.
type Side struct {
	Event int // the index in the events of the execution, or -1
	Pair  int // the index in the Pairs of the trace, or -1
}

// Edge orders an element of a trace before a later one of the other thread.
type Edge struct {
	hb.Edge // the indices of the elements
	Cause
	Sides [2]Side // the side of the earlier element and of the later one
}

func eventSide(event int) Side { return Side{event, -1} }
func pairSide(pair int) Side   { return Side{-1, pair} }

// Explain returns a sentence about the cause of an edge.
func (t *Trace) Explain(e Edge) string {
	from, to := t.Events[e.From].Thread, t.Events[e.To].Thread
	switch e.By {
	case byLock:
		lock := "(" + t.Execution.Core.LockName(e.Slot) + ")"
		text := t.side(from, e.Sides[0], "an ", "unlock"+lock) + " comes before " +
			t.side(to, e.Sides[1], "a ", "lock"+lock)
		return strings.TrimSuffix(text, ",")
	case byObject:
		return fmt.Sprintf("%s and %s both reach %s", t.call(e.Sides[0].Pair),
			t.call(e.Sides[1].Pair), e.Object)
	case byCalling:
		return fmt.Sprintf("%s and %s are both missing", t.call(e.Sides[0].Pair),
			t.call(e.Sides[1].Pair))
	default:
		panic(fmt.Sprintf("unreachable: cause %d", e.By))
	}
}

// side describes one end of a cause by the lock: a command of thread i.
func (t *Trace) side(i semantics.Tid, s Side, article, command string) string {
	if s.Pair >= 0 {
		return fmt.Sprintf("%s%s that %s may execute", article, command, t.call(s.Pair))
	}
	e := t.Execution.Events[s.Event]
	text := fmt.Sprintf("%s's %s at %s", i, command, t.Execution.Core.Source.At(e.At))
	if t.Missing.Has(e.In) {
		text += " in " + e.In.Name + ", which is missing,"
	}
	return text
}

func (t *Trace) call(pair int) string {
	p := t.Pairs[pair]
	return fmt.Sprintf("%s's call of %s at %s", p.Thread, p.Method.Name,
		t.Execution.Core.Source.At(p.At))
}

// truth lists the edges of the complete execution: each from the last element of the trace at or
// before the unlock() to the first one at or after the lock(). If there is no such element, there
// is nothing to order.
func truth(t *Trace) []Edge {
	var mine [2][]int // the elements of each thread
	for k, e := range t.Events {
		mine[e.Thread] = append(mine[e.Thread], k)
	}
	search := func(elements []int, event int) int { // the index of the first at or after an event
		return sort.Search(len(elements),
			func(k int) bool { return t.at(t.Items[elements[k]]) >= event })
	}
	var edges []Edge
	for _, e := range hb.Edges(t.Execution.Events) {
		from, to := t.Execution.Events[e.From], t.Execution.Events[e.To]
		before, after := mine[from.Thread], mine[to.Thread]
		i, j := search(before, e.From+1), search(after, e.To)
		if i > 0 && j < len(after) {
			edges = append(edges, Edge{
				Edge:  hb.Edge{From: before[i-1], To: after[j]},
				Cause: Cause{Slot: from.Slot},
				Sides: [2]Side{eventSide(e.From), eventSide(e.To)},
			})
		}
	}
	slice.SortStable(edges, func(a, b Edge) int { return cmp.Compare(a.To, b.To) })
	return edges
}

// at returns the index of an element among the events of the execution. The end of a thread's own
// unit follows all events.
func (t *Trace) at(i Item) int {
	if i.At < 0 && i.Mark == methodEnd {
		return len(t.Execution.Events)
	}
	return i.At
}
