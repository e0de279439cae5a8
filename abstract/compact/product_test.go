package compact

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestProductIsBounded: the product fails iff it needs more entries than allowed.
func TestProductIsBounded(t *testing.T) {
	a, err := Analyze(iltest.Core(t, gen.DoublingRaces(20)), abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := &limit{most: 1 << 20}
	r := &reports{units: a.unitsOf(nil), p: newProduct(a, true, l, 0)}
	r.p.resolve(r.p.cons(r.entries(1)))
	entries := int(l.n.Load())
	if entries < 20 || len(r.p.items) != entries {
		t.Errorf("%d entries, %d counted", len(r.p.items), entries)
	}
	for _, workers := range []int{1, 2, 4} {
		if got, err := a.inProduct(entries, r.units, workers); err != nil || got.Races().String() != r.p.state[1].reports[race].String() {
			t.Errorf("%d workers: with as many entries as there are: %v", workers, err)
		}
		if _, err := a.inProduct(entries-1, r.units, workers); err != (errTooLarge{entries - 1}) {
			t.Errorf("%d workers: with one entry less: %v", workers, err)
		}
		if _, err := a.inProduct(1, r.units, workers); err != (errTooLarge{1}) {
			t.Errorf("%d workers: with one entry: %v", workers, err)
		}
	}
}
