package flat

import (
	"math/bits"
	"math/rand/v2"

	"wobbly/il/flow"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/explore/machine"
)

const (
	maxObjects  = flow.MaxObjects
	maxCells    = 1 << 12
	maxControls = 1 << 12 // how many control states a thread may have
	maxPairs    = 1 << 20 // how many pairs of control states there may be
	maxWords    = 32      // how many words a state may have
	maxInitial  = 32      // how many initial objects, or objects of loops, may have positions
)

// maxSymbols bounds a layout's symbols, except in a narrow one. Tests set it lower.
var maxSymbols int32 = maxObjects

// A Layout is the flat layout of a program's states, from a given initial state or from all. A
// state is a few words in which each value that is not known beforehand has a fixed position.
// Control states are not part of it.
//
// In a search from a given initial state a value is an object, numbered from 0. In a search from
// all initial states, 0 means that there is no value yet; then come the initial objects, the
// symbols, and the objects of new():
//
//	0   1 ... initial   ... +symbols   ... one for each new() ...   ... pool
type Layout struct {
	g         *machine.Program
	from      *semantics.Init // the given initial state; nil for all
	width     int32           // the number of cells of an object
	objects   int32           // the number of objects of the points-to analysis
	given     int32           // how many of these, the first ones, are in the initial state
	initial   int32           // how many initial objects have positions; 0 if one state is given
	symbols   int32           // how many symbols a state may have
	pool      int32           // how many objects made in loops, the last ones, have positions
	words     int
	registers []operand // those of A, and then those of B
	cells     []operand // by value and field
	start     []uint64  // the parts of the initial state that count
	keys      hashKeys
	threads   [2]thread

	// Only for searches from all initial states.
	lanes    lanes
	known    Known     // the pairs that are not looked for
	relevant int       // how many parts of commands and registers are relevant
	symmetry *symmetry // nil if the threads cannot be exchanged
}

// A thread has facts about a thread; all lists are by control state.
type thread struct {
	shape    *shape
	relevant []relevance
	actions  []action
	masks    [][]uint64 // the values that the thread may still read
	effects  []effects
	roots    [][]operand // the registers that the thread may still read
}

// Known has the pairs of sites that are known to race and need not be found. If both threads
// execute the same unit, it also has each pair with the threads exchanged.
type Known map[machine.Sites]bool

// An operand is the position of a value, some bits of a word, or a value that is known beforehand
// (mask 0). The value is words[word]>>shift&mask | known.
type operand struct{ word, shift, mask, known uint8 }

func (o operand) get(words []uint64) uint8 {
	return uint8(words[o.word]>>(o.shift&63))&o.mask | o.known
}

// put sets the value, unless it is known beforehand or nothing reads it.
func (o operand) put(words []uint64, v uint8) {
	w := &words[o.word]
	*w = *w&^(uint64(o.mask)<<(o.shift&63)) | uint64(v&o.mask)<<(o.shift&63)
}

// New returns the flat layout for a search from in, with at most the given number of objects in a
// state, or nil if the program has none.
func New(g *machine.Program, in *semantics.Init, objects int32) *Layout {
	f := &Layout{g: g, from: in, given: int32(len(in.Objects))}
	if !f.shapes() || f.loops() {
		return nil
	}
	for i := range f.threads {
		for _, c := range g.Controls(i) {
			// A variable counts if it may be read before it is written.
			n := relevance{
				live: c.Live, value: !c.Idle, address: c.Access(),
				args: slice.Repeat(true, len(c.Args)),
			}
			f.threads[i].relevant = append(f.threads[i].relevant, n)
		}
	}
	made := f.nameObjects()
	if f.objects > objects || !f.finish(machine.In(g, in), made) {
		return nil
	}
	return f
}

// All returns the flat layout for a search from all initial states for pairs that are not known, or
// nil if the program has none. A state has positions for the given number of initial objects and at
// most the given number of objects. One that needs more ends the search; see Space.Narrow.
func All(g *machine.Program, initial, objects int32, known Known) *Layout {
	f := &Layout{g: g, given: 1, initial: initial, known: known}
	if !f.shapes() {
		return nil
	}
	r := f.relevance(known)
	for i := range f.threads {
		size := 0
		f.threads[i].relevant, size = r.all(i)
		f.relevant += size
	}
	made := f.nameObjects()
	others := f.objects - 1
	if f.loops() {
		f.pool = initial
		others += f.pool - 1
	}
	f.symbols = max(2, 3*initial-8)
	f.symbols += int32(max(1<<4, 1<<f.bits())) - f.values() // as many as take no more bits
	f.symbols = min(f.symbols, max(maxSymbols, 8-initial))
	if initial > maxInitial || initial+others > objects || !f.finish(machine.In(g, nil), made) {
		return nil
	}
	f.symmetry = f.newSymmetry()
	return f
}

// relevance analyses what counts in a search for the pairs that are not known. It needs shapes.
func (l *Layout) relevance(known Known) *relevanceAnalysis {
	return newRelevance(l.g, [2][]int32{l.threads[0].shape.order, l.threads[1].shape.order}, known)
}

// shapes analyses the control graphs. It returns false if they are too large or may be stuck.
func (l *Layout) shapes() bool {
	g := l.g
	g.ExpandSome()
	l.width = g.Width()
	a, b := len(g.Controls(0)), len(g.Controls(1))
	if !g.Closed() || max(a, b) > maxControls || a*b > maxPairs {
		return false
	}
	for i := range l.threads {
		for _, c := range g.Starts(i) {
			for _, r := range c.Live {
				if r >= g.Formal(i, len(g.Unit(i).Formals)) {
					return false // a register that has no value
				}
			}
		}
		for _, c := range g.Controls(i) {
			if len(c.Clear) > 0 || c.MayStick() {
				return false
			}
		}
		l.threads[i].shape = shapeOf(g.Controls(i))
	}
	return true
}

// loops reports whether a new() is in a loop.
func (l *Layout) loops() bool { return l.threads[0].shape.makes || l.threads[1].shape.makes }

// nameObjects numbers the objects of the points-to analysis and returns the object of each new(),
// by thread and control state. Objects of the initial state come first, then A's, then B's. A new()
// that at most k others of its thread precede on any path makes the thread's object k, so k grows
// along each path. All new() on cycles share the last object.
func (l *Layout) nameObjects() (made [2][]int32) {
	l.objects = l.given
	for i := range l.threads {
		controls, shape := l.g.Controls(i), l.threads[i].shape
		made[i] = make([]int32, len(controls))
		count := int32(0)
		for id, c := range controls {
			if c.Op == machine.OpNew && !shape.cyclic[id] {
				made[i][id] = l.objects + shape.made[id]
				count = max(count, shape.made[id]+1)
			}
		}
		l.objects += count
	}
	if !l.loops() {
		return made
	}
	for i, t := range l.threads {
		for id, c := range l.g.Controls(i) {
			if c.Op == machine.OpNew && t.shape.cyclic[id] {
				made[i][id] = l.objects
			}
		}
	}
	l.objects++
	return made
}

// finish assigns positions and compiles the commands. It returns false if states would be too long.
// m is the initial state.
func (l *Layout) finish(m *machine.Machine, made [2][]int32) bool {
	if l.values() > maxObjects || l.values()*l.width > maxCells {
		return false
	}
	p := l.newPoints(m, made)
	for i := range l.threads {
		t := &l.threads[i]
		t.effects = p.effects(i, l.g.Controls(i), t)
	}
	free := &allocator{width: l.bits()}
	l.placeRegisters(p, free)
	registers := free.next
	l.placeCells(p, free)
	l.words = max(1, free.words())
	if l.words > maxWords {
		return false
	}
	r := rand.NewPCG(0x5eed, 0x5eed)
	var k hashKeys
	for range l.words {
		k.low, k.high = append(k.low, r.Uint64()), append(k.high, r.Uint64())
	}
	l.keys = k
	l.start = make([]uint64, l.words)
	if l.initial > 0 {
		l.lanes = l.newLanes(registers)
	} else {
		for r, at := range l.registers {
			if v := m.Value(machine.Address(r)); v > 0 {
				at.put(l.start, uint8(v-1))
			}
		}
		for cell, at := range l.cells {
			if o := int32(cell) / l.width; o < l.given {
				at.put(l.start, uint8(m.Value(m.Cell(o+1, int32(cell)%l.width))-1))
			}
		}
	}
	for i := range l.threads {
		l.compile(i, p, made[i])
	}
	return true
}

// values returns the number of values, including 0.
func (l *Layout) values() int32 { return l.initial + l.symbols + l.objects + max(0, l.pool-1) }

func (l *Layout) bits() int { return max(1, bits.Len(uint(l.values()-1))) }

func (l *Layout) firstObject() int32 { return min(1, l.initial) }

func (l *Layout) firstPooled() int32 { return l.values() - l.pool }

// value returns the value that represents an object of the points-to analysis.
func (l *Layout) value(object int32) int32 { return l.initial + l.symbols + object }

// object returns the inverse of value.
func (l *Layout) object(value int32) int32 {
	return min(max(0, value-l.initial-l.symbols), l.objects-1)
}

// cellOf returns the points-to analysis's number of a cell of l.cells.
func (l *Layout) cellOf(at int32) int32 { return l.object(at/l.width)*l.width + at%l.width }

// symbol reports whether a value is an initial object that is not known yet.
func (l *Layout) symbol(value uint8) bool {
	return int32(value) > l.initial && int32(value) <= l.initial+l.symbols
}

// constant reports whether a variable or cell that may hold the objects of s is the same in all
// executions and so needs no position.
func (l *Layout) constant(s *flow.ObjectSet) bool {
	return s.Size() < 2 && (l.initial == 0 || !s.Has(0)) && (l.pool == 0 || !s.Has(l.objects-1))
}

// counts reports whether a thread may read a cell.
func (l *Layout) counts(cell int32) bool {
	a, b := &l.threads[0].effects[0].future, &l.threads[1].effects[0].future
	return a.counts.has(cell) || b.counts.has(cell)
}

// counting sets mask to the values that count in a pair of control states.
func (l *Layout) counting(at [2]*machine.Control, mask []uint64) {
	a, b := l.threads[0].masks[at[0].ID], l.threads[1].masks[at[1].ID]
	for k := range mask {
		mask[k] = a[k] | b[k]
	}
}

// An allocator hands out positions of width bits in order.
type allocator struct{ width, next int }

func (a *allocator) take() operand {
	each := 64 / a.width
	at := a.next
	a.next++
	return operand{word: uint8(at / each), shift: uint8(at % each * a.width), mask: 1<<a.width - 1}
}

// together begins a new word unless the next n positions fit into this one.
func (a *allocator) together(n int) {
	each := 64 / a.width
	if a.next%each+n > each {
		a.next = (a.next + each - 1) / each * each
	}
}

func (a *allocator) words() int {
	each := 64 / a.width
	return (a.next + each - 1) / each
}

// placeRegisters gives a position to each register that may hold several values when it counts.
func (l *Layout) placeRegisters(p *points, free *allocator) {
	l.registers = make([]operand, l.g.Registers())
	for i := range l.threads {
		for id, c := range l.g.Controls(i) {
			for _, r := range l.threads[i].relevant[id].live {
				if l.registers[r].mask == 0 && !l.constant(p.of(i, c, r)) {
					l.registers[r] = free.take()
				}
			}
		}
	}
}

// placeCells gives a position to each cell that a thread reads and that may hold more than one
// value: first to cells of objects made outside loops, then to those of each initial object and
// each object made in a loop, which stay together.
func (l *Layout) placeCells(p *points, free *allocator) {
	l.cells = make([]operand, l.values()*l.width)
	place := func(begin, end int32) {
		for at := begin * l.width; at < end*l.width; at++ {
			o, field := l.object(at/l.width), at%l.width
			switch s := p.Cell(o, field); {
			case l.constant(s):
				l.cells[at].known = uint8(l.value(only(s)))
			case l.counts(p.cell(o, field)):
				l.cells[at] = free.take()
			}
		}
	}
	group := func(o int32) {
		n := 0
		for field := range l.width {
			if l.counts(p.cell(l.object(o), field)) {
				n++
			}
		}
		free.together(n)
		place(o, o+1)
	}
	first := l.firstObject()
	place(first+l.initial+l.symbols, l.firstPooled())
	for o := first; o < first+l.initial; o++ {
		group(o)
	}
	for o := l.firstPooled(); o < l.values(); o++ {
		group(o)
	}
}
