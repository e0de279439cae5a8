package compact

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
)

// TestSets: unions of sets of sites agree with unions of lists: equal sets have equal ids, and each
// set knows its size. Site 3n+2 is a write; the others are reads.
func TestSets(t *testing.T) {
	s := newSets()
	kind := func(site uint32) il.AccessKind {
		if site%3 == 2 {
			return il.Write
		}
		return il.Read
	}
	r := rand.New(rand.NewPCG(1, 1))
	ids := map[string]setID{}
	of := func(sites []uint32) (a setID) { // in any order
		for _, x := range sites {
			a = s.union(single(x, kind(x)), a)
		}
		return a
	}
	list := func(a setID) (sites []uint32) {
		s.each(a, func(x uint32) { sites = append(sites, x) })
		return sites
	}
	draw := func() []uint32 {
		sites := make([]uint32, r.IntN(6))
		for i := range sites {
			sites[i] = r.Uint32N(1 << r.IntN(8))
		}
		return sites
	}
	for range 5000 {
		x, y := draw(), draw()
		both := slices.Concat(x, y)
		got := s.union(of(x), of(y))
		slices.Sort(both)
		both = slices.Compact(both)
		if !slices.Equal(list(got), both) {
			t.Fatalf("union(%v, %v) = %v, want %v", x, y, list(got), both)
		}
		key := fmt.Sprint(both)
		if id, ok := ids[key]; ok && id != got {
			t.Fatalf("%v has two ids, %d and %d", both, id, got)
		}
		ids[key] = got
		var writes uint32
		for _, site := range both {
			if kind(site) == il.Write {
				writes++
			}
		}
		if n, want := s.count(got), [2]uint32{uint32(len(both)) - writes, writes}; n != want {
			t.Fatalf("count(%v) = %v, want %v", both, n, want)
		}
	}
	if len(ids) < 1000 {
		t.Errorf("there are %d sets, want at least 1000", len(ids))
	}
	if ids["[]"] != 0 {
		t.Errorf("the empty set has id %d, want 0", ids["[]"])
	}
}
