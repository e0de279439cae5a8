package racerd

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// analyze runs the analysis, which must not fail.
func analyze(t testing.TB, c *il.Core, opts Options) *Result {
	t.Helper()
	r, err := Analyze(c, opts)
	if err != nil {
		t.Fatalf("Analyze: %v\n%s", err, c.Source.Text)
	}
	return r
}

// races lists all reports of a file, or of one pair.
func races(t testing.TB, r *Result, only *il.Pair) []Report {
	t.Helper()
	x, err := r.Reports(only)
	if err != nil {
		t.Fatal(err)
	}
	return x.ListRaces(1 << 20)
}

// options returns the options with the named switches; none for "".
func options(t testing.TB, switches string) Options {
	t.Helper()
	if switches == "" {
		return Options{}
	}
	o, err := ParseSwitches(switches)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// show prints the summary of u on one line: E; L; A as kind path lock and ownership.
func show(r *Result, u *il.Unit) string {
	level := func(l il.Level) string {
		if l == Top {
			return "⊤"
		}
		return fmt.Sprint(l)
	}
	var owned, accesses []string
	for _, e := range r.Owned(u) {
		owned = append(owned, fmt.Sprintf("%s %s", e.Expr, e.in(u.Formals)))
	}
	for _, a := range r.Accesses(u, 99) {
		accesses = append(accesses,
			fmt.Sprintf("%s %s %s %s", a.Kind, a.Path, level(a.Lock), a.Ownership.in(u.Formals)))
	}
	return strings.Join(owned, ", ") + "; " + level(r.Lock(u)) + "; " + strings.Join(accesses, ", ")
}

// TestRules checks the summary of the method m, with rows for each rule.
func TestRules(t *testing.T) {
	for _, r := range []struct{ rule, switches, text, want string }{
		{"skip", "", `m(a) { skip }`, "a OwnedIf(a); 0; "},
		{"no formals", "", `m() { }`, "; 0; "},
		{"x := new()", "", `m() { x := new() }`, "x Owned; 0; "},
		{"x := y", "", `m(a) { x := a; y := x }`, "a OwnedIf(a), x OwnedIf(a), y OwnedIf(a); 0; "},
		{"x := path, deep", "", `m(a) { x := a.f.g }`,
			"a OwnedIf(a), x OwnedIf(a); 0; read a.f.g 0 OwnedIf(a)"},
		{"x := path, exact", "exact", `m(a) { x := a.f.g }`,
			"a OwnedIf(a); 0; read a.f.g 0 Unowned"},
		{"path := x", "", `m(a) { x := new(); a.f := x }`,
			"a OwnedIf(a), a.f Owned, x Owned; 0; write a.f 0 OwnedIf(a)"},
		{"an access is to the object before the last field", "",
			`m(a) { x := new(); a.f := x; a.f.g := x }`,
			"a OwnedIf(a), a.f Owned, a.f.g Owned, x Owned; 0; write a.f 0 OwnedIf(a), " +
				"write a.f.g 0 Owned"},
		{"the longest prefix", "", `m(a) { x := new(); x.f := a; y := x.f.g }`,
			"a OwnedIf(a), t'1 OwnedIf(a), x Owned, x.f OwnedIf(a), y OwnedIf(a); 0; write x.f 0 " +
				"Owned, read x.f.g 0 OwnedIf(a)"},
		{"the root alone", "base", `m(a) { x := new(); x.f := a; y := x.f.g }`,
			"a OwnedIf(a), t'1 OwnedIf(a), x Owned, x.f OwnedIf(a), y Owned; 0; write x.f 0 " +
				"Owned, read x.f.g 0 Owned"},
		{"the whole path", "full-path", `m(a) { x := new(); a.f := x; y := a.f }`,
			"a OwnedIf(a), a.f Owned, x Owned, y Owned; 0; write a.f 0 " +
				"OwnedIf(a), read a.f 0 Owned"},
		{"the whole path, exactly", "full-path-exact",
			`m(a) { x := new(); a.f := x; y := a.f; y := a.g }`,
			"a OwnedIf(a), a.f Owned, x Owned; 0; write a.f 0 Unowned, read a.f 0 Owned, " +
				"read a.g 0 Unowned"},
		{"formals owned", "formals-owned", `m(a) { x := a.f }`,
			"a Owned, x Owned; 0; read a.f 0 Owned"},
		{"formals unowned", "formals-unowned", `m(a) { x := a.f }`, "; 0; read a.f 0 Unowned"},
		{"a formal may be given away", "", `m(a) { a := new(); x := a.f }`,
			"a Owned, x Owned; 0; read a.f 0 Owned"},
		{"extensions are forgotten", "", `m(a, b) { x := new(); a.f := x; a := b; x := a.f.g }`,
			"a OwnedIf(b), b OwnedIf(b), x OwnedIf(b); 0; write a.f 0 OwnedIf(a), read " +
				"a.f.g 0 OwnedIf(b)"},
		{"extensions go stale", "keep-stale",
			`m(a, b) { x := new(); a.f := x; a := b; x := a.f.g }`,
			"a OwnedIf(b), a.f Owned, b OwnedIf(b), x Owned; 0; write a.f 0 OwnedIf(a), " +
				"read a.f.g 0 Owned"},
		{"extensions of an inner path", "",
			`m(a) { x := new(); a.f.g := x; a.f := x; a.f := a; x := a.f.g.h }`,
			"a OwnedIf(a), a.f OwnedIf(a), t'1 OwnedIf(a), x OwnedIf(a); 0; write a.f.g 0 " +
				"OwnedIf(a), write a.f 0 OwnedIf(a), write a.f 0 OwnedIf(a), read " +
				"a.f.g.h 0 OwnedIf(a)"},
		{"x := x", "", `m(a) { x := new(); a.f := x; a := a }`,
			"a OwnedIf(a), a.f Owned, x Owned; 0; write a.f 0 OwnedIf(a)"},
		{"lock, unlock", "",
			`m(a) { lock(); x := a.f; lock(); x := a.g; unlock(); x := a.h; unlock(); x := a.i }`,
			"a OwnedIf(a), x OwnedIf(a); 0; read a.f 1 OwnedIf(a), read a.g 2 OwnedIf(a), read " +
				"a.h 1 OwnedIf(a), read a.i 0 OwnedIf(a)"},
		{"if", "", `m(a, b) { if * { x := a } else { x := b } y := x.f }`,
			"a OwnedIf(a), b OwnedIf(b), x OwnedIf(a, b), y OwnedIf(a, b); 0; " +
				"read x.f 0 OwnedIf(a, b)"},
		{"if, assigned on one way", "", `m(a) { if * { x := new() } }`, "a OwnedIf(a); 0; "},
		{"if, owned on one way", "", `m(a) { x := a; if * { x := new() } y := x.f }`,
			"a OwnedIf(a), x OwnedIf(a), y OwnedIf(a); 0; read x.f 0 OwnedIf(a)"},
		{"if, a longer prefix on one way", "", `m(a) { x := new(); if * { x.f := a } y := x.f.g }`,
			"a OwnedIf(a), x Owned, x.f OwnedIf(a), y OwnedIf(a); 0; write x.f 0 Owned, read " +
				"x.f.g 0 OwnedIf(a)"},
		{"while", "", `m(a) { x := new(); while * { y := x.f; x := a } }`,
			"a OwnedIf(a), x OwnedIf(a); 0; read x.f 0 OwnedIf(a)"},
		{"while, several rounds", "",
			`m(a) { x := new(); y := new(); z := new(); while * { z.f := z; z := y; y := x; ` +
				`x := a } }`,
			"a OwnedIf(a), x OwnedIf(a), y OwnedIf(a), z OwnedIf(a); 0; write z.f 0 OwnedIf(a)"},
		{"while in while", "",
			`m(a) { x := new(); y := new(); while * { while * { y.f := y; y := x } x := a } }`,
			"a OwnedIf(a), x OwnedIf(a), y OwnedIf(a); 0; write y.f 0 OwnedIf(a)"},
		{"while, levels kept", "", `m(a) { while * { lock(); x := a.f; unlock() } x := a.g }`,
			"a OwnedIf(a), x OwnedIf(a); 0; read a.f 1 OwnedIf(a), read a.g 0 OwnedIf(a)"},
		{"while, always widened", "always-widen", `m(a) { while * { x := a.f } x := a.g }`,
			"a OwnedIf(a), x OwnedIf(a); ⊤; read a.f 0 OwnedIf(a), read a.f ⊤ OwnedIf(a), " +
				"read a.g ⊤ OwnedIf(a)"},
		{"call, on a formal", "", `k(p) { x := p.f } m(a) { lock(); k(a.g); unlock() }`,
			"a OwnedIf(a); 0; read a.g.f 1 OwnedIf(a)"},
		{"call, on an owned object", "", `k(p) { x := p.f } m() { y := new(); k(y) }`,
			"y Owned; 0; read y.f 0 Owned"},
		{"call, all conditions", "",
			`k(p, q) { if * { x := p } else { x := q } p := x; y := p.f } ` +
				`m(a) { y := new(); k(a, y) }`,
			"a OwnedIf(a), y Owned; 0; read a.f 0 OwnedIf(a)"},
		{"call, formals unowned", "formals-unowned", `k(p) { x := p.f } m() { y := new(); k(y) }`,
			"y Owned; 0; read y.f 0 Unowned"},
		{"call, owned in the callee", "", `k(p) { p := new(); x := p.f } m(a) { k(a) }`,
			"a OwnedIf(a); 0; read a.f 0 Owned"},
		{"call, locals do not matter to the caller", "", `k(p) { y := p; x := y.f } m(a) { k(a) }`,
			"a OwnedIf(a); 0; "},
		{"call, a local that is called like a formal", "",
			`k(p) { a := p; x := a.f } m(a) { k(a) }`, "a OwnedIf(a); 0; "},
		{"call, the callee's environment is discarded", "",
			`k(p) { x := new(); p.f := x } m(a) { k(a); y := a.f.g }`,
			"a OwnedIf(a), y OwnedIf(a); 0; write a.f 0 OwnedIf(a), read a.f.g 0 OwnedIf(a)"},
		{"call, one site by two formals", "",
			`k(p, q) { if * { p := q } x := p.f } m(a) { y := new(); k(a, a); k(a, y) }`,
			"a OwnedIf(a), y Owned; 0; read a.f 0 OwnedIf(a)"},
		{"prefix reads", "prefix-reads", `k(p) { } m(a) { x := a.f.g; k(a.h.i) }`,
			"a OwnedIf(a), x OwnedIf(a); 0; read a.f 0 OwnedIf(a), read a.f.g 0 OwnedIf(a), read " +
				"a.h 0 OwnedIf(a), read a.h.i 0 OwnedIf(a)"},
		{"prefix reads of a write", "prefix-reads", `m(a) { x := new(); a.f.g := x }`,
			"a OwnedIf(a), a.f.g Owned, x Owned; 0; read a.f 0 OwnedIf(a), write " +
				"a.f.g 0 OwnedIf(a)"},
		{"no reads", "drop-reads", `m(a) { x := a.f; a.f := x }`,
			"a OwnedIf(a), a.f OwnedIf(a), x OwnedIf(a); 0; write a.f 0 OwnedIf(a)"},
	} {
		t.Run(r.rule, func(t *testing.T) {
			c := iltest.Core(t, r.text)
			if got := show(analyze(t, c, options(t, r.switches)), c.Methods["m"]); got != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
		})
	}
}

// TestPrefixLast: if two reads differ only in that one reads a prefix, the prefix is second.
func TestPrefixLast(t *testing.T) {
	read, prefix := Access{}, Access{Prefix: true}
	if read.compare(prefix) >= 0 || prefix.compare(read) <= 0 || prefix.compare(prefix) != 0 {
		t.Error("a read of a prefix is before the other read, want it after")
	}
}

// TestUnbalanced checks lock counts in programs that violate A2.
func TestUnbalanced(t *testing.T) {
	for _, r := range []struct{ what, text, want string }{
		{"a count that changes becomes ⊤", `m(a) { while * { lock(); x := a.f } x := a.g }`,
			"a OwnedIf(a), x OwnedIf(a); ⊤; read a.f 1 OwnedIf(a), read a.f ⊤ OwnedIf(a), " +
				"read a.g ⊤ OwnedIf(a)"},
		{"also one that falls", `m(a) { lock(); while * { unlock(); x := a.f } }`,
			"a OwnedIf(a); ⊤; read a.f 0 OwnedIf(a), read a.f ⊤ OwnedIf(a)"},
		{"⊤ stays", `m(a) { while * { lock() } unlock(); x := a.f }`,
			"a OwnedIf(a), x OwnedIf(a); ⊤; read a.f ⊤ OwnedIf(a)"},
		{"the larger count after branches", `m(a) { if * { lock() } x := a.f }`,
			"a OwnedIf(a), x OwnedIf(a); 1; read a.f 1 OwnedIf(a)"},
		{"no count below 0", `m(a) { unlock(); lock(); x := a.f }`,
			"a OwnedIf(a), x OwnedIf(a); 1; read a.f 1 OwnedIf(a)"},
		{"a callee that locks", `k() { lock() } m(a) { k(); x := a.f }`,
			"a OwnedIf(a), x OwnedIf(a); 1; read a.f 1 OwnedIf(a)"},
		{"a callee at ⊤, under a lock", `k() { while * { lock() } } m(a) { lock(); k(); x := a.f }`,
			"a OwnedIf(a), x OwnedIf(a); ⊤; read a.f ⊤ OwnedIf(a)"},
		{"a callee's access at ⊤, under a lock",
			`k(p) { while * { lock() } x := p.f } m(a) { lock(); k(a) }`,
			"a OwnedIf(a); ⊤; read a.f ⊤ OwnedIf(a)"},
		{"a callee at ⊤", `k() { while * { lock() } } m(a) { k(); x := a.f }`,
			"a OwnedIf(a), x OwnedIf(a); ⊤; read a.f ⊤ OwnedIf(a)"},
	} {
		t.Run(r.what, func(t *testing.T) {
			c := iltest.Tolerated(t, r.text, check.A2)
			if got := show(analyze(t, c, Options{}), c.Methods["m"]); got != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
		})
	}
}

// TestUnassigned: an unassigned local is Unowned (a violation of A3).
func TestUnassigned(t *testing.T) {
	c := iltest.Tolerated(t, `m(a) { if * { x := new() } a := x; y := a.f }`, check.A3)
	const want = "; 0; read a.f 0 Unowned"
	if got := show(analyze(t, c, Options{}), c.Methods["m"]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestRecursion: a recursive program has a least fixed point.
func TestRecursion(t *testing.T) {
	const grows = "not settled"
	for _, r := range []struct{ what, text, want string }{
		{"itself", `m(a) { m(a); x := a.f }`,
			"a OwnedIf(a), x OwnedIf(a); 0; read a.f 0 OwnedIf(a)"},
		{"on an object of its own", `m(a) { x := a.f; y := new(); m(y) }`,
			"a OwnedIf(a), x OwnedIf(a), y Owned; 0; read a.f 0 OwnedIf(a), read y.f 0 Owned"},
		{"actuals in turn", `m(a, b) { x := a.f; m(b, a) }`,
			"a OwnedIf(a), b OwnedIf(b), x OwnedIf(a); 0; read a.f 0 OwnedIf(a), " +
				"read b.f 0 OwnedIf(b)"},
		{"six in turn", `m(a, b, c, d, e, f) { x := a.g; m(b, c, d, e, f, a) }`,
			"a OwnedIf(a), b OwnedIf(b), c OwnedIf(c), d OwnedIf(d), e OwnedIf(e), " +
				"f OwnedIf(f), x OwnedIf(a); 0; " +
				"read a.g 0 OwnedIf(a), read b.g 0 OwnedIf(b), read c.g 0 OwnedIf(c), read d.g 0 " +
				"OwnedIf(d), read e.g 0 OwnedIf(e), read f.g 0 OwnedIf(f)"},
		{"conditions that grow", `m(a, b, c, d) { m(a, c, d, b); a := b; x := a.f }`,
			"a OwnedIf(b), b OwnedIf(b), c OwnedIf(c), d OwnedIf(d), x OwnedIf(b); 0; read a.f " +
				"0 OwnedIf(b, c, d)"},
		{"conditions in turn", `m(a, b, c) { if * { a := b; x := a.f } m(a, c, b) }`,
			"a OwnedIf(a, b), b OwnedIf(b), c OwnedIf(c); 0; read a.f 0 OwnedIf(b, c)"},
		{"growing paths", `m(a) { x := a.f; m(a.f) }`, grows},
		{"growing levels", `m(a) { x := a.f; lock(); m(a); unlock() }`, grows},
	} {
		t.Run(r.what, func(t *testing.T) {
			c := iltest.Tolerated(t, r.text, check.A5)
			x, err := Analyze(c, Options{})
			got := grows
			if err == nil {
				got = show(x, c.Methods["m"])
			} else if e := (abstract.ErrNoFixpoint{}); !errors.As(err, &e) || e.Unit != "m" ||
				e.Rounds < 1 {
				t.Fatalf("Analyze has the error %v, want an ErrNoFixpoint of m", err)
			}
			if got != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
		})
	}
}

// TestTooLarge: the analysis gives up before it fills the memory, even in the middle of a unit.
func TestTooLarge(t *testing.T) {
	for _, text := range []string{gen.DoublingFields(14), gen.Flat(8000)} {
		_, err := Analyze(iltest.Core(t, text), Options{MaxElements: 4000})
		if e := (abstract.ErrTooLarge{}); !errors.As(err, &e) || e.Limit != 4000 {
			t.Errorf("Analyze has the error %v, want an ErrTooLarge with the limit 4000", err)
		}
	}
}

// TestLarge: programs that are large in one dimension are analyzed. The races of Flat are only
// counted.
func TestLarge(t *testing.T) {
	for _, r := range []struct{ what, text, races string }{
		{"nested blocks", gen.Nest(2000), "1"},
		{"a long path", gen.LongPath(5000), "1"},
		{"a deep chain of calls", gen.DeepChain(3000), "1"},
		{"doubling calls", gen.DoublingChain(200), "1"},
		{"a long method", gen.Flat(16000), "1503875"},
		{"all of a kind", "m(a) {\n" + strings.Repeat("a.f := new()\n", 6000) + "}", "18003000"},
	} {
		x, err := analyze(t, iltest.Core(t, r.text), Options{}).Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.Races().String(); got != r.races || !x.Filtered().IsZero() {
			t.Errorf("%s: %s races and %s filtered pairs, want %s and none",
				r.what, got, x.Filtered(), r.races)
		}
		if n := len(x.ListRaces(7)); n != 7 && fmt.Sprint(n) != r.races {
			t.Errorf("%s: %d of %s races are listed, want 7 or all", r.what, n, r.races)
		}
	}
}

// TestReports checks the pairs of m and k, with a row for each condition of the reporting rule.
func TestReports(t *testing.T) {
	write, read := `m(a) { x := new(); a.f := x } `, `m(a) { x := a.f } `
	for _, r := range []struct {
		what, switches, text string
		races, filtered      int
	}{
		{"read and write", "", read + `k(b) { x := new(); b.f := x }`, 1, 0},
		{"two reads", "", read + `k(b) { x := b.f }`, 0, 0},
		{"two writes", "", write + `k(b) { x := new(); b.f := x }`, 1, 0},
		{"other fields", "", write + `k(b) { x := b.g }`, 0, 0},
		{"a longer path", "", write + `k(b) { x := b.f.f }`, 0, 0},
		{"another formal", "", write + `k(b, c) { x := c.f }`, 1, 0},
		{"another formal, equal paths", "equal-paths", write + `k(b, c) { x := c.f }`, 0, 0},
		{"another name, equal paths", "equal-paths", write + `k(b, c) { x := b.f }`, 1, 0},
		{"a local", "", write + `k(b) { y := b; x := y.f }`, 0, 0},
		{"one locked", "", write + `k(b) { lock(); x := b.f; unlock() }`, 1, 0},
		{"both locked", "",
			`m(a) { lock(); x := new(); a.f := x; unlock() } k(b) { lock(); x := b.f; unlock() }`,
			0, 0},
		{"locked twice", "", write + `k(b) { lock(); lock(); x := b.f; unlock(); unlock() }`, 1, 0},
		{"locked twice, sum", "sum",
			write + `k(b) { lock(); lock(); x := b.f; unlock(); unlock() }`, 0, 0},
		{"after a widened loop", "always-widen", write + `k(b) { while * { } x := b.f }`, 1, 0},
		{"both after widened loops", "always-widen",
			`m(a) { while * { } x := new(); a.f := x } k(b) { while * { } x := b.f }`, 0, 0},
		{"after a widened loop and under the lock, sum", "always-widen,sum",
			`m(a) { lock(); x := new(); a.f := x; unlock() } k(b) { while * { } x := b.f }`, 0, 0},
		{"after a widened loop, sum", "always-widen,sum",
			write + `k(b) { while * { } x := b.f }`, 0, 0},
		{"left owned", "", `m(a) { a := new(); x := new(); a.f := x } k(b) { x := b.f }`, 0, 1},
		{"right owned", "", write + `k(b) { b := new(); x := b.f }`, 0, 1},
		{"owned on a condition", "conditional-owned", write + `k(b) { x := b.f }`, 0, 1},
		{"unowned", "conditional-owned,formals-unowned", write + `k(b) { x := b.f }`, 1, 0},
		{"reassigned, not owned", "", write + `k(b, c) { b := c; x := b.f }`, 1, 0},
		{"no lock anywhere", "locks-in-unit", write + `k(b) { x := b.f }`, 0, 1},
		{"a lock later", "locks-in-unit", write + `k(b) { x := b.f; lock(); unlock() }`, 1, 0},
		{"a lock later, not above", "locks-above",
			write + `k(b) { x := b.f; lock(); unlock() }`, 0, 1},
		{"a lock above", "locks-above", write + `k(b) { lock(); unlock(); x := b.f }`, 1, 0},
		{"a lock above on one way", "locks-above",
			write + `k(b) { if * { lock(); unlock() } x := b.f }`, 1, 0},
		{"a lock in the round before", "locks-above",
			write + `k(b) { while * { x := b.f; lock(); unlock() } }`, 1, 1},
		{"a callee's lock is no evidence", "locks-above",
			write + `k(b) { j(b) } private j(p) { lock(); unlock(); x := p.f }`, 0, 1},
		{"a caller's lock is evidence", "locks-above",
			write + `k(b) { lock(); j(b); unlock() } private j(p) { x := p.f }`, 1, 0},
		{"two ways to one site", "per-sites",
			write + `k(b, c) { if * { j(b) } else { j(c) } } private j(p) { x := p.f }`, 1, 0},
		{"two sites", "per-path", write + `k(b) { x := b.f; y := b.f }`, 1, 0},
		{"reads and writes", "per-path", write + `k(b) { x := b.f; b.f := x }`, 2, 0},
		{"reads and writes of two units", "per-units", write + `k(b) { x := b.f; b.f := x }`, 1, 0},
	} {
		t.Run(r.what, func(t *testing.T) {
			c := iltest.Core(t, r.text)
			pair := il.Pair{Left: c.Methods["m"], Right: c.Methods["k"]}
			x, err := analyze(t, c, options(t, r.switches)).Reports(&pair)
			if err != nil {
				t.Fatal(err)
			}
			if len(x.ListRaces(99)) != r.races || len(x.ListFiltered(99)) != r.filtered {
				t.Errorf("the races are %v and the filtered pairs %v, want %d and %d",
					x.ListRaces(99), x.ListFiltered(99), r.races, r.filtered)
			}
		})
	}
}

// TestEqualPathsOfThreads: a formal of a thread block has the same number in every block: that of
// its name.
func TestEqualPathsOfThreads(t *testing.T) {
	c := iltest.Core(t, `{ x := arg2.f } || { y := new(); arg2.f := y; arg3.f := y }`)
	if got := races(t, analyze(t, c, options(t, "equal-paths")), nil); len(got) != 1 ||
		got[0].Right.Path != "arg2.f" {
		t.Errorf("the races are %v, want only that of arg2.f", got)
	}
}

// TestReportText checks how reports and their reasons are printed.
func TestReportText(t *testing.T) {
	c := iltest.Core(t, `m(a) { a := new(); x := new(); a.f := x } k(b) { b.f := b }`)
	x, err := analyze(t, c, options(t, "locks-above")).Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"left owned, right owned, no evidence: m: write of a.f at 31 under 0, Owned / m: write " +
			"of a.f at 31 under 0, Owned",
		"left owned, no evidence: m: write of a.f at 31 under 0, Owned / k: write of b.f at 49 " +
			"under 0, OwnedIf(b)",
		"no evidence: k: write of b.f at 49 under 0, OwnedIf(b) / k: write of b.f at 49 " +
			"under 0, OwnedIf(b)",
	}
	var got []string
	for _, r := range x.ListFiltered(9) {
		got = append(got, r.String())
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("printed reports (-want +got):\n%s", d)
	}
	if _, err := ParseSwitches("sum,sun"); err == nil || !strings.Contains(err.Error(), `"sun"`) {
		t.Errorf(`ParseSwitches("sum,sun") = %v, want an error that names sun`, err)
	}
}

// TestReportsAgainstTheRule: counting and listing by classes agree with the rule of Section 5.1
// applied to all pairs of snapshots. A limit keeps the shortest paths.
func TestReportsAgainstTheRule(t *testing.T) {
	total := 0
	for _, switches := range []string{
		"", "sum", "equal-paths", "locks-above", "conditional-owned,formals-unowned",
		"prefix-reads",
	} {
		opts := options(t, switches)
		iltest.Random(t, 300, gen.Default(), func(c *il.Core) {
			r := analyze(t, c, opts)
			for _, p := range c.Pairs() {
				x, err := r.Reports(&p)
				if err != nil {
					t.Fatal(err)
				}
				races, filtered := byTheRule(r, p, opts)
				if d := cmp.Diff(texts(races), texts(x.ListRaces(1<<20))); d != "" {
					t.Fatalf("%s: races by the rule -, listed +\n%s\n%s", switches, d, c.Source.Text)
				}
				if d := cmp.Diff(texts(filtered), texts(x.ListFiltered(1<<20))); d != "" {
					t.Fatalf("%s: filtered by the rule -, listed +\n%s\n%s",
						switches, d, c.Source.Text)
				}
				if x.Races().String() != fmt.Sprint(len(races)) ||
					x.Filtered().String() != fmt.Sprint(len(filtered)) {
					t.Fatalf("%s: counted %s races and %s filtered pairs, want %d and %d\n%s",
						switches, x.Races(), x.Filtered(), len(races), len(filtered), c.Source.Text)
				}
				total += len(races) + len(filtered)
				few := x.ListRaces(3)
				if len(few) != min(3, len(races)) || !slices.IsSortedFunc(few, Report.compare) {
					t.Fatalf("ListRaces(3) of %d races = %v, want at most 3 in order",
						len(races), few)
				}
				longest := 0
				for _, r := range few {
					longest = max(longest, len(r.Left.Path.Fields()))
				}
				shorter := 0
				for _, r := range races {
					if len(r.Left.Path.Fields()) < longest {
						shorter++
					}
				}
				if shorter >= 3 {
					t.Fatalf("%d races are shorter than one of the 3 listed: %v", shorter, few)
				}
			}
		})
	}
	if total < 10_000 {
		t.Errorf("vacuous: %d pairs, want at least 10,000", total)
	}
}

// byTheRule applies the rule of Section 5.1 to each pair.
func byTheRule(r *Result, p il.Pair, o Options) (races, filtered []Report) {
	ls, rs := r.Accesses(p.Left, 1<<20), r.Accesses(p.Right, 1<<20)
	owned := func(x Ownership) bool {
		return x == Owned || o.ConditionalOwned && x != Unowned
	}
	number := func(u *il.Unit, root string) int {
		if i, ok := il.FormalIndex(root); ok && u.Thread {
			return i - 1
		}
		return u.Formal(root)
	}
	for i, a := range ls {
		if p.Left == p.Right {
			rs = ls[i:]
		}
		for _, b := range rs {
			ra, fa := a.Path.Cut()
			rb, fb := b.Path.Cut()
			x, y := number(p.Left, ra), number(p.Right, rb)
			if fa != fb || x < 0 || y < 0 || o.EqualPaths && x != y ||
				a.Kind == il.Read && b.Kind == il.Read ||
				!o.Condition.Holds(a.Lock, b.Lock) {
				continue
			}
			report := Report{Left: a, Right: b}
			if owned(a.Ownership) {
				report.Without |= LeftOwned
			}
			if owned(b.Ownership) {
				report.Without |= RightOwned
			}
			if a.Thread == noThread && b.Thread == noThread {
				report.Without |= NoEvidence
			}
			if report.Race() {
				races = append(races, report)
			} else {
				filtered = append(filtered, report)
			}
		}
	}
	return races, filtered
}

// texts prints each report.
func texts(reports []Report) []string {
	all := make([]string, len(reports))
	for i, r := range reports {
		all[i] = r.String()
	}
	return all
}

// TestDeduplicate: deduplication keeps some of the races of a file. Each omitted race resembles one
// that is kept, and no two that are kept resemble each other.
func TestDeduplicate(t *testing.T) {
	remaining := map[Dedup]int{}
	all := 0
	iltest.Random(t, quick.Cases(500), gen.Default(), func(c *il.Core) {
		full := races(t, analyze(t, c, Options{}), nil)
		all += len(full)
		for by := ShowAll; by <= perUnits; by++ {
			few := races(t, analyze(t, c, Options{Dedup: by}), nil)
			remaining[by] += len(few)
			if (len(few) == 0) != (len(full) == 0) {
				t.Fatalf("dedup %d leaves %d of %d races, want one if there is one\n%s",
					by, len(few), len(full), c.Source.Text)
			}
			if again := deduplicate(few, by); len(again) != len(few) {
				t.Fatalf("deduplicate(races, %d) drops %d of %d races of its own result: %v",
					by, len(few)-len(again), len(few), few)
			}
			for _, r := range few {
				if !slices.ContainsFunc(full,
					func(x Report) bool { return x.String() == r.String() }) {
					t.Fatalf("dedup %d lists %v, which is no race without it\n%s",
						by, r, c.Source.Text)
				}
			}
		}
	})
	if remaining[ShowAll] != all ||
		all <= remaining[perSites] || remaining[perSites] <= remaining[perPath] ||
		remaining[perPath] <= remaining[perUnits] {
		t.Errorf("of %d races %v remain, by kind of deduplication, want all and then ever fewer",
			all, remaining)
	}
	r := analyze(t, iltest.Core(t, gen.Flat(300)), Options{Dedup: perPath, MaxElements: 500})
	if _, err := r.Reports(nil); err != (errTooMany{Limit: 500}) ||
		!strings.Contains(err.Error(), "500") {
		t.Errorf("Reports of too many races has the error %v, want one with the limit 500", err)
	}
}

// TestUnorderedSites: a pair of sites does not depend on the order of its units.
func TestUnorderedSites(t *testing.T) {
	c := iltest.Core(t,
		`private r(p) { x := p.f } private w(p) { p.f := new() } m(a) { w(a) } k(a) { r(a) } `+
			`n(a) { w(a) }`)
	for by, want := range map[Dedup]int{ShowAll: 5, perSites: 2, perPath: 2, perUnits: 5} {
		if got := races(t, analyze(t, c, Options{Dedup: by}), nil); len(got) != want {
			t.Errorf("dedup %d keeps %d races, want %d: %v", by, len(got), want, got)
		}
	}
}

// TestShortestFirst: a limit keeps the shortest paths.
func TestShortestFirst(t *testing.T) {
	c := iltest.Core(t, `m(a) { a.f.g.h := a; a.f := a; a.f.g := a }`)
	r, u := analyze(t, c, Options{Dedup: perPath}), c.Methods["m"]
	if got := r.Accesses(u, 2); len(got) != 2 || got[0].Path != "a.f" || got[1].Path != "a.f.g" {
		t.Errorf("Accesses(m, 2) = %v, want a.f and a.f.g", got)
	}
	if got := r.Accesses(u, -1); len(got) != 0 {
		t.Errorf("Accesses(m, -1) = %v, want none", got)
	}
	if got := r.Size(u); got != 3 {
		t.Errorf("Size(m) = %d, want 3", got)
	}
	x, err := r.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := x.ListRaces(1); len(got) != 1 || got[0].Left.Path != "a.f" ||
		x.Races().String() != "3" {
		t.Errorf("ListRaces(1) = %v of %s races, want one of a.f, of 3", got, x.Races())
	}
}

// TestOwnership: the lattice O and instantiation satisfy their laws.
func TestOwnership(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all := []Ownership{Unowned, Owned, OwnedIf(), OwnedIf(63), OwnedIf(64), OwnedIf(0, 200)}
	for range 60 {
		var indices []int
		for range r.IntN(5) {
			indices = append(indices, r.IntN(20))
		}
		o := OwnedIf(indices...)
		want := slices.Compact(slices.Sorted(slices.Values(indices)))
		if got := o.list(); !slices.Equal(got, want) {
			t.Fatalf("OwnedIf(%v) has the formals %v, want %v", indices, got, want)
		}
		all = append(all, o)
	}
	for i, a := range all {
		for _, b := range all {
			c := all[(i*7+3)%len(all)]
			j := a.join(b)
			if j != b.join(a) || a.join(a) != a || a.join(b.join(c)) != j.join(c) {
				t.Fatalf("the join of %v, %v and %v is not idempotent, commutative and associative",
					a, b, c)
			}
			if !a.below(j) || a.below(b) != (j == b) || !Owned.below(a) || !a.below(Unowned) {
				t.Fatalf("the order of %v and %v does not fit their join, or the bounds", a, b)
			}
		}
	}
	for want, o := range map[string]Ownership{
		"Unowned": Unowned, "Owned": OwnedIf(), "OwnedIf({0, 9})": OwnedIf(9, 0),
	} {
		if o.String() != want {
			t.Errorf("String() = %v, want %s", o, want)
		}
	}
}

// Size returns the number of snapshots of u.
func (r *Result) Size(u *il.Unit) int { return len(r.sums[u.Index].A) }

// Lock returns the lock count at the end of u; it may be Top.
func (r *Result) Lock(u *il.Unit) il.Level { return r.sums[u.Index].L }

// Owned lists the entries of E at the end of u that are not Unowned.
func (r *Result) Owned(u *il.Unit) []exprEntry { return entries(r.sums[u.Index].E) }

// exprEntry is an expression with its entry in E.
type exprEntry struct {
	Expr abstract.Expr
	Ownership
}

// entries lists the entries that are not Unowned: roots in text order, each followed by its
// extensions.
func entries(e environment) []exprEntry {
	var all []exprEntry
	for _, x := range slices.Sorted(maps.Keys(e.roots)) {
		all = nodeEntries(all, e.roots[x], abstract.Expr(x))
	}
	return all
}

// nodeEntries adds those of n, the node of x, and of its extensions.
func nodeEntries(all []exprEntry, n *node, x abstract.Expr) []exprEntry {
	if n.entry.Ownership != Unowned {
		all = append(all, exprEntry{x, n.entry.Ownership})
	}
	for _, f := range slices.Sorted(maps.Keys(n.longer)) {
		all = nodeEntries(all, n.longer[f], x+"."+abstract.Expr(f))
	}
	return all
}

// Accesses lists at most limit snapshots of u, those with the shortest paths chosen first, in the
// order of Access.compare.
func (r *Result) Accesses(u *il.Unit, limit int) []Side {
	return abstract.Shortest(r.sums[u.Index].sides(u), limit,
		func(s Side) int { return s.Path.Len() })
}
