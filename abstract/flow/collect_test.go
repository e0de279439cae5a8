package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// TestCollect: objects that neither a variable nor a known cell leads to are dropped, unless they
// were passed to the frame. The others are renumbered.
func TestCollect(t *testing.T) {
	f, _ := followerOf(t, Options{})
	g := f.fields["g"]
	_, cells := f.create(f.initialRows())
	_, cells = f.create(cells)
	_, cells = f.create(cells) // 4, 5 and 6 are made
	cells, _ = f.storeRow(cells, 6, g, relying(5, f.single[g]))
	for _, c := range []struct {
		name   string
		base   int
		values []value
		want   []value
		rows   [][]value // from 4 on
	}{
		{
			"all are known", 4, []value{6, 4, none}, []value{6, 4, none},
			[][]value{{private, 4, 4}, {private, 5, 5}, {private, 6, relying(5, f.single[g])}},
		},
		{
			"one is not", 4, []value{none, relying(6, f.single[g]), 1},
			[]value{none, relying(5, f.single[g]), 1},
			[][]value{{private, 4, 4}, {private, 5, relying(4, f.single[g])}},
		},
		{"none is", 4, []value{none, 2}, []value{none, 2}, nil},
		{"the first is known", 4, []value{4}, []value{4}, [][]value{{private, 4, 4}}},
		{
			"the first is passed", 5, []value{none, 5}, []value{none, 5},
			[][]value{{private, 4, 4}, {private, 5, 5}},
		},
		{
			"all except one are passed", 6, []value{none}, []value{none},
			[][]value{{private, 4, 4}, {private, 5, 5}},
		},
		{
			"all are passed", 7, []value{none}, []value{none},
			[][]value{{private, 4, 4}, {private, 5, 5}, {private, 6, relying(5, f.single[g])}},
		},
	} {
		b := &builder{follower: f, base: c.base}
		for range 2 { // the second time with the scratch memory of the first
			values := slices.Clone(c.values)
			after := b.collect(values, cells)
			if !slices.Equal(values, c.want) {
				t.Errorf("%s: collect makes the variables %v, want %v", c.name, values, c.want)
			}
			if n := f.rows(after); n != 4+len(c.rows) {
				t.Errorf("%s: %d objects have cells, want %d", c.name, n, 4+len(c.rows))
				continue
			}
			for i, want := range c.rows {
				if got := f.row(after, 4+i); !slices.Equal(got, want) {
					t.Errorf("%s: row %d is %v, want %v", c.name, 4+i, got, want)
				}
			}
			if c.base == 7 && after != cells {
				t.Errorf("%s: collect = %d, want %d, the same cells", c.name, after, cells)
			}
		}
	}
	cells, _ = f.storeRow(cells, 0, g, 5) // a cell of an object on the way
	b := &builder{follower: f, base: 4}
	after := b.collect(nil, cells)
	if n := f.rows(after); n != 5 {
		t.Fatalf("with a cell that leads to one, %d objects have cells, want 5", n)
	}
	if f.row(after, 0)[2] != 4 || f.row(after, 4)[1] != 4 {
		t.Errorf("rows 0 and 4 are %v and %v, want both to lead to 4", f.row(after, 0),
			f.row(after, 4))
	}
}

// TestForgotten: new objects that a unit no longer knows do not count towards the limit.
func TestForgotten(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("b := new(); ", 40) + "b.g := p; y := b.g; y.f := p;",
		strings.Repeat("x := new(); b := new(); b.g := p; p := b.g; ", 20) + "p.f := p;",
		strings.Repeat("n(p); ", 40) + "b := new(); b.g := p; y := b.g; y.f := p;",
	} {
		core := iltest.Core(t, "private n(p) { b := new(); b.h := p; y := b.h; } m(p) { "+text+" }")
		r, err := Analyze(core, Options{Rely: true, MaxFresh: 2})
		if err != nil {
			t.Fatal(err)
		}
		m := core.Methods["m"]
		if cut := r.Cut(m); cut != "" {
			t.Errorf("%s: Cut = %q, want none", text, cut)
		}
		isPF := func(a Access) bool { return a.Path() == "p.f" }
		if !slices.ContainsFunc(r.Accesses(m), isPF) {
			t.Errorf("%s: Accesses = %+v, want p.f among them", text, r.Accesses(m))
		}
	}
}

// TestVariants: the limits on variants apply only after a number of states, and are named if an
// access may be missing.
func TestVariants(t *testing.T) {
	for _, tt := range []struct {
		choices int
		want    string
	}{
		{1, ""}, {5, ""}, {9, "more than 4 variants of what is known of shared objects"},
	} {
		var b strings.Builder
		for i := range tt.choices {
			fmt.Fprintf(&b, "if * { p.f%d := p; } else { p.f%d := q; } ", i, i)
		}
		text := "m(p, q) { " + b.String()
		for i := range tt.choices {
			text += fmt.Sprintf("x := p.f%d; ", i)
		}
		core := iltest.Core(t, text+"n := new(); p.g := n; x := new(); x.h := p; }")
		r, err := Analyze(core, Options{Rely: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Cut(core.Methods["m"]); got != tt.want {
			t.Errorf("%d choices: Cut = %q, want %q", tt.choices, got, tt.want)
		}
	}
}

// TestUncalled: a unit that nothing calls is ignored, even if it shares what it makes.
func TestUncalled(t *testing.T) {
	core := iltest.Core(t,
		"private n(p) { x := p.f; x.g := p; } m(p) { x := new(); p.f := x; y := p.f; y.g := p; }")
	x, err := newAnalysis(core, Options{Rely: true}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	m := core.Methods["m"]
	all := x.possible(m)
	if len(all) == 0 {
		t.Error("possible finds no access in m")
	}
	for _, k := range all {
		if a, _ := core.AccessAt(k.site); core.UnitOf(a) != m {
			t.Errorf("possible lists %v, which is not in m", k.site)
		}
	}
}

// TestBehind checks whether a unit must be followed by a name that leads through a new object.
func TestBehind(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"b := new(); b.g := p; y := b.g; x := y.f; x.k := p; y.f := p;", true},
		{"x := p.f; x.k := p; p.f := p;", false},
		{"x := p.f; y := x.f; y.k := p; x.f := p;", false},
	} {
		core := iltest.Core(t, "m(p) { "+tt.text+" }")
		r, err := Analyze(core, Options{Rely: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Behind(core.Methods["m"]); got != tt.want {
			t.Errorf("%s: Behind = %t, want %t", tt.text, got, tt.want)
		}
	}
}
