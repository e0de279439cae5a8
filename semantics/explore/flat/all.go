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
	f.initial, f.symbols = least, least/2+2
	for f.values() < 1<<4 { // a value takes 4 bits at least
		f.symbols++
	}
	if least > maxInitial || f.initial+made > most {
		return nil
	}
	if f.finish(machine.In(g, nil), news) == nil {
		return nil
	}
	f.listCells()
	f.lazy, f.rootsOf = newLazy, f.rootsIn
	return f
}

// Initial is how many initial objects a state has positions for.
func (f *Layout) Initial() int32 { return f.initial }

// listCells lists the cells of initial objects, and readies the scan of states.
func (f *Layout) listCells() {
	f.scan.low, f.scan.mask = f.bits()-1, 1<<f.bits()-1
	place := func(at operand) int32 { return int32(at.word)<<6 | int32(at.shift) }
	for o := range f.initial + 1 {
		mask := make([]uint64, f.words)
		end := int32(0)
		if o > 0 {
			end = f.scan.end[o-1]
		}
		for _, at := range f.cells[o*f.width : (o+1)*f.width] {
			at.put(mask, 0xff)
			if at.mask != 0 {
				end = place(at) + 1
			}
		}
		f.cellsOf = append(f.cellsOf, mask)
		f.scan.end = append(f.scan.end, end)
	}
	f.scan.end[0] = int32(f.words) << 6
	for at := range f.cells[f.width : (f.initial+1)*f.width] {
		if c := f.cells[f.width+int32(at)]; c.mask != 0 {
			f.scan.end[0] = min(f.scan.end[0], place(c))
		}
	}
	for o := range f.scan.end {
		f.scan.end[o] = max(f.scan.end[o], f.scan.end[0])
	}
}

// holds tells whether a state holds something in a mask.
func holds(state, mask []uint64) bool {
	for k, m := range mask {
		if state[k]&m != 0 {
			return true
		}
	}
	return false
}
