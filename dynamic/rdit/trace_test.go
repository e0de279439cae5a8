package rdit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// chain is a program in which m calls n, which calls k.
const chain = `
k(p) { lock(); p.f := p; unlock(); }
n(p) { x := p.f; k(p); p.f := x; }
m(p) { p.f := p; n(p); y := p.f; }
{ m(arg1); z := arg1.f; } || { skip; }
`

// TestObserve checks which events are recorded, and where calls of missing methods are marked.
func TestObserve(t *testing.T) {
	tests := []struct{ name, text, missing, schedule, a, b string }{
		{"nothing missing", chain, "", "a", "wrlwuwrr", ""},
		{"the outermost", chain, "m", "a", "(<rlwuw>)r", ""},
		{"in the middle", chain, "n", "a", "w(<lwu>)rr", ""},
		{"the innermost", chain, "k", "a", "wr()wrr", ""},
		{"a missing method calls a missing one", chain, "m n", "a", "(<lwu>)r", ""},
		{"a missing method in the middle calls one", chain, "n k", "a", "w()rr", ""},
		{"a callback calls missing", chain, "m k", "a", "(<r()w>)r", ""},
		{"all", chain, "m n k", "a", "()r", ""},
		{"in progress", chain, "m n", "AAAAAAA", "(<l", ""},
		{"both threads", "m(p) { p.f := p; }\n{ m(arg1); } || { x := arg1.f; m(arg1); }", "m",
			"BAB a b", "()", "r()"},
		{"no arguments", "m() { lock(); unlock(); }\n{ m(); } || { lock(); m(); unlock(); }", "m",
			"b a", "()", "l()u"},
		{"locals are not seen", "m() { skip; }\n{ x := new(); y := x; m(); } || { skip; }", "m",
			"a", "()", ""},
		{"a thread's own unit", "m(p) { p.f := p; n(p); }\nprivate n(p) { x := p.f; }", "m", "ab",
			"(<r>)", "(<r>)"},
		{"a thread's own unit in a deadlock",
			"m(p) { if * { lock(l); n(p); lock(k); unlock(k); unlock(l); } " +
				"else { lock(k); lock(l); unlock(l); unlock(k); } }\n" +
				"private n(p) { x := p.f; }", "m", "+AAAA -B", "(<r>", "("},
		{"its callee", "m(p) { p.f := p; n(p); }\nprivate n(p) { x := p.f; }", "n", "ab",
			"w()", "w()"},
	}
	for _, tt := range tests {
		x := executed(t, tt.text, tt.schedule)
		tr := Observe(x, named(t, x.Core, tt.missing))
		if got := seen(tr); got != [2]string{tt.a, tt.b} {
			t.Errorf("%s: without %q the trace is %q, want %q", tt.name, tt.missing, got,
				[2]string{tt.a, tt.b})
		}
	}
}

// TestBarrierPairs checks the elements of barrier pairs, what they reach, and whether they may
// lock.
func TestBarrierPairs(t *testing.T) {
	x := executed(t, `
k(p) { lock(); p.f := p; unlock(); }
n(p, q) { x := p.f; k(q); }
m(p, q) { n(p, q); }
{ m(arg1.f, arg2); m(arg1, arg1); } || { m(arg2, arg2); k(arg1); }
`, "a BBBB")
	tr := Observe(x, named(t, x.Core, "m k"))
	var got []string
	for i := range tr.Pairs {
		p := &tr.Pairs[i]
		end := fmt.Sprint(p.End)
		if tr.InProgress(p) {
			end = "..."
		}
		got = append(got, fmt.Sprintf("%s %s %d-%s %v %t", p.Thread, p.Method.Name, p.Begin, end,
			p.Reach.Locs(), p.MayLock != 0))
	}
	want := []string{
		"A m 0-6 [o1 o2] false", "A k 3-4 [o2] true",
		"A m 7-13 [o1] false", "A k 10-11 [o1] true",
		"B m 14-... [o2] false", "B k 17-... [o2] true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestReach checks what a call reaches through all fields and cycles of the heap.
func TestReach(t *testing.T) {
	x := executed(t, `
m(p) { skip; }
{ m(arg1); arg1.f := arg2; m(arg1); y := new(); y.g := y; arg2.g := y; y.f := arg1; m(y);
  m(arg2.g.f); } || { m(arg2); }
`, "AA B AAA B AAAAA A")
	tr := Observe(x, named(t, x.Core, "m"))
	var got []string
	for _, p := range tr.Pairs {
		got = append(got, p.Thread.String()+fmt.Sprint(p.Reach.Locs()))
	}
	want := []string{"A[o1]", "B[o2]", "A[o1 o2]", "A[o1 o2 o3]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	a, b := tr.Pairs[0].Reach, tr.Pairs[1].Reach
	if l := a.Common(b); l != semantics.Nil {
		t.Errorf("%v and %v have %v in common, want nil", a.Locs(), b.Locs(), l)
	}
	if l, m := tr.Pairs[3].Reach.Common(b), b.Common(b); l != 2 || m != 2 {
		t.Errorf("o2 is the least common object, Common returns %v and %v", l, m)
	}
}

// TestReachBeyondAWord checks sets of more than 64 objects, of different sizes.
func TestReachBeyondAWord(t *testing.T) {
	h := semantics.NewHeap([]string{"f"})
	small, h := h.New()
	r := reach(h, []semantics.Loc{small})
	last := small
	for range 150 {
		var l semantics.Loc
		l, h = h.New()
		h = h.With(semantics.Addr{Loc: l, Field: "f"}, last)
		last = l
	}
	_, h = h.New()
	all := reach(h, []semantics.Loc{last})
	if n := len(all.Locs()); n != 151 || all.Has(152) || all.Has(0) || all.Has(1000) {
		t.Errorf("reaches %d objects, want 151, without the last one", n)
	}
	if all.Common(r) != small || r.Common(all) != small || r.Common(nil) != semantics.Nil {
		t.Errorf("Common of a large and a small set, of these, and with nil: %v, %v, %v",
			all.Common(r), r.Common(all), r.Common(nil))
	}
	only := reach(h, []semantics.Loc{152})
	if !slices.Equal(only.Locs(), []semantics.Loc{152}) || only.Common(all) != semantics.Nil ||
		only.Common(only) != 152 {
		t.Errorf("the last object reaches %v, want itself alone", only.Locs())
	}
}

// TestReachOfManyFields: reach does not depend on the order in which objects are visited.
func TestReachOfManyFields(t *testing.T) {
	h := semantics.NewHeap([]string{"a", "b", "c"})
	for range 40 {
		_, h = h.New()
	}
	for l := semantics.Loc(1); l <= 13; l++ {
		for i, f := range h.Fields() {
			// The heap is a tree of 40 objects.
			h = h.With(semantics.Addr{Loc: l, Field: f}, 3*l-1+semantics.Loc(i))
		}
	}
	if n := len(reach(h, []semantics.Loc{1}).Locs()); n != 40 {
		t.Errorf("the root reaches %d objects, want 40", n)
	}
	want := []semantics.Loc{2, 5, 6, 7, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 38, 39, 40}
	if got := reach(h, []semantics.Loc{13, 2}).Locs(); !slices.Equal(got, want) {
		t.Errorf("o13 and o2 reach %v, want %v", got, want)
	}
}

// TestObserveRandom: exactly the events outside missing frames are recorded, marks are nested, and
// pairs agree with their marks.
func TestObserveRandom(t *testing.T) {
	var marks [callbackEnd + 1]int
	nested, progress := 0, 0
	corpus(t, 1500, func(tr *Trace) {
		for k, it := range tr.Items {
			marks[it.Mark]++
			e := tr.Events[k]
			if it.At >= 0 && tr.Execution.Events[it.At] != e {
				t.Fatalf("element %d is %v, its event %v", k, e, tr.Execution.Events[it.At])
			}
			if it.Mark == recorded && tr.Missing.Has(e.In) {
				t.Fatalf("%s is recorded in %s", e, e.In.Name)
			}
		}
		recorded := 0
		for _, e := range tr.Execution.Events {
			if (e.IsAccess() || e.Kind == dynamic.Acquire || e.Kind == dynamic.Release) &&
				!tr.Missing.Has(e.In) {
				recorded++
			}
		}
		all := seen(tr)
		marks := strings.NewReplacer("(", "", ")", "", "<", "", ">", "")
		if n := len(marks.Replace(all[0] + all[1])); n != recorded {
			t.Fatalf("%d recorded events, want %d", n, recorded)
		}
		depth := nesting(t, all)
		nested = max(nested, depth)
		for i := range tr.Pairs {
			p := &tr.Pairs[i]
			if tr.InProgress(p) {
				progress++
			} else if tr.Items[p.End].Pair != i || tr.Items[p.End].Mark != methodEnd {
				t.Fatalf("pair %d does not end at its methodEnd: %+v", i, tr.Items[p.End])
			}
			if tr.Items[p.Begin].Pair != i || tr.Items[p.Begin].Mark != methodBegin ||
				tr.Events[p.Begin].Callee != p.Method {
				t.Fatalf("pair %d does not begin at its methodBegin: %+v", i, tr.Items[p.Begin])
			}
		}
	})
	t.Logf("elements by mark %v, %d deep, %d pairs in progress", marks, nested, progress)
	if slices.Min(marks[:]) < 300 || nested < 4 || progress < 100 {
		t.Error("too few of the traces are interesting")
	}
}

// nesting returns how deep the marks of a trace are nested. It fails the test unless they are
// balanced.
func nesting(t *testing.T, all [2]string) int {
	t.Helper()
	deepest := 0
	for _, s := range all {
		var stack []rune
		for _, c := range s {
			switch c {
			case '(', '<':
				stack = append(stack, c)
				deepest = max(deepest, len(stack))
			case ')', '>':
				if len(stack) == 0 || stack[len(stack)-1] != map[rune]rune{')': '(', '>': '<'}[c] {
					t.Fatalf("marks are not nested: %s", s)
				}
				stack = stack[:len(stack)-1]
			}
		}
	}
	return deepest
}

// TestNamed: methods can be named as missing, and invalid names are refused.
func TestNamed(t *testing.T) {
	core := iltest.Core(t, chain)
	m := named(t, core, "n k n")
	if got := m.Names(); !slices.Equal(got, []string{"k", "n"}) || m.Len() != 2 {
		t.Errorf("missing %q, Len() = %d, want k and n", got, m.Len())
	}
	for name, want := range map[string]string{
		"x": "there is no method x",
		"A": "A is a thread block; only methods can be missing",
		"B": "B is a thread block; only methods can be missing",
	} {
		if _, err := Named(core, "m", name); err == nil || err.Error() != want {
			t.Errorf("Named(m, %s): %v, want %s", name, err, want)
		}
	}
	class := iltest.Core(t, "A() { skip; }")
	if got := named(t, class, "A").Names(); !slices.Equal(got, []string{"A"}) {
		t.Errorf("missing %q, want the method A", got)
	}
	if _, err := Named(class, "B"); err == nil || err.Error() != "there is no method B" {
		t.Errorf(`Named(class, "B"): %v, want that there is no such method`, err)
	}
}

// TestMayLock checks which methods may lock, through missing methods only.
func TestMayLock(t *testing.T) {
	core := iltest.Core(t, `
k() { if * { while * { lock(); unlock(); } } else { skip; } }
n() { k(); }
m() { if * { n(); } else { skip; } }
j() { skip; }
{ skip; } || { skip; }
`)
	for missing, want := range map[string]string{
		"":        "",
		"k":       "k",
		"k n":     "k n",
		"k m":     "k",
		"n m":     "",
		"k n m j": "k n m",
	} {
		m := named(t, core, missing)
		var got []string
		for _, u := range core.Units {
			if m.MayLock(u) != 0 {
				got = append(got, u.Name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("missing %q: %q may lock, want %q", missing, got, want)
		}
	}
}

// TestMayLockOfNames: a method may take its own locks, and those of the missing methods that it
// calls.
func TestMayLockOfNames(t *testing.T) {
	core := iltest.Core(t, "k() { lock(b); unlock(b); } n() { lock(); k(); unlock(); } "+
		"m() { lock(a); n(); unlock(a); }")
	for missing, want := range map[string][3]uint16{
		"k n m": {1 << 2, 1<<2 | 1, 1<<2 | 1<<1 | 1}, "n m": {0, 1, 1<<1 | 1},
		"k m": {1 << 2, 0, 1 << 1},
	} {
		m := named(t, core, missing)
		var got [3]uint16
		for i, u := range core.Units {
			got[i] = m.MayLock(u)
		}
		if got != want {
			t.Errorf("missing %s: MayLock of k, n and m is %b, want %b", missing, got, want)
		}
	}
}

// TestMayLockOfRecursion: MayLock accepts recursion, if violations of A5 are tolerated.
func TestMayLockOfRecursion(t *testing.T) {
	p, errs := parse.File(il.NewSource("t.il",
		"m() { n(); }\nn() { m(); k(); }\nk() { lock(); unlock(); }"))
	if len(errs) > 0 {
		t.Fatalf("parsing: %v", errs)
	}
	core, list := check.Program(p, check.Options{Tolerate: check.A5})
	if core == nil {
		t.Fatalf("checking: %v", list)
	}
	m := named(t, core, "m n k")
	for _, u := range core.Units {
		if m.MayLock(u) == 0 {
			t.Errorf("MayLock(%s) = 0, want a lock", u.Name)
		}
	}
}

// TestShare: a share of missing methods is rounded to the nearest number. A larger share never
// gives fewer methods, and each method is chosen equally often.
func TestShare(t *testing.T) {
	o := gen.Default()
	o.Methods = 6
	iltest.Random(t, 100, o, func(core *il.Core) {
		d := Draw(core, rand.New(rand.NewPCG(1, 1)))
		before := Missing{}
		for _, share := range []float64{-1, 0, 0.25, 0.5, 0.75, 1, 2} {
			m := d.Share(share)
			n := float64(len(core.Methods))
			if diff := float64(m.Len()) - max(0, min(1, share))*n; diff < -0.5 || diff > 0.5 {
				t.Fatalf("Share(%g) has %d of %d methods", share, m.Len(), len(core.Methods))
			}
			for _, u := range core.Units {
				if before.core != nil && before.Has(u) && !m.Has(u) || m.Has(u) && u.Thread {
					t.Fatalf("Share(%g) has %s: %t, the smaller share: %t", share, u.Name, m.Has(u),
						before.core != nil && before.Has(u))
				}
			}
			before = m
		}
	})
	core := iltest.Core(t, chain)
	count := map[string]int{}
	for seed := range uint64(900) {
		count[Draw(core, rand.New(rand.NewPCG(seed, 1))).Share(0.4).Names()[0]]++
	}
	for name, n := range count {
		if n < 200 || len(count) != 3 {
			t.Errorf("%s is missing %d times of 900, want about 300", name, n)
		}
	}
}
