package chord

import (
	"testing"

	"wobbly/internal/iltest"
)

// TestMaxWordsAtTheLimit: a pair is analyzed with exactly the memory it needs, and not with one
// word less.
func TestMaxWordsAtTheLimit(t *testing.T) {
	const needed = 234
	core := iltest.Core(t,
		"m(a) { x := new(); x.f := a; a.g := x; k(x); } private k(b) { b.f := b; }")
	for words, fits := range map[int]bool{needed - 1: false, needed: true} {
		a, err := New(core, Options{K: 1, MaxWords: words})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Pair(core.Pairs()[0]); (err == nil) != fits {
			t.Errorf("with %d words of %d: the error is %v, want one: %v",
				words, needed, err, !fits)
		}
	}
}
