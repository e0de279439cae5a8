package witness

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestStack: a stack agrees with a map, and lists its variables in the order of their names.
func TestStack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		want, s := map[string]string{}, Stack(nil)
		for range r.IntN(12) {
			x, o := fmt.Sprint("x", r.IntN(8)), fmt.Sprint("o", r.IntN(4))
			want[x] = o
			s.Bind(x, o)
		}
		if !slices.Equal(s, StackOf(want)) || !maps.Equal(s.Map(), want) {
			t.Fatalf("%v and %v, want %v", s, StackOf(want), want)
		}
		for i := range 9 {
			if x := fmt.Sprint("x", i); s.Of(x) != want[x] {
				t.Fatalf("%s is %q in %v", x, s.Of(x), s)
			}
		}
		text, err := json.Marshal(s)
		wanted, _ := json.Marshal(want)
		var read Stack
		if err != nil || string(text) != string(wanted) || json.Unmarshal(text, &read) != nil ||
			!slices.Equal(read, s) {
			t.Fatalf("%v is written %s, %v, and read as %v", s, text, err, read)
		}
		if !slices.IsSortedFunc(s,
			func(a, b Bound) int { return cmp.Compare(a.Formal, b.Formal) }) {
			t.Fatalf("%v is in no order", s)
		}
	}
}
