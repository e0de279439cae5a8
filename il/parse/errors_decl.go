package parse

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// noDeclaration reports the token t, just consumed, which begins no declaration.
func (r *reader) noDeclaration(t token) {
	switch {
	case t.kind == stray:
		r.strayCharacters(t)
	case r.loose:
	case t.kind == rbrace:
		r.replace(diag.StrayBrace, t, `"}" without its "{"`, "no block is open here",
			"remove it, or look for a brace too many above", "")
	case t.kind == semi:
		r.replace(diag.EmptyStatement, t, `";" between declarations`, "nothing stands before it", "remove it", "")
		return
	case t.kind == bars:
		r.fault(diag.BrokenParallel, t, t, `"||" without a block before it`, "expected a declaration",
			"write { ... } || { ... }")
	case t.kind.keyword() && r.tok.kind == lparen && r.text[r.piece.to-1] == '}': // lock() { ... }
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

// isOutside reports whether the name just consumed at the top level begins a statement rather than a
// declaration.
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

// outside reports a statement at the top level whose first token t is consumed. Of several in a row
// only the first is reported.
func (r *reader) outside(t token) {
	switch {
	case r.loose:
	case r.tok.kind == stray && isMark(r.textOf(r.tok)): // the name of a method
		r.strayCharacters(r.tok)
	default:
		r.fault(diag.OutsideMethod, t, t, "a statement outside of a method",
			"expected a declaration", "put it into a method, or remove a \"}\" too many above")
	}
	r.loose, r.failed = true, true
	r.recover()
}

// wrongHead reports a method head that does not begin with its name. Its first token t is consumed.
// It returns the name if there is one.
func (r *reader) wrongHead(t token) token {
	n := reported(-1)
	switch {
	case t.kind == name && r.textOf(t) == "class":
		r.fault(diag.BrokenHead, t, t, "IL has no word class", "expected a declaration",
			"a file is a class already: write its methods at the top level")
		r.skipRest()
		return r.tok
	case t.kind == name:
		if similar(r.textOf(t), kwPrivate) != name {
			r.misspelt(t, kwPrivate)
		} else {
			n = r.fault(diag.BrokenHead, t, t,
				fmt.Sprintf("%s before the method %s", brief(r.textOf(t)), brief(r.textOf(r.tok))),
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
		r.fault(diag.BrokenHead, t, t, "private without a method", "expected the name of a method",
			"write private m() { ... }")
	}
	if t.kind == lbrace {
		r.blockAfter(t)
	} else {
		r.recover()
	}
	return t
}

func (r *reader) noParameters(t token) {
	m := brief(r.textOf(t))
	r.insert(diag.BrokenHead, "method "+m+" without parameters", `expected "("`, "write "+m+"() { ... }", "()")
	for r.tok.kind != lbrace && r.tok.kind != eof {
		r.advance()
	}
}

// methodBody reads the body of the method t, or reports that there is none.
func (r *reader) methodBody(t token) *il.Block {
	if r.tok.kind == lbrace {
		return r.block()
	}
	b := &il.Block{At: r.tok.pos()}
	if !r.failed {
		m := brief(r.textOf(t))
		r.missing(diag.MissingBlock, `missing "{" after the parameters of `+m, `expected "{"`,
			"write the body of "+m+" in braces")
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

func (r *reader) skipRest() {
	for r.tok.kind != eof {
		r.advance()
	}
}

// noBars reports that no || follows the first block of C1 || C2.
func (r *reader) noBars(first *il.Block) {
	switch t := r.tok; {
	case r.unclosed:
	case t.kind == stray && (r.textOf(t) == "|" || r.textOf(t) == "&&"):
		r.advance()
		r.replace(diag.BrokenParallel, t, r.show(t)+" between the blocks", `expected "||"`, `write "||"`, "||")
	case t.kind == lbrace:
		r.insert(diag.BrokenParallel, `missing "||" between the blocks`, `expected "||"`, "write { ... } || { ... }", " ||")
	default:
		brace := token{at: int32(first.At), end: int32(first.At + 1)}
		r.fault(diag.BrokenParallel, brace, brace, "a block that belongs to no method",
			"a thread needs another one beside it", "write { ... } || { ... }, or give the block a method's name")
	}
}

// noSecondBlock reports that no block follows ||, and returns an empty one.
func (r *reader) noSecondBlock() *il.Block {
	if !r.unclosed && !r.failed {
		r.missing(diag.BrokenParallel, `"||" without a second block`, `expected "{"`, "write { ... } || { ... }")
	}
	r.failed = true
	at := r.tok.pos()
	r.skipRest()
	return &il.Block{At: at, End: at}
}

func (r *reader) leftover() {
	r.failed = false
	if t := r.advance(); t.kind == bars {
		r.fault(diag.BrokenParallel, t, t, `"||" that does not stand between two blocks`,
			"a program has two threads", "keep two blocks: { ... } || { ... }")
		for r.tok.kind == lbrace {
			r.block()
			r.accept(bars)
		}
	} else {
		r.noDeclaration(t)
	}
	r.skipRest()
}

// brokenEntry reports a line of an init block of which the tokens t are consumed. It consumes at
// least one token of the line.
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
		r.replace(diag.BrokenInit, next, `":=" in an init block`, `expected "="`, `write "="`, "=")
	case len(t) == 1 && next.kind == equals:
		r.missing(diag.BrokenInit, brief(r.textOf(t[0]))+" is no field and no variable of a thread",
			`expected "."`, shape)
	default:
		wanted := [5]string{"an object", `"."`, "a name", `"="`, "an object"}[len(t)]
		r.unexpected(diag.BrokenInit, "expected "+wanted+", found "+r.show(next), "no line of an init block", shape)
	}
	if len(t) == 0 && next.kind != lbrace {
		r.advance()
	}
	r.recover()
}
