package abstract_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestApply: from the least element, Apply gives the summary. From another one
// it adds the summary's elements to it, accesses at levels above its own, and
// leaves it as it was.
func TestApply(t *testing.T) {
	iltest.Random(t, 500, gen.Default(), func(c *il.Core) {
		s, err := abstract.AnalyzeSets(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range c.Units {
			sum := s.Summary(u)
			if d := cmp.Diff(sum, s.Apply(u, u.Body, abstract.Bottom())); d != "" {
				t.Fatalf("%s: summary -, from the least element +\n%s", u.Name, d)
			}
			from := abstract.D{W: abstract.SetOf[abstract.Expr]("z.h"), L: il.LevelOf(2), A: abstract.SetOf(abstract.Access{Path: "z.h"})}
			want := from.Clone()
			want.W.AddAll(sum.W)
			for a := range sum.A.All() {
				a.Lock = from.L.Plus(a.Lock)
				want.A.Add(a)
			}
			before := from.Clone()
			if d := cmp.Diff(want, s.Apply(u, u.Body, from)); d != "" {
				t.Fatalf("%s: wanted -, got +\n%s", u.Name, d)
			}
			if !cmp.Equal(from, before) {
				t.Fatalf("%s: the state was changed", u.Name)
			}
		}
	})
}
