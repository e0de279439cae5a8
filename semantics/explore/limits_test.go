package explore

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/explore/canonical"
	"wobbly/semantics/explore/exploretest"
)

// TestLoopsEnd: loops over a bounded reachable heap end without a bound on iterations.
func TestLoopsEnd(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"m(b) { while * { x := new(); b.f := x; } }", "write/write"},
		{"m(b) { while * { x := b.f; b.f := x; } }", "read/write write/read write/write"},
		{"m(b) { while * { lock(); x := b.f; b.f := x; unlock(); } }", ""},
		{"m(b) { x := new(); while * { x.f := x; x := x.f; } }", ""},
		{"m(b) { x := new(); while * { y := new(); y.f := x; x := new(); } }", ""},
		{"m(b) { while * { if * { lock(); unlock(); } else { } } }", ""},
	} {
		core := coreOf(t, tt.text)
		r := mustSearch(t, core, core.Pairs()[0], Defaults())
		checkWitnesses(t, core, r)
		var kinds []string
		for _, race := range r.Races {
			kinds = append(kinds, race.Left.Kind.String()+"/"+race.Right.Kind.String())
		}
		if got := strings.Join(kinds, " "); !r.Complete || got != tt.want {
			t.Errorf("%s: races %q, complete %t; want %q, true", tt.text, got, r.Complete, tt.want)
		}
	}
}

// TestCuts: a search that was cut says so and why, and keeps what it found.
func TestCuts(t *testing.T) {
	unread := "m(b) { while * { x := new(); y := b.f; x.f := y; b.f := x; } }"
	list := strings.Replace(unread, "; } }", "; } y := b.f; z := y.f; z.f := b; }", 1)
	dead, cancel := context.WithCancel(context.Background())
	cancel()
	expired, cancelLate := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancelLate()
	tests := []struct {
		name   string
		text   string
		ctx    context.Context
		change func(*Options)
		want   Cut
	}{
		{"states", list, context.Background(), func(o *Options) { o.MaxStates = 5000 }, CutStates},
		{"states of a list that is not read", unread, context.Background(),
			func(o *Options) { o.MaxStates = 5000 }, NotCut},
		{"states depth", list, context.Background(),
			func(o *Options) { o.MaxStates, o.Strategy = 5000, Depth }, CutStates},
		{"states fingerprint", list, context.Background(),
			func(o *Options) { o.MaxStates, o.Fingerprint = 5000, true }, CutStates},
		{"unroll", list, context.Background(), func(o *Options) { o.Unroll = 1 }, CutUnroll},
		{"unroll at the start", "m(b) { while * { x := b.f; } }", context.Background(),
			func(o *Options) { o.Unroll = 0 }, CutUnroll},
		{"no loop", "m(b) { x := b.f; while * { } }", context.Background(),
			func(o *Options) { o.Unroll = 0 }, NotCut},
		{"switches", list, context.Background(), func(o *Options) { o.Switches, o.Unroll = 1, 1 },
			CutSwitches},
		{"enough switches", "m(b) { x := b.f; }", context.Background(),
			func(o *Options) { o.Switches = 2 }, NotCut},
		{"interrupt", list, dead, func(*Options) {}, CutInterrupt},
		{"timeout", list, expired, func(*Options) {}, CutTimeout},
		{"random", list, context.Background(), func(o *Options) { o.Strategy, o.Runs = Random, 50 },
			CutSampling},
		{"random interrupt", list, dead, func(o *Options) { o.Strategy = Random }, CutInterrupt},
	}
	for _, tt := range tests {
		core := coreOf(t, tt.text)
		o := Defaults()
		tt.change(&o)
		r, err := Search(tt.ctx, core, core.Pairs()[0], o)
		if err != nil || r.Cut != tt.want || r.Complete != (tt.want == NotCut) {
			t.Errorf("%s: cut %q, complete %v (%v); want %q", tt.name, r.Cut, r.Complete,
				err, tt.want)
			continue
		}
		checkWitnesses(t, core, r)
		if tt.want == CutStates && (len(r.Races) == 0 && !strings.Contains(tt.name, "depth") ||
			r.States < 5000 || r.States > 5100) {
			t.Errorf("%s: %d races in %d states, want some in 5000 to 5100", tt.name, len(r.Races),
				r.States)
		}
	}
}

func TestRefusals(t *testing.T) {
	core := coreOf(t, "m(b) { b.f := new(); }")
	tests := []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Init = Given }, "no init block"},
		{func(o *Options) { o.Init, o.Start = Given, &semantics.Init{} }, "no value to A.b"},
		{func(o *Options) { o.Reduce, o.Switches = true, 1 }, "cannot be combined"},
		{func(o *Options) { o.Reduce, o.Strategy = true, Random }, "cannot be reduced"},
		{func(o *Options) { o.Switches = maxSwitches }, "must be below"},
		{func(o *Options) { o.Fingerprint, o.Strategy = true, Depth }, "no fingerprints"},
		{func(o *Options) { o.Strategy = 9 }, "no such"},
	}
	for _, tt := range tests {
		o := Defaults()
		tt.change(&o)
		if _, err := Search(context.Background(), core, core.Pairs()[0], o); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("Search with %+v: error %v, want one with %q", o, err, tt.want)
		}
	}
	o := Defaults()
	o.Switches = maxSwitches - 1
	if r, err := Search(context.Background(), core, core.Pairs()[0], o); err != nil || !r.Complete {
		t.Errorf("Search with the largest bound on switches = %+v, %v, want a complete result", r,
			err)
	}
}

// within finds the races of runs from k with at most n switches by exhaustive enumeration. last is
// the thread of the last step, or -1.
func within(k semantics.Config, last, n int, visit func(semantics.Racing)) {
	for _, i := range semantics.Tids {
		for _, c := range k.Threads[i].Point.Choices() {
			next, _ := semantics.Choose(k, i, c.Take)
			within(next, last, n, visit)
		}
		if len(k.Threads[i].Point.Choices()) > 0 {
			return
		}
	}
	if race, ok := semantics.Race(k); ok {
		visit(race)
	}
	for _, i := range semantics.Tids {
		remaining := n
		if last >= 0 && last != int(i) {
			remaining--
		}
		if next, _, stuck := semantics.Next(k, i); stuck == nil && remaining >= 0 {
			within(next, int(i), remaining, visit)
		}
	}
}

// TestSwitches: a bound on switches finds exactly the races of the runs within it.
func TestSwitches(t *testing.T) {
	fewer := 0
	for seed := range uint64(quick.Cases(300)) {
		options := exploretest.Small()
		options.Statements, options.While = 4, 0
		core := coreOf(t, gen.Text(seed, options))
		p := exploretest.Pair(core, seed)
		in := semantics.SpecialInit(core, p, nil, [2]string{})
		for i, u := range [2]*il.Unit{p.Left, p.Right} {
			in.Stacks[i] = map[string]string{}
			for _, x := range u.Formals {
				in.Stacks[i][x] = "o1"
			}
		}
		k, err := semantics.NewConfig(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		o := Defaults()
		o.Init, o.Start = Given, &in
		all := len(mustSearch(t, core, p, o).Races)
		for n := range 3 {
			o.Switches = n
			got := mustSearch(t, core, p, o)
			checkWitnesses(t, core, got)
			racing := map[string]bool{}
			within(k, -1, n, func(r semantics.Racing) {
				racing[pairName(r[0].Command.(il.Stmt), r[1].Command.(il.Stmt))] = true
			})
			for _, s := range sites(got) {
				if !racing[s] {
					t.Fatalf("seed %d, %d switches: %s is not within the bound\n%s", seed, n, s,
						core.Source.Text)
				}
			}
			if len(racing) != len(got.Races) {
				t.Fatalf("seed %d, %d switches: %q, want %v\n%s", seed, n, sites(got), racing,
					core.Source.Text)
			}
			if len(racing) < all {
				fewer++
			}
		}
	}
	if fewer < quick.Cases(20) {
		t.Errorf("the bound matters to %d searches, want at least %d", fewer, quick.Cases(20))
	}
}

// TestRandom: random runs find real races, and the same seed finds the same ones.
func TestRandom(t *testing.T) {
	found, all := 0, 0
	for seed := range uint64(quick.Cases(150)) {
		core := coreOf(t, gen.Text(seed, exploretest.Small()))
		p := exploretest.Pair(core, seed)
		o := Defaults()
		o.MaxStates = 20_000
		exact := mustSearch(t, core, p, o)
		o.Strategy, o.Seed, o.Runs = Random, seed, 100
		first, again := mustSearch(t, core, p, o), mustSearch(t, core, p, o)
		checkWitnesses(t, core, first)
		if !slices.Equal(sites(first), sites(again)) || first.States != again.States {
			t.Fatalf("seed %d: races %q, and with the same seed %q", seed, sites(first),
				sites(again))
		}
		for i, r := range first.Races {
			if r.Witness().Sum() != again.Races[i].Witness().Sum() {
				t.Fatalf("seed %d: two witnesses of race %d", seed, i)
			}
			if exact.Complete && !slices.Contains(sites(exact), sites(first)[i]) {
				t.Fatalf("seed %d: %s is not a race\n%s", seed, sites(first)[i], core.Source.Text)
			}
		}
		found, all = found+len(first.Races), all+len(exact.Races)
	}
	if found < all/2 {
		t.Errorf("random runs find %d of %d races, want at least half", found, all)
	}
}

// TestRandomGiven: random runs from a given initial state also have witnesses.
func TestRandomGiven(t *testing.T) {
	core := coreOf(t,
		"{ x := new(); arg1.f := x; y := arg1.f } || "+
			"{ y := arg1.f } init { A.arg1 = o1; B.arg1 = o1 }")
	o := Defaults()
	o.Init, o.Strategy, o.Runs = Given, Random, 50
	r := mustSearch(t, core, core.Pairs()[0], o)
	checkWitnesses(t, core, r)
	if len(r.Races) != 1 || r.Races[0].Steps != 1 {
		t.Errorf("%d races, want one, after a step", len(r.Races))
	}
}

// TestLargeControl: programs whose control is far larger than their text are searched up to the
// limit, and deep call chains to their end.
func TestLargeControl(t *testing.T) {
	core := coreOf(t, gen.DoublingChain(40))
	o := Defaults()
	o.MaxStates = 20_000
	if r := mustSearch(t, core, core.Pairs()[0], o); r.Cut != CutStates {
		t.Errorf("cut %q, want %q", r.Cut, CutStates)
	}
	core = coreOf(t, gen.DeepChain(300))
	o = Defaults()
	o.Reduce = true
	r := mustSearch(t, core, core.Pairs()[0], o)
	checkWitnesses(t, core, r)
	if !r.Complete || len(r.Races) != 1 {
		t.Errorf("%d races, complete %t, want 1, true", len(r.Races), r.Complete)
	}
}

// TestManyObjects: states with more than 255 objects are written in the wide form.
func TestManyObjects(t *testing.T) {
	text := "{ y := arg1; " + strings.Repeat("x := new(); x.f := y; y := x; ", 300) +
		"arg1.g := y; } || { arg1.g := arg1; }"
	core := coreOf(t, text+" init { A.arg1 = o1; B.arg1 = o1; }")
	for _, init := range []Init{All, Given} {
		o := Defaults()
		o.Init = init
		r := mustSearch(t, core, core.Pairs()[0], o)
		checkWitnesses(t, core, r)
		if !r.Complete || len(r.Races) != 1 || r.Races[0].Steps != 901 {
			t.Errorf("%v: %d races, complete %t, want one after 901 steps, true", init,
				len(r.Races), r.Complete)
		}
	}
}

// TestMaxObjects: a walk along an endless list has infinitely many states. A limit on objects ends
// it, is reported, and keeps the races of small heaps.
func TestMaxObjects(t *testing.T) {
	core := coreOf(t,
		`{ while * { arg1 := arg1.g } } || { x := new(); arg1.g := x; arg1.f := x; y := arg1.f }`)
	o := Defaults()
	o.MaxObjects, o.MaxStates = 6, 1_000_000
	r := mustSearch(t, core, core.Pairs()[0], o)
	if r.Complete || r.Cut != CutStateSize || len(r.Races) == 0 {
		t.Errorf("complete %t, cut %q, %d races; want false, %q, some", r.Complete, r.Cut,
			len(r.Races), CutStateSize)
	}
	o.MaxObjects++
	if more := mustSearch(t, core, core.Pairs()[0], o); more.States <= r.States {
		t.Errorf("%d states with 7 objects, want more than the %d with 6", more.States, r.States)
	}
}

// TestMaxObjectsExactly: a limit on objects is met exactly.
func TestMaxObjectsExactly(t *testing.T) {
	core := coreOf(t,
		"{ x := new(); arg1.f := x; y := new(); x.g := y; z := new(); y.g := z } || "+
			"{ u := arg1.f } init { A.arg1 = o1; B.arg1 = o1 }")
	o := Defaults()
	o.Init, o.Strategy = Given, Depth
	for o.MaxObjects = 1; o.MaxObjects <= 4; o.MaxObjects++ {
		want := NotCut
		if o.MaxObjects < 3 { // A makes three
			want = CutStateSize
		}
		if r := mustSearch(t, core, core.Pairs()[0], o); r.Cut != want {
			t.Errorf("%d objects: cut %q, want %q", o.MaxObjects, r.Cut, want)
		}
	}
}

// TestManySuccessors: the limit on states also holds if one state has more successors, one for each
// way to pick the values that a call reads.
func TestManySuccessors(t *testing.T) {
	core := coreOf(t, "private p(x, y) { x.f := y; }\nm(b, a) { p(b.g.f.f.g.f.g, a.g.f.f.g.f.g); }")
	o := Defaults()
	o.MaxStates = 1000
	r, err := Search(context.Background(), core, core.Pairs()[0], o)
	if err != nil {
		t.Fatal(err)
	}
	if maxSuccessors := canonical.MaxSuccessors(o.MaxStates); r.Complete || r.Cut == NotCut ||
		r.States < uint64(o.MaxStates) || r.Transitions > 4*maxSuccessors {
		t.Errorf("%d states and %d steps, cut %q; a state may have %d successors", r.States,
			r.Transitions, r.Cut, maxSuccessors)
	}
	if r.Memory > 64<<20 {
		t.Errorf("the states take %d bytes, want at most 64 MB", r.Memory)
	}
	for _, states := range []int{0, 1 << 40} {
		if got := canonical.MaxSuccessors(states); got != canonical.MaxOrdinal {
			t.Errorf("MaxSuccessors(%d) = %d, want %d", states, got, canonical.MaxOrdinal)
		}
	}
}
