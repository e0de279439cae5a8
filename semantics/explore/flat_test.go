package explore

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
)

// flatProgram compiles a program for a search from in, with its flat layout, nil
// if it has none.
func flatProgram(t testing.TB, core *il.Core, p il.Pair, o *Options) (*Program, *flat, *semantics.Init) {
	t.Helper()
	g, err := Compile(core, p, o.Unroll)
	if err != nil {
		t.Fatal(err)
	}
	given, err := g.given(o)
	if err != nil {
		t.Fatal(err)
	}
	return g, newFlat(g, o, given), given
}

// canonical searches in the other layout.
func canonical(g *Program, o Options, given *semantics.Init) *Result {
	e := newEngine(g, o, given)
	e.start()
	e.breadthFirst(context.Background())
	return e.result()
}

// named is the state of a machine as the flat layout has it, written without
// its help but for which values count: control states, registers and cells, with
// objects under their numbers there.
func (f *flat) named(m *Machine, names []int32) string {
	var out []byte
	put := func(at operand, v int32) {
		if at.mask == 0 && at.known != uint8(v) {
			panic("a value is not the one that is known beforehand")
		}
		out = append(out, byte(v))
	}
	for i, c := range m.at {
		out = binary.LittleEndian.AppendUint32(out, uint32(c.id))
		for k, r := range c.live {
			put(f.threads[i].roots[c.id][k], names[m.mem[r]-1])
		}
	}
	for cell, at := range f.cells {
		if !f.threads[0].views[m.at[0].id].all.counts.has(int32(cell)) && !f.threads[1].views[m.at[1].id].all.counts.has(int32(cell)) {
			continue
		}
		o := slices.Index(names, int32(cell)/f.g.width)
		if o < 0 { // not made yet, so nobody gets to see what it is taken to be
			put(at, int32(at.known))
			continue
		}
		put(at, names[m.mem[m.cell(int32(o+1), int32(cell)%f.g.width)]-1])
	}
	return string(out)
}

// walk visits every state, one for each name, by executing in a machine.
func (f *flat) walk(g *Program, given *semantics.Init, most int) (states int, ok bool) {
	m := NewMachine(g, false)
	m.load(given)
	names := make([]int32, f.given, f.objects)
	for o := range names {
		names[o] = int32(o)
	}
	seen := map[string]bool{}
	var visit func()
	visit = func() {
		if name := f.named(m, names); seen[name] || len(seen) > most {
			return
		} else {
			seen[name] = true
		}
		for i := range m.at {
			if !m.Enabled(i) {
				continue
			}
			mark, c := m.Mark(), m.at[i]
			if m.Execute(i) != Done {
				panic("stuck")
			}
			if c.op == opNew {
				names = append(names, f.made(i, c))
			}
			for _, next := range c.next {
				m.at[i] = next
				visit()
			}
			if c.op == opNew {
				names = names[:len(names)-1]
			}
			m.Undo(mark)
		}
	}
	for _, a := range g.Starts(0) {
		for _, b := range g.Starts(1) {
			m.at = [2]*Control{a, b}
			visit()
		}
	}
	return len(seen), len(seen) <= most
}

// made is the number of the object that c makes.
func (f *flat) made(i int, c *Control) int32 {
	for _, s := range f.threads[i].actions[c.id].values[:1] {
		return int32(s.v)
	}
	panic("no new()")
}

// The flat layout gives the answers of the canonical one, and as many states as
// a walk that keeps states under their names.
func TestFlat(t *testing.T) {
	compared, walked, allocating, fewer, more, saved, full := 0, 0, 0, 0, 0, uint64(0), uint64(0)
	for seed := range uint64(2500) {
		options := small()
		options.Copy, options.Locals = 0.15, 1+int(seed%4)
		core := coreOf(t, gen.Text(seed, options))
		p := pairOf(core, seed)
		r := rand.New(rand.NewPCG(seed, 2))
		in := randomInit(r, core, p, 1+r.IntN(4))
		o := Defaults()
		o.Init, o.Start, o.Unroll, o.MaxStates = Given, &in, []int{Unbounded, Unbounded, 1, 2}[seed%4], 30_000
		g, f, given := flatProgram(t, core, p, &o)
		if f == nil {
			continue
		}
		want, got := canonical(g, o, given), f.search(context.Background(), o, given)
		if want.Cut == CutStates || got.Cut == CutStates {
			continue
		}
		compared++
		sameAnswer(t, fmt.Sprint("seed ", seed), core, got, want)
		if got.Deadlocks != 0 || (got.Ends == 0) != (want.Ends == 0) {
			t.Fatalf("seed %d: %+v, want %+v\n%s", seed, got, want, core.Source.Text)
		}
		if f.objects > f.given {
			allocating++
		} else if got.States > want.States {
			// Without new() a state is fewer values, but objects keep their names.
			more++
		}
		if got.States < want.States {
			fewer++
		}
		if n, ok := f.walk(g, given, 3000); ok {
			walked++
			if uint64(n) != got.States {
				t.Fatalf("seed %d: %d states, want %d\n%s", seed, got.States, n, core.Source.Text)
			}
		}
		for name, change := range otherWays {
			other := o
			change(&other)
			again := f.search(context.Background(), other, given)
			sameAnswer(t, fmt.Sprintf("seed %d, %s", seed, name), core, again, want)
			if !other.Reduce && !sameSeals(again, got) {
				t.Fatalf("seed %d, %s: another witness\n%s", seed, name, core.Source.Text)
			}
			if !other.Reduce && !other.Prune && (again.States != got.States || again.Transitions != got.Transitions || again.Ends != got.Ends || again.Depth != got.Depth) {
				t.Fatalf("seed %d, %s: %+v, want %+v\n%s", seed, name, again, got, core.Source.Text)
			}
			if name == "reduced" {
				saved, full = saved+again.States, full+got.States
			}
		}
	}
	t.Logf("%d programs, %d of them allocate, %d walked; %d with fewer states, %d with more without new(); reduced %d of %d",
		compared, allocating, walked, fewer, more, saved, full)
	if compared < 1500 || allocating < 500 || walked < 1000 || fewer < 300 {
		t.Error("too few of the programs are interesting")
	}
}

// otherWays are other ways to search that have the same answer.
var otherWays = map[string]func(*Options){
	"reduced":      func(o *Options) { o.Reduce = true },
	"pruned":       func(o *Options) { o.Prune = true },
	"both":         func(o *Options) { o.Reduce, o.Prune = true, true },
	"workers":      func(o *Options) { o.Workers = 2 },
	"fingerprints": func(o *Options) { o.Fingerprint = true },
	"all":          func(o *Options) { o.Reduce, o.Prune, o.Fingerprint, o.Workers = true, true, true, 3 },
}

// sameAnswer holds that two searches find the same races as soon.
func sameAnswer(t *testing.T, name string, core *il.Core, got, want *Result) {
	t.Helper()
	accepted(t, core, got)
	if !slices.Equal(sites(got), sites(want)) || got.Cut != want.Cut {
		t.Fatalf("%s: races %q, cut %q; want %q, %q\n%s", name, sites(got), got.Cut, sites(want), want.Cut, core.Source.Text)
	}
	for i, r := range got.Races {
		if r.Steps != want.Races[i].Steps {
			t.Fatalf("%s: a witness has %d steps, want %d\n%s", name, r.Steps, want.Races[i].Steps, core.Source.Text)
		}
	}
}

func sameSeals(a, b *Result) bool {
	return slices.EqualFunc(a.Races, b.Races, func(r, s Race) bool { return r.Witness.Seal == s.Witness.Seal })
}

// Programs without a bound on objects, too large ones and some options have no
// flat layout.
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
		{"new() behind a loop", "while * { x := arg1.f }; make(arg1)", func(*Options) {}, true},
		{"rounds", "while * { x := new(); arg1.f := x }", func(o *Options) { o.Unroll = 3 }, true},
		{"switches", fits, func(o *Options) { o.Switches = 2 }, false},
		{"depth first", fits, func(o *Options) { o.Strategy = Depth }, false},
		{"objects", strings.Repeat("x := new();", 255) + "arg1.f := x", func(*Options) {}, true},
		{"too many objects", strings.Repeat("x := new();", 256) + "arg1.f := x", func(*Options) {}, false},
		{"MaxObjects", fits, func(o *Options) { o.MaxObjects = 1 }, true},
		{"too small MaxObjects", "z := new();" + fits, func(o *Options) { o.MaxObjects = 1 }, false},
		{"exclusive new()", "if * { x := new() } else { x := new() }; arg1.f := x", func(o *Options) { o.MaxObjects = 1 }, true},
		{"too long", strings.Repeat("x := new(); arg1.g := x; y := arg1.g; y.f := arg1; y.g := arg1; y := y.f; y := y.g;", 250) + "arg1.f := y", func(*Options) {}, false},
	}
	for _, tt := range tests {
		core := coreOf(t, "make(b) { x := new(); b.f := x } { "+tt.a+" } || { x := arg1.f } init { A.arg1 = o1; B.arg1 = o1 }")
		o := Defaults()
		o.Init = Given
		tt.change(&o)
		p := core.Pairs()[len(core.Pairs())-1]
		if _, f, _ := flatProgram(t, core, p, &o); (f != nil) != tt.want {
			t.Errorf("%s: a flat layout is there: %v, want %v", tt.name, f != nil, tt.want)
		}
		r := mustSearch(t, core, p, o)
		accepted(t, core, r)
		if len(r.Races) == 0 && tt.name != "new() behind a loop" {
			t.Errorf("%s: no race", tt.name)
		}
	}
}

// The number of the object that a new() makes depends on its place in the text
// alone.
func TestFlatNames(t *testing.T) {
	core := coreOf(t, `{ if * { x := new(); y := new() } else { x := new() }; z := new(); arg1.f := z }
		|| { x := new(); arg1.f := x } init { A.arg1 = o1; B.arg1 = o1 }`)
	o := Defaults()
	o.Init = Given
	g, f, _ := flatProgram(t, core, core.Pairs()[0], &o)
	var made []int32
	for i := range g.threads {
		for _, c := range g.threads[i].controls {
			if c.op == opNew {
				made = append(made, f.made(i, c))
			}
		}
	}
	if slices.Sort(made); f.objects != 5 || !slices.Equal(made, []int32{1, 1, 2, 3, 4}) {
		t.Errorf("%d objects, made %v", f.objects, made)
	}
}

// A limit on states is met exactly, by any number of workers; then the canonical
// layout has another try, since it may need fewer.
func TestFlatLimits(t *testing.T) {
	core := coreOf(t, modelText(18, 4, 1, 0, false))
	o := Defaults()
	o.Init = Given
	_, f, given := flatProgram(t, core, core.Pairs()[0], &o)
	all := f.search(context.Background(), o, given)
	for _, most := range []int{1, 2, 100, 5000, int(all.States) - 1, int(all.States), int(all.States) + 1} {
		o.MaxStates = most
		var first *Result
		for o.Workers = 1; o.Workers <= 3; o.Workers++ {
			r := f.search(context.Background(), o, given)
			accepted(t, core, r)
			if r.States != min(all.States, uint64(most)) || r.Complete != (most > int(all.States)) {
				t.Errorf("limit %d: %d states of %d, complete %v", most, r.States, all.States, r.Complete)
			}
			if first == nil {
				first = r
			}
			if !sameSeals(r, first) || r.Transitions != first.Transitions || r.Memory != first.Memory {
				t.Errorf("limit %d: %d workers find something else", most, o.Workers)
			}
		}
	}
	text := "{ y := arg1; x := new(); " + strings.Repeat("if * { x := new() };", 3) + " arg1.f := x } || { y := arg1.f } init { A.arg1 = o1; B.arg1 = o1 }"
	core = coreOf(t, text)
	o = Defaults()
	o.Init = Given
	g, f, given := flatProgram(t, core, core.Pairs()[0], &o)
	many, few := f.search(context.Background(), o, given), canonical(g, o, given)
	o.MaxStates = int(few.States) + 1
	if r := mustSearch(t, core, core.Pairs()[0], o); many.States <= few.States+1 || !r.Complete || r.States != few.States {
		t.Errorf("%d states, flat %d, canonical %d, complete %v", r.States, many.States, few.States, r.Complete)
	}
}

// Reports of progress come in order, and the context ends a search.
func TestFlatProgress(t *testing.T) {
	core := coreOf(t, modelText(56, 4, 1, 0, false))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	o := Defaults()
	o.Init = Given
	var last Progress
	reports := 0
	o.Progress = func(p Progress) {
		if p.States <= last.States || p.Depth < last.Depth || p.Races < last.Races || p.Memory == 0 || p.Frontier > p.States {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
		if reports++; reports == 2 {
			cancel()
		}
	}
	r, err := Search(ctx, core, core.Pairs()[0], o)
	if err != nil || reports != 2 || r.Cut != CutInterrupt || r.States < last.States {
		t.Errorf("%d reports, cut %q, %d states, %v", reports, r.Cut, r.States, err)
	}
}
