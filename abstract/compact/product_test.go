package compact

import (
	"testing"

	"wobbly/abstract"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestProductIsBounded: the product gives up where it would hold more entries
// than it may, and not before.
func TestProductIsBounded(t *testing.T) {
	a, err := Analyze(iltest.Core(t, gen.DoublingRaces(20)), abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := a.inProduct(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	tooLong := func(most int) (panicked bool) {
		defer func() {
			if x := recover(); x != nil {
				_, panicked = x.(tooLarge)
			}
		}()
		r := &reports{units: a.unitsOf(nil)}
		r.p = newProduct(a, true, &limit{most: int64(most)}, 0)
		r.p.resolve(r.p.cons(entriesOf(r.owners())))
		return false
	}
	if entries := len(all.p.items); entries < 20 || !tooLong(entries-1) || tooLong(entries) {
		t.Errorf("%d entries; that many and one less are too many: %v, %v", entries, tooLong(entries), tooLong(entries-1))
	}
}
