// Package slice complements package slices of the standard library.
package slice

// Map returns f of each element, in order. It returns nil for an empty list.
func Map[A, B any](list []A, f func(A) B) []B {
	if len(list) == 0 {
		return nil
	}
	out := make([]B, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// Filter returns the elements for which keep is true, in order. It returns nil if there are none.
func Filter[A any](list []A, keep func(A) bool) []A {
	var out []A
	for _, x := range list {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// Insert inserts x at index i, as slices.Insert does.
func Insert[A any](list []A, i int, x A) []A {
	list = append(list, x)
	copy(list[i+1:], list[i:])
	list[i] = x
	return list
}

// Delete removes the element at index i in place, as slices.Delete does.
func Delete[A any](list []A, i int) []A {
	last := len(list) - 1
	copy(list[i:], list[i+1:])
	clear(list[last:])
	return list[:last]
}

// Repeat returns a list of n copies of x.
func Repeat[A any](x A, n int) []A {
	list := make([]A, n)
	for i := range list {
		list[i] = x
	}
	return list
}

// Set returns the set of the elements.
func Set[A comparable](list []A) map[A]bool {
	return SetBy(list, func(x A) A { return x })
}

// SetBy returns the set of the keys of the elements.
func SetBy[A any, K comparable](list []A, key func(A) K) map[K]bool {
	set := make(map[K]bool, len(list))
	for _, x := range list {
		set[key(x)] = true
	}
	return set
}

// Count returns the number of elements for which holds is true.
func Count[A any](list []A, holds func(A) bool) int {
	n := 0
	for _, x := range list {
		if holds(x) {
			n++
		}
	}
	return n
}

// Sum returns the sum of f of each element.
func Sum[A any](list []A, f func(A) int) int {
	n := 0
	for _, x := range list {
		n += f(x)
	}
	return n
}

// Group groups the values of a list by key, where entry returns the key and value of an element.
// The keys are in the order in which they first occur.
func Group[A any, K comparable, V any](
	list []A, entry func(A) (K, V),
) (keys []K, values map[K][]V) {
	values = map[K][]V{}
	for _, a := range list {
		k, v := entry(a)
		if values[k] == nil {
			keys = append(keys, k)
		}
		values[k] = append(values[k], v)
	}
	return keys, values
}
