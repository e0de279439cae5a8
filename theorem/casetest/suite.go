package casetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/internal/slice"
	"wobbly/theorem/engine"
)

// Hold checks that no random case refutes one of the statements, and that each is decided for at
// least the share of cases that its Floor demands.
func Hold(t *testing.T, statements []*engine.Statement) {
	results := make([]engine.Result, len(statements))
	Cases(t, quick.Cases(1500), func(c *engine.Case) bool {
		for i, s := range statements {
			o := s.Check(c)
			if o.Verdict == engine.Refuted {
				t.Fatalf("%s is refuted: %v\n%v\n%s", s.Name, o.Counterexample, o.Why,
					c.Core.Source.Text)
			}
			results[i].Statement = s
			results[i].Verdicts[o.Verdict]++
			results[i].Instances += uint64(o.Decided)
		}
		return true
	})
	for i := range results {
		r := &results[i]
		t.Logf("%s: share %.3f, floor %.2f, %d instances, %d cases bounded", r.Statement.Name,
			r.Share(), r.Statement.Floor, r.Instances, r.Verdicts[engine.Bounded])
		if r.Vacuous() {
			t.Errorf("%s: share %.3f is below the floor %.2f", r.Statement.Name, r.Share(),
				r.Statement.Floor)
		}
	}
}

// HoldWithNamedLocks checks that no random program that names locks refutes one of the statements
// with NamedLocks, and that each of these is decided for enough programs.
func HoldWithNamedLocks(t *testing.T, statements []*engine.Statement) {
	t.Helper()
	about := slice.Filter(statements, func(s *engine.Statement) bool { return s.NamedLocks })
	holds := map[string]int{}
	o := gen.Default()
	o.Lock, o.Sync, o.Depth = 0.25, 0.25, 3
	cases := quick.Cases(1500)
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 4))
		if seed%2 == 0 {
			o.New = 0.02
		}
		names := [][]string{{"", "m"}, {"m", "n"}, {"l", "m", "n"}}[seed%3]
		core := iltest.Core(t,
			gen.NameLocks(r, gen.Program(gen.Rand(seed), o), names...).Source.Text)
		if len(core.Locks) == 0 {
			continue
		}
		c := engine.NewCase(core, seed)
		for _, s := range about {
			switch got := s.Check(c); got.Verdict {
			case engine.Refuted:
				t.Errorf("seed %d: %s: %s: %v\n%s", seed, s.Name, got.Counterexample, got.Why,
					core.Source.Text)
			case engine.Holds:
				holds[s.Name]++
			}
		}
	}
	t.Log(holds)
	for _, s := range about {
		if holds[s.Name] < cases/50 {
			t.Errorf("%s was decided for %d of %d programs only", s.Name, holds[s.Name], cases)
		}
	}
}

// Source generates cases for a hypothesis.
type Source struct {
	// Key returns equal values for hypotheses with the same cases, so that these are used once.
	Key func(h engine.Hypothesis) any
	// Cases visits n random cases for h, until visit returns false.
	Cases func(t testing.TB, n int, h engine.Hypothesis, visit func(c *engine.Case) bool)
}

// condition is a hypothesis h of a statement, under test.
type condition struct {
	of            *engine.Statement
	h             engine.Hypothesis
	with, without int // how many instances were decided with and without the hypothesis
}

func (c *condition) String() string { return c.of.Name + " without " + c.h.Name }

// conditions returns the hypotheses whose Unneeded has this value, in groups with the same cases.
func conditions(statements []*engine.Statement, unneeded bool, from Source) [][]*condition {
	var groups [][]*condition
	groupOf := map[any]int{} // an index of groups, by Source.Key
	for _, s := range statements {
		for _, h := range s.Hypotheses {
			if h.Unneeded != unneeded {
				continue
			}
			key := from.Key(h)
			n, ok := groupOf[key]
			if !ok {
				n = len(groups)
				groupOf[key] = n
				groups = append(groups, nil)
			}
			groups[n] = append(groups[n], &condition{of: s, h: h})
		}
	}
	return groups
}

// Need checks that without a needed hypothesis, a statement is refuted within n cases, by an
// instance that violates the hypothesis.
func Need(t *testing.T, statements []*engine.Statement, n int, from Source) {
	for _, left := range conditions(statements, false, from) {
		tried := 0
		from.Cases(t, n, left[0].h, func(c *engine.Case) bool {
			tried++
			left = slices.DeleteFunc(left, func(x *condition) bool {
				o := x.of.Check(c, x.h.Name)
				if o.Verdict != engine.Refuted {
					return false
				}
				t.Logf("%v: %d cases", x, tried)
				if x.h.Met(o.Counterexample) {
					t.Errorf("%v: refuted by an instance that meets it: %v\n%v", x,
						o.Counterexample, o.Why)
				}
				return true
			})
			return len(left) > 0
		})
		for _, x := range left {
			t.Errorf("%v: not refuted in %d cases", x, tried)
		}
	}
}

// DoNotNeed checks that enough instances violate an unneeded hypothesis and no other, and that they
// do not refute the statement.
func DoNotNeed(t *testing.T, statements []*engine.Statement, from Source) {
	for _, group := range conditions(statements, true, from) {
		from.Cases(t, quick.Cases(1500), group[0].h, func(c *engine.Case) bool {
			for _, x := range group {
				o := x.of.Check(c, x.h.Name)
				if o.Verdict == engine.Refuted {
					t.Fatalf("%v is refuted: %v\n%v\n%s", x, o.Counterexample, o.Why,
						c.Core.Source.Text)
				}
				x.without += o.Decided
				x.with += x.of.Check(c).Decided
			}
			return true
		})
		for _, x := range group {
			t.Logf("%v: %d more instances than the %d with it", x, x.without-x.with, x.with)
			if !strings.Contains(x.h.Text, "Not needed") {
				t.Errorf("%v: the text does not say that it is not needed", x)
			}
			if x.without < x.with+quick.Cases(20) {
				t.Errorf("%v: only %d instances violate it, want %d", x, x.without-x.with,
					quick.Cases(20))
			}
		}
	}
}

// Same checks that a case gives the same instances each time, also after other statements were
// checked.
func Same(t *testing.T, statements []*engine.Statement) {
	Cases(t, 40, func(c *engine.Case) bool {
		for _, s := range statements {
			var texts [2][]string
			for i, d := range []*engine.Case{c, engine.NewCase(c.Core, c.Seed)} {
				err := s.Visit(d,
					func(x engine.Instance) bool {
						texts[i] = append(texts[i], x.String())
						return true
					})
				texts[i] = append(texts[i], fmt.Sprint(err)) // the limits must be the same too
				s.Check(d)
			}
			if !slices.Equal(texts[0], texts[1]) {
				t.Fatalf("%s: the instances are first %q, then %q", s.Name, texts[0], texts[1])
			}
		}
		return true
	})
}

// Complete checks that every statement has the texts that a reader needs.
func Complete(t testing.TB, statements []*engine.Statement) {
	seen := map[string]bool{}
	for _, s := range statements {
		if slices.Contains([]string{s.Name, s.Title, s.Cite, s.Words, s.Symbols}, "") {
			t.Errorf("%q lacks a text: %+v", s.Name, s)
		}
		if s.Floor <= 0 || seen[s.Name] {
			t.Errorf("%q has the floor %v, or the name of another statement", s.Name, s.Floor)
		}
		seen[s.Name] = true
		for _, h := range s.Hypotheses {
			if h.Name == "" || !strings.HasSuffix(h.Text, ".") {
				t.Errorf("%s: the hypothesis %q needs a name and a sentence, has %q", s.Name,
					h.Name, h.Text)
			}
		}
	}
}

// Row is a test case: an instance that violates exactly one hypothesis, and whose conclusion is
// false.
type Row struct {
	Of       *engine.Statement
	Name     string // the name of the test case
	Instance engine.Instance
	Violates string // the name of the hypothesis
	Why      string // the error of the conclusion
}

func NewRow(of *engine.Statement, name string, instance engine.Instance, violates,
	why string) *Row {
	return &Row{Of: of, Name: name, Instance: instance, Violates: violates, Why: why}
}

// Refutes checks that the instance violates only that hypothesis, and that its conclusion has that
// error.
func (r *Row) Refutes(t *testing.T) {
	t.Helper()
	for _, h := range r.Of.Hypotheses {
		if met := h.Met(r.Instance); met == (h.Name == r.Violates) {
			t.Errorf("the instance meets %s: %t, want only %s violated", h.Name, met, r.Violates)
		}
	}
	err := r.Instance.Conclusion()
	if err == nil {
		t.Fatalf("Conclusion = nil, want %s", r.Why)
	}
	if err.Error() != r.Why {
		t.Errorf("Conclusion = %v\nwant %s", err, r.Why)
	}
}
