package bounded

import (
	"fmt"
	"slices"
	"strconv"

	"wobbly/abstract/paths"
	"wobbly/internal/slice"
)

// A builder explores a frame, shortest paths first.
type builder struct {
	*segment
	*frame
	// The numbers of objects of each kind, and of cases, that the caller may know at the entry.
	callerOwn   object
	callerKnown int
	entryCases  int
	queue       paths.Queue
	// ready has states that are expanded immediately and not kept.
	ready    []state
	visits   []int               // states by node
	arrivals map[string]*arrival // by key of the state
	access   access              // scratch
}

// An arrival collects all states with the same key; each new one must bring new cases.
type arrival struct {
	state   int32  // the latest one
	waiting bool   // the state is in the queue
	done    *cases // for which the state has been expanded or soon will be
}

// cellsPerState is the number of written cells and cases that cost as much as a state.
const cellsPerState = 16

// run explores the frame until it is complete, a limit is met, or the wanted access is found.
func (b *builder) run() {
	for b.wantAccess == nil || len(b.found) == 0 {
		if b.budget <= 0 {
			b.cutStates()
			return
		}
		b.budget--
		if b.poll.Step() {
			b.budget = 0
			b.cut("an interrupt")
			return
		}
		switch {
		case len(b.ready) > 0:
			s := b.ready[len(b.ready)-1]
			b.ready = b.ready[:len(b.ready)-1]
			b.expand(-1, s)
		case !b.queue.Empty():
			first := &b.states[b.queue.First()]
			b.budget -= (len(first.heap) + len(first.cases.list)) / cellsPerState
			number := int32(b.queue.Next())
			if a := b.states[number].arrival; a.state == number { // not replaced by a shorter path
				a.waiting = false
				b.expand(number, b.states[number])
			}
		default:
			return
		}
	}
}

// put adds a state, unless all its cases have arrived before. It may change the values, so no other
// state must share them.
func (b *builder) put(s state) {
	live := b.unit.live[s.node]
	for v := range s.values {
		if !live.Has(int32(v)) {
			s.values[v] = none
		}
	}
	s.steps = min(s.steps, paths.Far)
	noOther := b.unit.nodes[s.node].straight && len(s.cases.list) == b.entryCases
	few := int(s.own) < int(b.callerOwn)+b.options.MaxObjects/2
	if noOther && few && !b.single {
		// No other state can reach this node, its path is not wanted, and there is little to
		// collect, so it need not be kept.
		b.ready = append(b.ready, s)
		return
	}
	b.collect(&s, b.callerOwn, b.callerKnown)
	s.visible = s.visible && b.wantState != nil
	k := s.appendKey(b.key[:0])
	if b.single {
		k = strconv.AppendInt(k, int64(s.cases.id), 10)
	}
	b.key = k
	a, ok := b.arrivals[string(k)]
	s.arrival = a
	switch {
	case !ok && b.visits[s.node] == b.width:
		b.cutStates()
	case !ok:
		b.visits[s.node]++
		if len(b.unused) == 0 {
			b.unused = make([]arrival, 32)
		}
		a, b.unused = &b.unused[0], b.unused[1:]
		*a = arrival{waiting: true, done: s.cases}
		b.arrivals[string(k)] = a
		s.arrival = a
		a.state = b.enqueue(s)
	case a.waiting:
		a.done = b.sets.union(a.done, s.cases)
		s.cases = b.sets.union(b.states[a.state].cases, s.cases)
		if s.steps < b.states[a.state].steps {
			a.state = b.enqueue(s)
		} else {
			b.states[a.state].cases = s.cases
		}
	default:
		if s.cases = b.sets.minus(s.cases, a.done); len(s.cases.list) > 0 {
			a.done = b.sets.union(a.done, s.cases)
			a.state, a.waiting = b.enqueue(s), true
		}
	}
}

func (b *builder) enqueue(s state) int32 {
	number := len(b.states)
	b.states = append(b.states, s)
	b.queue.Put(s.steps, number)
	return int32(number)
}

// expand adds the successors of a state; number is its index in b.states, or -1 if it is not kept.
func (b *builder) expand(number int32, s state) {
	n := &b.unit.nodes[s.node]
	if b.wantState != nil && b.wantState(&s) {
		b.found = append(b.found, found{paths.Found{State: number}, s.steps})
	}
	next := s
	next.Step = paths.Step{From: number}
	next.node = n.next
	next.visible = false
	next.steps++
	switch n.op {
	case opEnd:
		b.exits = append(b.exits, number)
	case opChoice:
		next.steps = s.steps
		next.values = b.copied(s.values)
		b.put(next)
		next.values = b.copied(s.values)
		next.node, next.Second = n.alt, true
		b.put(next)
	case opCopy:
		next.values = b.copied(s.values)
		next.values[n.to] = s.values[n.from]
		b.put(next)
	case opNew:
		if limit := b.options.MaxObjects; int(next.own) >= b.start.objects()+limit {
			b.cut(fmt.Sprintf("%s has more than %d objects", b.unit.Name, limit))
			return
		}
		next.values = b.copied(s.values)
		next.values[n.to] = next.own
		next.own++
		b.put(next)
	case opLock:
		level := b.frame.lock.Plus(n.lock)
		if !b.taken.Admits(level, level.After(n.stmt)) && !b.options.without(ClauseWaits) {
			return
		}
		next.visible = level.Frees(n.stmt)
		next.values = b.copied(s.values)
		b.put(next)
	case opLoad, opStore:
		b.bases(next, n.path, []object{s.values[n.path.root]}, func(s state, bases []object) {
			b.loadOrStore(number, s, n, bases)
		})
	case opCall:
		b.call(next, n, nil)
	}
}

// bases calls then with the objects on a path except the last one, once for each part of the cases.
// The first objects are given.
func (b *builder) bases(s state, p path, first []object, then func(s state, bases []object)) {
	n := len(first)
	if n == len(p.fields) {
		then(s, first)
		return
	}
	b.read(s, first[n-1], p.fields[n-1], func(s state, holds object) {
		b.bases(s, p, append(slices.Clip(first), holds), then)
	})
}

// loadOrStore passes the access of the command n to the segment's functions and then executes it.
// The state before the command has this number; s is the next state, without the effect of n.
func (b *builder) loadOrStore(number int32, s state, n *node, bases []object) {
	a := &b.access
	*a = access{frame: b.frame, state: &s, node: n, bases: bases}
	if b.visit != nil {
		b.visit(a)
	}
	if b.wantAccess != nil && b.wantAccess(a) {
		b.found = append(b.found, found{paths.Found{State: number}, s.steps - 1})
	}
	base, field := a.base(), a.field()
	if n.op == opLoad {
		b.read(s, base, field, func(s state, holds object) {
			s.values = b.copied(s.values)
			s.values[n.to] = holds
			b.put(s)
		})
		return
	}
	s.visible = s.visible || b.escaped(&s, base)
	if to := s.values[n.from]; !base.isShared() && b.initialCell(base, field) == to {
		s.heap = s.heap.without(base, field)
	} else {
		s.heap = s.heap.with(writeOf(base, field, to))
	}
	s.values = b.copied(s.values)
	b.put(s)
}

// call executes the call n, for which args has the values of the first arguments: it evaluates the
// others, explores the method, and continues after each of its exits, once for each part of the
// cases. It adds to b.found what was found in the method. As in loadOrStore, s is the next state,
// without the effect of n, and s.From is the state before.
func (b *builder) call(s state, n *node, args []object) {
	if i := len(args); i < len(n.args) {
		p := n.args[i]
		b.walk(s, s.values[p.root], p.fields, func(s state, leads object) {
			b.call(s, n, append(slices.Clip(args), leads))
		})
		return
	}
	e := entry{unit: n.callee, lock: b.frame.lock.Plus(n.lock), state: s}
	e.node, e.values = n.callee.graph.Entry, slice.Repeat(none, len(n.callee.graph.Vars))
	copy(e.values, args)
	below := b.segment.frame(e)
	b.calls = append(b.calls, below)
	for i, f := range below.found {
		up := paths.Found{State: s.From, Below: below, Index: int32(i)}
		b.found = append(b.found, found{up, min(s.steps+f.steps, paths.Far)})
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		after := s
		after.values = b.copied(s.values)
		after.heap, after.own, after.cases, after.visible = end.heap, end.own, end.cases, false
		after.steps += end.steps + 1
		after.Call, after.Exit = int32(len(b.calls)), exit
		b.put(after)
	}
}

// A pool recycles the memory of builders, because most frames are small. Nothing that is reachable
// from a frame is recycled.
type pool struct {
	key      []byte // for a key that is being built
	builders []*builder
	objects  []object
	unused   []arrival
}

// copied returns a copy of values in memory of the pool.
func (p *pool) copied(values []object) []object {
	n := len(values)
	if len(p.objects) < n {
		p.objects = make([]object, max(256, n))
	}
	own := p.objects[:n:n]
	p.objects = p.objects[n:]
	copy(own, values)
	return own
}
