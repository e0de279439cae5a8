package flat

import "wobbly/semantics/explore/machine"

// maxInitial bounds the initial objects that a layout is asked to have positions
// for. States of more are long, and mostly there is no end to them.
const maxInitial = 32

// All gives the flat layout for a search from all initial states, of states that
// have positions for at least least initial objects, and at most most objects;
// nil where there is none. A state that needs more positions ends the search:
// see Search.Narrow.
func All(g *machine.Program, least, most int32) *Layout {
	f := &Layout{g: g, given: 1}
	if !f.shapes() {
		return nil
	}
	d := newDemand(g, [2][]int32{f.threads[0].shape.order, f.threads[1].shape.order})
	for i := range f.threads {
		for _, c := range g.Controls(i) {
			f.threads[i].needs = append(f.threads[i].needs, d.of(i, c))
		}
	}
	news := f.names()
	made := f.objects - 1
	if f.loops() {
		f.pool = least
		made += f.pool - 1
	}
	f.initial, f.symbols = least, max(2, 3*least-8)
	f.symbols += int32(max(1<<4, 1<<f.bits())) - f.values() // as many as take no more bits
	if least > maxInitial || f.initial+made > most {
		return nil
	}
	if f.finish(machine.In(g, nil), news) == nil {
		return nil
	}
	f.lazy, f.mirror = newLazy, f.mirrored()
	return f
}

// Initial is how many initial objects a state has positions for.
func (f *Layout) Initial() int32 { return f.initial }
