package bitset

import (
	"slices"
	"testing"

	"github.com/leanovate/gopter/gen"

	"wobbly/internal/law"
)

// TestAgainstMaps: sets agree with maps of the same numbers, and equal sets are equal strings.
func TestAgainstMaps(t *testing.T) {
	numbers := gen.SliceOf(gen.IntRange(0, 40))
	law.Values(t, 500, numbers, func(all []int) error {
		half := len(all) / 2
		a, b := all[:half], all[half:]
		s, u := Of(a...), Of(b...)
		for n := range 48 {
			x, y := slices.Contains(a, n), slices.Contains(b, n)
			for name, c := range map[string]struct{ got, want bool }{
				"Has":       {s.Has(n), x},
				"Union":     {s.Union(u).Has(n), x || y},
				"Intersect": {s.Intersect(u).Has(n), x && y},
				"Minus":     {s.Minus(u).Has(n), x && !y},
				"With":      {s.With(n).Has(n), true},
				"Without":   {s.Without(n).Has(n), false},
			} {
				if c.got != c.want {
					t.Fatalf("%s of %v and %v has %d: %t, want %t", name, a, b, n, c.got, c.want)
				}
			}
			if x && s.Without(n).With(n) != s || !x && s.With(n).Without(n) != s {
				t.Fatalf("%v without and with %d differs", a, n)
			}
		}
		want := slices.Compact(slices.Sorted(slices.Values(a)))
		if got := slices.Collect(s.All()); !slices.Equal(got, want) || s.Len() != len(want) {
			t.Fatalf("Of(%v) has %d numbers, %v, want %v", a, s.Len(), got, want)
		}
		if s.Meets(u) != (s.Intersect(u) != "") || s.Within(u) != (s.Minus(u) == "") {
			t.Fatalf("%v and %v: Meets = %t and Within = %t disagree with Intersect and Minus", a, b,
				s.Meets(u), s.Within(u))
		}
		if !s.Within(s.Union(u)) || s.Union(u) != u.Union(s) {
			t.Fatalf("Union of %v and %v = %v, and %v in the other order", a, b, s.Union(u),
				u.Union(s))
		}
		return nil
	})
}
