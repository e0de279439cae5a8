package check

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/spell"
	"wobbly/internal/text"
)

// call checks one call (WF-call): its method exists and has as many parameters as the call has
// arguments. It adds an edge to the call graph, on which callOrder checks assumption A5.
func (b *body) call(s *il.Call) {
	m := b.methods[s.Method]
	foreign, ok := diag.ForeignCall(s.Method)
	if m == nil && ok {
		e := b.unknownMethod(s)
		e.Label, e.Fix = foreign.Label, foreign.Fix
		return
	}
	for _, e := range s.Args {
		b.expr(e)
	}
	if m == nil {
		b.suggestMethod(s, b.unknownMethod(s))
		return
	}
	b.calls.edges = append(b.calls.edges, callEdge{callee: int32(m.Index), at: s.At})
	if len(s.Args) == len(m.Formals) {
		return
	}
	takes := text.Count(len(m.Formals), "argument")
	e := b.report(diag.WrongArity, s.At, s.Method,
		fmt.Sprintf("%s takes %s, and this call passes %d", m.Name, takes, len(s.Args)))
	e.Fix = "call it as " + signature(m)
	note(e, m.At, m.Name, signature(m)+" is declared here")
}

func (b *body) unknownMethod(s *il.Call) *diag.Diagnostic {
	return b.report(diag.UnknownMethod, s.At, s.Method, "no method is named "+s.Method)
}

// suggestMethod adds the method with the most similar name to an error, or else lock or unlock.
func (b *body) suggestMethod(s *il.Call, e *diag.Diagnostic) {
	m := b.methods[b.similarTo(s.Method, func(yield func(string) bool) {
		for i := range b.units {
			if u := &b.units[i]; !u.Thread && !yield(u.Name) {
				return
			}
		}
	})]
	if m == nil {
		word := b.similarTo(s.Method,
			func(yield func(string) bool) { _ = yield("lock") && yield("unlock") })
		if word != "" {
			e.Label = spell.Question(word)
			e.Fix = fmt.Sprintf("write %s instead of %s", word, s.Method)
			e.Edits = []diag.Edit{{At: e.At, End: e.End, Text: word}}
			return
		}
		e.Label = "not declared in this file"
		e.Fix = fmt.Sprintf("declare the method %s, or correct the name", s.Method)
		return
	}
	e.Label = spell.Question(m.Name)
	e.Fix = fmt.Sprintf("write %s instead of %s", m.Name, s.Method)
	e.Edits = []diag.Edit{{At: e.At, End: e.End, Text: m.Name}}
	note(e, m.At, m.Name, signature(m)+" is declared here")
}

// signature formats the head of a method. A long list of parameters is abbreviated.
func signature(m *il.Unit) string {
	const maxFormals = 6
	formals := m.Formals
	if n := len(formals); n > maxFormals {
		formals = []string{formals[0], formals[1], "...", formals[n-1]}
	}
	return m.Name + "(" + strings.Join(formals, ", ") + ")"
}
