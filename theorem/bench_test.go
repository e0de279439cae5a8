package theorem

import (
	"context"
	"runtime/debug"
	"sync/atomic"
	"testing"

	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
	checker "wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// BenchmarkRate measures the theorem on small random programs, without parsing: generate, check and
// analyze a program, build the witness of each report, and have the independent checker accept it.
// An operation is a program.
func BenchmarkRate(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(1600)) // as the command does
	var next, reports atomic.Uint64
	f := engine.Fuzzing{Seed: 1, Gen: gen.Tiny()}
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			p, _ := f.Program(f.CaseSeed(next.Add(1)))
			core, errs := check.Program(p, check.Options{})
			if len(errs) > 0 {
				b.Error(errs)
				continue
			}
			// The only error says that there are more reports than those returned.
			races, _ := truth.Reports(engine.NewCase(core, 1))
			builder, checker := reconstruct.New(core), checker.New(core)
			for _, r := range races {
				w, err := builder.Witness(r, draw.MaxSteps)
				if err == nil {
					err = checker.Check(w)
				}
				if err != nil {
					b.Error(err)
				}
			}
			reports.Add(uint64(len(races)))
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "programs/s")
	b.ReportMetric(float64(reports.Load())/float64(b.N), "reports/program")
}

// BenchmarkStatements measures Fuzz with all statements. An operation is a program.
func BenchmarkStatements(b *testing.B) {
	f := engine.Fuzzing{Cases: 1, Seed: 1, Gen: draw.Options()}
	all := Statements()
	for ; b.Loop(); f.First++ {
		engine.Fuzz(context.Background(), all, f)
	}
}
