package parse

import (
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/diag"
)

// dump writes the statements of a block with kinds and positions.
func parseBody(t *testing.T, body string) []il.Stmt {
	t.Helper()
	p, diags := File(il.NewSource("", "m(a) {"+body+"}"))
	if len(diags) > 0 {
		t.Fatalf("%q: %v", body, diags)
	}
	return p.Decls[0].(*il.Method).Body.Stmts
}

// What each form of statement becomes.
func TestStatements(t *testing.T) {
	for _, row := range []struct {
		text string
		want []il.Stmt
	}{
		{"", nil},
		{"skip", []il.Stmt{&il.Skip{}}},
	} {
		if got := parseBody(t, row.text); len(got) != len(row.want) {
			t.Errorf("%q: %d statements", row.text, len(got))
		}
	}
}

func nested(depth int) string {
	return "m() " + strings.Repeat("{ if * ", depth-1) + "{ x = y " + strings.Repeat("}", depth)
}

// Blocks nest 10,000 deep and no deeper.
func TestNesting(t *testing.T) {
	for depth, want := range map[int]diag.Code{9_999: diag.EqualsSign, 10_000: diag.EqualsSign, 10_001: diag.TooDeep, 1_000_000: diag.TooDeep} {
		_, diags := File(il.NewSource("", nested(depth)))
		if len(diags) != 1 || diags[0].Code != want {
			t.Errorf("depth %d: %v", depth, diags)
		}
	}
	for _, text := range []string{strings.Repeat("{", 1_000_000), "m() {" + strings.Repeat("if *\n", 1_000_000), "m() {" + strings.Repeat("else if * {}\n", 100_000), "m() {" + strings.Repeat("if * {} else ", 1_000_000)} {
		src := il.NewSource("", text)
		_, diags := File(src)
		if len(diags) == 0 {
			t.Error("no error")
		}
		checkDiagnostics(t, src, diags)
	}
}
