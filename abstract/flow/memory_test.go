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

// row returns what is known of an object and of its cells.
func (fw *follower) row(held list, o int) []value {
	w := fw.width()
	return fw.lists.unpack(nil, held)[o*w : (o+1)*w]
}

// TestPlain: private knowledge excludes everything that the other thread can reach, and new objects
// that were published.
func TestPlain(t *testing.T) {
	f, _ := followerOf(t, Options{})
	made, held := f.make(f.initialRows())
	if made != 4 {
		t.Fatalf("what is made is %d", made)
	}
	values := []value{0, made, relying(1, f.single[f.fields["f"]]), 2, none}
	plain := f.widen(values, held, 4)
	if want := []value{0, none, none, 2, none}; !slices.Equal(values, want) {
		t.Errorf("widen makes the variables %v, want %v", values, want)
	}
	for o, want := range [][]value{
		{private, 1, 2}, {exposed, none, none}, {private, 2, 2}, {exposed, none, none},
		{exposed, none, none},
	} {
		if got := f.row(plain, o); !slices.Equal(got, want) {
			t.Errorf("row %d is %v, want %v", o, got, want)
		}
	}
	held, _ = f.storeRow(held, made, f.fields["g"], 0)
	plain = f.widen(nil, held, 4)
	for _, o := range []int{0, 4} {
		if got := f.row(plain, o); !slices.Equal(got, []value{exposed, none, none}) {
			t.Errorf("what is made leads there, and row %d is %v", o, got)
		}
	}
	plain = f.widen(nil, held, 5)
	if !slices.Equal(f.row(plain, 4), f.row(held, 4)) ||
		f.row(plain, 0)[0] != private {
		t.Error("what has been made before is not kept")
	}
}

// TestMake: the number of known objects is limited, whatever the name.
func TestMake(t *testing.T) {
	f, _ := followerOf(t, Options{MaxFresh: 2})
	held := f.initialRows()
	for k, want := range []value{4, 5, none, none} {
		var o value
		if o, held = f.make(held); o != want {
			t.Errorf("object %d is %d, want %d", k, o, want)
		}
		if f.dropped != (want == none) {
			t.Errorf("after object %d dropped is %v", k, f.dropped)
		}
	}
	if n := f.rows(held); n != 6 {
		t.Errorf("%d objects have cells", n)
	}
	if got := f.row(held, 5); !slices.Equal(got, []value{private, 5, 5}) {
		t.Errorf("what is made has %v", got)
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
			t.Error("a crowd of few states")
		}
	}
	f.explored++
	for k, want := range []bool{false, true, true} {
		if got := b.replaceCrowded(s); got != want || f.widened != (k > 0) {
			t.Errorf("variant %d is crowded: %v, out %v", k, got, f.widened)
		}
	}
	if b.replaceCrowded(other) {
		t.Error("other objects are a variant of these")
	}
	if n := len(b.frame.states); n != 2 || !b.frame.states[0].widened ||
		f.row(b.frame.states[0].cells, 1)[1] != none {
		t.Errorf("%d plain states", n)
	}
	if plain := b.frame.states[0]; b.replaceCrowded(plain) {
		t.Error("a plain state is replaced")
	}
}

// TestEntered checks the limit of TestCrowded for the entries of a method. A known entry is not
// widened.
func TestEntered(t *testing.T) {
	f, u := followerOf(t, Options{})
	args := func() []value { return []value{relying(1, 1)} }
	e := entry{u.Index, f.lists.intern(args()), f.initialRows()}
	f.explored = fewStates
	for range 3 {
		if f.widenEntry(e, args()) != e {
			t.Error("an entry of few is replaced")
		}
	}
	f.explored++
	if f.widenEntry(e, args()) != e || f.widened {
		t.Error("the first entry is replaced")
	}
	got := f.widenEntry(e, args())
	if got.values != f.lists.intern([]value{none}) || f.row(got.cells, 1)[1] != none ||
		got.unit != e.unit || !f.widened {
		t.Errorf("the second entry is %+v", got)
	}
	f.frames[e] = &frame{}
	if f.widenEntry(e, args()) != e {
		t.Error("an entry that is known is replaced")
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
				t.Errorf("from node %d to %d: %v, want %v", from, n, got, want)
			}
		}
		if b.afterLoop(&state{node: int32(n), Step: paths.Step{From: -1}}) {
			t.Errorf("node %d at the entry", n)
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
	if got := s.union(before, g); int(g) == len(s.words)-1 && got != g ||
		!s.subset(s.singleton(f.fields["g"]), got) || len(s.words) > maxSets {
		t.Errorf("the sets %d and %d of %d", g, got, len(s.words))
	}
	s.byKey, s.unions = map[string]set{}, map[[2]set]set{}
	for _, words := range [][]uint64{{1}, {2}} {
		if got := s.intern(words, il.History{}); got != maxSets-1 || !s.full ||
			!slices.Equal(s.words[got], []uint64{3}) {
			t.Errorf("%v is set %d of %d, full %v", words, got, len(s.words), s.full)
		}
	}
	if all := f.fieldNames(maxSets - 1); !slices.Equal(all, []string{"f", "g"}) {
		t.Errorf("it has %v", all)
	}
}

// TestShares checks whether a thread may publish its new objects, or store its arguments in them.
func TestShares(t *testing.T) {
	for text, want := range map[string]bool{
		"m(p) { n := new(); p.f := n; }":                                 true,
		"m(p) { n := new(); x := n; y := x; z := p.f; z.f := y; }":       true,
		"m(p) { n := new(); n.f := p; }":                                 true,
		"m(p) { n := new(); x := p.f; n.f := x; }":                       true,
		"private k(b) { skip; } m(p) { n := new(); k(n); }":              true,
		"private k(b) { skip; } m(p) { n := new(); k(p); }":              false,
		"m(p) { n := new(); n.f := n; }":                                 false,
		"m(p) { n := new(); p.f := p; }":                                 false,
		"m(p) { p.f := p; }":                                             false,
		"m(p) { n := new(); o := new(); n.f := o; x := p.f; p.f := x; }": false,
	} {
		core := iltest.Core(t, text)
		x, m := analysisOf(t, core), core.Methods["m"]
		if got := x.graphs[m.Index].shares(m.Formals); got != want {
			t.Errorf("%s: shares = %v, want %v", text, got, want)
		}
	}
}

// TestLess: a limit on knowledge is named if it may have hidden an access.
func TestLess(t *testing.T) {
	const three = "m(p) { a := new(); b := new(); a.f := b; p.f := a; c := new(); b.f := c; " +
		"c.g := c; x := p.f.f.f.g; }"
	for limit, want := range map[int]string{
		1: "more than 1 objects of its own making at a time",
		2: "more than 2 objects of its own making at a time", 3: "",
	} {
		core := iltest.Core(t, three)
		r, err := Analyze(core, Options{Rely: true, MaxFresh: limit})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Cut(core.Methods["m"]); got != want {
			t.Errorf("Cut with at most %d = %q, want %q", limit, got, want)
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

// TestNameInLoop: the same unit with a loop is not followed, which is named if an access may be
// missing for that reason.
func TestNameInLoop(t *testing.T) {
	for loop, want := range map[string]string{
		"": "", "while * { skip; }": "names through new objects that were not followed",
	} {
		core := iltest.Core(t,
			"m(p) { "+loop+" b := new(); b.g := p; y := b.g; x := y.f; x.k := p; y.f := p; }")
		r, err := Analyze(core, Options{Rely: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Cut(core.Methods["m"]); got != want {
			t.Errorf("%q: cut is %q, want %q", loop, got, want)
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
	for text, enough := range map[string]int{
		"m(p) { x := p.f; }": 7,
		wide + "}":           5_085,
		"m(p) { n := new(); p.f := n; n.g := n; } k(q) { q" + deep + ".g := q; }": 20,
	} {
		core := iltest.Core(t, text)
		for _, states := range []int{enough - 1, enough} {
			r, err := Analyze(core, Options{Rely: true, MaxStates: states})
			if err != nil {
				t.Fatal(err)
			}
			if cut := r.Cut(core.Methods["m"]); (cut == "") != (states == enough) {
				t.Errorf("%.60s: with %d states the limit is %q", text, states, cut)
			}
		}
	}
}

// TestRelied: the sentences say what each thread relies on, and what the other one stores into.
func TestRelied(t *testing.T) {
	for text, want := range map[string]string{
		"m(p) { a := new(); p.f := a; a.h := p; } k(q) { q.f.h := q; }": "A " +
			"relies on what it knows about .f. Before its access, B stores only " +
			"into its own objects.",
		"m(p) { a := new(); p.f := a; a.h := p; } k(q) { q.j := q; x := q.j; q.f.h := q; }": "A " +
			"relies on what it knows about .f. Before its access, B stores only into .j, apart " +
			"from its own objects.",
	} {
		core := iltest.Core(t, text)
		r, err := Analyze(core, Options{Rely: true})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, x := range r.Reports(core.Pairs()[1]) {
			all = append(all, x.Sentences()...)
		}
		if !slices.Contains(all, want) {
			t.Errorf("no sentence is %q, but\n%s", want, strings.Join(all, "\n"))
		}
	}
}

// TestFound: published objects are found by walking, over several fields.
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
		t.Errorf("no sentence is %q, but\n%s", want, strings.Join(got, "\n"))
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
	first := s.locking(f, none, locks[0])
	held := none.After(locks[0])
	second := s.locking(first, held, locks[1])
	if !s.subset(0, first) || !s.subset(f, first) || !s.subset(first, second) ||
		s.subset(second, first) || s.subset(first, f) {
		t.Error("a set contains another one without its history")
	}
	if s.histories[first].Uses() || !s.histories[second].Uses() {
		t.Error("only the second lock is taken while another one is kept")
	}
	own := s.locking(0, none, locks[1])
	if got := s.calling(first, held, none.After(locks[1]), own); got != second {
		t.Errorf("a call of what takes the second lock: set %d, want %d", got, second)
	}
	if got := s.union(first, f); got != first {
		t.Errorf("a union with what is there: set %d, want %d", got, first)
	}
	for len(s.words) < maxSets-1 {
		s.append(s.words[0], il.History{})
	}
	s.byKey, s.unions = map[string]set{}, map[[2]set]set{}
	full := s.locking(second, held.After(locks[1]), locks[2])
	if full != maxSets-1 || !s.subset(second, full) ||
		!s.histories[full].Crosses(s.histories[second]) {
		t.Errorf("beyond the last set: %d", full)
	}
}
