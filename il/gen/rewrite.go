package gen

import "wobbly/il"

// rewriting says how to copy a program with a change. Each part may be nil,
// which means no change. Declarations, units and statements go by their numbers
// in a view.
type rewriting struct {
	// decl tells whether to keep a declaration.
	decl func(i int) bool
	// stmt gives what statement i of unit u becomes, and whether it
	// changes. Blocks that it returns are copied with the rewriting applied
	// to what is inside, so it may return parts of s.
	stmt func(u, i int, s il.Stmt) ([]il.Stmt, bool)
	// list gives other statements for some blocks, to be copied with the
	// rewriting applied.
	list map[*il.Block][]il.Stmt
	// expr gives what an expression of unit u becomes, names included, and
	// whether it changes.
	expr func(u int, e il.Expr) (il.Expr, bool)
	// variable renames a variable of unit u.
	variable func(u int, name string) string
	// field renames a field.
	field func(name string) string
	// called renames a method.
	called func(name string) string
	// formals gives the formals of the method that is unit u.
	formals func(u int, m *il.Method) []il.Formal
	// private tells the visibility of the method that is unit u.
	private func(u int, m *il.Method) bool
	// blocks gives the thread blocks, which are copied then.
	blocks func([2]*il.Block) [2]*il.Block
}

// rewrite copies the program with the change. The copy shares no node with the
// original; its positions are still the old ones.
func (v *view) rewrite(w rewriting) *il.Program {
	c := copier{rewriting: w, number: v.number}
	out := &il.Program{Source: v.program.Source}
	for i, d := range v.program.Decls {
		if w.decl != nil && !w.decl(i) {
			c.unit += unitsIn(d)
			continue
		}
		out.Decls = append(out.Decls, c.decl(d))
	}
	return out
}

func unitsIn(d il.Decl) int {
	switch d.(type) {
	case *il.Method:
		return 1
	case *il.Parallel:
		return 2
	default:
		return 0
	}
}

// copied is a copy of s and the blocks inside.
func copied(s il.Stmt) il.Stmt { return new(copier).same(s) }

type copier struct {
	rewriting
	number map[il.Stmt]int
	unit   int
}

func (c *copier) decl(d il.Decl) il.Decl {
	switch d := d.(type) {
	case *il.Method:
		return c.method(d)
	case *il.Parallel:
		blocks := d.Blocks
		if c.blocks != nil {
			blocks = c.blocks(blocks)
		}
		n := *d
		for i, b := range blocks {
			n.Blocks[i] = c.block(b)
			c.unit++
		}
		return &n
	case *il.Init:
		n := *d
		n.Cells = append([]il.Cell(nil), d.Cells...)
		n.Bindings = append([]il.Binding(nil), d.Bindings...)
		return &n
	default:
		panic(il.Unknown(d))
	}
}

func (c *copier) method(m *il.Method) *il.Method {
	n := *m
	n.Name = renamed(c.called, m.Name)
	formals := m.Formals
	if c.formals != nil {
		formals = c.formals(c.unit, m)
	}
	if c.private != nil {
		n.Private = c.private(c.unit, m)
	}
	n.Formals = nil
	for _, f := range formals {
		n.Formals = append(n.Formals, il.Formal{Name: c.rename(f.Name), At: f.At})
	}
	n.Body = c.block(m.Body)
	c.unit++
	return &n
}

func (c *copier) rename(variable string) string {
	if c.variable == nil {
		return variable
	}
	return c.variable(c.unit, variable)
}

func renamed(by func(string) string, name string) string {
	if by == nil {
		return name
	}
	return by(name)
}

func (c *copier) expr(e il.Expr) il.Expr {
	if c.rewriting.expr != nil {
		if n, changed := c.rewriting.expr(c.unit, e); changed {
			return n
		}
	}
	n := il.Expr{Root: c.rename(e.Root), Fields: e.Fields, At: e.At}
	if c.field != nil {
		n.Fields = nil
		for _, f := range e.Fields {
			n.Fields = append(n.Fields, c.field(f))
		}
	}
	return n
}

func (c *copier) block(b *il.Block) *il.Block {
	if b == nil {
		return nil
	}
	list, ok := c.list[b]
	if !ok {
		list = b.Stmts
	}
	return &il.Block{At: b.At, End: b.End, Stmts: c.stmts(nil, list)}
}

func (c *copier) stmts(out []il.Stmt, list []il.Stmt) []il.Stmt {
	for _, s := range list {
		out = c.stmt(out, s)
	}
	return out
}

// stmt appends the copy of s, or of what it becomes. A statement of that which
// is not of the tree (it has no number) is not rewritten again.
func (c *copier) stmt(out []il.Stmt, s il.Stmt) []il.Stmt {
	if i, ok := c.number[s]; ok && c.rewriting.stmt != nil {
		if list, changed := c.rewriting.stmt(c.unit, i, s); changed {
			return c.stmts(out, list)
		}
	}
	return append(out, c.same(s))
}

// same copies one statement.
func (c *copier) same(s il.Stmt) il.Stmt {
	switch s := s.(type) {
	case *il.Skip:
		return &il.Skip{At: s.At}
	case *il.Copy:
		return &il.Copy{At: s.At, Dst: c.rename(s.Dst), Src: c.rename(s.Src), SrcAt: s.SrcAt}
	case *il.Load:
		return &il.Load{At: s.At, Dst: c.rename(s.Dst), Src: c.expr(s.Src)}
	case *il.Store:
		return &il.Store{At: s.At, Dst: c.expr(s.Dst), Src: c.rename(s.Src), SrcAt: s.SrcAt}
	case *il.New:
		return &il.New{At: s.At, Dst: c.rename(s.Dst)}
	case *il.Lock:
		return &il.Lock{At: s.At}
	case *il.Unlock:
		return &il.Unlock{At: s.At}
	case *il.If:
		return &il.If{At: s.At, Then: c.block(s.Then), Else: c.block(s.Else)}
	case *il.While:
		return &il.While{At: s.At, Body: c.block(s.Body)}
	case *il.Call:
		n := &il.Call{At: s.At, Method: renamed(c.called, s.Method)}
		for _, e := range s.Args {
			n.Args = append(n.Args, c.expr(e))
		}
		return n
	case *il.Move:
		return &il.Move{At: s.At, Dst: c.expr(s.Dst), Src: c.expr(s.Src)}
	case *il.NewAt:
		return &il.NewAt{At: s.At, Dst: c.expr(s.Dst)}
	case *il.Synchronized:
		return &il.Synchronized{At: s.At, Body: c.block(s.Body)}
	default:
		panic(il.Unknown(s))
	}
}
