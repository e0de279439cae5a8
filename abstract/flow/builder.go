package flow

import (
	"wobbly/abstract/paths"
	"wobbly/il"
)

// frame is the exploration of a method from an entry. It implements paths.Frame.
type frame struct {
	graph  *graph
	states []state
	exits  []int32  // states at the end of the method, with different cells
	calls  []*frame // one for each call that was explored, numbered from 1 in paths.Step
	found  []found
}

// The methods of paths.Frame.

func (f *frame) StepTo(state int32) paths.Step { return f.states[state].Step }
func (f *frame) Stmt(state int32) il.Stmt      { return f.graph.Nodes[f.states[state].node].Stmt }
func (f *frame) Callee(call int32) paths.Frame { return f.calls[call-1] }
func (f *frame) Found(index int32) paths.Found { return f.found[index].Found }

// state is a control point of a frame with the thread's knowledge, on a shortest path.
type state struct {
	paths.Step
	node    int32
	values  list // of the variables
	cells   list
	stores  set  // the fields stored into since the entry, except in private objects; the history
	widened bool // the state represents states in which more is known
	steps   int  // from the entry, at most paths.Far
}

// point is the identity of a state: of states with the same point, only those with minimal stores
// are expanded.
type point struct {
	node               int32
	afterLoop, widened bool
	values, cells      list
}

// builder explores one frame, shortest paths first.
type builder struct {
	*follower
	*frame
	queue paths.Queue
	seen  *minimal[point]
	ends  *minimal[list]     // by the cells of exits
	best  map[kind][]variant // among frame.found

	// The following fields are for Theorem 2g.

	base   int           // the number of objects that are known at the entry
	visits []int         // the number of states, by node
	crowd  map[point]int // the number of states with the same objects in the variables

	values  []value // scratch of valuesOf
	kept    []bool  // scratch of collect
	pending []value // scratch of collect
}

// put adds a state with the values of its variables. It may change these: it forgets those that are
// never read again.
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

// cellBytesPerState is the number of bytes of cells that cost as much as a state under Theorem 2f,
// where most cells have one byte. Under Theorem 2g, where they have four, it is four times as many.
const cellBytesPerState = 64

// expand adds the successors of the state numbered at, unless a state like it that stored into no
// more fields has been expanded.
func (b *builder) expand(at int32) {
	s := b.frame.states[at]
	p := point{node: s.node, values: s.values, cells: s.cells, widened: s.widened}
	p.afterLoop = b.name.rely && b.afterLoop(&s)
	stores := s.stores
	if s.widened {
		stores = 0 // of widened states only the first is expanded
	}
	if !b.seen.add(b.sets, p, stores) {
		return
	}
	if b.name.rely && b.replaceCrowded(s) {
		return
	}
	b.explored++
	perState := cellBytesPerState
	if b.name.rely {
		perState *= 4
	}
	*b.follower.states -= 1 + b.size(s.cells)/perState
	n := &b.graph.Nodes[s.node]
	values := b.valuesOf(&s)
	next := state{
		Step: paths.Step{From: at}, node: n.Next, cells: s.cells, steps: s.steps + 1,
		stores: s.stores,
	}
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
			o, next.cells = b.create(s.cells)
		}
		values[b.graph.Slot(c.Dst)] = o
	case *il.Lock, *il.Unlock:
		next.stores = b.sets.afterLocking(s.stores, b.graph.lock[s.node], c)
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

// passed returns v, or none if the clause by which a command passes it on is switched off.
func (b *builder) passed(c Clause, v value) value {
	if b.options.without(c) {
		return none
	}
	return v
}

// walk returns the end of a path in a state. If visit is not nil it is called before each field,
// with the object that is reached and the number of fields that remain.
func (b *builder) walk(
	s *state, root string, fields []string, visit func(v value, remaining int),
) value {
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
// path. Under Theorem 2g it also records the access for each ending of a path of the program along
// which known cells lead from the meeting object to the accessed object.
func (b *builder) access(at int32, site il.Site, path il.Expr) value {
	s := &b.frame.states[at]
	a := found{
		Site: site, lock: b.graph.lock[s.node], path: path.Fields, steps: s.steps,
		Found: paths.Found{State: at}, stores: s.stores,
	}
	return b.walk(s, path.Root, path.Fields, func(v value, remaining int) {
		if v.object() == b.name.meet() {
			a.rest, a.relies = remaining, v.relied()
			b.note(a)
		}
		if remaining > 1 || !b.name.rely {
			return
		}
		// v is the accessed object.
		if v.object() == none || b.isPrivate(s.cells, v.object()) {
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
				other := a
				other.other = true
				other.path = e.fields
				other.rest = len(e.fields)
				other.relies = b.sets.union(v.relied(), to.relied())
				b.note(other)
			}
		}
	})
}

// call explores the method that the state numbered at calls, records its accesses, and continues
// after each of its exits.
func (b *builder) call(at int32, c *il.Call) {
	s := b.frame.states[at]
	n := &b.graph.Nodes[s.node]
	args := make([]value, len(c.Args))
	for i, e := range c.Args {
		args[i] = b.passed(ClauseArguments, b.walk(&s, e.Root, e.Fields, nil))
	}
	e := entry{unit: b.core.Methods[c.Method].Index, values: b.intern(args), cells: s.cells}
	if b.name.rely {
		e = b.widenEntry(e, args)
	}
	below := b.follower.frame(e)
	b.calls = append(b.calls, below)
	level := b.graph.lock[s.node]
	for i, a := range below.found {
		a.stores = b.sets.afterCalling(s.stores, level, a.lock, a.stores)
		a.lock = a.lock.Plus(level)
		a.steps = min(a.steps+s.steps+1, paths.Far)
		a.Found = paths.Found{State: at, Below: below, Index: int32(i)}
		b.note(a)
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		b.put(state{
			Step: paths.Step{From: at, Call: int32(len(b.calls)), Exit: exit}, node: n.Next,
			cells:  end.cells,
			steps:  s.steps + 2 + end.steps,
			stores: b.sets.afterCalling(s.stores, level, il.Level{}, end.stores),
		}, b.valuesOf(&s))
	}
}
