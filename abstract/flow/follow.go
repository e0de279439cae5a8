package flow

import (
	"wobbly/abstract/paths"
	"wobbly/il"
)

// follower explores what units do that leave one name alone.
type follower struct {
	*analysis
	name   name
	lists  *lists   // of values
	walked [][]bool // by object of the name, up to where the threads meet: which of its fields are walked
	frames map[entry]*frame
	states *int   // that may still be made
	asked  uint   // how often it was a question whether ctx has ended
	whole  *frame // what the unit does
	// dropped says that there were more objects of the thread's own making than it may know.
	dropped bool
	spent   int           // states of all frames
	entries map[entry]int // how many frames have the same objects in their formals
	bare    []list        // by list of values: the same without what they rely on; unknown where nobody has asked
	// crowdedOut says that there were more variants of what is known than may be.
	crowdedOut bool
}

// entry is how a method is called: with which values of its formals, and of the
// cells of the thread's own objects.
type entry struct {
	unit   int // Unit.Index
	values list
	cells  list
}

// frame is what a method does from an entry.
type frame struct {
	graph  *graph
	states []state
	exits  []int32  // states in which it is complete, with different cells
	calls  []*frame // what it calls
	found  []found
}

// state is a control point of a frame with the values of its variables and of the
// cells of the thread's own objects, on a shortest path.
type state struct {
	paths.Step
	node   int32
	values list
	cells  list
	gives  set  // what is stored into since the entry, but into private objects
	plain  bool // it stands for others, of which more is known
	steps  int
}

// found is an access in a frame, by the name that is followed.
type found struct {
	il.Site
	paths.Found
	lock  il.Level // counted from the frame's entry
	rest  int      // how many fields it walks from the last object of the name
	own   []string // fields that end with these
	other bool     // own are not those of the path that is written there
	steps int      // to just before the access

	relies, gives set
}

// kind is what makes accesses of a unit the same, but for the path to them.
type kind struct {
	site il.Site
	lock il.Level
	rest int

	other string // the rest, if it is no end of the path that is written there
}

func (a *found) kind() kind {
	k := kind{site: a.Site, lock: a.lock, rest: a.rest}
	if a.other {
		k.other = dotted(a.own)
	}
	return k
}

// variant is one of the accesses of a kind, and where it stands.
type variant struct {
	relies, gives set
	steps, at     int
}

// enter adds a variant to those of a kind, unless one that is there relies on no more
// and stores into no more. It is in the place of one that it is better than.
func (x *sets) enter(best map[kind][]variant, k kind, v variant) (at int, ok bool) {
	for i, o := range best[k] {
		switch {
		case o.relies == v.relies && o.gives == v.gives && v.steps >= o.steps:
			return 0, false
		case o.relies == v.relies && o.gives == v.gives, x.within(v.relies, o.relies) && x.within(v.gives, o.gives):
			v.at = o.at
			best[k][i] = v
			return v.at, true
		case x.within(o.relies, v.relies) && x.within(o.gives, v.gives):
			return 0, false
		}
	}
	best[k] = append(best[k], v)
	return v.at, true
}

// cellsOfState is how many cells count as much as a state.
const cellsOfState = 64

// cellsOfState is how many bytes of cells count as much as a state.
func (x *follower) cellsOfState() int {
	if x.name.rely {
		return 4 * cellsOfState
	}
	return cellsOfState
}

// frame is what a method does from an entry, explored when it is first asked for.
func (x *follower) frame(e entry) *frame {
	if f, ok := x.frames[e]; ok {
		return f
	}
	b := &builder{follower: x, frame: &frame{graph: x.graphs[e.unit]}, seen: newFronts[point](), visits: make([]int, len(x.graphs[e.unit].Nodes)), crowd: map[point]int{}, best: map[kind][]variant{}, ends: newFronts[list]()}
	if x.name.rely {
		b.base = x.rows(e.cells)
	}
	x.frames[e] = b.frame
	values := x.lists.unpack(make([]value, 0, len(b.graph.Vars)), e.values)
	for len(values) < len(b.graph.Vars) {
		values = append(values, none)
	}
	b.put(state{node: b.graph.Entry, cells: e.cells, Step: paths.Step{From: -1}}, values)
	for !b.queue.Empty() && *x.states > 0 && !x.ended() {
		b.expand(int32(b.queue.Next()))
	}
	return b.frame
}

// often is after how many states it is asked whether ctx has ended.
const often = 256

// ended tells whether ctx has ended; then no more states may be made.
func (x *follower) ended() bool {
	if x.asked++; x.asked%often == 0 && x.ctx.Err() != nil {
		*x.states = 0
	}
	return *x.states <= 0
}

// builder is a frame that is being explored, the shortest paths first.
type builder struct {
	*follower
	*frame
	queue  paths.Queue
	seen   *fronts[point]
	visits []int              // states by node
	crowd  map[point]int      // how many states have the same objects in the variables
	best   map[kind][]variant // among what is found
	ends   *fronts[list]      // by the cells of exits
	base   int                // objects that are known at the entry

	values  []value // room for those of one state
	kept    []bool  // room for collect
	pending []value
}

// point is what makes states the same.
type point struct {
	node, kind    int32
	values, cells list
}

// The kinds of points, one or both.
const (
	ofRound int32 = 1 << iota
	ofPlain
)

// put adds a state, without what is of no use behind it.
func (b *builder) put(s state, values []value) {
	live := b.graph.live[s.node]
	for v := range values {
		if !live.Has(int32(v)) {
			values[v] = none
		}
	}
	if b.name.rely {
		s.cells = b.collect(values, s.cells)
	}
	s.values, s.steps = b.lists.number(values), min(s.steps, paths.Far)
	b.queue.Put(s.steps, len(b.frame.states))
	b.frame.states = append(b.frame.states, s)
}

// expand adds what comes behind a state.
func (b *builder) expand(at int32) {
	s := b.frame.states[at]
	if !b.unseen(&s) {
		return
	}
	if b.name.rely && b.crowded(s) {
		return
	}
	b.spent++
	*b.follower.states -= 1 + b.lists.size(s.cells)/b.cellsOfState()
	n := &b.graph.Nodes[s.node]
	values := b.valuesOf(&s)
	next := state{node: n.Next, cells: s.cells, steps: s.steps + 1, Step: paths.Step{From: at}, gives: s.gives}
	switch c := n.Stmt.(type) {
	case nil:
		if b.ends.add(b.sets, s.cells, s.gives) {
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
		seen := set(0)
		next.cells, seen = b.store(&s, c)
		next.gives = b.sets.join(s.gives, seen)
	case *il.New:
		if !b.options.without(ClauseFresh) {
			values[b.graph.Slot(c.Dst)], next.cells = b.fresh(s.cells)
		}
	case *il.Lock, *il.Unlock:
	case *il.If, *il.While:
		next.steps = s.steps
		body := next
		if b.name.rely && b.round(&s) {
			body.cells = b.plain(values, s.cells, b.base)
		}
		b.put(body, values)
		values = b.valuesOf(&s)
		next.node, next.Second = n.Alt, true
	case *il.Call:
		b.call(at, c)
		return
	default:
		panic(il.Unknown(c))
	}
	b.put(next, values)
}

// valuesOf is the values of a state, until the next call.
func (b *builder) valuesOf(s *state) []value {
	b.values = b.lists.unpack(b.values[:0], s.values)
	return b.values
}

// unseen tells whether a state is not one that was seen, with as few fields stored
// into, and enters it. Of plain ones the first counts.
func (b *builder) unseen(s *state) bool {
	at, gives := point{node: s.node, values: s.values, cells: s.cells}, s.gives
	if b.name.rely && b.round(s) {
		at.kind |= ofRound
	}
	if s.plain {
		at.kind |= ofPlain
		gives = 0
	}
	return b.seen.add(b.sets, at, gives)
}

// handed is a value that a command gives a variable, if it does.
func (b *builder) handed(c Clause, v value) value {
	if b.options.without(c) {
		return none
	}
	return v
}

// cells is what the cells hold in a state.
func (x *follower) cells(held list) cells { return cells{x.lists, len(x.core.Fields), held} }

// walk is what a path leads to in a state. If visit is not nil, it is called before
// each field, with what is reached and the number of fields that are left.
func (b *builder) walk(s *state, root string, fields []string, visit func(v value, left int)) value {
	v := b.lists.at(s.values, int(b.graph.Slot(root)))
	for i, name := range fields {
		f := b.fields[name]
		if o := v.object(); int(o) < len(b.walked) { // an object of the name
			b.walked[o][f] = true
		}
		if visit != nil {
			visit(v, len(fields)-i)
		}
		v = b.step(s.cells, v, f)
	}
	return v
}

// step is what the field f of an object leads to.
func (x *follower) step(held list, at value, f int) value {
	if x.name.rely {
		return x.stepRelying(held, at, f)
	}
	return x.cells(held).step(at, f)
}

// access notes an access, if it comes by where the threads meet, and gives what the
// path leads to.
func (b *builder) access(at int32, site il.Site, path il.Expr) value {
	s := &b.frame.states[at]
	a := found{Site: site, lock: b.graph.lock[s.node], own: path.Fields, steps: s.steps, Found: paths.Found{State: at}, gives: s.gives}
	return b.walk(s, path.Root, path.Fields, func(v value, left int) {
		if v.object() == b.name.meet() {
			a.rest, a.relies = left, v.relied()
			b.note(a)
		}
		if left == 1 && b.name.rely {
			b.described(a, v)
		}
	})
}

// described notes an access of an object that is known, by each rest that some access
// of the program has and that leads there from where the threads meet.
func (b *builder) described(a found, v value) {
	held := b.frame.states[a.State].cells
	if v.object() == none || b.isPrivate(held, v.object()) {
		return
	}
	a.other = true
	for _, e := range b.endings[b.fields[a.own[len(a.own)-1]]] {
		to := b.name.meet()
		for _, f := range e.steps {
			if to = b.stepRelying(held, to, f); to == none {
				break
			}
		}
		*b.follower.states -= len(e.steps) / cellsOfState
		if to.object() == v.object() {
			a.own, a.rest, a.relies = e.fields, len(e.fields), b.sets.join(v.relied(), to.relied())
			b.note(a)
		}
	}
}

// store is what the cells hold after a store, and what of this others may see.
func (b *builder) store(s *state, c *il.Store) (cells list, seen set) {
	last := len(c.Dst.Fields) - 1
	at := b.walk(s, c.Dst.Root, c.Dst.Fields[:last], nil)
	f, v := b.fields[c.Dst.Fields[last]], b.lists.at(s.values, int(b.graph.Slot(c.Src)))
	if b.name.rely {
		return b.storeRelying(s.cells, at, f, v)
	}
	return b.cells(s.cells).store(at, f, v, b.options), 0
}

// fresh is what is known of a new object.
func (x *follower) fresh(held list) (o value, cells list) {
	if x.name.rely {
		return x.make(held)
	}
	return none, held
}

// call enters a method, notes the accesses there, and goes on behind it.
func (b *builder) call(at int32, c *il.Call) {
	s := b.frame.states[at]
	n := &b.graph.Nodes[s.node]
	args := make([]value, len(c.Args))
	for i, e := range c.Args {
		args[i] = b.handed(ClauseArguments, b.walk(&s, e.Root, e.Fields, nil))
	}
	e := entry{b.core.Methods[c.Method].Index, b.lists.number(args), s.cells}
	if b.name.rely {
		e = b.entered(e, args)
	}
	below := b.follower.frame(e)
	b.frame.calls = append(b.frame.calls, below)
	for i, a := range below.found {
		a.lock = a.lock.Plus(b.graph.lock[s.node])
		a.steps = min(a.steps+s.steps+1, paths.Far)
		a.Found = paths.Found{State: at, Below: below, Index: int32(i)}
		a.gives = b.sets.join(s.gives, a.gives)
		b.note(a)
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		came := paths.Step{From: at, Call: int32(len(b.frame.calls)), Exit: exit}
		b.put(state{Step: came, node: n.Next, cells: end.cells, steps: s.steps + 2 + end.steps, gives: b.sets.join(s.gives, end.gives)}, b.valuesOf(&s))
	}
}

// note keeps the shortest path to each variant of each kind of access.
func (b *builder) note(a found) {
	at, ok := b.sets.enter(b.best, a.kind(), variant{a.relies, a.gives, a.steps, len(b.frame.found)})
	switch {
	case !ok:
	case at == len(b.frame.found):
		b.frame.found = append(b.frame.found, a)
	default:
		b.frame.found[at] = a
	}
}
