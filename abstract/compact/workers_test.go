package compact_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/parallel"
	"wobbly/internal/quick"
)

// findings describes the results of an analysis. Some lists are cut where many elements are equally
// near.
func findings(t *testing.T, c *il.Core, o abstract.Options, workers int) string {
	t.Helper()
	a, err := compact.AnalyzeBy(workers, c, o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i, u := range c.Units {
		w, n := a.Size(u)
		fmt.Fprintln(&b, u.Name, a.Lock(u), w, n)
		if i%7 == 0 {
			written, m := a.Written(u, 2)
			fmt.Fprintln(&b, a.Wobbly(u, 3), written, m, a.Accesses(u, 3))
		}
	}
	reports := func(only *il.Pair) {
		r, err := a.ReportsBy(workers, only)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, r.Races(), r.Filtered())
		for _, limit := range []int{1, 10, 300} {
			fmt.Fprintln(&b, r.ListRaces(limit), r.ListFiltered(limit))
		}
	}
	reports(nil)
	if pairs := c.Pairs(); len(pairs) > 2 {
		for _, p := range []il.Pair{pairs[0], pairs[1], pairs[len(pairs)/2]} {
			reports(&p)
		}
	}
	return b.String()
}

// TestWorkers: the results do not depend on the number of workers.
func TestWorkers(t *testing.T) {
	for name, c := range map[string]*il.Core{
		"large":      iltest.Core(t, gen.Large(quick.Cases(6_000), 10, 1)),
		"long units": iltest.Core(t, gen.Large(quick.Cases(3_000), 1_000, 2)),
		"chain":      iltest.Core(t, gen.DoublingFields(200)),
		"races":      iltest.Core(t, gen.DoublingRaces(200)),
		"threads": iltest.Core(t,
			wide(300)+"{ m0(arg1, arg2); m1(arg2, arg2.f0); } || "+
				"{ m1(arg1, arg1); m299(arg1.g, arg2); }"),
		"uneven":  iltest.Tolerated(t, uneven(200), check.A2),
		"nothing": iltest.Core(t, "m() { skip }"),
	} {
		for _, o := range []abstract.Options{
			{}, {Mode: abstract.Plus}, {Mode: abstract.CommonSuffix},
			{Mode: abstract.NoWB, Cap: 1, Condition: abstract.Sum},
		} {
			want := findings(t, c, o, 1)
			for _, workers := range []int{2, 4, 8} {
				if got := findings(t, c, o, workers); got != want {
					t.Errorf("%s, %+v: %d workers find\n%.2000s\nwant, as with one,\n%.2000s", name,
						o, workers, got, want)
				}
			}
		}
	}
}

// wide returns n methods, many of which call another one halfway to the last.
func wide(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "m%d(a, b) { x := a.f%d; b.g.f%d := x; ", i, i%5, i%3)
		if k := i + 1 + (n-i)/2; k < n && i%4 != 0 {
			fmt.Fprintf(&b, "m%d(b.h%d, a); m%d(a, b.h0); ", k, i%2, k)
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// uneven returns n methods in short chains of calls, each of which leaves locks held.
func uneven(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "m%d(a, b) { x := a.f; lock(); b.g.f := x; ", i)
		if i%5 != 4 {
			fmt.Fprintf(&b, "m%d(b.h, a); y := a.g; ", i+1)
		}
		b.WriteString("unlock(); lock(); }\n")
	}
	return b.String()
}

// TestUneven: levels after callees that leave locks held are the same as in the set form.
func TestUneven(t *testing.T) {
	c := iltest.Tolerated(t, uneven(200), check.A2)
	want, err := abstract.AnalyzeSets(c, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := compact.AnalyzeBy(4, c, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range c.Units {
		if want.Lock(u) != got.Lock(u) {
			t.Fatalf("%s ends at level %d, want %d", u.Name, got.Lock(u), want.Lock(u))
		}
		if w, g := want.Accesses(u, 1000), got.Accesses(u, 1000); !reflect.DeepEqual(w, g) {
			t.Fatalf("%s has the accesses %v, want %v", u.Name, g, w)
		}
	}
}

// TestWorkersShared: the reports of one analysis may be computed concurrently. The workers then
// count the labels of the same sets of sites.
func TestWorkersShared(t *testing.T) {
	many, large := iltest.Core(t, shared(3_000)), iltest.Core(t, gen.Large(15_000, 10, 5))
	for _, x := range []struct {
		c    *il.Core
		mode abstract.Mode
	}{{many, abstract.Plus}, {many, abstract.CommonSuffix}, {large, abstract.CommonSuffix}} {
		c, mode := x.c, x.mode
		a, err := compact.Analyze(c, abstract.Options{Mode: mode})
		if err != nil {
			t.Fatal(err)
		}
		totals := make([]string, 8)
		parallel.Do(len(totals), func(w int) {
			r, err := a.ReportsBy(1+w, nil)
			if err != nil {
				panic(err)
			}
			totals[w] = fmt.Sprint(r.Races(), " ", r.Filtered(), r.ListRaces(20),
				r.ListFiltered(20))
		})
		for w, total := range totals {
			if total != totals[0] || strings.HasPrefix(total, "0 ") {
				t.Errorf("%v, %d workers: %s, want %s", mode, 1+w, total, totals[0])
			}
		}
	}
}

// shared returns n methods, each of which makes several accesses by each of its paths.
func shared(n int) string {
	var b strings.Builder
	for i := range n {
		f, g := i%50, i%7
		fmt.Fprintf(&b,
			"m%d(a, b) { x := a.f%d; a.f%d := x; z := b.f%d.g%d; b.f%d.g%d := z; "+
				"b.f%d.g%d := x; }\n", i, f, f, f, g, f, g, f, g)
	}
	return b.String()
}
