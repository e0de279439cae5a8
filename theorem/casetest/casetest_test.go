package casetest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/theorem/engine"
)

// TestCases: n cases are visited, or fewer if visit returns false.
func TestCases(t *testing.T) {
	for _, tt := range []struct{ n, stop, want int }{{0, 3, 0}, {2, 3, 2}, {3, 3, 3}, {4, 3, 3}} {
		got := 0
		Cases(t, tt.n, func(*engine.Case) bool { got++; return got < tt.stop })
		if got != tt.want {
			t.Errorf("Cases(%d), stopped at visit %d: %d visits, want %d", tt.n, tt.stop, got,
				tt.want)
		}
	}
}

// TestSources: each source visits n cases of its own, always the same ones, until visit returns
// false.
func TestSources(t *testing.T) {
	h := engine.Hypothesis{Name: "shallow", Generator: gen.Default, Form: "f"}
	texts := func(s Source, h engine.Hypothesis, n, stop int) (all []string) {
		s.Cases(t, n, h, func(c *engine.Case) bool {
			if s.Key(h) != nil && c.Variant != h.Form && c.Variant != "" {
				t.Errorf("a case of form %q, want %q", c.Variant, h.Form)
			}
			all = append(all, c.Core.Source.Text)
			return len(all) < stop
		})
		return all
	}
	seen := map[string]bool{}
	for name, s := range map[string]Source{"generator": ByGenerator, "violating": Violating, "usual": Usual} {
		got := texts(s, h, 5, 9)
		if len(got) != 5 || !slices.Equal(got, texts(s, h, 5, 9)) {
			t.Errorf("%s: %d cases, want the same 5", name, len(got))
		}
		if got := texts(s, h, 5, 2); len(got) != 2 {
			t.Errorf("%s: %d cases, want 2", name, len(got))
		}
		seen[strings.Join(got, "")] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d of 3 sources differ", len(seen))
	}
	if Usual.Key(h) != nil || Violating.Key(h) == Violating.Key(engine.Hypothesis{Name: "acyclic"}) ||
		ByGenerator.Key(h) == ByGenerator.Key(engine.Hypothesis{Generator: gen.Default}) {
		t.Error("a key is that of other cases")
	}
}

// TestViolating: each hypothesis has options that violate it more often than the usual ones do.
func TestViolating(t *testing.T) {
	usual := violating(engine.Hypothesis{})
	for _, tt := range []struct {
		name string
		more func(o gen.Options) float64
	}{
		{"stable-left", func(o gen.Options) float64 { return o.Reassign }},
		{"stable-right", func(o gen.Options) float64 { return o.Threads }},
		{"shallow", func(o gen.Options) float64 { return o.Lock + o.Sync }},
		{"leaf", func(o gen.Options) float64 { return o.Call }},
		{"prefix-arguments", func(o gen.Options) float64 { return o.PrefixArg }},
		{"disconnected", func(o gen.Options) float64 { return o.Longer }},
		{"acyclic", func(o gen.Options) float64 { return o.Longer }},
		{"ANF", func(o gen.Options) float64 { return o.StoreFormal }},
	} {
		o := violating(engine.Hypothesis{Name: tt.name})
		if tt.more(o) <= tt.more(usual) || o.Depth != 3 {
			t.Errorf("%s: %v, and usually %v", tt.name, tt.more(o), tt.more(usual))
		}
	}
}

// TestTexts: the case of a legal text, and the core of one that violates assumptions.
func TestTexts(t *testing.T) {
	if c := Of(t, "m(a) { a.f := a; }"); len(c.Core.Units) != 1 || c.Seed != 1 {
		t.Errorf("Of = %+v", c)
	}
	if core := Tolerated(t, "m(a) { unlock(); }"); core.Methods["m"] == nil {
		t.Error("Tolerated has no m")
	}
	illegal := 0
	Cases(t, 40, func(c *engine.Case) bool {
		p, u, violated := IllFormed(t, c)
		last, ok := p.Decls[len(p.Decls)-1].(*il.Method)
		if !ok || last.Name != "C" || len(last.Formals) != len(u.Formals) || last.Body != u.Body {
			t.Fatalf("the added method is %+v", last)
		}
		if violated != 0 {
			illegal++
		}
		return true
	})
	if illegal == 0 || illegal == 40 {
		t.Errorf("%d of 40 are ill-formed", illegal)
	}
}

// TestInstances lists the instances of a statement, also those before a limit.
func TestInstances(t *testing.T) {
	limit := errors.New("limit")
	s := &engine.Statement{Name: "s", Instances: func(_ *engine.Case, visit func(engine.Instance) bool) error {
		visit(instance("a"))
		visit(instance("b"))
		return limit
	}}
	c := Of(t, "m() { }")
	if got := AnyInstances(c, s); len(got) != 2 {
		t.Errorf("AnyInstances = %v, want 2", got)
	}
	s.Instances = func(_ *engine.Case, visit func(engine.Instance) bool) error { visit(instance("a")); return nil }
	if got := Instances(t, c, s); len(got) != 1 {
		t.Errorf("Instances = %v, want 1", got)
	}
	s.Hypotheses = []engine.Hypothesis{
		{Name: "short", Met: func(x engine.Instance) bool { return len(x.String()) < 2 }},
	}
	NewRow(s, "row", instance("long"), "short", "long is wrong").Refutes(t)
}

// A recorder counts errors instead of failing.
type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Errorf(string, ...any) { r.errors++ }

// TestComplete: a statement without a text, a floor, a name of its own or a sentence for each of
// its hypotheses is an error.
func TestComplete(t *testing.T) {
	for name, change := range map[string]func(s *engine.Statement){
		"nothing":             func(*engine.Statement) {},
		"the name":            func(s *engine.Statement) { s.Name = "" },
		"the title":           func(s *engine.Statement) { s.Title = "" },
		"the citation":        func(s *engine.Statement) { s.Cite = "" },
		"the words":           func(s *engine.Statement) { s.Words = "" },
		"the symbols":         func(s *engine.Statement) { s.Symbols = "" },
		"the floor":           func(s *engine.Statement) { s.Floor = 0 },
		"a name of its own":   func(s *engine.Statement) { s.Name = "other" },
		"a hypothesis's name": func(s *engine.Statement) { s.Hypotheses[0].Name = "" },
		"a full stop":         func(s *engine.Statement) { s.Hypotheses[0].Text = "It is so" },
	} {
		statement := func(name string) *engine.Statement {
			return &engine.Statement{
				Name: name, Title: "T", Cite: "C", Words: "W.", Symbols: "S", Floor: 0.1,
				Hypotheses: []engine.Hypothesis{{Name: "h", Text: "It is so."}},
			}
		}
		s := statement("s")
		change(s)
		r := &recorder{TB: t}
		Complete(r, []*engine.Statement{statement("other"), s})
		if wrong := name != "nothing"; (r.errors == 1) != wrong || r.errors > 1 {
			t.Errorf("a statement that lacks %s: %d errors", name, r.errors)
		}
	}
}

type instance string

func (x instance) String() string    { return string(x) }
func (x instance) Conclusion() error { return errors.New(string(x) + " is wrong") }
