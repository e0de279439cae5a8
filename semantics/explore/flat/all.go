package flat

import "wobbly/semantics/explore/machine"

// maxInitial bounds the initial objects that a layout is asked to have positions
// for. States of more are long, and mostly there is no end to them.
const maxInitial = 32

// mostSymbols is how many symbols a layout has at most, but for a narrow one. Tests have fewer.
var mostSymbols int32 = maxObjects

// Known are pairs of sites that are known to race, and need not be found. Where both threads
// execute one unit, the twin of each is one of them.
type Known map[machine.Sites]bool

// All gives the flat layout for a search from all initial states, of states that
// have positions for at least least initial objects, and at most most objects;
// nil where there is none. A state that needs more positions ends the search:
// see Search.Narrow.
func All(g *machine.Program, least, most int32, known Known) *Layout {
	f := &Layout{g: g, given: 1}
	f.racing = known
	if !f.shapes() {
		return nil
	}
	d := f.demand(known)
	for i := range f.threads {
		size := 0
		f.threads[i].needs, size = d.needs(i)
		f.needed += size
	}
	news := f.names()
	made := f.objects - 1
	if f.loops() {
		f.pool = least
		made += f.pool - 1
	}
	f.initial, f.symbols = least, max(2, 3*least-8)
	f.symbols += int32(max(1<<4, 1<<f.bits())) - f.values() // as many as take no more bits
	f.symbols = min(f.symbols, max(mostSymbols, 8-least))
	if least > maxInitial || f.initial+made > most {
		return nil
	}
	if f.finish(machine.In(g, nil), news) == nil {
		return nil
	}
	f.lazy, f.mirror = newLazy, f.mirrored()
	return f
}

// demand is what counts in a search for all pairs but some.
func (f *Layout) demand(known Known) *demand {
	return newDemand(f.g, [2][]int32{f.threads[0].shape.order, f.threads[1].shape.order}, known)
}

// Leaner tells whether less would count in a search for what neither was known nor has been
// found.
func (s *Search) Leaner() bool {
	known := Known{}
	for p := range s.f.racing {
		known[p] = true
	}
	for p := range s.hits {
		known[p] = true
	}
	d := s.f.demand(known)
	_, a := d.needs(0)
	_, b := d.needs(1)
	return a+b < s.f.needed
}

// Initial is how many initial objects a state has positions for.
func (f *Layout) Initial() int32 { return f.initial }
