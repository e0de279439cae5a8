package language

import (
	"reflect"

	"wobbly/il"
)

// statement says what a kind of statement is.
type statement struct {
	kind  il.Stmt
	form  string
	does  string // when it is executed (Figure 5)
	means string // to the analysis (Figure 7)
}

// statements are all kinds of statements. Form and does are those of docs/language.md.
var statements = []statement{
	{&il.Skip{}, "skip", "nothing; takes no step", "It changes neither W nor L nor A."},
	{&il.Copy{}, "x := y", "copies a variable", "W ∪ fml{x, y}: both variables are touched, as far as they are formals. No access."},
	{&il.Load{}, "x := y.f.g", "load: reads a cell", "A ∪ fml{⟨x := y.f.g, L⟩}: a read, at the lock level L. W ∪ fml{x, y.f.g}. Kept is what begins with a formal (fml)."},
	{&il.Store{}, "x.f.g := y", "store: writes a cell", "A ∪ fml{⟨x.f.g := y, L⟩}: a write, at the lock level L. W ∪ fml{x.f.g, y}. Kept is what begins with a formal (fml)."},
	{&il.New{}, "x := new()", "a fresh object", "W ∪ fml{x}: the variable is touched. No access."},
	{&il.Lock{}, "lock()", "takes the lock once more; waits while the other thread has it", "L is one more: incr(L)."},
	{&il.Unlock{}, "unlock()", "gives it back once", "L is one less: decr(L)."},
	{&il.If{}, "if * { .. } else { .. }", "one of the two", "⟦C1⟧♯ D ⊔ ⟦C2⟧♯ D: what holds after either branch is joined."},
	{&il.While{}, "while * { .. }", "any number of rounds, also none", "D ⊔ ⟦C⟧♯ D: one round is enough, as locking is balanced."},
	{&il.Call{}, "m(x, y.f)", "calls a method", "The summary of the method is applied: actuals stand for formals, lock levels are added, and kept is what begins with a formal here. Actuals that are prefixes of others are wobbly (WB). Evaluating an argument is no access."},
	{&il.Move{}, "x.f := y.g", "t := y.g; x.f := t", "Sugar: a read and a write at one place."},
	{&il.NewAt{}, "x.f := new()", "t := new(); x.f := t", "Sugar: a write."},
	{&il.Synchronized{}, "synchronized { .. }", "lock(); ..; unlock()", "Sugar: lock() at the word, unlock() at the closing brace, so inside L is one more."},
}

// statementOf is what the kind of a statement is.
func statementOf(s il.Stmt) (statement, bool) {
	for _, x := range statements {
		if reflect.TypeOf(x.kind) == reflect.TypeOf(s) {
			return x, true
		}
	}
	return statement{}, false
}

// words are the words of the language that are no statements of their own.
var words = map[string]string{
	"new":     "new() makes a fresh object. Its fields hold the object itself. It stands alone on the right of an assignment.",
	"then":    "then may be written behind if *, and means nothing.",
	"else":    "else begins the other branch of an if. Which of the two is taken, nobody decides.",
	"do":      "do may be written behind while *, and means nothing.",
	"private": "A private method is in no pair. It can only be called.",
}

// signs are those that have something to tell by themselves.
var signs = map[string]string{
	"*":  "Nobody decides: every way can be taken (assumption A6). What a condition says is what the analysis does not look at.",
	"||": "C1 || C2: two threads. The block on the left is thread A, the one on the right is thread B.",
}
