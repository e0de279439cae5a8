package enum

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/internal/quick"
)

// TestCountAgainstFormula: without calls, the number of programs of each size follows from a
// recurrence that only knows how many names are available at a point.
func TestCountAgainstFormula(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{
		{Size: 4, Path: 1, Formals: 2, NoCalls: true, NoLoops: true},
		{Size: 4, Path: 2, Fields: 2, Formals: 1, Locals: 1, NoCalls: true},
		{Size: 3, Path: 2, Fields: 3, Formals: 1, NoCalls: true, NoLocks: true},
		{Size: 5, Path: 0, Formals: 1, Locals: 2, NoCalls: true},
		{Size: 2, Path: 3, NoCalls: true},
	} {
		if !quick.All {
			o.Size--
		}
		counts, f := count(t, o), newFormula(o)
		for size, got := range counts {
			if want := f.programs(size); got != want {
				t.Errorf("%s: %d programs of size %d, want %d", o, got, size, want)
			}
		}
	}
}

// count returns how many programs there are of each size, from 0 to o.Size. It walks through them
// all.
func count(t *testing.T, o Options) []uint64 {
	t.Helper()
	if err := o.check(); err != nil {
		t.Fatal(err)
	}
	counts := make([]uint64, 1+o.Size)
	for size := o.Least; size <= o.Size; size++ {
		w := newWalker(o, size, Shard{})
		w.yield = func() bool { counts[size]++; return true }
		w.run()
	}
	return counts
}

// formula counts programs without calls.
type formula struct {
	o         Options
	memo      map[string]uint64
	symmetric bool // count the programs that exchanging the threads does not change
}

func newFormula(o Options) *formula { return &formula{o: o, memo: map[string]uint64{}} }

// programs returns the number of programs of a size, by Burnside's lemma for the exchange of the
// threads: half of the number of all ordered pairs plus that of the pairs that stay the same.
func (f *formula) programs(size int) uint64 {
	var pairs, stay uint64
	for a := range size + 1 {
		pairs += f.point(point{statements: a, next: []int{size - a}, open: []frame{{}}})
	}
	if size%2 == 0 {
		g := newFormula(f.o)
		g.symmetric = true
		stay = g.point(point{statements: size / 2, open: []frame{{}}})
	}
	return (pairs + stay) / 2
}

// point is what the number of continuations of a text depends on.
type point struct {
	statements int   // of this thread
	next       []int // of the threads to come
	fields     int
	formals    int
	locals     []string // of each local, where it is assigned: here, then by open block
	open       []frame
}

// frame is an open block. Of a loop a local notes whether it was assigned before it; of an if that,
// and in the else-branch whether the then-branch assigned it.
type frame struct {
	kind string // "", "while", "then" or "else"
	held int
}

// key returns a text that identifies p.
func (p point) key() string {
	slices.Sort(p.locals)
	b := make([]byte, 0, 64)
	numbers := func(all ...int) {
		for _, n := range all {
			b = append(strconv.AppendInt(b, int64(n), 10), ' ')
		}
		b = append(b, '/')
	}
	numbers(p.statements, p.fields, p.formals)
	numbers(p.next...)
	for _, l := range p.locals {
		b = append(append(b, l...), ' ')
	}
	for _, f := range p.open {
		b = append(b, f.kind...)
		numbers(f.held)
	}
	return string(b)
}

func (p point) clone() point {
	p.locals, p.open = slices.Clone(p.locals), slices.Clone(p.open)
	return p
}

// point returns the number of continuations of p.
func (f *formula) point(p point) uint64 {
	p = p.clone()
	key := p.key()
	n, ok := f.memo[key]
	if !ok {
		n = f.end(p) + f.statements(p)
		f.memo[key] = n
	}
	return n
}

// end returns the number of those that end the innermost block.
func (f *formula) end(p point) uint64 {
	p = p.clone()
	top := len(p.open) - 1
	b := p.open[top]
	if b.held > 0 || b.kind == "" && p.statements > 0 {
		return 0
	}
	for i, l := range p.locals {
		here, outer := l[:1], l[1:]
		switch b.kind {
		case "while":
			l = outer
		case "then": // here, before -> before, before, by then
			l = outer[:1] + outer[:1] + here + outer[1:]
		case "else": // here, before, by then -> in both
			both := "-"
			if here == "+" && outer[1] == '+' {
				both = "+"
			}
			l = both + outer[2:]
		}
		p.locals[i] = l
	}
	switch {
	case b.kind == "then":
		p.open[top].kind = "else"
		return f.point(p)
	case b.kind != "":
		p.open = p.open[:top]
		return f.point(p)
	case len(p.next) > 0:
		return f.point(point{statements: p.next[0], fields: p.fields, open: []frame{{}}})
	case f.symmetric:
		return involutions(p.fields, unlessZero(f.o.Fields)-p.fields)
	default:
		return 1
	}
}

// involutions counts the ways in which B can be A with other fields so that exchanging them gives
// the same program: each of the fields of A is itself in B, or one of the free others, or changes
// places with another one of A.
func involutions(fields, free int) uint64 {
	if fields == 0 {
		return 1
	}
	n := involutions(fields-1, free)
	if free > 0 {
		n += involutions(fields-1, free-1)
	}
	if fields > 1 {
		n += uint64(fields-1) * involutions(fields-2, free)
	}
	return n
}

// ways is a number of ways to a point.
type ways struct {
	n uint64
	p point
}

// sum returns the number of continuations of some points, each by all ways to it.
func (f *formula) sum(all []ways) uint64 {
	var n uint64
	for _, w := range all {
		n += w.n * f.point(w.p)
	}
	return n
}

// statements returns the number of continuations that begin with a statement.
func (f *formula) statements(p point) uint64 {
	if p.statements == 0 {
		return 0
	}
	p.statements--
	var n uint64
	top := len(p.open) - 1
	if !f.o.NoLocks {
		q := p.clone()
		q.open[top].held++
		n += f.point(q)
		if p.open[top].held > 0 {
			q.open[top].held -= 2
			n += f.point(q)
		}
	}
	if !f.o.NoLoops {
		n += f.point(p.enter("while"))
	}
	if !f.o.NoBranches {
		n += f.point(p.enter("then"))
	}
	n += f.sum(f.assign([]ways{{1, p}}, same))
	n += f.sum(f.assign([]ways{{1, p}}, f.source))
	n += f.sum(f.assign([]ways{{1, p}}, f.path))
	for _, w := range f.path(p) {
		for _, v := range f.source(w.p) {
			n += w.n * v.n * f.point(v.p)
		}
	}
	return n
}

// same is the value of a new object: it names nothing.
func same(p point) []ways { return []ways{{1, p}} }

// enter returns the point at the beginning of a block.
func (p point) enter(kind string) point {
	p = p.clone()
	p.open = append(p.open, frame{kind: kind})
	for i, l := range p.locals {
		p.locals[i] = l[:1] + l
	}
	return p
}

// assign lists the ways to assign a variable: to name it, and then to name the value in one of the
// ways that value lists.
func (f *formula) assign(from []ways, value func(point) []ways) []ways {
	var all []ways
	add := func(n uint64, p point, then func(point) point) {
		for _, w := range value(p) {
			all = append(all, ways{n * w.n, then(w.p)})
		}
	}
	for _, w := range from {
		for _, v := range f.formal(w.p) {
			add(w.n*v.n, v.p, func(p point) point { return p })
		}
		for i := range w.p.locals {
			add(w.n, w.p, func(p point) point {
				p = p.clone()
				p.locals[i] = "+" + p.locals[i][1:]
				return p
			})
		}
		if len(w.p.locals) < unlessZero(f.o.Locals) {
			add(w.n, w.p, func(p point) point {
				p = p.clone()
				p.locals = append(p.locals, "+"+strings.Repeat("-", p.notes()))
				return p
			})
		}
	}
	return all
}

// notes returns how many notes a local has after the first.
func (p point) notes() int {
	n := 0
	for _, b := range p.open {
		n += map[string]int{"": 0, "while": 1, "then": 1, "else": 2}[b.kind]
	}
	return n
}

// formal lists the ways to name a formal.
func (f *formula) formal(p point) []ways {
	all := []ways{{uint64(p.formals), p}}
	if p.formals < unlessZero(f.o.Formals) {
		p.formals++
		all = append(all, ways{1, p})
	}
	return all
}

// source lists the ways to name a variable that holds an object.
func (f *formula) source(p point) []ways {
	assigned := uint64(0)
	for _, l := range p.locals {
		if l[0] == '+' {
			assigned++
		}
	}
	return append(f.formal(p), ways{assigned, p})
}

// path lists the ways to write a path.
func (f *formula) path(p point) []ways {
	var all []ways
	last := f.source(p)
	for range f.o.Path {
		var longer []ways
		for _, w := range last {
			longer = append(longer, ways{w.n * uint64(w.p.fields), w.p})
			if w.p.fields < unlessZero(f.o.Fields) {
				w.p.fields++
				longer = append(longer, w)
			}
		}
		all, last = append(all, longer...), longer
	}
	return all
}
