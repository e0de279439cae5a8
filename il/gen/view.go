package gen

import (
	"slices"

	"wobbly/il"
)

// A view is a program with its parts numbered in text order, so that edits can refer to them.
type view struct {
	program *il.Program
	units   []unit
	stmts   []placed
	number  map[il.Stmt]int // index in stmts
	vars    [][]string      // of each unit; filled by variables
}

// unit is a method body or a thread block.
type unit struct {
	block   *il.Block
	method  *il.Method // nil for a thread block
	formals []string   // the declared ones
	thread  bool
	side    int // for a thread block: 0 for A, 1 for B
}

func (u unit) isFormal(name string) bool {
	if u.thread {
		return il.IsFormalName(name)
	}
	return slices.Contains(u.formals, name)
}

type placed struct {
	stmt il.Stmt
	unit int // index in view.units
	// partner is the number of the unlock() that belongs to a lock(), or the reverse; for any other
	// statement it is its own number.
	partner int
}

// viewOf numbers the parts of a program.
func viewOf(p *il.Program) *view {
	units := unitsOf(p)
	v := &view{
		program: p, units: units, number: map[il.Stmt]int{}, vars: make([][]string, len(units)),
	}
	for i, u := range units {
		il.Walk(u.block, func(s il.Stmt) {
			n := len(v.stmts)
			v.number[s] = n
			v.stmts = append(v.stmts, placed{stmt: s, unit: i, partner: n})
		})
		v.match(u.block)
	}
	return v
}

// unitsOf lists the units of a program, in text order.
func unitsOf(p *il.Program) []unit {
	var list []unit
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *il.Method:
			list = append(list, unit{block: d.Body, method: d, formals: formalsOf(d)})
		case *il.Parallel:
			for side, b := range d.Blocks {
				list = append(list, unit{block: b, thread: true, side: side})
			}
		}
	}
	return list
}

// match finds the partners of the locks and unlocks of b and the blocks inside.
func (v *view) match(b *il.Block) {
	var open []int
	for _, s := range b.List() {
		switch n := len(open); {
		case il.Acquires(s):
			open = append(open, v.number[s])
		case il.Releases(s) && n > 0:
			i, j := open[n-1], v.number[s]
			v.stmts[i].partner, v.stmts[j].partner = j, i
			open = open[:n-1]
		}
		for _, inner := range il.Blocks(s) {
			v.match(inner)
		}
	}
}

func (v *view) eachBlock(visit func(u int, b *il.Block)) {
	for i, u := range v.units {
		visit(i, u.block)
	}
	for _, s := range v.stmts {
		for _, b := range il.Blocks(s.stmt) {
			if b != nil {
				visit(s.unit, b)
			}
		}
	}
}

// variables lists the variables of unit u: declared formals, then the others in the order of their
// first occurrence. The caller must not change the list.
func (v *view) variables(u int) []string {
	if v.vars[u] == nil {
		list := slices.Clone(v.units[u].formals)
		il.Walk(v.units[u].block, func(s il.Stmt) {
			il.EachVar(s, func(name string, _ il.Pos) {
				if !slices.Contains(list, name) {
					list = append(list, name)
				}
			})
		})
		v.vars[u] = slices.Clip(list)
	}
	return v.vars[u]
}

// fields lists the fields of the program in the order of their first occurrence.
func (v *view) fields() []string {
	list := newOrdered()
	for _, s := range v.stmts {
		il.EachField(s.stmt, list.add)
	}
	return list.names
}

// freshMethod returns the first method name that the program does not have.
func (v *view) freshMethod() string {
	var taken []string
	for _, u := range v.units {
		if u.method != nil {
			taken = append(taken, u.method.Name)
		}
	}
	return freshName("mnpqrs", &taken)
}

// ordered is a set of names in insertion order.
type ordered struct {
	names []string
	index map[string]int
}

func newOrdered() *ordered { return &ordered{index: map[string]int{}} }

func (o *ordered) add(name string) {
	if _, ok := o.index[name]; !ok {
		o.index[name] = len(o.names)
		o.names = append(o.names, name)
	}
}

// A rewriting is a change made while a program is copied. A nil part changes nothing. Declarations,
// units and statements are given by their numbers in a view.
type rewriting struct {
	// decl reports whether to keep a declaration.
	decl func(i int) bool
	// stmt returns the replacement of statement i of unit u, if it changes. The result is copied
	// with the rewriting applied to nested blocks, so it may contain parts of s.
	stmt func(u, i int, s il.Stmt) ([]il.Stmt, bool)
	// list has replacements for some blocks, to be copied with the rewriting applied.
	list map[*il.Block][]il.Stmt
	// expr returns the replacement of an expression of unit u, names included, if it changes.
	expr     func(u int, e il.Expr) (il.Expr, bool)
	variable func(u int, name string) string // renames a variable of unit u
	field    func(name string) string        // renames a field
	called   func(name string) string        // renames a method
	formals  func(u int, m *il.Method) []il.Formal
	private  func(u int, m *il.Method) bool
	blocks   func([2]*il.Block) [2]*il.Block // of the threads, to be copied
	finish   func(*il.Program)               // changes the copy
}

// rewrite copies the program with the change. The copy shares no nodes with the original; its
// positions are still the old ones.
func (v *view) rewrite(w rewriting) *il.Program {
	c := copier{rewriting: w, number: v.number}
	out := &il.Program{Source: v.program.Source}
	for i, d := range v.program.Decls {
		if w.decl == nil || w.decl(i) {
			out.Decls = append(out.Decls, c.decl(d))
		}
		switch d.(type) {
		case *il.Method:
			c.unit++
		case *il.Parallel:
			c.unit += 2
		}
	}
	if w.finish != nil {
		w.finish(out)
	}
	return out
}

func copied(s il.Stmt) il.Stmt { return il.Rebuild(s, new(copier)) }

// A copier applies a rewriting to the parts of a program. It is an il.Copier.
type copier struct {
	rewriting
	number map[il.Stmt]int
	unit   int
}

func (c *copier) decl(d il.Decl) il.Decl {
	switch d := d.(type) {
	case *il.Method:
		n := *d
		n.Name = c.Method(d.Name)
		formals := d.Formals
		if c.formals != nil {
			formals = c.formals(c.unit, d)
		}
		if c.private != nil {
			n.Private = c.private(c.unit, d)
		}
		n.Formals = nil
		for _, f := range formals {
			n.Formals = append(n.Formals, il.Formal{Name: c.Variable(f.Name), At: f.At})
		}
		n.Body = c.Block(d.Body)
		return &n
	case *il.Parallel:
		n := *d
		if c.blocks != nil {
			n.Blocks = c.blocks(n.Blocks)
		}
		n.Blocks[0] = c.Block(n.Blocks[0])
		right := *c
		right.unit++
		n.Blocks[1] = right.Block(n.Blocks[1])
		return &n
	case *il.Init:
		n := *d
		n.Cells = slices.Clone(d.Cells)
		n.Bindings = slices.Clone(d.Bindings)
		return &n
	default:
		panic(il.Unknown(d))
	}
}

// The methods of il.Copier.

func (c *copier) Pos(at il.Pos) il.Pos { return at }

func (c *copier) Variable(name string) string {
	if c.variable == nil {
		return name
	}
	return c.variable(c.unit, name)
}

func (c *copier) Method(name string) string {
	if c.called == nil {
		return name
	}
	return c.called(name)
}

func (c *copier) Expr(e il.Expr) il.Expr {
	if c.expr != nil {
		if n, changed := c.expr(c.unit, e); changed {
			return n
		}
	}
	n := il.Expr{Root: c.Variable(e.Root), Fields: e.Fields, At: e.At}
	if c.field != nil {
		n.Fields = nil
		for _, f := range e.Fields {
			n.Fields = append(n.Fields, c.field(f))
		}
	}
	return n
}

func (c *copier) Block(b *il.Block) *il.Block {
	if b == nil {
		return nil
	}
	list, ok := c.list[b]
	if !ok {
		list = b.Stmts
	}
	return &il.Block{At: b.At, End: b.End, Stmts: c.stmts(nil, list)}
}

// stmts appends copies of statements, or their replacements. A replacement that is not from the
// tree (it has no number) is not rewritten again.
func (c *copier) stmts(out []il.Stmt, list []il.Stmt) []il.Stmt {
	for _, s := range list {
		if i, ok := c.number[s]; ok && c.stmt != nil {
			if by, changed := c.stmt(c.unit, i, s); changed {
				out = c.stmts(out, by)
				continue
			}
		}
		out = append(out, il.Rebuild(s, c))
	}
	return out
}
