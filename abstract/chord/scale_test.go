package chord_test

import (
	gocontext "context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// TestRecursion: contexts and call paths are bounded.
func TestRecursion(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"itself", `m(a) { a.f := a; m(a.f); }`, "w a.f / w a.f unlocked"},
		{"under a lock that grows",
			`m(a) { if * { lock(); m(a); unlock(); } else { x := a.f; a.f := x; } }`,
			"r a.f / w a.f unlocked, w a.f / w a.f unlocked"},
		{"first under the lock",
			`m(a) { lock(); k(a); unlock(); } private k(b) { x := new(); b.f := x; n(x); } ` +
				`private n(c) { c.g := c; k(c); }`,
			"w b.f / w b.f escaping, w c.g / w c.g escaping"},
		{"without formals", `m() { x := new(); x.f := x; m(); }`, "w x.f / w x.f aliasing"},
		{"a new receiver at every call",
			`m(a) { k(a); } private k(a) { x := new(); x.f := a; k(x); }`,
			"w x.f / w x.f aliasing"},
	} {
		p, _ := parse.File(il.NewSource("t.il", tt.text))
		core, errs := check.Program(p, check.Options{Tolerate: check.A5})
		if core == nil || !core.Recursive {
			t.Fatalf("%s: want a legal recursive program, errors %v", tt.name, errs)
		}
		for k := range 4 {
			if got := fates(analyzed(t, core, chord.Options{K: k})); got != tt.want {
				t.Errorf("%s, k = %d: %s, want %s", tt.name, k, got, tt.want)
			}
		}
	}
}

// TestContextsOfRecursion: there are as many contexts as strings of at most k call sites.
func TestContextsOfRecursion(t *testing.T) {
	core := iltest.Tolerated(t,
		`m(a) { if * { x := new(); m(x); } else { y := new(); m(y); } }`, check.A5)
	// h0 and the strings of x, y that end in h0 or have k sites.
	for k, want := range []int{3, 3, 7, 15} {
		objects, contexts := analyzed(t, core, chord.Options{K: k}).Size()
		if objects != want || contexts != max(1, min(k, 1)*want) {
			t.Errorf("k = %d: %d objects and %d contexts, want %d and %d",
				k, objects, contexts, want, max(1, min(k, 1)*want))
		}
	}
}

// TestWide: the counts are right for methods with hundreds of statements, fields, parameters,
// calls, objects or nested blocks.
func TestWide(t *testing.T) {
	const n = 500
	const pairs = n * (n + 1) / 2
	list := func(format, sep string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprintf(format, i)
		}
		return strings.Join(all, sep)
	}
	for _, tt := range []struct {
		name, text string
		want       [5]uint64 // pairs left after each stage
	}{
		// n stores to one field, in all pairs.
		{"stores", "m(a) {" + list("x%[1]d := new(); a.f := x%[1]d;", "") + "}",
			[5]uint64{pairs, pairs, pairs, pairs, pairs}},
		// n fields, each with one store of a new object; the objects do not escape.
		{"fields", "m(a) {" + list("x%[1]d := new(); x%[1]d.f%[1]d := x%[1]d;", "") + "}",
			[5]uint64{n, n, n, 0, 0}},
		// The environment may pass one object for all parameters.
		{"formals", "m(" + list("a%d", ", ") + ") {" + list("a%d.f := a0;", "") + "}",
			[5]uint64{pairs, pairs, pairs, pairs, pairs}},
		// Each call passes its own object, so each is analyzed in its own context.
		{"calls", "m(a) {" + list("x%[1]d := new(); k(x%[1]d);", "") +
			"} private k(o) { o.f := o; }", [5]uint64{1, 1, 1, 0, 0}},
		// Of many objects, one escapes.
		{"objects", "m(a) {" + list("x%[1]d := new();", "") + "z := new(); z.f := z; a.g := z; }",
			[5]uint64{2, 2, 2, 2, 2}},
		// A path of n fields has one access.
		{"path", "m(a) { x := a" + strings.Repeat(".f", n) + "; a.f := x; }",
			[5]uint64{2, 2, 2, 2, 2}},
		// Nested locks, and blocks.
		{"nesting", "m(a) {" + strings.Repeat("while * { lock(); ", n) + "a.f := new();" +
			strings.Repeat(" unlock(); }", n) + "}", [5]uint64{1, 1, 1, 1, 0}},
	} {
		core := iltest.Core(t, tt.text)
		for k := range 3 {
			r := analyzed(t, core, chord.Options{K: k})
			for _, s := range chord.AllStages() {
				if r.Count(s) != tt.want[s] {
					t.Errorf("%s, k = %d, %s: %d, want %d", tt.name, k, s, r.Count(s), tt.want[s])
				}
			}
		}
	}
}

// TestLimit: points-to sets and the inclusion edges between them count towards the limit.
func TestLimit(t *testing.T) {
	var sets, edges strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&sets, "x := new(); y%d := x;", i)
	}
	for range 128 {
		edges.WriteString("x := new(); y := x; x.f := y; x.f := y;")
	}
	for _, tt := range []struct {
		text           string
		enough, tooFew int
	}{
		// 1001 nodes of 14 words and objects of 18, sets of 16
		{"m(a) {" + sets.String() + "}", 80_000, 40_000},
		// 128 * 256 edges from y to f of an object
		{"m(a) {" + edges.String() + "}", 50_000, 20_000},
	} {
		core := iltest.Core(t, tt.text)
		for _, maxWords := range []int{tt.enough, tt.tooFew} {
			a, err := chord.New(core, chord.Options{MaxWords: maxWords})
			if err != nil {
				t.Fatal(err)
			}
			_, err = a.Pair(core.Pairs()[0])
			var large chord.ErrTooLarge
			if maxWords == tt.enough && err != nil {
				t.Errorf("Pair within %d words: %v", maxWords, err)
			}
			if maxWords == tt.tooFew && !errors.As(err, &large) {
				t.Errorf("Pair within %d words: %v, want an ErrTooLarge", maxWords, err)
			}
		}
	}
}

// TestMemory: contexts, objects, calls and pending work all count, so the limit is never exceeded.
func TestMemory(t *testing.T) {
	var b strings.Builder
	for i := range 9 {
		fmt.Fprintf(&b, "m%d(a, b) {\n", i)
		for j := range 5 {
			fmt.Fprintf(&b, "x%d := new(); x%d.f := a; a.g := x%d;", j, j, j)
			if i < 8 {
				fmt.Fprintf(&b, " m%d(x%d, a);\n", i+1, j)
			}
		}
		b.WriteString("}\n")
	}
	core := iltest.Core(t, b.String())
	const maxWords = 1 << 22
	a, err := chord.New(core, chord.Options{K: 7, MaxWords: maxWords})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = a.Pair(core.Pairs()[0])
	runtime.ReadMemStats(&after)
	var large chord.ErrTooLarge
	if !errors.As(err, &large) {
		t.Fatalf("Pair of a large program: %v, want an ErrTooLarge", err)
	}
	if got := (after.TotalAlloc - before.TotalAlloc) / 8; got > 3*maxWords/2 {
		t.Errorf("allocated %d words (garbage included), want at most %d", got, 3*maxWords/2)
	}
}

// TestInterrupted: a cancelled analysis ends and says so.
func TestInterrupted(t *testing.T) {
	core := iltest.Core(t, "m(a) { x := new(); a.f := x; }")
	a, err := chord.New(core, chord.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := gocontext.WithCancel(gocontext.Background())
	cancel()
	if r, err := a.PairContext(ctx, core.Pairs()[0]); !errors.Is(err, gocontext.Canceled) {
		t.Errorf("PairContext with a cancelled context = %v, %v, want %v",
			r, err, gocontext.Canceled)
	}
}

// TestDeep checks that a chain of 20,000 methods is analyzed, with and without formals.
func TestDeep(t *testing.T) {
	const n = 20_000
	for _, formals := range []string{"", "a"} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "private m%d(%s) { m%d(%s); }\n", i, formals, i+1, formals)
		}
		fmt.Fprintf(&b, "private m%d(%s) { x := new(); x.f := x; }\n", n, formals)
		arg := strings.ReplaceAll(formals, "a", "arg1")
		fmt.Fprintf(&b, "{ m0(%s); } || { lock(); m0(%s); unlock(); }", arg, arg)
		r := analyzed(t, iltest.Core(t, b.String()),
			chord.Options{K: 1, Keep: chord.StagesOf(chord.Escaping)})
		for _, s := range r.Left(chord.Unlocked) {
			x, ok := r.Example(s)
			if !ok {
				t.Fatalf("%v has no example", s)
			}
			a, b := x.Paths[0], x.Paths[1]
			if len(a.Calls) != n+1 || a.Level.Depth() != 0 || b.Level.Depth() != 1 {
				t.Errorf("%d calls at depth %d and depth %d, want %d calls at 0 and 1",
					len(a.Calls), a.Level.Depth(), b.Level.Depth(), n+1)
			}
		}
		if r.Count(chord.Unlocked) != 1 {
			t.Errorf("%d pairs are left, want 1", r.Count(chord.Unlocked))
		}
	}
}

// TestLarge: in a large class, the stages remove at least 99 % of the pairs, but not all.
func TestLarge(t *testing.T) {
	statements := 700
	if quick.All {
		statements = 2000
	}
	core := iltest.Core(t, gen.Large(statements, 20, 1))
	a, err := chord.New(core, chord.Options{K: 2})
	if err != nil {
		t.Fatal(err)
	}
	var remaining, total uint64
	for _, pair := range core.Pairs() {
		r, err := a.Pair(pair)
		if err != nil {
			t.Fatal(err)
		}
		remaining += r.Count(chord.Unlocked)
		total += r.Count(chord.Original)
	}
	if remaining == 0 || remaining*100 > total {
		t.Errorf("%d of %d pairs are left, want some and at most 1 %%", remaining, total)
	}
}

// block returns a program of two blocks with n statements between them, whose accesses nearly all
// go through objects that point to each other.
func block(n int) string {
	o := gen.Default()
	o.Statements, o.Methods, o.Threads = n/2, 0, 1
	o.Fields, o.Locals, o.Path = 60, 64, 3
	o.New, o.LocalRoot = 0.1, 0.5
	for seed := uint64(0); ; seed++ {
		if text := gen.Text(seed, o); strings.Count(text, ";") > n*9/10 {
			return text
		}
	}
}

// BenchmarkBlock analyzes large blocks.
func BenchmarkBlock(b *testing.B) {
	for _, n := range []int{400, 10_000} {
		core := iltest.Core(b, block(n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				analyzed(b, core, chord.Options{})
			}
		})
	}
}

// BenchmarkRandom analyzes all pairs of random programs.
func BenchmarkRandom(b *testing.B) {
	var cores []*il.Core
	iltest.Random(b, 1000, gen.Default(), func(core *il.Core) { cores = append(cores, core) })
	for _, k := range []int{0, 1, 2} {
		b.Run(fmt.Sprint("k=", k), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				core := cores[i%len(cores)]
				a, err := chord.New(core, chord.Options{K: k})
				if err != nil {
					b.Fatal(err)
				}
				for _, pair := range core.Pairs() {
					if _, err := a.Pair(pair); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
