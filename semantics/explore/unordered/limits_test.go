package unordered

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// endless has infinitely many states, and pairs that no execution leaves unordered, which the text
// alone does not show.
const endless = `m(a) { while * { x := new(); y := a.f; x.f := y; a.f := x; } y := a.f; ` +
	`lock(); y.g := y; unlock(); z := new(); z.f := a; z := a.g; lock(); z.g := z; unlock(); ` +
	`z := new(); z.g := z; }`

// TestCuts: a search that was cut says so and why.
func TestCuts(t *testing.T) {
	dead, cancel := context.WithCancel(context.Background())
	cancel()
	expired, cancelLate := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancelLate()
	full, use := context.WithCancelCause(context.Background())
	use(explore.ErrMemory)
	tests := []struct {
		name   string
		text   string
		ctx    context.Context
		change func(*Options)
		want   explore.Cut
		states uint64 // the most that may be met
	}{
		{"states", endless, context.Background(), func(o *Options) { o.MaxStates = 5000 },
			explore.CutStates, 5100},
		{"objects", endless, context.Background(), func(o *Options) { o.MaxObjects = 4 },
			explore.CutStateSize, 20_000},
		{"rounds", endless, context.Background(), func(o *Options) { o.Unroll = 1 },
			explore.CutUnroll, 50_000},
		{"interrupt", endless, dead, func(*Options) {}, explore.CutInterrupt, 0},
		{"timeout", endless, expired, func(*Options) {}, explore.CutTimeout, 0},
		{"memory", endless, full, func(*Options) {}, explore.CutMemory, 0},
		{"states and rounds", endless, context.Background(),
			func(o *Options) { o.Unroll, o.MaxStates = 3, 100 }, explore.CutStates, 200},
		{"nothing to find", "{ while * { arg1.g := arg1; } } || { lock(); unlock(); }", dead,
			func(o *Options) { o.Unroll = 0 }, explore.NotCut, 0},
		{"everything found", "m(a) { x := new(); while * { a.f := x; } }", context.Background(),
			func(o *Options) { o.Unroll = 1 }, explore.NotCut, 0},
	}
	for _, tt := range tests {
		core := iltest.Core(t, tt.text)
		o := Defaults()
		tt.change(&o)
		r, err := Search(tt.ctx, core, core.Pairs()[0], o)
		if err != nil || r.Cut != tt.want || r.Complete != (tt.want == explore.NotCut) {
			t.Errorf("%s: cut %q, complete %v (%v); want %q", tt.name, r.Cut, r.Complete, err,
				tt.want)
		}
		if r.States > tt.states {
			t.Errorf("%s: %d states, want at most %d", tt.name, r.States, tt.states)
		}
	}
}

// TestNothingLeft: pairs that the search itself finds also count.
func TestNothingLeft(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); while * { a.f := x; } }")
	o := Defaults()
	o.Unroll = 1
	r := mustSearchWith(t, core, core.Pairs()[0], o, 0)
	if !r.Complete || len(r.Races) != 1 {
		t.Errorf("complete %t with %d races, want true and 1", r.Complete, len(r.Races))
	}
	if r.Drawn != 0 || r.States == 0 {
		t.Errorf("%d drawn executions and %d states, want none and some", r.Drawn, r.States)
	}
}

func TestRefusals(t *testing.T) {
	core := iltest.Core(t,
		"m(b) { while * { while * { while * { while * { x := new(); b.f := x; } } } } }")
	tests := []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Init = explore.Given }, "no init block"},
		{func(o *Options) { o.Init, o.Start = explore.Given, &semantics.Init{} },
			"no value to A.b"},
		{func(o *Options) {
			o.Init, o.Start = explore.Given, &semantics.Init{Objects: []string{"o", "o"}}
		}, "listed twice"},
		{func(o *Options) { o.Unroll = 1000 }, "bound on rounds"},
	}
	for _, tt := range tests {
		o := Defaults()
		tt.change(&o)
		if _, err := Search(context.Background(), core, core.Pairs()[0], o); err == nil ||
			!strings.Contains(err.Error(), tt.want) {
			t.Errorf("Search with %+v: error %v, want one with %q", o, err, tt.want)
		}
	}
}

// TestInitBlock: a search from the init block finds no pair of different objects.
func TestInitBlock(t *testing.T) {
	core := iltest.Core(t,
		"{ arg1.f := arg1; } || { arg1.f := arg1; } init { A.arg1 = p; B.arg1 = q; }")
	o := Defaults()
	o.Init = explore.Given
	if r := mustSearch(t, core, core.Pairs()[0], o); !r.Complete || len(r.Races) > 0 {
		t.Errorf("from the init block: %d pairs, complete %t, want 0, true", len(r.Races),
			r.Complete)
	}
	if r := mustSearch(t, core, core.Pairs()[0], Defaults()); len(r.Races) != 1 {
		t.Errorf("from all states: %d pairs, want 1", len(r.Races))
	}
}

// TestDeterministic: the same arguments give the same result.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(40) {
		core := iltest.Checked(t, gen.Program(gen.Rand(seed), gen.Default()))
		o := Defaults()
		o.MaxStates = 2000
		p := core.Pairs()[0]
		r, s := mustSearchWith(t, core, p, o, patience), mustSearchWith(t, core, p, o, patience)
		if !reflect.DeepEqual(r, s) {
			t.Fatalf("seed %d: %+v, then %+v\n%s", seed, r, s, core.Source.Text)
		}
	}
}

// TestLongExecution: a race whose execution is too long to be written down is still listed.
func TestLongExecution(t *testing.T) {
	core := iltest.Core(t, gen.DoublingChain(40))
	r, err := Search(context.Background(), core, core.Pairs()[0], Defaults())
	if err != nil || !r.Complete || len(r.Races) != 1 {
		t.Fatalf("Search = %+v, %v, want one race and a complete search", r, err)
	}
	if r.Long != 1 || r.Races[0].Execution != nil {
		t.Errorf("%d long executions, and the race has one: %t, want 1, false", r.Long,
			r.Races[0].Execution != nil)
	}
}

// TestManyPicks: the choice of initial values is bounded, because a path of many fields has more
// ways through the initial heap than can be tried.
func TestManyPicks(t *testing.T) {
	path := "arg1"
	for k := range 40 {
		path += fmt.Sprint(".f", k)
	}
	core := iltest.Core(t,
		"{ y := new(); y.g := y; lock(); "+path+" := y; unlock(); } || { lock(); x := "+path+
			"; unlock(); x.g := x; }")
	o := Defaults()
	o.MaxStates = 2000
	r, err := Search(context.Background(), core, core.Pairs()[0], o)
	if err != nil || r.Cut != explore.CutStateSize || r.States > 2100 {
		t.Errorf("%d states, cut %q (%v), want at most 2100, %q", r.States, r.Cut, err,
			explore.CutStateSize)
	}
}
