package parse

import (
	"fmt"
	"strings"

	"wobbly/il"
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
		r.missing(diag.NoStatement, "the assignment has no right side", wanted, "")
	default:
		r.unexpected(diag.NoStatement, "expected a value, found "+r.show(t), wanted, "")
	}
}

// isValue reports whether t is, or begins, a value of other languages: a number or a string.
func (r *reader) isValue(t token) bool {
	return t.kind == number || t.kind == stray && strings.ContainsRune("\"'`", rune(r.text[t.at]))
}

// noObject reports such a value.
func (r *reader) noObject(t token) {
	what := r.show(t)
	if t.kind == stray {
		what = "a string"
	}
	r.fault(diag.NoObject, t, t, what+" is no object", "every value is an object",
		"use a variable, a path or new()")
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
		n := r.fault(diag.MisusedNew, first, first, "new with a class: IL has none", `expected "()"`, "write new()")
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
		r.insert(diag.MisusedNew, "new without its parentheses", `expected "()"`, "write new()", "()")
	}
}

// resultOfCall reports dst := m(...); the next token is the parenthesis.
func (r *reader) resultOfCall(dst il.Expr, m token) {
	r.fault(diag.CallResult, m, m, "a call has no result", "a call is a statement",
		fmt.Sprintf("write %s(...) as a statement of its own and pass %s on in a field", brief(r.textOf(m)), brief(dst.Root)))
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
		r.unexpected(diag.BrokenList, "expected an argument, found "+r.show(t), "expected a variable or a path", "")
	default:
		r.unexpected(diag.BrokenList, "expected a parameter, found "+r.show(t), "expected a name", "")
	}
	r.skipList()
}

// listBroken reports the next token in a list of what, where a comma or the parenthesis is wanted.
func (r *reader) listBroken(what string) {
	const wanted = `expected "," or ")"`
	switch t := r.tok; {
	case r.failed:
	case t.newline || t.kind == semi || t.kind == lbrace || t.kind == rbrace || t.kind == eof:
		r.insert(diag.BrokenList, "the list of "+what+"s has no end", `expected ")"`, `write ")"`, ")")
		r.failed = true
		if t.newline {
			return
		}
	case t.kind == stray && r.textOf(t) == ":":
		r.fault(diag.BrokenList, t, t, "a "+what+" has no type", wanted, "write its name only")
	case t.kind == lparen && what == "argument":
		r.fault(diag.CallResult, t, t, "a call as an argument: a call has no result", wanted,
			"make it a statement of its own")
	case t.kind == name && what == "argument":
		n := r.fault(diag.BrokenList, t, t, wanted+", found "+r.show(t), wanted, `put "," between the arguments`)
		r.mend(n, r.last, r.last, ",")
	case t.kind == name:
		r.fault(diag.BrokenList, t, t, wanted+", found "+r.show(t), wanted,
			"write names only: parameters have no types")
	default:
		r.unexpected(diag.BrokenList, wanted+", found "+r.show(t), wanted, "")
	}
	r.skipList()
}

// noField reports the dot d of a path that no field follows.
func (r *reader) noField(d token) {
	switch t := r.tok; {
	case t.kind.keyword() && !t.newline:
		r.reservedName(t)
	case t.kind == stray:
		r.strayCharacters(t)
	default:
		r.replace(diag.IncompletePath, d, `"." without a field`, "expected the name of a field behind it",
			"name a field, or remove the dot", "")
	}
}
