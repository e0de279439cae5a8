package gen

import (
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/internal/quick"
)

// reporting returns a predicate that requires a report for which holds is true: a race, or a
// filtered pair.
func reporting(t *testing.T, holds func(abstract.Report) bool) func(*il.Program) bool {
	t.Helper()
	return func(p *il.Program) bool {
		core, errs := check.Program(p, check.Options{})
		if len(errs) > 0 {
			t.Fatalf("the shrinker tries an illegal program: %v\n%s", errs, p.Source.Text)
		}
		sets, err := abstract.AnalyzeSets(core, abstract.Options{})
		if err != nil {
			return false
		}
		for _, pair := range core.Pairs() {
			sums := make([]abstract.D, len(core.Units))
			for i, u := range core.Units {
				sums[i] = sets.Summary(u)
			}
			if slices.ContainsFunc(abstract.Reports(pair, sums, abstract.Options{}), holds) {
				return true
			}
		}
		return false
	}
}

// isInCallee reports whether the access of a side is in another method than its unit.
func isInCallee(s abstract.Side) bool {
	own := false
	il.Walk(s.Unit.Body, func(st il.Stmt) { own = own || st.Pos() == s.At })
	return !own
}

// TestShrinkReports: shrunk programs with a report are small enough to show in class.
func TestShrinkReports(t *testing.T) {
	tests := []struct {
		name  string
		holds func(abstract.Report) bool
		want  []string // without line ends and indentation
	}{
		{"a race", func(r abstract.Report) bool { return r.Race },
			[]string{"m(a) { a.f := new(); }"}},
		{"a race on a path of two fields",
			func(r abstract.Report) bool { return r.Race && len(r.Left.Path.Fields()) == 2 },
			[]string{"m(a) { a.f.f := new(); }"}},
		{"a filtered pair", func(r abstract.Report) bool { return !r.Race },
			[]string{"m(a) { a.f := a; }"}},
		{"a race of two units",
			func(r abstract.Report) bool { return r.Race && r.Left.Unit != r.Right.Unit },
			[]string{
				"{ arg1.f := new(); } || { arg1.f := new(); }",
				"m(a) { a.f := new(); } n(a) { m(a); }",
				"m(a) { n(a); } n(a) { a.f := new(); }",
			}},
		{"a race through a call",
			func(r abstract.Report) bool { return r.Race && isInCallee(r.Left) },
			[]string{
				"m(a) { a.f := new(); } n(a) { m(a); }", "m(a) { n(a); } n(a) { a.f := new(); }",
			}},
		{"a race with one side locked",
			func(r abstract.Report) bool {
				return r.Race && r.Left.Lock.Plus(r.Right.Lock).Depth() == 1
			},
			[]string{
				"m(a) { a.f := new(); synchronized { a.f := new(); } }",
				"m(a) { synchronized { a.f := new(); } a.f := new(); }",
				"{ arg1.f := new(); } || { synchronized { arg1.f := new(); } }",
				"{ synchronized { arg1.f := new(); } } || { arg1.f := new(); }",
				"m(a) { a.f := new(); } n(a) { synchronized { m(a); } }",
				"m(a) { synchronized { n(a); } } n(a) { a.f := new(); }",
			}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fails := reporting(t, tt.holds)
			for i, p := range programsThat(fails, quick.Cases(15)) {
				got := strings.Join(strings.Fields(Shrink(p, fails).Source.Text), " ")
				if !slices.Contains(tt.want, got) {
					t.Errorf("program %d shrinks to %q, want one of %q", i, got, tt.want)
				}
			}
		})
	}
}

// TestShrinkIsIdempotent: shrinking a result again changes nothing: no single edit is accepted any
// longer, nor any two if the program is small.
func TestShrinkIsIdempotent(t *testing.T) {
	for _, fails := range []func(*il.Program) bool{
		has(&il.Call{}, &il.Unlock{}, &il.Load{}),
		storeTwoCallsDeep,
		reporting(t, func(r abstract.Report) bool { return r.Race && r.Left.Path != r.Right.Path }),
	} {
		for _, p := range programsThat(fails, 10) {
			small := Shrink(p, fails)
			if again := Shrink(small, fails); again.Source.Text != small.Source.Text {
				t.Errorf("the result\n%sshrinks again to\n%s", small.Source.Text, again.Source.Text)
			}
		}
	}
}

// TestRestructuring: each edit that changes the units of a program is among the edits.
func TestRestructuring(t *testing.T) {
	tests := []struct{ name, from, to string }{
		{"inline", "m(a, b) {\n  n(a.f, b);\n}\n\nprivate n(c, d) {\n  c.g := d;\n}\n",
			"m(a, b) {\n  a.f.g := b;\n}\n"},
		{"inline what is assigned", "m(a) {\n  n(a.f);\n}\n\nprivate n(c) {\n  c := c.g;\n}\n",
			"m(a) {\n  c := a.f;\n  c := c.g;\n}\n"},
		{"inline a path as value",
			"m(a, b) {\n  n(a.f, b);\n}\n\nprivate n(c, d) {\n  d.g := c;\n  x := c;\n}\n",
			"m(a, b) {\n  b.g := a.f;\n  x := a.f;\n}\n"},
		{"inline with locals",
			"m(a) {\n  x := a.f;\n  n(x);\n}\n\nprivate n(c) {\n  x := c.g;\n}\n",
			"m(a) {\n  x := a.f;\n  y := x.g;\n}\n"},
		{"threads to a method", "{\n  a := arg2.f;\n  arg2.g := a;\n} || {\n  skip;\n}\n",
			"m(b) {\n  a := b.f;\n  b.g := a;\n}\n"},
		{"methods to threads", "m(a, b) {\n  a.f := b;\n}\n\nn(c) {\n  x := c.f;\n}\n",
			"{\n  arg1.f := arg2;\n} || {\n  x := arg1.f;\n}\n"},
		{"merge methods",
			`m(a) {
  n(a);
  p(a);
}

private n(a) {
  x := a.f;
}

p(a) {
  y := a.g;
}
`,
			"m(a) {\n  n(a);\n  n(a);\n}\n\nn(a) {\n  x := a.f;\n}\n"},
		{"synchronize", "m(a) {\n  lock();\n  x := a.f;\n  unlock();\n}\n",
			"m(a) {\n  synchronized {\n    x := a.f;\n  }\n}\n"},
		{"drop a field everywhere", "m(a, b) {\n  a.f.g := b;\n  x := b.f.g;\n}\n",
			"m(a, b) {\n  a.g := b;\n  x := b.g;\n}\n"},
		{"store new objects", "m(a, b) {\n  a.f := b;\n  a.g := b;\n}\n",
			"m(a) {\n  a.f := new();\n  a.g := new();\n}\n"},
	}
	for _, tt := range tests {
		p := mustParse(t, tt.from)
		found := false
		v := viewOf(p)
		for _, e := range v.edits(0) {
			found = found || il.Positioned(v.rewrite(e)).Source.Text == tt.to
		}
		if !found {
			t.Errorf("%s: no edit gives\n%s", tt.name, tt.to)
		}
		mustParse(t, tt.to)
	}
}

func BenchmarkShrink(b *testing.B) {
	fails := has(&il.Call{}, &il.Store{}, &il.While{})
	var programs []*il.Program
	for _, p := range programsThat(fails, 200) {
		if n := Measure(p).Statements; 13 <= n && n <= 17 {
			programs = append(programs, p)
		}
	}
	i := 0
	for b.Loop() {
		Shrink(programs[i%len(programs)], fails)
		i++
	}
}
