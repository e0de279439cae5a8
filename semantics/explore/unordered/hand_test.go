package unordered

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/semantics/explore"
)

// TestByHand: the pairs of small programs from all initial states, and those of Definition 3.6,
// determined by hand. Sites are named by the texts of the statements.
func TestByHand(t *testing.T) {
	const own = "arg1.f := arg1;"
	tests := []struct {
		name, a, b string
		unordered  string
		meet       string // "=" if they are the same
	}{
		{"nothing", "", "", "", "="},
		{"two stores", own, own, "arg1.f := arg1 / arg1.f := arg1", "="},
		{"two loads", "x := arg1.f;", "x := arg1.f;", "", "="},
		{"load and store", "x := arg1.f;", own, "x := arg1.f / arg1.f := arg1", "="},
		{"other fields", own, "arg1.g := arg1;", "", "="},
		{"both locked", "lock(); " + own + " unlock();", "lock(); " + own + " unlock();", "", "="},
		{"one locked", "lock(); " + own + " unlock();", own,
			"arg1.f := arg1 / arg1.f := arg1", "="},
		{"what is thread-local", "x := new(); x.f := x;", own, "", "="},

		// B's load precedes A's section, or follows it and is ordered.
		{"ordered by handing over", "lock(); arg1.f := arg1; unlock();",
			"lock(); unlock(); x := arg1.f;",
			"arg1.f := arg1 / x := arg1.f", "="},
		// A's accesses before it releases the lock are ordered only if B takes it later.
		{"before a section", own + " lock(); unlock();", "lock(); unlock(); " + own,
			"arg1.f := arg1 / arg1.f := arg1", "="},
		{"inner sections", own + " lock(); lock(); unlock(); unlock();",
			"lock(); " + own + " unlock();",
			"arg1.f := arg1 / arg1.f := arg1", "="},

		// Publication: a thread that reads y from arg1.f may still race with the store y.g := y.
		{"publication", "y := new(); y.g := y; arg1.f := y;", "x := arg1.f; x.g := x;",
			"arg1.f := y / x := arg1.f, y.g := y / x.g := x", "arg1.f := y / x := arg1.f"},
		// Handing over under the lock orders what came before.
		{"publication under the lock", "y := new(); y.g := y; lock(); arg1.f := y; unlock();",
			"lock(); x := arg1.f; unlock(); x.g := x;",
			"", "="},
		{"published under the lock of one thread",
			"y := new(); y.g := y; lock(); arg1.f := y; unlock();", "x := arg1.f; x.g := x;",
			"arg1.f := y / x := arg1.f, y.g := y / x.g := x", "arg1.f := y / x := arg1.f"},
		// After the section nothing is ordered any more.
		{"stored to after the section", "y := new(); lock(); arg1.f := y; unlock(); y.g := y;",
			"lock(); x := arg1.f; unlock(); x.g := x;",
			"y.g := y / x.g := x", "="},

		// A passes on what it has only in the heap.
		{"published by way of the heap",
			"y := new(); arg1.h := y; y.g := y; v := arg1.h; arg1.f := v;",
			"x := arg1.f; x.g := x;",
			"arg1.f := v / x := arg1.f, y.g := y / x.g := x", "arg1.f := v / x := arg1.f"},
		// u is z only if A's store to arg1.f comes between B's two stores to arg1.
		{"stores in a certain order",
			"y := new(); arg1.f := y; v := arg1.h; x := arg1.f; x.g := v; u := y.g; u.m := u;",
			"z := new(); z.m := z; arg1.f := z; arg1.h := z;",
			"arg1.f := y / arg1.f := z, u.m := u / z.m := z, v := arg1.h / arg1.h := z, " +
				"x := arg1.f / arg1.f := z",
			"arg1.f := y / arg1.f := z, v := arg1.h / arg1.h := z, x := arg1.f / arg1.f := z"},
		// Threads that store to y.g.g meet if y.g is y. But the thread that stores first moves the
		// other one's path away, and y.g never is y again.
		{"stores that move each other",
			"y := new(); lock(); arg1.f := y; unlock(); z := new(); y.g.g := z;",
			"lock(); x := arg1.f; unlock(); z := new(); x.g.g := z;",
			"", "y.g.g := z / x.g.g := z"},
		// The same with fewer commands: x.f is x until one of the two stores.
		{"stores that move each other, without locks",
			"x := new(); arg1.f := x; x := arg1.f; x.f.f := arg1;",
			"x := new(); arg1.f := x; y := arg1.f; y.f.f := arg1;",
			"arg1.f := x / arg1.f := x, arg1.f := x / y := arg1.f, arg1.f := x / y.f.f := arg1, " +
				"x := arg1.f / arg1.f := x, x := arg1.f / y.f.f := arg1, " +
				"x.f.f := arg1 / arg1.f := x, x.f.f := arg1 / y := arg1.f",
			"arg1.f := x / arg1.f := x, arg1.f := x / y := arg1.f, x := arg1.f / arg1.f := x, " +
				"x.f.f := arg1 / y.f.f := arg1"},
	}
	for _, tt := range tests {
		core := iltest.Core(t, "{ "+tt.a+" } || { "+tt.b+" }")
		p := core.Pairs()[0]
		r := mustSearch(t, core, p, Defaults())
		if got := plain(core, sitesOf(r)); got != tt.unordered || !r.Complete {
			t.Errorf("%s: %q, complete %t; want %q, true", tt.name, got, r.Complete, tt.unordered)
		}
		want := tt.meet
		if want == "=" {
			want = tt.unordered
		}
		meet, _ := coEnabled(t, core, p, explore.Defaults())
		if got := plain(core, meet); got != want {
			t.Errorf("%s: by Definition 3.6 %q, want %q", tt.name, got, want)
		}
	}
}

// plain lists pairs by the texts of their statements.
func plain(core *il.Core, pairs []il.Sites) string {
	var out []string
	for _, s := range texts(core, pairs) {
		a, b, _ := strings.Cut(s, " / ")
		_, a, _ = strings.Cut(a, " ")
		_, b, _ = strings.Cut(b, " ")
		out = append(out, a+" / "+b)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// TestSlices: a slice drops commands that no wanted pair needs, arguments that do not matter, and
// locks that only one thread takes.
func TestSlices(t *testing.T) {
	tests := []struct{ name, text, wanted, want string }{
		{"what is not read",
			"m(a, b) { x := b.f; y := new(); b.g := y; a.g := x; }", "a.g := x",
			"m(a) { a.g := a }"},
		{"what an address needs",
			"m(a, b) { x := b.f.g; b.g := x; a.f := x; y := x.g; y.g := x; }", "y.g := x",
			"m(a, b) { x := b.f.g; b.g := x; a.f := x; y := x.g; y.g := x }"},
		{"arguments and calls",
			"n(a) { x := a.f; } k(a, b) { x := a; b.f := x; } " +
				"m(a, b) { n(a); k(b, a.g); k(a, b); }", "b.f := x",
			"k(b) { b.f := b } m(a, b) { k(a.g); k(b) }"},
		{"branches and loops",
			"m(a) { x := a.f; if * { x := a.f; } else { } while * { x := a.f; " +
				"} while * { if * { } else { a.f := x; } } }", "a.f := x",
			"m(a) { while { if { } else { a.f := a } } }"},
		{"locks", "m(a) { x := a; lock(); unlock(); a.f := x; }", "a.f := x",
			"m(a) { lock(); unlock(); a.f := a }"},
		{"locks of one thread", "{ lock(); unlock(); arg1.f := arg1; } || { arg1.f := arg1; }",
			"arg1.f := arg1",
			"A(arg1) { arg1.f := arg1 } B(arg1) { arg1.f := arg1 }"},
	}
	for _, tt := range tests {
		core := iltest.Core(t, tt.text)
		pairs := core.Pairs()
		wanted := map[il.Stmt]bool{}
		for _, u := range core.Units {
			il.Walk(u.Body, func(s il.Stmt) {
				if il.Text(s) == tt.wanted {
					wanted[s] = true
				}
			})
		}
		s := newSlice(core, pairs[len(pairs)-1], wanted)
		var units []string
		for _, u := range s.core.Units {
			if u.Body != nil {
				units = append(units, u.Name+"("+strings.Join(u.Formals, ", ")+") "+block(u.Body))
			}
		}
		if got := strings.Join(units, " "); got != tt.want {
			t.Errorf("%s: the slice is\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// block writes a block in a line.
func block(b *il.Block) string {
	var out []string
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.If:
			out = append(out, "if "+block(s.Then)+" else "+block(s.Else))
		case *il.While:
			out = append(out, "while "+block(s.Body))
		default:
			out = append(out, il.Text(s))
		}
	}
	if out == nil {
		return "{ }"
	}
	return "{ " + strings.Join(out, "; ") + " }"
}

// TestCandidates: how many pairs the text alone allows. Each is removed when it is found.
func TestCandidates(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
	}{
		{"store and store", "m(a) { a.f := a; }", 1},
		{"load and store", "m(a) { x := a.f; a.f := a; }", 3},
		{"a lock in the caller", "private n(a) { a.f := a; } m(a) { lock(); n(a); unlock(); }", 0},
		{"a lock in one of two callers",
			"private n(a) { a.f := a; } m(a) { lock(); n(a); unlock(); n(a); }", 1},
		{"what only one thread has", "m(a) { x := new(); x.f := x; a.f := a; }", 1},
		{"more than a word of sites", "m(a) { " + strings.Repeat("a.f := a; x := a.f; ", 70) + "}",
			3 * 70 * 70},
		{"what is published", "m(a) { x := new(); x.f := x; a.g := x; y := a.g; y.f := y; }", 6},
	}
	for _, tt := range tests {
		core := iltest.Core(t, tt.text)
		p := core.Pairs()[len(core.Pairs())-1]
		c, err := newCode(core, p, &Options{})
		if err != nil {
			t.Fatal(err)
		}
		all := newCandidates(c.threads)
		if all.count != tt.want || all.none(^uint64(0), ^uint64(0)) != (tt.want == 0) {
			t.Errorf("%s: %d candidates, want %d", tt.name, all.count, tt.want)
		}
		for k := range c.threads[0].sites {
			for l := range c.threads[1].sites {
				if all.has(0, int32(k), int32(l)) {
					all.found(1, int32(l), int32(k))
				}
			}
		}
		for _, set := range slices.Concat(all.of[0], all.of[1]) {
			if set != 0 {
				t.Errorf("%s: a site has candidates after all were found", tt.name)
			}
		}
		if all.count != 0 || !all.none(^uint64(0), ^uint64(0)) || len(all.stmts()) > 0 {
			t.Errorf("%s: %d candidates after all were found", tt.name, all.count)
		}
	}
}
