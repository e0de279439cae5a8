package parallel

import (
	"slices"

	"wobbly/internal/slice"
)

// Sort sorts a list in place: each worker sorts a part of it, and then the parts are merged in
// pairs. The order of equal elements is unspecified and may depend on the number of workers.
func Sort[T any](workers int, list []T, compare func(a, b T) int) {
	if single { // slice.Sort takes less space than slices.SortFunc in the page
		slice.Sort(list, compare)
		return
	}
	if workers = min(workers, len(list)); workers <= 1 {
		slices.SortFunc(list, compare)
		return
	}
	ends := make([]int, workers) // part w is list[begin(ends, w):ends[w]]
	for w := range ends {
		ends[w] = (w + 1) * len(list) / workers
	}
	Do(workers, func(w int) { slices.SortFunc(list[begin(ends, w):ends[w]], compare) })
	from, to := list, make([]T, len(list))
	for len(ends) > 1 {
		merged := make([]int, (len(ends)+1)/2)
		Do(len(merged), func(i int) {
			left := 2 * i
			right := min(left+1, len(ends)-1)
			merged[i] = ends[right]
			merge(to[begin(ends, left):ends[right]], from[begin(ends, left):ends[left]],
				from[ends[left]:ends[right]], compare)
		})
		from, to, ends = to, from, merged
	}
	copy(list, from)
}

func begin(ends []int, i int) int {
	if i == 0 {
		return 0
	}
	return ends[i-1]
}

// merge merges the sorted lists a and b into a list of their total length. Equal elements of a come
// before those of b.
func merge[T any](into, a, b []T, compare func(a, b T) int) {
	for i := range into {
		if len(b) == 0 || len(a) > 0 && compare(a[0], b[0]) <= 0 {
			into[i], a = a[0], a[1:]
		} else {
			into[i], b = b[0], b[1:]
		}
	}
}
