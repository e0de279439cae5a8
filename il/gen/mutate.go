package gen

import (
	"math/rand/v2"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Mutate draws a legal program near p, which must be legal: one to three edits, each drawn from the
// table mutations, in which all kinds with a place in the program have equal chances. New parts of
// an edit are drawn as the options say, from the names of p and one more of each sort. But an edit
// may also combine parts of p in ways that the options would not, such as a longer path.
//
// The result is positioned like that of Program, without comments. An init block is kept if it
// still fits, and dropped if the program no longer has one of its fields or variables. An edit
// that does not give a legal program is drawn again, a bounded number of times, so the result may
// be a copy of p; and two edits may cancel out. If p has a pair of units, so has the result.
func Mutate(r *rand.Rand, p *il.Program, o Options) *il.Program {
	const maxMutations = 3
	p = plainCopy(p)
	for range 1 + r.IntN(maxMutations) {
		if n := newMutator(r, p, o).draw(mutations, legalLike(p, 0)); n != nil {
			p = n
		}
	}
	return p
}

// A mutation is a kind of random edit.
type mutation struct {
	name string
	// applies reports whether a statement can be edited. It is nil for edits that do not concern a
	// particular statement.
	applies func(*mutator, placed) bool
	// draw returns the edited program, which need not be legal, or nil if the edit does not fit.
	// Statement i is drawn among those of the mutation.
	draw func(m *mutator, i int) *il.Program
}

type mutator struct {
	*view
	g      *generator // of new parts
	blocks []blockOf
}

type blockOf struct {
	block *il.Block
	unit  int
}

// newMutator returns a mutator of p. Its generator has the fields of p and a new one.
func newMutator(r *rand.Rand, p *il.Program, o Options) *mutator {
	m := &mutator{view: viewOf(p), g: newGenerator(r, o)}
	used := m.fields()
	isNew := func(f string) bool { return !slices.Contains(used, f) }
	if i := slices.IndexFunc(m.g.fields, isNew); i >= 0 {
		used = append(slices.Clone(used), m.g.fields[i])
	}
	m.g.fields = used
	for _, u := range m.units {
		if u.method != nil {
			m.g.methods = append(m.g.methods, u.method)
		}
	}
	m.eachBlock(func(u int, b *il.Block) { m.blocks = append(m.blocks, blockOf{b, u}) })
	return m
}

// draw draws one edit whose result is good and not the text of the program. The result is nil if
// none was found.
func (m *mutator) draw(table []mutation, good func(*il.Program) bool) *il.Program {
	const tries = 6 // of one kind of edit, before another kind is tried
	for _, k := range m.g.r.Perm(len(table)) {
		for range tries {
			n := m.once(table[k])
			if n == nil || !good(n) && !(dropInit(n) && good(n)) {
				continue
			}
			if il.Positioned(n).Source.Text != m.program.Source.Text {
				return n
			}
		}
	}
	return nil
}

// once draws one edit of a kind. The result is nil if the kind has no place in the program.
func (m *mutator) once(k mutation) *il.Program {
	if k.applies == nil {
		return k.draw(m, -1)
	}
	i, ok := m.someOf(func(p placed) bool { return k.applies(m, p) })
	if !ok {
		return nil
	}
	return k.draw(m, i)
}

// dropInit drops the init block and reports whether there was one.
func dropInit(p *il.Program) bool {
	n := len(p.Decls)
	p.Decls = slices.DeleteFunc(p.Decls, func(d il.Decl) bool { _, ok := d.(*il.Init); return ok })
	return len(p.Decls) < n
}

// body draws new statements for unit u. It treats every local of the unit as assigned, so the
// result may not be legal.
func (m *mutator) body(u int) *body {
	own := &m.units[u]
	b := &body{generator: m.g, formals: own.formals, thread: own.thread, hi: len(m.g.methods)}
	if b.thread {
		b.formals = il.FormalsOf(own.block)
		if len(b.formals) == 0 && m.g.o.Formals > 0 {
			b.formals = argNames[:1]
		}
	}
	b.locals = slices.DeleteFunc(slices.Clone(m.variables(u)), own.isFormal)
	b.locals = b.locals[:min(len(b.locals), maxNames-1)]
	b.assigned = 1<<len(b.locals) - 1
	b.locals = append(b.locals, m.freshLocal(u))
	return b
}

func (m *mutator) freshLocal(u int) string {
	taken := m.variables(u)
	return freshName("xyzuvw", &taken)
}

// someOf draws a statement with a property, if there is one.
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

// gap draws a position between statements: a block, and the number of statements before the
// position. Long blocks have more positions.
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
	panic("unreachable: i is less than total")
}

func anywhere(blockOf) bool { return true }

func inUnit(u int) func(blockOf) bool { return func(p blockOf) bool { return p.unit == u } }

// runAt draws a run of statements that begins with statement i, and returns its block.
func (m *mutator) runAt(i int) (blockOf, run) {
	const maxRun = 3
	for _, p := range m.blocks {
		if lo := slices.Index(p.block.Stmts, m.stmts[i].stmt); lo >= 0 {
			n := min(maxRun, len(p.block.Stmts)-lo)
			return p, run{lo, lo + 1 + m.g.r.IntN(n)}
		}
	}
	panic("unreachable: every statement is in a block")
}

func (m *mutator) insert(p blockOf, at int, stmts ...il.Stmt) *il.Program {
	return m.splice(p, run{at, at}, stmts...)
}

// splice replaces a run of statements.
func (m *mutator) splice(p blockOf, r run, stmts ...il.Stmt) *il.Program {
	return m.rewrite(rewriting{list: map[*il.Block][]il.Stmt{
		p.block: slices.Concat(p.block.Stmts[:r.lo], stmts, p.block.Stmts[r.hi:]),
	}})
}

// moveWithin moves statement i elsewhere in its unit, but not into itself.
func (m *mutator) moveWithin(i int) *il.Program {
	s := m.stmts[i].stmt
	p, at, _ := m.gap(inUnit(m.stmts[i].unit))
	if inside(p.block, s) {
		return nil
	}
	list := map[*il.Block][]il.Stmt{}
	for _, from := range m.blocks {
		if k := slices.Index(from.block.Stmts, s); k >= 0 {
			list[from.block] = slice.Delete(slices.Clone(from.block.Stmts), k)
			if from.block == p.block && k < at {
				at--
			}
		}
	}
	to, ok := list[p.block]
	if !ok {
		to = slices.Clone(p.block.Stmts)
	}
	list[p.block] = slice.Insert(to, at, s)
	return m.rewrite(rewriting{list: list})
}

// change replaces statement i.
func (m *mutator) change(i int, by ...il.Stmt) *il.Program { return m.rewrite(m.replace(i, by...)) }

func inside(b *il.Block, s il.Stmt) bool {
	return slices.ContainsFunc(il.Blocks(s), func(inner *il.Block) bool {
		deeper := func(t il.Stmt) bool { return inside(b, t) }
		return inner == b || slices.ContainsFunc(inner.List(), deeper)
	})
}
