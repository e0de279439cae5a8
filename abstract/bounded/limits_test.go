package bounded

import (
	"slices"
	"testing"

	"wobbly/internal/iltest"
)

// TestAtTheLimit: limits are exceeded by exactly one more than they allow.
func TestAtTheLimit(t *testing.T) {
	for _, tt := range []struct {
		name, text, cut string
		enough          Options
		tooFew          Options
	}{
		{
			"objects", "m(p) { x := new(); y := new(); p.f := x; p.g := y; }",
			"m has more than 1 objects",
			Options{MaxObjects: 2}, Options{MaxObjects: 1},
		},
		{
			"names", "m(p) { x := p.f; y := x.f; y.g := y; }", "m has more than 2 names",
			Options{MaxNames: 3}, Options{MaxNames: 2},
		},
		{
			"sets of names", "m(a, b, c) { a.f := b; b.f := c; c.f := a; }",
			"m has more than 2 sets of names",
			Options{MaxNames: 4}, Options{MaxNames: 2},
		},
	} {
		core := iltest.Core(t, tt.text)
		for _, o := range []Options{tt.enough, tt.tooFew} {
			r, err := Analyze(core, o)
			if err != nil {
				t.Fatal(err)
			}
			s := r.search.summary(core.Methods["m"])
			r.search.several(s)
			cuts := s.cuts
			if o == tt.enough && len(cuts) > 0 {
				t.Errorf("%s: with %+v the cuts of m are %q, want none", tt.name, o, cuts)
			}
			if o == tt.tooFew && !slices.Contains(cuts, tt.cut) {
				t.Errorf("%s: with %+v the cuts of m are %q, want %q among them",
					tt.name, o, cuts, tt.cut)
			}
		}
	}
}
