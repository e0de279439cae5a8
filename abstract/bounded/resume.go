package bounded

import (
	"encoding/binary"
	"slices"

	"wobbly/il"
)

// A stopPoint is a thread interrupted in the middle of its unit. Its objects are numbered as after
// the handover: those that were exported are shared.
type stopPoint struct {
	start *start
	alias []object // by object of the start
	calls []openCall
	heap  writes // cells of objects that only this thread knows
	own   object // the number of own objects
	from  int32  // the graph that the thread was handed
	handover
	lock il.Level
	// whole is the frame of the unit, and whole.found[index] the state.
	whole *frame
	index int
}

// A handover is everything about the interrupted thread that matters to the other one.
type handover struct {
	graph int32
	locks il.Level // that this thread holds, without how often
}

func (h handover) holds() il.Level { return h.locks }

// openCall is a call that is open at a stop point.
type openCall struct {
	unit   *unit
	lock   il.Level // at the unit's entry
	node   int32
	values []object
}

// stopPoint returns the stop point at the state whole.found[index], in a segment that began with
// the graph from.
func (seg *segment) stopPoint(whole *frame, index int, from int32) *stopPoint {
	stop := &stopPoint{start: seg.start, from: from, whole: whole, index: index}
	f, at := whole, &whole.found[index]
	for at.Below != nil {
		s := &f.states[at.State]
		next := f.unit.nodes[s.node].next
		values := slices.Clone(s.values)
		for v := range values {
			if !f.unit.live[next].Has(int32(v)) {
				values[v] = none
			}
		}
		stop.calls = append(stop.calls, openCall{f.unit, f.lock, next, values})
		f = at.Below.(*frame)
		at = &f.found[at.Index]
	}
	s := &f.states[at.State]
	stop.calls = append(stop.calls, openCall{f.unit, f.lock, s.node, slices.Clone(s.values)})
	e := seg.export(s, s.cases.list[0])
	stop.own, stop.lock = s.own, f.lock.Plus(f.unit.nodes[s.node].lock)
	stop.handover = handover{seg.graphs.number(e.graph), stop.lock.Locks()}
	for _, c := range stop.calls {
		for i, v := range c.values {
			c.values[i] = e.rename(v)
		}
	}
	for i := range seg.start.objects() {
		stop.alias = append(stop.alias, e.rename(object(i)))
	}
	for _, w := range s.heap {
		if _, exported := e.exported(w.base()); !exported {
			stop.heap = append(stop.heap, writeOf(w.base(), w.field(), e.rename(w.to())))
		}
	}
	return stop
}

// key returns the identity of a stop point among those of one start.
func (p *stopPoint) key() string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(p.graph))
	b = binary.LittleEndian.AppendUint32(b, uint32(p.from))
	for _, w := range p.heap {
		b = binary.LittleEndian.AppendUint64(b, uint64(w))
	}
	b = append(b, 0xff, 0xff) // ends the heap
	b = binary.LittleEndian.AppendUint16(b, uint16(p.own))
	for _, o := range p.alias {
		b = binary.LittleEndian.AppendUint16(b, uint16(o))
	}
	for _, c := range p.calls {
		b = binary.LittleEndian.AppendUint32(b, uint32(c.unit.Index))
		b = binary.LittleEndian.AppendUint32(b, uint32(c.node))
		b = c.lock.AppendKey(b)
		for _, v := range c.values {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
	}
	return string(b)
}

// resumed is a resumed thread: at the beginning of its segment, or after it has left a frame.
type resumed struct {
	state
	// prev is the thread when it entered frame, which it has left at exit. At the beginning, prev
	// and frame are nil.
	prev  *resumed
	frame *frame
	exit  int32
}

// resume continues from a stop point, for each graph that the other thread may have handed back:
// the innermost call first, then its caller from each of its exits, and so on. It calls visit, if
// not nil, with every frame and how the thread got there.
func (seg *segment) resume(stop *stopPoint, graphs []int32, visit func(r *resumed, f *frame)) {
	seg.alias = stop.alias
	known := len(seg.graphs.all[stop.graph].defaults)
	level := []*resumed{{state: state{
		heap: stop.heap, own: stop.own, cases: seg.initialCases(known, graphs),
	}}}
	for _, c := range slices.Backward(stop.calls) {
		var returned []*resumed
		seen := map[string]bool{}
		for _, r := range level {
			e := entry{c.unit, c.lock, r.state}
			e.node, e.values = c.node, slices.Clone(c.values)
			f := seg.frame(e)
			if visit != nil {
				visit(r, f)
			}
			for _, exit := range f.exits {
				end := &f.states[exit]
				after := state{
					heap: end.heap, own: end.own, cases: end.cases, steps: r.steps + end.steps + 1,
				}
				key := entry{c.unit, il.Level{}, after}
				seg.key = key.appendKey(seg.key[:0])
				if seen[string(seg.key)] {
					continue
				}
				seen[string(seg.key)] = true
				returned = append(returned, &resumed{state: after, prev: r, frame: f, exit: exit})
			}
		}
		level = returned
	}
}
