package flow_test

import (
	"strings"
	"testing"
	"time"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// BenchmarkRely reports how much longer the analysis of Theorem 2g takes than that of Theorem 2f. It
// alternates between them, on random programs, larger ones, and a method of many statements without
// choices.
func BenchmarkRely(b *testing.B) {
	larger := gen.Default()
	larger.Statements, larger.Fields, larger.Locals, larger.Path = 30, 4, 4, 3
	long := iltest.Core(b,
		"m(p, q) { "+
			strings.Repeat("x := p.f; y := q.g; p.g := y; x.f := q; z := new(); z.f := x; ", 100)+
			"}")
	for _, c := range []struct {
		name  string
		cores []*il.Core
	}{
		{"default", randomCores(b, 500, gen.Default())},
		{"larger", randomCores(b, 30, larger)},
		{"long", []*il.Core{long}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var spent [2]time.Duration
			for b.Loop() {
				for i, rely := range []bool{false, true} {
					start := time.Now()
					for _, core := range c.cores {
						if _, err := flow.Analyze(core, flow.Options{Rely: rely}); err != nil {
							b.Fatal(err)
						}
					}
					spent[i] += time.Since(start)
				}
			}
			b.ReportMetric(float64(spent[1])/float64(spent[0]), "rely/flow")
		})
	}
}

// randomCores returns n random programs.
func randomCores(t testing.TB, n int, o gen.Options) (all []*il.Core) {
	t.Helper()
	iltest.Random(t, n, o, func(core *il.Core) { all = append(all, core) })
	return all
}
