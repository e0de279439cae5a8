package flow

import (
	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/internal/poll"
)

// follower explores a unit and its callees by one name.
type follower struct {
	*analysis
	*lists
	name name
	poll poll.Context
	// walked has, for each object of the name, up to where the threads meet, the fields that are
	// walked from it.
	walked [][]bool
	frames map[entry]*frame
	whole  *frame // of the unit
	states *int   // that may still be made

	// The rest is for Theorem 2g (memory.go).
	spent   int           // states explored, in all frames
	entries map[entry]int // calls with the same objects in the formals
	bare    []list        // by list of values: its objects, computed on demand
	dropped bool          // a new object was dropped for MaxFresh
	widened bool          // a state or entry was widened for MaxVariants
}

type entry struct {
	unit   int  // Unit.Index
	values list // of the formals
	cells  list
}

type frame struct {
	graph  *graph
	states []state
	exits  []int32 // states in which it is complete, with different cells
	calls  []*frame
	found  []found
}

// The methods of paths.Frame.

func (f *frame) Came(at int32) paths.Step      { return f.states[at].Step }
func (f *frame) At(at int32) il.Stmt           { return f.graph.Nodes[f.states[at].node].Stmt }
func (f *frame) Called(call int32) paths.Frame { return f.calls[call-1] }
func (f *frame) Found(index int32) paths.Found { return f.found[index].Found }

// state is a control point of a frame with the thread's knowledge, on a shortest path.
type state struct {
	paths.Step
	node    int32
	values  list // of the variables
	cells   list
	stores  set  // fields stored into since the entry, except in private objects, and the history
	widened bool // it stands for states in which more is known
	steps   int
}

type found struct {
	il.Site
	paths.Found
	lock  il.Level // counted from the frame's entry
	path  []string // whose last fields, rest many, are walked from where the threads meet
	rest  int
	other bool // path is not the one that is written at the access
	steps int  // to just before the access

	relies, stores set
}

// kind is the identity of an access of a unit, regardless of the path to it.
type kind struct {
	site il.Site
	lock il.Level
	rest int

	other string // the rest, if it is not the end of the path that is written at the access
}

func (a *found) kind() kind {
	k := kind{site: a.Site, lock: a.lock, rest: a.rest}
	if a.other {
		k.other = dotted(a.path)
	}
	return k
}

// variant is one of the accesses of a kind, with its index in a list of accesses.
type variant struct {
	relies, stores set
	steps, index   int
}

// keepBest adds a variant to those of its kind, unless an old one relies on no more and stores into
// no more. It replaces the first one that it is better than and takes over its index.
func (ss *sets) keepBest(best map[kind][]variant, k kind, v variant) (index int, ok bool) {
	for i, o := range best[k] {
		switch {
		case o.relies == v.relies && o.stores == v.stores && v.steps >= o.steps:
			return 0, false
		case o.relies == v.relies && o.stores == v.stores, ss.subset(v.relies, o.relies) && ss.subset(v.stores, o.stores):
			v.index = o.index
			best[k][i] = v
			return v.index, true
		case ss.subset(o.relies, v.relies) && ss.subset(o.stores, v.stores):
			return 0, false
		}
	}
	best[k] = append(best[k], v)
	return v.index, true
}

type builder struct {
	*follower
	*frame
	queue paths.Queue
	seen  *minimal[point]
	ends  *minimal[list]     // by the cells of exits
	best  map[kind][]variant // among what is found

	base   int           // objects that are known at the entry
	visits []int         // states by node
	crowd  map[point]int // states with the same objects in the variables

	values  []value // scratch for those of one state
	kept    []bool  // scratch of collect
	pending []value // scratch of collect
}

// point is the identity of a state.
type point struct {
	node               int32
	afterLoop, widened bool
	values, cells      list
}

// frame explores a method from an entry, once.
func (fw *follower) frame(e entry) *frame {
	if f, ok := fw.frames[e]; ok {
		return f
	}
	b := &builder{
		follower: fw, frame: &frame{graph: fw.graphs[e.unit]}, seen: newMinimal[point](), ends: newMinimal[list](),
		best: map[kind][]variant{}, visits: make([]int, len(fw.graphs[e.unit].Nodes)), crowd: map[point]int{},
	}
	if fw.name.rely {
		b.base = fw.rows(e.cells)
	}
	fw.frames[e] = b.frame
	values := fw.unpack(make([]value, 0, len(b.graph.Vars)), e.values)
	for len(values) < len(b.graph.Vars) {
		values = append(values, none)
	}
	b.put(state{node: b.graph.Entry, cells: e.cells, Step: paths.Step{From: -1}}, values)
	for !b.queue.Empty() && !fw.exhausted() {
		b.expand(int32(b.queue.Next()))
	}
	return b.frame
}

// exhausted reports whether no more states may be made or ctx has ended.
func (fw *follower) exhausted() bool {
	if fw.poll.Step() {
		*fw.states = 0
	}
	return *fw.states <= 0
}

// put adds a state, without values that are not read again.
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
	s.values, s.steps = b.intern(values), min(s.steps, paths.Far)
	b.queue.Put(s.steps, len(b.frame.states))
	b.frame.states = append(b.frame.states, s)
}

// cellBytesPerState is the number of bytes of cells that cost as much as a state.
const cellBytesPerState = 64

// expand adds the successors of a state, unless a state like it that stored into no more fields has
// been expanded.
func (b *builder) expand(at int32) {
	s := b.frame.states[at]
	p, stores := point{node: s.node, values: s.values, cells: s.cells, widened: s.widened}, s.stores
	p.afterLoop = b.name.rely && b.afterLoop(&s)
	if s.widened {
		stores = 0 // the first one counts
	}
	if !b.seen.add(b.sets, p, stores) || b.name.rely && b.crowded(s) {
		return
	}
	b.spent++
	perState := cellBytesPerState
	if b.name.rely {
		perState *= 4
	}
	*b.follower.states -= 1 + b.size(s.cells)/perState
	n := &b.graph.Nodes[s.node]
	values := b.valuesOf(&s)
	next := state{node: n.Next, cells: s.cells, steps: s.steps + 1, Step: paths.Step{From: at}, stores: s.stores}
	switch c := n.Stmt.(type) {
	case nil:
		if b.ends.add(b.sets, s.cells, s.stores) {
			b.exits = append(b.exits, at)
		}
		return
	case *il.Copy:
		values[b.graph.Slot(c.Dst)] = b.passed(ClauseCopies, values[b.graph.Slot(c.Src)])
	case *il.Load:
		to := b.access(at, il.Site{At: c.At, Kind: il.Read}, c.Src)
		values[b.graph.Slot(c.Dst)] = b.passed(ClauseLoads, to)
	case *il.Store:
		b.access(at, il.Site{At: c.At, Kind: il.Write}, c.Dst)
		last := len(c.Dst.Fields) - 1
		base := b.walk(&s, c.Dst.Root, c.Dst.Fields[:last], nil)
		f, v := b.fields[c.Dst.Fields[last]], b.at(s.values, int(b.graph.Slot(c.Src)))
		if b.name.rely {
			stored := set(0)
			next.cells, stored = b.storeRow(s.cells, base, f, v)
			next.stores = b.sets.union(s.stores, stored)
		} else {
			next.cells = b.store(s.cells, len(b.core.Fields), base, f, v, b.options)
		}
	case *il.New:
		if b.options.without(ClauseFresh) {
			break
		}
		o := none
		if b.name.rely {
			o, next.cells = b.make(s.cells)
		}
		values[b.graph.Slot(c.Dst)] = o
	case *il.Lock, *il.Unlock:
		next.stores = b.sets.locking(s.stores, b.graph.lock[s.node], c)
	case *il.If, *il.While:
		next.steps = s.steps
		body := next
		if p.afterLoop {
			body.cells = b.widen(values, s.cells, b.base)
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

// valuesOf returns the values of a state. They are valid until the next call.
func (b *builder) valuesOf(s *state) []value {
	b.values = b.unpack(b.values[:0], s.values)
	return b.values
}

// passed returns the value that a command gives a variable, unless the clause that does so is
// switched off.
func (b *builder) passed(c Clause, v value) value {
	if b.options.without(c) {
		return none
	}
	return v
}

// walk returns the end of a path in a state. If visit is not nil it is called before each field,
// with the object that is reached and the number of fields left.
func (b *builder) walk(s *state, root string, fields []string, visit func(v value, left int)) value {
	v := b.at(s.values, int(b.graph.Slot(root)))
	for i, field := range fields {
		f := b.fields[field]
		if o := v.object(); int(o) < len(b.walked) { // an object of the name
			b.walked[o][f] = true
		}
		if visit != nil {
			visit(v, len(fields)-i)
		}
		if b.name.rely {
			v = b.loadRow(s.cells, v, f)
		} else {
			v = b.load(s.cells, len(b.core.Fields), v, f)
		}
	}
	return v
}

// access records an access if its path leads through the meeting object, and returns the end of the
// path. Under Theorem 2g it also records the access for each rest of some access of the program by
// which known cells lead from the meeting object to the accessed object.
func (b *builder) access(at int32, site il.Site, path il.Expr) value {
	s := &b.frame.states[at]
	a := found{
		Site: site, lock: b.graph.lock[s.node], path: path.Fields, steps: s.steps,
		Found: paths.Found{State: at}, stores: s.stores,
	}
	return b.walk(s, path.Root, path.Fields, func(v value, left int) {
		if v.object() == b.name.meet() {
			a.rest, a.relies = left, v.relied()
			b.note(a)
		}
		if left > 1 || !b.name.rely || v.object() == none || b.isPrivate(s.cells, v.object()) {
			return
		}
		for _, e := range b.endings[b.fields[path.Fields[len(path.Fields)-1]]] {
			to := b.name.meet()
			for _, f := range e.steps {
				if to = b.loadRow(s.cells, to, f); to == none {
					break
				}
			}
			*b.follower.states -= len(e.steps) / cellBytesPerState
			if to.object() == v.object() {
				o := a
				o.other, o.path, o.rest = true, e.fields, len(e.fields)
				o.relies = b.sets.union(v.relied(), to.relied())
				b.note(o)
			}
		}
	})
}

// call enters a method, records its accesses, and continues after it.
func (b *builder) call(at int32, c *il.Call) {
	s := b.frame.states[at]
	n := &b.graph.Nodes[s.node]
	args := make([]value, len(c.Args))
	for i, e := range c.Args {
		args[i] = b.passed(ClauseArguments, b.walk(&s, e.Root, e.Fields, nil))
	}
	e := entry{b.core.Methods[c.Method].Index, b.intern(args), s.cells}
	if b.name.rely {
		e = b.widenEntry(e, args)
	}
	below := b.follower.frame(e)
	b.calls = append(b.calls, below)
	level := b.graph.lock[s.node]
	for i, a := range below.found {
		a.stores = b.sets.calling(s.stores, level, a.lock, a.stores)
		a.lock = a.lock.Plus(level)
		a.steps = min(a.steps+s.steps+1, paths.Far)
		a.Found = paths.Found{State: at, Below: below, Index: int32(i)}
		b.note(a)
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		b.put(state{
			Step: paths.Step{From: at, Call: int32(len(b.calls)), Exit: exit}, node: n.Next, cells: end.cells,
			steps: s.steps + 2 + end.steps, stores: b.sets.calling(s.stores, level, il.Level{}, end.stores),
		}, b.valuesOf(&s))
	}
}

// note keeps the shortest path to each variant of each kind of access.
func (b *builder) note(a found) {
	v := variant{relies: a.relies, stores: a.stores, steps: a.steps, index: len(b.found)}
	switch i, ok := b.sets.keepBest(b.best, a.kind(), v); {
	case !ok:
	case i == len(b.found):
		b.found = append(b.found, a)
	default:
		b.found[i] = a
	}
}
