// Package slice has what package slices of the standard library leaves out: a
// list made of another one, element by element.
package slice

// Map is f of each element, in order; nil if there is none.
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

// Filter is the elements that keep holds of, in order; nil if there is none.
func Filter[A any](list []A, keep func(A) bool) []A {
	var out []A
	for _, x := range list {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}
