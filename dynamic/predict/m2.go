package predict

import (
	"sort"

	"wobbly/dynamic/hb"
	"wobbly/semantics"
)

// m2 yields the races of Pavlogiannis (Fast, sound, and effectively complete dynamic race
// prediction, POPL 2020: relative causal cones, and the closure of a partial order under reads-from
// and locks): the conflicting accesses that are both next after some correct reordering. It decides
// this for two threads, as the paper proves, so there is nothing more to predict.
//
// The events that are reordered are those before the accesses in their threads: the relative causal
// cones, which with two threads leave critical sections open. The partial order of the threads and
// of reads-from is closed (order.close). If that leads to no cycle, any linearization in which one
// thread moves for as long as it can is a correct reordering (order.linearize).
//
// With prefixes, an event reads all cells at once; and each thread has one more event at its end,
// which reads the path of its access after all events of the other thread. So the closure also
// ensures that both paths are as they were.
func m2(v *view, yield func(hb.Race) bool) (cut bool) {
	work := 0
	for j := range v.events {
		more := v.conflicts(j, -1, func(i int) bool {
			if !v.feasible(i, j) {
				return true
			}
			if work > maxWork {
				cut = true
				return false
			}
			o := newOrder(v, i, j)
			ok := o.close()
			work += o.work
			return !ok || yield(hb.Race{First: i, Second: j})
		})
		if !more {
			break
		}
	}
	return cut
}

// maxWork bounds the nodes that closing orders may visit for a trace.
const maxWork = 50_000_000

// order is a partial order of the events before two accesses in their threads, closed under
// everything that all correct reorderings have in common. The nodes of a thread are numbered as in
// its chain; the last one represents the path of the access.
type order struct {
	view   *view
	access [2]int   // by thread
	size   [2]int   // by thread: the number of events that are reordered
	after  [2][]int // by node: the number of events of the other thread before it
	cyclic bool     // whether an event is before itself
	grown  bool     // whether this pass of close has added an edge
	work   int      // how many nodes were visited
}

// newOrder returns the order of the threads, with their last nodes at the end.
func newOrder(v *view, i, j int) *order {
	o := &order{view: v}
	for _, e := range [2]int{i, j} {
		t := v.events[e].Thread
		o.access[t], o.size[t] = e, v.position[e]
		o.after[t] = make([]int, v.position[e]+1)
	}
	for _, t := range semantics.Tids {
		o.after[t][o.size[t]] = o.size[t.Other()]
	}
	return o
}

// put orders the first n events of the other thread before node k of thread t and later ones.
func (o *order) put(t semantics.Tid, k, n int) {
	after := o.after[t]
	if after[k] >= n {
		return
	}
	if o.after[t.Other()][n-1] > k { // node k is already before event n-1
		o.cyclic = true
		return
	}
	o.grown = true
	for ; k < len(after) && after[k] < n; k++ {
		after[k] = n
	}
}

// close adds the edges that every correct reordering has, up to a fixpoint: a write that a read
// does not see precedes the write that it sees or follows the read, and critical sections of one
// lock do not overlap. It reports whether there is no cycle.
func (o *order) close() bool {
	for o.grown = true; o.grown && !o.cyclic; {
		o.grown = false
		for _, t := range semantics.Tids {
			for k := 0; k <= o.size[t] && !o.cyclic; k++ {
				o.work++
				reads := o.view.paths[o.access[t]] // of the last node
				if k < o.size[t] {
					reads = o.view.reads[o.view.chains[t][k]]
				}
				for _, r := range reads {
					o.orderRead(t, k, r)
				}
			}
			for l := range o.view.locks {
				o.orderSections(&o.view.locks[l], t)
			}
		}
	}
	return !o.cyclic
}

// orderRead orders the writes of a cell that node k of thread t reads.
func (o *order) orderRead(t semantics.Tid, k int, r read) {
	v, u := o.view, t.Other()
	own, others := v.writes[r.cell][t], v.writes[r.cell][u]
	// after orders write n of thread u, if it is reordered, after the read.
	after := func(n int) {
		switch {
		case n >= o.size[u]:
		case k == o.size[t]: // the last node is after all events
			o.cyclic = true
		default:
			o.put(u, n, k+1)
		}
	}
	switch {
	case r.from == initial:
		if len(others) > 0 {
			after(others[0])
		}
	case v.events[r.from].Thread == t:
		w := v.position[r.from]
		if n := sort.SearchInts(others, o.after[t][k]); n > 0 { // a write that is before the read
			o.put(t, w, others[n-1]+1)
		}
		n := sort.Search(len(others), func(n int) bool {
			return others[n] >= o.size[u] || o.after[u][others[n]] > w
		})
		if n < len(others) { // a write that is after the one that is read
			after(others[n])
		}
	default:
		w := v.position[r.from]
		o.put(t, k, w+1)
		if n := sort.SearchInts(own, k); n > 0 {
			o.put(u, w, own[n-1]+1)
		}
		if n := sort.SearchInts(others, w+1); n < len(others) {
			after(others[n])
		}
	}
}

// orderSections orders the critical sections of a lock in thread t after those in the other one
// that begin before they end.
func (o *order) orderSections(l *sections, t semantics.Tid) {
	u := t.Other()
	for _, s := range l[t][:l.before(t, o.size[t])] {
		o.work++
		end := o.after[t][min(s.release, o.size[t])] // an open one comes after all others
		k := l.before(u, end)
		if k == 0 {
			continue
		}
		last := l[u][k-1]
		if last.release >= o.size[u] {
			o.cyclic = true
			return
		}
		o.put(t, s.acquire, last.release+1)
	}
}

// before returns how many critical sections of the lock begin in the first n events of a thread.
func (l *sections) before(t semantics.Tid, n int) int {
	all := l[t]
	return sort.Search(len(all), func(k int) bool { return all[k].acquire >= n })
}

// linearize returns a correct reordering: thread B moves only if A cannot. If there were a write of
// B between a write and a read that sees it, it would be ordered before an event of A; then the
// closure would have ordered it before that write or after the read. The same holds for critical
// sections.
func (o *order) linearize() []int {
	v := o.view
	var list []int
	done := 0
	for k, n := range o.after[semantics.A] {
		for ; done < n; done++ {
			list = append(list, v.chains[semantics.B][done])
		}
		if k < o.size[semantics.A] {
			list = append(list, v.chains[semantics.A][k])
		}
	}
	return list
}
