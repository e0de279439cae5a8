package parse

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/spell"
)

// reservedName reports the keyword t where a name is wanted.
func (r *reader) reservedName(t token) {
	w := r.textOf(t)
	r.replace(diag.ReservedWord, t, w+" is a word of the language and no name", "expected a name",
		"use another name, such as "+w+"_", w+"_")
}

// lockWithArguments reports a lock or unlock t that is not followed by ().
func (r *reader) lockWithArguments(t token) {
	w := r.textOf(t)
	if r.text[r.last-1] != '(' {
		r.insert(diag.LockArguments, w+" without its parentheses", `expected "()"`, "write "+w+"()", "()")
		return
	}
	n := r.unexpected(diag.LockArguments, w+" takes no arguments: there is one lock", `expected ")"`, "write "+w+"()")
	r.mend(n, t.at, r.listEnd(r.last), w+"()")
	r.skipList()
}

// listEnd is where a list in parentheses ends that is open at from: after the next closing one on its
// line.
func (r *reader) listEnd(from int32) int32 {
	line, _, _ := strings.Cut(r.text[from:], "\n")
	return from + int32(strings.IndexByte(line, ')')) + 1
}

// noParentheses reports that the next token is a parenthesis. The fix removes the list.
func (r *reader) noParentheses(message, label, fix string) {
	n := r.fault(diag.LockArguments, r.tok, r.tok, message, label, fix)
	r.mend(n, r.tok.at, r.listEnd(r.tok.end), "")
}

// condition reports what is in the place of the * after the keyword t and skips it.
func (r *reader) condition(t token) {
	w := r.textOf(t)
	fix := fmt.Sprintf("conditions are nondeterministic: write %s *", w)
	switch {
	case r.tok.kind == stray:
		r.strayCharacters(r.tok)
	case r.endsCondition(0):
		r.insert(diag.Condition, w+` without its "*"`, `expected "*"`, fix, " *")
		return
	}
	first, last := r.tok, r.tok
	for depth := 0; !r.endsCondition(depth); {
		switch last = r.advance(); last.kind {
		case lparen:
			depth++
		case rparen:
			depth--
		}
	}
	n := r.fault(diag.Condition, first, last, w+" with a condition", `expected "*"`, fix)
	r.mend(n, first.at, last.end, "*")
}

// endsCondition reports whether the next token is not part of a condition in which depth parentheses
// are open.
func (r *reader) endsCondition(depth int) bool {
	switch k := r.tok.kind; k {
	case lbrace, rbrace, semi, eof, kwThen, kwDo, kwElse:
		return true
	default:
		return depth <= 0 && (r.tok.newline || canBegin(k) && r.text[r.last-1] == ')')
	}
}

// bodyWithoutBraces reports that the keyword t has no block, and reads the statement in its place.
func (r *reader) bodyWithoutBraces(t token) *il.Block {
	b := r.blocks.of(il.Block{At: r.tok.pos()})
	n := reported(-1)
	if !r.failed {
		fix := "write { ... }"
		if t.kind == kwElse && r.tok.kind == kwIf {
			fix = "write else { if * { ... } }"
		} else if canBegin(r.tok.kind) {
			fix = "put braces around the statement"
		}
		n = r.missing(diag.MissingBlock, `missing "{" after `+r.textOf(t), `expected "{"`, fix)
	}
	if canBegin(r.tok.kind) && r.depth < maxDepth {
		base, begin := len(r.stack), r.tok.at
		r.depth++
		r.stmt()
		r.depth--
		r.failed = true
		r.mend(n, begin, begin, "{ ")
		r.mend(n, r.last, r.last, " }")
		b.Stmts = r.stmts.copyOf(r.stack[base:])
		r.stack = r.stack[:base]
	} else if r.tok.kind != semi && r.tok.kind != kwElse {
		r.failed = true
		r.recover()
	}
	r.loose = true
	b.End = max(b.At, il.Pos(r.last-1))
	return b
}

// wrongAssign reports that no := follows the left side, whose first token is t. It reports whether
// another sign is in its place and is consumed; otherwise the rest of the statement is.
func (r *reader) wrongAssign(t token) bool {
	next := r.tok
	switch s := r.textOf(next); {
	case s == "=", s == ":", s == "<-":
		r.advance()
		for r.accept(equals) {
		}
		n := r.fault(diag.EqualsSign, next, next, `"`+s+`" is not an assignment`, `expected ":="`, `write ":="`)
		r.mend(n, next.at, r.last, ":=")
		return true
	case next.kind == stray:
		r.strayCharacters(next)
	case next.kind == lparen:
		r.receiver(t)
	default:
		r.notAssigned(t)
		return false
	}
	r.recover()
	return false
}

// receiver reports a call like a.m(b); the next token is the parenthesis.
func (r *reader) receiver(t token) {
	path := r.text[t.at:r.last]
	dot := len(path)
	if i := strings.LastIndexByte(path, '.'); i > 0 {
		dot = i
	}
	n := r.fault(diag.Receiver, t, token{end: r.last}, "a method has no receiver", "called on a path",
		"write the method's name alone and pass "+brief(path[:max(1, dot)])+" as an argument")
	r.advance()
	call := strings.TrimSpace(path[min(len(path), dot+1):]) + "(" + strings.TrimSpace(path[:dot])
	if r.tok.kind != rparen {
		call += ", "
	}
	r.mend(n, t.at, r.last, call)
	r.skipList()
}

// notAssigned reports a statement that is only a path, which begins with t, or a misspelt keyword.
func (r *reader) notAssigned(t token) {
	alone := t.end == r.last // not a path
	all := brief(r.text[t.at:r.last])
	switch k := r.meant(t); {
	case alone && r.textOf(t) == "return":
		n := r.fault(diag.ReturnStatement, t, t, "IL has no return", "a method has no result",
			"remove it; store what the caller needs in a field of a formal")
		r.recover()
		r.mend(n, t.at, r.last, "")
		return
	case alone && k != name:
		r.misspelt(t, k)
		r.form(k, t)
		return
	case r.tok.newline || r.tok.kind == semi || r.tok.kind == rbrace || r.tok.kind == eof:
		r.missing(diag.NoStatement, all+" is no statement", `expected ":="`, "assign something to it, or remove it")
	default:
		r.unexpected(diag.NoStatement, fmt.Sprintf(`expected ":=" after %s, found %s`, all, r.show(r.tok)),
			`expected ":="`, `write ":=" for an assignment, "(" for a call`)
	}
	r.recover()
}

// meant is the keyword that the name t seems to misspell, by what follows it.
func (r *reader) meant(t token) kind {
	switch k := r.tok.kind; {
	case k == star:
		return similar(r.textOf(t), kwIf, kwWhile)
	case k == lbrace:
		return similar(r.textOf(t), blockWords...)
	case k == semi, k == rbrace, r.tok.newline:
		return similar(r.textOf(t), kwSkip, kwLock, kwUnlock)
	default:
		return name
	}
}

// misspelt reports that t was meant to be the keyword k.
func (r *reader) misspelt(t token, k kind) {
	w := spelling[k]
	r.replace(diag.MisspeltWord, t, r.textOf(t)+" is no word of the language", spell.Question(w), "write "+w, w)
}

// noStatement reports the token t, just consumed, which begins no statement.
func (r *reader) noStatement(t token) {
	const wanted = "expected a statement"
	switch t.kind {
	case semi:
		last := t
		for r.tok.kind == semi {
			last = r.advance()
		}
		n := r.fault(diag.EmptyStatement, t, last, `";" without a statement`, "nothing stands before it", "remove it")
		r.mend(n, t.at, last.end, "")
		return
	case kwElse:
		r.fault(diag.LoneElse, t, t, "else without an if", "no if ends here",
			`put it right behind the "}" of an if, without ";"`)
	case lbrace:
		r.fault(diag.NoStatement, t, t, "a block on its own", "no statement begins with a brace",
			"put if *, while * or synchronized before it, or remove the braces")
		b := r.blockAfter(t)
		r.stack = append(r.stack, b.Stmts...)
		return
	case stray:
		r.strayCharacters(t)
	case kwNew:
		r.fault(diag.MisusedNew, t, t, "a new object goes nowhere", wanted, "write x := new()")
	case kwPrivate:
		r.fault(diag.NoStatement, t, t, "private inside a block", wanted, "close the blocks before a method begins")
	case bars:
		r.fault(diag.BrokenParallel, t, t, `"||" inside a block`, wanted,
			"write C1 || C2 at the top level, as { ... } || { ... }")
	default:
		r.fault(diag.NoStatement, t, t, "no statement begins with "+r.show(t), wanted, "")
	}
	r.recover()
}

// endCall reads what ends the call of t.
func (r *reader) endCall(t token) {
	if r.tok.kind != lbrace || r.failed {
		r.endSimple()
		return
	}
	if k := similar(r.textOf(t), blockWords...); k != name {
		r.misspelt(t, k)
	} else {
		r.fault(diag.NoStatement, t, t, "a call with a block", "a statement ends before the brace",
			`if a method begins here, close the blocks before it with "}"`)
	}
	r.recover()
}

// notSeparated reports the next token, which follows a complete simple statement on its line.
func (r *reader) notSeparated() {
	t := r.tok
	switch {
	case canBegin(t.kind):
		n := r.fault(diag.NotSeparated, t, t, "two statements on a line", `expected ";" before this one`,
			`put ";" between the statements`)
		r.mend(n, r.last, r.last, ";")
		return
	case t.kind == lparen:
		r.fault(diag.CallResult, t, t, "a call has no result", `expected ";"`, "make the call a statement of its own")
	default:
		r.unexpected(diag.NoStatement, "expected the end of the statement, found "+r.show(t), `expected ";"`, "")
	}
	r.recover()
}
