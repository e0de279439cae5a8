package parse

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestInBraces: the next brace or slash is found, wherever it stands and whatever bytes are
// around it.
func TestInBraces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	bytes := "{}/{}/;.|}z\x00\x7b\x7a\x7c\x7d\x7e\xfb\xfd\xaf\x2e\x30\xff y"
	for range 3000 {
		text := make([]byte, r.IntN(40))
		for i := range text {
			text[i] = 'x'
			if r.IntN(1+len(text)/2) < 2 {
				text[i] = bytes[r.IntN(len(bytes))]
			}
		}
		for from := range len(text) + 1 {
			want := strings.IndexAny(string(text[from:]), "{}/")
			if want < 0 {
				want = len(text) - from
			}
			if got := inBraces(string(text), from) - from; got != want {
				t.Fatalf("%q: %d bytes behind %d, want %d", text, got, from, want)
			}
		}
	}
}
