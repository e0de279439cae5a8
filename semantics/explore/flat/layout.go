package flat

import (
	"math/bits"

	"wobbly/il/flow"
	"wobbly/semantics"
	"wobbly/semantics/explore/machine"
)

const (
	maxObjects  = flow.MaxObjects
	maxCells    = 1 << 12
	maxControls = 1 << 12 // of a thread
	maxPairs    = 1 << 20 // of control states
	maxWords    = 32      // of a state
)

// Layout is the flat layout of the states of a program from a given initial
// state, or from all of them. A state is a few words in which the values that are
// not known beforehand have fixed positions. Control states are not in it.
//
// From a given initial state values are objects, from 0. From all initial states,
// 0 is what has no value yet; then come initial objects, then initial values of
// which it is not known yet which objects they are, and then the objects of new().
type Layout struct {
	g         *machine.Program
	width     int32 // cells of an object
	objects   int32 // that the points-to analysis tells apart
	given     int32 // of the objects those of the initial state, which come first
	initial   int32 // initial objects that a state has positions for; 0 from a given initial state
	pool      int32 // objects of new() on cycles that a state has positions for: the values of the last object
	symbols   int32 // initial values that a state may have of which the object is not known
	words     int
	registers []operand // those of A, and then those of B
	cells     []operand // by value and field
	start     []uint64  // the initial state
	keys      hashKeys
	threads   [2]thread
	fromAll
}

// fromAll is what it knows besides for searches from all initial states.
type fromAll struct {
	slots  slots
	racing Known   // the pairs that need not be found
	needed int     // how much counts
	mirror *mirror // nil where the threads cannot be exchanged
	lazy   func(*worker) chooser
}

// thread has what the flat layout knows of a thread, by control state.
type thread struct {
	shape   *shape
	needs   []need
	actions []action
	masks   [][]uint64 // the values that the thread may yet read
	effects []effects
	roots   [][]operand // the registers that the thread may yet read
}

// operand is where a value is: in a word, or known beforehand. The value is
// words[word]>>shift&mask | known.
type operand struct{ word, shift, mask, known uint8 }

// get is the value.
func (p operand) get(words []uint64) uint8 {
	return uint8(words[p.word]>>(p.shift&63))&p.mask | p.known
}

// put changes the value, unless it is known beforehand or has no position since
// nothing reads it.
func (p operand) put(words []uint64, v uint8) {
	w := &words[p.word]
	*w = *w&^(uint64(p.mask)<<(p.shift&63)) | uint64(v&p.mask)<<(p.shift&63)
}

// New gives the flat layout for a search from the initial state in, of states of
// at most most objects; nil where there is none.
func New(g *machine.Program, in *semantics.Init, most int32) *Layout {
	f := &Layout{g: g, given: int32(len(in.Objects))}
	if !f.shapes() || f.loops() {
		return nil
	}
	for i := range f.threads {
		for _, c := range g.Controls(i) {
			f.threads[i].needs = append(f.threads[i].needs, given(c))
		}
	}
	news := f.names()
	if f.objects > most {
		return nil
	}
	return f.finish(machine.In(g, in), news)
}

// shapes looks at the control graphs. It fails where they are too large, or not of
// a kind that has a flat layout.
func (f *Layout) shapes() bool {
	g := f.g
	g.ExpandSome()
	f.width = g.Width()
	a, b := len(g.Controls(0)), len(g.Controls(1))
	if !g.Closed() || max(a, b) > maxControls || a*b > maxPairs {
		return false
	}
	for i := range f.threads {
		if !neverStuck(g, i) {
			return false
		}
		f.threads[i].shape = shapeOf(g.Controls(i))
	}
	return true
}

// finish arranges the values and compiles the commands, nil where states would be
// too large.
func (f *Layout) finish(m *machine.Machine, news [2][]int32) *Layout {
	if f.values() > maxObjects || f.values()*f.width > maxCells {
		return nil
	}
	p := f.newPoints(m, news)
	if !f.arrange(p, m) {
		return nil
	}
	for i := range f.threads {
		f.compile(i, p, news[i])
	}
	return f
}

// loops tells whether a new() is on a cycle.
func (f *Layout) loops() bool { return f.threads[0].shape.makes || f.threads[1].shape.makes }

// values is how many values there are to tell apart.
func (f *Layout) values() int32 { return f.initial + f.symbols + f.objects + max(0, f.pool-1) }

// firstPooled is the first value that is an object of a new() on a cycle.
func (f *Layout) firstPooled() int32 { return f.values() - f.pool }

// value is that of an object of the points-to analysis, unless it stands for any
// initial one.
func (f *Layout) value(object int32) int32 { return f.initial + f.symbols + object }

// object is what a value is to the points-to analysis.
func (f *Layout) object(value int32) int32 {
	return min(max(0, value-f.initial-f.symbols), f.objects-1)
}

// symbol tells whether a value is an initial one of which the object is not known.
func (f *Layout) symbol(value uint8) bool {
	return int32(value) > f.initial && int32(value) <= f.initial+f.symbols
}

// constant tells whether what may hold these objects needs no position, since all
// executions agree on it.
func (f *Layout) constant(s *flow.ObjectSet) bool {
	return s.Size() < 2 && (f.initial == 0 || !s.Has(0)) && (f.pool == 0 || !s.Has(f.objects-1))
}

// neverStuck tells whether no command of thread i can meet a register without a
// value, or a lock that the thread does not hold.
func neverStuck(g *machine.Program, i int) bool {
	for _, c := range g.Starts(i) {
		for _, r := range c.Live {
			if r >= g.Formal(i, len(g.Unit(i).Formals)) {
				return false
			}
		}
	}
	for _, c := range g.Controls(i) {
		if len(c.Clear) > 0 || c.MayStick() {
			return false
		}
	}
	return true
}

// names gives each new() the number of its object: the objects of the initial
// state come first, then those of A, then those of B. A new() that at most k
// others of its thread come before on any way makes object k of the thread. No
// way has two with the same k, since each adds one for those behind it. All new() on
// cycles make the last object.
func (f *Layout) names() (news [2][]int32) {
	f.objects = f.given
	for i := range f.threads {
		controls, made := f.g.Controls(i), f.threads[i].shape.made
		news[i] = make([]int32, len(controls))
		most := int32(0)
		for id, c := range controls {
			if c.Op == machine.OpNew && !f.threads[i].shape.cyclic[id] {
				news[i][id] = f.objects + made[id]
				most = max(most, made[id]+1)
			}
		}
		f.objects += most
	}
	if f.loops() {
		f.objects++
	}
	for i, t := range f.threads {
		for id, c := range f.g.Controls(i) {
			if c.Op == machine.OpNew && t.shape.cyclic[id] {
				news[i][id] = f.objects - 1
			}
		}
	}
	return news
}

// arrange gives positions to registers and cells, and computes which of them count
// in which control states. It fails where a state would be too long.
func (f *Layout) arrange(p *points, m *machine.Machine) bool {
	for i := range f.threads {
		t := &f.threads[i]
		t.effects = p.effects(i, f.g.Controls(i), t.shape.order, t.needs)
	}
	free := &positions{width: f.bits()}
	f.arrangeRegisters(p, free)
	registers := free.next
	f.arrangeCells(p, free)
	f.words = max(1, free.words())
	if f.words > maxWords {
		return false
	}
	f.keys = newHashKeys(f.words)
	f.start = make([]uint64, f.words)
	if f.initial > 0 {
		f.slots = f.arranged(registers)
		return true
	}
	for r, at := range f.registers {
		if v := m.Value(machine.Address(r)); v > 0 {
			at.put(f.start, uint8(v-1))
		}
	}
	for cell, at := range f.cells {
		if o := int32(cell) / f.width; o < f.given {
			at.put(f.start, uint8(m.Value(m.Cell(o+1, int32(cell)%f.width))-1))
		}
	}
	return true
}

// bits is how many a value takes.
func (f *Layout) bits() int { return max(1, bits.Len(uint(f.values()-1))) }

// positions gives out positions of values in words.
type positions struct{ width, next int }

// take is the next position.
func (p *positions) take() operand {
	each := 64 / p.width
	at := p.next
	p.next++
	return operand{word: uint8(at / each), shift: uint8(at % each * p.width), mask: 1<<p.width - 1}
}

// together has the next n positions lie in one word, or else begin one.
func (p *positions) together(n int) {
	each := 64 / p.width
	if p.next%each+n > each {
		p.next = (p.next + each - 1) / each * each
	}
}

func (p *positions) words() int {
	each := 64 / p.width
	return (p.next + each - 1) / each
}

// arrangeRegisters gives a position to each register that may hold more than one
// value where it counts.
func (f *Layout) arrangeRegisters(p *points, free *positions) {
	f.registers = make([]operand, f.g.Registers())
	for i := range f.threads {
		for id, c := range f.g.Controls(i) {
			for _, r := range f.threads[i].needs[id].live {
				if f.registers[r].mask == 0 && !f.constant(p.of(i, c, r)) {
					f.registers[r] = free.take()
				}
			}
		}
	}
}

// arrangeCells gives a position to each cell that may hold more than one value and
// that someone reads.
func (f *Layout) arrangeCells(p *points, free *positions) {
	f.cells = make([]operand, f.values()*f.width)
	a, b := f.threads[0].effects[0].future.counts, f.threads[1].effects[0].future.counts
	arrange := func(begin, end int32) {
		for at := begin * f.width; at < end*f.width; at++ {
			o, field := f.object(at/f.width), at%f.width
			s, cell := p.Cell(o, field), p.cell(o, field)
			switch {
			case f.constant(s):
				f.cells[at].known = uint8(f.value(only(s)))
			case a.has(cell) || b.has(cell):
				f.cells[at] = free.take()
			}
		}
	}
	first := f.firstObject()
	arrange(first+f.initial+f.symbols, f.firstPooled())
	for o := first; o < first+f.initial; o++ {
		free.together(f.group(p, o))
		arrange(o, o+1)
	}
	for o := f.firstPooled(); o < f.values(); o++ {
		free.together(f.group(p, o))
		arrange(o, o+1)
	}
}

// group is how many cells have positions of an object that is initial or made on a cycle.
func (f *Layout) group(p *points, value int32) (n int) {
	for field := range f.width {
		if cell := p.cell(f.object(value), field); f.threads[0].effects[0].future.counts.has(cell) || f.threads[1].effects[0].future.counts.has(cell) {
			n++
		}
	}
	return n
}

// firstObject is the first value that is an object.
func (f *Layout) firstObject() int32 { return min(1, f.initial) }
