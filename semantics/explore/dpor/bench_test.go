package dpor

import (
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// benchmarks are programs of some ten thousand classes.
var benchmarks = []struct{ name, text string }{
	{"one cell", stores(8, 8)},
	{"mostly local", mostlyLocal(7, 20)},
	{"sections", sections(8)},
	{"choices", choices(6)},
}

// mostlyLocal has n shared stores in each thread and k local steps before each.
func mostlyLocal(n, k int) string {
	one := "{" + strings.Repeat(strings.Repeat("x := new();", k)+"arg1.f := arg1;", n) + "}"
	return one + "||" + one
}

// sections has n sections in each thread.
func sections(n int) string {
	one := "{" + strings.Repeat("lock(); arg1.f := arg1; x := arg1.f; unlock();", n) + "}"
	return one + "||" + one
}

// choices makes each of n stores in each thread optional.
func choices(n int) string {
	return "{" + strings.Repeat("if * { arg1.f := arg1; } else { }", n) + "} || {" +
		strings.Repeat("if * { arg1.f := arg1; } else { }", n) + "}"
}

func BenchmarkExplore(bm *testing.B) {
	for _, m := range benchmarks {
		bm.Run(m.name, func(bm *testing.B) {
			core := iltest.Core(bm, m.text)
			p := core.Pairs()[0]
			in := oneObject(core, p)
			var executions, steps uint64
			bm.ReportAllocs()
			for bm.Loop() {
				r := mustExplore(bm, core, p, in, Options{Unroll: -1})
				executions += r.Executions
				steps += r.Steps
			}
			bm.ReportMetric(float64(executions)/float64(bm.N), "executions")
			bm.ReportMetric(float64(executions)/bm.Elapsed().Seconds(), "executions/s")
			bm.ReportMetric(float64(steps)/bm.Elapsed().Seconds(), "steps/s")
		})
	}
}

func BenchmarkClasses(bm *testing.B) {
	for _, m := range benchmarks {
		bm.Run(m.name, func(bm *testing.B) {
			core := iltest.Core(bm, m.text)
			p := core.Pairs()[0]
			in := oneObject(core, p)
			for bm.Loop() {
				mustCount(bm, core, p, in, -1)
			}
		})
	}
}
