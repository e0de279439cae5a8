package predict

import (
	"slices"

	"wobbly/dynamic"
	"wobbly/dynamic/hb"
	"wobbly/il"
)

// wcp yields the pairs that weak causal precedence leaves unordered (Kini, Mathur and Viswanathan,
// Dynamic race prediction in linear time, PLDI 2017: the order WCP, and its algorithm with vector
// clocks and queues).
//
// Weak causal precedence is the least relation that orders
//
//	(a) an unlock() before an access in a later critical section of its lock that
//	    conflicts with one in the critical section that it ends,
//	(b) an unlock() before a later one of its lock, if an event of the section that it
//	    ends is ordered before an event of the other's,
//	(c) e1 before e2, if e1 happens before an event that is ordered before an event that
//	    happens before e2.
//
// Conflicting accesses that neither this nor program order orders are a race. The theorem of the
// paper is about the first race, by its second access: some reordering shows a race, of these
// accesses or of others, or a deadlock. With one lock there is no deadlock. Later races need not be
// real, because the order does not preserve what was read; so neither variant is sound.
//
// With prefixes, reads of prefixes count as reads in (a), and a pair is left out if the thread of
// either access writes to the path of the other one between the two, or with the first of them.
//
// Deviation: the algorithm's state for a lock and a variable is kept for each thread here, since
// accesses of one thread do not conflict.
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

// steady reports whether neither access has its path written by the other one's thread between
// them, or by the first access itself.
func (v *view) steady(i, j int) bool {
	if !v.unchanged(i, j) {
		return false
	}
	for _, r := range v.paths[j] {
		if v.writesAfter(r.cell, v.events[i].Thread, i-1, v.before(j)) {
			return false
		}
	}
	return true
}

// weak is the algorithm's state before an event.
type weak struct {
	view    *view
	happens [2]hb.Clock // H of each thread: the events that happen before its next one
	weak    [2]hb.Clock // P of each thread: the events that weakly precede its next one
	at      []hb.Clock  // H of each event so far, including the event
	locks   [il.MaxLocks + 1]weakLock
	held    [2][]*weakLock // by each thread
}

// weakLock is the algorithm's state for a lock.
type weakLock struct {
	happens, weak hb.Clock // H and P of its last unlock()
	// touched has for each thread, by cell, the last unlock() of a section that reads it and of one
	// that writes it.
	touched [2][2]map[int]int
	// section has for each thread the cells that its critical section reads, and writes.
	section [2][2]map[int]bool
	// queue has the critical sections of each thread for rule (b), as events: those that do not
	// weakly precede the last unlock() of the other thread.
	queue [2][]section
}

func newWeak(v *view) *weak {
	none := hb.Clock{-1, -1}
	w := &weak{view: v, at: make([]hb.Clock, len(v.events))}
	w.happens, w.weak = [2]hb.Clock{none, none}, [2]hb.Clock{none, none}
	for k := range w.locks {
		w.locks[k].happens, w.locks[k].weak = none, none
	}
	return w
}

// The indices of reads and writes in a weakLock.
const (
	reading = iota
	writing
)

// next adds event i, and returns the last event of the other thread that weakly precedes it, or -1.
func (w *weak) next(i int, e dynamic.Event) int {
	t, u := e.Thread, e.Thread.Other()
	h, p := &w.happens[t], &w.weak[t]
	h[t] = i
	l := &w.locks[e.Slot]
	switch {
	case e.Takes():
		for k := range l.touched[t] {
			if l.touched[t][k] == nil {
				l.touched[t][k], l.section[t][k] = map[int]int{}, map[int]bool{}
			}
		}
		*h, *p = h.Join(l.happens), p.Join(l.weak)
		l.queue[t] = append(l.queue[t], section{acquire: i})
		w.held[t] = append(w.held[t], l)
	case e.Frees():
		l.queue[t][len(l.queue[t])-1].release = i
		for q := &l.queue[u]; len(*q) > 0 && (*q)[0].acquire <= p[u]; *q = (*q)[1:] { // rule (b)
			*p = p.Join(w.at[(*q)[0].release])
		}
		for k, cells := range l.section[t] {
			for c := range cells {
				l.touched[t][k][c] = i
			}
			clear(cells)
		}
		l.happens, l.weak = *h, *p
		w.held[t] = slices.DeleteFunc(w.held[t], func(m *weakLock) bool { return m == l })
	default:
		for _, l := range w.held[t] {
			w.access(l, i, e)
		}
	}
	w.at[i] = *h
	return p[u]
}

// access adds event i, which is in a critical section of a lock.
func (w *weak) access(l *weakLock, i int, e dynamic.Event) {
	t := e.Thread
	follow := func(kind, cell int) { // rule (a)
		if r, ok := l.touched[t.Other()][kind][cell]; ok {
			w.weak[t] = w.weak[t].Join(w.at[r])
		}
	}
	for _, r := range w.view.reads[i] {
		follow(writing, r.cell)
		l.section[t][reading][r.cell] = true
	}
	if c := w.view.cells[i]; e.Kind == dynamic.Write {
		follow(reading, c)
		follow(writing, c)
		l.section[t][writing][c] = true
	}
}
