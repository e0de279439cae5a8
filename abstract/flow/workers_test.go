package flow_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// TestWorkers: results do not depend on how many units are analyzed concurrently.
func TestWorkers(t *testing.T) {
	var b strings.Builder
	b.WriteString(gen.Large(300, 10, 3))
	for i := range 30 { // they rely on different fields, and store into different ones
		fmt.Fprintf(&b, "\nmakes%d(p) { n := new(); p.a%d := n; x := p.a%d; x.b%d := p; }", i,
			i%7, i%7, i%4)
		fmt.Fprintf(&b, "\nwalks%d(p) { x := p.a%d; y := p.a%d; x.b%d := y; y.b%d.c := x }", i, i%7,
			i%5, i%4, i%3)
	}
	core := iltest.Core(t, b.String())
	for _, o := range []flow.Options{{}, {Rely: true}} {
		describe := func(workers int) string {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
			r, err := flow.Analyze(core, o)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, p := range core.Pairs() {
				if p.Left == p.Right {
					fmt.Fprintln(&b, p.Left.Name, r.Longest(p.Left), r.Behind(p.Left),
						r.Cut(p.Left))
					for _, a := range r.Accesses(p.Left) {
						fmt.Fprintln(&b, a.Site, a.Name, a.Rest, a.Lock, a.Step, a.Relies, a.Stores)
					}
				}
				for _, x := range r.Reports(p) {
					fmt.Fprintln(&b, x.Left.Site, x.Left.Lock, x.Right.Site, x.Right.Lock,
						x.Sentences())
				}
			}
			return b.String()
		}
		want := describe(1)
		if n := strings.Count(want, "to the same object"); n < 300 {
			t.Fatalf("%+v: there are %d reports, want at least 300", o, n)
		}
		if o.Rely && !strings.Contains(want, "relies on") {
			t.Fatalf("%+v: no report relies on a field", o)
		}
		for _, workers := range []int{2, 5} {
			if got := describe(workers); got != want {
				t.Errorf("%+v: %d workers list\n%s\nwant, as with one,\n%s", o, workers, got, want)
			}
		}
	}
}
