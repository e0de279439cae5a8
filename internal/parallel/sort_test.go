package parallel

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSort: lists are sorted for any number of workers.
func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 3, 7, 64, 1001} {
		for _, different := range []int{1, 3, 1 << 20} {
			for _, workers := range []int{-1, 0, 1, 2, 3, 5, 8} {
				list := make([]int, n)
				for i := range list {
					list[i] = r.IntN(different)
				}
				want := slices.Sorted(slices.Values(list))
				Sort(workers, list, cmp.Compare[int])
				if !slices.Equal(list, want) {
					t.Errorf("Sort of %d numbers below %d with %d workers: %v, want %v", n,
						different, workers, list, want)
				}
			}
		}
	}
}

// TestSortSorted sorts a reversed list, and then again what is sorted.
func TestSortSorted(t *testing.T) {
	for _, workers := range []int{2, 3, 4} {
		list := []int{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
		for range 2 {
			Sort(workers, list, cmp.Compare[int])
			if !slices.Equal(list, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
				t.Errorf("Sort with %d workers: %v, want 0 to 9", workers, list)
			}
		}
	}
}
