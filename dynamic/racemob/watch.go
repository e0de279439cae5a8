package racemob

import (
	"maps"
	"slices"

	"wobbly/dynamic"
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

// event counts a step that locks or unlocks. Nested ones count too, and do no harm: this thread
// releases the lock completely before the other one takes it.
func (c *clocks) event(e dynamic.Event) {
	switch i := e.Thread; e.Kind {
	case dynamic.Release:
		c.released[i]++
	case dynamic.Acquire:
		c.known[i] = c.released[i.Other()]
	}
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

// event records step n of the execution.
func (w *watch) event(n int, e dynamic.Event) {
	if e.IsAccess() && w.job.sites[w.pair][e.Site()] {
		w.access(n, e)
	}
	if w.tracking {
		w.clocks.event(e)
	}
}

// access records an access. Of the other thread's accesses of the cell at one site it is enough to
// look at the last one: the earlier ones precede everything that it precedes.
func (w *watch) access(n int, e dynamic.Event) {
	w.tracking = true
	i, site := e.Thread, e.Site()
	for other, m := range w.last[i.Other()][e.Cell] {
		sites := w.pair.Sites(site, other)
		if i == semantics.B {
			sites = w.pair.Sites(other, site)
		}
		if c, ok := w.candidate(sites); ok {
			w.follows(c, m, other, n, i)
		}
	}
	if w.last[i][e.Cell] == nil {
		w.last[i][e.Cell] = map[il.Site]made{}
	}
	w.last[i][e.Cell][site] = made{n, w.released[i]}
}

// follows records that the other thread has made access m of a candidate, and now thread i the other
// one, event n, on the same cell.
func (w *watch) follows(c int, m made, at il.Site, n int, i semantics.Tid) {
	s := w.observation(c)
	first, _ := w.job.Candidates[c].side(i.Other(), at)
	s.Executed[first] = true
	switch {
	case w.known[i] > m.released: // it happens before this one
		s.Ordered = true
	case !s.Unordered:
		s.Unordered, w.first[c] = true, [2]int{m.event, n}
	}
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
