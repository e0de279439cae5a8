package check

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
)

// TestStack: a stack behaves like a map, with few variables and with many.
func TestStack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := range 3 * manyVariables {
		s, want := newStack(r.IntN(n+1)), map[string]value{}
		agree := func(when string) {
			t.Helper()
			got := map[string]value{}
			s.change(func(x string, v value) value { got[x] = v; return v })
			if !maps.Equal(got, want) || s.size() != len(want) {
				t.Fatalf("%d variables, %s: the stack is %v of size %d, want %v", n, when, got,
					s.size(), want)
			}
			for i := range n + 1 {
				if x := fmt.Sprint("x", i); s.of(x) != want[x] {
					t.Fatalf("%d variables, %s: %s is %d, want %d", n, when, x, s.of(x), want[x])
				}
			}
		}
		agree("before all")
		for i := range 4 * n {
			x, v := fmt.Sprint("x", r.IntN(n)), value(1+r.IntN(3))
			s.set(x, v)
			want[x] = v
			agree(fmt.Sprint("after ", i))
		}
		s.change(func(_ string, v value) value { return v + 5 })
		for x := range want {
			want[x] += 5
		}
		agree("changed")
	}
}
