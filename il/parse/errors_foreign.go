package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wobbly/il"
	"wobbly/il/diag"
)

// foreignStatement reports a statement of another language, whose first word t is consumed, and
// reads it to its end. It reads the blocks in it for their own errors, and reports whether t is
// such a word.
func (r *reader) foreignStatement(t token) bool {
	w := r.textOf(t)
	f, ok := diag.ForeignWord(w)
	if !ok {
		if f, ok = diag.ForeignCall(w); !ok {
			return false
		}
	}
	report := func() reported {
		return r.fault(diag.NoStatement, t, t, w+" is not a word of IL", f.Label, f.Fix)
	}
	switch f.Role {
	case diag.BlockWord:
		n := report()
		if r.skipToBlock() {
			r.mend(n, t.at, r.tok.at, f.Text)
			kept, count := len(r.diags), r.count
			r.block()
			if w == "switch" || w == "match" || w == "select" { // its cases are not reported too
				r.diags, r.count = r.diags[:kept], count
			}
			r.accept(semi)
		}
	case diag.ElseIfWord:
		r.elseIf(report(), t)
		r.accept(semi)
	case diag.TryWord:
		r.exceptions(report(), t)
	case diag.LockWord, diag.CommandWord:
		n := report()
		r.recover()
		if f.Role == diag.LockWord {
			args, _, _ := strings.Cut(r.text[t.end:r.last], ")")
			f = onLock(f, strings.TrimLeft(args, "( "))
			r.amend(n, f.Fix)
		}
		end := r.last
		if f.Text != "" && r.text[r.last-1] == ';' {
			end--
		}
		r.mend(n, t.at, end, f.Text)
	case diag.ThreadWord, diag.CloserWord, diag.ClassWord, diag.FieldsWord:
		report()
		r.recover()
	default:
		return false
	}
	return true
}

// foreignCommand reports a command of another language whose operands are not paths, such as
// print "x". Its word t is consumed.
func (r *reader) foreignCommand(t token) bool {
	f, ok := diag.ForeignWord(r.textOf(t))
	return ok && (f.Role == diag.CommandWord || f.Role == diag.ThreadWord) && r.foreignStatement(t)
}

// skipToBlock skips the head of a statement of another language, and reports whether its block is
// the next token. Parentheses in the head may hold semicolons and the ends of lines.
func (r *reader) skipToBlock() bool {
	for depth, first := 0, true; ; first = false {
		switch k := r.tok.kind; {
		case k == lbrace:
			return true
		case k == rbrace, k == eof, r.tok.newline && depth <= 0 && !first:
			return false
		case k == lparen:
			depth++
		case k == rparen:
			depth--
		}
		r.advance()
	}
}

// elseIf reads elif c { ... } and the branches after it. The word t is consumed.
func (r *reader) elseIf(n reported, t token) {
	if !r.skipToBlock() {
		return
	}
	r.mend(n, t.at, r.tok.at, "else { if * ")
	r.block()
	next := r.tok
	switch f, _ := diag.ForeignWord(r.textOf(next)); {
	case next.kind == kwElse:
		r.body(r.advance())
	case next.kind == name && f.Role == diag.ElseIfWord:
		r.elseIf(n, r.advance())
	}
	r.mend(n, r.last, r.last, " }")
}

// exceptions reads try { ... } catch (e) { ... } finally { ... } from its word t on. The fix keeps
// the statements of try and of finally.
func (r *reader) exceptions(n reported, t token) {
	for {
		if !r.skipToBlock() {
			return
		}
		open, w := r.tok, r.textOf(t)
		b := r.block()
		if w == "try" || w == "finally" {
			r.mend(n, t.at, open.end, "")
			r.mend(n, int32(b.End), r.last, "")
		} else {
			r.mend(n, t.at, r.last, "")
		}
		if f, _ := diag.ForeignWord(r.textOf(r.tok)); r.tok.kind != name || f.Role != diag.TryWord {
			return
		}
		t = r.advance()
	}
}

// doLoop reports do { ... } while (c), whose do is the token t.
func (r *reader) doLoop(t token) {
	n := r.fault(diag.NoStatement, t, t, "no statement begins with do", "the only loop is while *",
		"write while * { ... }: the loop may run any number of times")
	if !r.skipToBlock() {
		return
	}
	r.mend(n, t.at, r.tok.at, "while * ")
	r.block()
	if begin := r.last; r.tok.kind == kwWhile {
		r.advance()
		r.recover()
		r.mend(n, begin, r.last, "")
	}
}

// declaredVariable reports a statement that begins with two names, t and the next token, such as
// int v := c.f, and reads it to its end. It reports whether there is such a statement.
func (r *reader) declaredVariable(t token) bool {
	f, known := diag.ForeignWord(r.textOf(t))
	if known && f.Role != diag.TypeWord && f.Role != diag.LockTypeWord {
		return false
	}
	last, x := t, r.tok
	for (r.tok.kind == name || r.tok.kind == kwLock) && !r.tok.newline {
		last = r.advance()
	}
	if w := r.textOf(t); last != t && r.textOf(x) != "mut" &&
		(w == "var" || w == "let" || w == "val") { // the type follows the name
		for last = x; !r.tok.newline && !r.endsType(); {
			r.advance()
		}
	}
	lock := f.Role == diag.LockTypeWord || last.kind == kwLock
	if last.kind == kwLock {
		f, _ = diag.ForeignWord("Lock")
		known = true
	}
	if last == t {
		return false
	}
	words := brief(strings.TrimSpace(r.text[t.at:last.at]))
	label, fix := "variables have no types and are not declared", "remove "+words
	if known {
		label = f.Label
	}
	switch k := r.tok.kind; {
	case !lock && (k == assign || k == equals):
		message := words + " before the variable " + brief(r.textOf(last))
		n := r.fault(diag.NoStatement, t, last, message, label, fix)
		r.mend(n, t.at, last.at, "")
		r.mend(n, last.end, r.tok.end, " :=")
		r.advance()
		r.failed = n < 0 // the value may have a mistake of its own, as in int v = new Foo()
		r.assignment(il.Expr{Root: r.textOf(last), At: last.pos()})
		return true
	case lock, k == semi, k == rbrace, k == eof, r.tok.newline:
		if !known && !unicode.IsUpper(rune(words[0])) {
			w, x := brief(r.textOf(t)), brief(r.textOf(last))
			r.fault(diag.NoStatement, t, last, "two names in a row", `expected ":=" or "("`,
				"write "+w+"("+x+") to call "+w+", or "+w+" := "+x+" to assign")
			r.recover()
			return true
		}
		message := brief(r.text[t.at:last.end]) + " is a declaration"
		fix = "remove it"
		if lock {
			fix = f.Fix
		}
		n := r.fault(diag.NoStatement, t, last, message, label, fix)
		r.recover()
		r.mend(n, t.at, r.last, "")
		return true
	default:
		return false
	}
}

// endsType reports whether the next token is not part of the type in var x T = c.f.
func (r *reader) endsType() bool {
	switch r.tok.kind {
	case assign, equals, semi, rbrace, eof:
		return true
	default:
		return false
	}
}

// paths lists the variables and paths in a stretch of the text, without calls, keywords and values
// of other languages.
func (r *reader) paths(from, to int32) []string {
	s := scanning(r.text, int(from), int(to))
	var all []string
	t := s.next()
	for t.kind != eof {
		first, last := t, t
		t = s.next()
		if first.kind != name {
			continue
		}
		for t.kind == dot && last.kind == name {
			if t = s.next(); t.kind == name {
				last = t
				t = s.next()
			}
		}
		path := r.text[first.at:last.end]
		_, other := diag.ForeignWord(r.textOf(first))
		if !other && t.kind != lparen && !slices.Contains(all, path) {
			all = append(all, path)
		}
	}
	return all
}

// skipValue skips the rest of a statement, without its end.
func (r *reader) skipValue() {
	for depth := 0; ; r.advance() {
		switch k := r.tok.kind; {
		case k == semi, k == rbrace, k == lbrace, k == eof, r.tok.newline && depth <= 0:
			return
		case k == lparen:
			depth++
		case k == rparen:
			depth--
		}
	}
}

// operators has the feature that IL lacks for an operator, by the operator's first character.
var operators = map[byte]string{
	'+': "arithmetic", '-': "arithmetic", '*': "arithmetic", '/': "arithmetic", '%': "arithmetic",
	'^': "arithmetic", '~': "arithmetic",
	'<': "comparisons", '>': "comparisons", '=': "comparisons",
	'!': "logical operators", '&': "logical operators", '|': "logical operators",
	'?': "conditional values",
}

// lacks returns the feature that the sign s would need, or "".
func lacks(s string) string {
	if s == "" {
		return ""
	}
	return operators[s[0]]
}

// operator reports the next token, an operator in the value of an assignment or after its left
// side, and skips the statement. The fix keeps the accesses, because races depend on cells and not
// on values. It returns false if the token is not an operator.
func (r *reader) operator() bool {
	t, from := r.tok, r.value
	sign := r.textOf(t)
	what := lacks(sign)
	word, _ := diag.ForeignWord(sign)
	switch {
	case from < 0:
		return false
	case t.kind == name && word.Role == diag.OperatorWord:
		what = "operators"
	case what == "", !slices.Contains([]kind{stray, star, bars, equals}, t.kind):
		return false
	case strings.HasPrefix(sign, "->"):
		r.replace(diag.StrayCharacter, t, `"->" is not part of IL`, `expected "."`,
			`write "."`, ".")
		r.skipValue()
		return true
	case sign == "&" && t.at == from:
		r.replace(diag.StrayCharacter, t, "IL has no pointers",
			"a variable refers to an object already", "remove it", "")
		r.skipValue()
		return true
	}
	code := diag.StrayCharacter
	if t.kind != stray {
		code = diag.NoStatement
	}
	r.skipValue()
	to, dst := r.last, strings.TrimRight(r.text[r.begun:from], " \t:=<-")
	paths := r.paths(from, to)
	if sign == "as" || sign == "instanceof" {
		paths = r.paths(from, t.at) // without the type
	}
	message := "IL has no " + what
	if what != "conditional values" {
		message += ": " + r.show(t)
	}
	const label = "values are objects, and nothing is computed from them"
	var edit, fix string
	switch {
	case len(paths) == 0:
		edit = dst + " := new()"
	case len(paths) == 1:
		edit = dst + " := " + paths[0]
	case !strings.Contains(dst, "."):
		for i, p := range paths {
			if i > 0 {
				edit += "; "
			}
			edit += dst + " := " + p
		}
	default:
		fix = "read each path into a variable, and assign one of them to " + brief(dst)
	}
	if edit != "" {
		fix = "keep only the accesses, as in " + brief(edit)
	}
	if n := r.fault(code, t, t, message, label, fix); edit != "" {
		r.mend(n, r.begun, to, edit)
	}
	return true
}

// literal reports a value such as Node{next: c}, whose brace is the next token.
func (r *reader) literal() {
	n := r.fault(diag.MisusedNew, token{at: r.value}, token{end: r.last},
		brief(r.text[r.value:r.last])+"{ ... } makes no object", "a new object is new()",
		"write new(), and assign its fields")
	for r.tok.kind != rbrace && r.tok.kind != eof {
		r.advance()
	}
	r.accept(rbrace)
	r.mend(n, r.value, r.last, "new()")
}

// update reports an operator after the left side of a statement, as in c.f++ and c.f += x.
func (r *reader) update() bool {
	t, dst := r.tok, strings.TrimSpace(r.text[r.begun:r.last])
	sign := r.textOf(t)
	product := t.kind == star && strings.HasPrefix(r.text[t.end:], "=")
	if lacks(sign) != "arithmetic" || strings.HasPrefix(sign, "->") || t.kind != stray && !product {
		return false
	}
	r.advance()
	value := r.last
	r.skipValue()
	r.updated(t, t, dst, r.paths(value, r.last))
	return true
}

// updated reports that the signs from a to b change dst. The fix keeps the accesses.
func (r *reader) updated(a, b token, dst string, values []string) {
	const label = "values are objects, and nothing is computed from them"
	edit, fix := "", "remove it: a variable is not shared"
	local := !strings.Contains(dst, ".")
	switch {
	case local && len(values) > 0:
		edit = dst + " := " + values[0]
		fix = "write " + brief(edit)
	case !local:
		edit = dst + " := " + dst
		fix = "write " + brief(edit) + ", which reads it and writes it"
	}
	n := r.fault(diag.StrayCharacter, a, b, "IL has no arithmetic: "+r.show(a), label, fix)
	if edit == "" {
		r.accept(semi)
	}
	r.mend(n, r.begun, r.last, edit)
}

// chain reports a second assignment in one statement, as in x := y := z. The next token is its
// sign.
func (r *reader) chain() {
	t := r.tok
	r.skipValue()
	sign := func(c rune) bool { return c == ':' || c == '=' }
	parts := strings.FieldsFunc(r.text[r.begun:r.last], sign)
	var all []string
	for i := len(parts) - 2; i >= 0; i-- {
		all = append(all, strings.TrimSpace(parts[i])+" := "+strings.TrimSpace(parts[i+1]))
	}
	edit, fix := strings.Join(all, "; "), "write an assignment for each of them"
	whole := strings.TrimSpace(parts[len(parts)-1]) != "" && r.text[r.last-1] != '='
	if whole {
		fix = "write " + brief(edit)
	}
	n := r.fault(diag.NoStatement, t, t, "two assignments in one statement", `expected ";"`, fix)
	if whole {
		r.mend(n, r.begun, r.last, edit)
	}
}

// brackets reports an index, whose bracket is the next token.
func (r *reader) brackets() {
	t := r.tok
	line, _, _ := strings.Cut(r.text[t.at:r.piece.to], "\n")
	n := r.fault(diag.StrayCharacter, t, t, "IL has no arrays", "objects have fields only",
		"use a field for an element, such as .item")
	if i := strings.IndexByte(line, ']'); i > 0 && t.at > r.begun && t.at != r.value {
		r.mend(n, t.at, t.at+int32(i)+1, ".item")
	}
	r.skipValue()
}

// comment reports a comment of another language that begins with the next token, or just did with
// t, and skips its line.
func (r *reader) comment(t token, sign string) {
	end := t.at + int32(len(sign))
	message := `a comment begins with "//"`
	fix, mended := `write "//"`, "//"
	if line, _, _ := strings.Cut(r.text[t.at:r.piece.to], "\n"); strings.HasPrefix(line, "#include") {
		message = "IL has no includes"
		fix, mended = "remove it", ""
		end = t.at + int32(len(line))
	}
	n := r.fault(diag.StrayCharacter, t, token{end: t.at + int32(len(sign))},
		message, "not part of IL", fix)
	r.mend(n, t.at, end, mended)
	if r.tok.at == t.at || r.tok.kind != eof && !r.tok.newline {
		line, _, _ := strings.Cut(r.text[t.at:r.piece.to], "\n")
		if r.tokens == nil {
			r.scan(int(t.at)+len(line), r.piece.to)
		}
		r.advance()
		r.last = t.at + int32(len(strings.TrimRight(line, " \t\r")))
	}
}

// foreignComment returns the sign with which a comment of another language begins at the stray t,
// or "".
func (r *reader) foreignComment(t token) string {
	switch rest := r.text[t.at:r.piece.to]; {
	case strings.HasPrefix(rest, "#"):
		return "#"
	case strings.HasPrefix(rest, "-- "):
		return "--"
	default:
		return ""
	}
}

// parameterNames turns a parameter list of another language, with types, defaults and the like,
// into a list of names. It is "" if the list is unclear.
func parameterNames(list string) string {
	var names []string
	for item := range strings.SplitSeq(list, ",") {
		item, _, _ = strings.Cut(item, "=")
		item, _, colon := strings.Cut(item, ":")
		words := strings.FieldsFunc(item, func(c rune) bool { return !inName(c) })
		i := len(words) - 1
		if i == 1 && isType(words[1]) && !isType(words[0]) || colon {
			i = 0
		}
		if i < 0 || word(words[i]) != name || slices.Contains(names, words[i]) {
			return ""
		}
		names = append(names, words[i])
	}
	return strings.Join(names, ", ")
}

// isType reports whether a word looks like a type of another language: int, or Node.
func isType(word string) bool {
	f, ok := diag.ForeignWord(word)
	c, _ := utf8.DecodeRuneInString(word)
	return ok && f.Role == diag.TypeWord || unicode.IsUpper(c)
}

func inName(c rune) bool {
	return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c)
}
