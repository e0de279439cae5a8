package predict

import (
	"slices"
	"sort"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/semantics"
)

// Trace is a recorded execution as predictors see it: events, with the writes that they read from.
type Trace struct {
	Execution *dynamic.Execution // nil for the events of a Std
	views     [2]*view           // by Variant
}

// Of returns the trace of an execution, in both variants.
func Of(x *dynamic.Execution) *Trace {
	paths := make([][]semantics.Addr, len(x.Events))
	for i := range x.Events {
		paths[i] = pathCells(x, i)
	}
	return newTrace(x, x.Events, paths)
}

// newTrace returns the trace of events, each with the cells that it reads on its path.
func newTrace(x *dynamic.Execution, events []dynamic.Event, paths [][]semantics.Addr) *Trace {
	return &Trace{Execution: x, views: [2]*view{
		printed:  newView(events, make([][]semantics.Addr, len(events))),
		prefixes: newView(events, paths),
	}}
}

// pathCells lists the cells that event i reads to find the one that it accesses: those of the
// proper prefixes of its path (Definition 3.1). A call reads the whole paths of its arguments.
func pathCells(x *dynamic.Execution, i int) (cells []semantics.Addr) {
	k, m := x.Configs[i], x.Moves[i]
	addPath := func(e il.Expr) {
		for n := range e.Fields {
			prefix := il.Expr{Root: e.Root, Fields: e.Fields[:n+1]}
			a, ok := semantics.Address(prefix, k.Threads[m.Thread].S.Top, k.H)
			if !ok {
				panic("predict: the path of a step has no cell")
			}
			cells = append(cells, a)
		}
	}
	if access, ok := il.AccessOf(m.Command); ok {
		addPath(access.Base())
	}
	if push, ok := m.Command.(il.Push); ok {
		for _, e := range push.Call.Args {
			addPath(e)
		}
	}
	return cells
}

// initial is the writer of an unwritten cell.
const initial = -1

// read is a cell that an event reads, and the event that wrote it before, or initial.
type read struct {
	cell int
	from int
}

// view is a trace in a variant.
type view struct {
	events []dynamic.Event
	chains [2][]int // the events of each thread

	// By event:

	cells    []int    // the number of the cell that it accesses; -1 for none
	reads    [][]read // all its reads
	paths    [][]read // those of its reads that lead to the cell that it accesses
	position []int    // in its chain

	// By cell:

	accesses [][2][]int // the positions of the accesses by each thread
	writes   [][2][]int // the positions of the writes by each thread

	// reach has, for each thread and n, the number of events of the other thread that its first n
	// events need (see needs).
	reach [2][]int
	locks []sections // the sections of each lock that is taken
}

// section is a critical section, by the positions of its outermost lock() and unlock() in the chain
// of its thread. If it does not end, release is the length of the chain.
type section struct{ acquire, release int }

// sections are the critical sections of one lock, by thread.
type sections [2][]section

// conflicts visits the accesses of the other thread after event known and before j that conflict
// with j, from the nearest to the farthest, until visit returns false; then it does, too.
func (v *view) conflicts(j, known int, visit func(i int) bool) bool {
	if v.cells[j] < 0 {
		return true
	}
	t := v.events[j].Thread.Other()
	positions, chain := v.accesses[v.cells[j]][t], v.chains[t]
	end, _ := slices.BinarySearch(positions, v.before(j))
	for n := end - 1; n >= 0 && chain[positions[n]] > known; n-- {
		if i := chain[positions[n]]; v.events[i].Conflicts(v.events[j]) && !visit(i) {
			return false
		}
	}
	return true
}

// before returns the number of events of the other thread before event j.
func (v *view) before(j int) int { return j - v.position[j] }

// writesAfter reports whether one of the first n events of t writes a cell after event i.
func (v *view) writesAfter(cell int, t semantics.Tid, i, n int) bool {
	positions := v.writes[cell][t]
	k := sort.Search(len(positions), func(k int) bool { return v.chains[t][positions[k]] > i })
	return k < len(positions) && positions[k] < n
}

// newView returns the view of events, given the cells on their paths.
func newView(events []dynamic.Event, paths [][]semantics.Addr) *view {
	n := len(events)
	v := &view{
		events: events, cells: make([]int, n), position: make([]int, n),
		reads: make([][]read, n), paths: make([][]read, n),
	}
	numbers := map[semantics.Addr]int{}
	var last []int
	number := func(a semantics.Addr) int {
		c, ok := numbers[a]
		if !ok {
			c = len(numbers)
			numbers[a] = c
			last = append(last, initial)
			v.accesses, v.writes = append(v.accesses, [2][]int{}), append(v.writes, [2][]int{})
		}
		return c
	}
	for i, e := range events {
		v.position[i] = len(v.chains[e.Thread])
		v.chains[e.Thread] = append(v.chains[e.Thread], i)
		for _, a := range paths[i] {
			c := number(a)
			v.paths[i] = append(v.paths[i], read{c, last[c]})
		}
		v.reads[i] = v.paths[i]
		v.cells[i] = -1
		if e.IsAccess() {
			c := number(e.Cell)
			v.cells[i] = c
			v.accesses[c][e.Thread] = append(v.accesses[c][e.Thread], v.position[i])
		}
		switch c := v.cells[i]; e.Kind {
		case dynamic.Read:
			v.reads[i] = append(slices.Clip(v.paths[i]), read{c, last[c]})
		case dynamic.Write:
			last[c] = i
			v.writes[c][e.Thread] = append(v.writes[c][e.Thread], v.position[i])
		}
	}
	var lockOf [il.MaxLocks + 1]int // by slot, 1 + the index in v.locks
	for _, t := range semantics.Tids {
		reach := make([]int, 1, len(v.chains[t])+1)
		for n, i := range v.chains[t] {
			reach = append(reach, max(reach[n], v.needs(t, v.reads[i])))
			switch e := v.events[i]; {
			case e.Takes():
				if lockOf[e.Slot] == 0 {
					v.locks = append(v.locks, sections{})
					lockOf[e.Slot] = len(v.locks)
				}
				l := &v.locks[lockOf[e.Slot]-1]
				l[t] = append(l[t], section{n, len(v.chains[t])})
			case e.Frees():
				l := v.locks[lockOf[e.Slot]-1][t]
				l[len(l)-1].release = n
			}
		}
		v.reach[t] = reach
	}
	return v
}

// needs returns the number of events of the other thread that must precede some reads of thread t.
func (v *view) needs(t semantics.Tid, reads []read) int {
	n := 0
	for _, r := range reads {
		if r.from != initial && v.events[r.from].Thread != t {
			n = max(n, v.position[r.from]+1)
		}
	}
	return n
}
