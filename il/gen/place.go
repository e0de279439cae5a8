package gen

import (
	"strings"

	"wobbly/il"
)

// Positioned prints p, sets the position of every node to the place where the text
// holds it, makes the text p.Source and returns p. The text is that of
// il.Format, in one pass and without its care for comments, which are dropped.
// No node may occur twice in p.
func Positioned(p *il.Program) *il.Program {
	const usual = 256 // bytes
	var w placer
	w.text.Grow(usual)
	for i, d := range p.Decls {
		if i > 0 {
			w.str("\n")
		}
		w.decl(d)
	}
	p.Comments = nil
	p.Source = il.NewSource("generated.il", w.text.String())
	return p
}

// placer prints a tree and writes positions into it.
type placer struct {
	text   strings.Builder
	indent int
}

func (w *placer) str(s string) { w.text.WriteString(s) }

func (w *placer) pos() il.Pos { return il.Pos(w.text.Len()) }

// at prints s and tells where it stands.
func (w *placer) at(s string) il.Pos {
	at := w.pos()
	w.str(s)
	return at
}

func (w *placer) decl(d il.Decl) {
	switch d := d.(type) {
	case *il.Method:
		w.method(d)
	case *il.Parallel:
		d.At = w.pos()
		w.block(d.Blocks[0])
		w.str(" || ")
		w.block(d.Blocks[1])
		w.str("\n")
	case *il.Init:
		w.init(d)
	default:
		panic(il.Unknown(d))
	}
}

func (w *placer) method(m *il.Method) {
	m.At = w.pos()
	if m.Private {
		w.str("private ")
	}
	m.NameAt = w.at(m.Name)
	w.str("(")
	for i := range m.Formals {
		w.comma(i)
		m.Formals[i].At = w.at(m.Formals[i].Name)
	}
	w.str(") ")
	w.block(m.Body)
	w.str("\n")
}

// init prints the cells, then the bindings.
func (w *placer) init(d *il.Init) {
	d.At = w.at("init {")
	for i := range d.Cells {
		c := &d.Cells[i]
		w.str("\n  ")
		c.At = w.at(c.Object)
		w.str(".")
		w.str(c.Field)
		w.str(" = ")
		c.ValueAt = w.at(c.Value)
		w.str(";")
	}
	for i := range d.Bindings {
		b := &d.Bindings[i]
		w.str("\n  ")
		b.At = w.at([2]string{"A.", "B."}[b.Thread])
		b.VariableAt = w.at(b.Variable)
		w.str(" = ")
		b.ValueAt = w.at(b.Value)
		w.str(";")
	}
	if len(d.Cells)+len(d.Bindings) > 0 {
		w.str("\n")
	}
	d.End = w.at("}")
	w.str("\n")
}

func (w *placer) comma(i int) {
	if i > 0 {
		w.str(", ")
	}
}

func (w *placer) block(b *il.Block) {
	b.At = w.at("{")
	if len(b.Stmts) == 0 {
		b.End = w.at("}")
		return
	}
	w.str("\n")
	w.indent++
	for _, s := range b.Stmts {
		w.margin()
		w.stmt(s)
	}
	w.indent--
	w.margin()
	b.End = w.at("}")
}

// deepest is the level from which on il.Format indents no further.
const deepest = 40

func (w *placer) margin() {
	for range min(w.indent, deepest) {
		w.str("  ")
	}
}

// stmt prints s and its line end.
func (w *placer) stmt(s il.Stmt) {
	switch s := s.(type) {
	case *il.If:
		s.At = w.at("if * ")
		w.block(s.Then)
		if s.Else != nil {
			w.str(" else ")
			w.block(s.Else)
		}
		w.str("\n")
	case *il.While:
		s.At = w.at("while * ")
		w.block(s.Body)
		w.str("\n")
	case *il.Synchronized:
		s.At = w.at("synchronized ")
		w.block(s.Body)
		w.str("\n")
	default:
		w.simple(s)
		w.str(";\n")
	}
}

func (w *placer) simple(s il.Stmt) {
	switch s := s.(type) {
	case *il.Skip:
		s.At = w.at("skip")
	case *il.Copy:
		s.At = w.assign(s.Dst)
		s.SrcAt = w.at(s.Src)
	case *il.Load:
		s.At = w.assign(s.Dst)
		w.expr(&s.Src)
	case *il.Store:
		w.assignTo(&s.Dst)
		s.At = s.Dst.At
		s.SrcAt = w.at(s.Src)
	case *il.New:
		s.At = w.assign(s.Dst)
		w.str("new()")
	case *il.Lock:
		s.At = w.at("lock()")
	case *il.Unlock:
		s.At = w.at("unlock()")
	case *il.Call:
		w.call(s)
	case *il.Move:
		w.assignTo(&s.Dst)
		s.At = s.Dst.At
		w.expr(&s.Src)
	case *il.NewAt:
		w.assignTo(&s.Dst)
		s.At = s.Dst.At
		w.str("new()")
	default:
		panic(il.Unknown(s))
	}
}

func (w *placer) call(s *il.Call) {
	s.At = w.at(s.Method)
	w.str("(")
	for i := range s.Args {
		w.comma(i)
		w.expr(&s.Args[i])
	}
	w.str(")")
}

func (w *placer) assign(variable string) il.Pos {
	at := w.at(variable)
	w.str(" := ")
	return at
}

func (w *placer) assignTo(path *il.Expr) {
	w.expr(path)
	w.str(" := ")
}

func (w *placer) expr(e *il.Expr) {
	e.At = w.at(e.Root)
	for _, f := range e.Fields {
		w.text.WriteByte('.')
		w.str(f)
	}
}
