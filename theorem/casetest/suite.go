package casetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/theorem/engine"
)

// holds tells that no drawn case refutes a statement, and that few say nothing
// about it.
func Hold(t *testing.T, statements []*engine.Statement) {
	results := make([]engine.Result, len(statements))
	Cases(t, 1500, func(c *engine.Case) bool {
		for i, s := range statements {
			o := s.Check(c)
			if o.Verdict == engine.Refuted {
				t.Fatalf("%s: %v\n%v\n%s", s.Name, o.Counterexample, o.Why, c.Core.Source.Text)
			}
			results[i].Statement = s
			results[i].Verdicts[o.Verdict]++
			results[i].Instances += uint64(o.Decided)
		}
		return true
	})
	for i := range results {
		r := &results[i]
		t.Logf("%s: share %.3f, floor %.2f, %d instances, %d cases bounded", r.Statement.Name, r.Share(), r.Statement.Floor, r.Instances, r.Verdicts[engine.Bounded])
		if r.Vacuous() {
			t.Errorf("%s: share %.3f is below the floor %.2f", r.Statement.Name, r.Share(), r.Statement.Floor)
		}
	}
}

// source visits drawn cases for a hypothesis, until visit returns false.
type source func(t testing.TB, n int, h engine.Hypothesis, visit func(c *engine.Case) bool)

// Need tells that without a hypothesis that is needed a statement is refuted, by
// an instance that violates it.
func Need(t *testing.T, statements []*engine.Statement, n int, from source) {
	for _, s := range statements {
		for _, h := range s.Hypotheses {
			if h.Unneeded {
				continue
			}
			t.Run(s.Name+" without "+h.Name, func(t *testing.T) {
				tried, refuted := 0, false
				from(t, n, h, func(c *engine.Case) bool {
					tried++
					o := s.Check(c, h.Name)
					if refuted = o.Verdict == engine.Refuted; refuted && h.Met(o.Counterexample) {
						t.Errorf("refuted by an instance that meets it: %v\n%v", o.Counterexample, o.Why)
					}
					return !refuted
				})
				t.Logf("%d cases", tried)
				if !refuted {
					t.Error("not refuted")
				}
			})
		}
	}
}

// DoNotNeed tells that instances that violate nothing but a hypothesis that is not
// needed are drawn, and satisfy the statement.
func DoNotNeed(t *testing.T, statements []*engine.Statement, from source) {
	for _, s := range statements {
		for _, h := range s.Hypotheses {
			if !h.Unneeded {
				continue
			}
			if !strings.Contains(h.Text, "Not needed") {
				t.Errorf("%s, %s: the text does not say that it is not needed", s.Name, h.Name)
			}
			with, without := 0, 0
			from(t, 1500, h, func(c *engine.Case) bool {
				o := s.Check(c, h.Name)
				if o.Verdict == engine.Refuted {
					t.Fatalf("%s without %s: %v\n%v\n%s", s.Name, h.Name, o.Counterexample, o.Why, c.Core.Source.Text)
				}
				without += o.Decided
				with += s.Check(c).Decided
				return true
			})
			t.Logf("%s without %s: %d instances more than %d", s.Name, h.Name, without-with, with)
			if without < with+20 {
				t.Errorf("%s without %s: only %d instances are drawn that violate it", s.Name, h.Name, without-with)
			}
		}
	}
}

// same tells that a case gives the same instances each time, also after others were
// checked.
func Same(t *testing.T, statements []*engine.Statement) {
	Cases(t, 40, func(c *engine.Case) bool {
		for _, s := range statements {
			var texts [2][]string
			for i, d := range []*engine.Case{c, engine.NewCase(c.Core, c.Seed)} {
				err := s.Visit(d, func(x engine.Instance) bool { texts[i] = append(texts[i], x.String()); return true })
				texts[i] = append(texts[i], fmt.Sprint(err)) // a limit may be reached, in both
				s.Check(d)
			}
			if !slices.Equal(texts[0], texts[1]) {
				t.Fatalf("%s: first %q, then %q", s.Name, texts[0], texts[1])
			}
		}
		return true
	})
}

// Complete tells that every statement says what a reader needs.
func Complete(t *testing.T, statements []*engine.Statement) {
	seen := map[string]bool{}
	for _, s := range statements {
		if s.Name == "" || s.Title == "" || s.Cite == "" || s.Words == "" || s.Symbols == "" || s.Floor <= 0 || seen[s.Name] {
			t.Errorf("%s: %+v", s.Name, s)
		}
		seen[s.Name] = true
		for _, h := range s.Hypotheses {
			if h.Name == "" || !strings.HasSuffix(h.Text, ".") {
				t.Errorf("%s: %q, %q", s.Name, h.Name, h.Text)
			}
		}
	}
}

// Row is an instance that violates one hypothesis only, and what it refutes.
type Row struct {
	Of       *engine.Statement
	Name     string
	Instance engine.Instance
	Violates string
	Why      string
}

// NewRow is a row.
func NewRow(of *engine.Statement, name string, instance engine.Instance, violates, why string) *Row {
	return &Row{of, name, instance, violates, why}
}

// Refutes checks a row.
func (x *Row) Refutes(t *testing.T) {
	for _, h := range x.Of.Hypotheses {
		if met := h.Met(x.Instance); met == (h.Name == x.Violates) {
			t.Errorf("hypothesis %s met: %v", h.Name, met)
		}
	}
	err := x.Instance.Conclusion()
	if err == nil {
		t.Fatal("not refuted")
	}
	if err.Error() != x.Why {
		t.Errorf("got  %v\nwant %s", err, x.Why)
	}
}
