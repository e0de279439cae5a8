package slice

import (
	"iter"
	"slices"
	"sort"
)

// Sort sorts a list in place. It is slices.SortFunc, with the same order of elements of
// which compare says 0, but the algorithm is compiled once and not for each type again:
// that would be a thirtieth of the engine of the page.
func Sort[E any](list []E, compare func(a, b E) int) {
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// SortStable sorts a list in place, as slices.SortStableFunc does: elements of which
// compare says 0 stay in their order.
func SortStable[E any](list []E, compare func(a, b E) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// Sorted are the elements of a sequence in order, as slices.SortedFunc has them.
func Sorted[E any](seq iter.Seq[E], compare func(a, b E) int) []E {
	list := slices.Collect(seq)
	Sort(list, compare)
	return list
}
