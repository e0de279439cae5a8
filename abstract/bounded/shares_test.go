package bounded

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// TestLimitsLeftOpen: options that are zero get the documented defaults, and others stay.
func TestLimitsLeftOpen(t *testing.T) {
	if got, want := (Options{Switches: 2}).withDefaults(), (Options{Switches: 2, MaxFields: 8, MaxNames: 4096, MaxObjects: 32, MaxStates: 262144, MaxPairs: 1048576}); got != want {
		t.Errorf("withDefaults() = %+v, want %+v", got, want)
	}
	given := Options{MaxFields: 3, MaxNames: 5, MaxObjects: 7, MaxStates: 2, MaxPairs: 4}
	if got := given.withDefaults(); got != given {
		t.Errorf("withDefaults() = %+v, want %+v", got, given)
	}
}

// crowd is a program that has more states than it may have.
const crowd = `private n(p, q) { if * { p.f := q; } else { x := q.g; p.f := x; } q.h := p; }
a(p, q) {
  while * { x := p.f; if * { p.g := x; } else { y := new(); x.h := y; p := x; } n(p, q); }
  lock(); q.f := p; unlock();
  x := q.f;
  x.g := q;
}
b(p) {
  while * { x := p.h; y := new(); if * { x.f := y; } else { y.g := p; p.h := y; } p := x; n(x, p); }
  lock(); y := p.f; unlock();
  y.g := p;
}`

// orders is a program whose second thread leaves what the first one may leave, in another
// order; the first one comes to one point on two paths, and has read more on one of them.
const orders = `{
  x := arg1.g;
  if * { n := new(); arg1.f := n; } else { if * { x := new(); x := new(); x := new(); arg1.f := arg1; } else { skip; } }
  if * { y := new(); } else { y := arg1.f; y := new(); y := new(); }
  y.h := y; arg1.k := y;
} || {
  arg1.f := arg1; m := new(); arg1.f := m;
  v := new(); v.k := v; v.h := v;
}`

// TestShares checks the number of states left, by context switches. If there are too many names and
// stop points, they share the states.
func TestShares(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{crowd, 40, "4 reports and 360 states, 4 reports and 360 states, 4 reports and 0 states, 4 reports and 0 states"},
		{crowd, 200,
			"10 reports and 2005 states, 40 reports and 1839 states, 40 reports and 39 states, 40 reports and 39 states"},
		{crowd, 1000,
			"10 reports and 10890 states, 60 reports and 9828 states, 60 reports and 828 states, 60 reports and 828 states"},
		{crowd, 2500,
			"10 reports and 31668 states, 60 reports and 28374 states, 60 reports and 9174 states, 60 reports and 9174 states"},
		{orders, 262144,
			"3 reports and 1572636 states, 6 reports and 1572628 states, 6 reports and 1572266 states, 6 reports and 1571476 states"},
	} {
		var got []string
		core := iltest.Core(t, c.text)
		for k := range MaxSwitches + 1 {
			r, err := Analyze(core, Options{Switches: k, MaxStates: c.limit})
			if err != nil {
				t.Fatal(err)
			}
			states, hits := 0, 0
			for _, p := range core.Pairs() {
				w := new(stages).races(r.search, p, r.search.options.Switches)
				states += w.remaining[0] + w.remaining[1]
				hits += len(w.hits)
				for _, u := range w.summaries {
					states += u.remaining[0] + u.remaining[1]
				}
			}
			got = append(got, fmt.Sprintf("%d reports and %d states", hits, states))
		}
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("at most %d states: %q, want %q", c.limit, all, c.want)
		}
	}
}

// small are programs of few states, with the steps between their limits: with loops,
// without, and with calls; the last one has limits that only a pair of units meets.
var small = []struct {
	step       int
	text, want string
}{
	{1, "a(p) { while * { x := p.f; p := x; } p.g := p; } b(p, q) { while * { x := p.g; p := x; } lock(); q.f := p; unlock(); p.f := q; }",
		"2220 names, 879 sets of names, 716 reports, 125071 states left, 224 limits"},
	{1, "a(p, q) { x := p.f; if * { p.g := x; y := new(); } else { x := q.f; z := x; } q.g := x; y := x.g; y.f := p; }",
		"1386 names, 1086 sets of names, 517 reports, 30833 states left, 96 limits"},
	{1, "private n(p) { if * { p.f := p; } else { x := p.f; p.g := x; } } a(p, q) { n(p); lock(); n(q); unlock(); n(p.f); y := p.g; y.h := q; }",
		"1510 names, 1210 sets of names, 511 reports, 36183 states left, 59 limits"},
	{40, "a(p) { if * { p.f := p; } else { x := p.g; p.f := x; } if * { p.g := p; } else { x := new(); p.g := x; } y := p.f; z := y.g; z.h := p; w := z.f; w.h := p; v := new(); v.h := p; }",
		"1494 names, 0 sets of names, 1964 reports, 2307324 states left, 101 limits"},
}

// TestEveryLimit checks the numbers of reports, states left and named limits, summed over growing
// limits.
func TestEveryLimit(t *testing.T) {
	for i, x := range small {
		core := iltest.Core(t, x.text)
		names, sets, hits, states, cuts := 0, 0, 0, 0, 0
		for n := range 150 {
			r, err := Analyze(core,
				Options{Switches: n % (MaxSwitches + 1), MaxStates: x.step * (n + 1)})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range core.Pairs() {
				w := new(stages).races(r.search, p, r.search.options.Switches)
				hits, cuts, states = hits+len(w.hits), cuts+len(w.cuts), states+
					max(0, w.remaining[0])+max(0, w.remaining[1])
				for _, u := range w.summaries {
					names, states = names+len(u.single.starts), states+max(0, u.remaining[0])+
						max(0, u.remaining[1])
					if u.several != nil {
						sets += len(u.several.starts)
					}
				}
			}
		}
		if got := fmt.Sprintf("%d names, %d sets of names, %d reports, %d states left, %d limits", names, sets, hits, states, cuts); got != x.want {
			t.Errorf("program %d: %q, want %q", i, got, x.want)
		}
	}
}

// TestTooManyFields: a field has a number of two bytes, and one number is reserved.
func TestTooManyFields(t *testing.T) {
	core := iltest.Core(t, "m(p) { p.f := p; }")
	for n, tooMany := range map[int]bool{int(noField) - 1: false, int(noField): true} {
		for len(core.Fields) < n {
			core.Fields = append(core.Fields, fmt.Sprint("g", len(core.Fields)))
		}
		core.Fields = core.Fields[:n]
		if _, err := newProgram(core, Options{}.withDefaults()); (err != nil) != tooMany {
			t.Errorf("newProgram of %d fields: %v, want an error: %t", n, err, tooMany)
		}
	}
}
