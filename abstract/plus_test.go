package abstract_test

import (
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// deep returns options for programs of many calls, longer paths and assigned formals, where the
// modes differ.
func deep() gen.Options {
	o := gen.Default()
	o.Methods, o.Fields = 4, 1
	o.Path, o.Longer = 4, 0.4
	o.Call, o.Reassign = 0.3, 0.05
	return o
}

// reportsIn returns the races and the filtered pairs of a mode, by their texts.
func reportsIn(t testing.TB, c *il.Core, m abstract.Mode) (races, filtered []abstract.Report) {
	t.Helper()
	s, err := abstract.AnalyzeSets(c, abstract.Options{Mode: m})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.ListRaces(1 << 30), r.ListFiltered(1 << 30)
}

// texts prints each report.
func texts(all []abstract.Report) []string {
	list := make([]string, len(all))
	for i, r := range all {
		list[i] = r.String()
	}
	return list
}

// TestWritten checks W and Wr of the method m, with a row for each command.
func TestWritten(t *testing.T) {
	for _, r := range []struct{ text, w, wr string }{
		{`m(a, b) { a := b }`, "a b", "a"},
		{`m(a, b) { a := b.f.g }`, "a b.f.g", "a"},
		{`m(a) { x := new(); a.f := x }`, "a.f", "a.f"},
		{`{ x := new(); x.f := arg1; arg2.f := arg1 } || { }`, "arg1 arg2.f", "arg2.f"},
		{`m(a) { a := new() }`, "a", "a"},
		{`m(a) { lock(); unlock(); skip }`, "", ""},
		{`m(a, b) { if * { a := new() } else { x := b.f } while * { b.f := new() } }`,
			"a b.f", "a b.f"},
		{`k(p, q) { p := q.f; q.g := new() } m(a, b) { k(a.f, b.g) }`, "a.f b.g.f b.g.g",
			"a.f b.g.g"},
		{`k(p, q) { } m(a) { k(a, a.f) }`, "", ""},
		{`k(p) { p := new() } m(a) { y := a; k(y) }`, "a", ""},
	} {
		c := iltest.Core(t, r.text)
		s, err := abstract.AnalyzeSets(c, abstract.Options{Mode: abstract.Plus})
		if err != nil {
			t.Fatal(err)
		}
		u := c.Threads[0]
		if u == nil {
			u = c.Methods["m"]
		}
		d := s.Summary(u)
		if w, wr := words(d.Wobbly()), words(d.Written()); w != r.w || wr != r.wr {
			t.Errorf("%s: W is %q and Wr %q, want %q and %q", r.text, w, wr, r.w, r.wr)
		}
		if list, n := s.Written(u, 1); n.String() != itoa(d.Wr.Len()) ||
			len(list) != min(1, d.Wr.Len()) {
			t.Errorf("%s: Written(m, 1) = %v of %v, want at most one of %d",
				r.text, list, n, d.Wr.Len())
		}
	}
}

// itoa prints a digit.
func itoa(n int) string { return string(rune('0' + n)) }

// words prints expressions with spaces between them.
func words(all []abstract.Expr) string {
	list := make([]string, len(all))
	for i, e := range all {
		list[i] = string(e)
	}
	return strings.Join(list, " ")
}

// TestPlus has a program for each case of Theorem 2's premise, with the number of races of m and k,
// and of filtered pairs, in modes nowb and plus.
func TestPlus(t *testing.T) {
	for _, r := range []struct{ what, text, nowb, plus string }{
		{"c = 0, a prefix is read", `m(a) { x := a.f; a.f.g := new() } k(b) { b.f.g := new() }`,
			"0 1", "1 0"},
		{"c = 0, a prefix is written",
			`m(a) { a.f := new(); a.f.g := new() } k(b) { b.f.g := new() }`, "0 1", "1 0"},
		{"c = 0, the root is read", `m(a) { x := a; a.f := new() } k(b) { b.f := new() }`,
			"0 1", "1 0"},
		{"c = 0, the root is assigned", `m(a) { a := new(); a.f := new() } k(b) { b.f := new() }`,
			"0 1", "0 1"},
		{"c = 0, the root is assigned on the other side",
			`m(a) { a.f := new() } k(b) { b := new(); b.f := new() }`, "0 1", "0 1"},
		{"c = 0 after a push of the root",
			`private j(p) { x := p.f; p.f.g := new() } m(a) { j(a) } k(b) { b.f.g := new() }`,
			"0 1", "1 0"},
		{"c = 0, a callee assigns its formal",
			`private j(p) { p := new(); p.f := new() } m(a) { j(a) } k(b) { b.f := new() }`,
			"0 1", "0 1"},
		{"c = 1, the captured prefix is read",
			`private j(p) { p.g := new() } m(a) { x := a.f; j(a.f) } k(b) { b.f.g := new() }`,
			"0 1", "1 0"},
		{"c = 1, it is written",
			`private j(p) { p.g := new() } m(a) { a.f := new(); j(a.f) } k(b) { b.f.g := new() }`,
			"0 1", "0 1"},
		{"c = 1, it is written on the other side",
			`private j(p) { p.g := new() } m(a) { j(a.f) } k(b) { b.f := new(); b.f.g := new() }`,
			"0 1", "0 1"},
		{"c = 1, a proper prefix is read",
			`private j(p) { p.g := new() } m(a) { j(a.f) } k(b) { x := b; b.f.g := new() }`,
			"0 1", "0 1"},
		{"c = 1, a longer prefix is written",
			`private j(p) { p.g := new(); p.g.h := new() } m(a) { j(a.f) } ` +
				`k(b) { b.f.g.h := new() }`, "0 1", "1 0"},
		{"c = 2 through two calls",
			`private i(q) { q.h := new() } private j(p) { i(p.g) } m(a) { j(a.f) } ` +
				`k(b) { b.f.g := new(); b.f.g.h := new() }`, "0 1", "0 1"},
		{"c = 2, the prefix of 2 fields is read",
			`private i(q) { q.h := new() } private j(p) { i(p.g) } m(a) { j(a.f) } ` +
				`k(b) { x := b.f.g; b.f.g.h := new() }`, "0 1", "1 0"},
		{"both capture, the larger c counts",
			`private i(q) { q.h := new() } private j(p) { p.g.h := new() } m(a) { i(a.f.g) } ` +
				`k(b) { x := b.f; j(b.f) }`, "0 1", "0 1"},
		{"WB does not count",
			`private j(p, q) { q.g := new() } m(a) { j(a, a.f) } k(b) { b.f.g := new() }`,
			"1 0", "1 0"},
	} {
		c := iltest.Core(t, r.text)
		for mode, want := range map[abstract.Mode]string{
			abstract.NoWB: r.nowb, abstract.Plus: r.plus,
		} {
			if got := countsOf(t, c, mode); got != want {
				t.Errorf("%s, mode %s: %s races and filtered pairs, want %s",
					r.what, mode, got, want)
			}
		}
	}
}

// countsOf returns the numbers of races and filtered pairs of the longest path of m with that of k.
func countsOf(t *testing.T, c *il.Core, m abstract.Mode) string {
	t.Helper()
	races, filtered := reportsIn(t, c, m)
	longest := 0
	for _, r := range slices.Concat(races, filtered) {
		if r.Left.Unit != r.Right.Unit {
			longest = max(longest, r.Left.Path.Len())
		}
	}
	count := func(all []abstract.Report) string {
		n := 0
		for _, r := range all {
			if r.Left.Unit.Name == "m" && r.Right.Unit.Name == "k" && r.Left.Path.Len() == longest {
				n++
			}
		}
		return itoa(n)
	}
	return count(races) + " " + count(filtered)
}

// strippedOf are reports without the verdict.
func strippedOf(all []abstract.Report) []string {
	list := texts(all)
	for i := range list {
		_, list[i], _ = strings.Cut(list[i], " ")
	}
	return list
}

// TestCapturedFollowsFromTheSite: the captured fields are those that the path lacks as written at
// the access, and every prefix of an intact path is intact.
func TestCapturedFollowsFromTheSite(t *testing.T) {
	captured, broken := 0, 0
	iltest.Random(t, 600, deep(), func(c *il.Core) {
		s, err := abstract.AnalyzeSets(c, abstract.Options{Mode: abstract.Plus})
		if err != nil {
			t.Fatal(err)
		}
		plain, err := abstract.AnalyzeSets(c, abstract.Options{Mode: abstract.NoWB})
		if err != nil {
			t.Fatal(err)
		}
		own := map[il.Site]int{}
		for _, u := range c.Units {
			il.Walk(u.Body, func(s il.Stmt) {
				if a, ok := abstract.Accessed(s); ok {
					own[il.Site{At: a.At, Kind: a.Kind}] = a.Path.Len()
				}
			})
		}
		for _, u := range c.Units {
			d := s.Summary(u)
			if d.A.Len() != plain.Summary(u).A.Len() || d.W.Len() != plain.Summary(u).W.Len() {
				t.Fatalf("plus has other sets in %s than nowb\n%s", u.Name, c.Source.Text)
			}
			for a := range d.A.All() {
				if a.Captured != a.Path.Len()-own[il.Site{At: a.At, Kind: a.Kind}] {
					t.Fatalf("%v has %d captured fields, want those beyond the %d in its text\n%s", a,
						a.Captured, own[il.Site{At: a.At, Kind: a.Kind}], c.Source.Text)
				}
				captured += min(1, a.Captured)
				for n := 1; n < a.Path.Len(); n++ {
					if d.Intact(a.Path, n) && !d.Intact(a.Path, n-1) {
						t.Fatalf("%v: intact with %d fields, and not with fewer\n%s", a, n,
							c.Source.Text)
					}
					if !d.Intact(a.Path, n) {
						broken++
					}
				}
				if d.Stable(a.Path) && !d.Intact(a.Path, a.Path.Len()-1) {
					t.Fatalf("%v: stable and not intact\n%s", a, c.Source.Text)
				}
			}
			for e := range d.Wr.All() {
				if !d.W.Has(e) {
					t.Fatalf("%s is in Wr and not in W\n%s", e, c.Source.Text)
				}
			}
		}
	})
	if captured < 500 || broken < 500 {
		t.Errorf("vacuous: %d accesses have captured fields and %d prefixes are not intact, want "+
			"at least 500 of both", captured, broken)
	}
}

// TestOriginsOfModes: in each mode, the answers on demand agree with the sets.
func TestOriginsOfModes(t *testing.T) {
	asked := map[bool]int{}
	for _, m := range abstract.Modes {
		iltest.Random(t, 200, deep(), func(c *il.Core) {
			s, err := abstract.AnalyzeSets(c, abstract.Options{Mode: m.Mode})
			if err != nil {
				t.Fatal(err)
			}
			o := abstract.OriginsOf(c, m.Mode)
			for _, u := range c.Units {
				d := s.Summary(u)
				for _, v := range c.Units {
					for e := range s.Summary(v).W.All() {
						if _, ok := o.Touch(u, e); ok != d.W.Has(e) {
							t.Fatalf("%s has an origin in W of %s: %v, want %v\n%s",
								e, u.Name, ok, !ok, c.Source.Text)
						}
						from, ok := o.Write(u, e)
						if m.Mode.Captures() && ok != d.Wr.Has(e) ||
							ok && from.Rule != abstract.RuleWobblyWrite {
							t.Fatalf("%s has an origin in Wr of %s: %v by %q, in Wr: %v\n%s",
								e, u.Name, ok, from.Rule, d.Wr.Has(e), c.Source.Text)
						}
					}
				}
				if !m.Mode.Captures() {
					continue
				}
				for a := range d.A.All() {
					for n := range a.Path.Len() {
						intact := d.Intact(a.Path, n)
						asked[intact]++
						if o.Intact(u, a.Path, n) != intact {
							t.Fatalf("by origins %s is intact with %d fields in %s: %v, want %v\n%s",
								a.Path, n, u.Name, !intact, intact, c.Source.Text)
						}
					}
				}
			}
		})
	}
	if asked[true] < 100 || asked[false] < 100 {
		t.Errorf("vacuous: prefixes intact or not: %v, want at least 100 of both", asked)
	}
}

// TestExecInModes: in each mode, Figure 8 agrees with Figure 7 on units with one trace.
func TestExecInModes(t *testing.T) {
	for _, m := range abstract.Modes {
		for _, text := range append(slices.Clone(straight),
			`k(p) { x := p.g; p.g.h := x } { k(arg1.f); arg1.f := arg2 } || { }`) {
			c := iltest.Core(t, text)
			u, opts := c.Threads[0], abstract.Options{Mode: m.Mode}
			alpha := abstract.Alpha(u, opts,
				func(yield func([]il.Command) bool) { yield(trace(c, u.Body)) })
			s, err := abstract.AnalyzeSets(c, opts)
			if err != nil {
				t.Fatal(err)
			}
			d := s.Summary(u)
			if !d.Below(alpha) || !alpha.Below(d) || (alpha.Wr != nil) != m.Mode.Captures() {
				t.Errorf("%s: exec has %v, %v and %v, Figure 7 %v, %v and %v\n%s", m.Name,
					alpha.Wobbly(), alpha.Written(), alpha.Accesses(), d.Wobbly(), d.Written(),
					d.Accesses(), text)
			}
		}
	}
}

// TestApplyInPlus: Apply continues from any state, even one without Wr.
func TestApplyInPlus(t *testing.T) {
	c := iltest.Core(t, `m(a) { a.f := new() }`)
	s, err := abstract.AnalyzeSets(c, abstract.Options{Mode: abstract.Plus})
	if err != nil {
		t.Fatal(err)
	}
	u := c.Methods["m"]
	from := abstract.Bottom()
	if d := s.Apply(u, u.Body, from); words(d.Written()) != "a.f" || from.Wr != nil {
		t.Errorf("Wr is %v, want a.f; that of the argument is now %v, want nil",
			d.Written(), from.Wr)
	}
	both := abstract.Bottom().Join(s.Summary(u))
	if !s.Summary(u).Below(both) || s.Summary(u).Below(abstract.D{W: both.W, A: both.A}) {
		t.Error("the order does not see Wr")
	}
}

// TestModeNames: printed names can be parsed.
func TestModeNames(t *testing.T) {
	for i, m := range abstract.Modes {
		got, err := abstract.ParseMode(m.Name)
		if int(m.Mode) != i || got != m.Mode || err != nil || m.Mode.String() != m.Name ||
			m.Mode.Title() != m.Title || m.Text == "" {
			t.Errorf("mode %d, %+v, is parsed as %v with the title %q, error %v, want itself",
				i, m, got, got.Title(), err)
		}
	}
	if _, err := abstract.ParseMode("chord"); err == nil ||
		!strings.HasPrefix(err.Error(), `unknown analysis "chord": it is racerdx, nowb, plus`) {
		t.Errorf(`ParseMode("chord") = %v, want an unknown analysis`, err)
	}
}

// TestFirst: First(n) is the prefix with at most n fields.
func TestFirst(t *testing.T) {
	for n, want := range []abstract.Expr{"a", "a.f", "a.f.gh", "a.f.gh"} {
		if got := abstract.Expr("a.f.gh").First(n); got != want {
			t.Errorf("First(%d) = %s, want %s", n, got, want)
		}
	}
	if got := abstract.Expr("x").First(0); got != "x" {
		t.Errorf("First(0) of a variable = %s, want x", got)
	}
	for e, want := range map[abstract.Expr]int{"x": 0, "x.f.g": 2} {
		if got := e.Len(); got != want {
			t.Errorf("Len of %s = %d, want %d", e, got, want)
		}
	}
}
