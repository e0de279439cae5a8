package unordered

import (
	"context"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// BenchmarkSearch searches random programs of the default size, at most 20,000 states of each.
func BenchmarkSearch(b *testing.B) {
	var cores []*il.Core
	iltest.Random(b, 1000, gen.Default(), func(c *il.Core) {
		if len(c.Pairs()) > 0 {
			cores = append(cores, c)
		}
	})
	o := Defaults()
	o.MaxStates = 20_000
	var states uint64
	n := 0
	for b.Loop() {
		c := cores[n%len(cores)]
		r, err := Search(context.Background(), c, c.Pairs()[0], o)
		if err != nil {
			b.Fatal(err)
		}
		states += r.States
		n++
	}
	b.ReportMetric(float64(states)/float64(n), "states/op")
}
