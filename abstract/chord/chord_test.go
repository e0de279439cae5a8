package chord_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
)

// analyzed returns the result for one pair: the first one of the file, or that of two methods.
func analyzed(t testing.TB, core *il.Core, opts chord.Options, units ...string) *chord.Result {
	t.Helper()
	pair := core.Pairs()[0]
	if len(units) == 2 {
		pair = il.Pair{Left: core.Methods[units[0]], Right: core.Methods[units[1]]}
	}
	return analyzedPair(t, core, opts, pair)
}

// analyzedPair returns the result for a pair, which must not fail.
func analyzedPair(t testing.TB, core *il.Core, opts chord.Options, pair il.Pair) *chord.Result {
	t.Helper()
	a, err := chord.New(core, opts)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Pair(pair)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// fates shows the last stage of every original pair: "r x.f / w y.f unlocked".
func fates(r *chord.Result) string {
	var all []string
	for s, last := range r.All() {
		a, b := r.Access(s[0]), r.Access(s[1])
		all = append(all, fmt.Sprintf("%.1s %s / %.1s %s %s", a.Kind, a.Path, b.Kind, b.Path, last))
	}
	return strings.Join(all, ", ")
}

// stageTests are programs worked out by hand.
var stageTests = []struct {
	name, text string
	opts       chord.Options
	units      string // of the pair, where the file has several
	want       string // the fates of the pairs
	why        string // the example of the last one, if it matters
}{
	{
		name: "no conflict: reads, and other fields",
		text: `{ x := arg1.f; } || { x := arg1.f; x := new(); arg1.g := x; }`,
		want: "w arg1.g / w arg1.g original",
	},
	{
		name: "reachable: in the code of neither",
		text: `m(a) { k(a); } k(a) { x := a.f; } n(a) { x := new(); a.f := x; }`, units: "m k",
		want: "r a.f / w a.f original, w a.f / r a.f original, w a.f / w a.f original",
	},
	{
		name:  "reachable: through a call",
		text:  `m(a) { k(a); } private k(a) { x := a.f; } n(a) { x := new(); a.f := x; }`,
		units: "m n",
		want:  "r a.f / w a.f unlocked, w a.f / r a.f original, w a.f / w a.f original",
	},
	{
		name: "aliasing: new objects of different sites",
		text: `{ x := new(); x.f := x; } || { y := new(); y.f := y; }`,
		want: "w x.f / w x.f original, w x.f / w y.f reachable, w y.f / w x.f original, " +
			"w y.f / w y.f original",
	},
	{
		name: "aliasing: an object that is never stored, and the environment",
		text: `{ x := new(); y := x.f; } || { y := new(); arg1.f := y; }`,
		want: "r x.f / w arg1.f reachable, w arg1.f / r x.f original, w arg1.f / w arg1.f original",
	},
	{
		name: "aliasing: all initial objects are one",
		text: `{ x := arg1.g.f; } || { y := new(); arg2.f := y; }`,
		want: "r arg1.g.f / w arg2.f unlocked, w arg2.f / r arg1.g.f original, " +
			"w arg2.f / w arg2.f original",
	},
	{
		name: "escaping: each thread has its own object of one site",
		text: `m(a) { x := new(); x.f := x; }`,
		want: "w x.f / w x.f aliasing",
	},
	{
		name: "escaping: the object is stored, before or after",
		text: `m(a) { x := new(); x.f := x; y := new(); y.g := x; a.h := y; }`,
		want: "w x.f / w x.f unlocked, w y.g / w y.g unlocked, w a.h / w a.h unlocked",
		why:  "Both may access h0. Call paths: m (lock level 0) and m (lock level 0).",
	},
	{
		name: "escaping: how the object gets out",
		text: `m(a) { y := new(); x := new(); y.g := x; a.h := y; x.f := x; }`,
		want: "w y.g / w y.g unlocked, w a.h / w a.h unlocked, w x.f / w x.f unlocked",
		why: "Both may access new@1:20, reached as h0.h.g. Call paths: " +
			"m (lock level 0) and m (lock level 0).",
	},
	{
		name: "unlocked: both hold the lock", text: `m(a) { synchronized { a.f := new(); } }`,
		want: "w a.f / w a.f escaping",
	},
	{
		name: "unlocked: one holds it",
		text: `{ lock(); x := arg1.f; unlock(); } || { y := new(); arg1.f := y; }`,
		want: "r arg1.f / w arg1.f unlocked, w arg1.f / r arg1.f original, " +
			"w arg1.f / w arg1.f original",
	},
	{
		name: "unlocked: both callers hold it",
		text: `m(a) { lock(); k(a); unlock(); } private k(a) { lock(); unlock(); a.f := new(); }`,
		want: "w a.f / w a.f escaping",
	},
	{
		name: "unlocked: a call path without it",
		text: `m(a) { lock(); k(a); unlock(); n(a); } private k(a) { a.f := new(); } ` +
			`private n(a) { while * { k(a); } }`,
		want: "w a.f / w a.f unlocked",
		why: "Both may access h0. Call paths: m, n called at 1:32, " +
			"k called at 1:96 (lock level 0) and m, n called at 1:32, " +
			"k called at 1:96 (lock level 0).",
	},
	{
		name: "unlocked: what the other thread does without it does not count (deviation 9)",
		text: `{ lock(); k(arg1); unlock(); } || { k(arg1); lock(); x := arg1.f; unlock(); } ` +
			`k(a) { a.f := new(); }`,
		want: "r arg1.f / w a.f original, w a.f / r arg1.f escaping, w a.f / w a.f unlocked",
	},
	{
		name: "k = 0: receivers of both threads are one set", text: twoReceivers,
		want: "w o.f / w o.f unlocked",
	},
	{
		name: "k = 1: the receivers are kept apart", text: twoReceivers, opts: chord.Options{K: 1},
		want: "w o.f / w o.f reachable",
	},
	{
		name: "k = 1: objects made for different receivers are one", text: twoMakers,
		opts: chord.Options{K: 1},
		want: "w o.g / w o.g reachable, w i.f / w i.f unlocked",
		why: "Both may access new@1:57, reached as h0.g. Call paths: " +
			"A, mk called at 1:15 (lock level 0) and B, mk called at 1:29 (lock level 0).",
	},
	{
		name: "k = 2: objects made for different receivers are told apart", text: twoMakers,
		opts: chord.Options{K: 2},
		want: "w o.g / w o.g reachable, w i.f / w i.f reachable",
	},
	{
		name: "the environment lets the formals be aliases", text: aliases,
		want: "r q.g / w p.g unlocked, w p.g / w p.g unlocked",
	},
	{
		name: "the paper's harness never does, and misses a race", text: aliases,
		opts: chord.Options{Harness: chord.Variables},
		want: "r q.g / w p.g reachable, w p.g / w p.g unlocked",
		why:  "Both may access h1. Call paths: m (lock level 0) and m (lock level 0).",
	},
	{
		name: "the same of thread blocks, which name their formals",
		text: `{ y := arg2.g; } || { y := arg2; arg2.g := y; }`,
		opts: chord.Options{Harness: chord.Variables},
		want: "r arg2.g / w arg2.g unlocked, w arg2.g / r arg2.g original, " +
			"w arg2.g / w arg2.g original",
	},
	{
		name: "the harness's objects are told apart as receivers",
		text: `m(p, q) { k(p); k(q); } private k(o) { x := o.f; o.f := x; x := o.f.f; }`,
		opts: chord.Options{K: 1, Harness: chord.Variables},
		want: "r o.f / w o.f unlocked, w o.f / w o.f unlocked, w o.f / r o.f.f unlocked",
		why: "Both may access h1. Call paths: m, k called at 1:11 (lock level 0) and m, " +
			"k called at 1:11 (lock level 0).",
	},
	{
		name:  "a read of a cell brings what was stored, on any way",
		text:  `m(a) { x := new(); a.f := x; b := a.f; b.g := x; } n(a) { y := new(); y.g := y; }`,
		units: "m n",
		want: "w a.f / w a.f original, w a.f / r a.f original, r a.f / w a.f original, " +
			"w b.g / w b.g original, w b.g / w y.g reachable, w y.g / w b.g original, " +
			"w y.g / w y.g original",
	},
	{
		name: "fields are told apart",
		text: `m(a) { x := new(); x.f := x; x.k := a; u := x.k; v := x.g; v.h := v; }`,
		want: "w x.f / w x.f aliasing, w x.k / w x.k aliasing, w x.k / r x.k aliasing, " +
			"w v.h / w v.h aliasing",
	},
	{
		name: "the harness calls a method with its formals in order, whatever they are called",
		text: `m(arg2) { arg2.f := arg2; }`,
		opts: chord.Options{Harness: chord.Variables},
		want: "w arg2.f / w arg2.f unlocked",
		why:  "Both may access h1. Call paths: m (lock level 0) and m (lock level 0).",
	},
	{
		name: "objects are listed in text order",
		text: `private k(o) { y := new(); o.g := y; } { x := new(); k(x); z := x.g; z.f := z; ` +
			`} || { arg1.f := arg1; }`,
		want: "w o.g / w o.g original, w o.g / r x.g original, r x.g / w o.g original, " +
			"w z.f / w z.f original, w z.f / w arg1.f reachable, w arg1.f / w z.f original, " +
			"w arg1.f / w arg1.f original",
	},
	{
		name: "an example is shared if it can be",
		text: `m(a) { x := new(); z := new(); a.g := z; y := x; y := z; y.f := a; }`,
		want: "w a.g / w a.g unlocked, w y.f / w y.f unlocked",
		why: "Both may access new@1:20, reached as h0.g. Call paths: " +
			"m (lock level 0) and m (lock level 0).",
	},
	{
		name: "a path leads to the context with the object",
		text: `m(a) { x := new(); k(x); n(a); } private n(b) { k(b); } private k(o) { o.f := o; }`,
		opts: chord.Options{K: 1}, want: "w o.f / w o.f unlocked",
		why: "Both may access h0. Call paths: m, n called at 1:26, " +
			"k called at 1:49 (lock level 0) and m, n called at 1:26, " +
			"k called at 1:49 (lock level 0).",
	},
	{
		name: "a path leads to a context that counts",
		text: `{ x := new(); k(x); lock(); k(arg1); unlock(); } || ` +
			`{ y := new(); arg1.g := y; y.f := y; } private k(o) { o.f := o; }`,
		opts: chord.Options{K: 1, Keep: chord.StagesOf(chord.Aliasing)},
		want: "w arg1.g / w arg1.g original, w y.f / w y.f original, w y.f / w o.f original, " +
			"w o.f / w y.f unlocked, w o.f / w o.f original",
	},
	{
		name: "keep every stage except unlocked: code of neither has no call path without a lock",
		text: `m(a) { k(a); } k(a) { skip; } n(a) { a.f := new(); }`, units: "m k",
		opts: chord.Options{Keep: chord.StagesOf(chord.Reachable, chord.Aliasing, chord.Escaping)},
		want: "w a.f / w a.f escaping",
	},
	{
		name: "keep reachable: code of either thread",
		text: `{ x := arg1.f; } || { y := new(); arg1.f := y; }`,
		opts: chord.Options{Keep: chord.StagesOf(chord.Reachable)},
		want: "r arg1.f / w arg1.f unlocked, w arg1.f / r arg1.f unlocked, " +
			"w arg1.f / w arg1.f unlocked",
	},
	{
		name: "keep reachable: code of neither points to nothing",
		text: `m(a) { x := a.f; } n(a) { a.f := new(); }`, units: "m m",
		opts: chord.Options{Keep: chord.StagesOf(chord.Reachable)},
		want: "r a.f / w a.f reachable, w a.f / w a.f reachable",
	},
	{
		name: "keep aliasing: each may be shared",
		text: `{ x := new(); x.f := x; arg1.g := x; } || { arg1.f := arg1; }`,
		opts: chord.Options{Keep: chord.StagesOf(chord.Aliasing)},
		want: "w x.f / w x.f original, w x.f / w arg1.f unlocked, " +
			"w arg1.g / w arg1.g original, w arg1.f / w x.f original, " +
			"w arg1.f / w arg1.f original",
	},
	{
		name: "keep aliasing: one is not shared",
		text: `{ arg1.f := arg1; } || { x := new(); x.f := x; }`,
		opts: chord.Options{Keep: chord.StagesOf(chord.Aliasing)},
		want: "w arg1.f / w arg1.f original, w arg1.f / w x.f aliasing, " +
			"w x.f / w arg1.f original, w x.f / w x.f original",
	},
	{
		name: "keep escaping", text: `m(a) { x := new(); x.f := x; }`,
		opts: chord.Options{Keep: chord.StagesOf(chord.Escaping)},
		want: "w x.f / w x.f unlocked",
		why:  "Both may access new@1:8. Call paths: m (lock level 0) and m (lock level 0).",
	},
	{
		name: "keep unlocked", text: `m(a) { synchronized { a.f := new(); } }`,
		opts: chord.Options{Keep: chord.StagesOf(chord.Unlocked)},
		want: "w a.f / w a.f unlocked",
		why:  "Both may access h0. Call paths: m (lock level 1) and m (lock level 1).",
	},
	{
		name: "keep all", text: `m(a) { x := new(); x.f := x; } n(a) { y := a.f; }`, units: "m m",
		opts: chord.Options{Keep: chord.StagesOf(chord.Reachable, chord.Aliasing, chord.Escaping,
			chord.Unlocked)},
		want: "w x.f / w x.f unlocked, w x.f / r a.f unlocked",
		why:  "Call paths: m (lock level 0) and none.",
	},
}

const (
	twoReceivers = `{ x := new(); wr(x); } || { wr(arg1); } private wr(o) { y := new(); o.f := y; }`
	twoMakers    = `{ x := new(); mk(x); } || { mk(arg1); } ` +
		`private mk(o) { i := new(); o.g := i; i.f := i; }`
	aliases = `m(p, q) { y := q.g; p.g := p; }`
)

// TestStages checks which stage removes which pair, and why.
func TestStages(t *testing.T) {
	for _, tt := range stageTests {
		t.Run(tt.name, func(t *testing.T) {
			core := iltest.Core(t, tt.text)
			r := analyzed(t, core, tt.opts, strings.Fields(tt.units)...)
			if d := cmp.Diff(strings.Split(tt.want, ", "), strings.Split(fates(r), ", ")); d != "" {
				t.Errorf("fates of the pairs (-want +got):\n%s", d)
			}
			last := r.Left(chord.Original)[r.Count(chord.Original)-1]
			if x, ok := r.Example(last); tt.why != "" && (!ok || x.Text(core) != tt.why) {
				t.Errorf("got  %s\nwant %s", x.Text(core), tt.why)
			}
		})
	}
}

// TestExample: a pair that remains has an example, which is checked part by part.
func TestExample(t *testing.T) {
	core := iltest.Core(t,
		`m(a) { k(a, a.g); } private k(o, p) { x := p.f; y := new(); o.g := y; y.f := x; }`)
	r := analyzed(t, core, chord.Options{K: 1})
	sites := map[string]il.Site{}
	for _, s := range r.Left(chord.Original) {
		for _, x := range s {
			a := r.Access(x)
			sites[fmt.Sprintf("%.1s %s", a.Kind, a.Path)] = x
		}
	}
	x, ok := r.Example(il.Sites{sites["w y.f"], sites["r p.f"]})
	if !ok {
		t.Fatal("the pair w y.f, r p.f has no example")
	}
	made := chord.Object{
		Alloc: chord.Alloc{At: il.Pos(strings.Index(core.Source.Text, "y := new"))},
	}
	if d := cmp.Diff(&made, x.Object); d != "" {
		t.Errorf("object of the example (-want +got):\n%s", d)
	}
	initial := chord.Object{Alloc: chord.Alloc{At: il.NoPos}}
	if d := cmp.Diff([]chord.Cell{{Object: initial, Field: "g"}}, x.Chain); d != "" {
		t.Errorf("chain of the example (-want +got):\n%s", d)
	}
	want := &chord.CallPath{
		Root: core.Methods["m"],
		Calls: []chord.Call{{At: il.Pos(strings.Index(core.Source.Text, "k(a")),
			Callee: core.Methods["k"]}},
	}
	if d := cmp.Diff([2]*chord.CallPath{want, want}, x.Paths); d != "" {
		t.Errorf("call paths of the example (-want +got):\n%s", d)
	}
	for _, s := range []il.Sites{
		{{At: 0}, sites["r p.f"]}, {sites["r p.f"], sites["r p.f"]},
		{sites["w o.g"], sites["w y.f"]},
	} {
		if _, ok := r.Example(s); ok {
			t.Errorf("%v has an example, want none", s)
		}
		if _, ok := r.Last(s); ok {
			t.Errorf("%v has a last stage, want none", s)
		}
	}
}

// TestRefusals: invalid options are errors.
func TestRefusals(t *testing.T) {
	core := iltest.Core(t, `m(a) { k(a); } private k(a) { x := new(); a.f := x; }`)
	for _, o := range []chord.Options{
		{K: -1}, {MaxWords: -1}, {Keep: chord.StagesOf(chord.Original)}, {Keep: 1 << 7},
	} {
		if a, err := chord.New(core, o); err == nil {
			t.Errorf("New with %+v = %v, want an error", o, a)
		}
	}
	a, err := chord.New(core, chord.Options{MaxWords: 20, K: 1})
	if err != nil {
		t.Fatal(err)
	}
	var large chord.ErrTooLarge
	if _, err := a.Pair(core.Pairs()[0]); !errors.As(err, &large) ||
		!strings.HasSuffix(err.Error(), "a smaller k needs less") || large.Contexts == 0 {
		t.Errorf("Pair beyond the limit of words: %v, want an ErrTooLarge with its contexts", err)
	}
	for _, text := range []string{
		`m(a) { lock(); }`, `m(a) { unlock(); lock(); }`,
		`m(a) { lock(); if * { unlock(); lock(); } unlock(); }`,
	} {
		p, _ := parse.File(il.NewSource("t.il", text))
		core, errs := check.Program(p, check.Options{Tolerate: check.A2})
		if core == nil {
			t.Fatalf("%s is not legal: %v", text, errs)
		}
		var unbalanced chord.ErrUnbalanced
		if _, err := chord.New(core, chord.Options{}); !errors.As(err, &unbalanced) ||
			!strings.HasPrefix(err.Error(), "m does not balance") {
			t.Errorf("New for %s: %v, want an ErrUnbalanced of m", text, err)
		}
	}
}

// TestNames: printed names can be parsed.
func TestNames(t *testing.T) {
	for _, s := range chord.AllStages() {
		got, err := chord.ParseStages(strings.ToUpper(s.String()))
		if s == chord.Original {
			if err == nil {
				t.Errorf("ParseStages of %s in capitals = %s, want an error", s, got)
			}
		} else if err != nil || got != chord.StagesOf(s) {
			t.Errorf("ParseStages of %s in capitals = %s, %v, want %s", s, got, err, s)
		}
	}
	both, err := chord.ParseStages("unlocked,aliasing")
	if err != nil || both.String() != "aliasing,unlocked" {
		t.Errorf(`ParseStages("unlocked,aliasing") = %s, %v, want aliasing,unlocked`, both, err)
	}
	if !both.Has(chord.Unlocked) || both.Has(chord.Escaping) {
		t.Errorf("%s has unlocked: %t, escaping: %t, want true and false",
			both, both.Has(chord.Unlocked), both.Has(chord.Escaping))
	}
}
