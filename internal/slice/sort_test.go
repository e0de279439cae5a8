package slice

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// A card is compared by its rank, which many cards share. Its number is unique.
type card struct{ rank, number int }

func byRank(a, b card) int { return cmp.Compare(a.rank, b.rank) }

// cards returns n cards of few ranks.
func cards(r *rand.Rand, n int) []card {
	all := make([]card, n)
	for i := range all {
		all[i] = card{r.IntN(1 + n/4), i}
	}
	if n > 0 && r.IntN(3) == 0 { // the shapes for which the algorithm has shortcuts
		slices.SortFunc(all, byRank)
		if r.IntN(2) == 0 {
			slices.Reverse(all)
		}
	}
	return all
}

// TestSort: the order is that of package slices, including that of equal elements.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		all := cards(r, r.IntN(200))
		for name, f := range map[string][2]func([]card){
			"Sort": {func(l []card) { Sort(l, byRank) },
				func(l []card) { slices.SortFunc(l, byRank) }},
			"SortStable": {func(l []card) { SortStable(l, byRank) },
				func(l []card) { slices.SortStableFunc(l, byRank) }},
		} {
			got, want := slices.Clone(all), slices.Clone(all)
			f[0](got)
			f[1](want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %v: %v, want %v", name, all, got, want)
			}
		}
		if got := Sorted(slices.Values(all), byRank); !slices.Equal(got,
			slices.SortedFunc(slices.Values(all), byRank)) {
			t.Fatalf("Sorted of %v: %v", all, got)
		}
	}
}
