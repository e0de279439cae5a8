package bounded

import (
	"fmt"
	"slices"
	"strconv"

	"wobbly/abstract/paths"
)

// builder is a frame that is being explored, the shortest paths first.
type builder struct {
	*segment
	*frame
	own   object // objects that the caller may know, of each kind
	known int
	queue paths.Queue
	ready []state // that are gone on from at once
	all   int     // cases at the entry
	here  []int   // by node: how many states there are
	seen  map[string]*arrival

	standing standing // that is looked at
}

// arrival is what has come to a control point with one knowledge.
type arrival struct {
	state   int32
	waiting bool   // it is in the queue
	done    *cases // for which it has been gone on from, or will be
}

// run explores the frame.
func (b *builder) run() {
	for b.spend() && !(b.stopAt != nil && len(b.found) > 0) {
		switch {
		case len(b.ready) > 0:
			s := b.ready[len(b.ready)-1]
			b.ready = b.ready[:len(b.ready)-1]
			b.expand(-1, s)
		case !b.queue.Empty():
			at := int32(b.queue.Next())
			if a := b.states[at].arrival; a.state == at { // not come to on a shorter path since
				a.waiting = false
				b.expand(at, b.states[at])
			}
		default:
			return
		}
	}
}

// put adds a state, without what is of no use behind it.
func (b *builder) put(s state) {
	live := b.unit.live[s.node]
	for v := range s.values {
		if !live.Has(int32(v)) {
			s.values[v] = none
		}
	}
	s.steps = min(s.steps, paths.Far)
	if b.through(&s) {
		b.ready = append(b.ready, s)
		return
	}
	b.collect(&s, b.own, b.known)
	s.met = s.met && b.stop != nil
	k := s.key(b.key[:0])
	if b.single {
		k = strconv.AppendInt(k, int64(s.cases.id), 10)
	}
	b.key = k
	a, ok := b.seen[string(k)]
	s.arrival = a
	switch {
	case !ok && b.here[s.node] == b.width:
		b.cutStates()
	case !ok:
		b.here[s.node]++
		a = b.arrival()
		*a = arrival{waiting: true, done: s.cases}
		b.seen[string(k)], s.arrival = a, a
		a.state = b.add(s)
	case a.waiting:
		a.done = b.sets.union(a.done, s.cases)
		s.cases = b.sets.union(b.states[a.state].cases, s.cases)
		if s.steps < b.states[a.state].steps {
			a.state = b.add(s)
		} else {
			b.states[a.state].cases = s.cases
		}
	default:
		if s.cases = b.sets.minus(s.cases, a.done); len(s.cases.list) > 0 {
			a.done = b.sets.union(a.done, s.cases)
			a.state, a.waiting = b.add(s), true
		}
	}
}

// through tells whether nothing is gained by keeping a state: no other comes to its
// node, or is told apart from it, and nobody asks for the path.
func (b *builder) through(s *state) bool {
	return b.unit.nodes[s.node].through && len(s.cases.list) == b.all && !b.single && int(s.own) < int(b.own)+b.options.MaxObjects/2
}

// add enters a state.
func (b *builder) add(s state) int32 {
	at := len(b.states)
	b.states = append(b.states, s)
	b.queue.Put(s.steps, at)
	return int32(at)
}

// expand adds what comes behind a state.
func (b *builder) expand(at int32, s state) {
	n := &b.unit.nodes[s.node]
	if b.stop != nil && b.stop(&s) {
		b.found = append(b.found, found{paths.Found{State: at}, s.steps})
	}
	next := s
	next.Step, next.node, next.met = paths.Step{From: at}, n.next, false
	next.steps++
	switch n.op {
	case opEnd:
		b.exits = append(b.exits, at)
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
		next.values = b.copied(s.values)
		b.allocate(next, n)
	case opLock:
		level := b.frame.lock.Plus(n.lock)
		if b.blocked && !level.Held() && !b.options.without(ClauseWaits) {
			return // the other thread holds the lock
		}
		next.met = level.Held() && !level.After(n.stmt).Held() // the thread releases the lock
		next.values = b.copied(s.values)
		b.put(next)
	case opLoad, opStore:
		b.access(at, next, n)
	case opCall:
		b.arguments(next, n, nil)
	}
}

// allocate is x := new().
func (b *builder) allocate(next state, n *node) {
	if most := b.options.MaxObjects; int(next.own) >= b.half.fixed()+most {
		b.cut(fmt.Sprintf("%s has more than %d objects", b.unit.Name, most))
		return
	}
	next.values[n.to] = next.own
	next.own++
	b.put(next)
}

// access is a load or a store.
func (b *builder) access(at int32, next state, n *node) {
	last := len(n.path.fields) - 1
	field := n.path.fields[last]
	b.prefixes(next, n.path, nil, func(s state, leads []object) {
		base := leads[last]
		b.stand(at, &s, n, leads)
		if n.op == opLoad {
			b.read(s, base, field, func(s state, holds object) {
				s.values = b.copied(s.values)
				s.values[n.to] = holds
				b.put(s)
			})
			return
		}
		s.met = s.met || b.meets(&s, base)
		s.heap = b.store(s.heap, base, field, s.values[n.from])
		s.values = b.copied(s.values)
		b.put(s)
	})
}

// prefixes hands on the objects to which a path leads without its last field, without its
// last two, and so on, the first of them first.
func (b *builder) prefixes(s state, p path, leads []object, then func(s state, leads []object)) {
	switch n := len(leads); {
	case n == 0:
		b.prefixes(s, p, []object{s.values[p.root]}, then)
	case n == len(p.fields):
		then(s, leads)
	default:
		b.read(s, leads[n-1], p.fields[n-1], func(s state, holds object) { b.prefixes(s, p, append(slices.Clip(leads), holds), then) })
	}
}

// stand says that an access comes next, of the last object on a way that s knows.
func (b *builder) stand(at int32, s *state, n *node, leads []object) {
	st := &b.standing
	*st = standing{segment: b.segment, frame: b.frame, state: s, node: n, prefixes: leads}
	if b.visit != nil {
		b.visit(st)
	}
	if b.stopAt != nil && b.stopAt(st) {
		b.found = append(b.found, found{paths.Found{State: at}, s.steps - 1})
	}
}

// store is the heap once a cell holds an object.
func (b *builder) store(h writes, base object, field uint16, to object) writes {
	if !base.isShared() && b.segment.own(base, field) == to {
		return h.without(base, field)
	}
	return h.with(writeOf(base, field, to))
}

// arguments evaluates the arguments of a call, one by one, and enters the method.
func (b *builder) arguments(s state, n *node, values []object) {
	if len(values) == len(n.args) {
		b.call(s, n, values)
		return
	}
	a := n.args[len(values)]
	b.walk(s, s.values[a.root], a.fields, func(s state, leads object) {
		b.arguments(s, n, append(slices.Clip(values), leads))
	})
}

// call enters a method, takes over the paths that are wanted there, and goes on
// behind it.
func (b *builder) call(s state, n *node, args []object) {
	e := entry{unit: n.callee, lock: b.frame.lock.Plus(n.lock), state: s}
	e.node, e.values = n.callee.graph.Entry, slices.Repeat([]object{none}, len(n.callee.graph.Vars))
	copy(e.values, args)
	below := b.segment.frame(e)
	b.frame.calls = append(b.frame.calls, below)
	for i, f := range below.found {
		b.found = append(b.found, found{paths.Found{State: s.From, Below: below, Index: int32(i)}, min(s.steps+f.steps, paths.Far)})
	}
	for _, exit := range below.exits {
		end := &below.states[exit]
		after := s
		after.values = b.copied(s.values)
		after.heap, after.own, after.cases, after.met = end.heap, end.own, end.cases, false
		after.steps += end.steps + 1
		after.Call, after.Exit = int32(len(b.frame.calls)), exit
		b.put(after)
	}
}
