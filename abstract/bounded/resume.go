package bounded

import (
	"encoding/binary"
	"slices"

	"wobbly/il"
)

// stop is a thread that is left in the middle of its unit.
type stop struct {
	name  *half
	alias []object // by own object of the name: what it is called from now on
	calls []pause  // outermost first
	heap  writes
	own   object
	from  int32 // the beginning
	graph int32 // that it leaves
	lock  il.Level
	whole *frame // of the unit
	index int    // among what is found there
}

// pause is a frame that has not come to its end.
type pause struct {
	unit   *unit
	lock   il.Level // the level at the unit's entry
	node   int32
	values []object
}

// leaves is what it leaves to the other one.
func (l *stop) leaves() leaves { return leaves{l.graph, l.lock.Held()} }

// leave is a thread in a state of which the path was wanted, of a segment that began
// with one graph.
func (x *segment) leave(whole *frame, index int, from int32) *stop {
	var calls []pause
	f, w := whole, &whole.found[index]
	for w.Below != nil {
		s := &f.states[w.State]
		next := f.unit.nodes[s.node].next
		values := slices.Clone(s.values)
		for v := range values {
			if !f.unit.live[next].Has(int32(v)) {
				values[v] = none
			}
		}
		calls = append(calls, pause{f.unit, f.lock, next, values})
		f = w.Below.(*frame)
		w = &f.found[w.Index]
	}
	s := &f.states[w.State]
	calls = append(calls, pause{f.unit, f.lock, s.node, s.values})
	e := x.export(s, s.cases.list[0])
	l := &stop{name: x.half, own: s.own, from: from, graph: x.graphs.number(e.graph), lock: f.lock.Plus(f.unit.nodes[s.node].lock), whole: whole, index: index}
	for _, p := range calls {
		p.values = slices.Clone(p.values)
		for i, v := range p.values {
			p.values[i] = e.renamed(v)
		}
		l.calls = append(l.calls, p)
	}
	for i := range x.half.fixed() {
		l.alias = append(l.alias, e.renamed(object(i)))
	}
	for _, w := range s.heap {
		if _, exported := e.known(w.base()); !exported {
			l.heap = append(l.heap, writeOf(w.base(), w.field(), e.renamed(w.to())))
		}
	}
	return l
}

// renamed is what an object is called once the other thread may know it.
func (e *exporter) renamed(o object) object {
	if o == none {
		return o
	}
	if n, ok := e.known(o); ok {
		return shared | object(n)
	}
	return o
}

// key is what makes stops of one name the same.
func (l *stop) key() string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(l.graph))
	b = binary.LittleEndian.AppendUint32(b, uint32(l.from))
	for _, w := range l.heap {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	b = binary.LittleEndian.AppendUint16(append(b, 0xff, 0xff), uint16(l.own))
	for _, o := range l.alias {
		b = binary.LittleEndian.AppendUint16(b, uint16(o))
	}
	for _, p := range l.calls {
		b = binary.LittleEndian.AppendUint32(b, uint32(p.unit.Index))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.node))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.lock.Code()))
		for _, v := range p.values {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
	}
	return string(b)
}

// again is a thread that goes on: at the beginning of a segment, or where a frame has
// come to its end.
type again struct {
	state
	prev  *again // before the frame; nil at the beginning
	frame *frame
	exit  int32
}

// resume goes on from where a thread was left, if it has been left one of the graphs.
// It hands on each frame, with how the thread has come there.
func (x *segment) resume(l *stop, left []int32, each func(a *again, f *frame)) {
	x.alias = l.alias
	known := len(x.graphs.all[l.graph].rest)
	at := []*again{{state: state{heap: l.heap, own: l.own, cases: x.left(known, left)}}}
	for _, p := range slices.Backward(l.calls) {
		var behind []*again
		seen := map[string]bool{}
		for _, a := range at {
			e := entry{p.unit, p.lock, a.state}
			e.node, e.values = p.node, slices.Clone(p.values)
			f := x.frame(e)
			each(a, f)
			for _, exit := range f.exits {
				end := &f.states[exit]
				next := &again{state{heap: end.heap, own: end.own, cases: end.cases, steps: a.steps + end.steps + 1}, a, f, exit}
				key := entry{p.unit, il.Level{}, next.state}
				x.key = key.key(x.key[:0])
				if !seen[string(x.key)] {
					seen[string(x.key)] = true
					behind = append(behind, next)
				}
			}
		}
		at = behind
	}
}
