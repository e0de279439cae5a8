package parse

import (
	"strings"

	"wobbly/il"
)

// block reads { ... }; the next token is the opening brace.
func (r *reader) block() *il.Block { return r.blockAfter(r.advance()) }

// blockAfter reads the rest of a block whose opening brace t is consumed.
func (r *reader) blockAfter(t token) *il.Block {
	b := r.blocks.take()
	b.At = t.pos()
	failed := r.failed // of the statement that the block belongs to
	if r.depth >= maxDepth {
		b.End = r.tooDeep(t)
		return b
	}
	r.depth++
	base := len(r.stack)
	for r.tok.kind != rbrace && r.tok.kind != eof {
		r.stmt()
	}
	b.Stmts = r.stmts.copyOf(r.stack[base:])
	r.stack = r.stack[:base]
	r.depth--
	r.failed = failed
	b.End = r.tok.pos()
	if !r.accept(rbrace) {
		r.unclosedBlock(b.At)
	}
	return b
}

// push adds a statement to the innermost open block.
func (r *reader) push(s il.Stmt) { r.stack = append(r.stack, s) }

// stmt reads a statement and what separates it from the next. It consumes at
// least one token.
func (r *reader) stmt() {
	r.failed = false
	t := r.advance()
	if t.kind == name {
		r.assignmentOrCall(t)
		return
	}
	if t.kind.keyword() && (r.tok.kind == assign || r.tok.kind == dot) {
		r.reservedName(t)
		r.recover()
		return
	}
	r.form(t.kind, t)
}

// form reads the statement that begins with the word k, which is consumed.
func (r *reader) form(k kind, t token) {
	switch k {
	case kwSkip:
		s := r.skips.take()
		s.At = t.pos()
		r.push(s)
		if r.tok.kind == lparen {
			r.skipWithArguments()
		}
		r.endSimple()
	case kwLock:
		s := r.locks.take()
		s.At = t.pos()
		r.push(s)
		r.noArguments(t)
		r.endSimple()
	case kwUnlock:
		s := r.unlocks.take()
		s.At = t.pos()
		r.push(s)
		r.noArguments(t)
		r.endSimple()
	case kwIf:
		r.ifStmt(t)
	case kwWhile:
		s := r.whiles.take()
		s.At = t.pos()
		r.nondeterministic(t)
		r.accept(kwDo)
		s.Body = r.body(t)
		r.push(s)
		r.accept(semi)
	case kwSynchronized:
		s := r.syncs.take()
		s.At = t.pos()
		if r.tok.kind == lparen {
			r.lockIsOne()
		}
		s.Body = r.body(t)
		r.push(s)
		r.accept(semi)
	default:
		r.noStatement(t)
	}
}

// ifStmt reads the rest of an if, whose keyword t is consumed.
func (r *reader) ifStmt(t token) {
	s := r.ifs.take()
	s.At = t.pos()
	r.nondeterministic(t)
	r.accept(kwThen)
	s.Then = r.body(t)
	if r.tok.kind == kwElse {
		s.Else = r.body(r.advance())
	}
	r.push(s)
	r.accept(semi)
}

// nondeterministic reads the * after if or while.
func (r *reader) nondeterministic(t token) {
	if !r.accept(star) {
		r.condition(t)
	}
}

// noArguments reads the () after lock and unlock.
func (r *reader) noArguments(t token) {
	if r.accept(lparen) {
		if r.accept(rparen) {
			return
		}
	}
	r.lockWithArguments(t)
}

// body reads the block that belongs to the keyword t.
func (r *reader) body(t token) *il.Block {
	if r.tok.kind == lbrace {
		return r.block()
	}
	return r.bodyWithoutBraces(t)
}

// assignmentOrCall reads the rest of a statement that begins with the name t.
func (r *reader) assignmentOrCall(t token) {
	switch r.tok.kind {
	case assign:
		r.advance()
		r.assignment(t, nil)
	case dot:
		fields := r.fields()
		if fields == nil {
			r.recover()
		} else if r.accept(assign) || r.wrongAssign(t) {
			r.assignment(t, fields)
		}
	case lparen:
		r.call(t)
		r.endCall(t)
	default:
		if r.wrongAssign(t) {
			r.assignment(t, nil)
		}
	}
}

// assignment reads the right side of an assignment to the variable root, or to
// the path of root and fields where there are some.
func (r *reader) assignment(root token, fields []string) {
	src := r.tok
	switch src.kind {
	case name:
		r.advance()
		if r.tok.kind == dot {
			r.assignPath(root, fields, il.Expr{Root: r.textOf(src), Fields: r.fields(), At: src.pos()})
		} else if r.tok.kind == lparen {
			r.resultOfCall(root, src)
		} else {
			r.assignVar(root, fields, src)
		}
	case kwNew:
		r.advance()
		r.newObject()
		r.assignNew(root, fields)
	default:
		r.noValue(src)
	}
	r.endSimple()
}

// newObject reads the () after new.
func (r *reader) newObject() {
	if r.accept(lparen) && r.accept(rparen) {
		return
	}
	r.newWithArguments()
}

// assignVar makes x := y or π := y.
func (r *reader) assignVar(root token, fields []string, src token) {
	if fields == nil {
		s := r.copies.take()
		*s = il.Copy{At: root.pos(), Dst: r.textOf(root), Src: r.textOf(src), SrcAt: src.pos()}
		r.push(s)
		return
	}
	s := r.stores.take()
	*s = il.Store{At: root.pos(), Dst: r.path(root, fields), Src: r.textOf(src), SrcAt: src.pos()}
	r.push(s)
}

// assignPath makes x := π or π := π'. A path that lost its fields to an error
// makes nothing.
func (r *reader) assignPath(root token, fields []string, src il.Expr) {
	switch {
	case src.IsVar():
	case fields == nil:
		s := r.loads.take()
		*s = il.Load{At: root.pos(), Dst: r.textOf(root), Src: src}
		r.push(s)
	default:
		s := r.moves.take()
		*s = il.Move{At: root.pos(), Dst: r.path(root, fields), Src: src}
		r.push(s)
	}
}

// assignNew makes x := new() or π := new().
func (r *reader) assignNew(root token, fields []string) {
	if fields == nil {
		s := r.news.take()
		*s = il.New{At: root.pos(), Dst: r.textOf(root)}
		r.push(s)
		return
	}
	s := r.newAts.take()
	*s = il.NewAt{At: root.pos(), Dst: r.path(root, fields)}
	r.push(s)
}

func (r *reader) path(root token, fields []string) il.Expr {
	return il.Expr{Root: r.textOf(root), Fields: fields, At: root.pos()}
}

// call reads the arguments of a call of t; the next token is the parenthesis.
func (r *reader) call(t token) {
	s := r.calls.take()
	s.At, s.Method = t.pos(), r.textOf(t)
	r.advance()
	r.args = r.args[:0]
	for r.tok.kind != rparen {
		if !r.argument() {
			break
		}
	}
	r.accept(rparen)
	s.Args = r.exprs.copyOf(r.args)
	r.push(s)
}

// argument reads an argument and the comma behind it, and tells whether the
// list goes on to the parenthesis that closes it.
func (r *reader) argument() bool {
	t := r.tok
	if t.kind != name {
		r.noArgument(t)
		return false
	}
	e := il.Expr{Root: r.textOf(t), At: t.pos()}
	r.advance()
	if r.tok.kind == dot {
		e.Fields = r.fields()
	}
	r.args = append(r.args, e)
	switch r.tok.kind {
	case rparen:
		return !r.failed
	case comma:
		comma := r.advance()
		if r.tok.kind == rparen {
			r.trailingComma(comma)
			return false
		}
		return !r.failed
	default:
		r.listBroken("argument")
		return false
	}
}

// fields reads the .f.g of a path; the next token is the dot. Without an error
// there is at least one.
func (r *reader) fields() []string {
	from, end := r.tok.at+1, r.tok.at
	joined := true // nothing stands between the tokens of the path
	r.names = r.names[:0]
	for r.tok.kind == dot {
		d := r.advance()
		if r.tok.kind != name {
			r.noField(d)
			return nil
		}
		f := r.advance()
		joined = joined && d.at == end && f.at == d.end
		end = f.end
		r.names = append(r.names, r.textOf(f))
	}
	if joined {
		return r.nodes.fields.of(r.text[from:end], r.names)
	}
	return r.nodes.fields.of(strings.Join(r.names, "."), r.names)
}

// endSimple reads what ends a simple statement: ";", the block's end or a
// line's end.
func (r *reader) endSimple() {
	switch {
	case r.failed:
		r.recover()
	case r.tok.kind == semi:
		r.advance()
	case r.tok.newline, r.tok.kind == rbrace, r.tok.kind == eof:
	default:
		r.notSeparated()
	}
}
