package predict

import (
	"wobbly/dynamic"
	"wobbly/dynamic/hb"
)

// wcp yields what weak causal precedence leaves unordered (Kini, Mathur and
// Viswanathan, Dynamic race prediction in linear time, PLDI 2017: the order WCP,
// and its algorithm with vector clocks and queues).
//
// Weak causal precedence is the least relation that orders
//
//	(a) an unlock() before an access in a later critical section that conflicts
//	    with one in the critical section that it ends,
//	(b) an unlock() before a later one, if an event of the section that it ends is
//	    ordered before an event of the other's,
//	(c) what happens before something ordered before something that happens before
//	    something else.
//
// Conflicting accesses that neither this nor their thread orders are a race. The theorem of the
// paper is about the first one, of the least second access: where there is one, some reordering
// shows a race, of these accesses or of others, or a deadlock. With one lock there is no deadlock.
// Of later ones it says nothing, since the order keeps nothing of what was read; so neither variant
// is sound.
//
// With prefixes, reads of prefixes count as reads in (a), and a pair is left out if the thread of
// either access writes on the path of the other one between the two, or with the first of them.
//
// Deviations:
//
//  1. What the algorithm keeps of a lock and a variable is kept of each thread here,
//     since accesses of one thread do not conflict.
//  2. It has queues for rule (b), which says nothing new where there is one lock: what orders an
//     event of a critical section before something begins with an unlock(), by rule (a), and the
//     first at or behind the event is the one that ends its section.
//  3. Its clocks H, and P of the lock, carry what a third thread would know. Of two
//     threads, what weakly precedes an event of one is what is at or before some
//     unlock() of the other, by rule (a), and stays so for what follows.
func wcp(v *view, yield func(hb.Race) bool) (cut bool) {
	w := newWeak(v)
	for i, e := range v.events {
		more := v.conflicts(i, w.next(i, e), func(first int) bool {
			return !v.steady(first, i) || yield(hb.Race{First: first, Second: i})
		})
		if !more {
			break
		}
	}
	return false
}

// steady reports whether neither access has its path written by the other one's thread between them,
// or by the first access itself.
func (v *view) steady(i, j int) bool {
	if !v.unchanged(i, j) {
		return false
	}
	for _, r := range v.paths[j] {
		if v.written(r.cell, v.events[i].Thread, i-1, v.before(j)) {
			return false
		}
	}
	return true
}

type weak struct {
	view    *view
	before  [2]int             // P of each thread: the last event of the other one that weakly precedes what it does next, or -1
	inside  [2]bool            // a critical section
	touched [2][2]map[int]int  // of each thread: by cell, the last unlock() of a section that reads it, and of one that writes it
	section [2][2]map[int]bool // the cells that the critical section of each thread reads, and writes
}

func newWeak(v *view) *weak {
	w := &weak{view: v, before: [2]int{-1, -1}}
	for t := range w.touched {
		for k := range w.touched[t] {
			w.touched[t][k], w.section[t][k] = map[int]int{}, map[int]bool{}
		}
	}
	return w
}

// Which accesses maps are of.
const (
	reading = iota
	writing
)

// next adds event i, and returns the last event of the other thread that weakly precedes it, or -1.
func (w *weak) next(i int, e dynamic.Event) int {
	t := e.Thread
	other := w.touched[t.Other()]
	follow := func(unlocks map[int]int, cell int) { // rule (a)
		if r, ok := unlocks[cell]; ok {
			w.before[t] = max(w.before[t], r)
		}
	}
	switch {
	case e.Kind == dynamic.Acquire:
		w.inside[t] = true
	case e.Frees():
		for k, cells := range w.section[t] {
			for c := range cells {
				w.touched[t][k][c] = i
			}
			clear(cells)
		}
		w.inside[t] = false
	case w.inside[t]:
		for _, r := range w.view.reads[i] {
			follow(other[writing], r.cell)
			w.section[t][reading][r.cell] = true
		}
		if c := w.view.cells[i]; e.Kind == dynamic.Write {
			follow(other[reading], c)
			follow(other[writing], c)
			w.section[t][writing][c] = true
		}
	}
	return w.before[t]
}
