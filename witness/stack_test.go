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
			t.Fatalf("Bind gives %v, and StackOf %v, want %v", s, StackOf(want), want)
		}
		for i := range 9 {
			if x := fmt.Sprint("x", i); s.Of(x) != want[x] {
				t.Fatalf("Of(%q) = %q in %v, want %q", x, s.Of(x), s, want[x])
			}
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		wantText, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != string(wantText) {
			t.Fatalf("Marshal of %v = %s, want %s", s, text, wantText)
		}
		var again Stack
		if err := json.Unmarshal(text, &again); err != nil || !slices.Equal(again, s) {
			t.Fatalf("Unmarshal of %s = %v, %v, want %v", text, again, err, s)
		}
		if !slices.IsSortedFunc(s,
			func(a, b Bound) int { return cmp.Compare(a.Formal, b.Formal) }) {
			t.Fatalf("%v is not sorted by name", s)
		}
	}
}
