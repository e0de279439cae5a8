package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/paths"
	"wobbly/il"
	"wobbly/internal/iltest"
)

// followerOf returns a follower of m by the name p.f, before its first state, in a program of two
// fields that are read and stored into. Its objects are 0 on the way, 1 where the threads meet, 2
// elsewhere and 3, o.
func followerOf(t *testing.T, o Options) (*follower, *il.Unit) {
	t.Helper()
	core := iltest.Core(t, "m(p) { x := p.f; y := x.g; p.f := y; x.g := y; }")
	o.Rely, o.MaxVariants = true, 1
	x, err := newAnalysis(core, o.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	q := name{fields: []int{x.fields["f"]}, rely: true}
	f := &follower{
		analysis: x, lists: newLists(q), frames: map[entry]*frame{}, entries: map[entry]int{},
		states: new(int),
	}
	return f, core.Methods["m"]
}

// row returns the row of an object: whether it is private, and what its cells hold.
func (fw *follower) row(cells list, o int) []value {
	w := fw.width()
	return fw.lists.unpack(nil, cells)[o*w : (o+1)*w]
}

// TestWiden: widen forgets everything that the other thread can reach, and the objects made since
// the given one.
func TestWiden(t *testing.T) {
	f, _ := followerOf(t, Options{})
	made, cells := f.create(f.initialRows())
	if made != 4 {
		t.Fatalf("create = %d, want 4", made)
	}
	values := []value{0, made, relying(1, f.single[f.fields["f"]]), 2, none}
	plain := f.widen(values, cells, 4)
	if want := []value{0, none, none, 2, none}; !slices.Equal(values, want) {
		t.Errorf("widen makes the variables %v, want %v", values, want)
	}
	for o, want := range [][]value{
		{private, 1, 2}, {exposed, none, none}, {private, 2, 2}, {exposed, none, none},
		{exposed, none, none},
	} {
		if got := f.row(plain, o); !slices.Equal(got, want) {
			t.Errorf("widen makes row %d %v, want %v", o, got, want)
		}
	}
	cells, _ = f.storeRow(cells, made, f.fields["g"], 0)
	plain = f.widen(nil, cells, 4)
	for _, o := range []int{0, 4} {
		if got := f.row(plain, o); !slices.Equal(got, []value{exposed, none, none}) {
			t.Errorf("widen makes row %d, to which the new object leads, %v, want it exposed", o, got)
		}
	}
	plain = f.widen(nil, cells, 5)
	if !slices.Equal(f.row(plain, 4), f.row(cells, 4)) || f.row(plain, 0)[0] != private {
		t.Errorf("widen from object 5 makes rows 0 and 4 %v and %v, want them unchanged",
			f.row(plain, 0), f.row(plain, 4))
	}
}

// TestCreate: at most MaxFresh new objects are known.
func TestCreate(t *testing.T) {
	f, _ := followerOf(t, Options{MaxFresh: 2})
	cells := f.initialRows()
	for k, want := range []value{4, 5, none, none} {
		var o value
		if o, cells = f.create(cells); o != want {
			t.Errorf("call %d of create = %d, want %d", k, o, want)
		}
		if f.dropped != (want == none) {
			t.Errorf("after call %d dropped is %t, want %t", k, f.dropped, want == none)
		}
	}
	if n := f.rows(cells); n != 6 {
		t.Errorf("%d objects have cells, want 6", n)
	}
	if got, want := f.row(cells, 5), []value{private, 5, 5}; !slices.Equal(got, want) {
		t.Errorf("the row of the last new object is %v, want %v", got, want)
	}
}

// TestCrowded: after a few states, the variants of a point with the same objects in its variables
// are limited. The next one is widened, and a widened state is not widened again.
func TestCrowded(t *testing.T) {
	f, u := followerOf(t, Options{})
	g := f.graphs[u.Index]
	b := &builder{
		follower: f, frame: &frame{graph: g}, visits: make([]int, len(g.Nodes)),
		crowd: map[point]int{}, base: 4,
	}
	s := state{
		node: g.Entry, values: f.lists.intern([]value{0, relying(1, 1), none}),
		cells: f.initialRows(), Step: paths.Step{From: -1},
	}
	other := s
	other.values = f.lists.intern([]value{2, none, none})
	f.explored = fewStates
	for range 3 {
		if b.replaceCrowded(s) {
			t.Errorf("replaceCrowded = true after %d states", fewStates)
		}
	}
	f.explored++
	for k, want := range []bool{false, true, true} {
		if got := b.replaceCrowded(s); got != want || f.widened != (k > 0) {
			t.Errorf("variant %d: replaceCrowded = %t and widened is %t, want %t and %t", k, got,
				f.widened, want, k > 0)
		}
	}
	if b.replaceCrowded(other) {
		t.Error("replaceCrowded replaces a state with other objects in the variables")
	}
	if n := len(b.frame.states); n != 2 {
		t.Fatalf("there are %d widened states, want 2", n)
	}
	wide := b.frame.states[0]
	if !wide.widened || f.row(wide.cells, 1)[1] != none {
		t.Errorf("the first new state is %+v, want it widened", wide)
	}
	if b.replaceCrowded(wide) {
		t.Error("replaceCrowded replaces a widened state")
	}
}

// TestWidenEntry checks the limit of TestCrowded for the entries of a method. An explored entry is
// not widened.
func TestWidenEntry(t *testing.T) {
	f, u := followerOf(t, Options{})
	args := func() []value { return []value{relying(1, 1)} }
	e := entry{u.Index, f.lists.intern(args()), f.initialRows()}
	f.explored = fewStates
	for range 3 {
		if f.widenEntry(e, args()) != e {
			t.Errorf("widenEntry widens an entry after %d states", fewStates)
		}
	}
	f.explored++
	if f.widenEntry(e, args()) != e || f.widened {
		t.Error("widenEntry widens the first entry")
	}
	got := f.widenEntry(e, args())
	if got.unit != e.unit || !f.widened {
		t.Errorf("the second entry is %+v, want one of unit %d that is widened", got, e.unit)
	}
	if got.values != f.lists.intern([]value{none}) || f.row(got.cells, 1)[1] != none {
		t.Errorf("the second entry is %+v, which knows an object or a cell", got)
	}
	f.frames[e] = &frame{}
	if f.widenEntry(e, args()) != e {
		t.Error("widenEntry widens an explored entry")
	}
}

// TestAfterLoop: an iteration of a loop ends iff the loop's head is reached from its body.
func TestAfterLoop(t *testing.T) {
	core := iltest.Core(t,
		"m(p) { x := p; z := p; while * { y := x; while * { z := y; } x := z; } w := p; while * "+
			"{ x := p; } y := w; }")
	x, m := analysisOf(t, core), core.Methods["m"]
	g := x.graphs[m.Index]
	inside := map[il.Stmt]map[il.Stmt]bool{}
	il.Walk(m.Body, func(s il.Stmt) {
		if w, ok := s.(*il.While); ok {
			inside[s] = map[il.Stmt]bool{}
			il.Walk(w.Body, func(in il.Stmt) { inside[s][in] = true })
		}
	})
	b := &builder{frame: &frame{graph: g}}
	for n := range g.Nodes {
		for from := range g.Nodes {
			b.frame.states = []state{{node: int32(from)}}
			want := inside[g.Nodes[n].Stmt][g.Nodes[from].Stmt]
			if got := b.afterLoop(&state{node: int32(n), Step: paths.Step{From: 0}}); got != want {
				t.Errorf("afterLoop from node %d to %d = %t, want %t", from, n, got, want)
			}
		}
		if b.afterLoop(&state{node: int32(n), Step: paths.Step{From: -1}}) {
			t.Errorf("afterLoop of node %d at the entry = true", n)
		}
	}
}

// TestTooManySets: once there are too many sets, a new set becomes the set of all fields.
func TestTooManySets(t *testing.T) {
	f, _ := followerOf(t, Options{})
	s := f.sets
	before := s.singleton(f.fields["f"])
	for len(s.words) < maxSets-1 {
		s.words = append(s.words, s.words[0])
	}
	g := s.singleton(f.fields["g"])
	union := s.union(before, g)
	if last := len(s.words) - 1; int(g) == last && union != g {
		t.Errorf("the union with the last set %d is %d, want the same", g, union)
	}
	if !s.subset(s.singleton(f.fields["g"]), union) {
		t.Errorf("the union %d does not contain {g}", union)
	}
	if len(s.words) > maxSets {
		t.Errorf("there are %d sets, want at most %d", len(s.words), maxSets)
	}
	s.byKey, s.unions = map[string]set{}, map[[2]set]set{}
	for _, words := range [][]uint64{{1}, {2}} {
		if got := s.intern(words, il.History{}); got != maxSets-1 || !s.full ||
			!slices.Equal(s.words[got], []uint64{3}) {
			t.Errorf("intern(%v) = %d with the words %v, full %t, want %d with 3, full true", words,
				got, s.words[got], s.full, maxSets-1)
		}
	}
	if all := f.fieldNames(maxSets - 1); !slices.Equal(all, []string{"f", "g"}) {
		t.Errorf("the last set has the fields %v, want f and g", all)
	}
}

// TestShares checks whether a thread may publish its new objects, or store its arguments in them.
func TestShares(t *testing.T) {
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"m(p) { n := new(); p.f := n; }", true},
		{"m(p) { n := new(); x := n; y := x; z := p.f; z.f := y; }", true},
		{"m(p) { n := new(); n.f := p; }", true},
		{"m(p) { n := new(); x := p.f; n.f := x; }", true},
		{"private k(b) { skip; } m(p) { n := new(); k(n); }", true},
		{"private k(b) { skip; } m(p) { n := new(); k(p); }", false},
		{"m(p) { n := new(); n.f := n; }", false},
		{"m(p) { n := new(); p.f := p; }", false},
		{"m(p) { p.f := p; }", false},
		{"m(p) { n := new(); o := new(); n.f := o; x := p.f; p.f := x; }", false},
	} {
		core := iltest.Core(t, tt.text)
		x, m := analysisOf(t, core), core.Methods["m"]
		if got := x.graphs[m.Index].shares(m.Formals); got != tt.want {
			t.Errorf("%s: shares = %t, want %t", tt.text, got, tt.want)
		}
	}
}

// TestMaxFresh: MaxFresh is named if it may have hidden an access.
func TestMaxFresh(t *testing.T) {
	const three = "m(p) { a := new(); b := new(); a.f := b; p.f := a; c := new(); b.f := c; " +
		"c.g := c; x := p.f.f.f.g; }"
	for _, tt := range []struct {
		limit int
		want  string
	}{
		{1, "more than 1 objects of its own making at a time"},
		{2, "more than 2 objects of its own making at a time"},
		{3, ""},
	} {
		core := iltest.Core(t, three)
		r, err := Analyze(core, Options{Rely: true, MaxFresh: tt.limit})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Cut(core.Methods["m"]); got != tt.want {
			t.Errorf("with MaxFresh %d Cut = %q, want %q", tt.limit, got, tt.want)
		}
	}
}

// TestNameBehindBox checks that a name is found even if the unit continues from a value that it
// stored in one of its own objects.
func TestNameBehindBox(t *testing.T) {
	core := iltest.Core(t,
		"private k(b, o) { o.g := b; } m(p) { b := new(); k(p, b); y := b.g; x := y.f; "+
			"x.k := p; y.f := p; }")
	r, err := Analyze(core, Options{Rely: true})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Accesses(core.Methods["m"]),
		func(a Access) bool {
			return a.Path() == "p.f.k" && a.Name == "p.f" && len(a.Relies) == 0
		}) {
		t.Errorf("m has the accesses %+v, want p.f.k of the name p.f that relies on nothing",
			r.Accesses(core.Methods["m"]))
	}
}

// TestNameInLoop: in a unit with a loop the name of TestNameBehindBox is not followed, and Cut says
// so.
func TestNameInLoop(t *testing.T) {
	for _, tt := range []struct{ loop, want string }{
		{"", ""},
		{"while * { skip; }", "names through new objects that were not followed"},
	} {
		core := iltest.Core(t,
			"m(p) { "+tt.loop+" b := new(); b.g := p; y := b.g; x := y.f; x.k := p; y.f := p; }")
		r, err := Analyze(core, Options{Rely: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Cut(core.Methods["m"]); got != tt.want {
			t.Errorf("with the loop %q Cut = %q, want %q", tt.loop, got, tt.want)
		}
	}
}

// TestRelyBudget: a state costs one more for each 256 bytes of known cells, and for each 64 fields
// walked to find an object.
func TestRelyBudget(t *testing.T) {
	wide, deep := "m(p) { ", strings.Repeat(".f", 70)
	for i := range 40 {
		wide += fmt.Sprintf("x := p.f%d; ", i)
	}
	for _, tt := range []struct {
		text   string
		enough int
	}{
		{"m(p) { x := p.f; }", 7},
		{wide + "}", 5_085},
		{"m(p) { n := new(); p.f := n; n.g := n; } k(q) { q" + deep + ".g := q; }", 20},
	} {
		core := iltest.Core(t, tt.text)
		for _, states := range []int{tt.enough - 1, tt.enough} {
			r, err := Analyze(core, Options{Rely: true, MaxStates: states})
			if err != nil {
				t.Fatal(err)
			}
			if cut := r.Cut(core.Methods["m"]); (cut == "") != (states == tt.enough) {
				t.Errorf("%.60s: with %d states Cut = %q, and %d are enough", tt.text, states, cut,
					tt.enough)
			}
		}
	}
}

// TestRelied: the sentences say what each thread relies on, and what the other one stores into.
func TestRelied(t *testing.T) {
	const m = "m(p) { a := new(); p.f := a; a.h := p; } "
	for _, tt := range []struct{ text, want string }{
		{
			m + "k(q) { q.f.h := q; }",
			"A relies on what it knows about .f. Before its access, B stores only into its own " +
				"objects.",
		},
		{
			m + "k(q) { q.j := q; x := q.j; q.f.h := q; }",
			"A relies on what it knows about .f. Before its access, B stores only into .j, apart " +
				"from its own objects.",
		},
	} {
		core := iltest.Core(t, tt.text)
		r, err := Analyze(core, Options{Rely: true})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, x := range r.Reports(core.Pairs()[1]) {
			all = append(all, x.Sentences()...)
		}
		if !slices.Contains(all, tt.want) {
			t.Errorf("%s: the sentences are %q, want %q among them", tt.text, all, tt.want)
		}
	}
}

// TestFound: an object that became public is found by walking several fields from the meeting
// object.
func TestFound(t *testing.T) {
	core := iltest.Core(t,
		"m(p) { a := new(); b := new(); a.g := b; p.f := a; b.h := p; } k(q) { q.f.g.h := q; }")
	r, err := Analyze(core, Options{Rely: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range r.Reports(core.Pairs()[1]) {
		got = append(got, fmt.Sprintf("%s %s, %s", x.Left.Rest, x.Right.Rest, x.Sentences()[0]))
	}
	const want = ".f.g.h .f.g.h, If A.p and B.q lead to the same object at the start, A is about " +
		"to access its .f.g.h after 5 steps, and B after 1 step."
	if !slices.Contains(got, want) {
		t.Errorf("the reports are %q, want %q among them", got, want)
	}
}

// TestHistories: a set with a history is a subset only of sets with more history, and a call
// composes histories. After the limit, a new set has the full history.
func TestHistories(t *testing.T) {
	core := iltest.Core(t, "m(p) { lock(l); lock(m); x := p.f; p.f := x; unlock(m); unlock(l); }")
	s := newSets(core, map[string]int{"f": 0})
	var locks []il.Stmt
	il.Walk(core.Methods["m"].Body, func(c il.Stmt) {
		if il.Acquires(c) || il.Releases(c) {
			locks = append(locks, c)
		}
	})
	f, none := s.singleton(0), il.Level{}
	first := s.afterLocking(f, none, locks[0])
	cells := none.After(locks[0])
	second := s.afterLocking(first, cells, locks[1])
	for _, tt := range []struct {
		a, b set
		want bool
	}{
		{0, first, true}, {f, first, true}, {first, second, true},
		{second, first, false}, {first, f, false},
	} {
		if got := s.subset(tt.a, tt.b); got != tt.want {
			t.Errorf("subset(%d, %d) = %t, want %t", tt.a, tt.b, got, tt.want)
		}
	}
	if s.histories[first].Uses() {
		t.Error("Uses = true for the first lock, which is taken while none is held")
	}
	if !s.histories[second].Uses() {
		t.Error("Uses = false for the second lock, which is taken while the first is held")
	}
	own := s.afterLocking(0, none, locks[1])
	if got := s.afterCalling(first, cells, none.After(locks[1]), own); got != second {
		t.Errorf("afterCalling a method that takes the second lock = %d, want %d", got, second)
	}
	if got := s.union(first, f); got != first {
		t.Errorf("union with a subset = %d, want %d", got, first)
	}
	for len(s.words) < maxSets-1 {
		s.add(s.words[0], il.History{})
	}
	s.byKey, s.unions = map[string]set{}, map[[2]set]set{}
	full := s.afterLocking(second, cells.After(locks[1]), locks[2])
	if full != maxSets-1 {
		t.Fatalf("the set after the last one is %d, want %d", full, maxSets-1)
	}
	if !s.subset(second, full) || !s.histories[full].Crosses(s.histories[second]) {
		t.Error("the last set does not have the full history")
	}
}
