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
	r.replace(diag.ReservedWord, t, w+" is a keyword and cannot be used as a name",
		"expected a name", "use another name, such as "+w+"_", w+"_")
}

// lockWithBlock reports a lock t that a block follows, as in lock(l) { ... }, and reads the block.
func (r *reader) lockWithBlock(t token) bool {
	s, w := scanning(r.text, int(t.end), r.piece.to), r.textOf(t)
	open := s.next()
	for depth := 0; open.kind != lbrace || depth > 0; open = s.next() {
		switch open.kind {
		case lparen:
			depth++
		case rparen:
			depth--
		case name, dot, comma:
		default:
			return false
		}
		if open.newline || depth == 0 && open.kind != rparen {
			return false
		}
	}
	n := r.fault(diag.LockArguments, t, t, w+"() has no block", w+"() is a statement of its own",
		"write synchronized { ... }")
	lock := strings.TrimSpace(r.text[t.end:open.at])
	r.skipToBlock()
	lock = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(lock, "("), ")"))
	if isLockName(lock) {
		r.amend(n, "write synchronized ("+lock+") { ... }")
		r.mend(n, t.at, r.tok.at, "synchronized ("+lock+") ")
	} else {
		r.mend(n, t.at, r.tok.at, "synchronized ")
	}
	r.block()
	r.accept(semi)
	return true
}

// isLockName reports whether text is a name that lock() accepts, of ASCII characters.
func isLockName(text string) bool {
	for i := range len(text) {
		if c := classes[text[i]]; c != letter && (c != digit || i == 0) {
			return false
		}
	}
	return text != "" && text != "this" && word(text) == name
}

// bareLock reports and skips the name of a lock that is not in parentheses, if there is one.
func (r *reader) bareLock() bool {
	x := r.tok
	lock := r.lockName().Lock
	if lock != "" {
		fix := "(" + lock + ")"
		r.replace(diag.LockArguments, x, "the name of a lock without parentheses",
			`expected "("`, "write "+fix, fix)
	}
	return lock != ""
}

// reservedLock reports and skips a keyword that is alone in the parentheses, if there is one.
func (r *reader) reservedLock() bool {
	found := r.tok.kind.keyword() && strings.HasPrefix(r.text[r.tok.end:], ")")
	if found {
		r.reservedName(r.tok)
		r.skipList()
	}
	return found
}

// lockWithArguments reports a lock or unlock t that is not followed by () or (name).
func (r *reader) lockWithArguments(t token) {
	w := r.textOf(t)
	if open := r.text[t.end:r.last]; !strings.Contains(open, "(") {
		if r.tok.newline || !r.bareLock() {
			r.insert(diag.LockArguments, w+" without its parentheses",
				`expected "()"`, "write "+w+"()", "()")
		}
		return
	}
	if r.reservedLock() {
		return
	}
	n := r.unexpected(diag.LockArguments, w+" takes the name of a lock, or nothing",
		`expected a name or ")"`, "write "+w+"()")
	r.mend(n, t.at, r.listEnd(r.last), w+"()")
	r.skipList()
}

// notALock reports that no name of a lock is in the parentheses after synchronized, which open at
// open, and skips them.
func (r *reader) notALock(open token) {
	if r.reservedLock() {
		return
	}
	n := r.unexpected(diag.LockArguments, "synchronized takes the name of a lock",
		`expected a name and ")"`, "write synchronized { ... }")
	r.mend(n, open.at, r.listEnd(open.end), "")
	r.skipList()
}

// listEnd returns the end of a list in parentheses that is open at from: after the next closing one
// on its line.
func (r *reader) listEnd(from int32) int32 {
	line, _, _ := strings.Cut(r.text[from:], "\n")
	return from + int32(strings.IndexByte(line, ')')) + 1
}

// condition reports the tokens that take the place of the * after the keyword t, and skips them.
func (r *reader) condition(t token) {
	w := r.textOf(t)
	fix := "write if *: wobbly explores both branches"
	if t.kind == kwWhile {
		fix = "write while *: wobbly explores any number of iterations"
	}
	if r.endsCondition(0) {
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
	message := "IL computes no conditions: " + w + ` is followed by "*"`
	if bare := strings.Trim(r.text[first.at:last.end], "( )"); bare == "*" {
		message = `"*" is written without parentheses`
		fix = "write " + w + " * { ... }"
	}
	n := r.fault(diag.Condition, first, last, message, `expected "*"`, fix)
	if end := last.end; r.text[end-1] == ':' && r.tok.newline { // as in Python
		r.amend(n, "write "+w+" * { ... }")
	} else {
		if r.text[end-1] == ':' {
			end--
		}
		r.mend(n, first.at, end, "*")
	}
}

// endsCondition reports whether the next token is not part of a condition in which depth
// parentheses are open.
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
	colon := r.tok
	if r.textOf(colon) == ":" {
		r.advance()
	}
	b := r.blocks.node(il.Block{At: r.tok.pos()})
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
	if r.closer() { // begin
		r.failed = true
		r.recover()
	} else if canBegin(r.tok.kind) && r.depth < maxDepth {
		base, begin := len(r.stack), r.tok.at
		r.depth++
		outer := r.unbraced
		r.unbraced = true
		r.stmt()
		r.unbraced = outer
		r.depth--
		r.failed = true
		if colon.at < begin {
			r.mend(n, colon.at, colon.end, "")
		}
		r.mend(n, begin, begin, "{ ")
		r.mend(n, r.last, r.last, " }")
		if r.closer() {
			end := r.advance()
			r.mend(n, end.at, end.end, "")
		}
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

// wrongAssign reports that no := follows the left side, whose first token is t. It returns true if
// it has consumed another sign instead; otherwise it consumes the rest of the statement.
func (r *reader) wrongAssign(t token) bool {
	next := r.tok
	switch s := r.textOf(next); {
	case s == "=", s == ":", s == "<-":
		if s == "=" && strings.Count(r.text[next.at:r.lineEnd(next.at)], "=") > 1 && r.chained() {
			return false
		}
		r.advance()
		for r.accept(equals) || r.accept(assign) {
		}
		n := r.fault(diag.EqualsSign, next, next, `"`+s+`" is not an assignment`,
			`expected ":="`, `write ":="`)
		r.mend(n, next.at, r.last, ":=")
		// A value may have its own mistake.
		r.failed = n < 0 || r.tok.kind != name && r.tok.kind != kwNew
		return true
	case r.update():
	case next.kind == stray && r.text[next.at] == '[':
		r.brackets()
	case s == "::" && r.textOf(t) == "std": // C++
		r.advance()
		std, word := t, r.advance()
		if !r.foreignStatement(word) && !r.declaredVariable(word) {
			r.notAssigned(word)
		}
		r.widen(std.at, word.at)
		return false
	case next.kind == stray && t.end == r.last && r.foreignCommand(t): // cout << x
		return false
	case strings.HasPrefix(s, "->"):
		r.replace(diag.StrayCharacter, next, `"->" is not part of IL`, `expected "."`,
			`write "."`, ".")
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
	m := strings.TrimSpace(path[min(len(path), dot+1):])
	if f, ok := diag.ForeignCall(m); ok {
		r.foreignCall(token{at: t.at, end: r.last}, f)
		return
	}
	if strings.HasPrefix(path, "atomic.") {
		r.fault(diag.Receiver, t, token{end: r.last}, "IL has no atomic operations",
			"every access to a field is an ordinary one",
			"read and write the field in synchronized { ... }")
		return
	}
	n := r.fault(diag.Receiver, t, token{end: r.last}, "a method has no receiver",
		"called on a path",
		"write the method's name alone and pass "+brief(path[:max(1, dot)])+" as an argument")
	r.advance()
	call := m + "(" + strings.TrimSpace(path[:dot])
	if r.tok.kind != rparen {
		call += ", "
	}
	r.mend(n, t.at, r.last, call)
	r.skipList()
}

// notAssigned reports a statement that is only a path, beginning with t, or a misspelt keyword.
func (r *reader) notAssigned(t token) {
	alone := t.end == r.last // not a path
	all := brief(r.text[t.at:r.last])
	switch k := r.meant(t); {
	case alone && r.textOf(t) == "return":
		n := r.fault(diag.ReturnStatement, t, t, "IL has no return", "a method has no result",
			"remove it, and store the result in a field of a parameter")
		r.recover()
		r.mend(n, t.at, r.last, "")
		return
	case alone && k != name:
		r.misspelt(t, k)
		r.keywordStmt(k, t)
		return
	case alone && (r.foreignStatement(t) || r.declaredVariable(t)):
		return
	case r.tok.kind == comma:
		r.fault(diag.NoStatement, r.tok, r.tok, "one statement assigns one variable or field",
			`expected ":="`, "write one assignment for each")
	case r.tok.newline || r.tok.kind == semi || r.tok.kind == rbrace || r.tok.kind == eof:
		r.missing(diag.NoStatement, all+" is not a statement",
			`expected ":="`, "assign something to it, or remove it")
	case r.tok.kind == lbrace:
		r.fault(diag.NoStatement, t, t, all+" is not a word of IL", "expected a statement",
			"put if *, while * or synchronized before the brace")
		if r.tok.kind == lbrace {
			r.block()
			r.accept(semi)
			return
		}
	default:
		r.unexpected(diag.NoStatement,
			fmt.Sprintf(`expected ":=" after %s, found %s`, all, r.show(r.tok)),
			`expected ":="`, `write ":=" for an assignment, "(" for a call`)
	}
	r.recover()
}

// meant returns the keyword that the name t seems to misspell, judging by what follows it.
func (r *reader) meant(t token) kind {
	w := strings.ToLower(r.textOf(t))
	if f, foreign := diag.ForeignWord(w); foreign && f.Role != diag.CloserWord && word(w) == name {
		return name
	}
	switch k := r.tok.kind; {
	case k == star:
		return similar(w, kwIf, kwWhile)
	case k == lbrace:
		return similar(w, blockWords...)
	case k == semi, k == rbrace, r.tok.newline:
		return similar(w, kwSkip, kwLock, kwUnlock)
	default:
		return name
	}
}

// misspelt reports that t was meant to be the keyword k.
func (r *reader) misspelt(t token, k kind) {
	w := spelling[k]
	r.replace(diag.MisspeltWord, t, r.textOf(t)+" is not a word of IL", spell.Question(w),
		"write "+w, w)
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
		n := r.fault(diag.EmptyStatement, t, last, `";" without a statement`,
			"nothing precedes it", "remove it")
		r.mend(n, t.at, last.end, "")
		return
	case kwElse:
		r.fault(diag.LoneElse, t, t, "else without an if", "no if ends here",
			`write it after the "}" of an if, without ";" between them`)
	case lbrace:
		n := r.fault(diag.NoStatement, t, t, "a block on its own",
			"no statement begins with a brace",
			"put if *, while * or synchronized before it, or remove the braces")
		b := r.blockAfter(t)
		if !r.unclosed {
			r.mend(n, t.at, t.end, "")
			r.mend(n, int32(b.End), int32(b.End)+1, "")
		}
		r.stack = append(r.stack, b.Stmts...)
		return
	case stray:
		if s := r.textOf(t); s == "++" || s == "--" && r.foreignComment(t) == "" {
			value := r.last
			r.skipValue()
			if all := r.paths(value, r.last); len(all) == 1 {
				r.updated(t, t, all[0], nil)
				break
			}
		}
		r.strayCharacters(t)
	case kwNew:
		if r.textOf(r.tok) == "Thread" {
			r.foreignStatement(r.advance())
			return
		}
		r.fault(diag.MisusedNew, t, t, "the new object is not assigned", wanted, "write x := new()")
	case star:
		r.replace(diag.NoStatement, t, "IL has no pointers",
			"a variable refers to an object already", "remove it", "")
	case kwPrivate:
		r.fault(diag.NoStatement, t, t, "private inside a block", wanted,
			`close the blocks with "}" before a method begins`)
	case bars:
		r.fault(diag.BrokenParallel, t, t, `"||" inside a block`, wanted,
			"write C1 || C2 at the top level, as { ... } || { ... }")
	default:
		r.fault(diag.NoStatement, t, t, "no statement begins with "+r.show(t), wanted,
			"write an assignment, a call, skip, lock(), unlock(), if *, while * or synchronized")
	}
	r.recover()
}

// failedCall reads the rest of a call of t whose arguments have an error, or which a block follows.
// If it is a statement of another language, that is the only error: the diagnostics of the call are
// dropped. kept and count are the numbers of diagnostics before the call: those kept, and all.
func (r *reader) failedCall(t token, kept, count int) {
	if _, foreign := diag.ForeignWord(r.textOf(t)); foreign {
		r.diags, r.count, r.failed = r.diags[:kept], count, false
		if r.foreignStatement(t) {
			return
		}
	}
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
	case r.value >= 0 && t.kind == assign:
		r.chain()
	case r.value >= 0 && t.kind == stray && r.text[t.at] == '[':
		r.brackets()
	case r.value >= 0 && t.kind == comma:
		r.fault(diag.NoStatement, t, t, "one statement assigns one value", `expected ";"`,
			`write one assignment for each value, or "." before a field`)
	case r.value >= 0 && t.kind == lbrace && !t.newline:
		r.literal()
	case r.foreignComment(t) == "" && r.operator():
	case r.value >= 0 && r.foreignValue():
	case t.kind == name && r.loneName(t):
		r.replace(diag.NotSeparated, t, "two names in a row", `expected ";" or "."`,
			`remove one of them, or put "." before a field`, "")
	case t.kind == bars:
		r.fault(diag.NoStatement, t, t, `"||" inside a block`, `expected ";"`,
			"write { ... } || { ... } at the top level")
	case canBegin(t.kind):
		n := r.fault(diag.NotSeparated, t, t, "two statements on a line",
			`expected ";" before this one`,
			`put ";" between the statements`)
		r.mend(n, r.last, r.last, ";")
		return
	case t.kind == lparen:
		r.fault(diag.CallResult, t, t, "a call has no result", `expected ";"`,
			"make the call a statement of its own")
	default:
		r.unexpected(diag.NoStatement, "expected the end of the statement, found "+r.show(t),
			`expected ";"`, "end the statement here, and write the next one after it")
	}
	r.recover()
}

// foreignValue reports the word with which the value of an assignment begins, if it is one of
// another language, as in x := not c.
func (r *reader) foreignValue() bool {
	end := r.value + int32(nameLen(r.text[r.value:]))
	w := token{kind: name, at: r.value, end: end}
	f, ok := diag.ForeignWord(r.textOf(w))
	if !ok || f.Role != diag.OperatorWord && f.Role != diag.ThreadWord {
		return false
	}
	r.replace(diag.NoStatement, w, r.textOf(w)+" is not a word of IL", f.Label, "remove it", "")
	return true
}

// loneName reports whether the name t, the next token, is the whole rest of its statement.
func (r *reader) loneName(t token) bool {
	s := scanning(r.text, int(t.end), r.piece.to)
	k := s.next()
	return k.kind == semi || k.kind == rbrace || k.kind == eof || k.newline
}

// closer reports whether the next token closes a block in another language, as in if * then x := a
// fi.
func (r *reader) closer() bool {
	f, ok := diag.ForeignWord(r.textOf(r.tok))
	return ok && r.tok.kind == name && f.Role == diag.CloserWord
}

// foreignCall reports the call of a procedure of another language. Its name, perhaps with a
// receiver, is the token t, and the next token the parenthesis.
func (r *reader) foreignCall(t token, f diag.Foreign) {
	all := r.textOf(t)
	if f.Role == diag.LockWord {
		f = onLock(f, all[:max(0, strings.LastIndexByte(all, '.'))])
	}
	n := r.fault(diag.Receiver, t, t, brief(all)+" is not part of IL", f.Label, f.Fix)
	r.skipValue()
	end := r.last
	if f.Text == "" && r.accept(semi) {
		end = r.last
	}
	if f.Role != diag.ThreadWord {
		r.mend(n, t.at, end, f.Text)
	}
}

// lockCall reports m.lock() and the like, if the statement is such a call. Its next token is in the
// path before the parenthesis.
func (r *reader) lockCall() bool {
	s := scanning(r.text, int(r.begun), r.piece.to)
	last, open := s.next(), s.next()
	for open.kind == dot || open.kind == name || open.kind == kwLock || open.kind == kwUnlock {
		last, open = open, s.next()
	}
	f, ok := diag.ForeignCall(r.textOf(last))
	if !ok || f.Role != diag.LockWord || open.kind != lparen || open.at < r.tok.at {
		return false
	}
	for r.tok.kind != lparen {
		r.advance()
	}
	r.foreignCall(token{at: r.begun, end: last.end}, f)
	return true
}

// onLock returns f with a statement about the lock that an object of another language is: lock(m)
// for m and c.m, lock() for lock and this.
func onLock(f diag.Foreign, object string) diag.Foreign {
	object = object[strings.LastIndexAny(object, "&. ")+1:]
	if isLockName(object) {
		f.Text = strings.TrimSuffix(f.Text, ")") + object + ")"
		f.Fix = "write " + f.Text
	}
	return f
}

// lineEnd returns the end of the line that at is on.
func (r *reader) lineEnd(at int32) int32 {
	line, _, _ := strings.Cut(r.text[at:r.piece.to], "\n")
	return at + int32(len(line))
}

// chained reports x = y = z, whose first sign is the next token.
func (r *reader) chained() bool {
	line := r.text[r.tok.at:r.lineEnd(r.tok.at)]
	line, _, _ = strings.Cut(line, ";")
	if strings.Count(strings.ReplaceAll(line, "==", ""), "=") < 2 ||
		strings.ContainsAny(line, "<>!(){}") {
		return false
	}
	r.chain()
	r.recover()
	return true
}
