package dpor

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// stores returns a program with m and n stores of its two threads to one cell.
func stores(m, n int) string {
	return "{" + strings.Repeat("arg1.f := arg1;", m) + "} || {" +
		strings.Repeat("arg1.f := arg1;", n) + "}"
}

func TestCuts(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	expired, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	full, use := context.WithCancelCause(context.Background())
	use(explore.ErrMemory)
	tests := []struct {
		name       string
		ctx        context.Context
		text       string
		o          Options
		executions uint64
		cut        explore.Cut
	}{
		{"no limit", context.Background(), stores(3, 3), Options{}, 20, explore.NotCut},
		{"limit not needed", context.Background(), stores(3, 3), Options{MaxExecutions: 20}, 20,
			explore.NotCut},
		{"limit", context.Background(), stores(3, 3), Options{MaxExecutions: 19}, 19,
			cutExecutions},
		{"limit and loop", context.Background(),
			"{ while * { arg1.f := arg1; } } || { arg1.f := arg1; }",
			Options{Unroll: 2, MaxExecutions: 1}, 1, cutExecutions},
		{"loop", context.Background(), "{ while * { arg1.f := arg1; } } || { arg1.f := arg1; }",
			Options{Unroll: 2}, 6, explore.CutUnroll},
		{"loop in a callee", context.Background(),
			"m(x) { while * { x.f := x; } } { m(arg1); } || { }", Options{}, 1, explore.CutUnroll},
		{"loop in what is not called", context.Background(),
			"m(x) { while * { x.f := x; } } { arg1.f := arg1; } || { }", Options{Unroll: -1}, 1,
			explore.NotCut},
		{"interrupted", canceled, stores(3, 3), Options{}, 0, explore.CutInterrupt},
		{"too late", expired, stores(3, 3), Options{}, 0, explore.CutTimeout},
		{"out of memory", full, stores(3, 3), Options{}, 0, explore.CutMemory},
	}
	for _, tt := range tests {
		core := iltest.Core(t, tt.text)
		p := core.Pairs()[0]
		r, err := Explore(tt.ctx, core, p, oneObject(core, p), tt.o)
		if err != nil || r.Executions != tt.executions || r.Cut != tt.cut {
			t.Errorf("%s: %+v, error %v; want %d executions, cut %q", tt.name, r, err,
				tt.executions, tt.cut)
		}
	}
}

func TestErrors(t *testing.T) {
	nested := "arg1.f := arg1;"
	for range 8 {
		nested = "while * {" + nested + "}"
	}
	tests := []struct {
		name   string
		text   string
		unroll int
		change func(*il.Core, *semantics.Init)
		want   error // nil for any
	}{
		{"loop", "{ while * { arg1.f := arg1; } } || { }", -1, nil, errLoop},
		{"too many rounds", "{ " + nested + " } || { }", 100, nil, explore.ErrUnroll},
		{"no value", stores(1, 1), 0,
			func(_ *il.Core, in *semantics.Init) { delete(in.Stacks[b], "arg1") }, nil},
		{"partial heap", stores(1, 1), 0,
			func(_ *il.Core, in *semantics.Init) { in.Cells = nil }, nil},
		{"unlock() at 0", "{ lock(); unlock(); } || { }", 0,
			func(c *il.Core, _ *semantics.Init) {
				c.Threads[a].Body.Stmts = c.Threads[a].Body.Stmts[1:]
			}, errStuck},
		{"lock kept", "{ lock(); unlock(); } || { lock(); unlock(); }", 0,
			func(c *il.Core, _ *semantics.Init) {
				c.Threads[a].Body.Stmts = c.Threads[a].Body.Stmts[:1]
			}, errStuck},
	}
	for _, tt := range tests {
		core := iltest.Core(t, tt.text)
		p := core.Pairs()[0]
		in := oneObject(core, p)
		if tt.change != nil {
			tt.change(core, &in)
		}
		_, err := Explore(context.Background(), core, p, in, Options{Unroll: tt.unroll})
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: Explore: error %v, want %v", tt.name, err, tt.want)
		}
		_, err = Classes(context.Background(), core, p, in, tt.unroll, 0)
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: Classes: error %v, want %v", tt.name, err, tt.want)
		}
	}
}

// TestManyClasses: counts are not bounded by 64 bits, and their cost is that of the states: all
// interleavings of 60 and 60 stores to one cell differ.
func TestManyClasses(t *testing.T) {
	core := iltest.Core(t, stores(60, 60))
	p := core.Pairs()[0]
	in := oneObject(core, p)
	got, err := Classes(context.Background(), core, p, in, -1, 10_000)
	if want := new(big.Int).Binomial(120, 60); err != nil || got.Cmp(want) != 0 {
		t.Errorf("Classes = %v, %v, want %v", got, err, want)
	}
	if _, err := Classes(context.Background(), core, p, in, -1, 1000); !errors.Is(err, ErrLimit) {
		t.Errorf("Classes with a limit of 1000 states: error %v, want %v", err, ErrLimit)
	}
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Classes(canceled, core, p, in, -1, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Classes with a canceled context: error %v, want %v", err, context.Canceled)
	}
}

// TestLongExecution: a long execution, of two thread-local runs, does not take long.
func TestLongExecution(t *testing.T) {
	const n = 20_000
	run := "{" + strings.Repeat("x := new();", n) + "}"
	core := iltest.Core(t, run+"||"+run)
	p := core.Pairs()[0]
	r := mustExplore(t, core, p, oneObject(core, p), Options{Unroll: -1})
	if r.Executions != 1 || r.Steps != 2*n {
		t.Errorf("%d executions of %d steps, want 1 of %d", r.Executions, r.Steps, 2*n)
	}
}
