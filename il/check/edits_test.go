package check_test

import (
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
)

// TestEditsOfTrees: positions outside the text do not make the checker panic when it looks for edits.
func TestEditsOfTrees(t *testing.T) {
	for _, at := range []il.Pos{il.NoPos, 0, 5, 99} {
		for _, src := range []*il.Source{
			nil, il.NewSource("t.il", ""), il.NewSource("t.il", "m() { lock }"),
		} {
			for _, s := range []il.Stmt{&il.Lock{At: at}, &il.Unlock{At: at}} {
				p := &il.Program{
					Source: src,
					Decls: []il.Decl{&il.Method{
						Name: "m", Body: &il.Block{At: at, End: at, Stmts: []il.Stmt{s}},
					}},
				}
				if _, errs := check.Program(p, check.Options{}); len(errs) != 1 {
					t.Errorf("a lock command at %d: %v, want one error", at, errs)
				}
			}
		}
	}
}

// TestUnlockEdit: the missing unlock() has a line of its own if the brace has one.
func TestUnlockEdit(t *testing.T) {
	for text, want := range map[string]string{
		"m(a) {\n  lock();\n}":      "m(a) {\n  lock();\n  unlock();\n}",
		"m(a) {\n  lock(l);\n}":     "m(a) {\n  lock(l);\n  unlock(l);\n}",
		"m(a) { lock(); }":          "m(a) { lock(); unlock(); }",
		"m(a) {\n lock(); a.f:=a }": "m(a) {\n lock(); a.f:=a unlock(); }",
	} {
		p, errs := parse.File(il.NewSource("t.il", text))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		_, list := check.Program(p, check.Options{})
		if len(list) != 1 || len(list[0].Edits) != 1 {
			t.Errorf("%s: %v, want one error with one edit", text, list)
			continue
		}
		e := list[0].Edits[0]
		if got := text[:e.At] + e.Text + text[e.End:]; got != want {
			t.Errorf("%s becomes %q, want %q", text, got, want)
		}
	}
}
