package parse

import (
	"strings"
	"testing"

	"wobbly/il"
)

// FuzzFile: no text makes the parser panic, its diagnostics can be shown, and a legal program
// survives printing.
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

// FuzzGrammar: all parsers accept the same texts and give the same trees.
func FuzzGrammar(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(randomText(seed))
	}
	f.Add("init{A.f=o\n}" +
		"m(){x:=new();a.b:=a.b if*then{}else{}while*do{};synchronized{lock()}m(a.f,b)}{}||{skip}")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Count(text, "{") > 500 || len(text) > 1<<14 {
			return // participle's parser is recursive without a limit, and slow
		}
		differ(t, text)
	})
}

// FuzzIncremental: after an edit, and after it is undone, the result is that of a full parse.
func FuzzIncremental(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(randomText(seed)+randomText(seed+20), uint(40*seed), uint(seed), "x := y;")
	}
	f.Fuzz(func(t *testing.T, text string, at, n uint, insert string) {
		v := new(Incremental)
		checkVersion(t, v, text)
		from := min(at, uint(len(text)))
		to := min(from+min(n, 100), uint(len(text)))
		checkVersion(t, v, text[:from]+insert+text[to:])
		checkVersion(t, v, text)
	})
}
