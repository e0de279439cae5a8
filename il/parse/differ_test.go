package parse

import (
	"math/rand/v2"
	"testing"

	"wobbly/il"
)

// Random programs are accepted by both, with the same trees.
func TestFileAgreesWithGrammarOnPrograms(t *testing.T) {
	for seed := range uint64(400) {
		if text := randomText(seed); !differ(t, text) {
			_, diags := File(il.NewSource("", text))
			t.Fatalf("seed %d is refused: %v\n%s", seed, diags, text)
		}
	}
}

// Damaged programs are accepted by both or by neither.
func TestFileAgreesWithGrammarOnDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	refused := 0
	const n = 1200
	for seed := range uint64(n) {
		if !differ(t, mutate(r, randomText(seed))) {
			refused++
		}
	}
	if refused < n/2 || refused > n*99/100 {
		t.Errorf("%d of %d damaged programs refused: the damage does not test both outcomes", refused, n)
	}
}
