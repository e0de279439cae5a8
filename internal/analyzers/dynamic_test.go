package analyzers

import (
	"fmt"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
)

// answerOf returns the answer of an analyzer for the first pair of units of a program.
func answerOf(t *testing.T, name string, core *il.Core, o Options) Answer {
	t.Helper()
	a, ok := Find(name)
	if !ok {
		t.Fatalf("there is no analyzer %s", name)
	}
	run, err := a.Start(core, o)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := run(t.Context(), core.Pairs()[0])
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestMissing: if methods are named, exactly these are missing, whatever the share. Unknown names
// are rejected.
func TestMissing(t *testing.T) {
	core := iltest.Core(t,
		"private h(p) { p.f := p; } private k(p) { p.g := p; } "+
			"{ h(arg1); k(arg1); } || { h(arg1); k(arg1); }")
	for _, name := range []string{"rdit-published", "rdit", "rdit-max"} {
		for _, tt := range []struct {
			missing []string
			share   float64
			want    int
		}{
			{nil, 0, 2},
			{nil, 1, 0},
			{[]string{"h"}, 0, 1},
			{[]string{"k"}, 1, 1},
			{[]string{"h", "k"}, 0, 0},
		} {
			o := DefaultOptions()
			o.Missing, o.Share = tt.missing, tt.share
			if got := answerOf(t, name, core, o).Reports; len(got) != tt.want {
				t.Errorf("%s, %v or a share of %g missing: %v, want %d reports", name, tt.missing,
					tt.share, got, tt.want)
			}
		}
		o := DefaultOptions()
		o.Missing = []string{"n"}
		a, ok := Find(name)
		if !ok {
			t.Fatalf("there is no analyzer %s", name)
		}
		if _, err := a.Start(core, o); err == nil || err.Error() != "there is no method n" {
			t.Errorf("%s without a method n: %v, want there is no method n", name, err)
		}
	}
}

// TestNilCache: a nil Cache keeps nothing, and there is nothing to forget.
func TestNilCache(t *testing.T) {
	var c *Cache
	if kept := c.at(il.Pair{}); kept != nil {
		t.Errorf("at = %+v, want nil", kept)
	}
	c.Forget(il.Pair{})
}

// TestLongRuns: detectors say that a run was ended before its threads had ended.
func TestLongRuns(t *testing.T) {
	text := "private m0(p) { skip; } "
	const levels = 13
	for n := range levels {
		text += fmt.Sprintf("private m%d(p) { m%d(p); m%d(p); } ", n+1, n, n)
	}
	long := iltest.Core(t,
		text+fmt.Sprintf("{ arg1.f := new(); m%d(arg1); } || { arg1.f := new(); }", levels))
	short := iltest.Core(t,
		"private m0(p) { skip; } { arg1.f := new(); m0(arg1); } || { arg1.f := new(); }")
	o := DefaultOptions()
	o.Executions, o.Cache = 1, nil
	detectors := 0
	for _, a := range All() {
		if a.Kind != dynamicKind {
			continue
		}
		detectors++
		if got := answerOf(t, a.Name, long, o); got.Cut != cutSteps {
			t.Errorf("%s: long runs are cut by %q, want %q", a.Name, got.Cut, cutSteps)
		}
		if got := answerOf(t, a.Name, short, o); got.Cut != "" {
			t.Errorf("%s: short runs are cut by %q, want no cut", a.Name, got.Cut)
		}
	}
	if detectors == 0 {
		t.Error("no analyzer is dynamic")
	}
}
