package slice

import (
	"iter"
	"runtime"
	"slices"
	"sort"
)

// Sort sorts a list in place. It gives the same order as slices.SortFunc, even among equal
// elements, but its algorithm is compiled only once, not for each type. That saves a thirtieth of
// the page's engine.
func Sort[E any](list []E, compare func(a, b E) int) {
	if !small && len(list) <= few {
		insert(list, compare)
		return
	}
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// SortStable sorts a list in place, like slices.SortStableFunc: equal elements stay in their order.
func SortStable[E any](list []E, compare func(a, b E) int) {
	if !small && len(list) <= few {
		insert(list, compare)
		return
	}
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// small leaves out insert, because the page would have a copy of it for each type. There, package
// sort sorts short lists too, a little slower.
const small = runtime.GOARCH == "wasm"

// few is the length up to which package sort uses insertion sort too, so the order is the same.
const few = 12

// insert sorts a short list in place. Equal elements stay in their order.
func insert[E any](list []E, compare func(a, b E) int) {
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && compare(list[j], list[j-1]) < 0; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// Sorted returns the elements of a sequence in order, as slices.SortedFunc does.
func Sorted[E any](seq iter.Seq[E], compare func(a, b E) int) []E {
	list := slices.Collect(seq)
	Sort(list, compare)
	return list
}
