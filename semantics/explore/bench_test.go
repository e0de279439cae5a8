package explore

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics/explore/exploretest"
)

// A model is a program of two threads that make random loads and stores, with an initial state.
type model struct {
	name   string
	steps  int // of each thread
	fields int // of each object
	// One in own accesses is to a shared object, the others are to an object of the thread.
	own int
	// With locks, some accesses are in critical sections.
	locks bool
}

// benchmarks are models of about ten million states each.
var benchmarks = []model{
	{name: "no-lock", steps: 64, fields: 4, own: 1},
	{name: "with-a-lock", steps: 72, fields: 4, own: 1, locks: true},
	{name: "half-shared", steps: 110, fields: 4, own: 2},
	{name: "mostly-local", steps: 320, fields: 4, own: 8},
}

// text returns the program of the model.
func (m model) text() string {
	r := rand.New(rand.NewPCG(0, 3))
	var w strings.Builder
	for i := range 2 {
		w.WriteString([]string{"{\n", " || {\n"}[i])
		locals := []string{"arg3", "arg4"}
		for k := range m.steps {
			if m.locks && k%9 == 2 {
				w.WriteString("  lock();\n")
			}
			object := "arg1"
			if k%m.own > 0 {
				object = "arg2"
			}
			path := fmt.Sprintf("%s.f%d", object, r.IntN(m.fields))
			x := locals[r.IntN(len(locals))]
			if r.IntN(3) == 0 {
				x = fmt.Sprint("x", r.IntN(3))
				locals = append(locals, x)
				fmt.Fprintf(&w, "  %s := %s;\n", x, path)
			} else {
				fmt.Fprintf(&w, "  %s := %s;\n", path, x)
			}
			if m.locks && k%9 == 5 {
				w.WriteString("  unlock();\n")
			}
		}
		w.WriteString("}")
	}
	w.WriteString("\ninit {\n A.arg1 = s; B.arg1 = s;\n")
	if m.own > 1 {
		w.WriteString(" A.arg2 = a; B.arg2 = d;\n")
	}
	w.WriteString(" A.arg3 = b; A.arg4 = c;\n B.arg3 = e; B.arg4 = g;\n}\n")
	return w.String()
}

func BenchmarkSearch(b *testing.B) {
	for _, m := range benchmarks {
		for _, how := range []string{"exact", "fingerprint", "two-workers", "reduced"} {
			b.Run(m.name+"/"+how, func(b *testing.B) {
				core := coreOf(b, m.text())
				o := Defaults()
				o.Init = Given
				o.MaxStates = 30_000_000
				o.Fingerprint = how == "fingerprint"
				o.Reduce = how == "reduced"
				if how == "two-workers" {
					o.Workers = 2
				}
				var r *Result
				states, before := 0.0, cpu()
				for b.Loop() {
					r = mustSearch(b, core, core.Pairs()[0], o)
					states += float64(r.States)
				}
				b.ReportMetric(states/b.Elapsed().Seconds(), "states/s")
				b.ReportMetric(states/(cpu()-before), "states/cpu-s")
				b.ReportMetric(float64(r.Memory)/float64(r.States), "B/state")
				b.ReportMetric(float64(r.States), "states")
			})
		}
	}
}

// BenchmarkSmall searches small programs, as commands that compare analyses on many programs do.
func BenchmarkSmall(b *testing.B) {
	var cores []*il.Core
	for seed := range uint64(100) {
		cores = append(cores, coreOf(b, gen.Text(seed, exploretest.Small())))
	}
	o := Defaults()
	o.MaxStates = 10_000
	i := 0
	for b.Loop() {
		core := cores[i%len(cores)]
		mustSearch(b, core, exploretest.Pair(core, uint64(i)), o)
		i++
	}
}
