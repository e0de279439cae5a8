package parse

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/spell"
)

// reservedName reports the word t where a name is wanted.
func (r *reader) reservedName(t token) {
	w := r.textOf(t)
	n := r.fault(diag.ReservedWord, t, t, w+" is a word of the language and no name",
		"expected a name", "use another name, such as "+w+"_")
	r.mend(n, t.at, t.end, w+"_")
}

// skipWithArguments reports the parentheses behind skip.
func (r *reader) skipWithArguments() {
	n := r.fault(diag.LockArguments, r.tok, r.tok, "skip has no parentheses", `expected ";"`, "write skip;")
	r.mend(n, r.tok.at, r.listEnd(r.tok.end), "")
}

// lockWithArguments reports a lock or unlock t that is not followed by ().
func (r *reader) lockWithArguments(t token) {
	w := r.textOf(t)
	if r.text[r.last-1] == '(' {
		n := r.unexpected(diag.LockArguments, w+" takes no arguments: there is one lock",
			`expected ")"`, "write "+w+"()")
		r.mend(n, t.at, r.listEnd(r.last), w+"()")
		r.skipList()
		return
	}
	n := r.missing(diag.LockArguments, w+" without its parentheses", `expected "()"`, "write "+w+"()")
	r.mend(n, r.last, r.last, "()")
}

// listEnd is where the list in parentheses ends that is open at a place: behind the next
// parenthesis that closes one on its line.
func (r *reader) listEnd(from int32) int32 {
	line, _, _ := strings.Cut(r.text[from:], "\n")
	if i := strings.IndexByte(line, ')'); i >= 0 {
		return from + int32(i) + 1
	}
	return from
}

// lockIsOne reports the parentheses behind synchronized and skips them.
func (r *reader) lockIsOne() {
	n := r.fault(diag.LockArguments, r.tok, r.tok, "synchronized names no lock: there is one", `expected "{"`, "write synchronized { ... }")
	r.mend(n, r.tok.at, r.listEnd(r.tok.end), "")
	r.advance()
	r.skipList()
}

// condition reports what stands for the * behind the keyword t and skips it.
func (r *reader) condition(t token) {
	w := r.textOf(t)
	const fix = "conditions are nondeterministic: write %s *"
	switch k := r.tok.kind; {
	case k == stray:
		r.strayCharacters(r.tok)
	case r.endsCondition(0):
		n := r.missing(diag.Condition, w+` without its "*"`, `expected "*"`, fmt.Sprintf(fix, w))
		r.mend(n, r.last, r.last, " *")
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
	n := r.fault(diag.Condition, first, last, w+" with a condition", `expected "*"`, fmt.Sprintf(fix, w))
	r.mend(n, first.at, last.end, "*")
}

// endsCondition tells whether the next token is not part of a condition, with
// depth parentheses open in it.
func (r *reader) endsCondition(depth int) bool {
	switch k := r.tok.kind; k {
	case lbrace, rbrace, semi, eof, kwThen, kwDo, kwElse:
		return true
	default:
		return depth <= 0 && (r.tok.newline || canBegin(k) && r.text[r.last-1] == ')')
	}
}

// bodyWithoutBraces reports that the block of the keyword t is missing, and
// reads the statement that stands for it.
func (r *reader) bodyWithoutBraces(t token) *il.Block {
	b := r.blocks.take()
	b.At = r.tok.pos()
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

// wrongAssign reports that no := follows the left side that begins with t. It
// tells whether another sign stands for it, which is consumed; otherwise the
// rest of the statement is.
func (r *reader) wrongAssign(t token) bool {
	switch next := r.tok; next.kind {
	case equals:
		for r.tok.kind == equals {
			r.advance()
		}
		n := r.fault(diag.EqualsSign, next, next, `"=" is not an assignment`, `expected ":="`, `write ":="`)
		r.mend(n, next.at, r.last, ":=")
		return true
	case stray:
		if s := r.textOf(next); s == ":" || s == "<-" {
			r.advance()
			r.accept(equals)
			n := r.fault(diag.EqualsSign, next, next, `"`+s+`" is not an assignment`, `expected ":="`, `write ":="`)
			r.mend(n, next.at, r.last, ":=")
			return true
		}
		r.strayCharacters(next)
	case lparen:
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
	behind := token{at: t.at, end: r.last}
	n := r.fault(diag.Receiver, t, behind, "a method has no receiver",
		"called on a path", fmt.Sprintf("write the method's name alone and pass %s as an argument", brief(path[:max(1, lastDot(path))])))
	r.advance()
	dot := lastDot(path)
	call := strings.TrimSpace(path[min(len(path), dot+1):]) + "(" + strings.TrimSpace(path[:dot])
	if r.tok.kind != rparen {
		call += ", "
	}
	r.mend(n, t.at, r.last, call)
	r.skipList()
}

// lastDot is where the last dot of a path stands, or its end.
func lastDot(path string) int {
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' {
			return i
		}
	}
	return len(path)
}

// notAssigned reports a statement that is only a variable or path, beginning
// with t, or a misspelt word.
func (r *reader) notAssigned(t token) {
	w := r.text[t.at:t.end]
	alone := t.end == r.last // no path
	switch k := r.meant(t); {
	case alone && w == "return":
		n := r.returned(t)
		r.recover()
		r.mend(n, t.at, r.last, "")
		return
	case alone && k != name:
		r.misspelt(t, k)
		r.form(k, t)
		return
	case r.tok.newline || r.tok.kind == semi || r.tok.kind == rbrace || r.tok.kind == eof:
		r.missing(diag.NoStatement, brief(r.text[t.at:r.last])+" is no statement",
			`expected ":="`, "assign something to it, or remove it")
	default:
		r.unexpected(diag.NoStatement, fmt.Sprintf(`expected ":=" after %s, found %s`, brief(r.text[t.at:r.last]), r.show(r.tok)),
			`expected ":="`, `write ":=" for an assignment, "(" for a call`)
	}
	r.recover()
}

// meant is the word that the name t at the beginning of a statement seems to
// misspell, by what follows it.
func (r *reader) meant(t token) kind {
	switch r.tok.kind {
	case star:
		return similar(r.textOf(t), starWords)
	case lbrace:
		return similar(r.textOf(t), blockWords)
	case semi, rbrace:
		return similar(r.textOf(t), bareWords)
	default:
		if r.tok.newline {
			return similar(r.textOf(t), bareWords)
		}
		return name
	}
}

// misspelt reports that t was meant to be the word k.
func (r *reader) misspelt(t token, k kind) {
	w := spelling[k]
	n := r.fault(diag.MisspeltWord, t, t, r.textOf(t)+" is no word of the language",
		spell.Question(w), "write "+w)
	r.mend(n, t.at, t.end, w)
}

// returned reports a return statement.
func (r *reader) returned(t token) reported {
	return r.fault(diag.ReturnStatement, t, t, "IL has no return", "a method has no result",
		"remove it; store what the caller needs in a field of a formal")
}

// noStatement reports the token t, just consumed, which begins no statement.
func (r *reader) noStatement(t token) {
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
		r.fault(diag.MisusedNew, t, t, "a new object goes nowhere", "expected a statement", "write x := new()")
	case kwPrivate:
		r.fault(diag.NoStatement, t, t, "private inside a block", "expected a statement",
			`close the blocks before a method begins`)
	case bars:
		r.fault(diag.BrokenParallel, t, t, `"||" inside a block`, "expected a statement",
			"write C1 || C2 at the top level, as { ... } || { ... }")
	default:
		r.fault(diag.NoStatement, t, t, "no statement begins with "+r.show(t), "expected a statement", "")
	}
	r.recover()
}

// endCall reads what ends the call of t.
func (r *reader) endCall(t token) {
	if r.tok.kind != lbrace || r.failed {
		r.endSimple()
		return
	}
	if k := similar(r.textOf(t), blockWords); k != name {
		r.misspelt(t, k)
	} else {
		r.fault(diag.NoStatement, t, t, "a call with a block", "a statement ends before the brace",
			`if a method begins here, close the blocks before it with "}"`)
	}
	r.recover()
}

// notSeparated reports the next token, which stands behind a complete simple
// statement on its line.
func (r *reader) notSeparated() {
	t := r.tok
	switch {
	case canBegin(t.kind):
		n := r.fault(diag.NotSeparated, t, t, "two statements on a line", `expected ";" before this one`, `put ";" between the statements`)
		r.mend(n, r.last, r.last, ";")
		return
	case t.kind == lparen:
		r.fault(diag.CallResult, t, t, "a call has no result", `expected ";"`, "make the call a statement of its own")
	default:
		r.unexpected(diag.NoStatement, "expected the end of the statement, found "+r.show(t), `expected ";"`, "")
	}
	r.recover()
}
