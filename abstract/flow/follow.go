package flow

import (
	"wobbly/abstract/paths"
	"wobbly/il"
)

// follower explores what units do that leave one name alone.
type follower struct {
	*analysis
	name   name
	walked [][]bool // by object of the name, up to where the threads meet: which of its fields are walked
	frames map[entry]*frame
	states *int   // that may still be made
	whole  *frame // what the unit does
	// dropped says that there were more objects of the thread's own making than it may know.
	dropped bool
	spent   int           // states of all frames
	entries map[entry]int // how many frames have the same objects in their formals
	// crowdedOut says that there were more variants of what is known than may be.
	crowdedOut bool
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
	gives  set    // what is stored into since the entry, but into private objects
	plain  bool   // it stands for others, of which more is known
}

// found is an access in a frame, by the name that is followed.
type found struct {
	il.Site
	lock  int      // counted from the frame's entry
	rest  int      // how many fields it walks from the last object of the name
	own   []string // fields that end with these
	other bool     // own are not those of the path that is written there
	steps int      // to just before the access
	state int      // before the access, or before the call that leads to it
	below *frame   // that is called there, or nil
	index int      // among what is found below

	relies, gives set
}

// kind is what makes accesses of a unit the same, but for the path to them.
type kind struct {
	site il.Site
	lock int
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
	b := &builder{follower: x, frame: &frame{graph: x.graphs[e.unit]}, seen: map[point]front{}, visits: make([]int, len(x.graphs[e.unit].Nodes)), crowd: map[point]int{}, best: map[kind][]variant{}, ends: map[string]front{}}
	if x.name.rely {
		b.base = x.rows(e.cells)
	}
	x.frames[e] = b.frame
	values := x.name.unpack(e.values, len(b.graph.Vars))
	for len(values) < len(b.graph.Vars) {
		values = append(values, none)
	}
	b.put(state{node: b.graph.Entry, cells: e.cells, prev: -1}, values)
	for !b.queue.Empty() && *x.states > 0 {
		b.expand(b.queue.Next())
	}
	return b.frame
}

// builder is a frame that is being explored, the shortest paths first.
type builder struct {
	*follower
	*frame
	queue  paths.Queue
	seen   map[point]front
	visits []int              // states by node
	crowd  map[point]int      // how many states have the same objects in the variables
	best   map[kind][]variant // among what is found
	ends   map[string]front   // by the cells of exits
	base   int                // objects that are known at the entry
}

// point is what makes states the same.
type point struct {
	node          int32
	values, cells string
	round, plain  bool
}

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
	s.values, s.steps = b.name.pack(values), min(s.steps, paths.Far)
	b.queue.Put(s.steps, len(b.frame.states))
	b.frame.states = append(b.frame.states, s)
}

// expand adds what comes behind a state.
func (b *builder) expand(at int) {
	s := b.frame.states[at]
	if !b.unseen(&s) {
		return
	}
	if b.name.rely && b.crowded(s) {
		return
	}
	b.spent++
	*b.follower.states -= 1 + len(s.cells)/b.cellsOfState()
	n := &b.graph.Nodes[s.node]
	values := b.name.unpack(s.values, 0)
	next := state{node: n.Next, cells: s.cells, steps: s.steps + 1, prev: at, gives: s.gives}
	switch c := n.Stmt.(type) {
	case nil:
		if news(b.sets, b.ends, s.cells, s.gives) {
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
		into, body := b.name.unpack(s.values, 0), next
		if b.name.rely && b.round(&s) {
			body.cells = b.plain(into, s.cells, b.base)
		}
		b.put(body, into)
		next.node, next.second = n.Alt, true
	case *il.Call:
		b.call(at, c)
		return
	default:
		panic(il.Unknown(c))
	}
	b.put(next, values)
}

// unseen tells whether a state is not one that was seen, with as few fields stored
// into, and enters it. Of plain ones the first counts.
func (b *builder) unseen(s *state) bool {
	at, gives := point{s.node, s.values, s.cells, b.name.rely && b.round(s), s.plain}, s.gives
	if s.plain {
		gives = 0
	}
	return news(b.sets, b.seen, at, gives)
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

// walk is what a path leads to in a state. If visit is not nil, it is called before
// each field, with what is reached and the number of fields that are left.
func (b *builder) walk(s *state, root string, fields []string, visit func(v value, left int)) value {
	v := b.name.at(s.values, int(b.graph.Slot(root)))
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
func (x *follower) step(held string, at value, f int) value {
	if x.name.rely {
		return x.stepRelying(held, at, f)
	}
	return x.cells(held).step(at, f)
}

// access notes an access, if it comes by where the threads meet, and gives what the
// path leads to.
func (b *builder) access(at int, site il.Site, path il.Expr) value {
	s := &b.frame.states[at]
	a := found{Site: site, lock: b.graph.lock[s.node], own: path.Fields, steps: s.steps, state: at, gives: s.gives}
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
	held := b.frame.states[a.state].cells
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
func (b *builder) store(s *state, c *il.Store) (cells string, seen set) {
	last := len(c.Dst.Fields) - 1
	at := b.walk(s, c.Dst.Root, c.Dst.Fields[:last], nil)
	f, v := b.fields[c.Dst.Fields[last]], b.name.at(s.values, int(b.graph.Slot(c.Src)))
	if b.name.rely {
		return b.storeRelying(s.cells, at, f, v)
	}
	return b.cells(s.cells).store(at, f, v, b.options).held, 0
}

// fresh is what is known of a new object.
func (x *follower) fresh(held string) (o value, cells string) {
	if x.name.rely {
		return x.make(held)
	}
	return none, held
}

// call enters a method, notes the accesses there, and goes on behind it.
func (b *builder) call(at int, c *il.Call) {
	s := b.frame.states[at]
	n := &b.graph.Nodes[s.node]
	args := make([]value, len(c.Args))
	for i, e := range c.Args {
		args[i] = b.handed(ClauseArguments, b.walk(&s, e.Root, e.Fields, nil))
	}
	e := entry{b.core.Methods[c.Method].Index, b.name.pack(args), s.cells}
	if b.name.rely {
		e = b.entered(e, args)
	}
	below := b.follower.frame(e)
	for i, a := range below.found {
		a.lock += b.graph.lock[s.node]
		a.steps = min(a.steps+s.steps+1, paths.Far)
		a.state, a.below, a.index = at, below, i
		a.gives = b.sets.join(s.gives, a.gives)
		b.note(a)
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		b.put(state{node: n.Next, cells: end.cells, steps: s.steps + 2 + end.steps, prev: at, called: below, exit: exit, gives: b.sets.join(s.gives, end.gives)}, b.name.unpack(s.values, 0))
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

// news tells whether nothing has been seen at a key with as few fields, and enters it.
func news[K comparable](x *sets, seen map[K]front, key K, s set) bool {
	f, ok := seen[key]
	if f, ok = x.add(f, ok, s); ok {
		seen[key] = f
	}
	return ok
}
