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

// A model is a program of two threads of about 45 steps each, with an initial state, and about ten
// million states.
type model struct {
	name string
	text string
}

// models returns the models that the engine is measured with.
func models() []model {
	return []model{
		{"no-lock", modelText(64, 4, 1, 0, false)},
		{"with-a-lock", modelText(72, 4, 1, 0, true)},
		{"half-shared", modelText(110, 4, 2, 0, false)},
		{"mostly-local", modelText(320, 4, 8, 0, false)},
	}
}

// modelText writes two threads of n steps that alternate loads and stores over objects of several
// fields. One in own accesses is to a shared object, the others to an object that only the thread
// has. With locks, some accesses are in critical sections.
func modelText(n, fields, own int, seed uint64, locks bool) string {
	r := rand.New(rand.NewPCG(seed, 3))
	var w strings.Builder
	for i := range 2 {
		w.WriteString([]string{"{\n", " || {\n"}[i])
		locals := []string{"arg3", "arg4"}
		for k := range n {
			if locks && k%9 == 2 {
				w.WriteString("  lock();\n")
			}
			path := fmt.Sprintf("%s.f%d", []string{"arg1", "arg2"}[min(1, k%own)], r.IntN(fields))
			x := locals[r.IntN(len(locals))]
			if r.IntN(3) == 0 {
				x = fmt.Sprint("x", r.IntN(3))
				locals = append(locals, x)
				fmt.Fprintf(&w, "  %s := %s;\n", x, path)
			} else {
				fmt.Fprintf(&w, "  %s := %s;\n", path, x)
			}
			if locks && k%9 == 5 {
				w.WriteString("  unlock();\n")
			}
		}
		w.WriteString("}")
	}
	w.WriteString("\ninit {\n A.arg1 = s; B.arg1 = s;\n" + ownInit(own) +
		" A.arg3 = b; A.arg4 = c;\n B.arg3 = e; B.arg4 = g;\n}\n")
	return w.String()
}

// ownInit binds the object that only one thread has, where it is used.
func ownInit(own int) string {
	if own == 1 {
		return ""
	}
	return " A.arg2 = a; B.arg2 = d;\n"
}

func BenchmarkSearch(b *testing.B) {
	for _, m := range models() {
		for _, how := range []string{"exact", "fingerprint", "two-workers", "reduced"} {
			b.Run(m.name+"/"+how, func(b *testing.B) {
				core := coreOf(b, m.text)
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

// BenchmarkSmall is a search of a small program, as comparisons of many programs make it.
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
