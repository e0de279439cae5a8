package abstract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// show prints a summary on one line: W; L; A as kind path lock.
func show(d abstract.D) string {
	var w, a []string
	for _, e := range d.Wobbly() {
		w = append(w, string(e))
	}
	for _, x := range d.Accesses() {
		a = append(a, fmt.Sprintf("%s %s %d", x.Kind, x.Path, x.Lock))
	}
	return strings.Join(w, " ") + "; " + fmt.Sprint(d.L) + "; " + strings.Join(a, ", ")
}

// TestRules checks the summary of the method m, with a row for each rule of Figure 7.
func TestRules(t *testing.T) {
	for _, r := range []struct{ rule, text, want string }{
		{"skip", `m(a) { skip }`, "; 0; "},
		{"x := y", `m(a, b) { a := b }`, "a b; 0; "},
		{"x := y, locals dropped", `m(a) { x := a; y := x }`, "a; 0; "},
		{"x := path", `m(a, b) { a := b.f.g }`, "a b.f.g; 0; read b.f.g 0"},
		{"path := x", `m(a) { x := new(); a.f := x }`, "a.f; 0; write a.f 0"},
		{"path of a local", `m(a) { x := a; y := x.f; x.f := y }`, "a; 0; "},
		{"x := new()", `m(a) { a := new() }`, "a; 0; "},
		{"lock, unlock",
			`m(a) { lock(); x := a.f; lock(); x := a.g; unlock(); x := a.h; unlock(); x := a.i }`,
			"a.f a.g a.h a.i; 0; read a.f 1, read a.g 2, read a.h 1, read a.i 0"},
		{"if", `m(a) { if * { x := a.f } else { lock(); x := a.g; unlock() } x := a.h }`,
			"a.f a.g a.h; 0; read a.f 0, read a.g 1, read a.h 0"},
		{"while", `m(a) { while * { lock(); x := a.f; unlock() } }`, "a.f; 0; read a.f 1"},
		{"call", `k(p) { x := p.f; p := x } m(a) { lock(); k(a.g); unlock() }`,
			"a.g a.g.f; 0; read a.g.f 1"},
		{"call, actual a local", `k(p) { x := p.f } m(a) { y := a; k(y) }`, "a; 0; "},
		{"call, simultaneous substitution", `k(a, b) { x := a.f; x := b.g } m(a, b) { k(b, a) }`,
			"a.g b.f; 0; read b.f 0, read a.g 0"},
		{"call, prefix arguments", `k(p, q) { } m(a) { k(a, a.f) }`, "a; 0; "},
		{"call, equal arguments", `k(p, q) { } m(a) { k(a.f, a.f) }`, "a.f; 0; "},
		{"call, arguments apart", `k(p, q) { } m(a) { k(a.f, a.g) }`, "; 0; "},
		{"call, prefix of a local", `k(p, q) { } m(a) { y := new(); k(y, y.f) }`, "; 0; "},
		{"call, two deep",
			`j(p) { x := p.f } k(p) { lock(); j(p.g); unlock() } m(a) { lock(); k(a.h); unlock() }`,
			"a.h.g.f; 0; read a.h.g.f 2"},
	} {
		t.Run(r.rule, func(t *testing.T) {
			c := iltest.Core(t, r.text)
			s, err := abstract.AnalyzeSets(c, abstract.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(s.Summary(c.Methods["m"])); got != r.want {
				t.Errorf("got  %s\nwant %s", got, r.want)
			}
		})
	}
}

// TestReadings checks what each literal reading changes.
func TestReadings(t *testing.T) {
	for _, r := range []struct{ name, text, without, with string }{
		{"G18", `m(a) { lock(); x := a.f; unlock(); x := a.g }`,
			"a.f a.g; 0; read a.f 1, read a.g 0", "a.f a.g; 1; read a.f 0, read a.g 0"},
		{"G19", `k(p) { x := p.f } m(a) { y := a; k(y) }`, "a; 0; ", "a y.f; 0; read y.f 0"},
		{"G26", `k(p, q) { } m(a) { k(a, a.f) }`, "a; 0; ", "a a.f; 0; "},
		{"bare-formals", `k(p) { p := new(); x := p.f } m(a) { k(a) }`, "a a.f; 0; read a.f 0",
			"a.f; 0; read a.f 0"},
	} {
		t.Run(r.name, func(t *testing.T) {
			c := iltest.Core(t, r.text)
			reading, err := abstract.ParseReadings(r.name)
			if err != nil {
				t.Fatal(err)
			}
			for want, opts := range map[string]abstract.Options{
				r.without: {}, r.with: {Literal: reading},
			} {
				s, err := abstract.AnalyzeSets(c, opts)
				if err != nil {
					t.Fatal(err)
				}
				if got := show(s.Summary(c.Methods["m"])); got != want {
					t.Errorf("literal %v\ngot  %s\nwant %s", opts.Literal, got, want)
				}
			}
		})
	}
	if _, err := abstract.ParseReadings("G18,G99"); err == nil ||
		!strings.Contains(err.Error(), "G99") {
		t.Errorf(`ParseReadings("G18,G99") = %v, want an error that names G99`, err)
	}
}

// TestCap: levels stop at L-hat.
func TestCap(t *testing.T) {
	c := iltest.Core(t, `m(a) { lock(); lock(); x := a.f; unlock(); x := a.g; unlock() }`)
	for lockCap, want := range map[int]string{
		0: "a.f a.g; 0; read a.f 2, read a.g 1",
		1: "a.f a.g; 0; read a.f 1, read a.g 0",
		2: "a.f a.g; 0; read a.f 2, read a.g 1",
	} {
		s, err := abstract.AnalyzeSets(c, abstract.Options{Cap: lockCap})
		if err != nil {
			t.Fatal(err)
		}
		if got := show(s.Summary(c.Methods["m"])); got != want {
			t.Errorf("cap %d: got %s, want %s", lockCap, got, want)
		}
	}
}

// TestReports checks the pairs of m and k, with a row for each clause of the reporting condition.
func TestReports(t *testing.T) {
	for _, r := range []struct {
		what, text     string
		condition      abstract.Condition
		races, without int
	}{
		{"read and write", `m(a) { x := a.f } k(b) { x := new(); b.f := x }`, abstract.Or, 1, 0},
		{"two reads", `m(a) { x := a.f } k(b) { x := b.f }`, abstract.Or, 0, 0},
		{"two writes", `m(a) { x := new(); a.f := x } k(b) { x := new(); b.f := x }`,
			abstract.Or, 1, 0},
		{"other fields", `m(a) { x := a.f } k(b) { x := new(); b.g := x }`, abstract.Or, 0, 0},
		{"longer path", `m(a) { x := a.f.g } k(b) { x := new(); b.f := x }`, abstract.Or, 0, 0},
		{"other root", `m(a, b) { x := b.f } k(c) { x := new(); c.f := x }`, abstract.Or, 1, 0},
		{"one locked", `m(a) { lock(); x := a.f; unlock() } k(b) { x := new(); b.f := x }`,
			abstract.Or, 1, 0},
		{"both locked",
			`m(a) { lock(); x := a.f; unlock() } k(b) { lock(); x := new(); b.f := x; unlock() }`,
			abstract.Or, 0, 0},
		{"locked twice, or",
			`m(a) { lock(); lock(); x := a.f; unlock(); unlock() } k(b) { x := new(); b.f := x }`,
			abstract.Or, 1, 0},
		{"locked twice, sum",
			`m(a) { lock(); lock(); x := a.f; unlock(); unlock() } k(b) { x := new(); b.f := x }`,
			abstract.Sum, 0, 0},
		{"left wobbly", `m(a) { a := new(); x := a.f } k(b) { x := new(); b.f := x }`,
			abstract.Or, 0, 1},
		{"right wobbly", `m(a) { x := a.f } k(b) { b := new(); x := new(); b.f := x }`,
			abstract.Or, 0, 1},
		{"touched itself", `m(a) { x := a.f; x := a.f } k(b) { x := new(); b.f := x }`,
			abstract.Or, 2, 0},
		{"inner prefix touched", `m(a) { x := a.f; x := a.f.g } k(b) { x := new(); b.f.g := x }`,
			abstract.Or, 0, 1},
	} {
		t.Run(r.what, func(t *testing.T) {
			c := iltest.Core(t, r.text)
			s, err := abstract.AnalyzeSets(c, abstract.Options{Condition: r.condition})
			if err != nil {
				t.Fatal(err)
			}
			rs, err := s.Reports(&il.Pair{Left: c.Methods["m"], Right: c.Methods["k"]})
			if err != nil {
				t.Fatal(err)
			}
			if len(rs.ListRaces(9)) != r.races || len(rs.ListFiltered(9)) != r.without {
				t.Errorf("the races are %v and the filtered pairs %v, want %d and %d",
					rs.ListRaces(9), rs.ListFiltered(9), r.races, r.without)
			}
		})
	}
}

// TestSelfPair: an unordered pair of accesses occurs once, and an access is paired with itself.
func TestSelfPair(t *testing.T) {
	c := iltest.Core(t, `m(a) { x := a.f; a.f := x }`)
	s, err := abstract.AnalyzeSets(c, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := s.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range rs.ListRaces(9) {
		got = append(got, r.Left.Kind.String()+" "+r.Right.Kind.String())
	}
	if want := []string{"read write", "write write"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOriginsAgree: an expression has an origin iff it is in W. The origin leads through calls of
// the program to a statement that touches the expression.
func TestOriginsAgree(t *testing.T) {
	in, out := 0, 0
	iltest.Random(t, 1500, gen.Default(), func(c *il.Core) {
		s, err := abstract.AnalyzeSets(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		origins := abstract.OriginsOf(c, abstract.Figure7)
		for _, u := range c.Units {
			w := s.Summary(u).W
			for _, e := range candidates(c, u) {
				o, ok := origins.Touch(u, e)
				if ok != w.Has(e) {
					t.Fatalf("%s in %s: in W %v, has an origin %v\n%s", e, u.Name, w.Has(e), ok,
						c.Source.Text)
				}
				if ok {
					in++
					follow(t, c, u, e, o)
				} else {
					out++
				}
			}
		}
	})
	if in < 3000 || out < 3000 {
		t.Errorf("vacuous: %d expressions are in W and %d not, want at least 3000 of both", in, out)
	}
}

// TestFirstOrigin: if there are several origins, the one with the fewest calls is given, and among
// these the first in the text.
func TestFirstOrigin(t *testing.T) {
	const methods = "private one(p) { x := p } private other(p) { skip; x := p } " +
		"private two(p) { other(p) } "
	for body, want := range map[string]string{
		"one(a); other(a)":         "one",
		"other(a); one(a)":         "other",
		"two(a); other(a); one(a)": "other",
		"two(a); one(a); other(a)": "one",
		"two(a); two(a)":           "two other",
		"one(a); y := a":           "",
		"one(a.f); other(a)":       "other",
	} {
		c := iltest.Core(t, methods+"m(a) { "+body+" }")
		o, ok := abstract.OriginsOf(c, abstract.Figure7).Touch(c.Methods["m"], "a")
		var calls []string
		for _, call := range o.Calls {
			calls = append(calls, call.Method)
		}
		if got := strings.Join(calls, " "); !ok || got != want {
			t.Errorf("%s: the origin of a is found %v below the calls %q, want true and %q",
				body, ok, got, want)
		}
	}
	c := iltest.Core(t, methods+"m(a) { two(a); two(a); one(a); one(a) }")
	o, ok := abstract.OriginsOf(c, abstract.Figure7).Touch(c.Methods["m"], "a")
	if !ok || len(o.Calls) != 1 {
		t.Fatalf("the origin of a is found %v below the calls %v, want one call", ok, o.Calls)
	}
	want := il.Pos(strings.Index(c.Source.Text, "one(a)"))
	if at := o.Calls[0].At; at != want {
		t.Errorf("of two calls of one method the origin is in that at %s, want %s",
			c.Source.At(at), c.Source.At(want))
	}
}

// candidates returns the formal-rooted expressions of up to two fields.
func candidates(c *il.Core, u *il.Unit) []abstract.Expr {
	var all []abstract.Expr
	for _, x := range u.Formals {
		all = append(all, abstract.Expr(x))
		for _, f := range c.Fields {
			all = append(all, abstract.Expr(x+"."+f))
			for _, g := range c.Fields {
				all = append(all, abstract.Expr(x+"."+f+"."+g))
			}
		}
	}
	return all
}

// follow substitutes the origin's expression back up through its calls.
func follow(t *testing.T, c *il.Core, u *il.Unit, e abstract.Expr, o abstract.Origin) {
	t.Helper()
	up := o.Expr
	unit := o.Unit
	for _, call := range slices.Backward(o.Calls) {
		if c.Methods[call.Method] != unit {
			t.Fatalf("%s in %s: the calls do not lead to %s\n%s",
				e, u.Name, o.Unit.Name, c.Source.Text)
		}
		up = up.Subst(abstract.Substitution(unit, call))
		unit = owner(c, call)
	}
	if unit != u || up != e {
		t.Fatalf("%s in %s: the origin is that of %s in %s\n%s",
			e, u.Name, up, unit.Name, c.Source.Text)
	}
}

// owner returns the unit that contains a call.
func owner(c *il.Core, call *il.Call) *il.Unit {
	i := slices.IndexFunc(c.Units,
		func(u *il.Unit) bool { return u.Body.At < call.At && call.At < u.Body.End })
	return c.Units[i]
}

// TestLattice: the order and the join on the summaries of random programs satisfy the laws of a
// lattice.
func TestLattice(t *testing.T) {
	var all []abstract.D
	iltest.Random(t, 40, gen.Default(), func(c *il.Core) {
		s, err := abstract.AnalyzeSets(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range c.Units {
			all = append(all, s.Summary(u))
		}
	})
	join := func(a, b abstract.D) abstract.D { return a.Clone().Join(b) }
	equal := func(law string, a, b abstract.D) {
		if d := cmp.Diff(a, b); d != "" {
			t.Fatalf("%s: the two sides differ (-left +right):\n%s", law, d)
		}
	}
	for i, a := range all {
		b, c := all[(i*7+1)%len(all)], all[(i*13+5)%len(all)]
		equal("idempotent", join(a, a), a)
		equal("commutative", join(a, b), join(b, a))
		equal("associative", join(join(a, b), c), join(a, join(b, c)))
		equal("bottom", join(a, abstract.Bottom()), a)
		if !a.Below(join(a, b)) || !abstract.Bottom().Below(a) ||
			a.Below(b) != cmp.Equal(join(a, b), b) {
			t.Fatalf("the order does not fit the join of %s and %s", show(a), show(b))
		}
	}
}

// TestShortestFirst: a limit keeps the shortest paths.
func TestShortestFirst(t *testing.T) {
	c := iltest.Core(t, `m(a) { x := a.f.g.h; x := a.f.g; x := a.f; a := x }`)
	s, err := abstract.AnalyzeSets(c, abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Wobbly(c.Methods["m"], 2); !slices.Equal(got, []abstract.Expr{"a", "a.f"}) {
		t.Errorf("the 2 shortest expressions of W are %v, want a and a.f", got)
	}
	if got := s.Accesses(c.Methods["m"], 1); len(got) != 1 || got[0].Path != "a.f" {
		t.Errorf("the shortest access is %v, want one of a.f", got)
	}
}

// TestTooLarge: the set form gives up before it fills the memory.
func TestTooLarge(t *testing.T) {
	_, err := abstract.AnalyzeSets(iltest.Core(t, gen.DoublingFields(12)),
		abstract.Options{MaxElements: 4000})
	if err == nil || !strings.Contains(err.Error(), "more than 4000 elements") {
		t.Errorf("AnalyzeSets has the error %v, want one that names the limit", err)
	}
}

// TestMaxElements: W and A are limited separately, and each may reach its limit.
func TestMaxElements(t *testing.T) {
	for text, elements := range map[string]int{
		"m(a, b, c) { x := a; x := b; x := c }":      3, // of W
		"m(a) { x := a.f; x := a.f; x := a.f }":      3, // of A
		"m(a, b) { x := a; x := b; y := a.f; skip }": 3, // of W, one of A
	} {
		for limit, ok := range map[int]bool{elements - 1: false, elements: true} {
			_, err := abstract.Summaries(iltest.Core(t, text), abstract.Options{MaxElements: limit})
			if ok && err != nil || !ok && err != (abstract.ErrTooLarge{Unit: "m", Limit: limit}) {
				t.Errorf("%s, at most %d: the error is %v, want one: %v", text, limit, err, !ok)
			}
		}
	}
}
