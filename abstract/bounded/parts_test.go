package bounded

import (
	"slices"
	"testing"

	"wobbly/abstract/paths"
	"wobbly/internal/iltest"
)

// TestSets checks the operations on sets of heap cases.
func TestSets(t *testing.T) {
	s := &caseSets{byKey: map[string]*cases{}, projections: map[projection]*cases{}}
	// one returns the set with a case for each of some graphs, in which nodes 0 and 1 are known.
	one := func(graphs ...int32) *cases {
		var list []heapCase
		for _, g := range graphs {
			list = append(list, heapCase{g, packUint16s([]uint16{0, 1})})
		}
		return s.set(2, list)
	}
	for _, c := range []struct{ a, b, union, minus *cases }{
		{one(1), one(1), one(1), one()},
		{one(1), one(2), one(1, 2), one(1)},
		{one(2), one(1), one(1, 2), one(2)},
		{one(1, 3), one(), one(1, 3), one(1, 3)},
		{one(), one(4), one(4), one()},
		{one(1, 2, 3), one(2, 4), one(1, 2, 3, 4), one(1, 3)},
	} {
		if got := s.union(c.a, c.b); got != c.union {
			t.Errorf("union(%v, %v) = %v, want %v", c.a.list, c.b.list, got.list, c.union.list)
		}
		if got := s.minus(c.a, c.b); got != c.minus {
			t.Errorf("minus(%v, %v) = %v, want %v", c.a.list, c.b.list, got.list, c.minus.list)
		}
	}
	if c := one(1, 2); s.project(c, []object{shared, shared | 1}) != c {
		t.Error("project of a set to all of its objects is another set")
	}
	if got := s.project(one(1, 2), []object{shared | 1}); got.known != 1 ||
		!slices.Equal(got.list, []heapCase{{1, "\x01\x00"}, {2, "\x01\x00"}}) {
		t.Errorf("project to the second object = %+v, want node 1 in both cases", got)
	}
	if got := s.project(one(1), []object{shared | 1, shared}); got.known != 2 ||
		got.list[0].nodes != "\x01\x00\x00\x00" {
		t.Errorf("project to both objects in reverse = %+v, want nodes 1 and 0", got)
	}
	if got := one(1, 2, 2, 5).withGraph(2); len(got) != 2 {
		t.Errorf("withGraph(2) = %v, want 2 cases", got)
	}
	if got := one(1, 5).withGraph(2); len(got) != 0 {
		t.Errorf("withGraph(2) = %v, want no case", got)
	}
}

// TestExport: a handover has the new value of a cell on a name's path that the thread has written,
// and the old values of others.
func TestExport(t *testing.T) {
	core := iltest.Core(t, "m(p) { x := p.f; x.h := p; p.f := x; }")
	x, err := newSearch(core, Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	f, h := x.fields["f"], x.fields["h"]
	seg := x.segment(x.units[core.Methods["m"].Index],
		newStart(core.Methods["m"], name{0, []uint16{f}}), 1)
	c := x.initialCases(1, initialGraphs[:1])
	for _, w := range []struct {
		written writes
		f, h    uint16 // nodes in the cells of the object on the way, which is node 2
	}{
		{writes{writeOf(shared, h, 1)}, 0, 3},
		{writes{writeOf(1, f, 2), writeOf(shared, h, 1)}, 4, 3},
		{writes{writeOf(1, h, 1), writeOf(shared, h, 1)}, 0, 2},
		{writes{writeOf(1, f, 1), writeOf(1, h, shared), writeOf(shared, h, 1)}, 2, 0},
	} {
		g := seg.export(&state{heap: w.written, own: 3, cases: c}, c.list[0]).graph
		if g.cell(0, h) != 2 || g.cell(0, f) != 1 {
			t.Errorf("%v: f and h of z hold %d and %d, want 1 and 2", w.written, g.cell(0, f),
				g.cell(0, h))
		}
		if g.cell(2, f) != w.f || g.cell(2, h) != w.h {
			t.Errorf("%v: f and h of node 2 hold %d and %d, want %d and %d", w.written,
				g.cell(2, f), g.cell(2, h), w.f, w.h)
		}
	}
}

// TestGraphKeys: two graphs are the same iff their objects and cells are.
func TestGraphKeys(t *testing.T) {
	all := &graphs{byKey: map[string]int32{}}
	one := &graph{defaults: []uint16{1, 1}, diff: writes{writeOf(0, 5, 1)}}
	for i, g := range []*graph{
		one,
		{defaults: []uint16{1, 1, 1, 5, 0, 0}}, // the same numbers, but of more objects
		{defaults: []uint16{1, 1}},
		{defaults: []uint16{1, 0}, diff: one.diff},
		{defaults: []uint16{1, 1}, diff: writes{writeOf(0, 5, 0)}},
		{defaults: []uint16{1, 1}, diff: writes{writeOf(0, 4, 1)}},
		{defaults: []uint16{1, 1}, diff: writes{writeOf(1, 5, 1)}},
	} {
		if n := all.number(g); n != int32(i) {
			t.Errorf("the number of graph %d is %d", i, n)
		}
	}
	same := &graph{defaults: slices.Clone(one.defaults), diff: slices.Clone(one.diff)}
	if n := all.number(same); n != 0 || len(all.all) != 7 {
		t.Errorf("a copy of graph 0 has number %d of %d, want 0 of 7", n, len(all.all))
	}
}

// TestJoinTurns: turns without a step are removed, and adjacent turns of the same thread are
// joined.
func TestJoinTurns(t *testing.T) {
	for _, c := range []struct{ turns, want []Turn }{
		{nil, nil},
		{[]Turn{{0, 0}, {1, 0}}, nil},
		{[]Turn{{0, 2}, {1, 0}, {0, 3}, {1, 1}}, []Turn{{0, 5}, {1, 1}}},
		{[]Turn{{1, 0}, {0, 2}, {1, 3}, {0, 4}}, []Turn{{0, 2}, {1, 3}, {0, 4}}},
		{[]Turn{{1, paths.Far}, {1, paths.Far}}, []Turn{{1, paths.Far}}},
	} {
		if got := joinTurns(c.turns); !slices.Equal(got, c.want) {
			t.Errorf("joinTurns(%v) = %v, want %v", c.turns, got, c.want)
		}
	}
}

// TestEscaped checks which objects of a thread the other thread may know once the thread is
// interrupted.
func TestEscaped(t *testing.T) {
	core := iltest.Core(t, "m(p, q) { x := p.f.g; x.h := q; }")
	x, err := newSearch(core, Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	u := core.Methods["m"]
	const f, g, h = 0, 1, 2
	two := newStart(u, name{0, []uint16{f, g}}) // 1.f is 2, and 2.g is z; all else is 0
	for _, c := range []struct {
		heap writes
		want string // the objects 0 to 4, with a dot for each that has not escaped
	}{
		{nil, "....."},
		{writes{writeOf(3, h, 4)}, "....."},
		{writes{writeOf(shared, h, shared)}, "....."},
		{writes{writeOf(shared, h, 0)}, "0...."},
		{writes{writeOf(shared, h, 1)}, "012.."},
		{writes{writeOf(1, f, 3), writeOf(shared, h, 1)}, "01.3."},
		{writes{writeOf(shared, h, 2)}, "0.2.."},
		{writes{writeOf(shared, h, 3)}, "...3."},
		{writes{writeOf(3, h, 4), writeOf(shared, f, 3), writeOf(shared|1, g, shared)}, "...34"},
	} {
		s := x.segment(x.units[u.Index], two, 1)
		s.wantState = func(*state) bool { return true }
		got := ""
		for o := range object(5) {
			if s.escaped(&state{heap: c.heap, own: 5}, o) {
				got += string('0' + rune(o))
			} else {
				got += "."
			}
		}
		if got != c.want || !s.escaped(&state{heap: c.heap, own: 5}, shared|1) {
			t.Errorf("escaped of %v = %s, want %s, and all if shared", c.heap, got, c.want)
		}
	}
}
