package gen

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
)

// Mutate draws a legal program near p, which must be legal: one to three edits,
// each drawn from the table mutations with equal chances for every kind that
// has a place in the program. What is new in an edit is drawn as the options
// say, from the names of p and one more of each sort; but an edit may also put
// together what p has in a way that the options would not, such as a longer
// path.
//
// The result is placed like that of Program, without comments. An init block is
// kept where it still fits, and dropped where the program no longer has one of
// its fields or variables. An edit that does not give a legal program is drawn
// again, a bounded number of times, so the result may be a copy of p; and two
// edits may cancel out. If p has a pair of units, so has the result.
func Mutate(r *rand.Rand, p *il.Program, o Options) *il.Program {
	p = plainCopy(p)
	for range 1 + r.IntN(maxMutations) {
		if n, _ := newMutator(r, p, o).draw(mutations, legalLike(p, 0)); n != nil {
			p = n
		}
	}
	return p
}

const (
	maxMutations  = 3
	mutationTries = 6 // of one kind of edit, before another kind is tried
)

// mutation is a kind of random edit. It is nil where the program drawn has no
// place for it; the program need not be legal.
type mutation struct {
	name string
	draw func(*mutator) *il.Program
}

// mutator draws edits of a program.
type mutator struct {
	*view
	g      *generator
	blocks []blockOf
}

// blockOf is a block with its unit.
type blockOf struct {
	block *il.Block
	unit  int
}

func newMutator(r *rand.Rand, p *il.Program, o Options) *mutator {
	m := &mutator{view: viewOf(p), g: newGenerator(r, o)}
	m.g.fields = oneMore(m.fields(), m.g.fields)
	for _, u := range m.units {
		if u.method != nil {
			m.g.methods = append(m.g.methods, u.method)
		}
	}
	m.eachBlock(func(u int, b *il.Block) { m.blocks = append(m.blocks, blockOf{b, u}) })
	return m
}

// oneMore is the used names, and the first name of all that is not among them.
func oneMore(used, all []string) []string {
	for _, f := range all {
		if !slices.Contains(used, f) {
			return append(slices.Clone(used), f)
		}
	}
	return used
}

// draw draws one edit whose result is good and not the text of the program, and
// tells its name. The program is nil if none was found.
func (m *mutator) draw(table []mutation, good func(*il.Program) bool) (*il.Program, string) {
	for _, k := range m.g.r.Perm(len(table)) {
		for range mutationTries {
			n := table[k].draw(m)
			if n == nil || !good(n) && !(dropInit(n) && good(n)) {
				continue
			}
			if Positioned(n).Source.Text != m.program.Source.Text {
				return n, table[k].name
			}
		}
	}
	return nil, ""
}

// dropInit drops an init block, and tells whether there was one.
func dropInit(p *il.Program) bool {
	n := len(p.Decls)
	p.Decls = slices.DeleteFunc(p.Decls, func(d il.Decl) bool { _, ok := d.(*il.Init); return ok })
	return len(p.Decls) < n
}

// body draws new statements for unit u. It takes every local of the unit as
// assigned, which may turn out not to be legal.
func (m *mutator) body(u int) *body {
	b := &body{generator: m.g, formals: m.units[u].formals, thread: m.units[u].thread, hi: len(m.g.methods)}
	if b.thread {
		b.formals = il.FormalsOf(m.units[u].block)
		if len(b.formals) == 0 && m.g.o.Formals > 0 {
			b.formals = argNames[:1]
		}
	}
	b.locals = slices.DeleteFunc(slices.Clone(m.variables(u)), m.units[u].isFormal)
	b.locals = b.locals[:min(len(b.locals), maxNames-1)]
	b.assigned = 1<<len(b.locals) - 1
	b.locals = append(b.locals, m.freshLocal(u))
	return b
}

// freshLocal is a local that unit u does not name.
func (m *mutator) freshLocal(u int) string {
	taken := m.variables(u)
	return freshName("xyzuvw", &taken)
}

// someStmt draws a statement; it is false where there is none.
func (m *mutator) someStmt() (int, bool) {
	if len(m.stmts) == 0 {
		return 0, false
	}
	return m.g.r.IntN(len(m.stmts)), true
}

// someOf draws a statement for which is holds; it is false where there is none.
func (m *mutator) someOf(is func(placed) bool) (int, bool) {
	var list []int
	for i, s := range m.stmts {
		if is(s) {
			list = append(list, i)
		}
	}
	if list == nil {
		return 0, false
	}
	return list[m.g.r.IntN(len(list))], true
}

func (m *mutator) someBlock() blockOf { return m.blocks[m.g.r.IntN(len(m.blocks))] }

// gap draws a place between statements: a block, and the number of statements
// before it there. Long blocks have more of them.
func (m *mutator) gap(ok func(blockOf) bool) (p blockOf, at int, found bool) {
	total := 0
	for _, b := range m.blocks {
		if ok(b) {
			total += len(b.block.Stmts) + 1
		}
	}
	if total == 0 {
		return blockOf{}, 0, false
	}
	i := m.g.r.IntN(total)
	for _, b := range m.blocks {
		if !ok(b) {
			continue
		}
		if n := len(b.block.Stmts) + 1; i >= n {
			i -= n
			continue
		}
		return b, i, true
	}
	panic("unreachable")
}

func anywhere(blockOf) bool { return true }

func inUnit(u int) func(blockOf) bool { return func(p blockOf) bool { return p.unit == u } }

// run draws a block and a run of its statements, none of it empty.
func (m *mutator) run() (p blockOf, r run, ok bool) {
	i, ok := m.someStmt()
	if !ok {
		return p, r, false
	}
	for _, p := range m.blocks {
		if lo := slices.Index(p.block.Stmts, m.stmts[i].stmt); lo >= 0 {
			const most = 3
			n := min(most, len(p.block.Stmts)-lo)
			return p, run{lo, lo + 1 + m.g.r.IntN(n)}, true
		}
	}
	panic("unreachable")
}

// insert puts statements into a gap.
func (m *mutator) insert(p blockOf, at int, stmts ...il.Stmt) *il.Program {
	return m.rewrite(rewriting{list: map[*il.Block][]il.Stmt{
		p.block: slices.Insert(slices.Clone(p.block.Stmts), at, stmts...),
	}})
}

// splice puts statements in the place of a run.
func (m *mutator) splice(p blockOf, r run, stmts ...il.Stmt) *il.Program {
	return m.rewrite(rewriting{list: map[*il.Block][]il.Stmt{
		p.block: slices.Replace(slices.Clone(p.block.Stmts), r.lo, r.hi, stmts...),
	}})
}

// moved takes statement i to a gap.
func (m *mutator) moved(i int, p blockOf, at int) *il.Program {
	s := m.stmts[i].stmt
	list := map[*il.Block][]il.Stmt{}
	for _, from := range m.blocks {
		if k := slices.Index(from.block.Stmts, s); k >= 0 {
			list[from.block] = slices.Delete(slices.Clone(from.block.Stmts), k, k+1)
			if from.block == p.block && k < at {
				at--
			}
		}
	}
	to, ok := list[p.block]
	if !ok {
		to = slices.Clone(p.block.Stmts)
	}
	list[p.block] = slices.Insert(to, at, s)
	return m.rewrite(rewriting{list: list})
}

// change puts other statements in the place of statement i.
func (m *mutator) change(i int, by ...il.Stmt) *il.Program { return m.replace(i, by...)() }

// inside tells whether the gap in block b is inside statement s.
func inside(b *il.Block, s il.Stmt) bool {
	for _, inner := range il.Blocks(s) {
		if inner == b {
			return true
		}
		for _, t := range inner.List() {
			if inside(b, t) {
				return true
			}
		}
	}
	return false
}
