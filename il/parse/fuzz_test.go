package parse

import (
	"strings"
	"testing"

	"wobbly/il"
)

// FuzzFile: no text makes the parser panic, its diagnostics can be shown, and a
// legal program survives printing.
func FuzzFile(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(randomText(seed))
	}
	f.Add(flat(10))
	f.Add("class Foo { void m(int a) { if (a.b == null) return new Foo(1, \"x\"); } }")
	f.Fuzz(func(t *testing.T, text string) {
		src := il.NewSource("fuzz", text)
		_, diags := File(src)
		checkDiagnostics(t, src, diags)
		if len(diags) == 0 {
			holdsRoundTrip(t, text)
		}
	})
}

// FuzzGrammar: the fast parser accepts what participle's parser of the grammar
// accepts, and gives the same trees.
func FuzzGrammar(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(randomText(seed))
	}
	f.Add("init{A.f=o\n}m(){x:=new();a.b:=a.b if*then{}else{}while*do{};synchronized{lock()}m(a.f,b)}{}||{skip}")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "{") > 500 || len(text) > 1<<14 {
			return // participle's parser is recursive without a limit, and slow
		}
		differ(t, text)
	})
}
