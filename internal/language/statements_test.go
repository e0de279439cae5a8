package language

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/parse"
)

// TestStatements: each kind of statement is described once, as in the tables of docs/language.md.
func TestStatements(t *testing.T) {
	text, err := os.ReadFile("../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[reflect.Type]bool{}
	for _, x := range statements {
		if seen[reflect.TypeOf(x.kind)] {
			t.Errorf("%T is described twice", x.kind)
		}
		seen[reflect.TypeOf(x.kind)] = true
		row := "| `" + x.form + "` | " + x.does
		sugar := "| `" + x.form + "` | `" + x.does + "` |"
		if !strings.Contains(string(text), row) && !strings.Contains(string(text), sugar) {
			t.Errorf("docs/language.md has no row %s", row)
		}
		if x.means == "" {
			t.Errorf("%T has no description of what it means to the analysis", x.kind)
		}
	}
	for _, s := range il.AllStmts {
		if x, ok := statementOf(s); !ok || reflect.TypeOf(x.kind) != reflect.TypeOf(s) {
			t.Errorf("statementOf(%T) = %T, %t; want its kind", s, x.kind, ok)
		}
	}
	for _, w := range parse.Words() {
		begins := false
		for _, x := range statements {
			begins = begins || strings.HasPrefix(x.form, w)
		}
		if begins == (words[w] != "") {
			t.Errorf("%s begins a statement: %t, and has a text of its own: %q", w,
				begins, words[w])
		}
	}
}
