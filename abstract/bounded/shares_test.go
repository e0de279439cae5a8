package bounded

import (
	"fmt"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// TestDefaults: options that are zero get the documented defaults, and others stay.
func TestDefaults(t *testing.T) {
	want := Options{
		Switches: 2, MaxFields: 8, MaxNames: 4096, MaxObjects: 32, MaxStates: 1 << 18,
		MaxPairs: 1 << 20,
	}
	if got := (Options{Switches: 2}).withDefaults(); got != want {
		t.Errorf("withDefaults() = %+v, want %+v", got, want)
	}
	given := Options{MaxFields: 3, MaxNames: 5, MaxObjects: 7, MaxStates: 2, MaxPairs: 4}
	if got := given.withDefaults(); got != given {
		t.Errorf("withDefaults() = %+v, want %+v", got, given)
	}
}

// manyStates is a program with more states than the limits of TestShares allow.
const manyStates = `private n(p, q) { if * { p.f := q; } else { x := q.g; p.f := x; } q.h := p; }
a(p, q) {
  while * { x := p.f; if * { p.g := x; } else { y := new(); x.h := y; p := x; } n(p, q); }
  lock(); q.f := p; unlock();
  x := q.f;
  x.g := q;
}
b(p) {
  while * {
    x := p.h; y := new();
    if * { x.f := y; } else { y.g := p; p.h := y; }
    p := x; n(x, p);
  }
  lock(); y := p.f; unlock();
  y.g := p;
}`

// twoOrders is a program whose second thread hands over the same as the first one, in another
// order. The first one reaches one point on two paths, and has read more on one of them.
const twoOrders = `{
  x := arg1.g;
  if * { n := new(); arg1.f := n; }
  else { if * { x := new(); x := new(); x := new(); arg1.f := arg1; } else { skip; } }
  if * { y := new(); } else { y := arg1.f; y := new(); y := new(); }
  y.h := y; arg1.k := y;
} || {
  arg1.f := arg1; m := new(); arg1.f := m;
  v := new(); v.k := v; v.h := v;
}`

// counts are sums over searches: of the starts with one name and with several, of the reports, the
// states left, and the cuts.
type counts struct{ names, sets, reports, states, cuts int }

// add searches each pair of a program and adds its counts.
func (c *counts) add(t *testing.T, core *il.Core, o Options) {
	t.Helper()
	r, err := Analyze(core, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range core.Pairs() {
		w := new(stages).races(r.search, p, o.Switches)
		c.reports += len(w.hits)
		c.cuts += len(w.cuts)
		c.states += w.remaining[0] + w.remaining[1]
		for _, u := range w.summaries {
			c.states += u.remaining[0] + u.remaining[1]
			c.names += len(u.single.starts)
			if u.several != nil {
				c.sets += len(u.several.starts)
			}
		}
	}
}

// TestShares checks the number of reports and of states left, by context switches. If there are too
// many names and stop points, they share the states. The numbers were recorded: no other source has
// them, and a change of the shares must be noticed.
func TestShares(t *testing.T) {
	type outcome struct{ reports, states int }
	for _, c := range []struct {
		text  string
		limit int
		want  [MaxSwitches + 1]outcome
	}{
		{manyStates, 40, [...]outcome{{4, 360}, {4, 360}, {4, 0}, {4, 0}}},
		{manyStates, 200, [...]outcome{{10, 2005}, {40, 1839}, {40, 39}, {40, 39}}},
		{manyStates, 1000, [...]outcome{{10, 10890}, {60, 9828}, {60, 828}, {60, 828}}},
		{manyStates, 2500, [...]outcome{{10, 31668}, {60, 28374}, {60, 9174}, {60, 9174}}},
		{twoOrders, 1 << 18,
			[...]outcome{{3, 1572636}, {6, 1572628}, {6, 1572266}, {6, 1571476}}},
	} {
		var got [MaxSwitches + 1]outcome
		core := iltest.Core(t, c.text)
		for k := range got {
			var n counts
			n.add(t, core, Options{Switches: k, MaxStates: c.limit})
			got[k] = outcome{n.reports, n.states}
		}
		if got != c.want {
			t.Errorf("at most %d states: %v, want %v", c.limit, got, c.want)
		}
	}
}

// TestEveryLimit checks recorded counts, summed over 150 growing limits.
func TestEveryLimit(t *testing.T) {
	for i, x := range []struct {
		step int // between the limits
		text string
		want counts
	}{
		{1, `a(p) { while * { x := p.f; p := x; } p.g := p; }
			b(p, q) { while * { x := p.g; p := x; } lock(); q.f := p; unlock(); p.f := q; }`,
			counts{names: 2220, sets: 879, reports: 716, states: 125071, cuts: 224}},
		{1, `a(p, q) {
			x := p.f;
			if * { p.g := x; y := new(); } else { x := q.f; z := x; }
			q.g := x; y := x.g; y.f := p; }`,
			counts{names: 1386, sets: 1086, reports: 517, states: 30833, cuts: 96}},
		{1, `private n(p) { if * { p.f := p; } else { x := p.f; p.g := x; } }
			a(p, q) { n(p); lock(); n(q); unlock(); n(p.f); y := p.g; y.h := q; }`,
			counts{names: 1510, sets: 1210, reports: 511, states: 36183, cuts: 59}},
		{40, `a(p) {
			if * { p.f := p; } else { x := p.g; p.f := x; }
			if * { p.g := p; } else { x := new(); p.g := x; }
			y := p.f; z := y.g; z.h := p; w := z.f; w.h := p; v := new(); v.h := p; }`,
			counts{names: 1494, sets: 0, reports: 1964, states: 2307324, cuts: 101}},
	} {
		core, got := iltest.Core(t, x.text), counts{}
		for n := range 150 {
			got.add(t, core, Options{Switches: n % (MaxSwitches + 1), MaxStates: x.step * (n + 1)})
		}
		if got != x.want {
			t.Errorf("program %d: %+v, want %+v", i, got, x.want)
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
