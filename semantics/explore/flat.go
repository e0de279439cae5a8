package explore

import (
	"math/bits"

	"wobbly/semantics"
)

// A search from a given initial state in which the number of objects has a bound
// known beforehand uses the flat layout: see doc.go. This file decides whether a
// program has one, and makes it.

const (
	maxFlatObjects  = 256
	maxFlatCells    = 1 << 12
	maxFlatControls = 1 << 12 // of a thread
	maxFlatPairs    = 1 << 20 // of control states
	maxFlatWords    = 32      // of a state
)

// flat is the flat layout of the states of a program. A state is a few words in
// which the values that are not known beforehand have fixed places. Control
// states are not in it.
type flat struct {
	g         *Program
	objects   int32
	given     int32 // of the objects those of the initial state, which come first
	words     int
	registers []operand // those of A, and then those of B
	cells     []operand // by object and field
	start     []uint64  // the initial state
	keys      hashKeys
	threads   [2]flatThread
}

// flatThread has what the flat layout knows of a thread, by control state.
type flatThread struct {
	shape   *shape
	actions []action
	masks   [][]uint64 // the values that the thread may yet read
	views   []outlook
	roots   [][]operand // the registers that the thread may yet read
}

// operand is where a value is: in a word, or known beforehand. The value is
// words[word]>>shift&mask | known.
type operand struct{ word, shift, mask, known uint8 }

// get is the value.
func (p operand) get(words []uint64) uint8 {
	return uint8(words[p.word]>>(p.shift&63))&p.mask | p.known
}

// put changes the value, unless it is known beforehand or has no place since
// nothing reads it.
func (p operand) put(words []uint64, v uint8) {
	w := &words[p.word]
	*w = *w&^(uint64(p.mask)<<(p.shift&63)) | uint64(v&p.mask)<<(p.shift&63)
}

// newFlat gives the flat layout for a search, nil where there is none.
func newFlat(g *Program, o *Options, given *semantics.Init) *flat {
	if o.Strategy != Breadth || given == nil || o.Switches >= 0 || g.keep {
		return nil
	}
	g.expandSome()
	a, b := &g.threads[0], &g.threads[1]
	if !g.closed() || max(len(a.controls), len(b.controls)) > maxFlatControls || len(a.controls)*len(b.controls) > maxFlatPairs {
		return nil
	}
	f := &flat{g: g, given: int32(len(given.Objects))}
	for i := range f.threads {
		shape, ok := shapeOf(&g.threads[i])
		if !ok || !g.threads[i].neverStuck() {
			return nil
		}
		f.threads[i].shape = shape
	}
	news := f.names()
	if f.objects > maxFlatObjects || f.objects > o.mostObjects(given) || f.objects*g.width > maxFlatCells {
		return nil
	}
	m := NewMachine(g, false)
	m.load(given)
	p := &points{}
	p.start(m, f.objects)
	p.solve(g, news)
	if !f.layout(p, m) {
		return nil
	}
	for i := range f.threads {
		f.compile(i, p, news[i])
	}
	return f
}

// neverStuck tells whether no command of a thread can meet a register without a
// value, or a lock that the thread does not hold.
func (t *thread) neverStuck() bool {
	for _, c := range t.controls[0].next {
		for _, r := range c.live {
			if r >= t.base+int32(len(t.unit.Formals)) {
				return false
			}
		}
	}
	for _, c := range t.controls {
		if len(c.clear) > 0 || c.op == opUnlock && c.level == 0 {
			return false
		}
	}
	return true
}

// names gives each new() the number of its object: the objects of the initial
// state come first, then those of A, then those of B. A new() that at most k
// others of its thread come before on any way makes object k of the thread. No
// way has two with the same k, since each adds one for those behind it.
func (f *flat) names() (news [2][]int32) {
	f.objects = f.given
	for i := range f.threads {
		controls, made := f.g.threads[i].controls, f.threads[i].shape.made
		news[i] = make([]int32, len(controls))
		most := int32(0)
		for id, c := range controls {
			if c.op == opNew {
				news[i][id] = f.objects + made[id]
				most = max(most, made[id]+1)
			}
		}
		f.objects += most
	}
	return news
}

// layout gives places to registers and cells, and computes which of them count
// in which control states. It fails where a state would be too long.
func (f *flat) layout(p *points, m *Machine) bool {
	for i := range f.threads {
		t := &f.threads[i]
		t.views = p.outlooks(i, f.g.threads[i].controls, t.shape.order)
	}
	places := &placement{width: max(1, bits.Len(uint(f.objects-1)))}
	f.placeRegisters(p, places)
	f.placeCells(p, places)
	f.words = max(1, places.words())
	if f.words > maxFlatWords {
		return false
	}
	f.keys = newHashKeys(f.words)
	f.start = make([]uint64, f.words)
	for r, at := range f.registers {
		if v := m.mem[r]; v > 0 {
			at.put(f.start, uint8(v-1))
		}
	}
	for cell, at := range f.cells {
		if o := int32(cell) / f.g.width; o < f.given {
			at.put(f.start, uint8(m.mem[m.cell(o+1, int32(cell)%f.g.width)]-1))
		}
	}
	return true
}

// placement gives out places of values in words.
type placement struct{ width, next int }

// take is the next place.
func (p *placement) take() operand {
	each := 64 / p.width
	at := p.next
	p.next++
	return operand{word: uint8(at / each), shift: uint8(at % each * p.width), mask: 1<<p.width - 1}
}

func (p *placement) words() int {
	each := 64 / p.width
	return (p.next + each - 1) / each
}

// placeRegisters gives a place to each register that may hold more than one value
// where it counts.
func (f *flat) placeRegisters(p *points, places *placement) {
	f.registers = make([]operand, f.g.heap)
	for i := range f.g.threads {
		for _, c := range f.g.threads[i].controls {
			for _, r := range c.live {
				if f.registers[r].mask == 0 && p.of(i, c, r).size() > 1 {
					f.registers[r] = places.take()
				}
			}
		}
	}
}

// placeCells gives a place to each cell that may hold more than one value and
// that someone reads.
func (f *flat) placeCells(p *points, places *placement) {
	f.cells = make([]operand, len(p.cells))
	a, b := f.threads[0].views[0].all.counts, f.threads[1].views[0].all.counts
	for cell := range p.cells {
		s := &p.cells[cell]
		switch {
		case s.size() == 1:
			f.cells[cell].known = uint8(s.only())
		case a.has(int32(cell)) || b.has(int32(cell)):
			f.cells[cell] = places.take()
		}
	}
}
