package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il/check"
)

// list formats the numbers from 0 to n-1 and joins the results.
func list(n int, separator, format string) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(words, separator)
}

// TestLongTexts: each limit on the length of a message has a row at the limit and one beyond it.
func TestLongTexts(t *testing.T) {
	path := func(n int) string { return "m(b) { b" + list(n, "", ".f%d") + " := new(); }" }
	call := func(n int) string { return "m(" + list(n, ", ", "a%d") + ") {} k(a) { m(a); }" }
	ring := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "m%d() { m%d(); } ", i, (i+1)%n)
		}
		return b.String()
	}
	similar := func(n int) string {
		return fmt.Sprintf("%sx() {} k() { %[1]sy(); }", strings.Repeat("m", n-1))
	}
	for _, x := range []struct{ name, text, want, not string }{
		{"6 formals", call(6), "m(a0, a1, a2, a3, a4, a5) is declared here", "..."},
		{"7 formals", call(7), "m(a0, a1, ..., a6) is declared here", "a2"},
		{"6 fields", path(6), "b.f0.f1.f2.f3.f4.f5 := new() is sugar", "..."},
		{"7 fields", path(7), "b.f0...f6 := new() is sugar", "f1"},
		{"a cycle of 8", ring(8),
			"m0 calls m1 calls m2 calls m3 calls m4 calls m5 calls m6 calls m7 calls m0", "more"},
		{"a cycle of 9", ring(9),
			"m0 calls m1 calls m2 calls ... (3 more) calls m6 calls m7 calls m8 calls m0",
			"m3 calls m4 calls"},
		{"a name of 64 letters", similar(64), "did you mean", "declare it"},
		{"a name of 65 letters", similar(65), "not declared in this file", "did you mean"},
	} {
		p := program(t, x.text)
		_, errs := check.Program(p, check.Options{Strict: true})
		got := show(p.Source, errs)
		if !strings.Contains(got, x.want) || strings.Contains(got, x.not) {
			t.Errorf("%s: the errors are\n%s\nwant %q and not %q in them", x.name, got, x.want, x.not)
		}
	}
}

// TestManyNames: any number of variables and fields are distinguished. The checker keeps a few in a
// list and many in a table.
func TestManyNames(t *testing.T) {
	for n := 1; n <= 70; n++ {
		locals := list(n, " ", "x%d := a0; y := x%[1]d.f%[1]d;")
		formals := list(n, ", ", "a%d")
		core := coreOf(t, fmt.Sprintf("m(%s) { %s } k(a0) { %[2]s }", formals, locals),
			check.Options{})
		want := strings.Split(list(n, " ", "f%d"), " ")
		slices.Sort(want)
		if !slices.Equal(core.Fields, want) {
			t.Errorf("%d fields: Fields = %v, want %v", n, core.Fields, want)
		}
		p := program(t,
			fmt.Sprintf("m(%s) { %s y := x%d; } k(a0) { y := x0; }", formals, locals, n))
		_, errs := check.Program(p, check.Options{})
		if len(errs) != 2 || !strings.Contains(errs[0].Message, fmt.Sprintf("x%d ", n)) ||
			!strings.Contains(errs[1].Message, "x0 ") {
			t.Errorf("%d locals: the errors are\n%s\nwant one about x%[1]d and one about x0", n,
				show(p.Source, errs))
		}
	}
}
