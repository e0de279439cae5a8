package racemob

import (
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
)

// clocks is the state of on-demand lock tracking: two vector clocks that count the releases since
// tracking began. With two threads and one lock, only the other thread's entry of each clock matters.
//
// An access of thread i after n of its releases happens before the next step of the other thread iff
// that one knows i's count to exceed n, which it learns by taking the lock. The last edge of a longer
// chain between the threads is of this form too.
type clocks struct {
	released [2]int // how often the thread has executed unlock()
	known    [2]int // of the other thread's count, when this one took the lock last
}

// made is an access that was made.
type made struct {
	event    int // in the execution
	released int // how often its thread had executed unlock() before
}

// Observation is what a run shows of a candidate.
type Observation struct {
	Candidate int     `json:"c"`
	CoEnabled bool    `json:"m,omitempty"` // both threads stood before the accesses, on one cell (Definition 3.6)
	Unordered bool    `json:"u,omitempty"` // both were made, on one cell, unordered by happens-before
	Ordered   bool    `json:"o,omitempty"` // both were made, on one cell, in order
	Executed  [2]bool `json:"e"`           // by order: they were made so, on one cell
}

// races reports whether the observation shows a race in either sense.
func (s Observation) races() bool { return s.CoEnabled || s.Unordered }

// watch observes a run: dynamic context inference (Section 3.2.1 of the paper) and on-demand race
// detection (Section 3.2.2). It sees every step, but records nothing before the first access of a
// candidate.
type watch struct {
	clocks
	job      *Job
	pair     il.Pair
	only     int // the one candidate to look for; -1 for all
	tracking bool
	last     [2]map[semantics.Addr]map[il.Site]made // by thread and cell: the last access at each site
	seen     map[int]*Observation                   // by candidate
	first    map[int][2]int                         // by candidate: the first two events that are unordered
}

func (j *Job) newWatch(t Task) *watch {
	w := &watch{job: j, pair: j.Candidates[t.Candidate].Pair, only: -1, seen: map[int]*Observation{}, first: map[int][2]int{}}
	if j.Policy.Single {
		w.only = t.Candidate
	}
	for i := range w.last {
		w.last[i] = map[semantics.Addr]map[il.Site]made{}
	}
	return w
}

// candidate returns the candidate of two sites, if the run looks for it.
func (w *watch) candidate(s il.Sites) (int, bool) {
	n, ok := w.job.of[Candidate{w.pair, s}]
	return n, ok && (w.only < 0 || w.only == n)
}

// observation returns the observation of a candidate so far.
func (w *watch) observation(n int) *Observation {
	if w.seen[n] == nil {
		w.seen[n] = &Observation{Candidate: n}
	}
	return w.seen[n]
}

// has reports whether thread i has accessed a cell at a site.
func (w *watch) has(i semantics.Tid, at il.Site, cell semantics.Addr) bool {
	_, ok := w.last[i][cell][at]
	return ok
}

// observations lists what was seen, by candidate.
func (w *watch) observations() []Observation {
	return slice.Map(slices.Sorted(maps.Keys(w.seen)), func(n int) Observation { return *w.seen[n] })
}
