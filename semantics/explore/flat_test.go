package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/flat"
	"wobbly/semantics/explore/machine"
)

// A layouts is a search that can be made in both layouts.
type layouts struct {
	problem
	flat *flat.Layout // nil if there is none
}

func layoutsOf(t testing.TB, core *il.Core, p il.Pair, o Options) layouts {
	t.Helper()
	g, err := machine.Compile(core, p, machine.Options{Unroll: o.Unroll})
	if err != nil {
		t.Fatal(err)
	}
	given, err := o.given(g)
	if err != nil {
		t.Fatal(err)
	}
	l := layouts{problem: problem{g: g, o: o, given: given}}
	if l.fast() {
		l.flat = flat.New(g, given, o.maxObjects(given))
	}
	return l
}

func (l layouts) searchFlat(o Options) *Result {
	p := l.problem
	p.o = o
	s, _ := p.flatIn(context.Background(), l.flat, nil)
	return s.run()
}

func (l layouts) searchCanonical(o Options) *Result {
	p := l.problem
	p.o = o
	return p.canonical(context.Background()).run()
}

// TestFlat: the flat layout gives the same answers as the canonical one.
func TestFlat(t *testing.T) {
	var compared, allocating, fewer, more int
	var reduced, full uint64
	for seed := range uint64(quick.Cases(2500)) {
		options := exploretest.Small()
		options.Copy, options.Locals = 0.15, 1+int(seed%4)
		core := coreOf(t, gen.Text(seed, options))
		p := exploretest.Pair(core, seed)
		r := rand.New(rand.NewPCG(seed, 2))
		in := semantics.RandomInit(r, core, p, 1+r.IntN(4))
		o := Defaults()
		o.Init, o.Start = Given, &in
		o.Unroll, o.MaxStates = []int{Unbounded, Unbounded, 1, 2}[seed%4], 30_000
		l := layoutsOf(t, core, p, o)
		if l.flat == nil {
			continue
		}
		want, got := l.searchCanonical(o), l.searchFlat(o)
		if want.Cut == CutStates || got.Cut == CutStates {
			continue
		}
		compared++
		checkSameAnswer(t, fmt.Sprint("seed ", seed), core, got, want)
		if got.DeadlockStates != 0 || (got.Ends == 0) != (want.Ends == 0) {
			t.Fatalf("seed %d: %+v, want %+v\n%s", seed, got, want, core.Source.Text)
		}
		if strings.Contains(core.Source.Text, "new()") {
			allocating++
		} else if got.States > want.States {
			// Without new() a state has fewer values, but objects keep their names.
			more++
		}
		if got.States < want.States {
			fewer++
		}
		results := checkOtherWays(t, seed, core, o, got, want, l.searchFlat)
		reduced, full = reduced+results["reduced"].States, full+got.States
	}
	t.Logf("%d programs, %d of them allocate; %d with fewer states, "+
		"%d with more without new(); reduced %d of %d",
		compared, allocating, fewer, more, reduced, full)
	if compared < quick.Cases(1500) || allocating < quick.Cases(500) || fewer < quick.Cases(300) {
		t.Error("too few of the programs are interesting")
	}
}

// otherWays are other ways to search that must give the same answer.
var otherWays = map[string]func(*Options){
	"reduced":      func(o *Options) { o.Reduce = true },
	"pruned":       func(o *Options) { o.Prune = true },
	"both":         func(o *Options) { o.Reduce, o.Prune = true, true },
	"workers":      func(o *Options) { o.Workers = 2 },
	"fingerprints": func(o *Options) { o.Fingerprint = true },
	"all": func(o *Options) {
		o.Reduce, o.Prune, o.Fingerprint, o.Workers = true, true, true, 3
	},
}

// checkSameAnswer checks that two searches find the same races at the same distance.
func checkSameAnswer(t *testing.T, name string, core *il.Core, got, want *Result) {
	t.Helper()
	checkWitnesses(t, core, got)
	if !slices.Equal(sites(got), sites(want)) || got.Cut != want.Cut {
		t.Fatalf("%s: races %q, cut %q; want %q, %q\n%s", name, sites(got), got.Cut, sites(want),
			want.Cut, core.Source.Text)
	}
	for i, r := range got.Races {
		if r.Steps != want.Races[i].Steps {
			t.Fatalf("%s: a witness has %d steps, want %d\n%s", name, r.Steps, want.Races[i].Steps,
				core.Source.Text)
		}
	}
}

// checkOtherWays searches in the other ways. It checks that the races are those of want, at the
// same distance, and that without a reduction the witnesses and counts are those of got.
func checkOtherWays(
	t *testing.T, seed uint64, core *il.Core, o Options, got, want *Result,
	search func(Options) *Result,
) map[string]*Result {
	t.Helper()
	results := map[string]*Result{}
	for name, change := range otherWays {
		other := o
		change(&other)
		again := search(other)
		results[name] = again
		checkSameAnswer(t, fmt.Sprintf("seed %d, %s", seed, name), core, again, want)
		if !other.Reduce && !sameSeals(again, got) {
			t.Fatalf("seed %d: the witnesses of %s are others\n%s", seed, name, core.Source.Text)
		}
		if !other.Reduce && !other.Prune &&
			(again.States != got.States || again.Transitions != got.Transitions ||
				again.Ends != got.Ends || again.Depth != got.Depth) {
			t.Fatalf("seed %d, %s: %+v, want %+v\n%s", seed, name, again, got, core.Source.Text)
		}
	}
	return results
}

// sameSeals reports whether two results have the same races with the same witnesses.
func sameSeals(a, b *Result) bool {
	return slices.EqualFunc(a.Races, b.Races,
		func(r, s Race) bool { return r.Witness().Sum() == s.Witness().Sum() })
}

// TestNoFlat: programs without a bound on objects, programs that are too large, and some options
// have no flat layout.
func TestNoFlat(t *testing.T) {
	const fits = "x := new(); arg1.f := x; y := arg1.f; arg1.f := arg1"
	tests := []struct {
		name, a string
		change  func(*Options)
		want    bool
	}{
		{"fits", fits, func(*Options) {}, true},
		{"new() in a loop", "while * { x := new(); arg1.f := x }", func(*Options) {}, false},
		{"new() in a method that a loop calls", "while * { make(arg1) }", func(*Options) {}, false},
		{"new() after a loop", "while * { x := arg1.f }; make(arg1)", func(*Options) {}, true},
		{"rounds", "while * { x := new(); arg1.f := x }", func(o *Options) { o.Unroll = 3 }, true},
		{"switches", fits, func(o *Options) { o.Switches = 2 }, false},
		{"depth first", fits, func(o *Options) { o.Strategy = Depth }, false},
		{"objects", strings.Repeat("x := new();", 255) + "arg1.f := x", func(*Options) {}, true},
		{"too many objects", strings.Repeat("x := new();", 256) + "arg1.f := x",
			func(*Options) {}, false},
		{"MaxObjects", fits, func(o *Options) { o.MaxObjects = 1 }, true},
		{"too small MaxObjects", "z := new();" + fits,
			func(o *Options) { o.MaxObjects = 1 }, false},
		{"exclusive new()", "if * { x := new() } else { x := new() }; arg1.f := x",
			func(o *Options) { o.MaxObjects = 1 }, true},
		{"too long",
			strings.Repeat("x := new(); arg1.g := x; y := arg1.g; y.f := arg1; y.g := arg1; "+
				"y := y.f; y := y.g;", 250) + "arg1.f := y", func(*Options) {}, false},
	}
	for _, tt := range tests {
		core := coreOf(t,
			"make(b) { x := new(); b.f := x } { "+tt.a+
				" } || { x := arg1.f } init { A.arg1 = o1; B.arg1 = o1 }")
		o := Defaults()
		o.Init = Given
		tt.change(&o)
		p := core.Pairs()[len(core.Pairs())-1]
		if l := layoutsOf(t, core, p, o); (l.flat != nil) != tt.want {
			t.Errorf("%s: has a flat layout: %t, want %t", tt.name, l.flat != nil, tt.want)
		}
		r := mustSearch(t, core, p, o)
		checkWitnesses(t, core, r)
		if len(r.Races) == 0 && tt.name != "new() after a loop" {
			t.Errorf("%s: Search finds no race, want some", tt.name)
		}
	}
}

// TestFlatLimits: a limit on states is met exactly, with any number of workers.
func TestFlatLimits(t *testing.T) {
	core := coreOf(t, model{steps: 18, fields: 4, own: 1}.text())
	o := Defaults()
	o.Init = Given
	l := layoutsOf(t, core, core.Pairs()[0], o)
	all := l.searchFlat(o)
	for _, limit := range []int{
		1, 2, 100, 5000, int(all.States) - 1, int(all.States), int(all.States) + 1,
	} {
		o.MaxStates = limit
		var first *Result
		for o.Workers = 1; o.Workers <= 3; o.Workers++ {
			r := l.searchFlat(o)
			checkWitnesses(t, core, r)
			if r.States != min(all.States, uint64(limit)) ||
				r.Complete != (limit > int(all.States)) {
				t.Errorf("limit %d: %d states of %d, complete %v", limit, r.States, all.States,
					r.Complete)
			}
			if first == nil {
				first = r
			}
			if !sameSeals(r, first) || r.Transitions != first.Transitions ||
				r.Memory != first.Memory {
				t.Errorf("limit %d: the result depends on the number of workers (%d)", limit,
					o.Workers)
			}
		}
	}
}

// TestFlatLimitRetries: if a limit on states cuts the flat search, the canonical layout, which may
// need fewer states, is tried.
func TestFlatLimitRetries(t *testing.T) {
	text := "{ y := arg1; x := new(); " + strings.Repeat("if * { x := new() };", 3) +
		" arg1.f := x } || { y := arg1.f } init { A.arg1 = o1; B.arg1 = o1 }"
	core := coreOf(t, text)
	o := Defaults()
	o.Init = Given
	l := layoutsOf(t, core, core.Pairs()[0], o)
	many, few := l.searchFlat(o), l.searchCanonical(o)
	o.MaxStates = int(few.States) + 1
	if many.States <= few.States+1 {
		t.Fatalf("%d flat states, %d canonical ones: the limit does not separate them",
			many.States, few.States)
	}
	r := mustSearch(t, core, core.Pairs()[0], o)
	if !r.Complete || r.States != few.States {
		t.Errorf("%d states, complete %t; want the %d of the canonical layout", r.States,
			r.Complete, few.States)
	}
}

// TestFlatProgress: reports of progress are in order, and the context ends a search.
func TestFlatProgress(t *testing.T) {
	core := coreOf(t, model{steps: 56, fields: 4, own: 1}.text())
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := Defaults()
	o.Init = Given
	var last Progress
	reports := 0
	o.Progress = func(p Progress) {
		if p.States <= last.States || p.Depth < last.Depth || p.Races < last.Races ||
			p.Memory == 0 || p.Frontier > p.States {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
		reports++
		if reports == 2 {
			cancel()
		}
	}
	r, err := Search(ctx, core, core.Pairs()[0], o)
	if err != nil || reports != 2 || r.Cut != CutInterrupt || r.States < last.States {
		t.Errorf("%d reports, cut %q, %d states (%v); want 2 reports and an interrupt", reports,
			r.Cut, r.States, err)
	}
}
