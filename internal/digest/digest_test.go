package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"testing"
)

// TestSum: the short implementation agrees with the standard library, for all lengths around the
// ends of blocks and for random texts.
func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 500 {
		text := bytes.Repeat([]byte{'a'}, n)
		if n >= 300 {
			text = make([]byte, r.IntN(100_000))
			for i := range text {
				text[i] = byte(r.Uint32())
			}
		}
		if got, want := sum(text), sha256.Sum256(text); got != want || SHA256(text) != want {
			t.Fatalf("sum and SHA256 of %d bytes are %x and %x, want %x", len(text), got,
				SHA256(text), want)
		}
	}
}

// TestKnown: sum agrees with the test vectors of the standard.
func TestKnown(t *testing.T) {
	for text, want := range map[string]string{
		"":    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": "248d6a61d20638b8" +
			"e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
	} {
		got := sum([]byte(text))
		if hex.EncodeToString(got[:]) != want {
			t.Errorf("sum(%q) = %x, want %s", text, got, want)
		}
	}
}
