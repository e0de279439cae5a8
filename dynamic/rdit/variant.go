package rdit

import (
	"iter"

	"wobbly/dynamic/hb"
	"wobbly/internal/slice"
)

// Variant is a detector of races in traces with missing events.
type Variant struct {
	Name  string
	Doc   string // a sentence of one line in a legend
	Sound bool   // whether it reports no pair that the complete execution orders
	edges func(*Trace) []Edge
}

// The variants; see the package comment.
var (
	Naive = Variant{
		Name:  "hb-naive",
		Doc:   "Ignores that methods are missing.",
		edges: rules{}.edges,
	}
	Truth = Variant{
		Name:  "hb-full",
		Doc:   "The truth: sees the missing methods too.",
		Sound: true,
		edges: truth,
	}
	Published = Variant{
		Name:  "rdit-published",
		Doc:   "The paper's: orders missing calls that reach a common object.",
		edges: rules{touch: reachCommon, finishedOnly: true}.edges,
	}
	First = Variant{
		Name:  "rdit-first",
		Doc:   "The same, read literally: each such call only with the next.",
		edges: rules{touch: firstOnly, finishedOnly: true}.edges,
	}
	LockInReach = Variant{
		Name:  "rdit-lock",
		Doc:   "rdit-published, which also orders missing calls that may lock.",
		edges: rules{touch: reachOrLock, finishedOnly: true}.edges,
	}
	Repaired = Variant{
		Name:  "rdit-full",
		Doc:   "RDIT repaired: also orders them with recorded locks.",
		Sound: true,
		edges: rules{touch: reachOrLock, lock: mayLock}.edges,
	}
	Maximal = Variant{
		Name:  "rdit-max",
		Doc:   "Orders only what the lock orders in some completion.",
		Sound: true,
		edges: maximal,
	}
	AllMissing = Variant{
		Name:  "all-missing",
		Doc:   "The most cautious: orders all missing calls.",
		Sound: true,
		edges: rules{touch: anyPair, lock: anyLock}.edges,
	}
)

func Variants() []Variant {
	return []Variant{Truth, Naive, Published, First, LockInReach, Repaired, Maximal, AllMissing}
}

// Result is the order of a trace by a variant. Elements are given by their indices.
type Result struct {
	*hb.Order // the order of the elements of the trace
	Trace     *Trace
	Edges     []Edge // between the threads, by their later ends
}

func (v Variant) Run(t *Trace) *Result {
	edges := v.edges(t)
	return &Result{Order: t.order(edges), Trace: t, Edges: edges}
}

func (t *Trace) order(edges []Edge) *hb.Order {
	return hb.New(t.Events, slice.Map(edges, func(e Edge) hb.Edge { return e.Edge }))
}

// Races yields the conflicting accesses that are unordered.
func (r *Result) Races() iter.Seq[hb.Race] { return hb.Races(r.Trace.Events, r.Order) }

// Reports groups the races by their sites.
func (r *Result) Reports() []hb.Report {
	return hb.BySites(r.Trace.Execution.Pair, r.Trace.Events, r.Races())
}

// Why returns the edge that orders element i before element j of the other thread, or nil.
func (r *Result) Why(i, j int) *Edge {
	found, ok := r.Edge(i, j)
	if !ok {
		return nil
	}
	for k := range r.Edges {
		if r.Edges[k].Edge == found {
			return &r.Edges[k]
		}
	}
	panic("rdit: the order has an edge that the variant has not")
}
