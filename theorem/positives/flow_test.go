package positives

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract/flow"
	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/theorem/casetest"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// TestFlowReports: flowReports returns the reports of the analysis, or those with the shortest
// traces if there are too many.
func TestFlowReports(t *testing.T) {
	few, many := 0, 0
	casetest.Cases(t, quick.Cases(1000), func(c *engine.Case) bool {
		var want []int // the numbers of commands before the accesses
		r, err := flow.Analyze(c.Core, flow.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range c.Core.Pairs() {
			for _, x := range r.Reports(p) {
				want = append(want, x.Left.Step+x.Right.Step)
			}
		}
		all, limit := flowReports(c, wholeFlow)
		got := make([]int, len(all))
		for i, x := range all {
			got[i] = x.report.Left.Step + x.report.Right.Step
		}
		cut := len(want) > truth.MaxReports
		if cut {
			many++
			slices.Sort(want)
			want = want[:truth.MaxReports]
		} else {
			few++
		}
		if !slices.Equal(got, want) || (limit != nil) != cut {
			t.Fatalf("flowReports = %v, %v, want %v, cut: %t", got, limit, want, cut)
		}
		return true
	})
	if few < quick.Cases(500) || many < quick.Cases(10) {
		t.Errorf("%d cases have few reports and %d many, want more", few, many)
	}
}

// TestFlowForms: the requested form is checked; otherwise the analysis itself and one other form. A
// form violates only its own hypothesis.
func TestFlowForms(t *testing.T) {
	c := casetest.Of(t, `m(a) { a.f := a; }`)
	seen := map[string]bool{}
	for seed := range uint64(200) {
		whole := 0
		for _, x := range casetest.Instances(t, engine.NewCase(c.Core, seed),
			alongTraces().statements()[0]) {
			seen[x.(flowClaim).form.name] = true
			if x.(flowClaim).form == wholeFlow {
				whole++
			}
		}
		if whole != 2 { // the write races with itself in the program in ANF and in the original
			t.Fatalf("the whole analysis has %d reports, want 2", whole)
		}
	}
	if len(seen) != len(flow.Clauses)+1 {
		t.Errorf("the forms %v are checked, want %d", seen, len(flow.Clauses)+1)
	}
	for _, form := range wholeFlow.forms()[1:] {
		c := engine.NewCase(c.Core, 1)
		c.Variant = form.name
		all := casetest.Instances(t, c, alongTraces().statements()[0])
		if len(all) == 0 {
			t.Errorf("the form without %s has no report", form.name)
		}
		for _, x := range all {
			for _, h := range alongTraces().statements()[0].Hypotheses {
				if h.Met(x) != (h.Name != form.name) || h.Form != h.Name {
					t.Errorf("without %s, %v meets %s: %t", form.name, x, h.Name, h.Met(x))
				}
			}
		}
	}
}

// damagedFlow lists changes to instances of statements about package flow that make the conclusion
// false, with the error why. A damage function returns false if it cannot change the instance.
var damagedFlow = []struct {
	name   string
	of     *engine.Statement
	damage func(x engine.Instance) bool
	why    string
}{
	{"no report", meetFlow(), func(x engine.Instance) bool {
		f, _ := flowOf(x.(alsoReported).c, wholeFlow)
		delete(f.sites(x.(alsoReported).units), x.(alsoReported).sites)
		return true
	}, "does not report the sites"},
	{"another program", alongTraces().statements()[2], func(x engine.Instance) bool {
		return rebuilt(x.(flowClaim).flowReport,
			func(p *truth.Proof) { p.Witness.Program = ""; p.Err = errors.New("planted") })
	}, "is refused: planted"},
	{"a step too few", alongTraces().statements()[2], func(x engine.Instance) bool {
		return rebuilt(x.(flowClaim).flowReport,
			func(p *truth.Proof) {
				p.Witness.Steps = p.Witness.Steps[:max(0, len(p.Witness.Steps)-1)]
			})
	}, "the semantics does not execute the witness"},
	{"other levels", alongTraces().statements()[1], func(x engine.Instance) bool {
		r := &x.(*flowMeeting).report.Right
		r.Lock = r.Lock.Acquire()
		return true
	}, "thread B holds the lock"},
	{"no interleaving", alongTraces().statements()[1],
		func(x engine.Instance) bool { x.(*flowMeeting).err = errors.New("planted"); return true },
		"planted"},
	{"another meeting", alongTraces().statements()[1], func(x engine.Instance) bool {
		m := x.(*flowMeeting)
		m.report.Left.Name += ".f"
		others, _ := cutLast(m.report.Left.Rest)
		return others == ""
	}, "not one of the object where the threads meet"},
	{"another place", alongTraces().statements()[1], func(x engine.Instance) bool {
		m := x.(*flowMeeting)
		for range m.moves {
			if next, _, stuck := semantics.Next(m.k, semantics.A); stuck == nil {
				m.k = next
			}
		}
		a, ok := semantics.NextAccess(m.k, semantics.A)
		b, _ := semantics.NextAccess(m.k, semantics.B)
		return m.k.Threads[0].L == m.report.Left.Lock && (!ok || a.Cell != b.Cell)
	}, "addres"}, // "no address" or "the address"
	{"no race", alongTraces().statements()[3], func(x engine.Instance) bool {
		s := x.(flowSought)
		found := truth.Search(s.c, s.units)
		found.Races, found.Cut = slices.Clone(found.Races), nil
		for i := range found.Races {
			found.Races[i].Left.Kind, found.Races[i].Right.Kind = il.Read, il.Read
		}
		return s.reported
	}, "found no race at these sites"},
}

// rebuilt changes a copy of the proof of a report, and reports whether its witness has steps.
func rebuilt(x *flowReport, change func(*truth.Proof)) bool {
	p := x.proof()
	w := *p.Witness
	p.Witness = &w
	change(&p)
	x.known = &p
	return len(w.Steps) > 0
}

// TestFlowRefutes: a damaged instance refutes its statement.
func TestFlowRefutes(t *testing.T) {
	for _, d := range damagedFlow {
		found := 0
		casetest.Cases(t, 300, func(c *engine.Case) bool {
			c.Variant = wholeFlow.name
			for _, x := range casetest.AnyInstances(c, d.of) {
				if x.Conclusion() != nil || !d.damage(x) {
					continue
				}
				found++
				if err := x.Conclusion(); err == nil || !strings.Contains(err.Error(), d.why) {
					t.Errorf("%s, %s: Conclusion: %v, want %q\n%v", d.of.Name, d.name, err,
						d.why, x)
				}
				break
			}
			return found < 20
		})
		if found < 5 {
			t.Errorf("%s, %s: only %d instances could be damaged, want 5", d.of.Name, d.name, found)
		}
	}
}

// TestTraceOfFlow: the trace of a report's side has its commands and branches. A trace of another
// unit, or one that is too short, is refused.
func TestTraceOfFlow(t *testing.T) {
	const text = `
		m(a) { while * { a := a.f; if * { skip; } else { k(a); } } k(a); }
		k(b) { if * { lock(); b.f := b; unlock(); } else { while * { b.f := b; } } }`
	c := casetest.Of(t, text)
	c.Variant = wholeFlow.name
	turned, deep := 0, 0
	for _, x := range casetest.Instances(t, c, alongTraces().statements()[2]) {
		core, r := x.(flowClaim).in.Core, x.(flowClaim).report
		for _, s := range []flow.Side{r.Left, r.Right} {
			w, err := traceOfFlow(core, s)
			if err != nil {
				t.Fatal(err)
			}
			takes := len(w.Decisions)
			for _, step := range w.Steps {
				takes += len(step.Decisions)
			}
			if len(w.Steps) != s.Step || takes != len(s.Trace()) {
				t.Errorf("%d commands and %d turns, not %d and %d", len(w.Steps), takes, s.Step,
					len(s.Trace()))
			}
			turned += takes
			deep += len(s.Calls())
			other := s
			other.Unit = core.Methods[map[string]string{"m": "k", "k": "m"}[s.Unit.Name]]
			if _, err := traceOfFlow(core, other); err == nil {
				t.Errorf("traceOfFlow of a trace in %s, as one in %s, succeeds", s.Unit.Name,
					other.Unit.Name)
			}
			other = s
			other.Step++
			if other.Step > 1 {
				if _, err := traceOfFlow(core, other); err == nil {
					t.Errorf("traceOfFlow of a trace in %s, one step longer, succeeds", s.Unit.Name)
				}
			}
		}
	}
	if turned < 10 || deep < 3 {
		t.Errorf("the traces have %d branches and %d calls, want 10 and 3", turned, deep)
	}
}

// TestFlowLimits: if a limit leaves something out, the outcome is Bounded and names the limit.
func TestFlowLimits(t *testing.T) {
	text := "private w0() { x := new(); } "
	const doublings = 17
	for i := range doublings {
		text += fmt.Sprintf("private w%d() { w%d(); w%d(); } ", i+1, i, i)
	}
	text += fmt.Sprintf("top(b) { w%d(); x := new(); b.f := x; }", doublings)
	for _, x := range []struct {
		name string
		c    *engine.Case
		want map[string]engine.Verdict
		why  string
	}{
		{"long", casetest.Of(t, text),
			map[string]engine.Verdict{
				"theorem2f": engine.Bounded, "flow-witness": engine.Bounded,
				"flow-interleaving": engine.Bounded, "meet-flow": engine.Holds,
			}, "is longer than 100000"},
		{"recursive", engine.NewCase(casetest.Tolerated(t, `m(a) { a.f := a; m(a); }`), 1),
			map[string]engine.Verdict{
				"theorem2f": engine.Bounded, "flow-witness": engine.Bounded,
				"flow-interleaving": engine.Bounded, "meet-flow": engine.Bounded,
			}, "of any depth"},
		{"states", limited(t, `m(a) { a.f.f := a; x := a.f; }`),
			map[string]engine.Verdict{
				"theorem2f": engine.Bounded, "flow-witness": engine.Bounded,
				"flow-interleaving": engine.Bounded, "meet-flow": engine.Bounded,
			}, "m has more than 0 states"},
	} {
		for name, want := range x.want {
			s := statementNamed(name)
			x.c.Variant = wholeFlow.name
			o := s.Check(x.c)
			if o.Verdict != want {
				t.Errorf("%s, %s: %v (%v), want %v", x.name, name, o.Verdict, o.Why, want)
			}
			if want == engine.Bounded && name != "theorem2f" &&
				!strings.Contains(o.Why.Error(), x.why) {
				t.Errorf("%s, %s: bounded because %v, want %q", x.name, name, o.Why, x.why)
			}
		}
	}
}

// limited returns a case in which the limit of package flow on states is below 1.
func limited(t *testing.T, text string) *engine.Case {
	t.Helper()
	c := casetest.Of(t, text)
	for _, c := range inBothForms(c) {
		f, err := flowOf(c, wholeFlow)
		if err != nil {
			t.Fatal(err)
		}
		if f.result, err = flow.Analyze(c.Core, flow.Options{MaxStates: -1}); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// statementNamed returns the statement called name, which must exist.
func statementNamed(name string) *engine.Statement {
	list := all()
	return list[slices.IndexFunc(list, func(s *engine.Statement) bool { return s.Name == name })]
}
