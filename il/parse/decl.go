package parse

import (
	"strings"

	"wobbly/il"
)

// declaration reads a piece of the text. The declaration is nil if the piece has none, and marked
// as broken if it has errors.
func (r *reader) declaration(piece span) (d il.Decl) {
	r.scan(piece.from, piece.to)
	r.begin(piece, nil)
	before := r.count
	for d == nil && r.tok.kind != eof {
		r.failed = false
		d = r.declare()
	}
	if r.tok.kind != eof {
		r.leftover()
	}
	switch d := d.(type) {
	case *il.Method:
		d.Broken = r.count > before
	case *il.Parallel:
		d.Broken = r.count > before
	}
	return d
}

// declare reads a declaration, or skips something else and returns nil. It consumes at least one
// token.
func (r *reader) declare() il.Decl {
	t := r.advance()
	switch {
	case t.kind == lbrace:
		r.loose = false
		return r.parallel(t)
	case t.kind == kwPrivate:
		r.loose = false
		return r.method(r.advance(), t)
	case t.kind == kwSynchronized && r.tok.kind == name:
		r.loose = false
		return r.method(t, t)
	case t.kind != name:
		r.noDeclaration(t)
		return nil
	case r.tok.kind == lbrace && r.textOf(t) == "init":
		r.loose = false
		return r.init(t)
	case r.isOutside():
		r.outside(t)
		return nil
	default:
		r.loose = false
		if r.textOf(t) == "func" && r.tok.kind == lparen { // perhaps func (c *T) m() of Go
			_, rest, _ := strings.Cut(r.text[r.tok.end:r.piece.to], ")")
			if nameLen(strings.TrimLeft(rest, " ")) > 0 {
				for r.advance().kind != rparen {
				}
			}
		}
		return r.method(t, t)
	}
}

// method reads a method whose name t is consumed; its first token is first.
func (r *reader) method(t, first token) il.Decl {
	r.locked, r.headRead = -1, false
	if first.kind == kwSynchronized {
		t = r.otherHead(first)
	} else if t.kind != name || r.tok.kind == name || r.tok.kind == kwSynchronized {
		wrong := t
		if t = r.wrongHead(t); t.kind != name && wrong.kind == name {
			r.widen(first.at, wrong.at) // a field or a class is not private either
		}
	}
	if t.kind != name {
		return nil
	}
	m := r.methods.node(il.Method{
		At: first.pos(), NameAt: t.pos(), Private: first.kind == kwPrivate, Name: r.textOf(t),
	})
	switch {
	case r.headRead: // otherHead has reported and skipped the parameters
	case r.accept(lparen):
		r.formals = r.formals[:0]
		r.list("parameter", func(x token) bool {
			r.formals = append(r.formals, il.Formal{Name: r.textOf(x), At: x.pos()})
			return true
		})
		m.Formals = r.params.copyOf(r.formals)
	default:
		r.noParameters(t)
	}
	m.Body = r.methodBody(t)
	if end := int32(m.Body.End); r.locked >= 0 && !r.unclosed {
		r.mend(r.locked, int32(m.Body.At)+1, int32(m.Body.At)+1, " synchronized {")
		r.mend(r.locked, end, end, "} ")
	}
	return m
}

// parallel reads C1 || C2, whose first brace t is consumed.
func (r *reader) parallel(t token) il.Decl {
	d := &il.Parallel{At: t.pos()}
	d.Blocks[0] = r.blockAfter(t)
	if !r.accept(bars) {
		r.noBars(d.Blocks[0])
	}
	if r.tok.kind == lbrace {
		d.Blocks[1] = r.block()
	} else {
		d.Blocks[1] = r.noSecondBlock()
	}
	return d
}

// init reads an init block whose first token t is consumed; the next one is the brace.
func (r *reader) init(t token) il.Decl {
	d := &il.Init{At: t.pos()}
	brace := r.advance()
	for r.tok.kind != rbrace && r.tok.kind != eof {
		r.failed = false
		r.entry(d)
	}
	d.End = r.tok.pos()
	if !r.accept(rbrace) {
		r.unclosedBlock(brace.pos())
	}
	return d
}

// entry reads a cell o1.f = o2 or a binding A.x = o, and the separator after it.
func (r *reader) entry(d *il.Init) {
	var t [5]token
	for i, want := range [5]kind{name, dot, name, equals, name} {
		if r.tok.kind != want {
			r.brokenEntry(t[:i])
			return
		}
		t[i] = r.advance()
	}
	addEntry(d, r.identifier(t[0]), r.identifier(t[2]), r.identifier(t[4]))
	r.endSimple()
}

// identifier is a name and where it is.
type identifier struct {
	text string
	at   il.Pos
}

func (r *reader) identifier(t token) identifier {
	return identifier{text: r.textOf(t), at: t.pos()}
}

// addEntry adds object.field = value to an init block: a binding if the object is a thread's
// letter, and else a cell.
func addEntry(d *il.Init, object, field, value identifier) {
	switch object.text {
	case "A", "B":
		d.Bindings = append(d.Bindings, il.Binding{
			At: object.at, Thread: int(object.text[0] - 'A'),
			Variable: field.text, VariableAt: field.at, Value: value.text, ValueAt: value.at,
		})
	default:
		d.Cells = append(d.Cells, il.Cell{
			At: object.at, Object: object.text, Field: field.text, Value: value.text,
			ValueAt: value.at,
		})
	}
}
