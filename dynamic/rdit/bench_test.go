package rdit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// BenchmarkVariants runs each variant on traces of random programs with half of the methods
// missing.
func BenchmarkVariants(b *testing.B) {
	var traces []*Trace
	seed := uint64(0)
	iltest.Random(b, 200, Corpus(), func(core *il.Core) {
		seed++
		r := rand.New(rand.NewPCG(seed, 1))
		traces = append(traces,
			Observe(dynamic.Draw(core, core.Pairs()[0], r, dynamic.DefaultLimits()),
				Draw(core, r).Share(0.5)))
	})
	for _, v := range Variants() {
		b.Run(v.Name, func(b *testing.B) {
			n := 0
			for i := 0; b.Loop(); i++ {
				for range v.Run(traces[i%len(traces)]).Races() {
					n++
				}
			}
			b.ReportMetric(float64(n)/float64(b.N), "races/op")
		})
	}
	b.Run("observe", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			tr := traces[i%len(traces)]
			Observe(tr.Execution, tr.Missing)
		}
	})
}

// BenchmarkManyLocks observes a long execution with many calls, each with a callback.
func BenchmarkManyLocks(b *testing.B) {
	calls := strings.Repeat("m(arg1); x := arg1.f; ", 600)
	core := iltest.Core(b, `
n(p) { p.f := p; }
m(p) { lock(); unlock(); n(p); }
{ `+calls+`} || { `+calls+`}`)
	x := dynamic.Draw(core, core.Pairs()[0], rand.New(rand.NewPCG(1, 1)), dynamic.DefaultLimits())
	tr := Observe(x, named(b, core, "m"))
	for _, v := range Variants() {
		b.Run(v.Name, func(b *testing.B) {
			for b.Loop() {
				v.Run(tr)
			}
			b.ReportMetric(float64(len(x.Events)), "events")
			b.ReportMetric(float64(len(tr.Pairs)), "calls")
		})
	}
}
