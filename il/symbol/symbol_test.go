package symbol_test

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/parse"
	"wobbly/il/symbol"
)

// table describes each name of a text: the name, its role ("!" declares, "=" writes), the first two
// letters of its kind, and the number of its symbol. Symbols are numbered by first occurrence.
func table(text string) string {
	p, _ := parse.File(il.NewSource("t.il", text))
	numbers := map[*symbol.Symbol]int{}
	var all []string
	for _, o := range symbol.Of(p).All() {
		if numbers[o.Symbol] == 0 {
			numbers[o.Symbol] = len(numbers) + 1
		}
		role := [...]string{"", "!", "="}[o.Role]
		all = append(all,
			fmt.Sprintf("%s%s %s%d", text[o.At:o.End], role, o.Symbol.Kind.String()[:2],
				numbers[o.Symbol]))
	}
	return strings.Join(all, ", ")
}

func TestOf(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"m(a) { b := a; a := b }", "m! me1, a! pa2, b= lo3, a pa2, a= pa2, b lo3"},
		{"m(a) { skip } n(a) { m(a) }", "m! me1, a! pa2, n! me3, a! pa4, m me1, a pa4"},
		{
			"m(a) { x := a . f /* g */ . g; a.f.g := x; a.f := a.g; a.g := new() }",
			"m! me1, a! pa2, x= lo3, a pa2, f fi4, g fi5, a pa2, f fi4, g= fi5, x lo3, " +
				"a pa2, f= fi4, a pa2, g fi5, a pa2, g= fi5",
		},
		{"{ x := arg1; x := y } || { arg1 := x }",
			"x= lo1, arg1 pa2, x= lo1, y lo3, arg1= pa4, x lo5"},
		{"m(a) { if * { synchronized { x := a } } else { while * { x := a } } }",
			"m! me1, a! pa2, x= lo3, a pa2, x= lo3, a pa2"},
		// A lock is one symbol in all methods, whatever else has its name.
		{"m(a) { lock(a); unlock(a) } n(b) { synchronized (a) { x := b.a } }",
			"m! me1, a! pa2, a lo3, a lo3, n! me4, b! pa5, a lo3, x= lo6, b pa5, a fi7"},
		// The formals that a binding may name are one symbol.
		{
			"m(a) { skip } n(a, b) { x := b } init { o.f = p; A.a = o; B.b = p }",
			"m! me1, a! pa2, n! me3, a! pa2, b! pa4, x= lo5, b pa4, o ob6, f= fi7, p ob8, " +
				"a= pa2, o ob6, b= pa4, p ob8",
		},
		{"{ x := arg1 } || { x := arg1 } init { A.arg1 = o }",
			"x= lo1, arg1 pa2, x= lo3, arg1 pa4, arg1= pa2, o ob5"},
		{"m(a) { skip } init { A.c = o }", "m! me1, a! pa2, o ob3"},
		// What could be read of a text with errors.
		{"m(a) { x = a; y := a; n(", "m! me1, a! pa2, x= lo3, a pa2, y= lo4, a pa2, n me5"},
		{"", ""},
	} {
		if got := table(x.text); got != x.want {
			t.Errorf("the names of %q are\n%s\nwant\n%s", x.text, got, x.want)
		}
	}
}

// TestAt: a name is found at its beginning, inside and at its end; of two that touch, the
// one that begins there.
func TestAt(t *testing.T) {
	const text = "mm(aa) { aa.ff := aa }"
	p, _ := parse.File(il.NewSource("t.il", text))
	all := symbol.Of(p)
	for at, want := range map[il.Pos]string{
		0: "mm", 1: "mm", 2: "mm", 3: "aa", 5: "aa", 6: "", 8: "", 9: "aa", 11: "aa", 12: "ff",
		14: "ff", 22: "", 99: "",
	} {
		got := ""
		if o, ok := all.At(at); ok {
			got = o.Symbol.Name
		}
		if got != want {
			t.Errorf("At(%d) = %q, want %q", at, got, want)
		}
	}
	if h := all.Units[0].Head(); h != "mm(aa)" {
		t.Errorf("Head() = %s, want mm(aa)", h)
	}
}
