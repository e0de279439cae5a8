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

// nameOf returns a name of n fields.
func nameOf(n int) name { return name{fields: make([]int, n)} }

// TestLists: values survive packing, in one byte each if all values of the name fit, and in four if
// they rely on fields. Equal lists have equal numbers, and different lists different ones.
func TestLists(t *testing.T) {
	for _, c := range []struct {
		fields, bytes int
		rely          bool
	}{
		{0, 1, false}, {1, 1, false}, {252, 1, false}, {253, 2, false}, {254, 2, false},
		{600, 2, false}, {maxFields, 2, false}, {0, 4, true}, {253, 4, true},
	} {
		q := nameOf(c.fields)
		q.rely = c.rely
		x := newLists(q)
		values := []value{0, q.meet(), none, q.elsewhere(), public, value(c.fields / 2), none}
		if c.rely {
			values = append(values, relying(1, 0x1234), relying(q.meet(), maxSets-1))
		}
		l := x.intern(values)
		if x.size(l) != c.bytes*len(values) || x.length(l) != len(values) {
			t.Errorf("%d fields: a list of %d values has size %d and length %d, want %d and %d",
				c.fields, len(values), x.size(l), x.length(l), c.bytes*len(values), len(values))
			continue
		}
		if got := x.unpack([]value{7}, l); !slices.Equal(got, append([]value{7}, values...)) {
			t.Errorf("%d fields: unpack after 7 = %v, want 7 and then %v", c.fields, got, values)
		}
		known := x.known(l)
		if !slices.Equal(known, values) {
			t.Errorf("%d fields: known = %v, want %v", c.fields, known, values)
		}
		for i, v := range values {
			if got := x.at(l, i); got != v {
				t.Errorf("%d fields: at(%d) = %d, want %d", c.fields, i, got, v)
			}
		}
		known[0] = q.meet() + 1
		other := x.intern(known)
		if other == l || x.at(other, 0) != q.meet()+1 {
			t.Errorf("%d fields: a list that differs in its first value is number %d and begins "+
				"with %d, want %d and another number than %d", c.fields, other, x.at(other, 0),
				q.meet()+1, l)
		}
		if again := x.intern(values); again != l || x.at(l, 0) != 0 {
			t.Errorf("%d fields: the first list is number %d, want %d again", c.fields, again, l)
		}
	}
}

// TestCells: each of a thread's own objects has one row, and no other value has a row.
func TestCells(t *testing.T) {
	q := nameOf(3)
	for v, row := range map[value]int{
		0: 0, 2: 2, q.meet(): -1, q.elsewhere(): 3, 5: -1, none: -1, public: -1,
	} {
		if got := q.row(v); got != row {
			t.Errorf("row(%d) = %d, want %d", v, got, row)
		}
	}
	q = name{fields: []int{1, noField, 0}}
	x := newLists(q)
	cells := x.initialCells(2)
	load := func(base value, f int) value { return x.load(cells, 2, base, f) }
	// v.f1 leads to 1, nothing to 2, and 2.f0 to the meeting
	want := []value{4, 1, 4, 4, 3, 4, 4, 4}
	if got := x.known(cells); !slices.Equal(got, want) {
		t.Errorf("initialCells = %v, want %v", got, want)
	}
	if q.meet() != 3 || q.elsewhere() != 4 {
		t.Errorf("meet and elsewhere are %d and %d, want 3 and 4", q.meet(), q.elsewhere())
	}
	for _, c := range []struct {
		base value
		f    int
		want value
	}{{0, 1, 1}, {1, 0, 4}, {2, 0, 3}, {3, 0, none}, {none, 1, none}} {
		if got := load(c.base, c.f); got != c.want {
			t.Errorf("load(%d, %d) = %d, want %d", c.base, c.f, got, c.want)
		}
	}
	for _, s := range []struct {
		name    string
		base    value
		f       int
		v       value
		without Clause
		want    []value
	}{
		{"into an own object", 1, 0, 3, 0, []value{4, 1, 3, 4, 3, 4, 4, 4}},
		{"into an own object, without cells", 1, 0, 3, ClauseCells, want},
		{"of the meeting object elsewhere", none, 0, 3, 0, want},
		{"of an own object elsewhere", none, 0, 2, 0,
			[]value{4, 1, 4, 4, public, public, public, public}},
		{"of one that leads to others", 3, 1, 0, 0,
			[]value{public, public, public, public, 3, 4, public, public}},
		{"of one that leads to others, without public", 3, 1, 0, ClausePublic, want},
	} {
		after := x.store(cells, 2, s.base, s.f, s.v, Options{Without: s.without})
		if got := x.known(after); !slices.Equal(got, s.want) {
			t.Errorf("the cells after a store %s are %v, want %v", s.name, got, s.want)
		}
	}
	public := x.store(cells, 2, none, 0, 0, Options{})
	if got := x.load(public, 2, 0, 1); got != none {
		t.Errorf("load from a public object = %d, want none", got)
	}
	if again := x.store(public, 2, 0, 1, 1, Options{}); again != public {
		t.Error("a store into a public object changes the cells")
	}
	x = newLists(nameOf(0))
	if empty := x.initialCells(0); x.size(x.store(empty, 0, none, 0, 1, Options{})) != 0 {
		t.Error("an object without fields has cells")
	}
	one := x.initialCells(1)
	if got := x.load(one, 1, 1, 0); got != 1 {
		t.Errorf("load from an object with one field = %d, want 1", got)
	}
	if got := x.load(x.store(one, 1, none, 0, 1, Options{}), 1, 1, 0); got != none {
		t.Errorf("load from the object when it is public = %d, want none", got)
	}
}

// TestLimits: options that are zero get the documented defaults, and others stay.
func TestLimits(t *testing.T) {
	want := Options{
		MaxFields: 8, MaxNames: 4096, MaxStates: 1 << 20, MaxFresh: 32, MaxVariants: 4,
	}
	if got := (Options{}).withDefaults(); got != want {
		t.Errorf("withDefaults() = %+v, want %+v", got, want)
	}
	given := Options{MaxFields: 3, MaxNames: 5, MaxStates: 7, MaxFresh: 2, MaxVariants: 3}
	if got := given.withDefaults(); got != given {
		t.Errorf("withDefaults() = %+v, want %+v", got, given)
	}
}

// TestReach checks the longest path of a unit, and the number of fields that it reads.
func TestReach(t *testing.T) {
	core := iltest.Core(t, `private one(b) { x := b.f.g; }
		private two(b) { one(b.h); one(b); }
		m(p) { two(p.f.f); y := p.h; y.f.f.h := p; z := y; while * { skip; } }
		k(p) { while * { one(p); } }
		l(p) { x := p.f; }
		long(p) { `+strings.Repeat("p"+strings.Repeat(".f", 16)+" := p; ", 3)+
		"p"+strings.Repeat(".f", 17)+" := p; }")
	x := analysisOf(t, core)
	for _, tt := range []struct {
		method         string
		longest, reach int
	}{
		{"one", 2, 2}, {"two", 3, 5}, {"m", 5, 11}, {"k", 2, 2}, {"l", 1, 1}, {"long", 17, 64},
	} {
		i := core.Methods[tt.method].Index
		if x.longest[i] != tt.longest || x.reach[i] != tt.reach {
			t.Errorf("%s: longest path and reach are %d and %d, want %d and %d", tt.method,
				x.longest[i], x.reach[i], tt.longest, tt.reach)
		}
	}
}

// TestFollows: names are followed up to the usual length, and further while an access that could be
// found is missing.
func TestFollows(t *testing.T) {
	missing, found := kind{lock: il.LevelOf(1), rest: 1}, kind{rest: 1}
	best := map[kind][]variant{found: {{}}}
	// With named locks something is missing unless it was found on a path that crosses with none.
	one, uses := &sets{}, &sets{histories: []il.History{il.FullHistory()}}
	unused := &sets{histories: []il.History{{}}}
	for _, c := range []struct {
		limit  limit
		fields int // names of fewer fields are followed
	}{
		{limit{usual: 2, max: 4, possible: []kind{found, missing}, sets: one}, 4},
		{limit{usual: 2, max: 4, possible: []kind{found}, sets: one}, 2},
		{limit{usual: 2, max: 4, possible: []kind{found}, sets: unused}, 2},
		{limit{usual: 2, max: 4, possible: []kind{found}, sets: uses}, 4},
		{limit{usual: 3, max: 3, possible: []kind{missing}, sets: one}, 3},
	} {
		for n := range 6 {
			if got, want := c.limit.follows(n, best), n < c.fields; got != want {
				t.Errorf("%+v: follows(%d) = %t, want %t", c.limit, n, got, want)
			}
		}
	}
	core := iltest.Core(t, "m(p) { x := p.f; x := x.f; }")
	x, m := analysisOf(t, core), core.Methods["m"]
	names := []name{{}, {fields: []int{0}}, {fields: []int{0, 0}}}
	for maxFields, want := range map[int]string{
		0: "names of more than 0 fields", 1: "names of more than 1 fields", 2: "", 3: "",
	} {
		states := 100
		within := limit{usual: maxFields, max: maxFields, possible: []kind{missing}, sets: one}
		if got := x.cutFields(m, within, names, &states, best); got != want {
			t.Errorf("cutFields within %d = %q, want %q", maxFields, got, want)
		}
		within.possible = []kind{found}
		if got := x.cutFields(m, within, names, &states, best); got != "" {
			t.Errorf("cutFields within %d = %q, want none: nothing is missing", maxFields, got)
		}
	}
}

// analysisOf returns an analysis of a program by Theorem 2f, before any name is followed.
func analysisOf(t *testing.T, core *il.Core) *analysis {
	t.Helper()
	x, err := newAnalysis(core, Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestPossible: an access may be found by some name iff its root may come from a formal of the
// unit. The test covers each number of fields and each level.
func TestPossible(t *testing.T) {
	core := iltest.Core(t, `private n(b, c) {
  lock();
  x := b.f.g;
  unlock();
  y := c;
  z := y.h;
  b.f := z;
}
private unused(b) { b.f := b; }
m(p, q) {
  r := new();
  w := r.f;
  lock();
  n(r, q);
  unlock();
  n(w, r);
  t := r;
  u := r;
  s := r;
  while * { s := t; t := u; u := p; }
  v := s;
  v.g := r;
}
k(p) { r := new(); n(r, r); n(p, r); lock(); n(p, r); unlock(); }`)
	x := analysisOf(t, core)
	for name, want := range map[string][]string{
		"m": {"22 write 0 1", "6 read 0 1", "6 read 1 1"},
		"k": {"3 read 1 1", "3 read 1 2", "3 read 2 1", "3 read 2 2", "7 write 0 1", "7 write 1 1"},
	} {
		var got []string
		for _, k := range x.possible(core.Methods[name]) {
			got = append(got,
				fmt.Sprintf("%d %v %d %d", core.Source.Position(k.site.At).Line, k.site.Kind,
					k.lock, k.rest))
		}
		slices.Sort(got)
		got = slices.Compact(got)
		if !slices.Equal(got, want) {
			t.Errorf("possible accesses by %s: %q, want %q", name, got, want)
		}
	}
}

// TestRefused: programs with methods that call themselves are refused.
func TestRefused(t *testing.T) {
	core := iltest.Core(t, "k(p) { p.f := p; }")
	core.Recursive = true
	if _, err := Analyze(core, Options{}); err != paths.ErrRecursive {
		t.Errorf("Analyze of a recursive program: %v, want %v", err, paths.ErrRecursive)
	}
}
