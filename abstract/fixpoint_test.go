package abstract_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

// TestRecursion: a recursive program has a least fixed point, unless its sets grow without end.
func TestRecursion(t *testing.T) {
	const grows = "not settled"
	for _, r := range []struct {
		what, text string
		opts       abstract.Options
		want       string
	}{
		{what: "itself", text: `m(a) { x := a.f; m(a) }`, want: "a.f; 0; read a.f 0"},
		{what: "nothing to come to", text: `m(a) { m(a) }`, want: "; 0; "},
		{what: "nothing to grow", text: `m(a) { m(a.f) }`, want: "; 0; "},
		{what: "actuals in turn", text: `m(a, b, c) { x := a.f; m(b, c, a) }`,
			want: "a.f b.f c.f; 0; read a.f 0, read b.f 0, read c.f 0"},
		{what: "each other, growing",
			text: `m(a) { x := new(); a.f := x; k(a.g) } ` +
				`k(p) { if * { x := p.h; m(p) } p := new(); j(p) } j(q) { while * { k(q) } }`,
			opts: abstract.Options{Without: abstract.ClauseCalleeWobbly}, want: grows},
		{what: "through a second method",
			text: `m(a, b) { k(b, a) } k(p, q) { x := p.f; q := x; m(p, q) }`,
			want: "a a.f b b.f; 0; read a.f 0, read b.f 0"},
		{what: "a local ends it", text: `m(a) { x := a.f; y := a; m(y.f) }`,
			want: "a a.f; 0; read a.f 0"},
		{what: "a literal reading keeps the local", text: `m(a) { x := a.f; y := a; m(y.f) }`,
			opts: abstract.Options{Literal: abstract.ReadingG19},
			want: "a a.f y.f y.f.f; 0; read a.f 0, read y.f.f 0"},
		{what: "prefix arguments", text: `m(a, b) { if * { m(a, a) } else { m(b, b) } }`,
			want: "a b; 0; "},
		{what: "a caller outside of the cycle",
			text: `r(p, q) { x := p.f; r(q, p) } m(a) { lock(); r(a.g, a.h); unlock() }`,
			want: "a.g.f a.h.f; 0; read a.g.f 1, read a.h.f 1"},
		{what: "growing paths", text: `m(a) { x := a.f; m(a.f) }`, want: grows},
		{what: "growing paths, the call not entered", text: `m(a) { x := a.f; while * { m(a.f) } }`,
			opts: abstract.Options{Without: abstract.ClauseLoopBody}, want: "a.f; 0; read a.f 0"},
		{what: "growing paths of two", text: `m(a) { k(a.g) } k(p) { x := p.f; m(p) }`,
			want: grows},
		{what: "growing levels", text: `m(a) { x := a.f; lock(); m(a); unlock() }`, want: grows},
		{what: "growing levels, capped", text: `m(a) { x := a.f; lock(); m(a); unlock() }`,
			opts: abstract.Options{Cap: 3},
			want: "a.f; 0; read a.f 0, read a.f 1, read a.f 2, read a.f 3"},
		{what: "growing levels, not added", text: `m(a) { x := a.f; lock(); m(a); unlock() }`,
			opts: abstract.Options{Without: abstract.ClauseLockOffset}, want: "a.f; 0; read a.f 0"},
		{what: "unbalanced", text: `m(a) { x := a.f; lock(); m(a) }`, want: grows},
		{what: "unbalanced, not added", text: `m(a) { x := a.f; lock(); m(a) }`,
			opts: abstract.Options{Without: abstract.ClauseCalleeLock | abstract.ClauseLockOffset},
			want: "a.f; 1; read a.f 0"},
	} {
		t.Run(r.what, func(t *testing.T) {
			c := iltest.Tolerated(t, r.text, check.A2|check.A5)
			s, err := abstract.Summaries(c, r.opts)
			got := grows
			if err == nil {
				got = show(s[c.Methods["m"].Index])
			} else if e := (abstract.ErrNoFixpoint{}); !errors.As(err, &e) || e.Rounds < 1 ||
				c.Methods[e.Unit] == nil {
				t.Fatalf("Summaries() = %v, want an ErrNoFixpoint of a method", err)
			}
			if got != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
		})
	}
}

// TestRecursionTooLarge: if the sets of a recursion keep growing, they end at the limit.
func TestRecursionTooLarge(t *testing.T) {
	c := iltest.Tolerated(t,
		`m(a, b, c) { x := a.f; y := x; z := y; m(a.f, b, c); m(a.g, b, c); m(a.h, b, c); `+
			`m(a.i, b, c) }`, check.A5)
	want := abstract.ErrTooLarge{Unit: "m", Limit: 100}
	if _, err := abstract.Summaries(c, abstract.Options{MaxElements: 100}); err != want {
		t.Errorf("Summaries() = %v, want %v", err, want)
	}
}

// randomRecursion returns a text of three methods that call each other at random.
func randomRecursion(r *rand.Rand) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "m%d(a, b) { x := %s;", i, pick("a", "b", "new()"))
		for range 1 + r.IntN(3) {
			call := fmt.Sprintf("m%d(%s, %s)", r.IntN(3), pick("a", "b", "b", "x", "b.f"),
				pick("a", "a", "b", "x", "a.g"))
			fmt.Fprintf(&b, " %s;",
				pick("y := a.f", "b.g := x", "a := b", call, call, "lock(); "+call+"; unlock()",
					"if * { "+call+" }"))
		}
		b.WriteString(" }\n")
	}
	return b.String()
}

// TestRoundsSuffice: the bound on the iterations cuts no recursion that settles. The reference is
// Figure 7 for the program in which each call of a method m to depth n is a method m'n of its own.
// If two large depths give the same result, it is a fixed point, and Summaries must find it.
func TestRoundsSuffice(t *testing.T) {
	settled, grown := 0, 0
	for seed := range uint64(quick.Cases(800)) {
		text := randomRecursion(rand.New(rand.NewPCG(seed, 7)))
		c := iltest.Tolerated(t, text, check.A5)
		if !c.Recursive {
			continue
		}
		opts := abstract.Options{MaxElements: 500}
		got, err := abstract.Summaries(c, opts)
		near, nearErr := unrolled(t, c, 14, opts)
		far, farErr := unrolled(t, c, 15, opts)
		if nearErr != nil || farErr != nil {
			if err == nil {
				t.Fatalf("a fixed point is found, but unrolled calls have %v and %v\n%s",
					nearErr, farErr, text)
			}
			continue
		}
		if same := cmp.Equal(near, far); same != (err == nil) {
			t.Fatalf("unrolled 14 and 15 times the summaries are the same: %v; "+
				"Summaries() = %v\n%s",
				same, err, text)
		} else if !same {
			grown++
			continue
		}
		settled++
		if d := cmp.Diff(far, got); d != "" {
			t.Fatalf("unrolled -, fixed point +\n%s\n%s", d, text)
		}
	}
	t.Logf("%d settled, %d grew", settled, grown)
	if settled < quick.Cases(100) || grown < quick.Cases(50) {
		t.Errorf("vacuous: %d settled and %d grew, want at least %d and %d",
			settled, grown, quick.Cases(100), quick.Cases(50))
	}
}

// unrolled returns the summaries of a class whose calls do nothing at a depth of n: copies of every
// unit, of which each calls those of the depth below.
func unrolled(t *testing.T, c *il.Core, n int, opts abstract.Options) ([]abstract.D, error) {
	t.Helper()
	flat := &il.Core{Methods: map[string]*il.Unit{}}
	var copies []*il.Unit
	for depth := range n {
		copies = copies[:0]
		for _, u := range c.Units {
			v := &il.Unit{
				Index: len(flat.Units), Name: at(u.Name, depth), Formals: u.Formals,
				Body: lowered(u.Body, depth),
			}
			flat.Units = append(flat.Units, v)
			flat.Methods[v.Name] = v
			copies = append(copies, v)
		}
	}
	flat.Order = flat.Units
	all, err := abstract.Summaries(flat, opts)
	if err != nil {
		return nil, err
	}
	return all[copies[0].Index:], nil
}

// at names the copy of a method that calls down to a depth.
func at(method string, depth int) string { return fmt.Sprintf("%s'%d", method, depth) }

// lowered returns a block whose calls go to the depth below, and are left out at 0.
func lowered(b *il.Block, depth int) *il.Block {
	var out []il.Stmt
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.If:
			out = append(out,
				&il.If{At: s.At, Then: lowered(s.Then, depth), Else: lowered(s.Else, depth)})
		case *il.Call:
			if depth > 0 {
				out = append(out, &il.Call{At: s.At, Method: at(s.Method, depth-1), Args: s.Args})
			}
		default:
			out = append(out, s)
		}
	}
	return &il.Block{Stmts: out}
}

// TestFixpointRounds: the summaries of a method that calls itself settle after three further
// rounds if they change in three, and not after two.
func TestFixpointRounds(t *testing.T) {
	core := iltest.Tolerated(t, "m(a) { x := a.f; m(a) }", check.A5)
	count := func(u *il.Unit, known []int) (int, error) { return min(known[u.Index]+1, 3), nil }
	for rounds, want := range map[int]bool{0: false, 1: false, 2: false, 3: true, 4: true} {
		got, err := abstract.Fixpoint(core, rounds, func(a, b int) bool { return a == b }, count)
		if (err == nil) != want || want && got[core.Methods["m"].Index] != 3 {
			t.Errorf("%d further rounds: %v, %v; want a fixed point: %t", rounds, got, err, want)
		}
	}
}
