package abstract

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSet: a set behaves like a map, with few elements and with many.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		maxElement := 1 + r.IntN(3*manyElements)
		sets, wants := [2]*Set[int]{SetOf[int](), SetOf[int]()}, [2]map[int]bool{{}, {}}
		for range 4 * maxElement {
			i, e := r.IntN(2), r.IntN(maxElement)
			if r.IntN(4) == 0 {
				sets[i].Remove(e)
				delete(wants[i], e)
			} else {
				sets[i].Add(e)
				wants[i][e] = true
			}
			s, o, want, other := sets[i], sets[1-i], wants[i], wants[1-i]
			within := true
			for e := range want {
				within = within && other[e]
			}
			if s.Len() != len(want) || s.Has(e) != want[e] || s.Within(o) != within ||
				s.Equal(o) != maps.Equal(want, other) ||
				!slices.Equal(s.Sorted(cmp.Compare), slices.Sorted(maps.Keys(want))) {
				t.Fatalf("after a change of %d the sets are %v and %v, want %v and %v",
					e, s, o, want, other)
			}
		}
		sets[0].AddAll(sets[1])
		maps.Copy(wants[0], wants[1])
		if !slices.Equal(slices.Sorted(sets[0].All()), slices.Sorted(maps.Keys(wants[0]))) {
			t.Fatalf("the union is %v, want %v", sets[0], wants[0])
		}
	}
	var none *Set[int]
	if none.Len() != 0 || none.Has(1) || !none.Equal(SetOf[int]()) || SetOf(1).Within(none) {
		t.Errorf("a nil set has %d elements, want it empty", none.Len())
	}
	if got := none.String(); got != "[]" {
		t.Errorf("a nil set is printed as %s, want []", got)
	}
	if got := SetOf(2, 1).String(); got != "[1 2]" {
		t.Errorf("the set of 2 and 1 is printed as %s, want [1 2]", got)
	}
}
