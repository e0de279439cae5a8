package enum

import (
	"math"

	"wobbly/il"
)

// walker visits the programs of one size depth-first, as texts: the methods in the order A, B, then
// as they are first called; in each method statement after statement and end of block after end of
// block. At each point it tries every possible token, and undoes its changes to the tables before
// the next. Every prefix of a text leads to some program, except for those that symmetry excludes.
type walker struct {
	o     Options
	size  int
	shard Shard
	cut   int // the shard of a program is decided after so many statements
	yield func() bool

	choices []uint32 // of each token of the text, its number among the alternatives
	from    []uint32 // not nil: skip up to and including these choices
	met     bool     // the program of from was there

	state
	tree    *tree
	blocks  []open
	tokens  []*token
	starts  []int   // by unit: its first token
	arity   []int   // by method
	used    []int   // by method: formals that its body mentions
	callees [][]int // by unit: the methods it calls, in text order
	stale   bool    // callees has changed since Order was made
	visited uint64  // units that are in Order
	compare comparer
}

// state is the part of the walker that a choice changes and undoing restores.
type state struct {
	scope
	unit      int  // the unit under construction; method k is unit threads+k
	placed    int  // the number of statements
	sizeOfA   int  // the number of statements of A, once it has ended
	held      int  // the number of lock() without unlock() in the unit
	fields    int  // the number of fields that occurred
	methods   int  // the number of methods that were called
	sameSize  bool // A and B, both ended, have the same length
	tied      bool // the text of B, as if it were the first thread, is that of A
	unordered int  // the number of methods with several formals that their bodies do not mention
}

// open is a block that has not ended yet.
type open struct {
	block    *il.Block
	kind     blockKind
	held     int    // the number of its own lock() without unlock()
	atEntry  uint64 // scope.assigned at the start of the block, or of both branches
	byThen   uint64 // for an else-branch: scope.assigned at the end of the then-branch
	branches *node  // the if of a branch
}

// blockKind says which part of a unit a block is.
type blockKind uint8

const (
	unitBlock blockKind = iota
	thenBranch
	elseBranch
	loopBody
)

func newWalker(o Options, size int, shard Shard) *walker {
	w := &walker{o: o, size: size, shard: shard, cut: max(0, size-1), tree: newTree(size, o)}
	tokens := 2 + 4*size // a statement, two ends at most, the end of a unit
	w.choices = make([]uint32, 0, tokens)
	w.tokens = make([]*token, 0, tokens)
	w.blocks = make([]open, 0, 1+size)
	w.starts = make([]int, threads+size)
	w.arity = make([]int, 1+size)
	w.used = make([]int, 1+size)
	w.callees = make([][]int, threads+size)
	w.compare.init(w)
	return w
}

// run walks through all programs. It is false if yield stopped it.
func (w *walker) run() bool {
	if w.cut == 0 && !w.shard.has(nil) {
		return true
	}
	w.stale = true
	return w.begin(0)
}

// walk tries every continuation of the text. It is false if yield stopped it.
func (w *walker) walk() bool {
	w.choices = append(w.choices, 0)
	ok := w.end() && w.statement()
	w.choices = w.choices[:len(w.choices)-1]
	return ok
}

// choose counts an alternative and reports whether to try it.
func (w *walker) choose() bool {
	d := len(w.choices) - 1
	w.choices[d]++
	if w.from == nil {
		return true
	}
	if d < len(w.from) && w.choices[d] <= w.from[d] {
		return w.choices[d] == w.from[d]
	}
	w.from = nil
	return true
}

// begin tries every text that continues with a unit; after the last one, the program is complete.
func (w *walker) begin(unit int) bool {
	if unit == threads+w.methods {
		return w.complete()
	}
	saved := w.state
	w.unit, w.starts[unit] = unit, len(w.tokens)
	w.scope = scope{maxFormals: unlessZero(w.o.Formals), maxLocals: unlessZero(w.o.Locals)}
	if unit >= threads {
		w.maxFormals = w.arity[unit-threads]
	}
	w.blocks = append(w.blocks, open{block: &w.tree.bodies[unit]})
	at := before(w.placed)
	w.tree.units[unit].At, w.tree.bodies[unit].At = at, at
	if unit >= threads {
		m := w.tree.decls[unit-1].(*il.Method)
		m.At, m.NameAt = at, at
	}
	ok := w.walk()
	w.blocks = w.blocks[:0]
	w.state = saved
	return ok
}

// unlessZero returns a bound, where 0 is none.
func unlessZero(bound int) int {
	if bound == 0 {
		return math.MaxInt
	}
	return bound
}

// end ends the innermost block, if its locks are balanced (A2).
func (w *walker) end() bool {
	top := len(w.blocks) - 1
	b := w.blocks[top]
	if b.held != 0 || b.kind == unitBlock && !w.mayEndUnit() || !w.choose() {
		return true
	}
	saved := w.state
	w.tokens = append(w.tokens, &endToken)
	w.blocks = w.blocks[:top]
	ok := w.endOf(b)
	w.blocks = append(w.blocks[:top], b)
	w.tokens = w.tokens[:len(w.tokens)-1]
	w.state = saved
	return ok
}

// endOf continues after b. An if assigns what both branches assign, a loop nothing (A3).
func (w *walker) endOf(b open) bool {
	b.block.End = before(w.placed)
	switch b.kind {
	case thenBranch:
		b.kind = elseBranch
		b.byThen = w.assigned
		b.block = &b.branches.blocks[1]
		b.block.At = before(w.placed)
		w.blocks = append(w.blocks, b)
		w.assigned = b.atEntry
	case elseBranch:
		w.assigned &= b.byThen
		b.branches.branch.Else = b.block
		if len(b.block.Stmts) == 0 {
			b.branches.branch.Else = nil
		}
	case loopBody:
		w.assigned = b.atEntry
	default:
		return w.endUnit()
	}
	return w.walk()
}

// mayEndUnit reports whether the remaining statements fit into later methods: B is not longer than
// A, and every method is called.
func (w *walker) mayEndUnit() bool {
	remaining := w.size - w.placed
	switch {
	case remaining == 0 || w.unit+1 < threads+w.methods && w.unit > 0:
		return true
	case w.unit == 0:
		return remaining <= w.placed || w.methods > 0 || w.placed > 0 && !w.o.NoCalls
	default:
		return false
	}
}

// endUnit ends the method, unless exchanging the threads gives a lesser program for every
// continuation.
func (w *walker) endUnit() bool {
	switch u := &w.tree.units[w.unit]; w.unit {
	case 0:
		w.sizeOfA = w.placed
		u.Formals = w.tree.args[:w.formals]
	case 1:
		u.Formals = w.tree.args[:w.formals]
		w.sameSize = w.placed == 2*w.sizeOfA
		if w.sameSize {
			// Compare B, as if it were the first thread, with A.
			w.compare.permute = false
			w.compare.restart()
			order := w.compare.compareUnit(0, 1)
			if order < 0 {
				return true
			}
			w.tied = order == 0
		}
	default:
		m := w.unit - threads
		w.used[m] = w.formals
		if w.arity[m]-w.formals > 1 {
			w.unordered++
		}
	}
	return w.begin(w.unit + 1)
}

// complete yields the program, if it is the first of those that differ from it in names, order of
// threads and order of formals only.
func (w *walker) complete() bool {
	if (w.tied || w.unordered > 0) && !w.compare.least() {
		return true
	}
	if w.from != nil {
		w.met = len(w.from) == len(w.choices)
		w.from = nil
		if w.met {
			return true
		}
	}
	w.order()
	t := w.tree
	t.program.Decls = t.decls[:1+w.methods]
	t.core.Units = t.unitList[:threads+w.methods]
	t.core.Methods = t.methodsOf[w.methods]
	t.core.Fields = t.sorted[w.fields]
	t.core.Seal()
	return w.yield()
}

// text returns the tokens of a unit that has ended.
func (w *walker) text(unit int) []*token {
	if unit == w.unit {
		return w.tokens[w.starts[unit]:]
	}
	return w.tokens[w.starts[unit]:w.starts[unit+1]]
}

// variable is a variable of a unit by number: formal i is i, local j is ^j. Both are numbered as
// they first occur in the unit's text.
type variable int16

// scope has the variables at a point of the method under construction.
type scope struct {
	formals    int    // the number that occurred
	maxFormals int    // the number that may occur: the arity of a method
	locals     int    // the number that occurred
	maxLocals  int    // the number that may occur
	assigned   uint64 // the locals assigned on every path to this point, a bit each
}

// openFormals returns the number of formals that can come here: those that occurred, and the next
// one.
func (s *scope) openFormals() int { return min(s.formals+1, s.maxFormals) }

// targets returns how many variables may be assigned here.
func (s *scope) targets() int { return s.openFormals() + min(s.locals+1, s.maxLocals) }

func (s *scope) target(i int) variable {
	if n := s.openFormals(); i >= n {
		return ^variable(i - n)
	}
	return variable(i)
}

// sources returns how many variables may be used here, or more: see source.
func (s *scope) sources() int { return s.openFormals() + s.locals }

// source returns the i-th variable, and whether it refers to an object here (A3).
func (s *scope) source(i int) (v variable, ok bool) {
	if n := s.openFormals(); i >= n {
		j := i - n
		return ^variable(j), s.assigned>>j&1 != 0
	}
	return variable(i), true
}

func (s *scope) mention(v variable) {
	if v >= 0 {
		s.formals = max(s.formals, int(v)+1)
	} else {
		s.locals = max(s.locals, int(^v)+1)
	}
}

// assign records that v, which occurs, is assigned here.
func (s *scope) assign(v variable) {
	if v < 0 {
		s.assigned |= 1 << ^v
	}
}
