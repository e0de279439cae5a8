package flow

import (
	"container/heap"
	"math"

	"wobbly/il"
)

// follower explores what units do that leave one name alone.
type follower struct {
	*analysis
	name   name
	walked [][]bool // by own object of the name: which of its fields are walked
	frames map[entry]*frame
	states *int   // that may still be made
	whole  *frame // what the unit does
}

// entry is how a method is called: with which values of its formals, and of the
// cells of the thread's own objects.
type entry struct {
	unit   int // Unit.Index
	values string
	cells  string
}

// frame is what a method does from an entry.
type frame struct {
	graph  *graph
	states []state
	exits  []int // states in which it is complete, with different cells
	found  []found
}

// state is a control point of a frame with the values of its variables and of the
// cells of the thread's own objects, on a shortest path.
type state struct {
	node   int32
	values string
	cells  string
	steps  int
	prev   int    // the state before; -1 at the entry
	second bool   // came by the second branch of the node before: an else, or the end of a loop
	called *frame // by the node before; nil if that is no call
	exit   int    // of called
}

// found is an access in a frame, by the name that is followed.
type found struct {
	il.Site
	lock  int      // counted from the frame's entry
	rest  int      // how many fields of the path it walks from the last object of the name
	own   []string // the fields of the path that is written there
	steps int      // to just before the access
	state int      // before the access, or before the call that leads to it
	below *frame   // that is called there, or nil
	index int      // among what is found below
}

// kind is what makes accesses of a unit the same, but for the path to them.
type kind struct {
	site il.Site
	lock int
	rest int
}

func (a *found) kind() kind { return kind{a.Site, a.lock, a.rest} }

// cellsOfState is how many cells count as much as a state.
const cellsOfState = 64

// far is a number of steps that nobody counts further.
const far = math.MaxInt / 4

// frame is what a method does from an entry, explored when it is first asked for.
func (x *follower) frame(e entry) *frame {
	if f, ok := x.frames[e]; ok {
		return f
	}
	b := &builder{follower: x, frame: &frame{graph: x.graphs[e.unit]}, seen: map[point]bool{}, best: map[kind]int{}, ends: map[string]bool{}}
	x.frames[e] = b.frame
	values := x.name.unpack(e.values, len(b.graph.Vars))
	for len(values) < len(b.graph.Vars) {
		values = append(values, none)
	}
	b.put(state{node: b.graph.Entry, cells: e.cells, prev: -1}, values)
	for len(b.queue) > 0 && *x.states > 0 {
		b.expand(heap.Pop(b).(int))
	}
	return b.frame
}

// builder is a frame that is being explored, the shortest paths first.
type builder struct {
	*follower
	*frame
	queue []int // states, as a heap
	seen  map[point]bool
	best  map[kind]int    // among what is found
	ends  map[string]bool // cells of exits
}

// point is what makes states the same.
type point struct {
	node          int32
	values, cells string
}

// put adds a state, without what is of no use behind it.
func (b *builder) put(s state, values []value) {
	live := b.graph.live[s.node]
	for v := range values {
		if !live.Has(int32(v)) {
			values[v] = none
		}
	}
	s.values, s.steps = b.name.pack(values), min(s.steps, far)
	b.frame.states = append(b.frame.states, s)
	heap.Push(b, len(b.frame.states)-1)
}

// expand adds what comes behind a state.
func (b *builder) expand(at int) {
	s := b.frame.states[at]
	if b.seen[point{s.node, s.values, s.cells}] {
		return
	}
	b.seen[point{s.node, s.values, s.cells}] = true
	*b.follower.states -= 1 + len(s.cells)/cellsOfState
	n := &b.graph.Nodes[s.node]
	values := b.name.unpack(s.values, 0)
	next := state{node: n.Next, cells: s.cells, steps: s.steps + 1, prev: at}
	switch c := n.Stmt.(type) {
	case nil:
		if !b.ends[s.cells] {
			b.ends[s.cells] = true
			b.exits = append(b.exits, at)
		}
		return
	case *il.Copy:
		values[b.graph.Slot(c.Dst)] = b.handed(ClauseCopies, values[b.graph.Slot(c.Src)])
	case *il.Load:
		to := b.access(at, il.Site{At: c.At, Kind: il.Read}, c.Src)
		values[b.graph.Slot(c.Dst)] = b.handed(ClauseLoads, to)
	case *il.Store:
		b.access(at, il.Site{At: c.At, Kind: il.Write}, c.Dst)
		next.cells = b.store(&s, c)
	case *il.New:
		if !b.options.without(ClauseFresh) {
			values[b.graph.Slot(c.Dst)] = none
		}
	case *il.Lock, *il.Unlock:
	case *il.If, *il.While:
		next.steps = s.steps
		b.put(next, b.name.unpack(s.values, 0))
		next.node, next.second = n.Alt, true
	case *il.Call:
		b.call(at, c)
		return
	default:
		panic(il.Unknown(c))
	}
	b.put(next, values)
}

// handed is a value that a command gives a variable, if it does.
func (b *builder) handed(c Clause, v value) value {
	if b.options.without(c) {
		return none
	}
	return v
}

// cells is what the cells hold in a state.
func (x *follower) cells(held string) cells { return cells{x.name, len(x.core.Fields), held} }

// walk is what a path leads to in a state. If meets is not nil, it is called where the
// walk is where the threads meet, with the number of fields that are left.
func (b *builder) walk(s *state, root string, fields []string, meets func(left int)) value {
	c := b.cells(s.cells)
	v := b.name.at(s.values, int(b.graph.Slot(root)))
	for i, name := range fields {
		f := b.fields[name]
		switch {
		case int(v) < len(b.walked): // an own object of the name
			b.walked[v][f] = true
		case v == b.name.meet() && meets != nil:
			meets(len(fields) - i)
		}
		v = c.step(v, f)
	}
	return v
}

// access notes an access, if it comes by where the threads meet, and gives what the
// path leads to.
func (b *builder) access(at int, site il.Site, path il.Expr) value {
	s := &b.frame.states[at]
	return b.walk(s, path.Root, path.Fields, func(left int) {
		b.note(found{Site: site, lock: b.graph.lock[s.node], rest: left, own: path.Fields, steps: s.steps, state: at})
	})
}

// store is what the cells hold after a store.
func (b *builder) store(s *state, c *il.Store) string {
	last := len(c.Dst.Fields) - 1
	at := b.walk(s, c.Dst.Root, c.Dst.Fields[:last], nil)
	return b.cells(s.cells).store(at, b.fields[c.Dst.Fields[last]], b.name.at(s.values, int(b.graph.Slot(c.Src))), b.options).held
}

// call enters a method, notes the accesses there, and goes on behind it.
func (b *builder) call(at int, c *il.Call) {
	s := b.frame.states[at]
	n := &b.graph.Nodes[s.node]
	args := make([]value, len(c.Args))
	for i, e := range c.Args {
		args[i] = b.handed(ClauseArguments, b.walk(&s, e.Root, e.Fields, nil))
	}
	below := b.follower.frame(entry{b.core.Methods[c.Method].Index, b.name.pack(args), s.cells})
	for i, a := range below.found {
		a.lock += b.graph.lock[s.node]
		a.steps = min(a.steps+s.steps+1, far)
		a.state, a.below, a.index = at, below, i
		b.note(a)
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		b.put(state{node: n.Next, cells: end.cells, steps: s.steps + 2 + end.steps, prev: at, called: below, exit: exit}, b.name.unpack(s.values, 0))
	}
}

// note keeps the shortest path to each kind of access.
func (b *builder) note(a found) {
	switch i, ok := b.best[a.kind()]; {
	case !ok:
		b.best[a.kind()] = len(b.frame.found)
		b.frame.found = append(b.frame.found, a)
	case a.steps < b.frame.found[i].steps:
		b.frame.found[i] = a
	}
}

// Len, Less, Swap, Push and Pop make the queue a heap for package heap, with the
// state of the fewest steps first, and the oldest of several.
func (b *builder) Len() int { return len(b.queue) }

// Less implements heap.Interface.
func (b *builder) Less(i, j int) bool {
	s, t := b.queue[i], b.queue[j]
	if m, n := b.frame.states[s].steps, b.frame.states[t].steps; m != n {
		return m < n
	}
	return s < t
}

// Swap implements heap.Interface.
func (b *builder) Swap(i, j int) { b.queue[i], b.queue[j] = b.queue[j], b.queue[i] }

// Push implements heap.Interface.
func (b *builder) Push(x any) { b.queue = append(b.queue, x.(int)) }

// Pop implements heap.Interface.
func (b *builder) Pop() any {
	last := len(b.queue) - 1
	x := b.queue[last]
	b.queue = b.queue[:last]
	return x
}
