package section6

import (
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/theorem/casetest"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
)

// TestPathHold: no case refutes a statement, and most cases say something about it.
func TestPathHold(t *testing.T) { casetest.Hold(t, Statements()) }

// TestPathNeed: without a needed hypothesis, a statement is refuted by an instance that violates
// the hypothesis.
func TestPathNeed(t *testing.T) { casetest.Need(t, Statements(), 12000, casetest.Violating) }

// TestPathDoNotNeed: instances that violate only an unneeded hypothesis occur, and satisfy the
// statement.
func TestPathDoNotNeed(t *testing.T) { casetest.DoNotNeed(t, Statements(), casetest.Violating) }

// TestSamePath: a case always gives the same instances, even after others were checked.
func TestSamePath(t *testing.T) { casetest.Same(t, Statements()) }

// TestPathTexts: every statement has all its texts.
func TestPathTexts(t *testing.T) { casetest.Complete(t, Statements()) }

// TestPathsWithoutWB: the lemmas about paths also hold without WB.
func TestPathsWithoutWB(t *testing.T) {
	for _, s := range Statements() {
		decided := 0
		wb := engine.Hypothesis{Name: "prefix-arguments"}
		casetest.Violating.Cases(t, 1500, wb, func(c *engine.Case) bool {
			c.Analysis.Without = abstract.ClausePrefixArguments
			o := s.Check(c)
			if o.Verdict == engine.Refuted {
				t.Fatalf("%s is refuted by %v\n%v\n%s", s.Name, o.Counterexample, o.Why,
					c.Core.Source.Text)
			}
			decided += o.Decided
			return true
		})
		if decided < 500 {
			t.Errorf("only %d instances of %s are decided, want 500", decided, s.Name)
		}
	}
}

// TestStabilityCounterexamples has a small counterexample for each needed hypothesis of Section 6.
func TestStabilityCounterexamples(t *testing.T) {
	for _, x := range []*casetest.Row{
		casetest.NewRow(lemma66(), "local root",
			traversed(t, `m(a) { x := new() } n(a) { y := a.f }`, 1, "x.f", "",
				"o1.f=o2 o2.f=o2 x=o1 a=o2"), "formal",
			"x.f is not preserved: (2) x held o1 and holds o3"),
		casetest.NewRow(lemma66(), "push",
			traversed(t, `k(b) { } m(a) { k(a.f) }`, 1, "a.f", "", "o1.f=o2 o2.f=o2 a=o1"),
			"no-calls",
			"a.f is not preserved: (2) a held o1 and holds nil"),
		casetest.NewRow(lemma66(), "touched root",
			traversed(t, `m(a) { x := a.f; a := x }`, 2, "a.f", "", "o1.f=o2 o2.f=o2 a=o1 x=o2"),
			"stable",
			"a.f is not preserved: (2) a held o1 and holds o2"),
		casetest.NewRow(lemma66(), "alias",
			traversed(t, `m(a, b) { x := b.g; b.f := x }`, 2, "a.f.g", "",
				"o1.f=o2 o1.g=o3 o2.f=o3 o2.g=o3 o3.f=o3 o3.g=o3 a=o1 b=o1 x=o3"), "disconnected",
			"a.f.g is not preserved: (3) the address of a.f.g was o2.g and is o3.g"),
		casetest.NewRow(lemma66(), "cycle",
			traversed(t, `m(a) { y := new(); a.f.f := y }`, 2, "a.f.f", "",
				"o1.f=o1 o2.f=o2 a=o1 y=o2"), "acyclic",
			"a.f.f is not preserved: (3) the address of a.f.f was o1.f and is o3.f"),
		casetest.NewRow(lemma68(), "unmatched",
			traversed(t, `k(b) { } m(a) { k(a.f) }`, 1, "a.f", "", "o1.f=o2 o2.f=o2 a=o1"),
			"matched",
			"a.f is not preserved: (2) a held o1 and holds nil"),
		casetest.NewRow(lemma69(), "local root",
			traversed(t, `m(a) { x := new(); y := x.f }`, 1, "x.f", "x.f",
				"o1.f=o2 o2.f=o2 x=o1 a=o2 y=o2"), "formal",
			"x.f had the address o1.f at the start, and x.f has o3.f at the access"),
		casetest.NewRow(lemma69(), "alias",
			traversed(t, `k(b) { x := b.g } m(a, b) { y := b.g; b.f := y; k(a.f) }`, 3, "a.f.g",
				"b.g", "o1.f=o2 o1.g=o3 o2.f=o3 o2.g=o3 o3.f=o3 o3.g=o3 a=o1 b=o1 y=o3"),
			"disconnected",
			"a.f.g had the address o2.g at the start, and b.g has o3.g at the access"),
	} {
		t.Run(x.Of.Name+" "+x.Name, x.Refutes)
	}
}

// traversed returns a segment: the first n steps of method m, which has no choices, from a state
// such as "o1.f=o2 a=o1", with a path and, for Lemma 6.9, the path at the access (site).
func traversed(t *testing.T, text string, n int, path, site, state string) *segment {
	c := casetest.Of(t, text)
	m := c.Core.Methods["m"]
	x := &segment{
		trace: draw.NewTrace(c.Rand(), c.Core, m, draw.MaxSteps), n: n,
		path: exprOf(abstract.Expr(path)), site: exprOf(abstract.Expr(site)),
	}
	x.start.Stacks = [2]map[string]string{{}, {}}
	for _, f := range m.Formals {
		x.start.Stacks[1][f] = "o1"
	}
	for _, cell := range strings.Fields(state) {
		name, value, _ := strings.Cut(cell, "=")
		object, field, isCell := strings.Cut(name, ".")
		if !isCell {
			x.start.Stacks[0][name] = value
			continue
		}
		if !slices.Contains(x.start.Objects, object) {
			x.start.Objects = append(x.start.Objects, object)
		}
		x.start.Cells = append(x.start.Cells, [3]string{object, field, value})
	}
	x.from = draw.Config(c.Core, il.Pair{Left: m, Right: m}, x.start)
	to, stuck := x.trace.Execute(x.from, 0, n)
	if stuck != nil {
		t.Fatalf("executing %d steps of %s: %v", n, text, stuck)
	}
	x.to = to
	return x
}
