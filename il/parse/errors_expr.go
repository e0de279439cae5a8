package parse

import (
	"fmt"
	"strings"
	"unicode"

	"wobbly/il/diag"
)

// noValue reports the token t, not yet consumed, on the right of an assignment.
func (r *reader) noValue(t token) {
	const wanted = "expected a variable, a path or new()"
	switch {
	case r.isValue(t):
		r.noObject(t)
	case t.kind.keyword() && !t.newline:
		r.reservedName(t)
	case t.newline, t.kind == semi, t.kind == rbrace, t.kind == eof:
		r.missing(diag.NoStatement, "the assignment has no right side", wanted,
			"write a value, such as new()")
	case t.kind == lparen:
		r.parentheses()
	case t.kind == stray && r.text[t.at] == '[', t.kind == lbrace:
		r.fault(diag.NoStatement, t, t, "IL has no lists and no tables", wanted,
			"write new(), and assign its fields")
	case r.operator():
	default:
		r.unexpected(diag.NoStatement, "expected a value, found "+r.show(t), wanted,
			"write a value, such as new()")
	}
}

// isValue reports whether t begins a value of other languages: a number or a string.
func (r *reader) isValue(t token) bool {
	return t.kind == number || t.kind == stray && strings.ContainsRune("\"'`", rune(r.text[t.at]))
}

// noObject reports a value of another language.
func (r *reader) noObject(t token) {
	what := r.show(t)
	if t.kind == stray {
		what = "a string"
	}
	if r.value == t.at {
		line := r.text[t.end:r.lineEnd(t.end)]
		line, _, _ = strings.Cut(line, ";")
		line, _, _ = strings.Cut(line, "}")
		if line = strings.TrimSpace(line); t.kind == number && lacks(line) != "" {
			r.advance()
			if r.operator() {
				return
			}
		}
	}
	n := r.fault(diag.NoObject, t, t, what+" is not an object", "every value is an object",
		"use a variable, a path or new()")
	if t.kind == stray { // replace the whole string
		end := r.lineEnd(t.end)
		if i := strings.LastIndexByte(r.text[t.end:end], r.text[t.at]); i >= 0 && r.value == t.at {
			r.mend(n, t.at, t.end+int32(i)+1, "new()")
		}
	} else if r.value == t.at {
		r.mend(n, t.at, t.end, "new()")
	}
}

// parentheses reports a value in parentheses, or with a type in them; the next token opens them.
func (r *reader) parentheses() {
	t := r.tok
	r.skipValue()
	message, fix := "IL has no parentheses around a value", "remove them"
	if line := r.text[t.at:r.last]; line[len(line)-1] != ')' {
		message, fix = "IL has no casts", "remove the type and its parentheses"
	}
	n := r.fault(diag.NoStatement, t, t, message, "expected a variable, a path or new()", fix)
	if all := r.paths(t.at, r.last); len(all) > 0 {
		r.mend(n, t.at, r.last, all[len(all)-1])
	}
}

// newWithArguments reports that new, just consumed, is not followed by ().
func (r *reader) newWithArguments() {
	first := r.tok
	switch {
	case r.text[r.last-1] == '(':
		n := r.unexpected(diag.MisusedNew, "new takes no arguments", `expected ")"`, "write new()")
		r.mend(n, r.last, r.listEnd(r.last), ")")
		r.skipList()
	case first.kind == name && !first.newline:
		n := r.fault(diag.MisusedNew, first, first, "new takes no class: IL has none",
			`expected "()"`, "write new()")
		r.advance()
		end := r.last
		if r.tok.kind == lparen {
			end = r.listEnd(r.tok.end)
		}
		r.mend(n, first.at-1, end, "()")
		if r.accept(lparen) {
			r.skipList()
		}
	default:
		r.insert(diag.MisusedNew, "new without its parentheses", `expected "()"`,
			"write new()", "()")
	}
}

// resultOfCall reports an assignment of m(...); the next token is the parenthesis.
func (r *reader) resultOfCall(m token) {
	w := r.textOf(m)
	if f, ok := diag.ForeignWord(w); ok && f.Role == diag.MakerWord || unicode.IsUpper(rune(w[0])) {
		n := r.fault(diag.MisusedNew, m, m, brief(w)+" makes no object: a call has no result",
			"a new object is new()", "write new()")
		r.skipValue()
		r.mend(n, m.at, r.last, "new()")
		return
	}
	r.fault(diag.CallResult, m, m, "a call has no result", "a call is a statement",
		fmt.Sprintf("write %s(...); and read the field in which %[1]s stores its result", brief(w)))
	r.call(m)
}

// noItem reports the token t, not yet consumed, where an item of a list is wanted.
func (r *reader) noItem(what string, t token) {
	switch argument := what == "argument"; {
	case argument && r.isValue(t):
		r.noObject(t)
	case argument && t.kind == kwNew:
		r.fault(diag.MisusedNew, t, t, "new() as an argument", "expected a variable or a path",
			"assign it first, x := new(), and pass x")
	case t.kind.keyword():
		r.reservedName(t)
	case argument:
		r.unexpected(diag.BrokenList, "expected an argument, found "+r.show(t),
			"expected a variable or a path", "pass a variable or a path")
	case r.typedParameters():
		return
	default:
		r.unexpected(diag.BrokenList, "expected a parameter, found "+r.show(t),
			"expected a name", "write names only")
	}
	r.skipList()
}

// listBroken reports the next token, in a list of items called what, where a comma or the closing
// parenthesis is wanted.
func (r *reader) listBroken(what string) {
	const wanted = `expected "," or ")"`
	switch t := r.tok; {
	case r.failed:
	case t.newline || t.kind == semi || t.kind == lbrace || t.kind == rbrace || t.kind == eof:
		r.insert(diag.BrokenList, "the list of "+what+"s has no end", `expected ")"`,
			`write ")"`, ")")
		r.failed = true
		if t.newline {
			return
		}
	case what == "parameter" && r.typedParameters():
		return
	case t.kind == lparen && what == "argument":
		r.fault(diag.CallResult, t, t, "a call as an argument: a call has no result", wanted,
			"make it a statement of its own")
	case t.kind == name && what == "argument":
		n := r.fault(diag.BrokenList, t, t, wanted+", found "+r.show(t), wanted,
			`put "," between the arguments`)
		r.mend(n, r.last, r.last, ",")
	default:
		r.unexpected(diag.BrokenList, wanted+", found "+r.show(t), wanted,
			"write names, with commas between them")
	}
	r.skipList()
}

// noField reports the dot d of a path that no field follows.
func (r *reader) noField(d token) {
	switch t := r.tok; {
	case (t.kind == kwLock || t.kind == kwUnlock) && r.value < 0 && r.lockCall():
	case t.kind.keyword() && !t.newline:
		r.reservedName(t)
	case t.kind == stray:
		r.strayCharacters(t)
	default:
		r.replace(diag.IncompletePath, d, `"." without a field`,
			"expected the name of a field after it",
			"name a field, or remove the dot", "")
	}
}

// typedParameters reports parameters in the form of another language, such as m(Foo c, int n), and
// skips the list. It reports false if the names of the parameters are not clear.
func (r *reader) typedParameters() bool {
	open := strings.LastIndexByte(r.text[r.piece.from:r.tok.at], '(') + r.piece.from + 1
	line := r.text[open:r.lineEnd(int32(open))]
	end := strings.IndexByte(line, ')')
	if end < 0 || open <= r.piece.from {
		return false
	}
	names := parameterNames(line[:end])
	if names == "" || names == line[:end] || strings.ContainsAny(line[:end], "(){};") {
		return false
	}
	r.skipList()
	n := r.fault(diag.BrokenList, token{at: int32(open)}, token{end: int32(open + end)},
		"a parameter is only a name", "parameters have no types", "write ("+brief(names)+")")
	r.mend(n, int32(open), int32(open+end), names)
	return true
}
