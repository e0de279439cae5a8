package explore

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/exploretest"
	"wobbly/semantics/explore/machine"
)

// TestGivenAgainstSemantics: from given initial states, the engine finds the races of the readable
// semantics and, if it keeps dead locals, its number of states.
func TestGivenAgainstSemantics(t *testing.T) {
	var races, states, cuts int
	for seed := range uint64(quick.Cases(1200)) {
		core := coreOf(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		r := rand.New(rand.NewPCG(seed, 1))
		in := semantics.RandomInit(r, core, p, 1+r.IntN(3))
		unroll := []int{Unbounded, Unbounded, 1, 2}[seed%4]
		limits := semantics.Limits{Iterations: semantics.Bound(unroll), States: 2000}
		want, cut := reference(t, core, p, in, limits)
		if cut {
			cuts++
			continue
		}
		o := Defaults()
		o.Init, o.Start, o.Unroll = Given, &in, unroll
		got := mustSearch(t, core, p, o)
		if !slices.Equal(sites(got), want) {
			t.Fatalf("seed %d: races %q, want %q\n%s", seed, sites(got), want, core.Source.Text)
		}
		checkWitnesses(t, core, got)
		if got.StuckEnds+got.DeadlockStates > 0 || got.Ends == 0 {
			t.Fatalf("seed %d: %+v, want only ends that are not stuck\n%s", seed, got,
				core.Source.Text)
		}
		if got.Complete != (got.Cut == NotCut) {
			t.Fatalf("seed %d: complete %t, cut %q\n%s", seed, got.Complete, got.Cut,
				core.Source.Text)
		}
		k, err := semantics.NewConfig(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		s := semantics.Search{Start: k, Limits: limits}
		for range s.All() {
		}
		g, err := machine.Compile(core, p, machine.Options{Unroll: unroll, Dead: true})
		if err != nil {
			t.Fatal(err)
		}
		kept, err := search(context.Background(), g, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Strategy = Depth // the flat layout has other states
		less := mustSearch(t, core, p, o)
		if int(kept.States) != s.States || kept.States < less.States {
			t.Fatalf("seed %d: %d states, without dead locals %d, want %d\n%s", seed, kept.States,
				less.States, s.States, core.Source.Text)
		}
		races, states = races+len(want), states+s.States
	}
	t.Logf("%d races, %d states, %d left out", races, states, cuts)
	if races < quick.Cases(500) || states < quick.Cases(30_000) || cuts > 300 {
		t.Error("too few of the programs are interesting")
	}
}

// initials visits all initial states of n objects.
func initials(core *il.Core, p il.Pair, n int, visit func(semantics.Init)) {
	in := semantics.RandomInit(rand.New(rand.NewPCG(0, 0)), core, p, n)
	type variable struct {
		thread int
		name   string
	}
	var formals []variable
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			formals = append(formals, variable{i, x})
		}
	}
	var assign func(i int)
	assign = func(i int) {
		if i == len(in.Cells)+len(formals) {
			visit(in)
			return
		}
		for _, o := range in.Objects {
			if i < len(in.Cells) {
				in.Cells[i][2] = o
			} else {
				v := formals[i-len(in.Cells)]
				in.Stacks[v.thread][v.name] = o
			}
			assign(i + 1)
		}
	}
	assign(0)
}

// TestAllAgainstBruteForce: a search from all initial states finds every race of every initial
// state of up to two objects (three for a few programs), and the witness of every race it finds is
// real.
func TestAllAgainstBruteForce(t *testing.T) {
	var races, more, programs, larger, cuts int
	for seed := range uint64(quick.Cases(200)) {
		options := exploretest.Small()
		options.Statements, options.Fields = 5, 1+int(seed%2)
		core := coreOf(t, gen.Text(seed, options))
		p := exploretest.Pair(core, seed)
		o := Defaults()
		o.MaxStates = 200_000
		got := mustSearch(t, core, p, o)
		checkWitnesses(t, core, got)
		if !got.Complete {
			cuts++
			continue
		}
		if got.StuckEnds+got.DeadlockStates > 0 || got.Ends == 0 {
			t.Fatalf("seed %d: %+v, want only ends that are not stuck\n%s", seed, got,
				core.Source.Text)
		}
		programs++
		racing := map[string]bool{}
		objects := 2
		if options.Fields == 1 && len(p.Left.Formals)+len(p.Right.Formals) <= 3 {
			objects = 3
			larger++
		}
		for n := 1; n <= objects; n++ {
			initials(core, p, n, func(in semantics.Init) {
				names, _ := reference(t, core, p, in,
					semantics.Limits{Iterations: semantics.Unbounded, States: 1000})
				for _, name := range names {
					racing[name] = true
				}
			})
		}
		for name := range racing {
			if !slices.Contains(sites(got), name) {
				t.Fatalf("seed %d: %s is not found\n%s", seed, name, core.Source.Text)
			}
		}
		races += len(got.Races)
		more += len(got.Races) - len(racing)
	}
	t.Logf("%d programs, %d of them with 3 objects: %d races, %d need more objects; %d cut",
		programs, larger, races, more, cuts)
	if races < quick.Cases(150) || cuts > 20 || larger < quick.Cases(20) {
		t.Error("too few of the programs are interesting")
	}
}

// TestSameAnswers: the reduction, depth-first search, fingerprints, another worker and a closed or
// open table of control states find the same races; in the same order, they also find the same
// witnesses.
func TestSameAnswers(t *testing.T) {
	var saved, full, least uint64
	for seed := range uint64(quick.Cases(800)) {
		core := coreOf(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		o := Defaults()
		o.MaxStates = 20_000
		if seed%2 == 0 {
			o.Layout = Canonical // numbers of states are compared
		} else {
			in := semantics.RandomInit(rand.New(rand.NewPCG(seed, 1)), core, p, 2)
			o.Init, o.Start = Given, &in
		}
		want := mustSearch(t, core, p, o)
		if !want.Complete {
			continue
		}
		for name, change := range map[string]func(*Options){
			"again":       func(o *Options) {},
			"reduced":     func(o *Options) { o.Reduce = true },
			"pruned":      func(o *Options) { o.Prune = true },
			"both":        func(o *Options) { o.Reduce, o.Prune, o.Workers = true, true, 2 },
			"pruned deep": func(o *Options) { o.Prune, o.Strategy = true, Depth },
			"depth":       func(o *Options) { o.Strategy = Depth },
			"workers":     func(o *Options) { o.Workers = 2 },
			"fingerprint": func(o *Options) { o.Fingerprint = true },
			"fast":        func(o *Options) { o.Fingerprint, o.Reduce, o.Workers = true, true, 3 },
		} {
			other := o
			change(&other)
			got := mustSearch(t, core, p, other)
			checkWitnesses(t, core, got)
			if !slices.Equal(sites(got), sites(want)) || !got.Complete {
				t.Fatalf("seed %d, %s: races %q, want %q\n%s", seed, name, sites(got), sites(want),
					core.Source.Text)
			}
			for i, r := range got.Races {
				if other.Strategy != Depth && r.Steps != want.Races[i].Steps {
					t.Fatalf("seed %d, %s: a witness has %d steps, want %d\n%s", seed, name,
						r.Steps, want.Races[i].Steps, core.Source.Text)
				}
				if !other.Reduce && other.Strategy != Depth &&
					r.Witness().Sum() != want.Races[i].Witness().Sum() {
					t.Fatalf("seed %d, %s: the witness of race %d differs\n%s", seed, name, i,
						core.Source.Text)
				}
			}
			// The flat layout mostly has other states.
			flat := o.Init == Given && other.Strategy != Depth
			if !other.Reduce && !other.Prune && flat == (o.Init == Given) &&
				(got.States != want.States || got.Transitions != want.Transitions ||
					got.Ends != want.Ends) {
				t.Fatalf("seed %d, %s: %+v, want %+v\n%s", seed, name, got, want, core.Source.Text)
			}
			switch name {
			case "reduced":
				saved, full = saved+want.States-got.States, full+want.States
			case "both":
				least += got.States
			}
		}
	}
	t.Logf("the reduction leaves out %d of %d states", saved, full)
	t.Logf("with pruning %d are left", least)
	if saved < full/4 || least > full/4 {
		t.Error("the reduction does too little")
	}
}

// TestFitted: Fitted drops the reduction in a loop, pruning with a bound on iterations, and a limit
// on objects where there is none to meet.
func TestFitted(t *testing.T) {
	all := Defaults()
	all.Reduce, all.Prune, all.MaxObjects = true, true, 5
	tests := []struct {
		name, body    string
		change        func(*Options)
		reduce, prune bool
		objects       int
	}{
		{"straight", "x := b.f", func(*Options) {}, true, true, 0},
		{"a loop", "while * { x := b.f }", func(*Options) {}, false, true, 5},
		{"a loop of bounded rounds", "while * { x := b.f }", func(o *Options) { o.Unroll = 2 },
			false, false, 5},
		{"a bound where no loop is", "x := b.f", func(o *Options) { o.Unroll = 2 }, true, true, 0},
		{"a loop in a callee", "loops(b)", func(*Options) {}, false, true, 5},
		{"switches", "x := b.f", func(o *Options) { o.Switches = 3 }, false, true, 0},
		{"random runs", "x := b.f", func(o *Options) { o.Strategy = Random }, false, false, 0},
	}
	for _, tt := range tests {
		core := coreOf(t,
			"private loops(b) { while * { x := b.f } } m(b) { "+tt.body+" } n(b) { loops(b) }")
		o := all
		tt.change(&o)
		m := core.Methods["m"]
		got := Fitted(core, il.Pair{Left: m, Right: m}, o)
		if got.Reduce != tt.reduce || got.Prune != tt.prune || got.MaxObjects != tt.objects {
			t.Errorf("%s: reduce %t, prune %t, %d objects; want %t, %t, %d", tt.name, got.Reduce,
				got.Prune, got.MaxObjects, tt.reduce, tt.prune, tt.objects)
		}
		if err := got.check(); err != nil {
			t.Errorf("%s: the fitted options are invalid: %v", tt.name, err)
		}
	}
}
