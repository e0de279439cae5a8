package compact

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestProductIsBounded: inProduct fails iff it needs more entries than allowed.
func TestProductIsBounded(t *testing.T) {
	a, err := Analyze(iltest.Core(t, gen.DoublingRaces(20)), abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := &limit{max: 1 << 20}
	units := a.unitsOf(nil)
	p := newProduct(a, true, l, 0)
	answer := p.resolve(p.cons(sides{entriesOf(a.owners(&p.needs, units[0]), 1)}))
	entries, races := int(l.n.Load()), answer.reports[race].String()
	if entries < 20 || len(p.items) != entries {
		t.Errorf("there are %d entries and %d counted, want the same and at least 20",
			len(p.items), entries)
	}
	for _, workers := range []int{1, 2, 4} {
		got, err := a.inProduct(entries, units, workers)
		if err != nil {
			t.Fatalf("%d workers within %d entries: %v", workers, entries, err)
		}
		if got := got.Races().String(); got != races {
			t.Errorf("%d workers: %s races, want %s", workers, got, races)
		}
		for _, limit := range []int{entries - 1, 1} {
			if _, err := a.inProduct(limit, units, workers); err != (errTooLarge{limit}) {
				t.Errorf("%d workers within %d entries: %v, want errTooLarge", workers, limit, err)
			}
		}
	}
}
