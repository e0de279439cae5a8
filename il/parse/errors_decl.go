package parse

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// noDeclaration reports the token t, just consumed, which begins no
// declaration.
func (r *reader) noDeclaration(t token) {
	switch {
	case t.kind == stray:
		r.strayCharacters(t)
	case r.loose:
	case t.kind == rbrace:
		n := r.fault(diag.StrayBrace, t, t, `"}" without its "{"`, "no block is open here", "remove it, or look for a brace too many above")
		r.mend(n, t.at, t.end, "")
	case t.kind == semi:
		n := r.fault(diag.EmptyStatement, t, t, `";" between declarations`, "nothing stands before it", "remove it")
		r.mend(n, t.at, t.end, "")
		return
	case t.kind == bars:
		r.fault(diag.BrokenParallel, t, t, `"||" without a block before it`, "expected a declaration", "write { ... } || { ... }")
	case t.kind.keyword() && r.tok.kind == lparen && r.hasBrace():
		r.reservedName(t)
	case t.kind.keyword():
		r.outside(t)
		return
	default:
		r.fault(diag.OutsideMethod, t, t, "no declaration begins with "+r.show(t), "expected a declaration",
			"a file consists of methods, { ... } || { ... } and init { ... }")
	}
	r.loose = true
	r.recover()
}

// hasBrace tells whether the piece at hand ends in a closing brace.
func (r *reader) hasBrace() bool { return r.text[r.piece.to-1] == '}' }

// isOutside tells whether the name just consumed at the top level begins a
// statement rather than a declaration.
func (r *reader) isOutside() bool {
	switch r.tok.kind {
	case lparen:
		rest, ok := strings.CutSuffix(r.text[r.last:r.piece.to], ";")
		return ok && strings.HasSuffix(strings.TrimRight(rest, " \t\r\n"), ")")
	case name, lbrace:
		return false
	default:
		return true
	}
}

// outside reports a statement at the top level that begins with t, just
// consumed. Of several in a row only the first is reported.
func (r *reader) outside(t token) {
	if !r.loose {
		r.fault(diag.OutsideMethod, t, t, "a statement outside of a method",
			"expected a declaration", "put it into a method, or remove a \"}\" too many above")
	}
	r.loose, r.failed = true, true
	r.recover()
}

// wrongHead reports a method head that does not begin with its name t, which
// is consumed, and returns the name if there is one.
func (r *reader) wrongHead(t token) token {
	n := reported(-1)
	switch {
	case t.kind == name && r.textOf(t) == "class":
		r.fault(diag.BrokenHead, t, t, "IL has no word class", "expected a declaration",
			"a file is a class already: write its methods at the top level")
		r.skipRest()
		return r.tok
	case t.kind == name:
		if similar(r.textOf(t), []kind{kwPrivate}) != name {
			r.misspelt(t, kwPrivate)
		} else {
			n = r.fault(diag.BrokenHead, t, t, fmt.Sprintf("%s before the method %s", brief(r.textOf(t)), brief(r.textOf(r.tok))),
				"a method has no result type and no modifier but private", "remove it")
		}
		begin := t.at
		for r.tok.kind == name {
			t = r.advance()
		}
		r.mend(n, begin, t.at, "")
		return t
	case t.kind == stray:
		r.strayCharacters(t)
	case t.kind.keyword():
		r.reservedName(t)
	default:
		r.fault(diag.BrokenHead, t, t, "private without a method", "expected the name of a method", "write private m() { ... }")
	}
	if t.kind == lbrace {
		r.blockAfter(t)
	} else {
		r.recover()
	}
	return t
}

// noParameters reports that the method t has no list of parameters.
func (r *reader) noParameters(t token) {
	n := r.missing(diag.BrokenHead, fmt.Sprintf("method %s without parameters", brief(r.textOf(t))), `expected "("`,
		fmt.Sprintf("write %s() { ... }", brief(r.textOf(t))))
	r.mend(n, r.last, r.last, "()")
	for r.tok.kind != lbrace && r.tok.kind != eof {
		r.advance()
	}
}

// noParameter reports the token t, not yet consumed, in a list of parameters.
func (r *reader) noParameter(t token) {
	if t.kind.keyword() {
		r.reservedName(t)
	} else {
		r.unexpected(diag.BrokenList, "expected a parameter, found "+r.show(t), "expected a name", "")
	}
	r.skipList()
}

// methodBody reads the body of the method t, or reports that there is none.
func (r *reader) methodBody(t token) *il.Block {
	if r.tok.kind == lbrace {
		return r.block()
	}
	b := &il.Block{At: r.tok.pos()}
	if !r.failed {
		r.missing(diag.MissingBlock, `missing "{" after the parameters of `+brief(r.textOf(t)), `expected "{"`,
			fmt.Sprintf("write the body of %s in braces", brief(r.textOf(t))))
	}
	r.loose, r.failed = true, true
	for r.tok.kind != eof && r.tok.kind != lbrace {
		r.advance()
	}
	if r.tok.kind == lbrace {
		b = r.block()
		r.skipRest()
	}
	return b
}

// skipRest skips what is left of the piece.
func (r *reader) skipRest() {
	for r.tok.kind != eof {
		r.advance()
	}
}

// noBars reports that no || follows the first block of C1 || C2.
func (r *reader) noBars(first *il.Block) {
	if r.unclosed {
		return
	}
	if t := r.tok; t.kind == stray && (r.textOf(t) == "|" || r.textOf(t) == "&&") {
		r.advance()
		n := r.fault(diag.BrokenParallel, t, t, `"`+r.textOf(t)+`" between the blocks`, `expected "||"`, `write "||"`)
		r.mend(n, t.at, t.end, "||")
		return
	}
	if r.tok.kind == lbrace {
		n := r.missing(diag.BrokenParallel, `missing "||" between the blocks`, `expected "||"`, `write { ... } || { ... }`)
		r.mend(n, r.last, r.last, " ||")
		return
	}
	r.report(diag.Diagnostic{
		Code: diag.BrokenParallel, At: first.At, End: first.At + 1, Message: "a block that belongs to no method",
		Label: "a thread needs another one beside it", Fix: "write { ... } || { ... }, or give the block a method's name",
	})
}

// noSecondBlock reports that no block follows ||, and returns an empty one.
func (r *reader) noSecondBlock() *il.Block {
	if !r.unclosed && !r.failed {
		r.missing(diag.BrokenParallel, `"||" without a second block`, `expected "{"`, "write { ... } || { ... }")
	}
	b := &il.Block{At: r.tok.pos(), End: r.tok.pos()}
	r.failed = true
	r.skipRest()
	return b
}

// leftover reports what follows a complete declaration in its piece.
func (r *reader) leftover() {
	r.failed = false
	t := r.advance()
	switch t.kind {
	case bars:
		r.fault(diag.BrokenParallel, t, t, `"||" that does not stand between two blocks`,
			"a program has two threads", "keep two blocks: { ... } || { ... }")
		for r.tok.kind == lbrace {
			r.block()
			r.accept(bars)
		}
	default:
		r.noDeclaration(t)
	}
	r.skipRest()
}

// brokenEntry reports a line of an init block of which the tokens t were read.
// It consumes at least one token of the line.
func (r *reader) brokenEntry(t []token) {
	const shape = "write o1.f = o2 for a cell, A.x = o1 for a variable of a thread"
	next := r.tok
	switch {
	case next.kind == semi && len(t) == 0:
		r.form(semi, r.advance())
		return
	case len(t) == 4 && r.isValue(next):
		r.noObject(next)
	case next.kind.keyword():
		r.reservedName(next)
	case next.kind == stray:
		r.strayCharacters(next)
	case len(t) == 3 && next.kind == assign:
		n := r.fault(diag.BrokenInit, next, next, `":=" in an init block`, `expected "="`, `write "="`)
		r.mend(n, next.at, next.end, "=")
	case len(t) == 1 && next.kind == equals:
		r.missing(diag.BrokenInit, fmt.Sprintf("%s is no field and no variable of a thread", brief(r.textOf(t[0]))), `expected "."`, shape)
	default:
		r.unexpected(diag.BrokenInit, "expected "+[5]string{"an object", `"."`, "a name", `"="`, "an object"}[len(t)]+", found "+r.show(next),
			"no line of an init block", shape)
	}
	if len(t) == 0 && next.kind != lbrace {
		r.advance()
	}
	r.recover()
}
