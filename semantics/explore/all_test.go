package explore

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

var allPrograms = flag.Uint64("all-programs", uint64(quick.Cases(600)),
	"random programs of which searches from all initial states are compared")

// compiled prepares a search from all initial states.
func compiled(t testing.TB, core *il.Core, p il.Pair, o Options) problem {
	t.Helper()
	g, err := machine.Compile(core, p, machine.Options{Unroll: o.Unroll})
	if err != nil {
		t.Fatal(err)
	}
	return problem{g: g, o: o}
}

// flatFromAll searches from all initial states in the flat layout. It returns nil if there is none.
func flatFromAll(p problem) *Result { return p.restarter(smallSearch).run(context.Background()) }

// generator returns options for random programs. Programs of different seeds differ in locals,
// fields and in how often they reassign variables.
func generator(seed uint64) gen.Options {
	o := exploretest.Small()
	o.Copy, o.Locals = 0.15, 1+int(seed%4)
	o.Fields = 1 + int(seed/4%3)
	if seed%5 == 0 {
		o.LocalRoot, o.Reassign = 0.5, 0.15
	}
	return o
}

// compareLayouts searches from all initial states in both layouts and requires the same answers,
// with and without reductions. want is the canonical result, nil if that search meets a limit, and
// got is the flat one, nil if there is no flat layout.
func compareLayouts(t *testing.T, seed uint64, core *il.Core) (want, got *Result, p problem) {
	t.Helper()
	o := Defaults()
	o.Unroll, o.MaxStates = []int{Unbounded, Unbounded, 1, 2}[seed%4], 30_000
	o.MaxObjects = 40 // lists that grow without end are not walked far
	p = compiled(t, core, exploretest.Pair(core, seed), o)
	want = p.canonical(t.Context()).run()
	if want.Cut == CutStates || want.Cut == CutStateSize {
		return nil, nil, p
	}
	got = flatFromAll(p)
	if got == nil {
		return want, nil, p
	}
	checkSameAnswer(t, fmt.Sprint("seed ", seed), core, got, want)
	if got.DeadlockStates != 0 || (got.Ends == 0) != (want.Ends == 0) {
		t.Fatalf("seed %d: %+v, want %+v\n%s", seed, got, want, core.Source.Text)
	}
	checkOtherWays(t, seed, core, p.o, got, want, func(o Options) *Result {
		other := p
		other.o = o
		return flatFromAll(other)
	})
	return want, got, p
}

func TestFlatFromAll(t *testing.T) {
	var compared, none, fewer int
	var flatStates, canonicalStates uint64
	for seed := range *allPrograms {
		core := coreOf(t, gen.Text(seed, generator(seed)))
		want, got, _ := compareLayouts(t, seed, core)
		switch {
		case want == nil:
			continue
		case got == nil:
			none++
			continue
		}
		compared++
		if got.States < want.States {
			fewer++
		}
		flatStates, canonicalStates = flatStates+got.States, canonicalStates+want.States
	}
	t.Logf("%d programs, %d without the layout; %d with fewer states; %d states, canonical %d",
		compared, none, fewer, flatStates, canonicalStates)
	if compared < int(*allPrograms)/2 || fewer < compared/3 {
		t.Error("too few of the programs are interesting")
	}
}

// TestFlatFromAllLoops is TestFlatFromAll with objects made in loops.
func TestFlatFromAllLoops(t *testing.T) {
	var compared, none, races int
	for seed := range 4 * *allPrograms {
		options := generator(seed)
		options.While, options.New, options.Call = 0.25, 0.25, 0.05
		core := coreOf(t, gen.Text(seed, options))
		if p := exploretest.Pair(core, seed); seed%4 > 1 || !core.HasLoop(p.Left, p.Right) {
			continue
		}
		want, got, p := compareLayouts(t, seed, core)
		if want == nil || !makesInLoop(p.g) {
			continue
		}
		if got == nil {
			none++
			continue
		}
		compared++
		races += len(got.Races)
	}
	t.Logf("%d programs, %d without the layout; %d races", compared, none, races)
	if compared < int(*allPrograms)/4 || races < int(*allPrograms)/30 {
		t.Error("too few of the programs are interesting")
	}
}

// makesInLoop reports whether a thread can reach a new() again.
func makesInLoop(g *machine.Program) bool {
	for i := range 2 {
		for _, c := range g.Controls(i) {
			seen := map[*machine.Control]bool{}
			var visit func(from *machine.Control)
			visit = func(from *machine.Control) {
				for _, next := range from.Next {
					if !seen[next] {
						seen[next] = true
						visit(next)
					}
				}
			}
			visit(c)
			if c.Op == machine.OpNew && seen[c] {
				return true
			}
		}
	}
	return false
}

// TestFlatFromAllAgainstBruteForce: the flat layout finds every race of every initial state of up
// to two objects (three for a few programs), and the witness of every race it finds is real.
func TestFlatFromAllAgainstBruteForce(t *testing.T) {
	races, programs := 0, 0
	for seed := range *allPrograms / 8 {
		options := generator(seed)
		options.Statements, options.Fields = 5, 1+int(seed%2)
		core := coreOf(t, gen.Text(seed, options))
		pair := exploretest.Pair(core, seed)
		o := Defaults()
		o.MaxStates = 200_000
		got := flatFromAll(compiled(t, core, pair, o))
		if got == nil || !got.Complete {
			continue
		}
		programs++
		checkByForce(t, seed, core, pair, got)
		races += len(got.Races)
	}
	t.Logf("%d programs, %d races", programs, races)
	if programs < int(*allPrograms)/16 || races < programs/2 {
		t.Error("too few of the programs are interesting")
	}
}

// checkByForce checks that a search has found each race of each small initial state, and that each
// race that it found is real.
func checkByForce(t *testing.T, seed uint64, core *il.Core, pair il.Pair, got *Result) {
	t.Helper()
	checkWitnesses(t, core, got)
	objects, found := 2, sites(got)
	if len(core.Fields) == 1 && len(pair.Left.Formals)+len(pair.Right.Formals) <= 3 {
		objects = 3
	}
	for n := 1; n <= objects; n++ {
		initials(core, pair, n, func(in semantics.Init) {
			names, _ := reference(t, core, pair, in,
				semantics.Limits{Iterations: semantics.Unbounded, States: 1000})
			for _, name := range names {
				if !slices.Contains(found, name) {
					t.Fatalf("seed %d: the race %s is missing\n%s", seed, name, core.Source.Text)
				}
			}
		})
	}
}

// TestExchangeAgainstBruteForce is TestFlatFromAllAgainstBruteForce if both threads execute the
// same unit, with all reductions.
func TestExchangeAgainstBruteForce(t *testing.T) {
	races, programs := 0, 0
	for seed := range *allPrograms / 6 {
		options := generator(seed)
		options.Statements, options.Fields, options.Threads, options.New = 5, 1+int(seed%2), 0, 0.2
		core := coreOf(t, gen.Text(seed, options))
		pair, ok := selfPair(core)
		o := Defaults()
		o.MaxStates, o.Reduce, o.Prune = 200_000, true, true
		if !ok {
			continue
		}
		got := flatFromAll(compiled(t, core, pair, o))
		if got == nil || !got.Complete {
			continue
		}
		programs++
		checkByForce(t, seed, core, pair, got)
		races += len(got.Races)
	}
	t.Logf("%d programs, %d races", programs, races)
	if programs < int(*allPrograms)/12 || races < programs/2 {
		t.Error("too few of the programs are interesting")
	}
}

// TestFromAll: a search that turns out not to be small restarts in the flat layout. A program
// without one stays in the canonical layout.
func TestFromAll(t *testing.T) {
	long := strings.Repeat("x := a.f; y := x.g; y.f := b; b.g := x; ", 2)
	tests := []struct {
		name, body string
		change     func(*Options)
		layout     Layout
		complete   bool
	}{
		{"small", "x := a.f; x.f := b", func(*Options) {}, Canonical, true},
		{"large", long, func(*Options) {}, Flat, true},
		{"canonical only", long, func(o *Options) { o.Layout, o.MaxStates = Canonical, 200_000 },
			Canonical, false},
		{"a limit that canonical meets", long, func(o *Options) { o.MaxStates = 200_000 },
			Flat, true},
		{"a limit that both meet", long, func(o *Options) { o.MaxStates = 6000 }, Flat, false},
		{"flat only", long, func(o *Options) { o.Layout, o.MaxStates = Flat, 6000 }, Flat, false},
		{"a limit below which flat is not tried", long,
			func(o *Options) { o.MaxStates = smallSearch }, Canonical, false},
		{"new() in a loop", "while * { x := new(); x.f := b; y := a.f; a.g := y; b := x }",
			func(o *Options) { o.MaxStates = 20_000 }, Flat, true},
		{"new() in a loop, whose objects are read",
			"while * { x := new(); a.f := x; y := a.f; y.g := b; z := y.g; z.f := x; b := a.g }",
			func(o *Options) {}, Flat, true},
		{"new() in a loop that makes endless lists",
			"while * { x := new(); x.f := b; b := x }; y := b.f; z := y.f; z.g := a; w := z.f; " +
				"w.g := a",
			func(o *Options) { o.MaxStates = 20_000 }, Flat, false},
		{"switches", long, func(o *Options) { o.Switches, o.MaxStates = 9, 10_000 },
			Canonical, false},
		{"depth first", long, func(o *Options) { o.Strategy, o.MaxStates = Depth, 10_000 },
			Canonical, false},
	}
	for _, tt := range tests {
		core := coreOf(t, "m(a, b) { "+tt.body+" }")
		o := Defaults()
		tt.change(&o)
		r := mustSearch(t, core, core.Pairs()[0], o)
		checkWitnesses(t, core, r)
		if r.Layout != tt.layout || r.Complete != tt.complete || len(r.Races) == 0 {
			t.Errorf("%s: layout %s, complete %t, %d races, %d states; want %s, %t, some races",
				tt.name, r.Layout, r.Complete, len(r.Races), r.States, tt.layout, tt.complete)
		}
	}
}

// TestCutFromAll: any number of workers find the same when the limit on states cuts a flat search.
func TestCutFromAll(t *testing.T) {
	cut := 0
	checkWorkers := func(core *il.Core, pair il.Pair, o Options) {
		t.Helper()
		var first *Result
		for o.Workers = 1; o.Workers <= 3; o.Workers++ {
			r := mustSearch(t, core, pair, o)
			if first == nil {
				if r.Layout != Flat || r.Cut != CutStates {
					return
				}
				checkWitnesses(t, core, r)
				first = r
				cut++
			}
			if r.States < uint64(o.MaxStates) || r.States != first.States ||
				r.Transitions != first.Transitions || r.Depth != first.Depth ||
				!sameSeals(r, first) {
				t.Errorf("%d workers: %d states and %d races, want %d and %d as with one\n%s",
					o.Workers, r.States, len(r.Races), first.States, len(first.Races),
					core.Source.Text)
			}
		}
	}
	for _, change := range []func(*Options){
		func(*Options) {},
		func(o *Options) { o.Reduce, o.Prune = true, true },
	} {
		for _, d := range gen.Generators() {
			for seed := range *allPrograms / 20 {
				core := coreOf(t, gen.Text(seed, d.Options))
				o := Defaults()
				o.MaxStates = 1_100 + 300*int(seed%3)
				change(&o)
				checkWorkers(core, exploretest.Pair(core, seed), o)
			}
		}
	}
	if cut < int(*allPrograms)/20 {
		t.Errorf("%d searches are cut, want at least %d", cut, *allPrograms/20)
	}
	cut = 0
	large := 2
	if !quick.All {
		large = 1
	}
	for n := range large { // programs whose rounds are large enough for several workers
		body := func(a, b string) string {
			return strings.Repeat("if * { x := "+a+".f; y := x.g; y.f := "+b+" }; if * { z := "+b+
				".f; z.g := x };", 2+n)
		}
		core := coreOf(t,
			"m(a, b) { x := a; "+body("a", "b")+" } n(c, d) { x := c; "+body("c", "d")+" }")
		o := Defaults()
		o.MaxStates = 600_000
		checkWorkers(core, core.Pairs()[1], o)
	}
	if cut != large {
		t.Errorf("%d large searches are cut, want %d", cut, large)
	}
}

// TestSymbol: an object that a symbol may still become is kept although nothing reaches it: here z
// can be p only if y is the object of c.
func TestSymbol(t *testing.T) {
	core := coreOf(t, "m(b) { y := b; z := y.f; z.g := z } n(c) { p := new(); c.f := p; p.g := p }")
	for _, pair := range core.Pairs() {
		if pair.Left == pair.Right {
			continue
		}
		p := compiled(t, core, pair, Defaults())
		want, got := p.canonical(t.Context()).run(), flatFromAll(p)
		checkSameAnswer(t, pair.Left.Name, core, got, want)
		if !slices.ContainsFunc(got.Races,
			func(r Race) bool { return r.Left.Kind == il.Write && r.Right.Kind == il.Write }) {
			t.Errorf("races %q, want one of the two stores", sites(got))
		}
	}
}

// selfPair returns the pair of a unit with itself in a program of methods.
func selfPair(core *il.Core) (p il.Pair, ok bool) {
	for _, p := range core.Pairs() {
		if p.Left == p.Right {
			return p, true
		}
	}
	return p, false
}

// TestExchange: if both threads execute the same unit, the reduction treats states and their images
// as one: the races and the lengths of witnesses are the same, with fewer states. This includes
// loops, which the canonical layout does not reduce.
func TestExchange(t *testing.T) {
	var compared, loops, fewer, muchFewer int
	for seed := range 2 * *allPrograms {
		options := generator(seed)
		options.Threads = 0
		if seed%2 == 0 {
			options.While, options.New = 0.2, 0.2
		}
		core := coreOf(t, gen.Text(seed, options))
		pair, ok := selfPair(core)
		if !ok {
			continue
		}
		o := Defaults()
		o.MaxStates, o.MaxObjects = 20_000, 40
		want := flatFromAll(compiled(t, core, pair, o))
		if want == nil || !want.Complete {
			continue
		}
		for name, change := range otherWays {
			other := o
			change(&other)
			if !other.Reduce {
				continue
			}
			got := flatFromAll(compiled(t, core, pair, other))
			checkSameAnswer(t, fmt.Sprintf("seed %d, %s", seed, name), core, got, want)
			if name == "reduced" && got.States > want.States ||
				(got.Ends == 0) != (want.Ends == 0) && !other.Prune {
				t.Fatalf("seed %d, %s: %+v, want %+v\n%s", seed, name, got, want, core.Source.Text)
			}
			if name == "reduced" && 5*got.States < 3*want.States {
				muchFewer++
			}
			if name == "reduced" && got.States < want.States {
				fewer++
			}
		}
		compared++
		if core.HasLoop(pair.Left, pair.Right) {
			loops++
			o.Reduce = true
			if !Fitted(core, pair, o).ReduceFlat {
				t.Fatal("Fitted does not reduce a loop in the flat layout")
			}
		}
	}
	t.Logf("%d programs, %d with loops; %d with fewer states, %d with less than three fifths",
		compared, loops, fewer, muchFewer)
	if compared < int(*allPrograms)/3 || loops < compared/8 || fewer < compared/2 ||
		muchFewer < compared/8 {
		t.Error("too few of the programs are interesting")
	}
}
