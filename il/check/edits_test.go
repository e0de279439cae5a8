package check_test

import (
	"testing"

	"wobbly/il"
	"wobbly/il/check"
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
