package racemob

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// naive returns the conflicts by their definition, from all pairs of accesses.
func naive(core *il.Core, p il.Pair) []il.Sites {
	of := func(u *il.Unit) (all []il.Access) {
		for _, v := range core.Reachable(u) {
			for _, a := range il.Accesses(v.Body) {
				all = append(all, a)
			}
		}
		return all
	}
	var all []il.Sites
	for _, a := range of(p.Left) {
		for _, b := range of(p.Right) {
			if s := p.Sites(a.Site, b.Site); a.Conflicts(b) && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, il.Sites.Compare)
	return all
}

// TestConflicts: the conflicts are those of the definition, without duplicates and in order. They
// can be counted and looked up without listing them.
func TestConflicts(t *testing.T) {
	pairs, self := 0, 0
	iltest.Random(t, 60, gen.Default(), func(core *il.Core) {
		for _, p := range core.Pairs() {
			c, want := ConflictsOf(core, p), naive(core, p)
			if got := slices.Collect(c.All()); !slices.Equal(got, want) || c.Count() != len(want) {
				t.Fatalf("Count = %d, All yields %v, want %v\n%s", c.Count(), got, want,
					core.Source.Text)
			}
			for _, s := range want {
				swapped := il.Sites{s[1], s[0]}
				if !c.Has(s) || c.Has(swapped) != slices.Contains(want, swapped) {
					t.Fatalf("Has(%v) = %t, Has(%v) = %t\n%s", s, c.Has(s), swapped, c.Has(swapped),
						core.Source.Text)
				}
			}
			if c.Has(il.Sites{}) {
				t.Fatal("Has accepts the zero sites")
			}
			pairs++
			if p.Left == p.Right {
				self++
			}
		}
	})
	if self == 0 || self == pairs {
		t.Errorf("%d of %d pairs are of a unit with itself, want some but not all", self, pairs)
	}
}

// TestManyConflicts: for a method of 40,000 accesses, counting the conflicts and listing the first
// ones takes no noticeable time.
func TestManyConflicts(t *testing.T) {
	const n = 40_000
	core := iltest.Core(t, "m(a) {\n"+strings.Repeat("a.f := a\n", n)+"}\n")
	c := ConflictsOf(core, core.Pairs()[0])
	if c.Count() != n*(n+1)/2 {
		t.Errorf("Count = %d, want %d", c.Count(), n*(n+1)/2)
	}
	listed := 0
	for s := range c.All() {
		if !c.Has(s) {
			t.Fatalf("All yields %v, which Has rejects", s)
		}
		listed++
		if listed == 1000 {
			break
		}
	}
	if listed != 1000 {
		t.Errorf("All yields %d conflicts, want 1000 before the caller stops", listed)
	}
}
