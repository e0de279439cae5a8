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
	l := &limit{max: 1 << 20}
	units, p := a.unitsOf(nil), newProduct(a, true, l, 0)
	p.resolve(p.cons(sides{entriesOf(a.owners(&p.needs, units[0]), 1)}))
	entries, races := int(l.n.Load()), p.state[1].reports[race].String()
	if entries < 20 || len(p.items) != entries {
		t.Errorf("%d entries, %d counted", len(p.items), entries)
	}
	for _, workers := range []int{1, 2, 4} {
		if got, err := a.inProduct(entries, units, workers); err != nil ||
			got.Races().String() != races {
			t.Errorf("%d workers: with as many entries as there are: %v", workers, err)
		}
		if _, err := a.inProduct(entries-1, units, workers); err != (errTooLarge{entries - 1}) {
			t.Errorf("%d workers: with one entry less: %v", workers, err)
		}
		if _, err := a.inProduct(1, units, workers); err != (errTooLarge{1}) {
			t.Errorf("%d workers: with one entry: %v", workers, err)
		}
	}
}
