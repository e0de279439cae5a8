package parse

import (
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
)

// noDeclaration reports the token t, which was just consumed and cannot begin a declaration.
func (r *reader) noDeclaration(t token) {
	switch {
	case t.kind == stray:
		r.strayCharacters(t)
		if r.foreignComment(t) != "" {
			return
		}
	case r.loose:
	case t.kind == rbrace:
		r.replace(diag.StrayBrace, t, `"}" without its "{"`, "no block is open here",
			`remove it, or an earlier "}" that closes too much`, "")
	case t.kind == semi:
		r.replace(diag.EmptyStatement, t, `";" between declarations`,
			"nothing precedes it", "remove it", "")
		return
	case t.kind == bars:
		r.fault(diag.BrokenParallel, t, t, `"||" without a block before it`,
			"expected a declaration",
			"write { ... } || { ... }")
	case t.kind.keyword() && r.tok.kind == lparen && r.text[r.piece.to-1] == '}': // lock() { ... }
		r.reservedName(t)
	case t.kind.keyword():
		r.outside(t)
		return
	default:
		r.fault(diag.OutsideMethod, t, t, "no declaration begins with "+r.show(t),
			"expected a declaration",
			"a file consists of methods, { ... } || { ... } and init { ... }")
	}
	r.loose = true
	r.recover()
}

// isOutside reports whether the name just consumed at the top level begins a statement instead of a
// declaration.
func (r *reader) isOutside() bool {
	switch r.tok.kind {
	case lparen:
		rest, ok := strings.CutSuffix(r.text[r.last:r.piece.to], ";")
		return ok && strings.HasSuffix(strings.TrimRight(rest, " \t\r\n"), ")")
	case name, lbrace, kwSynchronized:
		return false
	default:
		return true
	}
}

// outside reports a statement at the top level, whose first token t has been consumed. If there are
// several in a row, it reports only the first.
func (r *reader) outside(t token) {
	if !r.loose {
		r.fault(diag.OutsideMethod, t, t, "a statement outside of a method",
			"expected a declaration",
			`put it into a method, or remove an earlier "}" that closes too much`)
	}
	r.loose, r.failed = true, true
	r.recover()
}

// wrongHead reports a method head that does not begin with the method's name, or a declaration of
// another language. The first token t has been consumed. It returns the method's name, if any.
func (r *reader) wrongHead(t token) token {
	switch {
	case t.kind == name:
		return r.otherHead(t)
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

// otherHead reports a declaration that begins with several words. The first, t, has been consumed.
func (r *reader) otherHead(t token) token {
	if similar(r.textOf(t), kwPrivate) != name {
		r.misspelt(t, kwPrivate)
	}
	const otherwise = "a method has no result type and no modifier except private"
	nothing := token{kind: eof}
	first, before, locked := t, r.last, false
	var f diag.Foreign
	for {
		if x, ok := diag.ForeignWord(r.textOf(t)); ok &&
			(f.Label == "" || f.Role == diag.TypeWord) {
			f = x
		}
		if f.Role == diag.ImportWord {
			message := brief(r.textOf(t)) + " is not a word of IL"
			n := r.fault(diag.BrokenHead, first, t, message, f.Label, f.Fix)
			for r.tok.kind != eof && !r.tok.newline {
				r.advance()
			}
			r.mend(n, first.at, r.last, "")
			return nothing
		}
		locked = locked || t.kind == kwSynchronized
		if r.tok.kind != name && r.tok.kind != kwSynchronized {
			break
		}
		before = t.end
		t = r.advance()
	}
	words := brief(strings.TrimSpace(r.text[first.at:before]))
	last := brief(r.textOf(t))
	switch k := r.tok.kind; {
	case f.Role == diag.ClassWord, f.Role == diag.FieldsWord:
		r.classHead(first, f)
		return nothing
	case f.Role == diag.ThreadWord && (k == lbrace || k == lparen):
		n := r.fault(diag.BrokenHead, first, t, words+" is not a word of IL",
			"each method is a thread: wobbly runs every two of them", "remove "+words)
		edit := last
		if k == lbrace {
			n = r.amend(n, "write "+last+"() { ... }")
			edit += "()"
		}
		r.mend(n, first.at, t.end, edit)
	case k == rparen:
		m := brief(r.textOf(first))
		n := r.fault(diag.BrokenHead, first, first, `missing "(" after `+m,
			`expected "("`, `write "(" after `+m)
		r.mend(n, first.end, first.end, "(")
		r.accept(rparen)
		r.headRead = true
		return first
	case locked && k == lparen:
		n := r.fault(diag.BrokenHead, first, t, words+" before the method "+last, otherwise,
			"put the body into synchronized { ... }")
		r.mend(n, first.at, t.at, "")
		r.locked = n
	case k == lparen, k == lbrace:
		n := r.fault(diag.BrokenHead, first, t, words+" before the method "+last,
			otherwise, "remove "+words)
		r.mend(n, first.at, t.at, "")
		if k == lbrace {
			r.mend(n, t.end, t.end, "()")
		}
	default:
		message := brief(r.text[first.at:t.end]) + " is not a declaration of IL"
		n := r.fault(diag.BrokenHead, first, t, message,
			"fields and variables are not declared", "remove it")
		for r.tok.kind != eof && r.tok.kind != lbrace && !r.tok.newline {
			r.advance()
		}
		r.mend(n, first.at, r.last, "")
		if r.tok.kind == lbrace {
			r.skipRest()
		}
		return nothing
	}
	return t
}

// classHead reports class C { ... } and skips it. The fix keeps the methods of the class.
func (r *reader) classHead(first token, f diag.Foreign) {
	w := first
	s := scanning(r.text, int(first.at), r.piece.to)
	for t := s.next(); t.kind == name; t = s.next() {
		if x, ok := diag.ForeignWord(r.textOf(t)); ok && x.Role == f.Role {
			w = t
			break
		}
	}
	for r.tok.kind != eof && r.tok.kind != lbrace {
		r.advance()
	}
	open := r.tok
	r.skipRest()
	r.loose = true
	n := r.fault(diag.BrokenHead, w, w, brief(r.textOf(w))+" is not a word of IL", f.Label, f.Fix)
	switch {
	case open.kind != lbrace || r.text[r.last-1] != '}':
	case f.Role == diag.FieldsWord:
		r.mend(n, first.at, r.last, "")
	default:
		r.mend(n, first.at, open.end, "")
		r.mend(n, r.last-1, r.last, "")
	}
}

// noParameters reports that no parameters follow the name t of a method, and skips to its body.
func (r *reader) noParameters(t token) {
	m := brief(r.textOf(t))
	r.insert(diag.BrokenHead, "method "+m+" without parameters",
		`expected "("`, "write "+m+"() { ... }", "()")
	for r.tok.kind != lbrace && r.tok.kind != eof {
		r.advance()
	}
}

// methodBody reads the body of the method t, or reports that it is missing.
func (r *reader) methodBody(t token) *il.Block {
	if r.tok.kind == lbrace {
		return r.block()
	}
	b := &il.Block{At: r.tok.pos()}
	line := r.text[r.tok.at:r.lineEnd(r.tok.at)]
	head, _, found := strings.Cut(line, "{")
	if !r.failed && found && head != "" && !strings.ContainsAny(head, ";}|") &&
		!strings.Contains(head, ":=") {
		words := strings.TrimSpace(head)
		n := r.fault(diag.BrokenHead, r.tok, token{end: r.tok.at + int32(len(words))},
			brief(words)+" after the parameters", "a method has no result type", "remove it")
		r.mend(n, r.tok.at, r.tok.at+int32(len(head)), "")
	} else if !r.failed {
		m := brief(r.textOf(t))
		fix := "write the body of " + m + " in braces"
		if r.tok.kind == bars {
			fix = "write { " + m + "(arg1); } || { ... } for two calls"
		}
		r.missing(diag.MissingBlock, `missing "{" after the parameters of `+m, `expected "{"`, fix)
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
	case t.kind == stray && strings.ContainsRune("|&", rune(r.text[t.at])):
		r.advance()
		r.replace(diag.BrokenParallel, t, r.show(t)+" between the blocks",
			`expected "||"`, `write "||"`, "||")
	case t.kind == lbrace:
		r.insert(diag.BrokenParallel, `missing "||" between the blocks`,
			`expected "||"`, "write { ... } || { ... }", " ||")
	default:
		brace := token{at: int32(first.At), end: int32(first.At + 1)}
		r.fault(diag.BrokenParallel, brace, brace, "a block that belongs to no method",
			"a program has two threads",
			"write { ... } || { ... }, or give the block a method's name")
	}
}

// noSecondBlock reports that no block follows ||, and returns an empty block.
func (r *reader) noSecondBlock() *il.Block {
	if !r.unclosed && !r.failed {
		r.missing(diag.BrokenParallel, `"||" without a second block`,
			`expected "{"`, "write { ... } || { ... }")
	}
	r.failed = true
	at := r.tok.pos()
	r.skipRest()
	return &il.Block{At: at, End: at}
}

// leftover reports what follows a declaration in its piece, such as a third block, and skips it.
func (r *reader) leftover() {
	r.failed = false
	if t := r.advance(); t.kind == bars {
		r.fault(diag.BrokenParallel, t, t, `"||" that is not between two blocks`,
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

// brokenEntry reports an error in a line of an init block after its tokens t have been consumed. It
// consumes at least one token of the line.
func (r *reader) brokenEntry(t []token) {
	const shape = "write o1.f = o2 for a cell, A.x = o1 for a variable of a thread"
	next := r.tok
	switch {
	case next.kind == semi && len(t) == 0:
		r.keywordStmt(semi, r.advance())
		return
	case len(t) == 4 && r.isValue(next):
		r.noObject(next)
	case len(t) == 4 && next.kind == kwNew:
		r.fault(diag.BrokenInit, next, next, "new() in an init block",
			"expected the name of an object",
			"name the object, such as o1")
	case next.kind.keyword():
		r.reservedName(next)
	case next.kind == stray:
		r.strayCharacters(next)
	case len(t) == 3 && next.kind == assign:
		r.replace(diag.BrokenInit, next, `":=" in an init block`, `expected "="`, `write "="`, "=")
	case len(t) == 1 && next.kind == equals:
		r.missing(diag.BrokenInit,
			brief(r.textOf(t[0]))+" is neither a field nor a variable of a thread",
			`expected "."`, shape)
	default:
		wanted := [5]string{"an object", `"."`, "a name", `"="`, "an object"}[len(t)]
		r.unexpected(diag.BrokenInit, "expected "+wanted+", found "+r.show(next),
			"not a line of an init block", shape)
	}
	if len(t) == 0 && next.kind != lbrace {
		r.advance()
	}
	r.recover()
}
