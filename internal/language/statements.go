package language

import (
	"reflect"

	"wobbly/il"
)

// A statement describes a kind of statement. Figures are those of the paper.
type statement struct {
	kind il.Stmt
	form string
	// does says what it does when it is executed (Figure 5).
	does string
	// means says what it means to the analysis (Figure 7).
	means string
}

// statements lists all kinds of statements. A test checks that the forms and what they do are those
// of the tables of docs/language.md.
var statements = []statement{
	{&il.Skip{}, "skip", "nothing; takes no step", "It changes neither W nor L nor A."},
	{&il.Copy{}, "x := y", "copies a variable",
		"W ∪ fml{x, y}: both variables are touched if they are parameters. No access."},
	{&il.Load{}, "x := y.f.g", "load: reads a cell",
		"A ∪ fml{⟨x := y.f.g, L⟩}: a read, at the lock level L. W ∪ fml{x, y.f.g}. fml keeps the " +
			"paths that begin with a parameter."},
	{&il.Store{}, "x.f.g := y", "store: writes a cell",
		"A ∪ fml{⟨x.f.g := y, L⟩}: a write, at the lock level L. W ∪ fml{x.f.g, y}. fml keeps " +
			"the paths that begin with a parameter."},
	{&il.New{}, "x := new()", "a fresh object", "W ∪ fml{x}: the variable is touched. No access."},
	{&il.Lock{}, "lock()", "takes the lock once more; waits while the other thread has it",
		"L is one more: incr(L)."},
	{&il.Unlock{}, "unlock()", "releases it once", "L is one less: decr(L)."},
	{&il.If{}, "if * { .. } else { .. }", "one of the two",
		"⟦C1⟧♯ D ⊔ ⟦C2⟧♯ D: what holds after either branch is joined."},
	{&il.While{}, "while * { .. }", "zero or more iterations",
		"D ⊔ ⟦C⟧♯ D: one iteration is enough, as locking is balanced."},
	{&il.Call{}, "m(x, y.f)", "calls a method",
		"The summary of the method is applied: arguments replace parameters, lock levels are " +
			"added, and only paths that begin with a parameter of the caller are kept. Arguments " +
			"that are prefixes of others are wobbly (WB). Evaluating an argument is " +
			"not an access."},
	{&il.Move{}, "x.f := y.g", "t := y.g; x.f := t", "Sugar: a read and a write at one place."},
	{&il.NewAt{}, "x.f := new()", "t := new(); x.f := t", "Sugar: a write."},
	{&il.Synchronized{}, "synchronized { .. }", "lock(); ..; unlock()",
		"Sugar: lock() at the word, unlock() at the closing brace, so inside L is one more."},
}

// statementOf returns the description of the kind of a statement.
func statementOf(s il.Stmt) (statement, bool) {
	for _, x := range statements {
		if reflect.TypeOf(x.kind) == reflect.TypeOf(s) {
			return x, true
		}
	}
	return statement{}, false
}

// words describe the keywords that are not statements by themselves.
var words = map[string]string{
	"new": "new() makes a fresh object, whose fields contain the object itself. It is the " +
		"whole right side of an assignment.",
	"then":    "then may follow if *, and means nothing.",
	"else":    "else begins the other branch of an if. Either branch may be taken.",
	"do":      "do may follow while *, and means nothing.",
	"private": "A private method is in no pair. Other methods can call it.",
}

// signs describe the signs that are not part of a statement's form.
var signs = map[string]string{
	"*": "A nondeterministic condition: every path can be taken (assumption A6). The analysis " +
		"ignores conditions.",
	"||": "C1 || C2: two threads. The block on the left is thread A, the one on the " +
		"right is thread B.",
}
