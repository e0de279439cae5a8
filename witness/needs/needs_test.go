package needs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/bounded"
	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
	"wobbly/witness/reconstruct"
)

// words joins equations to the text "A.a = B.b, ...".
func words(all []Equation) string {
	return strings.Join(slice.Map(all, Equation.String), ", ")
}

// witnesses returns witnesses of the races of a pair of units, by the search or analysis that made
// them.
func witnesses(t *testing.T, core *il.Core, p il.Pair) map[string][]*witness.Witness {
	t.Helper()
	all := map[string][]*witness.Witness{}
	add := func(from string, w *witness.Witness, err error) {
		if err == nil {
			all[from] = append(all[from], w)
		}
	}
	o := explore.Defaults()
	o.MaxStates, o.MaxObjects = 20_000, 8
	if r, err := explore.Search(context.Background(), core, p, o); err == nil {
		for _, x := range explore.Distinct(p, r.Races) {
			add("explore", x.Witness(), nil)
		}
	}
	b := reconstruct.New(core)
	for _, rely := range []bool{false, true} {
		r, err := flow.Analyze(core, flow.Options{Rely: rely})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range r.Reports(p) {
			w, err := b.Flow(x, 10_000)
			add(fmt.Sprintf("flow, rely %t", rely), w, err)
		}
	}
	r, err := bounded.Analyze(core, bounded.Options{Switches: 2})
	if err != nil {
		t.Fatal(err)
	}
	reports, _ := r.Reports(context.Background(), p)
	for _, x := range reports {
		if e, err := x.Execution(); err == nil {
			w, err := b.Bounded(e, 10_000)
			add("bounded", w, err)
		}
	}
	return all
}

// TestOf checks the equations that certain races need, whatever witness shows them. Every program
// has one pair of accesses that can race.
func TestOf(t *testing.T) {
	for _, x := range []struct {
		program, at string // at has the positions of the accesses
		want        string // the equations, or several possibilities separated by |
		disturbed   bool   // whether a value that does not matter requires an equation too
	}{
		// Each thread accesses the object of a parameter at once.
		{"{ arg1.g := arg1; } || { arg1.g := arg1; }", "1:3 1:26", "A.arg1 = B.arg1", false},
		{"{ arg2.g := arg1; } || { x := arg3.g; }", "1:3 1:26", "A.arg2 = B.arg3", false},
		// A path leads to the object. Whether its beginning is the same in the two threads
		// depends on the witness.
		{"{ arg1.f.g := arg1; } || { arg1.g := arg1; }", "1:3 1:28", "A.arg1.f = B.arg1", false},
		{"{ x := arg1.f; x.f.g := x; } || { arg1.f.f.g := arg1; }", "1:16 1:35",
			"A.arg1.f.f = B.arg1.f.f | A.arg1.f = B.arg1.f | A.arg1 = B.arg1", false},
		// The thread overwrites its path to an old object, and reaches it by another name.
		{"{ n := new(); arg1.f := n; arg2.f := arg3; x := arg1.f; x.g := x; } || " +
			"{ arg1.g := arg1; }", "1:57 1:74",
			"A.arg1 = A.arg2, A.arg3 = B.arg1", false},
		// The path continues from that object: copied through a cell, in a cell that was written by
		// the object's own name, written by that name and read by its own, or never written.
		{"{ n := new(); arg1.f := n; arg2.f := arg3; x := arg1.f; arg4.h := x; y := arg4.h; " +
			"y.g := y; } || { arg1.g := arg1; }", "1:83 1:100",
			"A.arg1 = A.arg2, A.arg3 = B.arg1", false},
		{"{ n := new(); arg1.f := n; arg2.f := arg3; arg3.h := arg4; x := arg1.f; y := x.h; " +
			"y.g := y; } || { arg1.g := arg1; }", "1:83 1:100",
			"A.arg1 = A.arg2, A.arg4 = B.arg1", false},
		{"{ n := new(); arg1.f := n; arg2.f := arg3; x := arg1.f; x.h := arg4; y := arg3.h; " +
			"y.g := y; } || { arg1.g := arg1; }", "1:83 1:100",
			"A.arg1 = A.arg2, A.arg4 = B.arg1 | A.arg3.h = B.arg1", false},
		{"{ n := new(); arg1.f := n; arg2.f := arg3; x := arg1.f; y := x.h; y.g := y; } || " +
			"{ arg1.g := arg1; }", "1:67 1:84",
			"A.arg1 = A.arg2, A.arg3.h = B.arg1", false},
		// The other name is a cell that leads to its own object.
		{"{ z := arg1.f; n := new(); arg1.h := n; z.h := arg2; x := arg1.h; x.g := x; } || " +
			"{ arg1.g := arg1; }", "1:67 1:84",
			"A.arg1.f = A.arg1, A.arg2 = B.arg1", false},
		// An object that A has made is found by B in a cell that A has written.
		{"{ n := new(); arg1.f := n; n.g := n; } || { x := arg2.f; x.g := x; }", "1:28 1:58",
			"A.arg1 = B.arg2", false},
		// The equation of a value that does not matter is not needed.
		{"{ x := arg2; y := arg2.f; y.h := x; arg1.g := arg1; } || { arg1.g := arg1; }",
			"1:37 1:60", "A.arg1 = B.arg1", false},
		// A value that does not matter interferes unless arg1 and arg2 are one: otherwise y is w.
		{"{ w := arg2.h; n := new(); arg1.h := n; y := arg2.h; y.g := n; x := w.g; x.k := x; } " +
			"|| { arg1.k := arg1; }", "1:74 1:91",
			"A.arg1 = A.arg2, A.arg2.h.g = B.arg1", true},
		// A call without arguments, and one that passes the object on.
		{"private p() { y := new(); y.f := y } private q(b) { b.f := b }\nm(a) { p(); q(a) }",
			"1:53 1:53", "A.a = B.a", false},
	} {
		core := iltest.Core(t, x.program)
		n := 0
		for from, list := range witnesses(t, core, core.Pairs()[0]) {
			for _, w := range list {
				if w.Race.A.At+" "+w.Race.B.At != x.at {
					continue
				}
				n++
				p := New(core)
				needs, err := p.Of(w)
				got := needs.Equations
				if wants := strings.Split(x.want, " | "); err != nil ||
					!slices.Contains(wants, words(got)) {
					t.Errorf("%s, by %s: %s (%v), want %s", x.program, from, words(got),
						err, x.want)
				}
				if flow, suffices := ofFlow(t, p, w); suffices == x.disturbed ||
					suffices && words(flow) != words(got) {
					t.Errorf("%s, by %s: the flow of values needs %s, which suffices: %t",
						x.program, from, words(flow), suffices)
				}
			}
		}
		if n < 2 {
			t.Errorf("%s: %d witnesses of the race at %s, want 2", x.program, n, x.at)
		}
	}
}

// ofFlow returns the equations that the flow of values alone requires, in order, and reports
// whether they suffice.
func ofFlow(t *testing.T, p *Program, w *witness.Witness) (all []Equation, suffices bool) {
	t.Helper()
	x, err := p.read(w)
	if err != nil {
		t.Fatal(err)
	}
	all, err = independent(nil, required(x.run(stateOf(&w.Init))))
	if err != nil {
		t.Fatal(err)
	}
	return all, x.races(all)
}

// TestShorter: if both threads read the same fields from one object, the equation is about the
// paths to that object.
func TestShorter(t *testing.T) {
	core := iltest.Core(t,
		"{ x := arg1.f; x.f.g := x; } || { arg1.f.f.g := arg1; }\n"+
			"init {\no1.f = o2\no2.f = o3\nA.arg1 = o1\nB.arg1 = o1\n}")
	in := semantics.GivenInit(core.Init, core.Fields)
	o := explore.Defaults()
	o.Init, o.Start = explore.Given, &in
	r, err := explore.Search(context.Background(), core, core.Pairs()[0], o)
	if err != nil || len(r.Races) != 1 {
		t.Fatalf("the search finds %d races (%v), want 1", len(r.Races), err)
	}
	const want = "A.arg1 = B.arg1"
	if n, err := New(core).Of(r.Races[0].Witness()); err != nil || words(n.Equations) != want {
		t.Errorf("Of = %s, %v, want %s", words(n.Equations), err, want)
	}
}

// TestSufficient replays the witnesses of random programs from states that satisfy only the
// equations, with different objects everywhere else. The independent checker accepts them, but not
// if any one equation is missing.
func TestSufficient(t *testing.T) {
	examined, aliased := map[string]int{}, 0
	for _, d := range gen.Generators() {
		iltest.Random(t, quick.Cases(12), d.Options, func(core *il.Core) {
			p, checker := New(core), check.New(core)
			for _, pair := range core.Pairs() {
				for from, list := range witnesses(t, core, pair) {
					for _, w := range list {
						n, err := p.Of(w)
						if err != nil {
							t.Fatalf("Of: %v\n%s", err, core.Source.Text)
						}
						all := n.Equations
						examined[from]++
						if len(all) > 1 {
							aliased++
						}
						sufficient(t, core, p, checker, w, all)
					}
				}
			}
		})
	}
	if examined["explore"] == 0 || examined["bounded"] == 0 || aliased == 0 {
		t.Errorf("%v witnesses were examined, %d with aliases, want some of each", examined, aliased)
	}
}

// TestAliasFree compares the equations with the exact search: a witness of a search without aliases
// needs one equation, and if some witness of a race needs only one, that search finds the race.
func TestAliasFree(t *testing.T) {
	one, more := 0, 0
	for _, d := range gen.Generators() {
		iltest.Random(t, quick.Cases(20), d.Options, func(core *il.Core) {
			p := New(core)
			for _, pair := range core.Pairs() {
				o := explore.Defaults()
				o.MaxStates, o.MaxObjects, o.Aliases = 20_000, 12, 0
				r, err := explore.Search(context.Background(), core, pair, o)
				if err != nil {
					t.Fatal(err)
				}
				free := map[il.Sites]bool{}
				for _, x := range r.Races {
					free[pair.Sites(x.Sites()[0], x.Sites()[1])] = true
					if n, err := p.Of(x.Witness()); err != nil || n.Aliases() > 0 {
						t.Errorf("a witness of the search without aliases needs %s (%v)\n%s",
							words(n.Equations), err, core.Source.Text)
					}
				}
				if !r.Complete && r.Cut != explore.CutAliases {
					continue
				}
				for from, list := range witnesses(t, core, pair) {
					for _, w := range list {
						n, err := p.Of(w)
						if err != nil {
							t.Fatal(err)
						}
						s := sitesOf(t, core, pair, w)
						if n.Aliases() == 0 && !free[s] {
							t.Errorf("%s finds a race that needs %s, the search without aliases "+
								"does not\n%s", from, words(n.Equations), core.Source.Text)
						}
						if n.Aliases() > 0 {
							more++
						} else {
							one++
						}
					}
				}
			}
		})
	}
	if one < quick.Cases(1000) || more == 0 {
		t.Errorf("%d witnesses need one equation and %d more, want %d and some", one, more,
			quick.Cases(1000))
	}
}

// sitesOf returns the accesses of a witness.
func sitesOf(t *testing.T, core *il.Core, p il.Pair, w *witness.Witness) il.Sites {
	t.Helper()
	var s il.Sites
	for i, a := range []witness.Access{w.Race.A, w.Race.B} {
		position, _ := il.ParsePosition(a.At)
		at, ok := core.Source.Offset(position)
		if !ok {
			t.Fatalf("%q is not a position of the program", a.At)
		}
		s[i] = il.Site{At: at, Kind: il.Read}
		if a.Kind == il.Write.String() {
			s[i].Kind = il.Write
		}
	}
	return p.Sites(s[0], s[1])
}

// sufficient checks that equations hold in a witness, suffice for its race, and are not redundant.
func sufficient(t *testing.T, core *il.Core, p *Program, checker *check.Checker, w *witness.Witness,
	all []Equation) {
	t.Helper()
	for _, e := range all {
		if valueOf(w, e.Left) != valueOf(w, e.Right) {
			t.Errorf("%s does not hold in the witness\n%s", e, core.Source.Text)
		}
	}
	if all[len(all)-1].Left.Thread == all[len(all)-1].Right.Thread {
		t.Errorf("%s: the threads do not meet\n%s", words(all), core.Source.Text)
	}
	if err := checker.Check(apart(t, core, p, w, all)); err != nil {
		t.Fatalf("%s does not suffice for the race at %s and %s: %v\n%s", words(all), w.Race.A.At,
			w.Race.B.At, err, core.Source.Text)
	}
	for i := range all {
		fewer := slices.Delete(slices.Clone(all), i, i+1)
		if checker.Check(apart(t, core, p, w, fewer)) == nil {
			t.Errorf("%s: %s can be left out\n%s", words(all), all[i], core.Source.Text)
		}
	}
}

// valueOf returns the object that a path leads to in the initial state of a witness.
func valueOf(w *witness.Witness, p Path) string {
	stack := []witness.Stack{w.Init.A, w.Init.B}[p.Thread]
	o := stack.Of(p.Formal)
	for _, f := range p.Fields {
		i := slices.IndexFunc(w.Init.Cells,
			func(c [3]string) bool { return c[0] == o && c[1] == f })
		o = w.Init.Cells[i][2]
	}
	return o
}

// apart returns a witness with the same steps from the state in which the equations hold and paths
// lead to different objects otherwise. Cells that the steps do not read hold objects of their own.
func apart(t *testing.T, core *il.Core, p *Program, w *witness.Witness,
	all []Equation) *witness.Witness {
	t.Helper()
	x, err := p.read(w)
	if err != nil {
		t.Fatal(err)
	}
	c := newClasses(all)
	ends := x.run(c.state())
	name := func(o int) string { return fmt.Sprintf("i%d", o+1) } // made objects are o1, o2, ...
	objects := len(c.same)
	fresh := 0 // the number of further objects
	another := func() string { fresh++; return name(objects + fresh - 1) }
	v := *w
	v.Seal, v.Init = "", witness.Init{}
	for t, stack := range []*witness.Stack{&v.Init.A, &v.Init.B} {
		unit := core.Units[slices.IndexFunc(core.Units, func(u *il.Unit) bool {
			return u.Name == w.Units[t]
		})]
		values := map[string]string{}
		for _, f := range unit.Formals {
			if o, ok := c.formals[t][f]; ok {
				values[f] = name(c.find(o))
			} else {
				values[f] = another()
			}
		}
		*stack = witness.StackOf(values)
	}
	for o := range objects {
		if c.find(o) != o {
			continue
		}
		v.Init.Objects = append(v.Init.Objects, name(o))
		for _, f := range core.Fields {
			to := ""
			if k, ok := c.fields[o][f]; ok {
				to = name(c.find(k))
			} else {
				to = another()
			}
			v.Init.Cells = append(v.Init.Cells, [3]string{name(o), f, to})
		}
	}
	for k := range fresh {
		o := name(objects + k)
		v.Init.Objects = append(v.Init.Objects, o)
		for _, f := range core.Fields {
			v.Init.Cells = append(v.Init.Cells, [3]string{o, f, o})
		}
	}
	v.Race.Cell[0] = name(max(0, ends[0].object))
	if made := -ends[0].object; made > 0 {
		v.Race.Cell[0] = fmt.Sprintf("o%d", len(v.Init.Objects)+made)
	}
	return &v
}

// TestLarge: equations may have maxFields fields together, and not one more.
func TestLarge(t *testing.T) {
	for _, n := range []int{1000, maxFields/2 - 1} {
		chain := &node{name: "arg1", object: 0}
		for range n {
			chain = &node{parent: chain, name: "f", depth: chain.depth + 1}
		}
		other := &node{thread: 1, name: "arg1", depth: 0}
		all, err := independent(nil, [][2]*node{{chain, other}})
		if err != nil || len(all) != 1 || all[0].length() != n {
			t.Fatalf("independent of a path of %d fields = %d equations, %v, want one", n, len(all),
				err)
		}
		two := [][2]*node{{chain, other}, {chain, other}, {chain, other}}
		if _, err := independent(nil, two); (err == errLarge) != (3*n > maxFields) {
			t.Errorf("independent of three paths of %d fields = %v", n, err)
		}
	}
	for fields, want := range map[int]error{maxFields: nil, maxFields + 1: errLarge} {
		pair := [2]*node{{depth: fields}, {thread: 1}}
		if _, err := independent(nil, [][2]*node{pair}); err != want {
			t.Errorf("independent of a path of %d fields = %v, want %v", fields, err, want)
		}
	}
}

// TestCompressed: Of refuses a compressed witness, and one with a step of another program.
func TestCompressed(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; }")
	if all, err := New(core).Of(&witness.Witness{Compressed: true}); err != errCompressed {
		t.Errorf("Of a compressed witness = %v, %v, want %v", all, err, errCompressed)
	}
	foreign := []witness.Step{{Thread: "A", At: "1:1", Do: "x := y"}}
	if _, err := New(core).Of(&witness.Witness{Steps: foreign}); err == nil {
		t.Error("Of a witness with a step of another program succeeds")
	}
}

// TestFewest: fewest drops a redundant equation only if the work allows it.
func TestFewest(t *testing.T) {
	core := iltest.Core(t, "{ x := arg2; arg1.g := arg1; } || { arg1.g := arg1; }")
	all := witnesses(t, core, core.Pairs()[0])["bounded"]
	if len(all) == 0 {
		t.Fatal("package bounded finds no race")
	}
	x, err := New(core).read(all[0])
	if err != nil {
		t.Fatal(err)
	}
	meeting := equate(Path{Thread: 0, Formal: "arg1"}, Path{Thread: 1, Formal: "arg1"})
	alias := equate(Path{Thread: 0, Formal: "arg1"}, Path{Thread: 0, Formal: "arg2"})
	for work, want := range map[int]int{0: 2, 1: 1} {
		if got := x.fewest([]Equation{meeting, alias}, work); len(got) != want ||
			got[0].compare(meeting) != 0 {
			t.Errorf("fewest within %d = %s, want %d equations", work, words(got), want)
		}
	}
}
