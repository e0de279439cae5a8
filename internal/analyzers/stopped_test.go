package analyzers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
	"wobbly/witness/check"
)

// stores returns n stores and n loads of the given number of fields.
func stores(n, fields int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "a.f%d := b; x := a.f%d; ", i%fields, (i+1)%fields)
	}
	return b.String()
}

// TestStopped: an analyzer whose context ends answers with some of its usual reports, at least in
// one of the runs, and later answers do not depend on it.
func TestStopped(t *testing.T) {
	many := iltest.Core(t, "m(a, b) { "+stores(40, 2)+"}")
	few := iltest.Core(t,
		"m(a, b, c) { if * { a.f := b } else { b.f := c } if * { b.g := a } else { c.g := b } "+
			"if * { c.h := a; x := a.f } else { a.h := c; x := b.g } }")
	o := DefaultOptions()
	o.Executions, o.Share = 5, 0
	for _, name := range []string{
		"chord", "flow", "rely", "hb", "rdit", "rdit-max", "shb-published", "m2", "racemob",
		"racemob-plain",
	} {
		a, _ := Find(name)
		core := few
		if name == "chord" {
			core = many
		}
		p := core.Pairs()[0]
		ask := func(run Run, ctx context.Context) []il.Sites {
			answer, err := run(ctx, p)
			if err != nil && ctx.Err() == nil {
				t.Fatalf("%s: %v", name, err)
			}
			return slice.Map(answer.Reports, func(r Report) il.Sites { return r.Sites })
		}
		start := func() Run {
			with := o
			with.Cache = &Cache{}
			run, err := a.Start(core, with)
			if err != nil {
				t.Fatal(err)
			}
			return run
		}
		whole := ask(start(), t.Context())
		some, ended := 0, 0
		for n := 1; ; n += 1 + n/4 {
			ctx := iltest.NewCountdown(t, n)
			run := start()
			part := ask(run, ctx)
			if ctx.Context.Err() == nil {
				break
			}
			ended++
			if len(part) > 0 && len(part) < len(whole) {
				some++
			}
			for _, s := range part {
				if !slices.Contains(whole, s) {
					t.Errorf("%s, stopped at poll %d: %v is not a report of the whole run", name,
						n, s)
				}
			}
			if again := ask(run, t.Context()); name != "flow" && name != "rely" &&
				!slices.Equal(again, whole) {
				t.Errorf("%s, stopped at poll %d: the next answer has %d reports, want %d", name, n,
					len(again), len(whole))
			}
		}
		if some == 0 {
			t.Errorf("%s: none of %d stopped runs has some of the %d reports", name, ended,
				len(whole))
		}
	}
}

// TestChordLimit: Chord lists the first reports up to the limit and counts the others, and its
// stages count all.
func TestChordLimit(t *testing.T) {
	core := iltest.Core(t, "m(a, b) { "+stores(40, 2)+"}")
	a, _ := Find("chord")
	answers := map[int]Answer{}
	for _, limit := range []int{10, 1220, 5_000} {
		o := DefaultOptions()
		o.Limit = limit
		run, err := a.Start(core, o)
		if err != nil {
			t.Fatal(err)
		}
		if answers[limit], err = run(t.Context(), core.Pairs()[0]); err != nil {
			t.Fatal(err)
		}
	}
	few, all := answers[10], answers[5_000]
	if len(all.Reports) != 1220 || all.Cut != "" || answers[1220].Cut != "" ||
		len(answers[1220].Reports) != 1220 {
		t.Errorf("%d reports, cut %q; with the limit 1220 %d, cut %q; want 1220, not cut",
			len(all.Reports), all.Cut, len(answers[1220].Reports), answers[1220].Cut)
	}
	if len(few.Reports) != 10 || few.Cut != "limit" || few.Unlisted.String() != "1210" ||
		!slices.Equal(few.Stages(), all.Stages()) {
		t.Errorf("with the limit 10: %d reports, cut %q, %s unlisted, stages %v; want 10, limit, "+
			"1210, %v", len(few.Reports), few.Cut, few.Unlisted, few.Stages(), all.Stages())
	}
	for i, r := range few.Reports {
		if r.Sites != all.Reports[i].Sites {
			t.Errorf("report %d is of %v, want %v", i, r.Sites, all.Reports[i].Sites)
		}
	}
}

// TestLateWitnesses: after the end of the context, witnesses are built only up to lateSteps.
func TestLateWitnesses(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := a; a.g := a; a.h := a }")
	p := core.Pairs()[0]
	r, err := explore.Search(t.Context(), core, p, DefaultOptions().Search)
	if err != nil || len(r.Races) != 3 {
		t.Fatalf("Search = %v, %v; want 3 races", r, err)
	}
	for i := range r.Races {
		r.Races[i].Steps = lateSteps/2 + i // 1 more than twice as many
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for ctx, want := range map[context.Context]int{t.Context(): 3, cancelled: 1} {
		all, cut := foundReports(ctx, func() *CallPaths { return NewCallPaths(core) },
			check.New(core), p, r)
		if len(all) != want || (cut == explore.CutInterrupt) != (want == 1) {
			t.Errorf("foundReports has %d reports, cut %q; want %d", len(all), cut, want)
		}
	}
}
