package parse

import (
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// block reads { ... }; the next token is the opening brace.
func (r *reader) block() *il.Block { return r.blockAfter(r.advance()) }

// blockAfter reads the rest of a block whose opening brace t is consumed.
func (r *reader) blockAfter(t token) *il.Block {
	b := r.blocks.node(il.Block{At: t.pos()})
	if r.depth >= maxDepth {
		b.End = r.tooDeep(t)
		return b
	}
	failed := r.failed // of the statement that the block belongs to
	base := len(r.stack)
	r.depth++
	for r.tok.kind != rbrace && r.tok.kind != eof {
		r.stmt()
	}
	r.depth--
	b.Stmts = r.stmts.copyOf(r.stack[base:])
	r.stack = r.stack[:base]
	r.failed = failed
	b.End = r.tok.pos()
	if !r.accept(rbrace) {
		r.unclosedBlock(b.At)
	}
	return b
}

// push adds s to the innermost open block.
func (r *reader) push(s il.Stmt) { r.stack = append(r.stack, s) }

// stmt reads a statement and its separator. It consumes at least one token.
func (r *reader) stmt() {
	r.failed, r.begun, r.value = false, r.tok.at, -1
	t := r.advance()
	switch {
	case t.kind == name:
		r.assignmentOrCall(t)
	case t.kind.keyword() && (r.tok.kind == assign || r.tok.kind == dot):
		if !r.lockCall() {
			r.reservedName(t)
		}
		r.recover()
	default:
		r.keywordStmt(t.kind, t)
	}
}

// keywordStmt reads the rest of a statement whose first token t is consumed: the keyword k, or a
// misspelling of it.
func (r *reader) keywordStmt(k kind, t token) {
	switch k {
	case kwSkip:
		r.push(r.skips.node(il.Skip{At: t.pos()}))
		if open := r.tok; open.kind == lparen {
			n := r.fault(diag.LockArguments, open, open, "skip takes no parentheses",
				`expected ";"`,
				"write skip;")
			r.mend(n, open.at, r.listEnd(open.end), "")
		}
		r.endSimple()
	case kwLock, kwUnlock:
		lock, closed := il.LockRef{}, false
		if r.accept(lparen) {
			lock = r.lockName()
			closed = r.accept(rparen)
		}
		if k == kwLock {
			r.push(r.locks.node(il.Lock{At: t.pos(), LockRef: lock}))
		} else {
			r.push(r.unlocks.node(il.Unlock{At: t.pos(), LockRef: lock}))
		}
		switch {
		case closed && (r.tok.kind != lbrace || r.tok.newline): // well formed
		case r.lockWithBlock(t):
			return
		default:
			r.lockWithArguments(t)
		}
		r.endSimple()
	case kwIf:
		if !r.accept(star) {
			r.condition(t)
		}
		r.accept(kwThen)
		s := r.ifs.node(il.If{At: t.pos(), Then: r.body(t)})
		if r.tok.kind == kwElse {
			s.Else = r.body(r.advance())
		}
		r.push(s)
		r.accept(semi)
	case kwWhile:
		if !r.accept(star) {
			r.condition(t)
		}
		r.accept(kwDo)
		r.push(r.whiles.node(il.While{At: t.pos(), Body: r.body(t)}))
		r.accept(semi)
	case kwDo:
		r.doLoop(t)
	case kwSynchronized:
		lock := r.lockOfRegion()
		r.push(r.syncs.node(il.Synchronized{At: t.pos(), LockRef: lock, Body: r.body(t)}))
		r.accept(semi)
	default:
		r.noStatement(t)
	}
}

// lockName reads the name of a lock, if there is one. In other languages "this" is an object, and
// each has a lock of its own; here it would be one lock for all, so it is not accepted.
func (r *reader) lockName() il.LockRef {
	if r.tok.kind != name || r.textOf(r.tok) == "this" {
		return il.LockRef{}
	}
	t := r.advance()
	return il.LockRef{Lock: r.textOf(t), LockAt: t.pos()}
}

// lockOfRegion reads the (m) after synchronized, if there is one.
func (r *reader) lockOfRegion() (lock il.LockRef) {
	open := r.tok
	if !r.accept(lparen) {
		if strings.HasPrefix(strings.TrimLeft(r.text[open.end:], " "), "{") {
			r.bareLock()
		}
		return lock
	}
	if lock = r.lockName(); lock.Lock == "" || !r.accept(rparen) {
		r.notALock(open)
	}
	return lock
}

// body reads the block of the statement, or of the else, whose keyword is t.
func (r *reader) body(t token) *il.Block {
	if r.tok.kind == lbrace {
		return r.block()
	}
	return r.bodyWithoutBraces(t)
}

// assignmentOrCall reads the rest of a statement whose first token, the name t, is consumed.
func (r *reader) assignmentOrCall(t token) {
	dst := il.Expr{Root: r.textOf(t), At: t.pos()}
	switch r.tok.kind {
	case assign:
		r.advance()
		r.assignment(dst)
	case dot:
		if dst.Fields = r.path(); dst.Fields == nil {
			r.recover()
		} else if r.accept(assign) || r.wrongAssign(t) {
			r.assignment(dst)
		}
	case lparen:
		kept, count := len(r.diags), r.count
		r.call(t)
		if r.failed || r.tok.kind == lbrace {
			r.failedCall(t, kept, count)
			return
		}
		r.endSimple()
	default:
		if r.wrongAssign(t) {
			r.assignment(dst)
		}
	}
}

// assignment reads the right side of an assignment to dst.
func (r *reader) assignment(dst il.Expr) {
	t := r.tok
	r.value = t.at
	switch t.kind {
	case name:
		r.advance()
		src := il.Expr{Root: r.textOf(t), At: t.pos()}
		switch {
		case r.tok.kind == lparen:
			r.resultOfCall(t)
		case r.tok.kind != dot && dst.IsVar():
			r.push(r.copies.node(il.Copy{At: dst.At, Dst: dst.Root, Src: src.Root, SrcAt: src.At}))
		case r.tok.kind != dot:
			r.push(r.stores.node(il.Store{At: dst.At, Dst: dst, Src: src.Root, SrcAt: src.At}))
		default:
			src.Fields = r.path()
			switch {
			case src.Fields == nil: // an error
			case dst.IsVar():
				r.push(r.loads.node(il.Load{At: dst.At, Dst: dst.Root, Src: src}))
			default:
				r.push(r.moves.node(il.Move{At: dst.At, Dst: dst, Src: src}))
			}
		}
	case kwNew:
		r.advance()
		if !r.accept(lparen) || !r.accept(rparen) {
			r.newWithArguments()
		}
		if dst.IsVar() {
			r.push(r.news.node(il.New{At: dst.At, Dst: dst.Root}))
		} else {
			r.push(r.newAts.node(il.NewAt{At: dst.At, Dst: dst}))
		}
	default:
		r.noValue(t)
	}
	r.endSimple()
}

// path reads the .f.g of a path; the next token is the dot. The list is nil after an error.
func (r *reader) path() []string {
	from := r.tok.at
	r.names = r.names[:0]
	for r.tok.kind == dot {
		d := r.advance()
		if r.tok.kind != name {
			r.noField(d)
			return nil
		}
		r.names = append(r.names, r.textOf(r.advance()))
	}
	return r.fields.list(r.text[from:r.last], r.names)
}

// call reads the arguments of a call of t; the next token is the parenthesis.
func (r *reader) call(t token) {
	r.advance()
	r.args = r.args[:0]
	r.list("argument", func(x token) bool {
		e := il.Expr{Root: r.textOf(x), At: x.pos()}
		if r.tok.kind == dot {
			e.Fields = r.path()
		}
		r.args = append(r.args, e)
		return !r.failed
	})
	r.push(r.calls.node(il.Call{At: t.pos(), Method: r.textOf(t), Args: r.exprs.copyOf(r.args)}))
}

// list reads the rest of a list in parentheses after the opening one. Each item begins with a name;
// item reads what follows it and reports whether to continue. The parameter what is the word for an
// item.
func (r *reader) list(what string, item func(t token) bool) {
	for more := true; more && r.tok.kind != rparen; {
		t := r.tok
		if t.kind != name {
			r.noItem(what, t)
			break
		}
		r.advance()
		more = item(t)
		switch r.tok.kind {
		case rparen: // which ends the loop
		case comma:
			if t := r.advance(); r.tok.kind == rparen {
				r.replace(diag.BrokenList, t, `"," before ")"`, "nothing follows it",
					"remove it", "")
				more = false
			}
		default:
			r.listBroken(what)
			more = false
		}
	}
	r.accept(rparen)
}

// endSimple reads the end of a simple statement: ";", the end of the line, or the end of the block.
func (r *reader) endSimple() {
	switch {
	case r.failed:
		r.recover()
	case r.tok.kind == semi:
		r.advance()
	case r.tok.newline, r.tok.kind == rbrace, r.tok.kind == eof: // which end a statement too
	case r.unbraced && (r.tok.kind == kwElse || r.closer()): // if * then x := y; else ...
	default:
		r.notSeparated()
	}
}
